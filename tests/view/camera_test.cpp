// SPDX-License-Identifier: MIT
// The camera maps the world to the screen and back.
#include "view/camera.hpp"

#include <gtest/gtest.h>

namespace phasebox {
namespace camera_test {

void expect_near(Vec2 a, Vec2 b, float tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
}

TEST(Camera, maps_to_the_screen_and_back) {
  for (const float zoom : {0.05f, 1.0f, 3.7f, 64.0f})
    for (const Vec2 p : {Vec2{0, 0}, Vec2{640, 360}, Vec2{-100, 2000.5f}}) {
      SCOPED_TRACE(zoom);
      const Camera camera{.viewport = {{20, 30}, {820, 630}}, .center = {400, 300}, .zoom = zoom};
      expect_near(camera.to_world(camera.to_screen(p)), p, 1e-3f);
    }
}

TEST(Camera, shows_its_center_in_the_middle_of_the_viewport) {
  const Camera camera{.viewport = {{100, 0}, {300, 100}}, .center = {7, 9}, .zoom = 2};
  expect_near(camera.to_screen(Vec2{7, 9}), {200, 50}, 0);
  EXPECT_EQ(camera.visible(), (Aabb{{-43, -16}, {57, 34}}));
}

TEST(Camera, zoom_at_keeps_the_point_under_the_pointer) {
  Camera camera{.viewport = {{0, 0}, {1280, 720}}, .center = {640, 360}};
  const Vec2 pointer{1000, 80};
  for (const float factor : {1.25f, 3.0f, 0.1f, 100.0f, 1e-6f}) {
    SCOPED_TRACE(factor);
    const Vec2 before = camera.to_world(pointer);
    camera.zoom_at(pointer, factor);
    expect_near(camera.to_screen(before), pointer, 0.01f);
    EXPECT_GE(camera.zoom, Camera::kMinZoom);
    EXPECT_LE(camera.zoom, Camera::kMaxZoom);
  }
}

TEST(Camera, fit_shows_the_whole_world_within_the_margin) {
  Camera camera{.viewport = {{0, 0}, {800, 600}}};
  const Aabb world{{-50, 20}, {1230, 740}};
  camera.fit(world, 10);
  const Aabb on_screen = camera.to_screen(world);
  EXPECT_TRUE(contains(Aabb{{9.99f, 9.99f}, {790.01f, 590.01f}}, on_screen));
  EXPECT_NEAR(extent(on_screen).x, 780, 0.01);
}

TEST(Camera, fits_a_point_and_a_viewport_without_room) {
  Camera camera{.viewport = {{0, 0}, {8, 8}}};
  camera.fit({{5, 5}, {5, 5}}, 20);
  EXPECT_TRUE(std::isfinite(camera.zoom));
  expect_near(camera.to_screen(Vec2{5, 5}), {4, 4}, 0);
}

TEST(Camera, pan_moves_the_picture_with_the_pointer) {
  Camera camera{.zoom = 4};
  const Vec2 before = camera.to_screen(Vec2{10, 10});
  camera.pan({12, -8});
  expect_near(camera.to_screen(Vec2{10, 10}), before + Vec2{12, -8}, 1e-3f);
}

}  // namespace camera_test
}  // namespace phasebox
