// SPDX-License-Identifier: MIT
// Computes how sure the winner of a search is.
#pragma once
#include <span>
#include <string>

#include "base/sentence.hpp"
#include "lab/tune/tune_report.hpp"

namespace phasebox {

/// Computes how sure the choice of `report.ranking[0]` is, by resampling the places (windows) of
/// `report.steps`; if there is only one window, it is cut into up to 24 blocks, which count as
/// places. The ranking must be in `choice_order`.
Confidence confidence_of(const TuneReport& report);

/// Joins ids, at least one: "rdc, kd-tree and quadtree".
Sentence listing(std::span<const std::string> ids);

}  // namespace phasebox
