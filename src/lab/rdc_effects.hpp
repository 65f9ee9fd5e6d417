// SPDX-License-Identifier: MIT
// Runs RDC on the session's frame with other contact thresholds, to show their effects.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>

#include "lab/gap_barcode.hpp"
#include "session/session.hpp"

namespace phasebox {

/// The counts of RDC on a frame at one contact threshold.
struct ThresholdEffect {
  /// Groups that are not divided further; box tests; overlaps that RDC leaves out.
  std::uint64_t groups = 0, tests = 0, misses = 0;
};

/// Gives a function that runs RDC on the session's frame with the session's settings and another
/// contact threshold, px. The session is not changed, and its frame must not change while the
/// function is in use.
using EffectOf = std::function<ThresholdEffect(double threshold)>;
EffectOf threshold_effects(const Session&);

/// The best contact threshold, px, for RDC on the session's frame: it misses no overlap, and makes
/// the fewest box tests of those tried. None if the session's own threshold is as good. Tried are 0
/// and the thresholds nearest to 0, 12 in all, that lie within a range at least half a px wide in
/// which no gap appears (see GapBarcode).
std::optional<double> better_threshold(const Session&, const GapBarcode& barcode);

/// The number with the coarsest decimal step (100, 50, 20, 10, ...) in the middle half of the
/// range.
double round_within(double from, double to);

}  // namespace phasebox
