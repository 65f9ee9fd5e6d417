// SPDX-License-Identifier: MIT
// Scene "uniform": boxes spread evenly, half a pair for each; the workload of the bench.
#include "world/scene/spread_boxes.hpp"

namespace phasebox {
namespace {

struct Uniform : SpreadBoxes<400> {
  Uniform() : SpreadBoxes(kHalfAPair) {}
};

}  // namespace

extern const SceneEntry uniform_scene{
    "uniform", "Uniform", "Boxes spread evenly, half a pair for each: the bench's first workload.",
    make_scene<Uniform>};

}  // namespace phasebox
