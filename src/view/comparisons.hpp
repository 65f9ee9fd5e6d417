// SPDX-License-Identifier: MIT
// The comparisons of sprites that tools point out in the field.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "collide/frame.hpp"
#include "session/findings.hpp"
#include "view/canvas.hpp"

namespace phasebox {

/// The lines and boxes that tools point out in the field. Lines go from the chosen sprites to those
/// that they were compared with.
struct Comparisons {
  struct Line {
    Pair pair;
    PairOutcome outcome;
  };
  std::vector<Line> lines;
  std::optional<Line> chosen;  ///< the line under the pointer
  std::vector<Aabb> parts;     ///< bounds of the groups, cells or nodes that made the chosen line
  std::vector<Aabb> lit;       ///< boxes that a word or a row at the pointer means
  std::optional<Role> role;    ///< shapes of all other roles' colors are dimmed

  void clear() {
    lines.clear();
    chosen.reset();
    parts.clear();
    lit.clear();
    role.reset();
  }
};

/// Draws lines between compared sprites: hits thick in the color of candidates, the others gray,
/// the chosen line together with its boxes and parts.
void draw_comparisons(const Canvas&, const Comparisons&, std::span<const Aabb> boxes);

}  // namespace phasebox
