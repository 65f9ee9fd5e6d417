// SPDX-License-Identifier: MIT
// Where sprites push each other: contact points, impulses, their order.
#include <algorithm>
#include <string>

#include "view/canvas.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kNumbered = 40;  // impacts; more numbers would cover each other

// px on the screen: the strongest impulse is drawn that long, the others by the square root, so
// that weak ones are still seen.
constexpr float kLongest = 64;

float strongest(std::span<const Impact> impacts) {
  float most = 0;
  for (const Impact& i : impacts) most = std::max(most, length(i.impulse));
  return most;
}

}  // namespace

void draw_impacts(const Canvas& c, std::span<const Impact> impacts) {
  const float most = strongest(impacts);
  if (most <= 0) return;
  Layer& arrows = c.layer(Layer::Kind::line, 2);
  Layer& points = c.layer(Layer::Kind::disc);
  Layer& rests = c.layer(Layer::Kind::fill);
  const Colour colour = c.theme[Role::impact];
  const auto flying = static_cast<std::size_t>(std::ranges::count(impacts, false, &Impact::rests));
  std::size_t number = 0;
  for (const Impact& i : impacts) {
    if (!i.rests) ++number;
    const float size = length(i.impulse);
    if (size <= 0 || !c.sees(square(i.point, c.px(kLongest)))) continue;
    const Vec2 way = i.impulse * (c.px(kLongest) * std::sqrt(size / most) / size);
    add_arrow(arrows, i.point, i.point + way, c.px(5), colour);
    (i.rests ? rests : points).add(square(i.point, c.px(i.rests ? 2 : 3.5f)), colour);
    if (!i.rests && flying <= kNumbered)
      c.list.labels.push_back({i.point + Vec2{c.px(5), c.px(3)}, colour, std::to_string(number)});
  }
}

}  // namespace phasebox
