// SPDX-License-Identifier: MIT
// Scene "teams": ships and their missiles, which pass through their own side.
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct TeamsParams : SceneParams {
  std::uint32_t teams = 2;
  std::uint32_t volley = 4;
  constexpr TeamsParams() {
    count = 120;
    min_size = 44;
    max_size = 60;
    min_speed = 0.3f;
    max_speed = 0.9f;
    max_spin = 0;
  }
};

constexpr auto kRows = scene_rows_and<TeamsParams>({
    param<&TeamsParams::teams>("teams", 1, 7, "", "Number of teams."),
    param<&TeamsParams::volley>("volley", 0, 50, "", "Missiles of every ship."),
});

/// What a team's sprites show, and how far they are turned to look to the right.
struct Look {
  std::string_view ship, missile;
  float ship_turn, missile_turn;
};
constexpr float kQuarter = kPi / 2;
constexpr std::array kLooks{Look{"ship", "missile", kQuarter, kQuarter},
                            Look{"boomerang", "lightning", kQuarter, 0.7f * kQuarter},
                            Look{"arrow", "star", 0, 0}, Look{"heart", "bullet", kQuarter, 0}};

// Category 1 is that of sprites in general: what a user launches hits all.
constexpr std::uint16_t ship_bit(std::uint32_t team) {
  return static_cast<std::uint16_t>(1u << (1 + team));
}
constexpr std::uint16_t missile_bit(std::uint32_t team) {
  return static_cast<std::uint16_t>(1u << (9 + team));
}
constexpr std::array<std::string_view, 16> kTeamsCategories{
    "other",      "ships 1",    "ships 2",    "ships 3",    "ships 4",    "ships 5",
    "ships 6",    "ships 7",    "",           "missiles 1", "missiles 2", "missiles 3",
    "missiles 4", "missiles 5", "missiles 6", "missiles 7"};
// Ships of one team do bump into each other.
constexpr Filter ship_filter(std::uint32_t team) {
  return {ship_bit(team), static_cast<std::uint16_t>(~missile_bit(team))};
}
constexpr Filter missile_filter(std::uint32_t team) {
  return {missile_bit(team), static_cast<std::uint16_t>(~(ship_bit(team) | missile_bit(team)))};
}

// Missiles do not turn, so they must not bounce.
constexpr std::array kSettings{SceneSetting{Owner::world(), "edges", 1}};

class Teams : public SceneOf<TeamsParams, kRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const std::uint32_t squad = i / (p_.volley + 1), member = i % (p_.volley + 1);
    const std::uint32_t team = squad % p_.teams;
    Random home(context.world.seed, kSquadStreams + squad);
    const Vec2 place = point_in_field(context.world, p_.max_size, home);
    const float heading = home.uniform(-kPi, kPi), speed = home.uniform(p_.min_speed, p_.max_speed);
    const Look& look = kLooks[team % kLooks.size()];
    const bool is_ship = member == 0;
    Sprite sprite = drifting_sprite(p_, context.images,
                                    image_named(context.images, is_ship ? look.ship : look.missile),
                                    place, random);
    sprite.velocity = rotate(rotation(heading), {speed, 0});
    sprite.angle = wrap_angle(heading + (is_ship ? look.ship_turn : look.missile_turn));
    sprite.filter = is_ship ? ship_filter(team) : missile_filter(team);
    if (!is_ship) fire(sprite, member, random);
    return sprite;
  }

 private:
  // On its way since `member` volleys: ahead of its ship, or still inside it.
  static void fire(Sprite& sprite, std::uint32_t member, Random& random) {
    constexpr float kSize = 0.45f, kSpeed = 3, kGap = 40;  // against the ship's; px
    const float speed = length(sprite.velocity);
    const Vec2 ahead = speed > 0 ? sprite.velocity * (1 / speed) : Vec2{1, 0};
    const float aside = random.uniform(-0.3f, 0.3f) * kGap;
    sprite.position +=
        ahead * (kGap * static_cast<float>(member - 1)) + Vec2{-ahead.y, ahead.x} * aside;
    sprite.velocity = sprite.velocity * kSpeed;
    sprite.scale = sprite.scale * kSize;
  }

  // Beyond every sprite's own stream.
  static constexpr std::uint64_t kSquadStreams = 1ULL << 40;
};

}  // namespace

extern const SceneEntry teams_scene{
    "teams",
    "Teams",
    "Missiles pass through their own ships and each other, and hit the others.",
    make_scene<Teams>,
    kSettings,
    {},
    {},
    kTeamsCategories};

}  // namespace phasebox
