// SPDX-License-Identifier: MIT
// Scene "clusters": clumps that drift, their members circling, with empty space between them.
#include <algorithm>
#include <cmath>

#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct ClustersParams : SceneParams {
  std::uint32_t clump_size = 15;
  float spread = 42;
  float drift = 0.5f;
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
    param<&ClustersParams::clump_size>("clump-size", 1, 10000, "sprites", "Sprites in a clump."),
    param<&ClustersParams::spread>("spread", 1, 1000, "px", "Standard deviation of a clump."),
    param<&ClustersParams::drift>("drift", 0, 50, "px/step", "Speed of the fastest clumps."),
});

constexpr std::array<std::string_view, 5> kShapes{"asteroid", "circle", "star", "gear", "ring"};

/// The first sprite of a clump is its leader: it goes straight ahead, and the others go with it and
/// round it. Nothing is kept but what the world holds, so a clump can be dragged, saved and undone.
class Clusters : public SceneOf<ClustersParams, kRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const std::uint32_t clump = i / p_.clump_size;
    const bool leads = i % p_.clump_size == 0;
    Random home(context.world.seed, kClumpStreams + clump);
    const Vec2 middle = point_in_field(context.world, p_.spread * kReach, home);
    const float x = random.normal() * p_.spread;
    const Vec2 aside = leads ? Vec2{} : Vec2{x, random.normal() * p_.spread};
    const int image = image_named(context.images, kShapes[clump % kShapes.size()]);
    Sprite sprite =
        boxed_sprite(p_, context.images, image, middle + aside, random_size(p_, random), random);
    sprite.spin = random.uniform(-p_.max_spin, p_.max_spin);
    const float drift = home.uniform(0, p_.drift);
    sprite.velocity = home.direction() * drift;
    return sprite;
  }

  void steer(World& world, const SceneContext& context) const override {
    const auto n = std::min<std::size_t>(context.count, world.size());
    for (std::uint32_t i = 0; i < n; ++i) {
      if (i % p_.clump_size == 0)
        turn_at_walls(world, i, context.world);
      else
        circle(world, i, context.world.seed);
    }
  }

  std::vector<SceneSetting> workload(std::uint32_t count) const override {
    const double side = std::sqrt(2304.0 * count);
    auto settings = workload_field(side, side);
    for (const SceneSetting s :
         {SceneSetting{Owner::scene(), "clump-size", 200},
          SceneSetting{Owner::scene(), "spread", 43.5}, SceneSetting{Owner::scene(), "min-size", 8},
          SceneSetting{Owner::scene(), "max-size", 40},
          SceneSetting{Owner::scene(), "min-speed", 0},
          SceneSetting{Owner::scene(), "max-speed", 2},
          SceneSetting{Owner::scene(), "max-spin", 0}})
      settings.push_back(s);
    return settings;
  }

 private:
  // Beyond every sprite's own stream.
  static constexpr std::uint64_t kClumpStreams = 1ULL << 40, kOrbitStreams = 1ULL << 41;
  // Beyond this many deviations lies one sprite in a hundred.
  static constexpr float kReach = 3;

  /// Before its clump is pressed against the wall.
  void turn_at_walls(World& world, std::uint32_t leader, const WorldOptions& options) const {
    const Vec2 p = world.positions()[leader];
    Vec2& v = world.velocities()[leader];
    const auto turned = [&](float at, float speed, float field) {
      const float margin = std::min(p_.spread * kReach, field / 2);
      if (at < margin) return std::abs(speed);
      return at > field - margin ? -std::abs(speed) : speed;
    };
    v = {turned(p.x, v.x, options.width), turned(p.y, v.y, options.height)};
  }

  /// One step round the leader, as long as the member's own speed.
  void circle(World& world, std::uint32_t member, std::uint32_t seed) const {
    const std::uint32_t leader = member - member % p_.clump_size;
    const Vec2 away = world.positions()[member] - world.positions()[leader];
    Random random(seed, kOrbitStreams + member);
    const float speed = random.uniform(p_.min_speed, p_.max_speed);
    const float angle = std::min(speed / std::max(length(away), 1.0f), 0.3f);
    const Rotation turn = rotation(random.next() & 1 ? angle : -angle);
    world.velocities()[member] = world.velocities()[leader] + rotate(turn, away) - away;
  }
};

}  // namespace

extern const SceneEntry clusters_scene{
    "clusters", "Clusters",
    "Clumps drift with empty space between them: groups form by themselves.", make_scene<Clusters>};

}  // namespace phasebox
