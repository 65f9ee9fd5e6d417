// SPDX-License-Identifier: MIT
// Scene "pile": every sprite in contact with every other, the worst case of any broadphase.
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct PileParams : SceneParams {
  float spread = 16;
  constexpr PileParams() {
    count = 40;
    min_size = 120;
    max_size = 160;
    min_speed = max_speed = 0;
    max_spin = 0.01f;
  }
};

constexpr auto kRows = scene_rows_and<PileParams>({
    param<&PileParams::spread>("spread", 0, 1000, "px",
                               "Largest distance from the middle, per axis."),
});

constexpr std::array<std::string_view, 5> kShapes{"ring", "gear", "star", "asteroid", "crescent"};

class Pile : public SceneOf<PileParams, kRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const Vec2 middle{context.world.width / 2, context.world.height / 2};
    const float x = random.uniform(-p_.spread, p_.spread);
    const Vec2 place = middle + Vec2{x, random.uniform(-p_.spread, p_.spread)};
    const int image = image_named(context.images, kShapes[i % kShapes.size()]);
    return drifting_sprite(p_, context.images, image, place, random);
  }
};

}  // namespace

extern const SceneEntry pile_scene{
    "pile", "Pile", "Every box overlaps every other: n(n-1)/2 pairs, whatever the algorithm.",
    make_scene<Pile>};

}  // namespace phasebox
