// SPDX-License-Identifier: MIT
// What the 3D view puts into which pixel, without a window.
#include "view/gl/space_renderer.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "sample.hpp"
#include "view/gl/atlas.hpp"
#include "view/gl/offscreen.hpp"
#include "view/gl/renderer.hpp"
#include "view/space/space_view.hpp"

namespace phasebox::test {
namespace space_renderer_test {

constexpr int kWidth = 400, kHeight = 300;
constexpr Color kRed{255, 0, 0}, kGreen{0, 255, 0};

std::shared_ptr<const Image> plain(const char* name, Color c, int width, int height) {
  std::vector<std::uint8_t> rgba;
  for (int i = 0; i < width * height; ++i) rgba.insert(rgba.end(), {c.r, c.g, c.b, c.a});
  return *make_image(name, width, height, rgba);
}

class SpaceDrawing : public testing::Test {
 protected:
  void SetUp() override {
    auto offscreen = Offscreen::create(kWidth, kHeight);
    ASSERT_TRUE(offscreen) << offscreen.error().text;
    offscreen_ = std::move(*offscreen);
    auto renderer = Renderer::create();
    ASSERT_TRUE(renderer) << renderer.error().text;
    renderer_ = std::move(*renderer);
    auto space = SpaceRenderer::create(0);
    ASSERT_TRUE(space) << space.error().text;
    space_ = std::move(*space);
    camera_.viewport = {{100, 20}, {380, 260}};
  }
  void TearDown() override {
    if (offscreen_) offscreen_->make_current();
    space_.reset();
    renderer_.reset();
  }

  void draw(Session& session, const ViewOptions& options, float yaw, float pitch) {
    EventLog trace(10'000);
    session.trace(trace);
    draw_space(session, trace.broad.events(), options, {}, Detail::full, list_);
    camera_.reset(list_.ground, 60);
    camera_.yaw = yaw, camera_.pitch = pitch;
    show(session);
  }
  void show(const Session& session) {
    space_->draw(list_, session.images(), renderer_->atlas(session.images()), camera_, kWidth,
                 kHeight);
    pixels_ = offscreen_->pixels();
  }
  Color at(int x, int y) const {
    const auto* p = pixels_.data() + 4 * (y * kWidth + x);
    return {p[0], p[1], p[2], p[3]};
  }
  Color at(Vec3 p) const {
    const Vec2 s = camera_.to_screen(p).value_or(Vec2{});
    return at(static_cast<int>(s.x), static_cast<int>(s.y));
  }
  static Vec3 top_of(const Solid& s) { return {s.center.x, s.top, s.center.y}; }
  static Vec3 middle_of(const Solid& s) { return {s.center.x, (s.base + s.top) / 2, s.center.y}; }

  std::unique_ptr<Offscreen> offscreen_;
  std::unique_ptr<Renderer> renderer_;
  std::unique_ptr<SpaceRenderer> space_;
  OrbitCamera camera_;
  SpaceList list_;
  std::vector<std::uint8_t> pixels_;
};

// Big sprites on a field without anything else.
ViewOptions only_sprites() {
  ViewOptions options;
  options.overlays = {};
  return options;
}

TEST_F(SpaceDrawing, a_sprite_has_its_own_colors_on_top_at_every_angle) {
  const auto session = session_of(quarters(200, 200), {sprite_at({640, 360})});
  constexpr std::array<Color, 4> kQuarters{{{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 0}}};
  for (const auto& [yaw, pitch] : {std::pair{0.0f, 89.0f}, {-20.0f, 48.0f}, {130.0f, 35.0f}}) {
    draw(*session, only_sprites(), yaw, pitch);
    const Solid& s = list_.solids[0];
    for (std::size_t k = 0; k < 4; ++k) {
      const Vec2 corner{k & 1 ? 0.5f : -0.5f, k & 2 ? 0.5f : -0.5f};
      const Vec2 p = s.center + s.half_x * corner.x + s.half_y * corner.y;
      EXPECT_EQ(at(Vec3{p.x, s.top, p.y}), kQuarters[k]) << yaw << " " << pitch << " " << k;
    }
  }
}

TEST_F(SpaceDrawing, a_nearer_sprite_hides_a_farther_one) {
  auto session = session_of(plain("red", kRed, 120, 120), {sprite_at({640, 200})});
  session->apply(command::AddImage{plain("green", kGreen, 120, 120)});
  Sprite near = sprite_at({640, 420});
  near.image = static_cast<std::uint16_t>(session->images().size() - 1);
  session->apply(command::AddSprite{near});
  session->detect();
  ViewOptions options = only_sprites();
  options.extrusion = 150;
  const auto hue = [&](const Color& c) { return c.r > c.g ? 'r' : c.g > c.r ? 'g' : '-'; };
  draw(*session, options, 0, 10);
  EXPECT_EQ(hue(at(middle_of(list_.solids[0]))), 'g');
  draw(*session, options, 180, 10);
  EXPECT_EQ(hue(at(middle_of(list_.solids[1]))), 'r');
  draw(*session, options, 0, 89);
  EXPECT_EQ(hue(at(top_of(list_.solids[0]))), 'r');
  EXPECT_EQ(hue(at(top_of(list_.solids[1]))), 'g');
}

TEST_F(SpaceDrawing, the_ground_is_seen_through_a_hole) {
  std::vector<std::uint8_t> rgba(40 * 40 * 4, 255);
  for (std::size_t y = 8; y < 32; ++y)
    for (std::size_t x = 8; x < 32; ++x) rgba[(y * 40 + x) * 4 + 3] = 0;
  const auto session = session_of(*make_image("frame", 40, 40, rgba), {sprite_at({640, 360}, 8)});
  draw(*session, only_sprites(), 0, 89);
  EXPECT_EQ(at(Vec3{0, 0, 0}), list_.floor);
  EXPECT_NE(at(top_of(list_.solids[0]) + Vec3{144, 0, 0}), list_.floor);
}

TEST_F(SpaceDrawing, plates_lie_above_what_is_under_them_and_let_it_through) {
  const auto session = session_of(plain("red", kRed, 200, 200), {sprite_at({640, 360})});
  draw(*session, only_sprites(), 0, 89);
  const Vec3 on_top = top_of(list_.solids[0]);
  list_.plates.push_back({{{-300, -300}, {300, 300}}, 200, Color{0, 0, 255, 128}});
  list_.plates.push_back({{{-300, -300}, {300, 300}}, 0, kGreen});
  show(*session);
  const Color c = at(on_top);
  EXPECT_NEAR(c.r, 127, 3);
  EXPECT_NEAR(c.b, 128, 3);
  EXPECT_EQ(c.g, 0) << "a plate under the sprite is hidden by it";
}

TEST_F(SpaceDrawing, nothing_is_drawn_outside_the_pane) {
  const auto session = session_of(plain("red", kRed, 600, 600), {sprite_at({640, 360})});
  draw(*session, {}, -20, 48);
  for (int i = 0; i < 20; ++i) camera_.zoom_at({240, 140}, 1.3f);
  show(*session);
  int outside = 0, inside = 0;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) {
      const bool is_inside = x >= 100 && x < 380 && y >= 20 && y < 260;
      const bool is_black = at(x, y) == Color{0, 0, 0};
      if (!is_black) ++(is_inside ? inside : outside);
    }
  EXPECT_EQ(outside, 0);
  EXPECT_EQ(inside, 280 * 240);
}

TEST_F(SpaceDrawing, the_same_session_gives_the_same_pixels) {
  Session session(test_images());
  for (int i = 0; i < 30; ++i) session.step();
  draw(session, {}, -20, 48);
  const auto first = pixels_;
  draw(session, {}, 60, 20);
  EXPECT_NE(pixels_, first);
  draw(session, {}, -20, 48);
  EXPECT_EQ(pixels_, first);
}

TEST_F(SpaceDrawing, the_field_is_drawn_as_before_after_the_3d_view) {
  Session session(test_images());
  session.step();
  Camera camera;
  camera.viewport = {{0, 0}, {100, 300}};
  camera.show_field(session.field(), 0);
  DrawList field;
  draw_session(session, nullptr, {}, camera, {}, Detail::full, field);
  const auto draw_flat = [&] {
    renderer_->draw(field, session.images(), camera, kWidth, kHeight, {20, 20, 20});
    return offscreen_->pixels();
  };
  const auto before = draw_flat();
  draw(session, {}, -20, 48);
  const auto after = draw_flat();
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < 100; ++x)
      for (int k = 0; k < 4; ++k) {
        const auto i = static_cast<std::size_t>(4 * (y * kWidth + x) + k);
        ASSERT_EQ(before[i], after[i]) << x << " " << y;
      }
}

}  // namespace space_renderer_test
}  // namespace phasebox::test
