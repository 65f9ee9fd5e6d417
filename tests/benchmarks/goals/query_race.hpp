// SPDX-License-Identifier: MIT
// What races of queries have in common: a workload that algorithms and Boost's R-trees have seen,
// and who answers questions about it in the least time. Both sides are warm: neither building the
// R-tree nor what an algorithm lays out with the first query of a frame is timed.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>

#include "base/geometry.hpp"
#include "base/statistics.hpp"
#include "collide/registry.hpp"
#include "collide/sink.hpp"
#include "goal.hpp"
#include "races.hpp"

namespace phasebox::goals {

inline constexpr std::size_t kQuestions = 1000;  ///< of one kind, timed together

/// Boost's R-tree, packed over the boxes of a frame. It counts what only touches.
template <std::size_t NodeSize>
class PackedRtree {
  using Point = boost::geometry::model::point<float, 2, boost::geometry::cs::cartesian>;

 public:
  using Box = boost::geometry::model::box<Point>;
  using Line = boost::geometry::model::segment<Point>;

  explicit PackedRtree(std::span<const Aabb> boxes) : tree_(values_of(boxes)) {}

  /// Calls `use(id)` for each box that meets the shape, which is a `Box` or a `Line`.
  template <class Shape, class Use>
  void each_met(const Shape& shape, Use use) const {
    tree_.query(
        boost::geometry::index::intersects(shape),
        boost::make_function_output_iterator([&](const Value& found) { use(found.second); }));
  }

 private:
  using Value = std::pair<Box, SpriteId>;

  static std::vector<Value> values_of(std::span<const Aabb> boxes) {
    std::vector<Value> values;
    for (const Aabb& b : boxes)
      values.emplace_back(Box{{b.min.x, b.min.y}, {b.max.x, b.max.y}},
                          static_cast<SpriteId>(values.size()));
    return values;
  }

  boost::geometry::index::rtree<Value, boost::geometry::index::linear<NodeSize>> tree_;
};

/// A workload, and its last frame in R-trees.
struct QueryField {
  QueryField(std::string_view scene, std::uint32_t count);

  std::span<const Aabb> boxes() const { return frames.boxes(frames.size() - 1); }
  Frame last() const { return frames.frame(frames.size() - 1); }

  std::string name;
  Recording frames;
  Aabb bounds{};
  PackedRtree<8> eight{boxes()};
  PackedRtree<16> sixteen{boxes()};
};

/// The worst of all workloads with 10,000 and with 100,000 boxes.
Measured worst_of_fields(const std::function<Measured(const QueryField&)>& ratio);

/// An algorithm that has seen all frames of a field.
std::unique_ptr<Broadphase> made_ready(const BroadphaseEntry& entry, const QueryField& field);

/// One row for each algorithm that is in the race.
std::vector<Goal> goals_of_contenders(const std::string& claim,
                                      const std::function<Measured(const BroadphaseEntry&)>& worst);

/// A way to answer the n-th of some questions.
template <class Hit>
using Answer = std::function<void(std::size_t, Sink<Hit>&)>;

/// The median time of the first answer over the least of the others', who take turns.
template <class Hit>
double times_the_best(std::span<const Answer<Hit>> all) {
  constexpr std::size_t kRounds = 9;
  Sink<Hit> found;
  std::vector<std::vector<double>> times(all.size());
  for (std::size_t round = 0; round < kRounds; ++round)
    for (std::size_t side = 0; side < all.size(); ++side) {
      const double begin = worked();
      for (std::size_t k = 0; k < kQuestions; ++k) found.clear(), all[side](k, found);
      times[side].push_back(worked() - begin);
    }
  std::vector<double> medians;
  for (auto& side : times) medians.push_back(median(side));
  return medians[0] / *std::min_element(medians.begin() + 1, medians.end());
}

}  // namespace phasebox::goals
