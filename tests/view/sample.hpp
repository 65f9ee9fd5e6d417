// SPDX-License-Identifier: MIT
// Small sessions and pictures that the tests of the view look at.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "session/session.hpp"
#include "support/images.hpp"
#include "view/draw_list.hpp"

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
  session->apply(command::SetCount{0});
  for (Sprite sprite : sprites) {
    sprite.image = number;
    session->apply(command::AddSprite{sprite});
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

inline bool same_rgb(Color a, Color b) { return a.r == b.r && a.g == b.g && a.b == b.b; }

/// Shapes of that color, whatever their alpha.
inline std::size_t count_shapes(const DrawList& list, Color color) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < list.layer_count(); ++i)
    for (const Shape& shape : list[i].shapes) count += same_rgb(shape.color, color);
  return count;
}

}  // namespace phasebox::test
