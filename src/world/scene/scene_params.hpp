// SPDX-License-Identifier: MIT
// The parameters of scenes, and the base of a scene that has them.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "world/scene/scene.hpp"

namespace phasebox {

/// Parameters that every scene has; kSceneRows gives their units. The struct of each scene passes
/// its own defaults to the constructor.
struct SceneParams {
  std::uint32_t count;
  float min_size, max_size, min_speed, max_speed, max_spin;
  float clumping = 0;

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
    param<&SceneParams::clumping, P>("clumping", 0, 1, "",
                                     "From where the sprites start (0) to one heap in the middle "
                                     "of the field (1)."),
};

/// The rows of SceneParams, followed by the scene's own rows.
template <class P, std::size_t N>
constexpr auto scene_rows_and(const Param (&own)[N]) {
  std::array<Param, kSceneRows<P>.size() + N> rows{};
  std::ranges::copy(own, std::ranges::copy(kSceneRows<P>, rows.begin()).out);
  return rows;
}

/// The parameters of a scene without any of its own: those of SceneParams with the defaults
/// `defaults`.
template <const SceneParams& defaults>
struct PlainParams : SceneParams {
  constexpr PlainParams() : SceneParams(defaults) {}
};

/// Base of a scene with parameters: `P` inherits SceneParams, and `Rows` describes them.
template <class P, const auto& Rows = kSceneRows<P>>
class SceneOf : public Scene {
 public:
  ParamView params() final { return {&p_, Rows}; }
  float clumping() const final { return p_.clumping; }

 protected:
  P p_;
};

/// Base of a scene whose parameters are those of SceneParams alone, with the defaults `defaults`.
template <const SceneParams& defaults>
using PlainScene = SceneOf<PlainParams<defaults>>;

/// Makes the registry entry of the scene class `Self`; the arguments are the members of SceneEntry.
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

}  // namespace phasebox
