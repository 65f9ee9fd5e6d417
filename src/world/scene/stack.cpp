// SPDX-License-Identifier: MIT
// Scene "stack": boxes that carry each other.
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct StackParams : SceneParams {
  std::uint32_t height = 10;
  constexpr StackParams() {
    count = 10;
    min_size = max_size = 48;
    min_speed = max_speed = 0;
    max_spin = 0;
  }
};

constexpr auto kRows = scene_rows_and<StackParams>({
    param<&StackParams::height>("height", 1, 1000, "sprites", "Boxes in one stack."),
});

class Stack : public SceneOf<StackParams, kRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const WorldOptions& world = context.world;
    const std::uint32_t stacks = (context.count + p_.height - 1) / p_.height;
    const float room = world.width / static_cast<float>(stacks + 1);
    const auto stack = static_cast<float>(i / p_.height + 1),
               level = static_cast<float>(i % p_.height);
    const Vec2 place{room * stack, world.height - p_.min_size * (level + 0.5f)};
    const Vec2 size{p_.min_size, p_.min_size};
    return boxed_sprite(p_, context.images, image_named(context.images, "square"), place, size,
                        random);
  }
};

constexpr std::array kSettings{
    SceneSetting{Owner::response(), "response", 1},
    SceneSetting{Owner::response(), "restitution", static_cast<double>(0.2f)},
    SceneSetting{Owner::response(), "friction", static_cast<double>(0.5f)},
    SceneSetting{Owner::response(), "gravity-y", 360}};

}  // namespace

extern const SceneEntry stack_scene{"stack", "Stack",
                                    "A stack of ten boxes: resting boxes must stay at rest.",
                                    make_scene<Stack>, kSettings};

}  // namespace phasebox
