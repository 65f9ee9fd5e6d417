// SPDX-License-Identifier: MIT
// Follows pixel edges to loops, which are simplified (D. Douglas, T. Peucker, "Algorithms for the
// Reduction of the Number of Points Required to Represent a Digitized Line", 1973).
#include "view/space/outline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace phasebox {
namespace {

// Directions along pixel edges: right, down, left and up. Adding 1 (modulo 4) turns right, adding 3
// turns left.
constexpr std::array<Vec2, 4> kWays{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

// The distance of `p` from the line through `a` and `b`, or from `a` if both are one point.
float distance(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const float reach = length(along);
  return reach > 0 ? std::abs(cross(along, p - a)) / reach : length(p - a);
}

// Appends the points of a line that remain when it is simplified, without its first point. A point
// remains if it lies more than `tolerance` px from the straight line between two that remain.
void thin(std::span<const Vec2> line, float tolerance, std::vector<Vec2>& out) {
  std::size_t furthest = 0;
  float most = tolerance;
  for (std::size_t i = 1; i + 1 < line.size(); ++i)
    if (const float d = distance(line[i], line.front(), line.back()); d > most) {
      most = d;
      furthest = i;
    }
  if (furthest == 0) return out.push_back(line.back());
  thin(line.first(furthest + 1), tolerance, out);
  thin(line.subspan(furthest), tolerance, out);
}

// Simplifies a closed loop, whose first point is also its last. It is cut in two at the point
// furthest from its start, because a line is simplified between two different ends.
std::vector<Vec2> thinned(const std::vector<Vec2>& loop, float tolerance) {
  std::size_t middle = 0;
  for (std::size_t i = 1; i < loop.size(); ++i)
    if (length_squared(loop[i] - loop[0]) > length_squared(loop[middle] - loop[0])) middle = i;
  std::vector<Vec2> out{loop.front()};
  const std::span<const Vec2> all(loop);
  thin(all.first(middle + 1), tolerance, out);
  thin(all.subspan(middle), tolerance, out);
  return out;
}

// Walks along the edges between opaque and other pixels of an image, and collects the pieces of all
// loops. A lattice point is a corner of pixels; (0, 0) is the image's top left one.
class Walk {
 public:
  explicit Walk(const Image& image)
      : image_(image),
        most_(*std::ranges::max_element(image.alpha)),
        taken_(4 * static_cast<std::size_t>(image.width + 1) *
               static_cast<std::size_t>(image.height + 1)) {}

  std::vector<OutlinePiece> run() {
    for (int y = 0; y <= image_.height; ++y)
      for (int x = 0; x <= image_.width; ++x)
        for (std::size_t way = 0; way < 4; ++way)
          if (is_edge(x, y, way) && !taken(x, y, way)) add(loop(x, y, way));
    return std::move(pieces_);
  }

 private:
  bool is_opaque(int x, int y) const { return 2 * image_.alpha_at(x, y) > most_; }

  // Whether the pixel on the right of the edge that leaves a lattice point in direction `way` is
  // opaque, and the one on its left is not. Pixels outside the image are not opaque.
  bool is_edge(int x, int y, std::size_t way) const {
    switch (way) {
      case 0: return is_opaque(x, y) && !is_opaque(x, y - 1);
      case 1: return is_opaque(x - 1, y) && !is_opaque(x, y);
      case 2: return is_opaque(x - 1, y - 1) && !is_opaque(x - 1, y);
      default: return is_opaque(x, y - 1) && !is_opaque(x - 1, y - 1);
    }
  }

  std::uint8_t& taken(int x, int y, std::size_t way) {
    const auto row = static_cast<std::size_t>(y) * static_cast<std::size_t>(image_.width + 1);
    return taken_[4 * (row + static_cast<std::size_t>(x)) + way];
  }

  // Follows edges from a lattice point until the loop closes. Returns its corners in px, the first
  // one again at the end. Where two opaque pixels touch at a corner alone, the right turn that is
  // tried first stays at the same pixel.
  std::vector<Vec2> loop(int x, int y, std::size_t way) {
    std::vector<Vec2> corners;
    std::size_t before = 4;
    while (!taken(x, y, way)) {
      if (way != before) corners.push_back({static_cast<float>(x), static_cast<float>(y)});
      taken(x, y, way) = 1;
      x += static_cast<int>(kWays[way].x);
      y += static_cast<int>(kWays[way].y);
      before = way;
      for (const std::size_t turn : {1u, 0u, 3u})
        if (is_edge(x, y, (before + turn) % 4)) {
          way = (before + turn) % 4;
          break;
        }
    }
    corners.push_back(corners.front());
    return corners;
  }

  void add(const std::vector<Vec2>& loop) {
    const float side = static_cast<float>(std::max(image_.width, image_.height));
    const std::vector<Vec2> points = thinned(loop, std::max(std::min(0.8f, side / 10), side / 40));
    const Vec2 half{static_cast<float>(image_.width) / 2, static_cast<float>(image_.height) / 2};
    const auto place = [half](Vec2 p) { return Vec2{p.x / half.x - 1, p.y / half.y - 1}; };
    for (std::size_t i = 1; i < points.size(); ++i)
      pieces_.push_back({place(points[i - 1]), place(points[i])});
  }

  const Image& image_;
  int most_;                         // greatest alpha of the image
  std::vector<std::uint8_t> taken_;  // [lattice point][direction]: 1 if a loop has the edge
  std::vector<OutlinePiece> pieces_;
};

}  // namespace

std::vector<OutlinePiece> outline_of(const Image& image) { return Walk(image).run(); }

}  // namespace phasebox
