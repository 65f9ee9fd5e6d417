// SPDX-License-Identifier: MIT
// Pictures by formula, sprites by seed.
#include "support/sprites.hpp"

#include <string>

#include "support/oracle.hpp"
#include "world/transform.hpp"

namespace phasebox::test {
namespace {

template <class IsOpaque>
std::shared_ptr<const Image> drawn(std::string name, int side, IsOpaque is_opaque) {
  std::vector<std::uint8_t> rgba;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const std::uint8_t alpha = is_opaque(x, y) ? 255 : 0;
      rgba.insert(rgba.end(), {200, 200, 200, alpha});
    }
  return *make_image(std::move(name), side, side, std::move(rgba));
}

bool in_ring(int x, int y) {
  const int dx = x - 16, dy = y - 16, squared = dx * dx + dy * dy;
  return 10 * 10 <= squared && squared <= 16 * 16;
}

}  // namespace

ImageSet drawn_images() {
  ImageSet images;
  images.add(drawn("square", 8, [](int, int) { return true; }));
  images.add(drawn("ring", 33, in_ring));
  images.add(drawn("cross", 15, [](int x, int y) { return x == 7 || y == 7; }));
  images.add(drawn("dots", 24, [](int x, int y) { return (x * 7 + y * 13) % 11 == 0; }));
  return images;
}

SpriteStage::SpriteStage(std::size_t n, float side, std::uint64_t seed) : random_(seed) {
  for (std::size_t i = 0; i < n; ++i) {
    Sprite sprite;
    sprite.position = {random_.uniform(0, side), random_.uniform(0, side)};
    sprite.angle = random_.uniform(-kPi, kPi);
    sprite.scale = {random_.uniform(0.5f, 2), random_.uniform(0.5f, 2)};
    sprite.image = static_cast<std::uint16_t>(random_.below(4));
    world_.add(sprite);
  }
  transform();
}

Frame SpriteStage::frame() const { return frame_of(world_, images_, transforms_, boxes_); }

std::vector<Pair> SpriteStage::candidates() const { return exact_pairs(frame()); }

void SpriteStage::move() {
  for (Vec2& p : world_.positions()) p += {random_.uniform(-3, 3), random_.uniform(-3, 3)};
  for (float& angle : world_.angles()) angle = wrap_angle(angle + random_.uniform(-1, 1));
  transform();
}

void SpriteStage::transform() {
  transforms_.resize(world_.size());
  boxes_.resize(world_.size());
  place_sprites(world_, images_, {}, transforms_, boxes_);
}

}  // namespace phasebox::test
