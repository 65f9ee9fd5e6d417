// SPDX-License-Identifier: MIT
// Scene "shooter": five kinds of sprite and the table of who collides with whom (Brown CS notes,
// game rules).
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct ShooterParams : SceneParams {
  constexpr ShooterParams() {
    count = 96;
    min_size = 26;
    max_size = 38;
    min_speed = 0.3f;
    max_speed = 1.0f;
    max_spin = 0;
  }
};

enum Kind : std::uint32_t { player, player_shot, enemy, enemy_shot, wall, kKinds };

// Category 1 is that of sprites in general: what a user launches hits all.
constexpr std::uint16_t bit(Kind kind) { return static_cast<std::uint16_t>(2u << kind); }
constexpr std::array<std::string_view, 1 + kKinds> kShooterCategories{
    "other", "player", "player's shot", "enemy", "enemy's shot", "wall"};

/// What a kind looks like, how fast and large it is against the scene's range, and which kinds it
/// collides with. Symmetric: shots pass their own side, each other, and nothing passes a wall but
/// another wall.
struct Rule {
  std::string_view image;
  float size, speed;
  std::uint16_t collides;
};
constexpr std::array<Rule, kKinds> kRules{
    Rule{"ship", 1.2f, 1, bit(enemy) | bit(enemy_shot) | bit(wall)},
    Rule{"missile", 0.7f, 4, bit(enemy) | bit(wall)},
    Rule{"asteroid", 1.2f, 1, bit(player) | bit(player_shot) | bit(wall)},
    Rule{"bullet", 0.5f, 3, bit(player) | bit(wall)},
    Rule{"square", 1.6f, 0, bit(player) | bit(player_shot) | bit(enemy) | bit(enemy_shot)}};

// Of sixteen sprites.
constexpr std::array kMix{player,     player_shot, player_shot, player_shot, enemy,      enemy,
                          enemy,      enemy,       enemy,       enemy_shot,  enemy_shot, enemy_shot,
                          enemy_shot, enemy_shot,  wall,        wall};

// Shots do not turn, so they must not bounce.
constexpr std::array kSettings{SceneSetting{Owner::world(), "edges", 1},
                               SceneSetting{Owner::view(), "colour-by", 4}};

class Shooter : public SceneOf<ShooterParams, kSceneRows<ShooterParams>> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const Kind kind = kMix[i % kMix.size()];
    const Rule& rule = kRules[kind];
    const Vec2 place = point_in_field(context.world, p_.max_size, random);
    Sprite sprite =
        drifting_sprite(p_, context.images, image_named(context.images, rule.image), place, random);
    sprite.scale = sprite.scale * rule.size;
    sprite.velocity = sprite.velocity * rule.speed;
    sprite.filter = {bit(kind), static_cast<std::uint16_t>(rule.collides | 1)};
    sprite.is_static = kind == wall;
    if (kind == player_shot) fly(sprite, -1);
    if (kind == enemy_shot) fly(sprite, 1);
    return sprite;
  }

 private:
  // Up or down the field, and turned that way.
  static void fly(Sprite& shot, float down) {
    shot.velocity = {0, down * length(shot.velocity)};
    shot.angle = down > 0 ? kPi : 0;
  }
};

}  // namespace

extern const SceneEntry shooter_scene{"shooter",
                                      "Shooter",
                                      "Players, enemies, the shots of both, and walls: a table "
                                      "says which kinds collide.",
                                      make_scene<Shooter>,
                                      kSettings,
                                      {},
                                      {},
                                      kShooterCategories};

}  // namespace phasebox
