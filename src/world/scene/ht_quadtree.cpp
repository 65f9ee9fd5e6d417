// SPDX-License-Identifier: MIT
// Scene "ht-quadtree": bouncing rectangles within walls, as in the HT for Web demo of quadtree
// collision detection on quadtree-js by Timo Hausmann.
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct HtQuadtreeParams : SceneParams {
  constexpr HtQuadtreeParams() {
    count = 100;
    min_size = 5;
    max_size = 30;
    min_speed = 0.2f;
    max_speed = 1.5f;
    max_spin = 0;
  }
};

// The demo's field and its quadtree: ten objects in a node, four levels.
constexpr std::array kSettings{SceneSetting{Owner::world(), "width", 400},
                               SceneSetting{Owner::world(), "height", 400},
                               SceneSetting{Owner::algorithm("quadtree"), "max-objects", 10},
                               SceneSetting{Owner::algorithm("quadtree"), "max-levels", 4},
                               SceneSetting{Owner::view(), "space", 1}};

class HtQuadtree : public SceneOf<HtQuadtreeParams, kSceneRows<HtQuadtreeParams>> {
 public:
  Sprite sprite(std::uint32_t, Random& random, const SceneContext& context) const override {
    const Vec2 place = point_in_field(context.world, p_.max_size, random);
    const Vec2 size = random_size(p_, random);
    return boxed_sprite(p_, context.images, image_named(context.images, "solid"), place, size,
                        random);
  }
};

}  // namespace

extern const SceneEntry ht_quadtree_scene{
    "ht-quadtree",
    "HT quadtree",
    "A hundred rectangles bounce in a quadtree, which retrieves 10 to 30 candidates for each.",
    make_scene<HtQuadtree>,
    kSettings,
    {},
    "quadtree"};

}  // namespace phasebox
