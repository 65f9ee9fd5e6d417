// SPDX-License-Identifier: MIT
// Worlds, truth and checks of the contract, by short names.
#pragma once
#include <cstddef>

#include "contract/checks.hpp"
#include "contract/tried_params.hpp"
#include "contract/true_pairs.hpp"
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

using contract::exact_near;
using contract::exact_pairs;

using contract::check_frames;
using contract::check_pairs;
using contract::check_queries;
using contract::compare;
using contract::describe;
using contract::join;
using contract::pairs_of;
using contract::set_params;
using contract::Setting;
using contract::Settings;
using contract::settings_to_try;
using contract::sorted;
using contract::still_trial;
using contract::Subject;
using contract::subject_of;
using contract::Violations;

/// Under sanitizers tests of many combinations take every third: all are tried without them.
#ifdef __SANITIZE_ADDRESS__
inline constexpr std::size_t kSparser = 3;
#else
inline constexpr std::size_t kSparser = 1;
#endif

}  // namespace phasebox::test
