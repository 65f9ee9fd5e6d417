// SPDX-License-Identifier: MIT
// Scene "even": sprites on a lattice with empty stripes between them, RDC at its best.
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct EvenParams : SceneParams {
  float spacing = 80;
  float jitter = 3;
  constexpr EvenParams() {
    count = 128;
    min_size = 34;
    max_size = 44;
    min_speed = max_speed = 0;
    max_spin = 0.01f;
  }
};

constexpr auto kRows = scene_rows_and<EvenParams>({
    param<&EvenParams::spacing>("spacing", 8, 512, "px",
                                "Distance between neighbors on the lattice."),
    param<&EvenParams::jitter>("jitter", 0, 256, "px",
                               "Largest shift away from the lattice point."),
});

constexpr std::array<std::string_view, 6> kShapes{"gear", "star",  "ring",
                                                  "plus", "heart", "asteroid"};

class Even : public SceneOf<EvenParams, kRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const float half = p_.spacing / 2;
    const float dx = half + random.uniform(-p_.jitter, p_.jitter);
    const Vec2 place = lattice_point(context.world, p_.spacing, i) +
                       Vec2{dx, half + random.uniform(-p_.jitter, p_.jitter)};
    const int image = image_named(context.images, kShapes[i % kShapes.size()]);
    return drifting_sprite(p_, context.images, image, place, random);
  }
};

}  // namespace

extern const SceneEntry even_scene{
    "even", "Even", "A lattice with empty stripes between its rows and columns: RDC at its best.",
    make_scene<Even>};

}  // namespace phasebox
