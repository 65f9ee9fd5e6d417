// SPDX-License-Identifier: MIT
// Scene "thin": one box in ten is a long thin wall, lying or standing; a workload of the bench.
#include <array>

#include "world/scene/spread_boxes.hpp"

namespace phasebox {
namespace {

/// Sides of walls, px.
constexpr float kShortest = 200, kLongest = 2000, kThinnest = 8, kThickest = 16;

class Thin : public SpreadBoxes<400> {
 public:
  Thin() : SpreadBoxes(kHalfAPair) {}

  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    if (i % 10 != 9) return SpreadBoxes::sprite(i, random, context);
    const Vec2 place = point_in_field(context.world, 0, random);
    const float length = random.uniform(kShortest, kLongest);
    const float width = random.uniform(kThinnest, kThickest);
    const bool stands = (random.next() & 1) != 0;
    return boxed_sprite(p_, context.images, image_named(context.images, "solid"), place,
                        stands ? Vec2{width, length} : Vec2{length, width}, random);
  }
};

constexpr std::array kSettings{
    SceneSetting{Owner::world(), "width", 2560}, SceneSetting{Owner::world(), "height", 1440},
    SceneSetting{Owner::world(), "edges", static_cast<double>(Edges::center)}};

}  // namespace

extern const SceneEntry thin_scene{
    "thin", "Thin", "One box in ten is a wall up to 2,000 px long and 8 to 16 px thick.",
    make_scene<Thin>, kSettings};

}  // namespace phasebox
