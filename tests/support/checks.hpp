// SPDX-License-Identifier: MIT
// The checks of the contract, by short names.
#pragma once
#include <cstddef>

#include "contract/checks.hpp"
#include "contract/tried_params.hpp"
#include "support/worlds.hpp"

namespace phasebox::test {

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
