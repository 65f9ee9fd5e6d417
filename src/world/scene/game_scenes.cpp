// SPDX-License-Identifier: MIT
// Scenes like games: teams and their shots, a side-scroller, bullets and bricks.
#include "world/scene/placing.hpp"
#include "world/scene/scene_params.hpp"

namespace phasebox {
namespace {

// Scene "teams": ships and their missiles. Missiles pass through each other and the ships of their
// own team.

struct TeamsParams : SceneParams {
  std::uint32_t teams = 2;
  std::uint32_t volley = 4;
  constexpr TeamsParams() : SceneParams(120, {44, 60}, {0.3f, 0.9f}, 0) {}
};

constexpr auto kTeamsRows = scene_rows_and<TeamsParams>({
    param<&TeamsParams::teams>("teams", 1, 7, "", "Number of teams."),
    param<&TeamsParams::volley>("volley", 0, 50, "", "Missiles of every ship."),
});

/// The images of a team's ships and missiles, and the angles, in radians, at which what they show
/// points to the right.
struct Look {
  std::string_view ship, missile;
  float ship_turn, missile_turn;
};
constexpr float kQuarter = kPi / 2;
constexpr std::array kTeamsLooks{Look{"ship", "missile", kQuarter, kQuarter},
                                 Look{"boomerang", "lightning", kQuarter, 0.7f * kQuarter},
                                 Look{"arrow", "star", 0, 0}, Look{"heart", "bullet", kQuarter, 0}};

// Bit 0 is left to sprites with the default filter, such as those that a user adds: they hit all
// teams.
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
// Ships of one team collide with each other.
constexpr Filter ship_filter(std::uint32_t team) {
  return {ship_bit(team), static_cast<std::uint16_t>(~missile_bit(team))};
}
constexpr Filter missile_filter(std::uint32_t team) {
  return {missile_bit(team), static_cast<std::uint16_t>(~(ship_bit(team) | missile_bit(team)))};
}

// Missiles do not turn round, so they wrap to the other side of the field instead of bouncing (1 is
// Edges::wrap).
constexpr SceneSetting kTeamsSettings[]{{Owner::world(), "edges", 1}};

class Teams : public SceneOf<TeamsParams, kTeamsRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const std::uint32_t squad = i / (p_.volley + 1), member = i % (p_.volley + 1);
    const std::uint32_t team = squad % p_.teams;
    Random home(context.world.seed, kSquadStreams + squad);
    const Vec2 place = point_in_field(context.world, p_.max_size, home);
    const float heading = home.uniform(-kPi, kPi), speed = home.uniform(p_.min_speed, p_.max_speed);
    const Look& look = kTeamsLooks[team % kTeamsLooks.size()];
    const bool is_ship = member == 0;
    Sprite sprite = drifting(p_, context, is_ship ? look.ship : look.missile, place, random);
    sprite.velocity = rotate(rotation(heading), {speed, 0});
    sprite.angle = wrap_angle(heading + (is_ship ? look.ship_turn : look.missile_turn));
    sprite.filter = is_ship ? ship_filter(team) : missile_filter(team);
    if (!is_ship) fire(sprite, member, random);
    return sprite;
  }

 private:
  // Places a missile that was fired `member` volleys ago: the latest one (1) at its ship, each
  // earlier one kGap px further ahead.
  static void fire(Sprite& sprite, std::uint32_t member, Random& random) {
    // size and speed as multiples of the ship's; gap in px
    constexpr float kSize = 0.45f, kSpeed = 3, kGap = 40;
    const float speed = length(sprite.velocity);
    const Vec2 ahead = speed > 0 ? sprite.velocity * (1 / speed) : Vec2{1, 0};
    const float aside = random.uniform(-0.3f, 0.3f) * kGap;
    sprite.position +=
        ahead * (kGap * static_cast<float>(member - 1)) + Vec2{-ahead.y, ahead.x} * aside;
    sprite.velocity = sprite.velocity * kSpeed;
    sprite.scale = sprite.scale * kSize;
  }

  // A squad is a ship and its missiles. What they share is drawn from random streams that no sprite
  // uses.
  static constexpr std::uint64_t kSquadStreams = 1ULL << 40;
};

// Scene "shooter": five kinds of sprite, and a table of which kinds collide (Brown CS notes, game
// rules).

constexpr SceneParams kShooter{96, {26, 38}, {0.3f, 1.0f}, 0};

enum Kind : std::uint32_t { player, player_shot, enemy, enemy_shot, wall, kKinds };

// Bit 0 is left to sprites with the default filter, such as those that a user adds: they hit all
// kinds.
constexpr std::uint16_t bit(Kind kind) { return static_cast<std::uint16_t>(2u << kind); }
constexpr std::array<std::string_view, 1 + kKinds> kShooterCategories{
    "other", "player", "player's shot", "enemy", "enemy's shot", "wall"};

/// The image of a kind, its size and speed as multiples of the random ones, and the kinds that it
/// collides with, as bits. The table is symmetric: shots pass through their own side and each
/// other, and nothing passes through a wall but another wall.
struct Rule {
  std::string_view image;
  float size, speed;
  std::uint16_t collides;
};
constexpr std::array<Rule, kKinds> kShooterRules{
    Rule{"ship", 1.2f, 1, bit(enemy) | bit(enemy_shot) | bit(wall)},
    Rule{"missile", 0.7f, 4, bit(enemy) | bit(wall)},
    Rule{"asteroid", 1.2f, 1, bit(player) | bit(player_shot) | bit(wall)},
    Rule{"bullet", 0.5f, 3, bit(player) | bit(wall)},
    Rule{"square", 1.6f, 0, bit(player) | bit(player_shot) | bit(enemy) | bit(enemy_shot)}};

// Sprite i is of the kind at place i modulo 16.
constexpr std::array kShooterMix{
    player, player_shot, player_shot, player_shot, enemy,      enemy,      enemy, enemy,
    enemy,  enemy_shot,  enemy_shot,  enemy_shot,  enemy_shot, enemy_shot, wall,  wall};

// Shots do not turn round, so they wrap to the other side of the field instead of bouncing (1 is
// Edges::wrap).
constexpr SceneSetting kShooterSettings[]{{Owner::world(), "edges", 1},
                                          {Owner::view(), "color-by", 4}};

class Shooter : public PlainScene<kShooter> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const Kind kind = kShooterMix[i % kShooterMix.size()];
    const Rule& rule = kShooterRules[kind];
    const Vec2 place = point_in_field(context.world, p_.max_size, random);
    Sprite sprite = drifting(p_, context, rule.image, place, random);
    sprite.scale = sprite.scale * rule.size;
    sprite.velocity = sprite.velocity * rule.speed;
    sprite.filter = {bit(kind), static_cast<std::uint16_t>(rule.collides | 1)};
    sprite.is_static = kind == wall;
    if (kind == player_shot) fly(sprite, -1);
    if (kind == enemy_shot) fly(sprite, 1);
    return sprite;
  }

 private:
  // Sends a shot straight up (`down` is -1) or down (1) and turns its image that way.
  static void fly(Sprite& shot, float down) {
    shot.velocity = {0, down * length(shot.velocity)};
    shot.angle = down > 0 ? kPi : 0;
  }
};

// Scene "platformer": almost all sprites on one line, as on the ground of a side-scrolling game.

struct PlatformerParams : SceneParams {
  float flyers = 0.12f;
  constexpr PlatformerParams() : SceneParams(70, {22, 46}, {0.2f, 1.2f}, 0) {}
};

constexpr auto kPlatformerRows = scene_rows_and<PlatformerParams>({
    param<&PlatformerParams::flyers>("flyers", 0, 1, "", "Share of the sprites that fly."),
});

constexpr std::array<std::string_view, 6> kPlatformerWalkers{"heart", "gear",     "letter_r",
                                                             "star",  "letter_d", "crescent"};

class Platformer : public SceneOf<PlatformerParams, kPlatformerRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const bool flies = random.uniform(0, 1) < p_.flyers;
    const auto name = flies ? "ship" : kPlatformerWalkers[i % kPlatformerWalkers.size()];
    Vec2 place = point_in_field(context.world, p_.max_size, random);
    Sprite sprite = drifting(p_, context, name, place, random);
    if (flies) return sprite;
    const Image& image = context.images[sprite.image];
    // Walkers have their feet on the ground, a tenth of the field above its lower border.
    sprite.position.y = context.world.height * 0.9f - image.opaque.max.y * sprite.scale.y;
    sprite.velocity = {sprite.velocity.x >= 0 ? length(sprite.velocity) : -length(sprite.velocity),
                       0};
    return sprite;
  }
};

// Scene "bullets": thousands of tiny fast sprites.

constexpr SceneParams kBullets{10000, {3, 5}, {1, 4}, 0};

class Bullets : public PlainScene<kBullets> {
 public:
  Sprite sprite(std::uint32_t, Random& random, const SceneContext& context) const override {
    const Vec2 place = point_in_field(context.world, p_.max_size, random);
    return drifting(p_, context, "bullet", place, random);
  }
};

// Scene "breakout": bullets against a wall of bricks.

struct BreakoutParams : SceneParams {
  std::uint32_t bullets = 12;
  float speed = 40;
  constexpr BreakoutParams() : SceneParams(132, {42, 42}, {0, 0}, 0) {}
};

constexpr auto kBreakoutRows = scene_rows_and<BreakoutParams>({
    param<&BreakoutParams::bullets>("bullets", 0, 10000, "sprites", "How many bullets fly."),
    param<&BreakoutParams::speed>("speed", 0, 1000, "px/step", "Speed of the first bullet."),
});

class Breakout : public SceneOf<BreakoutParams, kBreakoutRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    return i < p_.bullets ? bullet(i, random, context) : brick(i - p_.bullets, random, context);
  }

 private:
  Sprite bullet(std::uint32_t i, Random& random, const SceneContext& context) const {
    const WorldOptions& world = context.world;
    const float y = world.height * (static_cast<float>(i) + 0.5f) / static_cast<float>(p_.bullets);
    const Vec2 place{world.width * 0.04f, y};
    Sprite s = boxed(p_, context, "solid", place, {8, 8}, random);
    s.velocity = {p_.speed / (1 + 0.25f * static_cast<float>(i)), random.uniform(-2, 2)};
    return s;
  }

  /// Makes brick k of a wall, column by column; every second course is shifted by half a brick.
  Sprite brick(std::uint32_t k, Random& random, const SceneContext& context) const {
    const WorldOptions& world = context.world;
    const Vec2 size{p_.min_size, p_.min_size / 2};
    const std::uint32_t course = cells_along(world.height, size.y);
    const std::uint32_t column = k / course, row = k % course;
    const float shift = row % 2 == 0 ? 0 : size.x / 2;
    const Vec2 place{world.width * 0.6f + shift + static_cast<float>(column) * size.x * 1.001f,
                     (static_cast<float>(row) + 0.5f) * size.y * 1.001f};
    return boxed(p_, context, "square", place, size, random);
  }
};

constexpr SceneSetting kBreakoutSettings[]{{Owner::response(), "response", 1},
                                           {Owner::response(), "restitution", 0.5f},
                                           {Owner::response(), "friction", 0.3f},
                                           {Owner::response(), "drag", 0.1f}};

}  // namespace

extern const SceneEntry teams_scene =
    scene_entry<Teams>("teams", "Teams", "Games",
                       "Missiles pass through their own ships and each other, and hit the others.",
                       kTeamsSettings, kTeamsCategories);

extern const SceneEntry shooter_scene = scene_entry<Shooter>(
    "shooter", "Shooter", "Games",
    "Players, enemies, the shots of both, and walls: a table says which kinds collide.",
    kShooterSettings, kShooterCategories);

extern const SceneEntry platformer_scene =
    scene_entry<Platformer>("platformer", "Platformer", "Games",
                            "Almost all sprites walk on one line: one axis tells nothing.");

extern const SceneEntry bullets_scene =
    scene_entry<Bullets>("bullets", "Bullets", "Games",
                         "Ten thousand tiny fast sprites: small costs per sprite add up here.");

extern const SceneEntry breakout_scene = scene_entry<Breakout>(
    "breakout", "Breakout", "Games",
    "Bullets of 40 px per step fly into a wall of bricks; none passes through.", kBreakoutSettings);

}  // namespace phasebox
