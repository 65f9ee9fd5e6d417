// SPDX-License-Identifier: MIT
// Pictures by formula, sprites by seed.
#include "support/sprites.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "collide/registry.hpp"
#include "support/checks.hpp"
#include "world/world.hpp"

namespace phasebox::test {
namespace {

// At least one opaque pixel makes it a legal image at every threshold.
std::shared_ptr<const Image> image_of(std::string name, int width, int height,
                                      std::vector<std::uint8_t> alphas) {
  if (std::ranges::find(alphas, 255) == alphas.end()) alphas[alphas.size() / 2] = 255;
  std::vector<std::uint8_t> rgba;
  for (const std::uint8_t alpha : alphas) rgba.insert(rgba.end(), {200, 200, 200, alpha});
  return *make_image(std::move(name), width, height, std::move(rgba));
}

template <class IsOpaque>
std::shared_ptr<const Image> drawn(std::string name, int width, int height, IsOpaque is_opaque) {
  std::vector<std::uint8_t> alphas;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) alphas.push_back(is_opaque(x, y) ? 255 : 0);
  return image_of(std::move(name), width, height, std::move(alphas));
}

std::shared_ptr<const Image> noise(int width, int height, float density, Random& random) {
  std::vector<std::uint8_t> alphas(static_cast<std::size_t>(width * height), 0);
  for (std::uint8_t& alpha : alphas)
    if (random.uniform(0, 1) < density) alpha = static_cast<std::uint8_t>(random.below(256));
  return image_of("noise", width, height, std::move(alphas));
}

// A full square, a ring, a cross and scattered dots, 8 to 33 px.
ImageSet drawn_images() {
  ImageSet images;
  images.add(make_solid_image("square", 8, 8));
  images.add(drawn("ring", 33, 33, [](int x, int y) {
    const int dx = x - 16, dy = y - 16, squared = dx * dx + dy * dy;
    return 10 * 10 <= squared && squared <= 16 * 16;
  }));
  images.add(drawn("cross", 15, 15, [](int x, int y) { return x == 7 || y == 7; }));
  images.add(drawn("dots", 24, 24, [](int x, int y) { return (x * 7 + y * 13) % 11 == 0; }));
  return images;
}

}  // namespace

SpriteStage::SpriteStage(std::size_t n, float side, std::uint64_t seed)
    : images_(drawn_images()), random_(seed) {
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

ImageSet awkward_images(std::uint64_t seed, int largest) {
  Random random(seed);
  const auto side = [&] {
    return 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(largest)));
  };
  ImageSet images;
  for (const float density : {0.01f, 0.1f, 0.5f, 1.0f})
    for (int k = 0; k < 3; ++k) {
      const int height = side();
      const int width = side();
      images.add(noise(width, height, density, random));
    }
  const int n = largest;
  images.add(make_solid_image("pixel", 1, 1));
  images.add(make_solid_image("block", n, n / 2 + 1));
  images.add(drawn("frame", n, n,
                   [&](int x, int y) { return x == 0 || y == 0 || x == n - 1 || y == n - 1; }));
  images.add(drawn("letter_c", n, n,
                   [&](int x, int y) { return x < n / 4 || y < n / 4 || y >= n - n / 4; }));
  images.add(drawn("crescent", n, n, [&](int x, int y) {
    const int dx = 2 * x - n, dy = 2 * y - n;
    return dx * dx + dy * dy < n * n && (dx - n / 2) * (dx - n / 2) + dy * dy >= n * n;
  }));
  images.add(drawn("diagonal", n, n, [](int x, int y) { return x == y; }));
  images.add(drawn("bar", 2 * n, 1, [](int x, int) { return x % 7 != 3; }));
  images.add(drawn("dots", n, n, [](int x, int y) { return (x * 7 + y * 13) % 31 == 0; }));
  return images;
}

PlacedHull random_hull(const ImageSet& images, Random& random, float reach) {
  PlacedHull hull;
  hull.points = images[random.below(static_cast<std::uint32_t>(images.size()))].hull;
  hull.transform.position = {random.uniform(-reach, reach), random.uniform(-reach, reach)};
  if (random.below(3) == 0) hull.transform.position = {std::round(hull.transform.position.x), 3};
  const std::uint32_t turn = random.below(3);
  if (turn == 1)
    hull.transform.rotation = rotation(static_cast<float>(random.below(8)) * (kPi / 4));
  if (turn == 2) hull.transform.rotation = rotation(random.uniform(-kPi, kPi));
  if (random.below(2) == 0) hull.scale = {random.uniform(0.25f, 4), random.uniform(0.25f, 4)};
  return hull;
}

Duo::Duo(const ImageSet& images, const Sprite& a, const Sprite& b) : images_(&images) {
  world_.add(a);
  world_.add(b);
  place_sprites(world_, images, {}, transforms_, boxes_);
}

Frame Duo::frame() const { return frame_of(world_, *images_, transforms_, boxes_); }

std::string describe(const Sprite& s) {
  char text[200];
  const auto d = [](float value) { return static_cast<double>(value); };
  std::snprintf(text, sizeof text, "image %u at (%.9g, %.9g), angle %.9g, scale %.9g x %.9g",
                static_cast<unsigned>(s.image), d(s.position.x), d(s.position.y), d(s.angle),
                d(s.scale.x), d(s.scale.y));
  return text;
}

std::unique_ptr<Narrowphase> narrowphase_with(std::string_view id, const Settings& settings) {
  auto narrowphase = find_entry(narrowphases(), id)->make();
  set_params(narrowphase->params(), settings);
  return narrowphase;
}

std::optional<Contact> contact_of(Narrowphase& narrowphase, const Frame& frame, Recorder* log) {
  Sink<Contact> out;
  const Pair pair{0, 1};
  narrowphase.confirm(frame, {&pair, 1}, out, log);
  if (out.empty()) return std::nullopt;
  return out.items()[0];
}

}  // namespace phasebox::test
