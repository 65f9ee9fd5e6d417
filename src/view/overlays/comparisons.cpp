// SPDX-License-Identifier: MIT
// Lines between boxes, the hits above the others.
#include "view/overlays/comparisons.hpp"

#include <algorithm>

#include "view/canvas.hpp"

namespace phasebox {
namespace {

using Outcome = Comparisons::Outcome;

Color color_of(Outcome outcome, const Theme& theme) {
  return theme[outcome == Outcome::hit ? Role::candidate : Role::text_dim];
}

void draw_chosen(const Canvas& c, const Comparisons& shown, std::span<const Aabb> boxes) {
  const auto [a, b] = shown.chosen->pair;
  if (std::max(a, b) >= boxes.size()) return;
  const Color accent = c.theme[Role::accent];
  Layer& ground = c.layer(Layer::Kind::fill);
  Layer& frames = c.layer(Layer::Kind::outline, 2.5f);
  for (const Aabb& part : shown.parts) {
    ground.add(part, accent.with_alpha(0.06f));
    frames.add(part, accent);
  }
  Layer& two = c.layer(Layer::Kind::outline, 3);
  const Color color = color_of(shown.chosen->outcome, c.theme);
  two.add(boxes[a], color);
  two.add(boxes[b], color);
  c.layer(Layer::Kind::line, 3).add(center(boxes[a]), center(boxes[b]), color);
}

}  // namespace

void draw_comparisons(const Canvas& c, const Comparisons& shown, std::span<const Aabb> boxes) {
  Layer& filtered = c.layer(Layer::Kind::dashed_line);
  Layer& missed = c.layer(Layer::Kind::line);
  Layer& hits = c.layer(Layer::Kind::line, 2.5f);
  for (const auto& [pair, outcome] : shown.lines) {
    if (std::max(pair.a, pair.b) >= boxes.size()) continue;
    const Vec2 from = center(boxes[pair.a]), to = center(boxes[pair.b]);
    if (!c.sees(from, to)) continue;
    Layer& layer = outcome == Outcome::hit ? hits : outcome == Outcome::missed ? missed : filtered;
    layer.add(from, to, color_of(outcome, c.theme).with_alpha(outcome == Outcome::hit ? 1 : 0.6f));
  }
  if (shown.chosen) draw_chosen(c, shown, boxes);
}

}  // namespace phasebox
