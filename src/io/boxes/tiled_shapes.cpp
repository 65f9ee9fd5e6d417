// SPDX-License-Identifier: MIT
// Boxes around shapes of Tiled, in double precision.
#include "io/boxes/tiled_shapes.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "io/boxes/tiled_document.hpp"

namespace phasebox::tiled {
namespace {

// The rotation by some degrees, clockwise on the screen. Quarter turns are exact.
Placement turn(double degrees) {
  const double angle = std::remainder(degrees, 360);
  double c = std::cos(angle * std::numbers::pi / 180);
  double s = std::sin(angle * std::numbers::pi / 180);
  if (std::remainder(angle, 90) == 0) {
    c = std::round(c);
    s = std::round(s);
  }
  return {.x = {c, s}, .y = {-s, c}};
}

}  // namespace

Vec2d size_of(const Object& object) {
  return {number(object.find("width")), number(object.find("height"))};
}

Placement placement_of(const Object& object) {
  return shift({number(object.find("x")), number(object.find("y"))}) *
         turn(number(object.find("rotation")));
}

Shape rectangle(Vec2d size) { return {{{}, {size.x, 0}, size, {0, size.y}}}; }

Shape shape_of(const Object& object) {
  for (const std::string_view kind : {"polygon", "polyline"}) {
    Shape shape;
    each(object.find(kind), [&](const Json& point) {
      shape.points.push_back({number(point.find("x")), number(point.find("y"))});
    });
    if (shape.points.size() > 1) return shape;
  }
  const auto is = [&](std::string_view kind) {
    const Json* mark = object.find(kind);
    return mark && !(mark->boolean() && !*mark->boolean());
  };
  const Vec2d size = size_of(object);
  const bool has_extent = size.x != 0 || size.y != 0;
  if (!has_extent || is("point") || is("text")) return {};
  const Vec2d half = size * 0.5;
  if (is("ellipse")) return {{half}, half};
  if (!is("capsule")) return rectangle(size);
  const double radius = std::min(half.x, half.y);
  const Vec2d round{radius, radius};
  return {{round, size - round}, round};
}

Sides around(const Shape& shape, const Placement& at) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const Vec2d along_x = at.turned({shape.radii.x, 0}), along_y = at.turned({0, shape.radii.y});
  const Vec2d reach{std::sqrt(along_x.x * along_x.x + along_y.x * along_y.x),
                    std::sqrt(along_x.y * along_x.y + along_y.y * along_y.y)};
  Sides box{kInfinity, kInfinity, -kInfinity, -kInfinity};
  for (const Vec2d point : shape.points) {
    const Vec2d p = at(point);
    if (!std::isfinite(p.x + p.y + reach.x + reach.y)) return {kNone, kNone, kNone, kNone};
    box = united(box, {p.x - reach.x, p.y - reach.y, p.x + reach.x, p.y + reach.y});
  }
  return box;
}

Sides around(const Sides& box, const Placement& at) {
  const Vec2d a = at({box[0], box[1]}), b = at({box[2], box[3]});
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
}

}  // namespace phasebox::tiled
