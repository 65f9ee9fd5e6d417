// SPDX-License-Identifier: MIT
// Goals that are races of ours, frame by frame: long thin boxes, worlds that mostly stand still,
// trees and sweeps, and the neighbor list in every motion.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "goal.hpp"
#include "races.hpp"

namespace phasebox::goals {
namespace {

double mean_of(const Course& course, std::string_view id) { return race(course, {id})[0].ms.mean; }

/// The first one's mean time over the least of the others.
Measured against(std::string_view scene, std::vector<std::string_view> ids) {
  const auto laps = race({.scene = std::string(scene)}, ids);
  const Lap& best = fastest(std::span(laps).subspan(1));
  return {laps[0].ms.mean / best.ms.mean, best.id};
}

std::vector<Goal> thin_goals() {
  return {{.claim = "hierarchical grid, `thin`, 10,000 boxes: times the uniform grid",
           .bar = 0.875,
           .measure = [] {
             return against("thin", {"hierarchical-grid", "uniform-grid"});
           }}};
}

/// The time of 95 % static sprites with their flags over that without. On the one line of
/// `platformer`, two million pairs of static sprites overlap.
Measured with_flags(std::string_view scene, std::string_view id) {
  Course course{.scene = std::string(scene), .motion = Motion::statics};
  const double flagged = mean_of(course, id);
  course.motion = Motion::resting;
  return {flagged / mean_of(course, id), std::string(scene)};
}

std::vector<Goal> static_goals() {
  std::vector<Goal> goals;
  for (const std::string_view grid : {"uniform-grid", "spatial-hash", "hierarchical-grid"})
    for (const std::string_view scene : {"uniform", "mixed", "platformer"})
      goals.push_back({.claim = fmt::format(
                           "{}, `{}`, 10,000 boxes, 95 % static: times the same without the flags",
                           grid, scene),
                       .bar = 0.35,
                       .measure = [scene, grid] { return with_flags(scene, grid); }});
  return goals;
}

Measured worst_with_flags(std::string_view id) {
  Measured worst;
  for (const std::string_view scene : {"uniform", "sparse", "line", "mixed", "platformer"}) {
    const Measured here = with_flags(scene, id);
    if (here.value > worst.value) worst = here;
  }
  return worst;
}

/// How the time grows with the count, from 1,000 to 100,000: 1 is in proportion.
Measured exponent_of(std::string_view id, std::string_view scene) {
  const double few = mean_of({.scene = std::string(scene), .count = 1'000}, id);
  const double many = mean_of({.scene = std::string(scene), .count = 100'000}, id);
  return {std::log10(many / few) / 2};
}

std::vector<Goal> tree_goals() {
  std::vector<Goal> goals;
  for (const std::string_view id : {"sort-and-sweep", "quadtree", "kd-tree"})
    goals.push_back({.claim = fmt::format("{}, 95 % static, 10,000 boxes: times without flags", id),
                     .bar = 0.35,
                     .measure = [id] { return worst_with_flags(id); }});
  goals.push_back({.claim = "kd-tree, `sparse`, 10,000 boxes: times Boost's packed R-tree",
                   .bar = 1,
                   .measure = [] {
                     return against("sparse", {"kd-tree", "boost-rtree-8", "boost-rtree-16"});
                   }});
  goals.push_back(
      {.claim = "interval tree, `uniform`, 10,000 boxes: times Boost's packed R-tree",
       .bar = 1,
       .measure = [] {
         return against("uniform", {"interval-tree", "boost-rtree-8", "boost-rtree-16"});
       }});
  for (const std::string_view scene : {"uniform", "sparse"})
    goals.push_back(
        {.claim = fmt::format("incremental SAP, `{}`: exponent, 1,000 to 100,000 boxes", scene),
         .bar = 1.2,
         .measure = [scene] { return exponent_of("incremental-sap", scene); }});
  return goals;
}

/// Of the neighbor list, times the least of those that keep nothing between frames.
Measured against_stateless(const Course& course, double Summary::*figure) {
  const auto laps = race(course, {"neighbor-list", "hierarchical-grid", "uniform-grid",
                                  "spatial-hash", "sort-and-sweep"});
  const auto best = std::min_element(laps.begin() + 1, laps.end(), [&](const Lap& a, const Lap& b) {
    return a.ms.*figure < b.ms.*figure;
  });
  return {laps[0].ms.*figure / (best->ms.*figure), "against " + best->id};
}

std::vector<Goal> neighbor_list_goals() {
  std::vector<Goal> all;
  for (const MotionEntry& motion : motions())
    for (const std::string_view scene : {"uniform", "clusters"}) {
      const Course course{.scene = std::string(scene), .motion = motion.motion, .frames = 240};
      all.push_back({.claim = course.name() + ": mean, times the best without memory",
                     .bar = 1.3,
                     .measure = [=] { return against_stateless(course, &Summary::mean); }});
      all.push_back({.claim = course.name() + ": worst frame, times the best without memory",
                     .bar = 1.5,
                     .measure = [=] { return against_stateless(course, &Summary::worst); }});
    }
  return all;
}

}  // namespace

extern const Topic thin_boxes_topic{"thin-boxes", "Long thin boxes", thin_goals};
extern const Topic static_grids_topic{"static-grids", "Mostly static worlds: grids", static_goals};
extern const Topic trees_topic{"trees", "Sweeps and trees", tree_goals};
extern const Topic neighbor_list_topic{"neighbor-list", "Neighbor list in every motion",
                                       neighbor_list_goals};

}  // namespace phasebox::goals
