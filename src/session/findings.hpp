// SPDX-License-Identifier: MIT
// The findings about a frame that studies make and pictures show.
#pragma once
#include <cstdint>
#include <string_view>

#include "collide/frame.hpp"

namespace phasebox {

/// Result of testing a pair. Filtered pairs may not collide.
enum class PairOutcome : std::uint8_t { missed, hit, filtered };

/// A contact that pixel sampling missed: its pair, one shared pixel, and the number of frames it
/// was missed for.
struct MissedContact {
  Pair pair;
  Vec2 at;
  std::uint64_t frames;
};

/// A place that the picture marks, with an optional label.
struct MarkedPlace {
  Vec2 at;  ///< world px
  std::string_view what;
};

}  // namespace phasebox
