// SPDX-License-Identifier: MIT
// The velocity of a sprite that is thrown: that of the pointer when it releases the sprite.
#pragma once
#include <deque>

#include "base/geometry.hpp"

namespace phasebox::ui {

/// Keeps where the pointer was in the last frames of a drag, and takes the velocity of the throw
/// from these places.
class ThrowVelocity {
 public:
  /// Forgets all places. A new drag starts with none.
  void clear() { places_.clear(); }
  /// Adds the place of the pointer in world px at the time `now` in s, which must not be less than
  /// at the last call. Forgets places that are too old for a throw.
  void add(double now, Vec2 world);
  /// Returns the velocity of a sprite that is released at the time `now` in s; px per step, with a
  /// length of at most 100. It is zero with fewer than two places, and where no time passed between
  /// the places.
  Vec2 at(double now) const;

 private:
  struct Place {
    double time;  ///< s
    Vec2 world;   ///< world px
  };
  std::deque<Place> places_;  // from old to new
};

}  // namespace phasebox::ui
