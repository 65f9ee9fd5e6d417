// SPDX-License-Identifier: MIT
// A frame: the input of a broadphase or a narrowphase for one step.
#pragma once
#include <cstdint>
#include <span>

#include "base/geometry.hpp"
#include "base/rotation.hpp"
#include "collide/image.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// Decides which sprites may collide. A sprite accepts another one if its mask and the other one's
/// category have a bit in common; `FilterRule` says whether one of the two must accept or both. Two
/// sprites of the same group ignore their masks: they always may collide when it is above 0, and
/// never when it is below 0.
struct Filter {
  std::uint32_t category = 1, mask = 0xFFFFFFFF;  ///< sets of 32 bits
  std::int32_t group = 0;                         ///< 0: in no group
  constexpr bool operator==(const Filter&) const = default;
};

/// Whether two sprites may collide only when both accept each other, or when either accepts the
/// other. Engines differ here; Godot uses `either`.
enum class FilterRule : std::uint8_t { both, either };

/// The bounding volume that a sprite's box is computed from.
enum class Volume : std::uint8_t {
  tight,   ///< box of the rotated opaque area, follows the angle
  fixed,   ///< square around the position, the same at every angle
  circle,  ///< square around the smallest circle around the opaque area
};

/// The position and rotation at which a sprite is tested in this frame. They may differ from those
/// of the world it moves in: the simulation can round them to a grid (its option `snap`).
struct Transform {
  Vec2 position;  ///< px
  Rotation rotation;
};

/// Settings for the sprites that show one image. Where set, they replace a parameter of the
/// narrowphase: `n` that of n-sampled pixels, `inset` that of inset boxes.
struct ImageTuning {
  std::int32_t n = 0;  ///< px between two samples; 0: not set
  float inset = -1;    ///< percent by which boxes shrink; below 0: not set
  bool operator==(const ImageTuning&) const = default;
};

/// The input of one detection: read-only spans over n sprites, where the index is the sprite's id.
/// The caller owns the memory and keeps it until the next frame. Broadphases read boxes, filters
/// and static flags only; transforms, scales, volumes and images are for narrowphases and may be
/// absent elsewhere.
struct Frame {
  std::span<const Aabb> boxes;              ///< [n] px, or any other unit; min <= max, finite
  std::span<const Filter> filters;          ///< [n], or empty: every pair is eligible
  std::span<const std::uint8_t> is_static;  ///< [n], or empty: nothing is static
  FilterRule rule = FilterRule::both;       ///< how two filters decide together
  std::span<const Transform> transforms;    ///< [n], or empty
  std::span<const Vec2> scales;             ///< [n] > 0, per image axis, if there are transforms
  std::span<const std::uint16_t> image_of;  ///< [n] index into `images`, if there are transforms
  std::span<const Volume> volumes;          ///< [n] what a box is around, if there are transforms
  const ImageSet* images = nullptr;         ///< null without transforms
  std::span<const ImageTuning> tuning;      ///< [`ImageSet::picture`]; may end early or be empty
  unsigned threads = 1;  ///< number of threads that may be used; it may change the order of pairs,
                         ///< never which ones are found
  /// The number of steps done before this frame. It lets an algorithm vary from frame to frame
  /// without keeping anything between them.
  std::uint64_t step = 0;
  /// Null, or the limit that may stop the search early. A broadphase that was stopped gives no
  /// pairs and needs a `reset` before the next frame; a narrowphase gives the contacts found so
  /// far.
  WorkLimit* limit = nullptr;

  std::size_t size() const { return boxes.size(); }
};

/// The image that sprite i shows. The frame must have images.
inline const Image& image_of(const Frame& f, SpriteId i) { return (*f.images)[f.image_of[i]]; }

/// Whether one of two sprites shows an image in which nothing collides. The frame must have images.
inline bool shows_empty(const Frame& f, SpriteId i, SpriteId j) {
  return image_of(f, i).is_empty || image_of(f, j).is_empty;
}

/// The tuning of the picture that sprite i shows; a default one, which sets nothing, if it has
/// none.
inline ImageTuning tuning_of(const Frame& f, SpriteId i) {
  if (f.tuning.empty()) return {};
  const std::uint16_t picture = f.images->picture(f.image_of[i]);
  return picture < f.tuning.size() ? f.tuning[picture] : ImageTuning{};
}

/// Whether the frame's limit has stopped the search. Algorithms check it wherever they may have
/// worked for some milliseconds since the last check; once it is true they return and leave their
/// work unfinished.
inline bool is_stopped(const Frame& f) { return f.limit && f.limit->is_stopped(); }

/// Whether the frame has filters or static flags. If not, every pair is eligible.
inline bool has_rules(const Frame& f) { return !f.filters.empty() || !f.is_static.empty(); }

/// Whether the filters p and q of two sprites let them collide, static flags aside.
constexpr bool may_meet(Filter p, Filter q, FilterRule rule) {
  if (p.group != 0 && p.group == q.group) return p.group > 0;
  const bool wants = (p.mask & q.category) != 0, is_wanted = (q.mask & p.category) != 0;
  return rule == FilterRule::both ? wants && is_wanted : wants || is_wanted;
}

/// Whether two sprites may collide at all: at least one is not static, and their filters allow it.
inline bool eligible(const Frame& f, SpriteId i, SpriteId j) {
  if (!f.is_static.empty() && f.is_static[i] && f.is_static[j]) return false;
  return f.filters.empty() || may_meet(f.filters[i], f.filters[j], f.rule);
}

/// The box, px, of an image's bounding volume for a sprite at the origin, rotated and scaled. O(1),
/// but O(corners of the hull) for `tight` at an angle other than 0.
Aabb volume_box(const Image&, Volume, Rotation, Vec2 scale);

/// The circle, in world px, that a sprite's `circle` volume and the circle narrowphase use: the
/// smallest one around the image's opaque area, placed and scaled (by the larger factor).
Circle volume_circle(const Image&, const Transform&, Vec2 scale);

}  // namespace phasebox
