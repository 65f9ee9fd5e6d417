// SPDX-License-Identifier: MIT
// Boost.Geometry's R-tree, packed again each frame, then one query per box.
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>

#include "peer.hpp"

namespace phasebox::peers {
namespace {

namespace bg = boost::geometry;

using Point = bg::model::point<float, 2, bg::cs::cartesian>;
using Box = bg::model::box<Point>;
using Value = std::pair<Box, SpriteId>;

Box converted(const Aabb& b) { return {{b.min.x, b.min.y}, {b.max.x, b.max.y}}; }

template <std::size_t NodeSize>
class BoostRtree final : public Peer<BoostRtree<NodeSize>> {
 public:
  template <class T>
  void run(const Frame& f, PairSink& out, T&) {
    values_.resize(f.size());
    for (SpriteId i = 0; i < f.size(); ++i) values_[i] = {converted(f.boxes[i]), i};
    const bg::index::rtree<Value, bg::index::linear<NodeSize>> tree(values_);
    for (SpriteId i = 0; i < f.size(); ++i) {
      const auto emit = [&](const Value& found) {
        if (found.second > i) emit_exact(f, i, found.second, out);
      };
      tree.query(bg::index::intersects(converted(f.boxes[i])),
                 boost::make_function_output_iterator(emit));
    }
  }

 private:
  std::vector<Value> values_;
};

}  // namespace

extern const BroadphaseEntry boost_rtree_8_entry{"boost-rtree-8", "Boost R-tree, 8 per node",
                                                 "Packed again each frame, one query per box.",
                                                 "Boost 1.74", make_broadphase<BoostRtree<8>>};
extern const BroadphaseEntry boost_rtree_16_entry{"boost-rtree-16", "Boost R-tree, 16 per node",
                                                  "Packed again each frame, one query per box.",
                                                  "Boost 1.74", make_broadphase<BoostRtree<16>>};

}  // namespace phasebox::peers
