// SPDX-License-Identifier: MIT
// Goals for the sweeps and trees that are built each frame: static worlds, and those that teach.
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "goal.hpp"
#include "races.hpp"

namespace phasebox::goals {
namespace {

/// The time with static flags over that without, in the worst workload.
Measured with_flags(std::string_view id) {
  Measured worst;
  for (const std::string_view scene : {"uniform", "sparse", "line", "mixed", "platformer"}) {
    Course course{.scene = std::string(scene), .motion = Motion::resting};
    const double without = race(course, {id})[0].ms.mean;
    course.motion = Motion::statics;
    const double share = race(course, {id})[0].ms.mean / without;
    if (share > worst.value) worst = {share, course.name()};
  }
  return worst;
}

/// Over the faster of the peers.
Measured against(std::string_view id, std::string_view peer, std::string_view other,
                 std::string_view scene) {
  const auto laps = race({.scene = std::string(scene)}, {id, peer, other});
  const Lap& best = laps[1].ms.mean < laps[2].ms.mean ? laps[1] : laps[2];
  return {laps[0].ms.mean / best.ms.mean, best.id};
}

/// How the time grows with the count, from 1,000 to 100,000: 1 is in proportion.
Measured exponent_of(std::string_view id, std::string_view scene) {
  const double few = race({.scene = std::string(scene), .count = 1'000}, {id})[0].ms.mean;
  const double many = race({.scene = std::string(scene), .count = 100'000}, {id})[0].ms.mean;
  return {std::log10(many / few) / 2};
}

std::vector<Goal> tree_goals() {
  std::vector<Goal> goals;
  for (const std::string_view id : {"sort-and-sweep", "quadtree", "kd-tree"})
    goals.push_back({.claim = fmt::format("{}, 95 % static, 10,000 boxes: times without flags", id),
                     .bar = 0.35,
                     .measure = [id] { return with_flags(id); }});
  goals.push_back(
      {.claim = "kd-tree, `sparse`, 10,000 boxes: times Boost's packed R-tree",
       .bar = 1,
       .measure = [] { return against("kd-tree", "boost-rtree-8", "boost-rtree-16", "sparse"); }});
  goals.push_back({.claim = "interval tree, `uniform`, 10,000 boxes: times Boost's packed R-tree",
                   .bar = 1,
                   .measure = [] {
                     return against("interval-tree", "boost-rtree-8", "boost-rtree-16", "uniform");
                   }});
  for (const std::string_view scene : {"uniform", "sparse"})
    goals.push_back(
        {.claim = fmt::format("incremental SAP, `{}`: exponent, 1,000 to 100,000 boxes", scene),
         .bar = 1.2,
         .measure = [scene] { return exponent_of("incremental-sap", scene); }});
  return goals;
}

}  // namespace

extern const Topic trees_topic{"trees", "Sweeps and trees", tree_goals};

}  // namespace phasebox::goals
