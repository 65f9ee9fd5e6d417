// SPDX-License-Identifier: MIT
// Scene "lesson": a few circles standing still, to be dragged together by hand.
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct LessonParams : SceneParams {
  constexpr LessonParams() {
    count = 4;
    min_size = max_size = 96;
    min_speed = max_speed = 0;
    max_spin = 0;
  }
};

// Fractions of the field; the first four leave an empty stripe between any two on some axis.
constexpr std::array<Vec2, 8> kPlaces{{{0.25f, 0.35f},
                                       {0.50f, 0.60f},
                                       {0.75f, 0.35f},
                                       {0.37f, 0.82f},
                                       {0.62f, 0.15f},
                                       {0.88f, 0.75f},
                                       {0.12f, 0.75f},
                                       {0.10f, 0.15f}}};

// So few sprites would be one group otherwise.
constexpr std::array kSettings{SceneSetting{Owner::algorithm("rdc"), "group-size", 1}};

class Lesson : public SceneOf<LessonParams, kSceneRows<LessonParams>> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const Vec2 field{context.world.width, context.world.height};
    const Vec2 place = i < kPlaces.size() ? kPlaces[i] * field
                                          : point_in_field(context.world, p_.max_size, random);
    return circle_on_grid(p_, context, place, random);
  }
};

}  // namespace

extern const SceneEntry lesson_scene{"lesson", "Lesson",
                                     "A few circles stand still: drag them and watch the groups.",
                                     make_scene<Lesson>, kSettings};

}  // namespace phasebox
