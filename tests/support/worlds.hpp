// SPDX-License-Identifier: MIT
// The worlds of the contract, by short names.
#pragma once
#include "contract/worlds.hpp"

namespace phasebox::test {

using contract::alternating_bars;
using contract::BoxWorld;
using contract::jostle;
using contract::make_world;
using contract::make_worlds;
using contract::random_boxes;
using contract::shuffled;
using contract::world_makers;
using contract::world_of;
using contract::WorldMaker;

}  // namespace phasebox::test
