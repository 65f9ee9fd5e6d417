// SPDX-License-Identifier: MIT
// Sorts edges by color and place, and joins those that meet or overlap.
#include "view/merged_edges.hpp"

#include <span>

#include "view/draw_list.hpp"

namespace phasebox {

void MergedEdges::add(const Aabb& box, Color color) {
  constexpr float kMost = 0xFFFF;
  const Aabb on_screen = camera_.to_screen(box);
  const std::uint8_t number = number_of(color);
  const auto room = [&](Axis axis) {
    return std::min(along(extent(camera_.viewport), axis), kMost);
  };
  const auto whole = [](float v) { return static_cast<std::uint16_t>(v); };
  for (const Axis axis : {Axis::x, Axis::y}) {
    const Axis across = other(axis);
    const float from = std::max(begin_of(low(on_screen, axis), axis), 0.0f);
    const float to = std::min(begin_of(high(on_screen, axis), axis) + width_, room(axis));
    for (const float place : {low(on_screen, across), high(on_screen, across)}) {
      const float at = begin_of(place, across);
      if (at >= 0 && at < room(across) && from < to)
        edges_[static_cast<std::size_t>(axis)].push_back(
            {whole(at), whole(from), whole(to), number});
    }
  }
}

void MergedEdges::draw(Layer& fills) {
  constexpr unsigned kPlaceBits = 16, kColorBits = 8;
  const auto key = [](const Edge& e) {
    return std::uint64_t{e.color} << 2 * kPlaceBits | std::uint64_t{e.at} << kPlaceBits | e.from;
  };
  for (const Axis axis : {Axis::x, Axis::y}) {
    const auto sorted = sort_.sort(std::span(edges_[static_cast<std::size_t>(axis)]),
                                   2 * kPlaceBits + kColorBits, key);
    for (std::size_t k = 0; k < sorted.size();) {
      Edge line = sorted[k++];
      const auto goes_on = [&](const Edge& next) {
        return next.color == line.color && next.at == line.at && next.from <= line.to;
      };
      for (; k < sorted.size() && goes_on(sorted[k]); ++k)
        line.to = std::max(line.to, sorted[k].to);
      const Vec2 begin = camera_.viewport.min + on_axis(axis, line.from, line.at);
      fills.add(begin, begin + on_axis(axis, static_cast<float>(line.to - line.from), width_),
                colors_[line.color]);
    }
  }
}

}  // namespace phasebox
