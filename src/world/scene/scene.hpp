// SPDX-License-Identifier: MIT
// Scene presets: each is a function from a sprite's number to the sprite.
#pragma once
#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "world/param_owner.hpp"
#include "world/world.hpp"

namespace phasebox {

/// Parameters of every scene; a scene gives its own defaults in its constructor.
struct SceneParams {
  std::uint32_t count;
  float min_size, max_size, min_speed, max_speed, max_spin;

  struct Range {
    float min, max;
  };
  constexpr SceneParams(std::uint32_t sprites, Range size, Range speed, float spin)
      : count(sprites),
        min_size(size.min),
        max_size(size.max),
        min_speed(speed.min),
        max_speed(speed.max),
        max_spin(spin) {}
};

/// The rows of SceneParams, with the defaults of the scene's own struct `P`.
template <class P>
inline constexpr std::array kSceneRows{
    param<&SceneParams::count, P>("count", 0, 1000000, "sprites", "Number of sprites."),
    param<&SceneParams::min_size, P>("min-size", 1, 512, "px",
                                     "Longer side of the smallest sprites."),
    param<&SceneParams::max_size, P>("max-size", 1, 4000, "px",
                                     "Longer side of the largest sprites."),
    param<&SceneParams::min_speed, P>("min-speed", 0, 50, "px/step",
                                      "Speed of the slowest sprites."),
    param<&SceneParams::max_speed, P>("max-speed", 0, 50, "px/step",
                                      "Speed of the fastest sprites."),
    param<&SceneParams::max_spin, P>("max-spin", 0, 0.5, "rad/step",
                                     "Largest turn per step, either way."),
};

/// Those rows with the scene's own behind them.
template <class P, std::size_t N>
constexpr auto scene_rows_and(const Param (&own)[N]) {
  std::array<Param, kSceneRows<P>.size() + N> rows{};
  std::ranges::copy(own, std::ranges::copy(kSceneRows<P>, rows.begin()).out);
  return rows;
}

/// Parameters of a scene that has none of its own.
template <const SceneParams& defaults>
struct PlainParams : SceneParams {
  constexpr PlainParams() : SceneParams(defaults) {}
};

/// What a scene may look at while it makes sprites.
struct SceneContext {
  const ImageSet& images;
  const WorldOptions& world;
  std::uint32_t count;  ///< sprites the scene is to hold in all
};

/// A parameter that has another default while the scene is loaded.
struct SceneSetting {
  Owner owner;
  std::string_view key;
  double value;

  /// Of a number, a flag or a choice.
  template <class T>
  constexpr SceneSetting(Owner of, std::string_view name, T t)
      : owner(of), key(name), value(static_cast<double>(t)) {}
};

/// Gives the parameter its default again, unless it was changed since.
void end_setting(const ParamView& rows, const SceneSetting&);

/// A world's recipe. Sprite i depends on seed, parameters and i only, so adding keeps the others.
class Scene {
 public:
  virtual ~Scene() = default;
  virtual ParamView params() = 0;
  /// Sprite number i. `random` is its own stream.
  virtual Sprite sprite(std::uint32_t i, Random& random, const SceneContext&) const = 0;
  /// Gives sprites new velocities, before each step; reads nothing but the world and the context.
  virtual void steer(World&, const SceneContext&) const {}
  /// What must be set for a world of `count` sprites to be as dense as one of any other count: the
  /// size of the field, at least. Empty: the scene is no workload of the bench.
  virtual std::vector<SceneSetting> workload(std::uint32_t /*count*/) const { return {}; }

  std::uint32_t count();
  void set_count(std::uint32_t n);
};

// Ingredients that scenes share.

/// Scale that makes the longer side of an image `size` px.
Vec2 scale_to(const Image& image, float size);
/// A sprite of a random size, direction, speed, angle and spin at `place`, showing the image.
Sprite drifting(const SceneParams&, const SceneContext&, std::string_view image, Vec2 place,
                Random&);
/// A sprite of box `size` px around `center`, not turning; random speed per axis, either way.
Sprite boxed(const SceneParams&, const SceneContext&, std::string_view image, Vec2 center,
             Vec2 size, Random&);
/// A static sprite of `size` px before it is turned, around `place`, showing the image.
Sprite static_sprite(const ImageSet&, std::string_view image, Vec2 place, Vec2 size);
/// A circle, a random multiple (>= 1) of the snap grid: snap makes boundaries coincide; no turning.
Sprite circle_on_grid(const SceneParams&, const SceneContext&, Vec2 center, Random&);
/// Both sides of a box, each uniform between the scene's sizes.
Vec2 random_size(const SceneParams&, Random&);
/// A workload's field, px², `aspect` times as wide as high; walls where a box's middle turns round.
std::vector<SceneSetting> workload_field(double area, double aspect = 1);
/// A point at least `margin` px inside the field (or its center line where the field is smaller).
Vec2 point_in_field(const WorldOptions&, float margin, Random&);
/// How many cells of that size fit side by side, at least one.
std::uint32_t cells_along(float side, float cell);
/// Sprite i on a square lattice from the top left, px; full: from the top, shifted within a cell.
Vec2 lattice_point(const WorldOptions&, float cell, std::uint32_t i);

/// Base of the scenes: parameters `P` (inherits SceneParams) with their `Rows`.
template <class P, const auto& Rows = kSceneRows<P>>
class SceneOf : public Scene {
 public:
  ParamView params() final { return {&p_, Rows}; }

 protected:
  P p_;
};

/// Base of those without parameters of their own.
template <const SceneParams& defaults>
using PlainScene = SceneOf<PlainParams<defaults>>;

/// The groups in which the window offers the scenes.
inline constexpr std::array<std::string_view, 4> kSceneGroups{"Learn", "Games", "Dynamics",
                                                              "Benchmarks"};

/// One line of the registry. Settings of the view are for the renderer.
struct SceneEntry {
  std::string_view id, title, group, summary;
  std::span<const SceneSetting> settings;
  /// What its categories are called, from bit 0 on; those beyond have no name.
  std::span<const std::string_view> categories;
  /// What it is shown with; empty: those that are selected.
  std::string_view broadphase, narrowphase;
  std::unique_ptr<Scene> (*make)();
};

/// A registry line: `scene_entry<Flash>(...)`.
template <class Self>
constexpr SceneEntry scene_entry(std::string_view id, std::string_view title,
                                 std::string_view group, std::string_view summary,
                                 std::span<const SceneSetting> settings = {},
                                 std::span<const std::string_view> categories = {},
                                 std::string_view broadphase = {},
                                 std::string_view narrowphase = {}) {
  return {
      id,         title,       group,
      summary,    settings,    categories,
      broadphase, narrowphase, []() -> std::unique_ptr<Scene> { return std::make_unique<Self>(); }};
}

/// All scenes in teaching order; the first is the one that the window opens with.
std::span<const SceneEntry* const> scenes();

/// Fills an empty world with the scene's sprites.
void populate(const Scene&, const SceneContext&, World&);

/// The sprite that `populate` makes as number i.
Sprite scene_sprite(const Scene&, const SceneContext&, std::uint32_t i);

/// How a scene begins, small: some of its sprites where they start.
struct ScenePicture {
  Vec2 field;  ///< world px
  std::vector<Sprite> sprites;
};
/// At most 150 sprites of the scene with its own settings.
ScenePicture scene_picture(const SceneEntry& entry, const ImageSet& images);

}  // namespace phasebox
