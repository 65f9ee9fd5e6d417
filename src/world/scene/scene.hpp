// SPDX-License-Identifier: MIT
// Scene presets: each is a function from a sprite's number to the sprite.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "world/param_owner.hpp"
#include "world/world.hpp"

namespace phasebox {

/// What a scene may use to make and steer its sprites, beside its parameters.
struct SceneContext {
  const ImageSet& images;
  const WorldOptions& world;
  std::uint32_t count;             ///< number of sprites that the scene is to have in all
  std::optional<SpriteId> held{};  ///< the sprite that the pointer holds, when sprites are steered
};

/// A parameter that gets another value when the scene is loaded, in place of its default.
struct SceneSetting {
  Owner owner;
  std::string_view key;
  double value;

  /// `t` is a number, a flag or a value of a choice's enumeration, as the parameter's row wants it.
  template <class T>
  constexpr SceneSetting(Owner of, std::string_view name, T t)
      : owner(of), key(name), value(static_cast<double>(t)) {}
};

/// Resets the parameter that a setting names to its default, unless it has another value than the
/// setting by now. `rows` are the parameters of the setting's owner.
void end_setting(const ParamView& rows, const SceneSetting&);

/// A recipe for a world. Sprite i depends on the seed, the parameters, the images, the size of the
/// field and i, so that adding sprites leaves the others as they are. Only scenes that center a
/// whole row (stack, Newton's cradle) also use the number of sprites.
class Scene {
 public:
  virtual ~Scene() = default;
  virtual ParamView params() = 0;
  /// The share of the way toward one heap by which sprites are moved from where `sprite` puts them:
  /// from 0, as they are, to 1, all in the heap.
  virtual float clumping() const = 0;
  /// Makes sprite number i. `random` is the sprite's own stream of random numbers.
  virtual Sprite sprite(std::uint32_t i, Random& random, const SceneContext&) const = 0;
  /// Gives sprites new velocities before each step of a simulation, in scenes where sprites do not
  /// fly freely. It keeps nothing between steps, so that undo and saved sessions need only the
  /// world.
  virtual void steer(World&, const SceneContext&) const {}
  /// Returns the sprite that the user steers by the arrow keys; none in most scenes.
  virtual std::optional<SpriteId> steered_by_keys(const World&) const { return {}; }
  /// Returns the settings with which `count` sprites are as dense as the scene's other numbers of
  /// sprites: the size of the field, and more in some scenes. Empty if the scene is not meant for
  /// measuring how time grows with the number of sprites.
  virtual std::vector<SceneSetting> workload(std::uint32_t /*count*/) const { return {}; }

  std::uint32_t count();
  void set_count(std::uint32_t n);
};

/// The groups in which the window offers the scenes.
inline constexpr std::array<std::string_view, 4> kSceneGroups{"Learn", "Games", "Dynamics",
                                                              "Benchmarks"};

/// One scene of the registry. `settings` hold while the scene is loaded; those of the view are
/// applied by the window alone.
struct SceneEntry {
  std::string_view id, title, group, summary;
  std::span<const SceneSetting> settings;
  /// [bit] Names of the bits of `Filter::category` that its sprites use, for the window. Bits
  /// beyond the end, and those with an empty name, are unnamed.
  std::span<const std::string_view> categories;
  /// Registry ids of the broadphase and the narrowphase that are selected when the scene is loaded;
  /// empty: the selection stays.
  std::string_view broadphase, narrowphase;
  std::unique_ptr<Scene> (*make)();
};

/// All scenes in teaching order; the first is the default one.
std::span<const SceneEntry* const> scenes();

/// Adds the first `count` sprites of the scene (SceneContext) to an empty world.
void populate(const Scene&, const SceneContext&, World&);

/// Returns the sprite that `populate` makes as number i, with the volume that the world's options
/// give, moved toward the heap (`Scene::clumping`). Static sprites stay where they are. With
/// `birth` 0 it is the sprite of the start, with another number one that is born later.
Sprite scene_sprite(const Scene&, const SceneContext&, std::uint32_t i, std::uint64_t birth = 0);

/// Some sprites of a scene where they start, for a small picture of it in the window.
struct ScenePicture {
  Vec2 field;  ///< world px, width and height of the field
  std::vector<Sprite> sprites;
};
/// Returns at most 150 sprites, evenly spread over the scene's numbers, made with the scene's own
/// settings of world and scene and the defaults of all others.
ScenePicture scene_picture(const SceneEntry& entry, const ImageSet& images);

}  // namespace phasebox
