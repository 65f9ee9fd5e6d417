// SPDX-License-Identifier: MIT
// Searches for the fastest broadphase and its settings over recorded frames.
#pragma once
#include <memory>

#include "bench/recording.hpp"
#include "lab/background_study.hpp"
#include "lab/tune/tune_report.hpp"

namespace phasebox {

/// Makes the search: every algorithm with its defaults, then settings of those near the best, then
/// finals over the same frames. The recording holds at least one frame with a box.
std::unique_ptr<PiecewiseWork<TuneReport>> tune_search(Recording recording, TuneOptions options);

}  // namespace phasebox
