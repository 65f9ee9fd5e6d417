// SPDX-License-Identifier: MIT
// Draws comparisons as lines between boxes, hits above the others.
#include "view/comparisons.hpp"

#include <algorithm>

#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

Color color_of(PairOutcome outcome, const Theme& theme) {
  return theme[outcome == PairOutcome::hit ? Role::candidate : Role::text_dim];
}

void draw_chosen(const Canvas& c, const Comparisons& shown, std::span<const Aabb> boxes) {
  const auto& [pair, outcome] = *shown.chosen;
  if (std::max(pair.a, pair.b) >= boxes.size()) return;
  const Color accent = c[Role::accent];
  Layer& ground = c.fill();
  Layer& frames = c.outline(2.5f);
  for (const Aabb& part : shown.parts) {
    ground.add(part, accent.with_alpha(0.06f));
    frames.add(part, accent);
  }
  mark_pair(c, boxes, pair, 3, color_of(outcome, c.theme));
}

}  // namespace

void draw_comparisons(const Canvas& c, const Comparisons& shown, std::span<const Aabb> boxes) {
  Layer& lit_fills = c.fill();
  Layer& lit = c.outline(2.5f);
  for (const Aabb& box : shown.lit) {
    lit_fills.add(box, c[Role::accent].with_alpha(0.15f));
    lit.add(box, c[Role::accent]);
  }
  // Of many lines the long ones are fainter: those of a spatial hash, whose slots hold sprites from
  // far apart, would cover the field and its short lines.
  constexpr std::size_t kMany = 200;
  constexpr float kShort = 120, kFaintest = 0.15f;  // screen px; factor of the opacity
  const auto strength = [&](Pair pair) {
    if (shown.lines.size() <= kMany || std::max(pair.a, pair.b) >= boxes.size()) return 1.0f;
    const float long_by = length(center(boxes[pair.a]) - center(boxes[pair.b])) / c.px(kShort);
    return std::max(1 / std::max(long_by, 1.0f), kFaintest);
  };
  Layer& filtered = c.dashed_line();
  Layer& missed = c.line();
  Layer& hits = c.line(2.5f);
  for (const auto& [pair, outcome] : shown.lines) {
    const bool is_hit = outcome == PairOutcome::hit;
    Layer& layer = is_hit ? hits : outcome == PairOutcome::missed ? missed : filtered;
    add_line(c, layer, boxes, pair,
             color_of(outcome, c.theme).with_alpha(is_hit ? 1 : 0.6f * strength(pair)));
  }
  if (shown.chosen) draw_chosen(c, shown, boxes);
}

}  // namespace phasebox
