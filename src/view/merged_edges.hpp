// SPDX-License-Identifier: MIT
// Outlines of many boxes side by side, drawn as few rectangles.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/geometry.hpp"
#include "base/radix_sort.hpp"
#include "view/camera.hpp"
#include "view/theme.hpp"

namespace phasebox {

struct Layer;

/// Draws outlines of boxes that lie side by side, as in a grid. Edges of one color that meet or
/// overlap on the same line of the screen become a single filled rectangle. Without a GPU,
/// thousands of separate outlines would cost more than all else. O(boxes); allocates only for more
/// boxes than before.
class MergedEdges {
 public:
  /// Begins a new set of outlines. Their lines are as many screen px wide as the line scale says,
  /// rounded, at least one.
  void begin(const Camera& camera) {
    camera_ = camera;
    width_ = std::max(1.0f, std::floor(camera.line_scale + 0.5f));
    colors_.clear();
    for (auto& edges : edges_) edges.clear();
  }
  /// Adds the outline of a box in world px. After 256 colors, further ones are drawn like the last.
  void add(const Aabb& box, Color color);
  /// Adds a rectangle in screen px for every merged line to `fills`, a layer of that space.
  void draw(Layer& fills);

 private:
  // An edge in screen px from the corner of the viewport: it covers pixels `from` to `to` along its
  // axis, and begins at pixel `at` across it.
  struct Edge {
    std::uint16_t at, from, to;
    std::uint8_t color;  // index into colors_
  };

  // The index of the color in colors_, which gets it if it is new.
  std::uint8_t number_of(Color color) {
    const auto known = std::ranges::find(colors_, color);
    const auto number = static_cast<std::size_t>(known - colors_.begin());
    if (known == colors_.end() && number <= 0xFF) colors_.push_back(color);
    return static_cast<std::uint8_t>(std::min<std::size_t>(number, 0xFF));
  }
  float begin_of(float screen, Axis axis) const {
    // The first of the pixels that a line through that place covers, as the renderer places
    // outlines.
    screen -= low(camera_.viewport, axis);
    const bool is_odd = std::fmod(width_, 2.0f) > 0.5f;
    return is_odd ? std::floor(screen) - (width_ - 1) / 2 : std::floor(screen + 0.5f) - width_ / 2;
  }

  Camera camera_;
  float width_ = 1;  // screen px
  std::vector<Color> colors_;
  std::array<std::vector<Edge>, 2> edges_;  // [axis along which they run]
  RadixSort<Edge, 40> sort_;
};

}  // namespace phasebox
