// SPDX-License-Identifier: MIT
// Scene "pour": a heap of sprites falls into a bowl.
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct PourParams : SceneParams {
  constexpr PourParams() {
    count = 303;
    min_size = 14;
    max_size = 26;
    min_speed = 0;
    max_speed = 0.5f;
    max_spin = 0.02f;
  }
};

constexpr std::array<std::string_view, 5> kShapes{"asteroid", "circle", "star", "ship", "square"};
constexpr std::uint32_t kBowl = 3;

class Pour : public SceneOf<PourParams, kSceneRows<PourParams>> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const WorldOptions& world = context.world;
    if (i < kBowl) return side(i, context);
    // Rows above the bowl, from the lowest up; beyond the field's top they wait outside.
    const float cell = p_.max_size * 1.45f, width = world.width * 0.5f;
    const auto columns = static_cast<std::uint32_t>(std::max(1.0f, std::floor(width / cell)));
    const std::uint32_t k = i - kBowl, row = k / columns;
    const Vec2 place{world.width * 0.25f + (static_cast<float>(k % columns) + 0.5f) * cell,
                     world.height * 0.5f - static_cast<float>(row) * cell};
    const int image = image_named(context.images, kShapes[k % kShapes.size()]);
    return drifting_sprite(p_, context.images, image, place, random);
  }

 private:
  /// Two slopes and the floor between them.
  static Sprite side(std::uint32_t i, const SceneContext& context) {
    const WorldOptions& world = context.world;
    const float left = i == 1 ? -1.0f : 1.0f;
    const auto number = static_cast<std::uint16_t>(image_named(context.images, "solid"));
    const Vec2 size{i == 0 ? world.width * 0.34f : world.width * 0.4f, 16};
    Sprite s;
    s.image = number;
    s.scale = {size.x / static_cast<float>(context.images[number].width),
               size.y / static_cast<float>(context.images[number].height)};
    s.position = {world.width / 2, world.height * 0.95f};
    if (i > 0) {
      s.position += {left * world.width * 0.29f, -world.height * 0.2f};
      s.angle = left * -0.9f;
    }
    s.is_static = true;
    return s;
  }
};

constexpr std::array kSettings{
    SceneSetting{Owner::response(), "response", 1},
    SceneSetting{Owner::response(), "restitution", static_cast<double>(0.3f)},
    SceneSetting{Owner::response(), "friction", static_cast<double>(0.4f)},
    SceneSetting{Owner::response(), "gravity-y", 360}};

}  // namespace

extern const SceneEntry pour_scene{"pour", "Pour",
                                   "Three hundred sprites fall into a bowl and come to rest.",
                                   make_scene<Pour>, kSettings};

}  // namespace phasebox
