// SPDX-License-Identifier: MIT
// Fits the space to a field.
#include "view/space/ground.hpp"

#include <algorithm>

namespace phasebox {

Ground Ground::of(const Aabb& field) {
  const auto middle = [](float a, float b) {
    return (static_cast<double>(a) + static_cast<double>(b)) / 2;
  };
  const double width = static_cast<double>(field.max.x) - static_cast<double>(field.min.x);
  const double height = static_cast<double>(field.max.y) - static_cast<double>(field.min.y);
  const double longer = std::max(width, height);
  Ground g;
  g.center_x = middle(field.min.x, field.max.x);
  g.center_y = middle(field.min.y, field.max.y);
  g.px = longer > 0 ? longer / kSide : 1;
  g.half = {static_cast<float>(width / g.px / 2), static_cast<float>(height / g.px / 2)};
  return g;
}

}  // namespace phasebox
