// SPDX-License-Identifier: MIT
// Scene "walls": one bar from side to side and one from top to bottom defeat RDC altogether.
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct WallsParams : SceneParams {
  float thickness = 6;
  bool horizontal = true, vertical = true;
  constexpr WallsParams() {
    count = 60;
    min_size = 20;
    max_size = 34;
    min_speed = 0.2f;
    max_speed = 0.9f;
    max_spin = 0.01f;
  }
};

constexpr auto kRows = scene_rows_and<WallsParams>({
    param<&WallsParams::thickness>("thickness", 1, 200, "px", "Thickness of the bars."),
    flag<&WallsParams::horizontal>("horizontal", "A bar from the left border to the right one."),
    flag<&WallsParams::vertical>("vertical", "A bar from the top border to the bottom one."),
});

constexpr std::array<std::string_view, 4> kShapes{"ship", "asteroid", "arrow", "boomerang"};

class Walls : public SceneOf<WallsParams, kRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const WorldOptions& world = context.world;
    if (i == 0 && p_.horizontal) return bar(context, {world.width, p_.thickness});
    if (i == (p_.horizontal ? 1u : 0u) && p_.vertical)
      return bar(context, {p_.thickness, world.height});
    const int image = image_named(context.images, kShapes[i % kShapes.size()]);
    const Vec2 place = point_in_field(world, p_.max_size, random);
    return drifting_sprite(p_, context.images, image, place, random);
  }

 private:
  static Sprite bar(const SceneContext& context, Vec2 size) {
    const auto number = static_cast<std::uint16_t>(image_named(context.images, "square"));
    const Image& image = context.images[number];
    Sprite sprite;
    sprite.position = {context.world.width / 2, context.world.height / 2};
    sprite.scale = {size.x / static_cast<float>(image.width),
                    size.y / static_cast<float>(image.height)};
    sprite.image = number;
    sprite.is_static = true;
    return sprite;
  }
};

// The bars are static: in groups of their own they would block nothing.
constexpr std::array kSettings{SceneSetting{Owner::algorithm("rdc"), "static-groups", 0}};

}  // namespace

extern const SceneEntry walls_scene{"walls", "Walls",
                                    "One bar across and one down leave no empty stripe: RDC cannot "
                                    "split, unless its static groups are switched on.",
                                    make_scene<Walls>, kSettings};

}  // namespace phasebox
