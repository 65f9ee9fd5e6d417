// SPDX-License-Identifier: MIT
// Scene "touching": squares edge to edge, all boundaries equal; what snap and threshold are for.
#include <algorithm>
#include <cmath>

#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct TouchingParams : SceneParams {
  float aside = 0.15f;
  constexpr TouchingParams() {
    count = 140;
    min_size = max_size = 48;
    min_speed = max_speed = 0;
    max_spin = 0;
  }
};

constexpr auto kRows = scene_rows_and<TouchingParams>({
    param<&TouchingParams::aside>("aside", 0, 1, "",
                                  "Share of the squares that stand half a square lower."),
});

class Touching : public SceneOf<TouchingParams, kRows> {
 public:
  // Runs of five and two empty places; whole pixels everywhere, so that neighbors' edges are equal
  // to the bit.
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const float size = std::max(2.0f, std::floor(p_.max_size / 2) * 2);
    const Vec2 corner = lattice_point(context.world, size, i + i / 5 * 2);
    const float aside = random.uniform(0, 1) < p_.aside ? size / 2 : 0;
    const Vec2 place{std::floor(corner.x) + size / 2, std::floor(corner.y) + size / 2 + aside};
    Sprite sprite =
        drifting_sprite(p_, context.images, image_named(context.images, "square"), place, random);
    sprite.scale = scale_to(context.images[sprite.image], size);
    return sprite;
  }
};

}  // namespace

extern const SceneEntry touching_scene{
    "touching", "Touching",
    "Squares edge to edge: touching is not overlapping; see snap and contact threshold.",
    make_scene<Touching>};

}  // namespace phasebox
