// SPDX-License-Identifier: MIT
// Sentences about the winner of a search.
#pragma once
#include "lab/tune/tune_report.hpp"

namespace phasebox {

/// Fills in confidence, sentences and warnings; the ranking must not be empty.
void explain(TuneReport& report);

}  // namespace phasebox
