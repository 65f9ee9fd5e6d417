// SPDX-License-Identifier: MIT
// Brute force that compares bounding circles.
#include "lab/race/circles_first.hpp"

#include <array>

#include "collide/registry.hpp"

namespace phasebox {
namespace {

struct CirclesFirstParams {};
constexpr std::array<Param, 0> kRows{};

class CirclesFirst : public BroadphaseOf<CirclesFirst, CirclesFirstParams, kRows> {
 public:
  template <class T>
  void run(const Frame& frame, PairSink& out, T& trace) {
    const auto n = static_cast<SpriteId>(frame.size());
    circles_.clear();
    for (SpriteId i = 0; i < n; ++i) circles_.push_back(circle_of(frame, i));
    for (SpriteId i = 0; i < n && !is_stopped(frame); ++i)
      for (SpriteId j = i + 1; j < n; ++j)
        if (eligible(frame, i, j)) test(frame, i, j, out, trace);
  }

  bool is_exact() const override { return false; }
  void remark(const Frame&, std::vector<Remark>& to) const override {
    to.push_back({.text = "It leaves out pairs whose circles are apart, as the narrowphase circle "
                          "does."});
  }

 private:
  // The circle of the narrowphase; without images the one around the box.
  static Circle circle_of(const Frame& frame, SpriteId i) {
    if (!frame.transforms.empty())
      return volume_circle(image_of(frame, i), frame.transforms[i], frame.scales[i]);
    return {center(frame.boxes[i]), length(extent(frame.boxes[i])) / 2};
  }

  template <class T>
  void test(const Frame& frame, SpriteId i, SpriteId j, PairSink& out, T& trace) const {
    if constexpr (T::on) trace.add({EventKind::test, Axis::x, 0, i, j});
    if (!overlaps(circles_[i], circles_[j]) || !overlaps(frame.boxes[i], frame.boxes[j])) return;
    if constexpr (T::on) trace.add({EventKind::hit, Axis::x, 0, i, j});
    out.emit(i, j);
  }

  std::vector<Circle> circles_;  // [n]
};

}  // namespace

extern const BroadphaseEntry circles_first_entry{
    "circles-first",
    "Brute force by circles",
    "Compares the circles around every two sprites.",
    "Mike, Collision detection with Recursive Dimensional Clustering, "
    "http://lab.polygonal.de/tag/broadphase/",
    make_broadphase<CirclesFirst>,
    {},
    false,
    1,
    BroadphaseRole::reference};

std::vector<Contestant> circle_contestants(const Session& session) {
  return {{.entry = &circles_first_entry},
          {.entry = find_entry(broadphases(), "brute-force")},
          contestant_of(*find_entry(broadphases(), "rdc"), session)};
}

}  // namespace phasebox
