// SPDX-License-Identifier: MIT
// Worlds, truth and checks of the contract, by short names.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "contract/checks.hpp"
#include "contract/trial.hpp"
#include "contract/worlds.hpp"

namespace phasebox::test {

using contract::alternating_bars;
using contract::BoxWorld;
using contract::jostle;
using contract::make_world;
using contract::random_boxes;
using contract::shuffled;
using contract::world_of;

using contract::exact_near;
using contract::exact_pairs;

using contract::check_frames;
using contract::check_queries;
using contract::compare;
using contract::describe;
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

/// All worlds with one seed.
std::vector<BoxWorld> make_worlds(std::uint64_t seed);

/// The first few lines, for a failure message.
std::string join(const Violations& violations);

/// A new frame gives the true pairs, untraced and traced.
Violations check_pairs(const Subject& subject, const BoxWorld& world);

/// Under sanitizers tests of many combinations take every third: all are tried without them.
#ifdef __SANITIZE_ADDRESS__
inline constexpr std::size_t kSparser = 3;
#else
inline constexpr std::size_t kSparser = 1;
#endif

}  // namespace phasebox::test
