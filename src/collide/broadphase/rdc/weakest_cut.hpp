// SPDX-License-Identifier: MIT
// What holds a group together: the fewest sprites without which it would have an empty stripe.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "collide/frame.hpp"

namespace phasebox {

/// A stripe across the group that is empty once some of its sprites are gone.
struct WeakestCut {
  Axis axis = Axis::x;
  float at = 0;                    ///< its middle, world px
  std::span<const SpriteId> gone;  ///< who lies across it; empty where there is a gap already
  Aabb before, after;              ///< around the boxes on either side of it
};

/// Looks for it. Keeps its memory, so that looking for the like again allocates nothing.
class WeakestCutFinder {
 public:
  /// Of these sprites, with boundaries that the contact threshold (px) moves inwards; none where
  /// nothing would be left on one side of every stripe. Of equals that along x, then the one that
  /// leaves the more on its smaller side. Valid until the next call. O(m log m) for m members.
  std::optional<WeakestCut> find(const Frame& f, std::span<const SpriteId> members,
                                 float threshold);

 private:
  struct End {
    float at;
    bool opens;
  };
  struct Stripe {
    Axis axis;
    float at;
    std::uint32_t open, smaller;  // sprites across it; on the side that has fewer
  };
  void look(const Frame& f, std::span<const SpriteId> members, float threshold, Axis axis);

  std::vector<End> ends_;
  std::optional<Stripe> best_;
  std::vector<SpriteId> gone_;
};

}  // namespace phasebox
