// SPDX-License-Identifier: MIT
// What the renderer puts into which pixel, without a window.
#include "view/gl/renderer.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "sample.hpp"
#include "view/gl/gl_objects.hpp"
#include "view/gl/offscreen.hpp"
#include "view/gl/space_renderer.hpp"
#include "view/space/space_view.hpp"

namespace phasebox::test {
namespace renderer_test {

constexpr Color kBlack{0, 0, 0, 255}, kRed{255, 0, 0, 255}, kWhite{255, 255, 255, 255};

/// A renderer that draws into memory.
template <int kW, int kH>
class OffscreenTest : public testing::Test {
 protected:
  static constexpr int kWidth = kW, kHeight = kH;

  void SetUp() override {
    auto offscreen = Offscreen::create(kWidth, kHeight);
    ASSERT_FALSE(offscreen.failed()) << offscreen.error().text;
    offscreen_ = std::move(*offscreen);
    auto renderer = Renderer::create();
    ASSERT_FALSE(renderer.failed()) << renderer.error().text;
    renderer_ = std::move(*renderer);
  }
  void TearDown() override {
    if (offscreen_) offscreen_->make_current();
    renderer_.reset();
  }

  Color at(int x, int y) const {
    const auto* p = pixels_.data() + 4 * (y * kWidth + x);
    return {p[0], p[1], p[2], p[3]};
  }

  std::unique_ptr<Offscreen> offscreen_;
  std::unique_ptr<Renderer> renderer_;
  std::vector<std::uint8_t> pixels_;
};

class Drawing : public OffscreenTest<120, 80> {
 protected:
  void SetUp() override {
    OffscreenTest::SetUp();
    camera_.viewport = {{0, 0}, {kWidth, kHeight}};
    camera_.center = {kWidth / 2.0f, kHeight / 2.0f};
  }

  void draw(Color background = kBlack) {
    renderer_->draw(list_, images_, camera_, kWidth, kHeight, background);
    pixels_ = offscreen_->pixels();
  }
  Picture& add_picture(Vec2 center, Vec2 half, std::uint16_t image = 0) {
    return list_.open_pictures().emplace_back(
        Picture{.center = center, .half_x = {half.x, 0}, .half_y = {0, half.y}, .image = image});
  }
  int count(Color color) const {
    int n = 0;
    for (int y = 0; y < kHeight; ++y)
      for (int x = 0; x < kWidth; ++x) n += at(x, y) == color;
    return n;
  }

  ImageSet images_;
  Camera camera_;
  DrawList list_;
};

TEST_F(Drawing, fills_exactly_the_pixels_of_a_rectangle) {
  list_.layer(Layer::Kind::fill).add({{10, 20}, {30, 25}}, kRed);
  draw();
  EXPECT_EQ(count(kRed), 20 * 5);
  EXPECT_EQ(count(kBlack), kWidth * kHeight - 100);
  EXPECT_EQ(at(10, 20), kRed);
  EXPECT_EQ(at(29, 24), kRed);
}

TEST_F(Drawing, shows_a_rectangle_of_no_size_as_one_pixel) {
  list_.layer(Layer::Kind::fill).add({{10, 20}, {10, 20}}, kRed);
  draw();
  EXPECT_EQ(count(kRed), 1);
}

TEST_F(Drawing, outlines_with_sharp_lines_wherever_the_box_lies) {
  for (const float shift : {0.0f, 0.3f, 0.5f, 0.9f}) {
    SCOPED_TRACE(shift);
    list_.clear();
    list_.layer(Layer::Kind::outline).add({{10 + shift, 20}, {30 + shift, 40}}, kRed);
    draw();
    EXPECT_EQ(count(kRed), 4 * 20);
    EXPECT_EQ(count(kBlack), kWidth * kHeight - 4 * 20);
  }
}

// Small ones are drawn in another way: both must put ink into the same pixels.
TEST_F(Drawing, outlines_boxes_of_all_sizes_alike) {
  for (const float thickness : {1.0f, 2.0f, 3.0f})
    for (const float shift : {0.0f, 0.3f, 0.5f, 0.9f})
      for (int side = 0; side < 24; ++side) {
        SCOPED_TRACE(testing::Message() << side << " px at " << shift << ", " << thickness);
        list_.clear();
        const Vec2 a{20 + shift, 30}, b = a + Vec2{static_cast<float>(side), 9};
        list_.layer(Layer::Kind::outline, thickness).add({a, b}, kRed);
        draw();
        const int width = side + static_cast<int>(thickness),
                  height = 9 + static_cast<int>(thickness);
        const int inner = std::max(0, width - 2 * static_cast<int>(thickness)) *
                          std::max(0, height - 2 * static_cast<int>(thickness));
        ASSERT_EQ(count(kRed), width * height - inner);
      }
}

TEST_F(Drawing, draws_axis_parallel_lines_sharp_and_others_smooth) {
  list_.layer(Layer::Kind::line).add({10, 20.4f}, {50, 20.4f}, kRed);
  draw();
  EXPECT_EQ(at(30, 20), kRed);
  EXPECT_EQ(at(30, 19), kBlack);
  EXPECT_EQ(at(30, 21), kBlack);
  list_.clear();
  list_.layer(Layer::Kind::line).add({10, 10}, {90, 37}, kRed);
  draw();
  int shades = 0;
  for (int x = 20; x < 80; ++x)
    for (int y = 0; y < kHeight; ++y) shades += at(x, y).r > 0 && at(x, y).r < 255;
  EXPECT_GT(shades, 30);
}

TEST_F(Drawing, leaves_gaps_in_dashed_lines_and_outlines) {
  list_.layer(Layer::Kind::dashed_line).add({10, 20.5f}, {110, 20.5f}, kRed);
  list_.layer(Layer::Kind::dashed_outline).add({{10.5f, 30.5f}, {100.5f, 70.5f}}, kRed);
  draw();
  int line = 0, top = 0;
  for (int x = 10; x < 110; ++x) line += at(x, 20) == kRed;
  for (int x = 10; x < 100; ++x) top += at(x, 30) == kRed;
  EXPECT_NEAR(line, 55, 10);
  EXPECT_NEAR(top, 50, 10);
}

TEST_F(Drawing, draws_discs_and_rings_round) {
  list_.layer(Layer::Kind::disc).add({{10, 10}, {50, 50}}, kRed);
  list_.layer(Layer::Kind::ring).add({{60, 10}, {100, 50}}, kRed);
  draw();
  EXPECT_EQ(at(30, 30), kRed);
  EXPECT_EQ(at(11, 11), kBlack);
  EXPECT_NEAR(count(kRed), 3.1416 * 20 * 20, 80);
  EXPECT_EQ(at(80, 30), kBlack);
}

TEST_F(Drawing, mixes_by_alpha) {
  list_.layer(Layer::Kind::fill).add({{0, 0}, {50, 50}}, kRed.with_alpha(0.5f));
  draw(kWhite);
  EXPECT_NEAR(at(10, 10).g, 128, 2);
  EXPECT_EQ(at(10, 10).a, 255);
}

TEST_F(Drawing, draws_later_layers_above_earlier_ones_and_pictures_between) {
  images_.add(make_solid_image("white", 20, 20));
  list_.layer(Layer::Kind::fill).add({{0, 0}, {40, 40}}, kRed);
  add_picture({20, 20}, {10, 10});
  list_.layer(Layer::Kind::fill).add({{20, 20}, {25, 25}}, {0, 0, 255});
  draw();
  EXPECT_EQ(at(5, 5), kRed);
  EXPECT_EQ(at(15, 15), kWhite);
  EXPECT_EQ(at(22, 22), (Color{0, 0, 255}));
}

TEST_F(Drawing, touches_nothing_outside_the_viewport) {
  draw(kWhite);
  camera_.viewport = {{20, 10}, {60, 50}};
  list_.layer(Layer::Kind::fill).add({{-1000, -1000}, {1000, 1000}}, kRed);
  draw();
  EXPECT_EQ(count(kRed), 40 * 40);
  EXPECT_EQ(at(20, 10), kRed);
  EXPECT_EQ(at(59, 49), kRed);
  EXPECT_EQ(at(19, 10), kWhite);
  EXPECT_EQ(at(60, 50), kWhite);
}

TEST_F(Drawing, copies_an_upright_picture_pixel_by_pixel) {
  images_.add(quarters(20, 12));
  add_picture({40, 30}, {10, 6});
  draw();
  EXPECT_EQ(count(kBlack), kWidth * kHeight - 20 * 12);
  EXPECT_EQ(count(kRed), 10 * 6);
  EXPECT_EQ(at(30, 24), kRed);
  EXPECT_EQ(at(39, 29), kRed);
  EXPECT_EQ(at(40, 29), (Color{0, 255, 0}));
  EXPECT_EQ(at(39, 30), (Color{0, 0, 255}));
  EXPECT_EQ(at(49, 35), (Color{255, 255, 0}));
}

TEST_F(Drawing, tints_glows_and_outlines_a_picture) {
  images_.add(make_solid_image("white", 20, 20));
  Picture& tinted = add_picture({40, 40}, {10, 10});
  tinted.tint = {0, 255, 0}, tinted.outline = kRed;
  draw();
  EXPECT_EQ(at(40, 40), (Color{0, 255, 0}));
  EXPECT_EQ(at(28, 40), kRed);
  EXPECT_EQ(at(29, 40), kRed);
  EXPECT_EQ(at(27, 40), kBlack);
  list_.clear();
  add_picture({40, 40}, {10, 10}).glow = kRed.with_alpha(0.5f);
  draw();
  EXPECT_NEAR(at(40, 40).g, 128, 2);
}

// A white disc, or ring if `inner` is above 0, in the middle of a transparent image, px.
std::shared_ptr<const Image> disc_image(int side, float radius, float inner = 0) {
  std::vector<std::uint8_t> rgba;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const float half = static_cast<float>(side) * 0.5f - 0.5f;
      const float r = std::hypot(static_cast<float>(x) - half, static_cast<float>(y) - half);
      const std::uint8_t alpha = r < radius && r >= inner ? 255 : 0;
      rgba.insert(rgba.end(), {255, 255, 255, alpha});
    }
  return *make_image("disc", side, side, rgba);
}

TEST_F(Drawing, outlines_a_silhouette_by_as_many_pixels_at_every_zoom) {
  images_.add(disc_image(128, 40));
  Picture& disc = add_picture({kWidth / 2.0f, kHeight / 2.0f}, {64, 64});
  disc.outline = kRed;
  for (const float zoom : {0.125f, 0.25f, 0.5f, 0.8f}) {
    SCOPED_TRACE(zoom);
    camera_.zoom = zoom;
    draw();
    // What is red and not white, along the row through the middle, on each side.
    float left = 0, right = 0;
    for (int x = 0; x < kWidth; ++x)
      (x < kWidth / 2 ? left : right) +=
          static_cast<float>(at(x, kHeight / 2).r - at(x, kHeight / 2).g) / 255;
    EXPECT_NEAR(left, kPictureOutline, 0.7f);
    EXPECT_NEAR(right, kPictureOutline, 0.7f);
    const int inside = kWidth / 2 - static_cast<int>(40 * zoom) + 2;
    EXPECT_EQ(at(inside, kHeight / 2), kWhite);
    const int outside = kWidth / 2 - static_cast<int>(40 * zoom) - 5;
    EXPECT_EQ(at(outside, kHeight / 2), kBlack);
  }
}

TEST_F(Drawing, outlines_a_magnified_silhouette_along_its_texels) {
  images_.add(disc_image(16, 6));
  add_picture({kWidth / 2.0f, kHeight / 2.0f}, {8, 8}).outline = kRed;
  camera_.zoom = 4;
  draw();
  const int edge = kWidth / 2 - 6 * 4;  // the disc's leftmost texel begins here
  EXPECT_EQ(at(edge + 1, kHeight / 2), kWhite);
  EXPECT_EQ(at(edge - 1, kHeight / 2), kRed);
  EXPECT_EQ(at(edge - 4, kHeight / 2), kBlack);
}

TEST_F(Drawing, outlines_the_holes_of_a_picture_and_leaves_their_middle_free) {
  images_.add(disc_image(64, 30, 15));
  add_picture({kWidth / 2.0f, kHeight / 2.0f}, {32, 32}).outline = kRed;
  draw();
  EXPECT_EQ(at(kWidth / 2, kHeight / 2), kBlack);
  EXPECT_EQ(at(kWidth / 2 - 14, kHeight / 2), kRed);
  EXPECT_EQ(at(kWidth / 2 - 20, kHeight / 2), kWhite);
  EXPECT_EQ(at(kWidth / 2 - 31, kHeight / 2), kRed);
}

// The distances of one image must not reach into the outline of its neighbor in the atlas.
TEST_F(Drawing, outlines_a_small_picture_of_a_large_image_without_its_neighbors) {
  images_.add(make_solid_image("white", 256, 256));
  images_.add(disc_image(256, 20));
  images_.add(make_solid_image("white", 256, 256));
  add_picture({kWidth / 2.0f, kHeight / 2.0f}, {20, 20}, 1).outline = kRed;
  draw();
  const int red = count(kRed);
  EXPECT_GT(red, 0);
  for (int x = 0; x < kWidth; ++x) {
    EXPECT_EQ(at(x, kHeight / 2 - 19), kBlack) << x;
    EXPECT_EQ(at(x, kHeight / 2 + 19), kBlack) << x;
  }
}

// A soft image has an outline where it is opaque, and not around all of its halo.
TEST_F(Drawing, outlines_the_body_of_a_soft_picture) {
  std::vector<std::uint8_t> rgba;
  for (int i = 0; i < 32 * 32; ++i) {
    const bool is_body = i % 32 >= 12 && i % 32 < 20;
    rgba.insert(rgba.end(), {255, 255, 255, static_cast<std::uint8_t>(is_body ? 255 : 40)});
  }
  images_.add(*make_image("halo", 32, 32, rgba));
  add_picture({40, 30}, {16, 16}).outline = kRed;
  draw();
  EXPECT_EQ(at(40, 30), kWhite);
  EXPECT_GT(at(35, 30).r - at(35, 30).g, 200);  // beside the body
  EXPECT_LT(at(28, 30).r - at(28, 30).g, 60);   // in the halo
}

TEST_F(Drawing, takes_images_added_later) {
  images_.add(quarters(8, 8));
  draw();
  for (int i = 0; i < 40; ++i) images_.add(make_solid_image("more", 100 + i, 90));
  add_picture({40, 30}, {10, 10}, 40);
  add_picture({80, 30}, {4, 4});
  draw();
  EXPECT_EQ(at(40, 30), kWhite);
  EXPECT_EQ(at(77, 27), kRed);
}

TEST_F(Drawing, shrinks_an_image_that_is_too_large_for_the_atlas) {
  images_.add(quarters(kMaxImageSide, 64));
  images_.add(make_solid_image("tall", 1, kMaxImageSide));
  add_picture({60, 30}, {50, 20});
  draw();
  EXPECT_EQ(at(20, 15), kRed);
  EXPECT_EQ(at(100, 45), (Color{255, 255, 0}));
}

TEST_F(Drawing, leaves_out_pictures_of_images_that_do_not_exist) {
  add_picture({60, 30}, {50, 20}, 7);
  draw();
  EXPECT_EQ(count(kBlack), kWidth * kHeight);
}

// Nearest pixel of the image at a world point, black outside: the definition, in plain arithmetic.
Color reference(const Image& image, const Sprite& s, Vec2 world) {
  const float c = std::cos(s.angle), sn = std::sin(s.angle);
  const Vec2 d = world - s.position;
  const float u = (c * d.x + sn * d.y) / s.scale.x + static_cast<float>(image.pivot_x);
  const float v = (c * d.y - sn * d.x) / s.scale.y + static_cast<float>(image.pivot_y);
  const int x = static_cast<int>(std::floor(u)), y = static_cast<int>(std::floor(v));
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) return kBlack;
  const auto* p = image.rgba.data() + 4 * (y * image.width + x);
  return {p[0], p[1], p[2], p[3]};
}

bool close(Color a, Color b) {
  return std::abs(a.r - b.r) < 8 && std::abs(a.g - b.g) < 8 && std::abs(a.b - b.b) < 8;
}

struct Placement {
  int width, height;
  float angle;
  Vec2 scale;
  float zoom;
};

class PictureOf : public Drawing, public testing::WithParamInterface<Placement> {};

INSTANTIATE_TEST_SUITE_P(Placements, PictureOf,
                         testing::Values(Placement{20, 12, 0, {1, 1}, 1},
                                         Placement{21, 13, 0, {1, 1}, 1},
                                         Placement{21, 12, 0.5f, {1, 1}, 1},
                                         Placement{20, 13, -2.1f, {1.5f, 2}, 1},
                                         Placement{33, 17, 3.0f, {0.9f, 1}, 1.7f},
                                         Placement{15, 9, 1.5707963f, {1, 1}, 4}));

TEST_P(PictureOf, a_sprite_lies_where_pivot_scale_and_rotation_put_it) {
  const auto [width, height, angle, scale, zoom] = GetParam();
  const auto image = quarters(width, height);
  const Sprite sprite{
      .position = {61.3f, 39.8f}, .velocity = {}, .angle = angle, .scale = scale, .filter = {}};
  const auto session = session_of(image, {sprite});
  camera_.zoom = zoom;
  draw_session(*session, {}, {.overlays = {Overlay::collisions}}, camera_, {}, Detail::full, list_);
  DrawList pictures;  // without the field
  pictures.open_pictures() = list_.pictures();
  list_ = std::move(pictures);
  images_ = session->images();
  draw();
  for (int y = 1; y < kHeight - 1; ++y)
    for (int x = 1; x < kWidth - 1; ++x) {
      bool found = false;  // within one px of where it should be, blended edges included
      bool mixed = false;
      const auto ref = [&](float dx, float dy) {
        const Vec2 p{static_cast<float>(x) + 0.5f + dx, static_cast<float>(y) + 0.5f + dy};
        return reference(*image, sprite, camera_.to_world(p));
      };
      const Color middle = ref(0, 0);
      for (const float dx : {-1.0f, 0.0f, 1.0f})
        for (const float dy : {-1.0f, 0.0f, 1.0f}) {
          found |= close(at(x, y), ref(dx, dy));
          mixed |= !close(middle, ref(dx, dy));
        }
      ASSERT_TRUE(found || mixed) << "at " << x << ", " << y;
    }
}

TEST_F(Drawing, gives_the_same_bytes_twice) {
  const auto session = four_blocks();
  EventLog trace(1000);
  session->trace(trace);
  ViewOptions options;
  for (const Overlay o :
       {Overlay::boundaries, Overlay::boxes, Overlay::candidates, Overlay::velocities})
    options.overlays.set(o, true);
  camera_.fit(session->settings().world.field(), 4);
  images_ = session->images();
  draw_session(*session, shown_events(trace), options, camera_, {}, Detail::full, list_);
  draw();
  const auto first = pixels_;
  draw();
  EXPECT_EQ(first, pixels_);
  TearDown();
  SetUp();  // in a new context, while the old one still exists
  camera_.fit(session->settings().world.field(), 4);
  draw();
  EXPECT_EQ(first, pixels_);
}

TEST(Offscreen, refuses_sizes_that_no_picture_has) {
  for (const auto& [width, height] : {std::pair{0, 10}, std::pair{10, -1}, std::pair{100000, 10}}) {
    const auto offscreen = Offscreen::create(width, height);
    ASSERT_TRUE(offscreen.failed());
    EXPECT_NE(offscreen.error().text.english().find(std::to_string(height)), std::string::npos);
  }
}

TEST(Offscreen, several_live_side_by_side) {
  auto a = Offscreen::create(4, 3);
  auto b = Offscreen::create(8, 8);
  ASSERT_TRUE(!a.failed() && !b.failed());
  EXPECT_EQ((*a)->pixels().size(), 4u * 3u * 4u);
  EXPECT_EQ((*b)->pixels().size(), 8u * 8u * 4u);
  *b = nullptr;
  EXPECT_EQ((*a)->pixels().size(), 4u * 3u * 4u);
}

// ---- What the 3D view puts into which pixel, without a window.

constexpr Color kGreen{0, 255, 0};

std::shared_ptr<const Image> plain(const char* name, Color c, int width, int height) {
  std::vector<std::uint8_t> rgba;
  for (int i = 0; i < width * height; ++i) rgba.insert(rgba.end(), {c.r, c.g, c.b, c.a});
  return *make_image(name, width, height, rgba);
}

class SpaceDrawing : public OffscreenTest<400, 300> {
 protected:
  void SetUp() override {
    OffscreenTest::SetUp();
    auto space = SpaceRenderer::create(0);
    ASSERT_FALSE(space.failed()) << space.error().text;
    space_ = std::move(*space);
    camera_.viewport = {{100, 20}, {380, 260}};
  }
  void TearDown() override {
    if (offscreen_) offscreen_->make_current();
    space_.reset();
    OffscreenTest::TearDown();
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
  using OffscreenTest::at;
  Color at(Vec3 p) const {
    const Vec2 s = camera_.to_screen(p).value_or(Vec2{});
    return at(static_cast<int>(s.x), static_cast<int>(s.y));
  }
  static Vec3 top_of(const Solid& s) { return {s.center.x, s.top, s.center.y}; }
  static Vec3 middle_of(const Solid& s) { return {s.center.x, (s.base + s.top) / 2, s.center.y}; }

  std::unique_ptr<SpaceRenderer> space_;
  OrbitCamera camera_;
  SpaceList list_;
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

TEST_F(SpaceDrawing, a_mirrored_sprite_shows_its_picture_mirrored) {
  Sprite sprite = sprite_at({640, 360});
  sprite.scale = {-1, 1};
  const auto session = session_of(quarters(200, 200), {sprite});
  draw(*session, only_sprites(), 0, 89);
  const Solid& s = list_.solids[0];
  const Vec2 left = s.center - s.half_x * 0.5f - s.half_y * 0.5f;
  EXPECT_EQ(at(Vec3{left.x, s.top, left.y}), (Color{0, 255, 0})) << "at the right else";
}

TEST_F(SpaceDrawing, a_nearer_sprite_hides_a_farther_one) {
  auto session = session_of(plain("red", kRed, 120, 120), {sprite_at({640, 200})});
  EXPECT_FALSE(session->apply(command::AddImage{plain("green", kGreen, 120, 120)}).failed());
  Sprite near = sprite_at({640, 420});
  near.image = static_cast<std::uint16_t>(session->images().size() - 1);
  EXPECT_FALSE(session->apply(command::AddSprite{near}).failed());
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
  const auto session = session_of(frame_of(40, 12), {sprite_at({640, 360}, 8)});
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
  draw_session(session, {}, {}, camera, {}, Detail::full, field);
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

}  // namespace renderer_test
}  // namespace phasebox::test
