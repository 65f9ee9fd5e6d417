// SPDX-License-Identifier: MIT
// The list of all scenes.
#include "world/scene/scene.hpp"

namespace phasebox {

// One line per scene, in teaching order; each is defined in the file of its group.
#define PHASEBOX_SCENES(X) \
  X(sprites)               \
  X(flash_demo)            \
  X(lesson)                \
  X(even)                  \
  X(touching)              \
  X(clusters)              \
  X(mixed_sizes)           \
  X(brown_table)           \
  X(n_sampling)            \
  X(teams)                 \
  X(shooter)               \
  X(crowded)               \
  X(platformer)            \
  X(pile)                  \
  X(walls)                 \
  X(bullets)               \
  X(billiards)             \
  X(newtons_cradle)        \
  X(ball_on_table)         \
  X(stack)                 \
  X(pour)                  \
  X(breakout)              \
  X(uniform)               \
  X(sparse)                \
  X(line)                  \
  X(mixed)                 \
  X(thin)                  \
  X(ratio)                 \
  X(ht_quadtree)

#define PHASEBOX_DECLARE(name) extern const SceneEntry name##_scene;
PHASEBOX_SCENES(PHASEBOX_DECLARE)
#undef PHASEBOX_DECLARE

std::span<const SceneEntry* const> scenes() {
#define PHASEBOX_LIST(name) &name##_scene,
  static constexpr const SceneEntry* kAll[] = {PHASEBOX_SCENES(PHASEBOX_LIST)};
#undef PHASEBOX_LIST
  return kAll;
}

}  // namespace phasebox
