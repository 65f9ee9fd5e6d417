// SPDX-License-Identifier: MIT
// The confidence in the choice of an algorithm.
#pragma once
#include <span>
#include <string>

#include "base/sentence.hpp"
#include "lab/tune/tune_report.hpp"

namespace phasebox {

/// Computes how sure the choice of ranking[0] is by resampling the places of `report.steps`. Blocks
/// of a single long window count as places. The ranking must be in `choice_order`.
Confidence confidence_of(const TuneReport& report);

/// Joins ids: "rdc, kd-tree and quadtree".
Sentence listing(std::span<const std::string> ids);

}  // namespace phasebox
