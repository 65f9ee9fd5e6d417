// SPDX-License-Identifier: MIT
// Circle test: a pair collides when the smallest circles around its opaque areas overlap.
#include <array>

#include "collide/narrowphase.hpp"

namespace phasebox {
namespace {

struct CircleParams {};
constexpr std::array<Param, 0> kRows{};

/// Compares the squared distance of the circles' centers with the squared sum of their radii. The
/// contact's normal goes from center to center, or along x where these are the same. Exact for
/// round sprites; others collide too early. Cost: O(1) per pair, one root per collision. Source:
/// Brown CS course notes on collision detection, bounding spheres.
class CircleTest : public NarrowphaseOf<CircleTest, CircleParams, kRows> {
 public:
  template <class T>
  bool touch(const Frame& frame, Pair pair, Contact& contact, T&) {
    const Circle a = circle_of(frame, pair.a), b = circle_of(frame, pair.b);
    if (!overlaps(a, b)) return false;
    const Vec2 apart = b.center - a.center;
    const float distance = length(apart);
    contact.normal = distance > 0 ? apart * (1 / distance) : Vec2{1, 0};
    contact.depth = a.radius + b.radius - distance;
    contact.point = a.center + contact.normal * (a.radius - contact.depth * 0.5f);
    return true;
  }

 private:
  static Circle circle_of(const Frame& frame, SpriteId i) {
    return volume_circle(image_of(frame, i), frame.transforms[i], frame.scales[i]);
  }
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"for each candidate pair", EventKind::enter},
    {"  the smallest circles round both opaque areas"},
    {"  d: how far their centers are apart"},
    {"  r: the sum of their radii"},
    {"  d < r: a collision", EventKind::hit},
    {"  else: none", EventKind::leave},
});

}  // namespace

extern const NarrowphaseEntry circle_entry{"circle",
                                           "Circle",
                                           "The smallest circles around the sprites overlap.",
                                           "Brown CS course notes on collision detection",
                                           make_narrowphase<CircleTest>,
                                           {.code = kCode, .part = "pair"}};

}  // namespace phasebox
