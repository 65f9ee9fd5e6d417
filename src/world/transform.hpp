// SPDX-License-Identifier: MIT
// From the world's columns to this frame's transforms and boxes.
#pragma once
#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "collide/frame.hpp"
#include "world/world.hpp"

namespace phasebox {

/// Fills `transforms` and `boxes` ([n] each) for the world as it stands, snapped if the options say
/// so.
void place_sprites(const World&, const ImageSet&, const WorldOptions&,
                   std::span<Transform> transforms, std::span<Aabb> boxes);
/// The frame of a placed world, without filters and static flags; valid as long as all of these.
Frame frame_of(const World&, const ImageSet&, std::span<const Transform> transforms,
               std::span<const Aabb> boxes);

// What the numbers of a sprite may be; commands and scene files apply the same rules.

/// The bounds keep every box finite and every rounded pixel position within 32 bits.
struct Bound {
  std::string_view key;
  float lo, hi;  ///< ends included, but `lo` is not when `is_open`
  bool is_open = false;

  /// What a value breaks, or nothing.
  std::string broken_by(float value) const {
    if (!std::isfinite(value)) return "must be a finite number";
    if (is_open && !(value > lo)) return "must be > " + text(lo);
    if (value < lo || value > hi) return "must lie from " + text(lo) + " to " + text(hi);
    return {};
  }

 private:
  static std::string text(float whole) { return std::to_string(static_cast<long long>(whole)); }
};

inline constexpr Bound kPositionBound{"position", -1e9f, 1e9f};  ///< px
inline constexpr Bound kVelocityBound{"velocity", -1e6f, 1e6f};  ///< px per step
inline constexpr Bound kAngleBound{"angle", -100, 100};          ///< radians
inline constexpr Bound kSpinBound{"spin", -100, 100};            ///< radians per step
inline constexpr Bound kScaleBound{"scale", 0, 10000, true};

/// What a sprite breaks, as "scale: must be > 0", or nothing. Every way into a world checks this.
Status check_sprite(const Sprite& sprite);

}  // namespace phasebox
