// SPDX-License-Identifier: MIT
// Findings about a frame that the studies of the lab make and pictures show.
#pragma once
#include <cstdint>
#include <string_view>

#include "collide/frame.hpp"

namespace phasebox {

/// The result of comparing two boxes: they do not overlap (missed), they overlap (hit), or their
/// collision filters exclude the pair (filtered).
enum class PairOutcome : std::uint8_t { missed, hit, filtered };

/// A contact that sampling pixels missed although both sprites are opaque at some pixel.
struct MissedContact {
  Pair pair;
  Vec2 at;               ///< a pixel that both share, world px
  std::uint64_t frames;  ///< for how many frames in a row it was missed
};

/// A place that the picture marks by a ring.
struct MarkedPlace {
  Vec2 at;                ///< world px
  std::string_view what;  ///< label; empty: none
};

}  // namespace phasebox
