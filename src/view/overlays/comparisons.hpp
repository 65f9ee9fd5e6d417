// SPDX-License-Identifier: MIT
// Comparisons that are pointed out in the field: which sprites were compared, and by what.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/geometry.hpp"
#include "collide/sink.hpp"

namespace phasebox {

struct Canvas;

/// Lines from the sprites that are asked about to those that they were compared with.
struct Comparisons {
  enum class Outcome : std::uint8_t { missed, hit, filtered };
  struct Line {
    Pair pair;
    Outcome outcome;
  };
  std::vector<Line> lines;
  std::optional<Line> chosen;  ///< the one under the pointer
  std::vector<Aabb> parts;     ///< bounds of the groups, cells or nodes that made it

  void clear() { lines.clear(), chosen.reset(), parts.clear(); }
};

/// Hits amber and thick, the others gray; the chosen one with its boxes and parts.
void draw_comparisons(const Canvas&, const Comparisons&, std::span<const Aabb> boxes);

}  // namespace phasebox
