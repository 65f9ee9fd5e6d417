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

/// Decides which sprites may collide. A sprite accepts those whose category its mask contains. Two
/// sprites of the same group ignore their masks: they always may collide when it is above 0, and
/// never when it is below 0.
struct Filter {
  std::uint32_t category = 1, mask = 0xFFFFFFFF;  ///< sets of 32 bits
  std::int32_t group = 0;                         ///< 0: none
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

/// The position and rotation of a sprite in this frame: those of the world, snapped when snap is
/// on.
struct Transform {
  Vec2 position;  ///< px
  Rotation rotation;
};

/// Settings of the narrowphases for the sprites of one image, which replace their parameters.
struct ImageTuning {
  std::int32_t n = 0;  ///< px between the samples of n-sampled pixels; 0: the parameter holds
  float inset = -1;    ///< percent by which inset boxes shrink; below 0: the parameter holds
  bool operator==(const ImageTuning&) const = default;
};

/// Read-only spans over one frame, valid until the next. Broadphases read boxes and eligibility
/// only; transforms, scales, volumes and images are for narrowphases and may be absent elsewhere.
struct Frame {
  std::span<const Aabb> boxes;              ///< [n]
  std::span<const Filter> filters;          ///< [n], or empty: every pair is eligible
  std::span<const std::uint8_t> is_static;  ///< [n], or empty: nothing is static
  FilterRule rule = FilterRule::both;       ///< how two filters decide together
  std::span<const Transform> transforms;    ///< [n], or empty
  std::span<const Vec2> scales;             ///< [n] factors per image axis, with transforms
  std::span<const std::uint16_t> image_of;  ///< [n] numbers in `images`, with transforms
  std::span<const Volume> volumes;          ///< [n] what the boxes came from, with transforms
  const ImageSet* images = nullptr;
  std::span<const ImageTuning> tuning;  ///< by picture; pictures past its end have none
  unsigned threads = 1;  ///< number of threads an algorithm may use; no answer depends on it
  /// The number of steps done before this frame. It lets an algorithm vary from frame to frame
  /// without keeping anything between them.
  std::uint64_t step = 0;
  /// Null, or the limit that may stop the search early. A search that was stopped has no pairs, and
  /// a `reset` must come before the next one.
  WorkLimit* limit = nullptr;

  std::size_t size() const { return boxes.size(); }
};

/// The image that sprite i shows, in a frame with images.
inline const Image& image_of(const Frame& f, SpriteId i) { return (*f.images)[f.image_of[i]]; }

/// The tuning of the picture that sprite i shows; the default one where it has none.
inline ImageTuning tuning_of(const Frame& f, SpriteId i) {
  if (f.tuning.empty()) return {};
  const std::uint16_t picture = f.images->picture(f.image_of[i]);
  return picture < f.tuning.size() ? f.tuning[picture] : ImageTuning{};
}

/// Whether the frame's limit has stopped the search. Algorithms check it wherever they may have
/// worked for some milliseconds since the last check; once it is true they return and leave their
/// work unfinished.
inline bool is_stopped(const Frame& f) { return f.limit && f.limit->is_stopped(); }

/// Whether some pairs may be ineligible: the frame has filters or static flags.
inline bool has_rules(const Frame& f) { return !f.filters.empty() || !f.is_static.empty(); }

/// Whether the filters of two sprites let them collide.
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

/// The box, px, of an image's bounding volume for a sprite at the origin. O(1), but O(hull) for
/// `tight` at an angle other than 0.
Aabb volume_box(const Image&, Volume, Rotation, Vec2 scale);

/// The circle, in world px, that a sprite's `circle` volume and the circle narrowphase use. Its
/// center turns with the sprite.
Circle volume_circle(const Image&, const Transform&, Vec2 scale);

}  // namespace phasebox
