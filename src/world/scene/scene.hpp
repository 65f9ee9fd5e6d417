// SPDX-License-Identifier: MIT
// Scene presets: each is a function from a sprite's number to the sprite.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "world/param_owner.hpp"
#include "world/world.hpp"

namespace phasebox {

/// The data that a scene may use while it makes sprites.
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

  /// Takes a number, a flag or a choice.
  template <class T>
  constexpr SceneSetting(Owner of, std::string_view name, T t)
      : owner(of), key(name), value(static_cast<double>(t)) {}
};

/// Gives the parameter its default again, unless it was changed since.
void end_setting(const ParamView& rows, const SceneSetting&);

/// A recipe for a world. Sprite i depends on seed, parameters and i only, so that adding sprites
/// leaves the others as they are.
class Scene {
 public:
  virtual ~Scene() = default;
  virtual ParamView params() = 0;
  /// Makes sprite number i. `random` is the sprite's own stream.
  virtual Sprite sprite(std::uint32_t i, Random& random, const SceneContext&) const = 0;
  /// Gives sprites new velocities, before each step; reads nothing but the world and the context.
  virtual void steer(World&, const SceneContext&) const {}
  /// The settings that make a world of `count` sprites as dense as one of any other count: at least
  /// the size of the field. Empty if the scene is no workload of the bench.
  virtual std::vector<SceneSetting> workload(std::uint32_t /*count*/) const { return {}; }

  std::uint32_t count();
  void set_count(std::uint32_t n);
};

/// The groups in which the window offers the scenes.
inline constexpr std::array<std::string_view, 4> kSceneGroups{"Learn", "Games", "Dynamics",
                                                              "Benchmarks"};

/// One line of the registry. Settings of the view are for the renderer.
struct SceneEntry {
  std::string_view id, title, group, summary;
  std::span<const SceneSetting> settings;
  /// Names of its categories, from bit 0 on; further ones have no name.
  std::span<const std::string_view> categories;
  /// The algorithms that it is shown with; empty: those that are selected.
  std::string_view broadphase, narrowphase;
  std::unique_ptr<Scene> (*make)();
};

/// All scenes in teaching order; the first is the one that the window opens with.
std::span<const SceneEntry* const> scenes();

/// Fills an empty world with the scene's sprites.
void populate(const Scene&, const SceneContext&, World&);

/// The sprite that `populate` makes as number i.
Sprite scene_sprite(const Scene&, const SceneContext&, std::uint32_t i);

/// A small picture of how a scene begins: some of its sprites where they start.
struct ScenePicture {
  Vec2 field;  ///< world px
  std::vector<Sprite> sprites;
};
/// At most 150 sprites of the scene with its own settings.
ScenePicture scene_picture(const SceneEntry& entry, const ImageSet& images);

}  // namespace phasebox
