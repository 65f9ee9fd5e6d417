// SPDX-License-Identifier: MIT
// The table of what broadphases are good and bad for.
#include "lab/algorithm_advice.hpp"

#include <algorithm>

namespace phasebox {
namespace {

constexpr AlgorithmAdvice kAdvice[] = {
    {"brute-force",
     "Good for a few dozen sprites. Bad for many: twice the sprites, four times the tests."},
    {"rdc", "Good for clusters with empty stripes between them. Bad for sprites spread densely."},
    {"sort-and-sweep", "Good for any sizes in an unbounded world. Bad for a crowd along its axis."},
    {"incremental-sap",
     "Good for sprites that move little. Bad for fast ones and clumps: many swaps."},
    {"uniform-grid", "Good for about equal sizes, spread evenly. Bad for very mixed sizes."},
    {"spatial-hash", "Good for about equal sizes in an unbounded world. Bad for very mixed sizes."},
    {"hierarchical-grid",
     "Good for many sprites of mixed sizes. Bad for few, where simpler ones do."},
    {"quadtree",
     "Good for small boxes, best where spread evenly. Bad for boxes on dividing lines, which stay "
     "high up."},
    {"kd-tree",
     "Good for uneven spread: its cuts follow the boxes. Bad for large boxes across its cuts."},
    {"aabb-tree", "Good for many sprites at rest and a few that move. Bad for all moving fast."},
    {"interval-tree",
     "Good for crowds along one axis. Bad for easy scenes, where its trees cost more."},
    {"neighbor-list",
     "Good for dense, slow crowds. Bad for fast sprites: the list is soon made again."},
    {"auto", "Good for scenes that change. Bad for learning: it runs one of the others."}};

}  // namespace

std::span<const AlgorithmAdvice> algorithm_advice() { return kAdvice; }

Sentence advice_on(std::string_view id) {
  const auto found = std::ranges::find(kAdvice, id, &AlgorithmAdvice::id);
  return found == std::end(kAdvice) ? Sentence() : Sentence(found->words);
}

}  // namespace phasebox
