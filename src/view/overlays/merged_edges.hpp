// SPDX-License-Identifier: MIT
// The edges of many boxes, each drawn once.
#pragma once
#include <cstdint>
#include <vector>

#include "base/radix_sort.hpp"
#include "view/camera.hpp"
#include "view/theme.hpp"

namespace phasebox {

struct Layer;

/// Outlines of boxes that lie side by side, as the cells of a grid do: edges of one color that meet
/// on the screen become one line. Where a processor draws, thousands of outlines cost more than all
/// else. O(boxes); allocates only while it grows.
class MergedEdges {
 public:
  /// For lines of one screen px, by the line scale of that camera.
  void begin(const Camera&);
  /// Of a box in world px, in at most 256 colors.
  void add(const Aabb& box, Color color);
  /// Fills of all lines, in screen px.
  void draw(Layer& fills);

 private:
  // One edge: along x (level) or y (upright). Screen px from the corner of the viewport.
  struct Edge {
    std::uint16_t at, from, to;
    std::uint8_t color;  // of colors_
  };
  using Edges = std::vector<Edge>;

  std::uint8_t number_of(Color color);
  float begin_of(float screen) const;
  void add(Edges& edges, float at, float from, float to, std::uint8_t color, float most_at,
           float most_to) const;
  template <class Place>
  void draw(Edges& edges, Layer& fills, Place place);

  Camera camera_;
  float width_ = 1;  // screen px
  std::vector<Color> colors_;
  Edges level_, upright_;
  RadixSort<Edge, 40> sort_;
};

}  // namespace phasebox
