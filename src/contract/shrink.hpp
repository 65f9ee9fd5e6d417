// SPDX-License-Identifier: MIT
// From a trial that fails to the smallest one found that still does (delta debugging: A. Zeller and
// R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE Transactions on Software
// Engineering 28(2), 2002).
#pragma once
#include <functional>

#include "contract/trial.hpp"

namespace phasebox::contract {

/// Leaves out frames, then objects, then rows, rules and resets, and makes coordinates small whole
/// numbers, as long as `fails` says that what is left still fails. `fails` may end the search at
/// any time by saying no from then on.
Trial shrink(Trial trial, const std::function<bool(const Trial&)>& fails);

}  // namespace phasebox::contract
