// SPDX-License-Identifier: MIT
// Goals for worlds that mostly stand still, for the grids: 95 % of the sprites have the static
// flag.
#include <array>
#include <string>

#include "goal.hpp"
#include "races.hpp"

namespace phasebox::goals {
namespace {

constexpr std::array<std::string_view, 3> kGrids{"uniform-grid", "spatial-hash",
                                                 "hierarchical-grid"};

/// The same motion with the flags and without. On the one line of `platformer`, two million pairs
/// of static sprites overlap.
Measured with_flags(std::string_view scene, std::string_view grid) {
  Course course{.scene = std::string(scene), .motion = Motion::statics};
  const double flagged = race(course, {grid})[0].ms.mean;
  course.motion = Motion::resting;
  return {flagged / race(course, {grid})[0].ms.mean};
}

std::vector<Goal> static_goals() {
  std::vector<Goal> goals;
  for (const std::string_view grid : kGrids)
    for (const std::string_view scene : {"uniform", "mixed", "platformer"})
      goals.push_back({.claim = std::string(grid) + ", `" + std::string(scene) +
                                "`, 10,000 boxes, 95 % static: times the same without the flags",
                       .bar = 0.35,
                       .unit = "",
                       .measure = [scene, grid] { return with_flags(scene, grid); }});
  return goals;
}

}  // namespace

extern const Topic static_grids_topic{"static-grids", "Mostly static worlds: grids", static_goals};

}  // namespace phasebox::goals
