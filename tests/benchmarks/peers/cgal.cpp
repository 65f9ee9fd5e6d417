// SPDX-License-Identifier: MIT
// CGAL's box_self_intersection_d over pointers to our boxes, with float coordinates.
#include <CGAL/box_intersection_d.h>

#include "peer.hpp"

namespace phasebox::peers {
namespace {

/// Reads our boxes where they are; the address of a box is its id.
struct Traits {
  using Box_parameter = const Aabb*;
  using NT = float;
  using ID = const Aabb*;
  static NT min_coord(Box_parameter b, int axis) { return axis == 0 ? b->min.x : b->min.y; }
  static NT max_coord(Box_parameter b, int axis) { return axis == 0 ? b->max.x : b->max.y; }
  static ID id(Box_parameter b) { return b; }
  static int dimension() { return 2; }
};

template <int Cutoff>
class Cgal final : public Peer<Cgal<Cutoff>> {
 public:
  template <class T>
  void run(const Frame& f, PairSink& out, T&) {
    order_.resize(f.size());
    for (std::size_t i = 0; i < f.size(); ++i) order_[i] = &f.boxes[i];
    const Aabb* first = f.boxes.data();
    CGAL::box_self_intersection_d(
        order_.begin(), order_.end(),
        [&](const Aabb* a, const Aabb* b) {
          emit_exact(f, static_cast<SpriteId>(a - first), static_cast<SpriteId>(b - first), out);
        },
        Traits{}, Cutoff, CGAL::Box_intersection_d::HALF_OPEN);
  }

 private:
  std::vector<const Aabb*> order_;
};

}  // namespace

extern const BroadphaseEntry cgal_10_entry{"cgal-10", "CGAL, cutoff 10",
                                           "Streamed segment trees; plain sweep below 10 boxes.",
                                           "CGAL 5.5", make_broadphase<Cgal<10>>};
extern const BroadphaseEntry cgal_100_entry{"cgal-100", "CGAL, cutoff 100",
                                            "Streamed segment trees; plain sweep below 100 boxes.",
                                            "CGAL 5.5", make_broadphase<Cgal<100>>};
extern const BroadphaseEntry cgal_1000_entry{
    "cgal-1000", "CGAL, cutoff 1000", "Streamed segment trees; plain sweep below 1000 boxes.",
    "CGAL 5.5", make_broadphase<Cgal<1000>>};

}  // namespace phasebox::peers
