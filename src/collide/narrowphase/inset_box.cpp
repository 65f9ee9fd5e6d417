// SPDX-License-Identifier: MIT
// Inset boxes: a pair collides when its boxes still overlap after both are made smaller.
#include <array>

#include "collide/narrowphase.hpp"

namespace phasebox {
namespace {

struct InsetBoxParams {
  float inset = 10;
};

constexpr std::array kRows{
    param<&InsetBoxParams::inset>("inset", 0, 100, "percent",
                                  "How much shorter the sides of both boxes are made, about their "
                                  "middles; 0 confirms every candidate, 100 leaves points."),
};

/// Shrinks both boxes about their middles, since the corners of a sprite's box are rarely opaque,
/// and tests whether they still overlap. A contact's normal is the direction, left, right, up or
/// down, in which the shrunk boxes are parted by the shortest way; depth is that way.
/// Cost: O(1) per pair. It errs in both directions: it misses opaque corners that touch, and counts
/// transparent ones.
/// Source: an article on collision detection for Android (its bounds-optimized variant).
class InsetBox : public NarrowphaseOf<InsetBox, InsetBoxParams, kRows> {
 public:
  template <class T>
  bool touch(const Frame& frame, Pair pair, Contact& contact, T&) const {
    const Aabb a = inset(frame, pair.a), b = inset(frame, pair.b);
    if (!overlaps(a, b)) return false;
    contact.point = center(intersection(a, b));
    const Push x = push(a, b, Axis::x), y = push(a, b, Axis::y);
    contact.normal = x.depth <= y.depth ? Vec2{x.sign, 0} : Vec2{0, y.sign};
    contact.depth = std::min(x.depth, y.depth);
    return true;
  }

 private:
  /// The shortest way, px, by which b leaves a along one axis, and its sign on that axis.
  struct Push {
    float depth, sign;
  };
  static Push push(const Aabb& a, const Aabb& b, Axis axis) {
    const float forth = high(a, axis) - low(b, axis), back = high(b, axis) - low(a, axis);
    return forth <= back ? Push{forth, 1} : Push{back, -1};
  }

  Aabb inset(const Frame& frame, SpriteId i) const {
    const Aabb& box = frame.boxes[i];
    const ImageTuning own = tuning_of(frame, i);
    const float percent = own.inset >= 0 ? own.inset : p_.inset;
    const Vec2 by = (box.max * 0.5f - box.min * 0.5f) * (percent * 0.01f);
    // The middle bounds both sides, as rounding could otherwise make min exceed max.
    const Vec2 middle = center(box);
    return {{std::min(box.min.x + by.x, middle.x), std::min(box.min.y + by.y, middle.y)},
            {std::max(box.max.x - by.x, middle.x), std::max(box.max.y - by.y, middle.y)}};
  }
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"for each candidate pair", EventKind::enter},
    {"  make both boxes smaller about their middles"},
    {"  compare the smaller boxes on both axes"},
    {"  they overlap: a collision", EventKind::hit},
    {"    normal: along the axis of least overlap"},
    {"  they do not: none", EventKind::leave},
});

}  // namespace

extern const NarrowphaseEntry inset_box_entry{
    "inset-box",
    "Inset box",
    "Both boxes, made smaller by a share of their size, overlap.",
    "An article on collision detection for Android (bounds-optimised)",
    make_narrowphase<InsetBox>,
    {.code = kCode, .part = "pair"}};

}  // namespace phasebox
