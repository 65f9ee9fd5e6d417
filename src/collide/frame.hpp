// SPDX-License-Identifier: MIT
// All that an algorithm may see, for one step.
#pragma once
#include <cstdint>
#include <span>

#include "base/geometry.hpp"
#include "base/rotation.hpp"
#include "collide/image.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// Which sprites may collide: a sprite wants those whose category its mask contains. Two of the
/// same group do not ask their masks: above 0 they always may collide, below 0 never.
struct Filter {
  std::uint32_t category = 1, mask = 0xFFFFFFFF;  ///< sets of 32 bits
  std::int32_t group = 0;                         ///< 0: none
  constexpr bool operator==(const Filter&) const = default;
};

/// How many of two sprites must want the other: engines differ (`either`: Godot).
enum class FilterRule : std::uint8_t { both, either };

/// Which bounding volume a sprite's box comes from.
enum class Volume : std::uint8_t {
  tight,   ///< box of the rotated opaque area, follows the angle
  fixed,   ///< square around the position, the same at every angle
  circle,  ///< square around the smallest circle around the opaque area
};

/// Where a sprite is in this frame: as in the world, but snapped when snap is on.
struct Transform {
  Vec2 position;
  Rotation rotation;
};

/// What holds for the sprites of one image in place of a narrowphase's parameters.
struct ImageTuning {
  std::int32_t n = 0;  ///< px, of n-sampled pixels; 0: as the parameter says
  float inset = -1;    ///< percent, of inset boxes; below 0: as the parameter says
  bool operator==(const ImageTuning&) const = default;
};

/// Read-only spans over one frame, valid until the next. Broadphases read boxes and eligibility
/// only; transforms, scales, volumes and images are for narrowphases and may be absent elsewhere.
struct Frame {
  std::span<const Aabb> boxes;              ///< [n]
  std::span<const Filter> filters;          ///< [n], or empty: every pair is eligible
  std::span<const std::uint8_t> is_static;  ///< [n], or empty: nothing is static
  FilterRule rule = FilterRule::both;       ///< of the filters
  std::span<const Transform> transforms;    ///< [n], or empty
  std::span<const Vec2> scales;             ///< [n] factors per image axis, with transforms
  std::span<const std::uint16_t> image_of;  ///< [n] numbers in `images`, with transforms
  std::span<const Volume> volumes;          ///< [n] what the boxes came from, with transforms
  const ImageSet* images = nullptr;
  std::span<const ImageTuning> tuning;  ///< [images] of pictures; those beyond have none
  unsigned threads = 1;                 ///< how many an algorithm may use; no answer depends on it
  /// How many steps were done: for what differs from frame to frame and keeps nothing between them.
  std::uint64_t step = 0;
  /// Null, or what may end the search early. It then has no pairs, and a reset must come next.
  WorkLimit* limit = nullptr;

  std::size_t size() const { return boxes.size(); }
};

/// Of the picture that sprite i shows.
inline ImageTuning tuning_of(const Frame& f, SpriteId i) {
  if (f.tuning.empty()) return {};
  const std::uint16_t picture = f.images->picture(f.image_of[i]);
  return picture < f.tuning.size() ? f.tuning[picture] : ImageTuning{};
}

/// Asked by algorithms wherever they may have worked for some milliseconds since the last time: if
/// so they return, whatever is left half done.
inline bool is_stopped(const Frame& f) { return f.limit && f.limit->is_stopped(); }

/// Whether there may be pairs that are not eligible.
inline bool has_rules(const Frame& f) { return !f.filters.empty() || !f.is_static.empty(); }

/// Whether the filters of two sprites let them collide.
constexpr bool may_meet(Filter p, Filter q, FilterRule rule) {
  if (p.group != 0 && p.group == q.group) return p.group > 0;
  const bool wants = (p.mask & q.category) != 0, is_wanted = (q.mask & p.category) != 0;
  return rule == FilterRule::both ? wants && is_wanted : wants || is_wanted;
}

/// Whether two sprites may collide at all: not both are static, and their filters allow it.
inline bool eligible(const Frame& f, SpriteId i, SpriteId j) {
  if (!f.is_static.empty() && f.is_static[i] && f.is_static[j]) return false;
  return f.filters.empty() || may_meet(f.filters[i], f.filters[j], f.rule);
}

/// Box of an image's bounding volume for a sprite at the origin, px. O(hull) for tight, O(1) else.
Aabb volume_box(const Image&, Volume, Rotation, Vec2 scale);

/// The circle of a sprite's `circle` volume and the circle narrowphase; it turns with the sprite.
Circle volume_circle(const Image&, const Transform&, Vec2 scale);

}  // namespace phasebox
