// SPDX-License-Identifier: MIT
// Goals for long thin boxes: walls of 200 to 2,000 px among small boxes.
#include "goal.hpp"
#include "races.hpp"

namespace phasebox::goals {
namespace {

Measured against_uniform_grid() {
  const auto laps = race({.scene = "thin"}, {"hierarchical-grid", "uniform-grid"});
  return {laps[0].ms.mean / laps[1].ms.mean};
}

std::vector<Goal> thin_goals() {
  return {{.claim = "hierarchical grid, `thin`, 10,000 boxes: times the uniform grid",
           .bar = 0.875,
           .measure = against_uniform_grid}};
}

}  // namespace

extern const Topic thin_boxes_topic{"thin-boxes", "Long thin boxes", thin_goals};

}  // namespace phasebox::goals
