// SPDX-License-Identifier: MIT
// Scene "line": as dense as "uniform" in a field ten times as wide as high; a workload of the
// bench.
#include <array>

#include "world/scene/spread_boxes.hpp"

namespace phasebox {
namespace {

constexpr std::array kSettings{SceneSetting{Owner::world(), "height", 128}};

struct Line : SpreadBoxes<71> {
  Line() : SpreadBoxes(kHalfAPair, 10) {}
};

}  // namespace

extern const SceneEntry line_scene{
    "line", "Line", "A field ten times as wide as high: sweeping along it is the thing to do.",
    make_scene<Line>, kSettings};

}  // namespace phasebox
