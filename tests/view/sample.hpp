// SPDX-License-Identifier: MIT
// Small sessions and pictures that the tests of the view look at.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/images.hpp"
#include "view/scene_view.hpp"

namespace phasebox::test {

/// Four quarters, each of one color: tells every turn and mirror image from every other.
inline std::shared_ptr<const Image> quarters(int width, int height) {
  constexpr std::array<std::array<std::uint8_t, 4>, 4> kColors{
      {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 0, 255}}};
  std::vector<std::uint8_t> rgba;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const auto& c = kColors[static_cast<std::size_t>((2 * y >= height) * 2 + (2 * x >= width))];
      rgba.insert(rgba.end(), c.begin(), c.end());
    }
  return *make_image("quarters", width, height, std::move(rgba));
}

/// A session of these sprites; image number `images().size() - 1` is `own`.
inline std::unique_ptr<Session> session_of(std::shared_ptr<const Image> own,
                                           const std::vector<Sprite>& sprites) {
  ImageSet images = test_images();
  const std::uint16_t number = images.add(std::move(own));
  auto session = std::make_unique<Session>(std::move(images));
  EXPECT_FALSE(session->apply(command::SetCount{0}).failed());
  for (Sprite sprite : sprites) {
    sprite.image = number;
    EXPECT_FALSE(session->apply(command::AddSprite{sprite}).failed());
  }
  session->detect();
  return session;
}

/// At rest, not turned.
inline Sprite sprite_at(Vec2 position, float scale = 1) {
  Sprite sprite;
  sprite.position = position;
  sprite.scale = {scale, scale};
  return sprite;
}

/// Blocks of 20 x 20 px: 0 and 1 collide, 2 is alone, 3 is static and far to the right.
inline std::unique_ptr<Session> four_blocks() {
  return session_of(
      make_solid_image("block", 20, 20),
      {{.position = {100, 100}, .velocity = {1, 0}, .scale = {1, 1}, .filter = {}},
       {.position = {112, 106}, .velocity = {}, .scale = {1, 1}, .filter = {}},
       {.position = {300, 200}, .velocity = {0, 2}, .scale = {1, 1}, .filter = {}},
       {.position = {900, 400}, .velocity = {}, .scale = {1, 1}, .filter = {}, .is_static = true}});
}

/// One opaque image with a square hole of 2 `hole` px in its middle.
inline std::shared_ptr<const Image> frame_of(int side, int hole) {
  std::vector<std::uint8_t> rgba;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const bool is_hole =
          std::max(std::abs(2 * x + 1 - side), std::abs(2 * y + 1 - side)) < 2 * hole;
      rgba.insert(rgba.end(), {255, 255, 255, static_cast<std::uint8_t>(is_hole ? 0 : 255)});
    }
  return *make_image("frame", side, side, std::move(rgba));
}

inline bool same_rgb(Color a, Color b) { return a.r == b.r && a.g == b.g && a.b == b.b; }

/// The shapes of all layers, those of one kind of layer, or of what `is_meant(layer)`.
inline std::vector<Shape> shapes_of(const DrawList& list, auto is_meant) {
  std::vector<Shape> all;
  for (std::size_t i = 0; i < list.layer_count(); ++i)
    if (is_meant(list[i])) all.insert(all.end(), list[i].shapes.begin(), list[i].shapes.end());
  return all;
}
inline std::vector<Shape> shapes_of(const DrawList& list) {
  return shapes_of(list, [](const Layer&) { return true; });
}
inline std::vector<Shape> shapes_of(const DrawList& list, Layer::Kind kind) {
  return shapes_of(list, [kind](const Layer& layer) { return layer.kind == kind; });
}

/// Shapes of that color, whatever their alpha.
inline std::size_t count_shapes(const DrawList& list, Color color) {
  return static_cast<std::size_t>(std::ranges::count_if(
      shapes_of(list), [color](const Shape& s) { return same_rgb(s.color, color); }));
}

/// Overlays without sprites and legend.
constexpr ViewOptions only(OverlaySet overlays) {
  return {.sprites = false, .overlays = overlays, .legend = false};
}

/// A session and what is drawn of it.
struct Drawn {
  std::unique_ptr<Session> session;
  EventLog trace{10000};
  Camera camera;
  Interaction hand;
  DrawList list;

  explicit Drawn(std::unique_ptr<Session> of = four_blocks()) : session(std::move(of)) {
    session->trace(trace);
  }
  void set(std::string_view owner, std::string_view key, double value) {
    EXPECT_FALSE(
        session->apply(command::SetParam{owner_named(owner), std::string(key), value}).failed());
  }
  /// Finds the pairs once more, and traces that.
  void detect() {
    session->detect();
    session->trace(trace);
  }
  void select(std::string_view broadphase) {
    EXPECT_FALSE(session->apply(command::SelectBroadphase{std::string(broadphase)}).failed());
    detect();
  }
  const DrawList& draw(const ViewOptions& options, Detail detail = Detail::full) {
    return draw(options, shown_events(trace), detail);
  }
  const DrawList& draw(const ViewOptions& options, const ShownEvents& events,
                       Detail detail = Detail::full) {
    list.clear();
    draw_session(*session, events, options, camera, hand, detail, list);
    return list;
  }
  /// Draws into the list as an overlay does.
  Canvas canvas(ThemeId id = ThemeId::dark) {
    list.clear();
    return {camera, theme(id), list};
  }
  std::size_t count(Role role, ThemeId id = ThemeId::dark) const {
    return count_shapes(list, theme(id)[role]);
  }
  /// The shapes of exactly this color.
  std::vector<Shape> of(Role role) const {
    std::vector<Shape> found = shapes_of(list);
    std::erase_if(found, [&](const Shape& s) { return s.color != theme(ThemeId::dark)[role]; });
    return found;
  }
};

}  // namespace phasebox::test
