// SPDX-License-Identifier: MIT
// A draw list keeps its order and its memory.
#include "view/draw_list.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "view/merged_edges.hpp"

namespace phasebox::test {
namespace draw_list_test {

TEST(DrawList, keeps_layers_in_the_order_in_which_they_were_opened) {
  DrawList list;
  Layer& below = list.layer(Layer::Kind::fill);
  Layer& above = list.layer(Layer::Kind::line, 3, Layer::Space::screen);
  above.add({0, 0}, {1, 1}, {});
  below.add({{0, 0}, {1, 1}}, {});
  below.add({{0, 0}, {1, 1}}, {});
  ASSERT_EQ(list.layer_count(), 2u);
  EXPECT_EQ(list[0].kind, Layer::Kind::fill);
  EXPECT_EQ(list[0].shapes.size(), 2u);
  EXPECT_EQ(list[1].space, Layer::Space::screen);
  EXPECT_EQ(list[1].thickness, 3);
}

TEST(DrawList, has_its_layers_stay_where_they_are_while_others_are_opened) {
  DrawList list;
  Layer& first = list.layer(Layer::Kind::fill);
  for (int i = 0; i < 1000; ++i) list.layer(Layer::Kind::line);
  EXPECT_EQ(&first, &list[0]);
}

TEST(DrawList, puts_pictures_between_the_layers_opened_before_and_after) {
  DrawList list;
  list.layer(Layer::Kind::fill);
  list.open_pictures().emplace_back();
  list.layer(Layer::Kind::line);
  EXPECT_EQ(list.pictures_after(), 1u);
  EXPECT_EQ(list.pictures().size(), 1u);
}

TEST(DrawList, is_empty_after_clear_and_uses_its_memory_again) {
  DrawList list;
  list.layer(Layer::Kind::fill).shapes.resize(100);
  list.clear();
  EXPECT_EQ(list.layer_count(), 0u);
  Layer& again = list.layer(Layer::Kind::hatch);
  EXPECT_TRUE(again.shapes.empty());
  EXPECT_GE(again.shapes.capacity(), 100u);
}

// ---- Edges of boxes that lie side by side are drawn once.

constexpr Color kRed{255, 0, 0, 255}, kBlue{0, 0, 255, 255};

Camera camera_at(Vec2 corner) {
  Camera camera;
  camera.viewport = {corner, corner + Vec2{200, 100}};
  camera.center = {100, 50};
  return camera;
}

/// The shapes in px from the corner of the viewport.
std::vector<Shape> drawn(const Camera& camera, const std::vector<std::pair<Aabb, Color>>& boxes) {
  MergedEdges edges;
  edges.begin(camera);
  for (const auto& [box, color] : boxes) edges.add(box, color);
  Layer layer;
  edges.draw(layer);
  for (Shape& s : layer.shapes) s.a -= camera.viewport.min, s.b -= camera.viewport.min;
  return layer.shapes;
}

using Pixels = std::set<std::pair<int, int>>;

Pixels pixels_of(const std::vector<Shape>& shapes, Color color) {
  Pixels all;
  for (const Shape& s : shapes)
    for (int y = static_cast<int>(s.a.y); y < static_cast<int>(s.b.y) && s.color == color; ++y)
      for (int x = static_cast<int>(s.a.x); x < static_cast<int>(s.b.x); ++x) all.emplace(x, y);
  return all;
}

/// Of outlines of one px, as the renderer snaps them.
Pixels outlines(const std::vector<std::pair<Aabb, Color>>& boxes, Color color) {
  Pixels all;
  const auto add = [&](int x, int y) {
    if (x >= 0 && x < 200 && y >= 0 && y <= 100) all.emplace(x, y);
  };
  for (const auto& [box, own] : boxes) {
    if (own != color) continue;
    const auto px = [](float v) { return static_cast<int>(std::floor(v)); };
    const int left = px(box.min.x), top = px(box.min.y), right = px(box.max.x),
              bottom = px(box.max.y);
    for (int x = left; x <= right; ++x) add(x, top), add(x, bottom);
    for (int y = top; y <= bottom; ++y) add(left, y), add(right, y);
  }
  return all;
}

TEST(MergedEdges, of_a_grid_are_one_line_for_each_row_and_column) {
  std::vector<std::pair<Aabb, Color>> cells;
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 16; ++x) {
      const Vec2 at{10 + 10 * static_cast<float>(x), 10 + 10 * static_cast<float>(y)};
      cells.push_back({{at, at + Vec2{10, 10}}, kRed});
    }
  const std::vector<Shape> lines = drawn(camera_at({0, 0}), cells);
  EXPECT_EQ(lines.size(), 9u + 17u);
  EXPECT_EQ(pixels_of(lines, kRed), outlines(cells, kRed));
}

TEST(MergedEdges, cover_the_pixels_of_the_outlines_wherever_the_boxes_lie) {
  Random random(3);
  std::vector<std::pair<Aabb, Color>> boxes;
  for (int k = 0; k < 300; ++k) {
    const float x = random.uniform(-20, 210), y = random.uniform(-20, 99);
    const float width = random.uniform(0, 30), height = random.uniform(0, 30);
    boxes.push_back({{{x, y}, {x + width, std::min(y + height, 99.0f)}}, k % 2 ? kRed : kBlue});
  }
  for (const Vec2 corner : {Vec2{0, 0}, Vec2{37, 11}}) {
    const std::vector<Shape> lines = drawn(camera_at(corner), boxes);
    for (const Color color : {kRed, kBlue})
      EXPECT_EQ(pixels_of(lines, color), outlines(boxes, color));
  }
}

TEST(MergedEdges, are_as_thick_as_the_line_scale) {
  Camera camera = camera_at({0, 0});
  camera.line_scale = 2;
  const std::vector<Shape> lines = drawn(camera, {{{{20, 20}, {60, 40}}, kRed}});
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0].a, (Vec2{19, 19}));
  EXPECT_EQ(lines[0].b, (Vec2{61, 21})) << "level, the upper one";
}

TEST(MergedEdges, of_colors_that_differ_are_not_merged) {
  const std::vector<Shape> lines =
      drawn(camera_at({0, 0}), {{{{10, 10}, {20, 20}}, kRed}, {{{20, 10}, {30, 20}}, kBlue}});
  EXPECT_EQ(lines.size(), 8u);
}

}  // namespace draw_list_test
}  // namespace phasebox::test
