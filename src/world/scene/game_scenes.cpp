// SPDX-License-Identifier: MIT
// Scenes like games: teams and their shots, a side-scroller, bullets and bricks.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

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
// rules). The arrow keys steer the first ship.

constexpr SceneParams kShooter{200, {26, 38}, {0.3f, 1.0f}, 0};

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
    Rule{"missile", 0.7f, 6, bit(enemy) | bit(wall)},
    Rule{"asteroid", 1.2f, 1, bit(player) | bit(player_shot) | bit(wall)},
    Rule{"bullet", 0.5f, 3, bit(player) | bit(wall)},
    Rule{"square", 1, 0, bit(player) | bit(player_shot) | bit(enemy) | bit(enemy_shot)}};

// Sprite i is of the kind at place i modulo 16. Sixteen in a row are a squad.
constexpr std::uint32_t kSquad = 16, kShots = 3;
constexpr std::array<Kind, kSquad> kShooterMix{
    player, player_shot, player_shot, player_shot, enemy,      enemy,      enemy, enemy,
    enemy,  enemy_shot,  enemy_shot,  enemy_shot,  enemy_shot, enemy_shot, wall,  wall};

// Shots do not turn round, so they wrap to the other side of the field instead of bouncing (1 is
// Edges::wrap).
constexpr SceneSetting kShooterSettings[]{{Owner::world(), "edges", 1},
                                          {Owner::view(), "color-by", 4}};

/// Every squad has a lane of its own, from the top of the field to the bottom, so that gaps divide
/// the field into lanes and the lanes into a few sprites. The ship fires upwards; the enemies come
/// down and in again at the top.
class Shooter : public PlainScene<kShooter> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const WorldOptions& world = context.world;
    const std::uint32_t squad = i / kSquad, member = i % kSquad;
    const Kind kind = kShooterMix[member];
    const Rule& rule = kShooterRules[kind];
    Random lane(world.seed, kLaneStreams + squad);
    const float speed = lane.uniform(p_.min_speed, p_.max_speed) * rule.speed;
    Sprite sprite = drifting(p_, context, rule.image, {}, random);
    sprite.position = {middle_of(squad) * world.width, height_of(member, random) * world.height};
    sprite.scale = sprite.scale * rule.size;
    sprite.filter = {bit(kind), static_cast<std::uint16_t>(rule.collides | 1)};
    sprite.is_static = kind == wall;
    sprite.velocity = {0, kind == player ? 0 : kind == player_shot ? -speed : speed};
    sprite.angle = kind == enemy_shot ? kPi : 0;
    return sprite;
  }

  void steer(World& world, const SceneContext& context) const override {
    const auto positions = world.positions();
    const auto is = [&](std::uint32_t i, Kind kind) {
      return i < world.size() && world.filters()[i].category == bit(kind);
    };
    const auto moves = [&](SpriteId i) { return context.held != i && !world.statics()[i]; };
    for (std::uint32_t ship = 0; ship < world.size(); ship += kSquad) {
      if (!is(ship, player)) continue;
      Vec2& at = positions[ship];
      if (moves(ship))
        at.y = std::clamp(at.y, context.world.height * 0.55f, context.world.height * 0.95f);
      // A shot that would leave the field at the top in this step, and so come in at the bottom, is
      // fired again.
      for (std::uint32_t shot = ship + 1; shot <= ship + kShots; ++shot)
        if (is(shot, player_shot) && moves(shot) &&
            positions[shot].y + world.velocities()[shot].y < 0)
          positions[shot] = at;
    }
  }

  std::optional<SpriteId> steered_by_keys(const World& world) const override {
    const auto ship = std::ranges::find(world.filters(), bit(player), &Filter::category);
    if (ship == world.filters().end()) return {};
    return static_cast<SpriteId>(ship - world.filters().begin());
  }

 private:
  // The first of the random streams that a squad's shared values come from; no sprite uses them.
  static constexpr std::uint64_t kLaneStreams = 1ULL << 40;

  /// Returns the middle of a squad's lane, in widths of the field. Thirteen lanes lie beside each
  /// other; those of further squads lie between them.
  static float middle_of(std::uint32_t squad) {
    constexpr std::uint32_t kLanes = 13;
    const float shift = static_cast<float>(squad / kLanes) * 0.618034f;
    // The first squad is in the middle.
    const std::uint32_t lane = (squad * 5 + kLanes / 2) % kLanes;
    const float at = static_cast<float>(lane) + 0.5f + shift - std::floor(shift);
    return at / (kLanes + 1);
  }
  /// Returns the height at which a member of a squad starts, in heights of the field.
  static float height_of(std::uint32_t member, Random& random) {
    const float jitter = random.uniform(-0.02f, 0.02f);
    const auto at = [&](std::uint32_t first) { return static_cast<float>(member - first); };
    switch (kShooterMix[member]) {
      case player: return 0.9f;
      case player_shot: return 0.15f + 0.25f * at(1) + jitter;
      case enemy: return 0.06f + 0.12f * at(4) + jitter;
      case enemy_shot: return 0.12f + 0.15f * at(9) + jitter;
      default: return 0.7f + 0.06f * at(14);
    }
  }
};

// Scene "crowded": a row of enemies across the field and a column of shots down it. Along x all
// shots overlap, along y all enemies do, and neither axis has a gap: sorting along either leaves a
// quarter of all pairs, and RDC cannot cut.

constexpr SceneParams kCrowded{200, {24, 32}, {0.5f, 0.5f}, 0};

// All of a row fly equally fast, so that no gap opens (1 is Edges::wrap).
constexpr SceneSetting kCrowdedSettings[]{{Owner::world(), "edges", 1}};

class Crowded : public PlainScene<kCrowded> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const WorldOptions& world = context.world;
    const bool is_shot = i % 2 == 1;
    // Multiples of the golden ratio leave no wide gap, whatever their number.
    const double turns = (i / 2) * 0.6180339887498949;
    const auto along = static_cast<float>(turns - std::floor(turns));
    const float aside = random.uniform(-4, 4);
    const Vec2 place = is_shot ? Vec2{world.width / 2 + aside, along * world.height}
                               : Vec2{along * world.width, world.height / 4 + aside};
    Sprite sprite = drifting(p_, context, is_shot ? "missile" : "asteroid", place, random);
    const float speed = length(sprite.velocity);
    sprite.velocity = is_shot ? Vec2{0, -speed} : Vec2{speed, 0};
    return sprite;
  }
};

// Scene "platformer": sprites walk on the ground and on platforms, and jump between them, as in a
// side-scrolling game.

struct PlatformerParams : SceneParams {
  float flyers = 0.12f;
  std::uint32_t platforms = 9;
  constexpr PlatformerParams() : SceneParams(80, {22, 46}, {0.2f, 1.2f}, 0) {}
};

constexpr auto kPlatformerRows = scene_rows_and<PlatformerParams>({
    param<&PlatformerParams::flyers>("flyers", 0, 1, "", "Share of the sprites that fly."),
    param<&PlatformerParams::platforms>("platforms", 0, 300, "sprites",
                                        "Static platforms on three levels above the ground."),
});

constexpr std::array<std::string_view, 6> kPlatformerWalkers{"heart", "gear",     "letter_r",
                                                             "star",  "letter_d", "crescent"};
constexpr std::string_view kPlatformerFlyer = "ship";

/// The scene keeps no state beside the world: gravity, floors and the places at which sprites jump
/// follow from where they are.
class Platformer : public SceneOf<PlatformerParams, kPlatformerRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    if (i < p_.platforms) return platform(i, context);
    const bool flies = random.uniform(0, 1) < p_.flyers;
    const auto name = flies ? kPlatformerFlyer : kPlatformerWalkers[i % kPlatformerWalkers.size()];
    const Vec2 place = point_in_field(context.world, p_.max_size, random);
    Sprite sprite = drifting(p_, context, name, place, random);
    if (flies) return sprite;
    // Walkers start on the floor below their random place, or on the ground.
    const auto platform_at = [&](std::uint32_t k) { return box_of(platform(k, context), context); };
    sprite.position.y =
        floor_below(place, p_.platforms, platform_at, context.world) - feet_of(sprite, context);
    sprite.velocity = {sprite.velocity.x >= 0 ? length(sprite.velocity) : -length(sprite.velocity),
                       0};
    return sprite;
  }

  void steer(World& world, const SceneContext& context) const override {
    const int flyer = context.images.find(kPlatformerFlyer);
    const auto count = std::min(p_.platforms, static_cast<std::uint32_t>(world.size()));
    std::vector<Aabb> platforms;
    for (std::uint32_t k = 0; k < count; ++k)
      if (world.statics()[k]) platforms.push_back(box_of(world.get(k), context));
    const auto platform_at = [&](std::size_t k) { return platforms[k]; };
    for (SpriteId i = 0; i < world.size(); ++i) {
      if (world.statics()[i] || world.images()[i] == flyer) continue;
      const Vec2 p = world.positions()[i];
      Vec2& v = world.velocities()[i];
      const float feet = p.y + feet_of(world.get(i), context);
      const float floor = floor_below({p.x, feet}, platforms.size(), platform_at, context.world);
      const float fall = v.y + kGravity;
      if (fall < 0 || feet + fall < floor)
        v.y = fall;
      else
        v.y = jumps(i, p.x, v.x) ? -kJump : floor - feet;
    }
  }

 private:
  static constexpr float kGravity = 0.25f;  // px per step²
  static constexpr float kJump = 9;         // px per step, upwards: 160 px high
  static constexpr float kRaised = 1;       // px between feet and floor, which do not collide

  /// Returns from the place of a sprite down to its feet, px.
  static float feet_of(const Sprite& sprite, const SceneContext& context) {
    return context.images[sprite.image].opaque.max.y * sprite.scale.y + kRaised;
  }
  static Aabb box_of(const Sprite& sprite, const SceneContext& context) {
    const Image& image = context.images[sprite.image];
    const Vec2 half = Vec2{static_cast<float>(image.width), static_cast<float>(image.height)} *
                      sprite.scale * 0.5f;
    return {sprite.position - half, sprite.position + half};
  }
  Sprite platform(std::uint32_t k, const SceneContext& context) const {
    constexpr std::uint32_t kLevels = 3;
    const std::uint32_t level = k % kLevels, columns = (p_.platforms + kLevels - 1) / kLevels;
    const float room = context.world.width / static_cast<float>(columns);
    const float x = room * (static_cast<float>(k / kLevels) + (level == 1 ? 0.65f : 0.35f));
    const float y = context.world.height * (0.7f - 0.2f * static_cast<float>(level));
    return static_sprite(context.images, "solid", {x, y}, {room * 0.6f, 14});
  }
  /// Returns the height of the highest floor at or below the feet, world px: a platform, or the
  /// ground, a tenth of the field above its lower border. `platform_at(k)` is a box.
  template <class F>
  static float floor_below(Vec2 feet, std::size_t platforms, F&& platform_at,
                           const WorldOptions& world) {
    constexpr float kRounding = 0.5f;  // px that feet may lie deeper than their floor
    float floor = world.height * 0.9f;
    for (std::uint32_t k = 0; k < platforms; ++k) {
      const Aabb box = platform_at(k);
      if (feet.x < box.min.x || feet.x > box.max.x || feet.y > box.min.y + kRounding) continue;
      floor = std::min(floor, box.min.y);
    }
    return floor;
  }
  /// Whether a walker jumps in this step: it comes to one of its places, 160 px apart.
  static bool jumps(SpriteId i, float x, float by) {
    const auto place = [](float at) { return static_cast<std::int64_t>(std::floor(at / 160)); };
    return place(x) != place(x + by) && (place(x) + i) % 2 == 0;
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
    "Steer the first ship by the arrow keys. A table says which of ships, enemies, shots and walls "
    "collide.",
    kShooterSettings, kShooterCategories, "rdc");

extern const SceneEntry crowded_scene = scene_entry<Crowded>(
    "crowded", "Crowded", "Games",
    "A row of enemies and a column of shots: crowded on both axes, and RDC cannot cut.",
    kCrowdedSettings);

extern const SceneEntry platformer_scene = scene_entry<Platformer>(
    "platformer", "Platformer", "Games", "Sprites walk and jump on the ground and on platforms.");

extern const SceneEntry bullets_scene =
    scene_entry<Bullets>("bullets", "Bullets", "Games",
                         "Ten thousand tiny fast sprites: small costs per sprite add up here.");

extern const SceneEntry breakout_scene = scene_entry<Breakout>(
    "breakout", "Breakout", "Games",
    "Bullets of 40 px per step fly into a wall of bricks; none passes through.", kBreakoutSettings);

}  // namespace phasebox
