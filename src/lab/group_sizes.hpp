// SPDX-License-Identifier: MIT
// Measures what RDC takes on the session's frame with each group size: where cutting ends to pay.
#pragma once
#include <array>
#include <limits>
#include <vector>

#include "base/sentence.hpp"
#include "bench/contestant.hpp"
#include "lab/started_study.hpp"
#include "plot/plot.hpp"
#include "session/session.hpp"

namespace phasebox {

/// The cost of RDC on one frame with one group size. A value is NaN if it was not measured, as for
/// a run with more than some ten million events, which is not finished.
struct GroupSizeCost {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

  double size = 1;  ///< sprites
  double boundaries = kUnknown;
  /// [LeafTest] box tests, and the shortest time, ms, of several runs, with brute force and with a
  /// sweep inside a group.
  std::array<double, 2> tests{kUnknown, kUnknown}, ms{kUnknown, kUnknown};

  std::array<double, 5> all() const { return {boundaries, tests[0], tests[1], ms[0], ms[1]}; }
};

/// The costs that are measured so far.
struct GroupSizes {
  std::vector<GroupSizeCost> costs;  ///< by size; the last is that of one group, which is not cut
  /// Whether the frame is so small that all group sizes run the loop that small frames share. Then
  /// none is timed.
  bool shares_loop = false;

  /// The cost with the size nearest to `size`, by their ratio; null without costs.
  const GroupSizeCost* near(double size) const;
  /// The broadphase that does what RDC does in one group, where that is the fastest: at least a
  /// tenth faster than with any group of at most half of the sprites. Null where cutting pays.
  const BroadphaseEntry* faster_uncut() const;
};

/// Plots boundaries, and tests and time with both tests inside a group, against the group size,
/// each as a share of its maximum.
Plot group_size_plot(const GroupSizes& found);
/// Says which group size is the fastest, or that not cutting is, and what to do then. Empty while
/// no time is known.
Sentence group_size_text(const GroupSizes& found);

namespace command {

/// Starts to measure a frame of the session by RDC with these settings. Group size and test inside
/// a group do not count, because they are varied.
struct MeasureGroupSizes {
  using Result = GroupSizes;
  static constexpr const char* kPhase = "RDC";

  Contestant rdc;

  /// The command for the session as it is now.
  static MeasureGroupSizes of(const Session& session);
  bool operator==(const MeasureGroupSizes&) const = default;
  Status check(const Session&) const { return {}; }
  OwnedWork<Result> work(Session clone, const WorkLimit* limit = nullptr) const;
};

}  // namespace command

using GroupSizeStudy = StartedStudy<command::MeasureGroupSizes>;

/// Whether scene, sprites and RDC's settings are still those that are measured. It does not compare
/// where the sprites are.
bool is_current(const GroupSizeStudy& study, const Session& session);

}  // namespace phasebox
