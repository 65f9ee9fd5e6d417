// SPDX-License-Identifier: MIT
// Goals for the neighbor list: whatever moves, it is not far behind the best that keeps nothing.
#include <algorithm>
#include <functional>
#include <string>
#include <string_view>

#include "goal.hpp"
#include "races.hpp"

namespace phasebox::goals {
namespace {

using Figure = std::function<double(const Lap&)>;

/// Of the neighbor list, times the least of those that keep nothing between frames.
Measured against_stateless(const Course& course, const Figure& figure) {
  const auto laps = race(course, {"neighbor-list", "hierarchical-grid", "uniform-grid",
                                  "spatial-hash", "sort-and-sweep"});
  const auto best = std::min_element(laps.begin() + 1, laps.end(), [&](const Lap& a, const Lap& b) {
    return figure(a) < figure(b);
  });
  return {figure(laps[0]) / figure(*best), "against " + best->id};
}

std::vector<Goal> neighbor_list_goals() {
  std::vector<Goal> all;
  for (const MotionEntry& motion : motions())
    for (const std::string_view scene : {"uniform", "clusters"}) {
      const Course course{.scene = std::string(scene), .motion = motion.motion, .frames = 240};
      all.push_back({.claim = course.name() + ": mean, times the best without memory",
                     .bar = 1.3,
                     .unit = "",
                     .measure = [=] {
                       return against_stateless(course, [](const Lap& lap) { return lap.ms.mean; });
                     }});
      all.push_back({.claim = course.name() + ": worst frame, times the best without memory",
                     .bar = 1.5,
                     .unit = "",
                     .measure = [=] {
                       return against_stateless(course,
                                                [](const Lap& lap) { return lap.ms.worst; });
                     }});
    }
  return all;
}

}  // namespace

extern const Topic neighbor_list_topic{"neighbor-list", "Neighbor list in every motion",
                                       neighbor_list_goals};

}  // namespace phasebox::goals
