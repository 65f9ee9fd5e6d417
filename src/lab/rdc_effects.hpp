// SPDX-License-Identifier: MIT
// The effects of other contact thresholds and group sizes on RDC, on the session's frame.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>

#include "lab/gap_barcode.hpp"
#include "plot/plot.hpp"
#include "session/session.hpp"

namespace phasebox {

/// The counts of RDC on a frame at one contact threshold.
struct ThresholdEffect {
  std::uint64_t groups = 0, tests = 0, misses = 0;  ///< misses: overlaps that RDC leaves out
};
/// Plots RDC's tests, boundaries and time on this frame by group size, each as a share of its
/// maximum. Runs RDC a few hundred times.
Plot group_size_plot(const Session&);

/// Runs RDC with the session's settings and another contact threshold: once now and once for each
/// call of the result. The session is not changed.
using EffectOf = std::function<ThresholdEffect(double threshold)>;
EffectOf threshold_effects(const Session&);

/// A contact threshold with which RDC misses nothing and makes the fewest tests of those tried: 0,
/// and the nearest to 0 inside plateaus at least half a px wide. None when the current threshold is
/// as good.
std::optional<double> better_threshold(const Session&, const GapBarcode& barcode);

/// The roundest number in the middle half of the range.
double round_within(double from, double to);

}  // namespace phasebox
