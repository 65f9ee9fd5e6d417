// SPDX-License-Identifier: MIT
// Scene "sparse": a tenth of the density of "uniform"; a workload of the bench.
#include <array>

#include "world/scene/spread_boxes.hpp"

namespace phasebox {
namespace {

constexpr std::array kSettings{SceneSetting{Owner::world(), "width", 2560},
                               SceneSetting{Owner::world(), "height", 1440}};

struct Sparse : SpreadBoxes<160> {
  Sparse() : SpreadBoxes(10 * kHalfAPair) {}
};

}  // namespace

extern const SceneEntry sparse_scene{"sparse", "Sparse",
                                     "Low density: one box in twenty is in a pair.",
                                     make_scene<Sparse>, kSettings};

}  // namespace phasebox
