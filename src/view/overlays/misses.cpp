// SPDX-License-Identifier: MIT
// Marks pairs and contacts that were not found, and other places to be pointed out.
#include <string>

#include "base/number_format.hpp"
#include "session/findings.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox {

void draw_missed(const Canvas& c, std::span<const Pair> pairs, const Frame& frame) {
  Layer& lines = c.dashed_line(2);
  Layer& boxes = c.dashed_outline(2);
  const Color color = c[Role::missed];
  for (const Pair pair : pairs) {
    if (pair.b >= frame.size()) continue;
    const Aabb &p = frame.boxes[pair.a], &q = frame.boxes[pair.b];
    if (!c.sees(united(p, q))) continue;
    lines.add(center(p), center(q), color);
    boxes.add(p, color);
    boxes.add(q, color);
  }
}

void draw_marked(const Canvas& c, Layer& rings, const MarkedPlace& place, const char* id) {
  constexpr float kRadius = 12;
  rings.add(square(place.at, c.px(kRadius)), c[Role::missed]);
  if (!place.what.empty())
    c.label(place.at + Vec2{c.px(kRadius + 3), -c.px(8)}, std::string(place.what), Role::text, id);
}

void draw_missed_contacts(const Canvas& c, std::span<const MissedContact> contacts) {
  const bool are_few = contacts.size() < 4;  // more labels would cover each other
  Layer& rings = c.ring(2);
  for (const auto& [pair, at, frames] : contacts) {
    const std::string number = are_few ? grouped(frames) : "";
    draw_marked(c, rings, {at, number}, frames == 1 ? "missed" : "missed, {} frames");
  }
}

}  // namespace phasebox
