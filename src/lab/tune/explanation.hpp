// SPDX-License-Identifier: MIT
// Writes sentences about the winner of a search.
#pragma once
#include "lab/tune/tune_report.hpp"

namespace phasebox {

/// Fills in `confidence`, `why`, `proportion` and `warnings` of a report, whose ranking
/// must be there and not empty.
void explain(TuneReport& report);

}  // namespace phasebox
