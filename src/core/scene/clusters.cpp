// SPDX-License-Identifier: MIT
// Scene "clusters": clumps with empty space between them.
#include <algorithm>

#include "core/scene/scene.hpp"

namespace phasebox {
namespace {

struct ClustersParams : SceneParams {
  std::uint32_t clumps = 10;
  float spread = 42;
  constexpr ClustersParams() {
    count = 150;
    min_size = 14;
    max_size = 30;
    min_speed = 0.05f;
    max_speed = 0.25f;
    max_spin = 0.01f;
  }
};

constexpr auto kRows = scene_rows_and<ClustersParams>({
    param<&ClustersParams::clumps>("clumps", 1, 10000, "", "Number of clumps."),
    param<&ClustersParams::spread>("spread", 1, 1000, "px", "Standard deviation of a clump."),
});

constexpr std::array<std::string_view, 5> kShapes{"asteroid", "circle", "star", "gear", "ring"};

class Clusters : public SceneOf<ClustersParams, kRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const std::uint32_t clump = i % p_.clumps;
    Random home(context.world.seed, kClumpStreams + clump);
    const Vec2 middle = point_in_field(context.world, p_.spread * 2.5f, home);
    const Vec2 drift = home.direction() * (p_.max_speed * 2);
    const float x = random.normal() * p_.spread;
    const Vec2 place = middle + Vec2{x, random.normal() * p_.spread};
    const int image = image_named(context.images, kShapes[clump % kShapes.size()]);
    Sprite sprite = drifting_sprite(p_, context.images, image, place, random);
    sprite.velocity += drift;
    return sprite;
  }

 private:
  // Beyond every sprite's own stream.
  static constexpr std::uint64_t kClumpStreams = 1ULL << 40;
};

}  // namespace

extern const SceneEntry clusters_scene{
    "clusters", "Clusters",
    "Clumps drift with empty space between them: groups form by themselves.", make_scene<Clusters>};

}  // namespace phasebox
