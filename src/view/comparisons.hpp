// SPDX-License-Identifier: MIT
// The comparisons of two sprites that tools of the interface point out in the field.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "collide/frame.hpp"
#include "session/findings.hpp"
#include "view/canvas.hpp"

namespace phasebox {

/// The lines and boxes that tools of the interface point out in the field. A line connects two
/// sprites whose boxes an algorithm has compared. Boxes are in world px.
struct Comparisons {
  struct Line {
    Pair pair;
    PairOutcome outcome;
  };
  std::vector<Line> lines;
  std::optional<Line> chosen;  ///< the line under the pointer
  std::vector<Aabb> parts;     ///< bounds of the groups, cells or nodes that compared the pair
  std::vector<Aabb> lit;       ///< boxes named by the word or table row under the pointer
  std::optional<Role> role;    ///< shapes in the colors of all other roles are dimmed
  bool shows_misses = false;   ///< contacts that sampled pixels missed are ringed

  void clear() {
    lines.clear();
    chosen.reset();
    parts.clear();
    lit.clear();
    role.reset();
    shows_misses = false;
  }
};

/// Draws the lines and boxes: hits are thick and have the color of candidate pairs, misses are
/// gray, and pairs that a filter excludes are gray and dashed. Where there are many lines, long
/// ones are faint unless they are hits. The chosen line is drawn with the boxes of both sprites and
/// its parts. `boxes` [n] are those of all sprites.
void draw_comparisons(const Canvas&, const Comparisons&, std::span<const Aabb> boxes);

}  // namespace phasebox
