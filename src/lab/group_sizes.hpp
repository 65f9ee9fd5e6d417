// SPDX-License-Identifier: MIT
// Measures what RDC takes on the session's frame with each group size: where cutting ends to pay.
#pragma once
#include <array>
#include <limits>
#include <memory>
#include <variant>
#include <vector>

#include "base/sentence.hpp"
#include "bench/contestant.hpp"
#include "bench/recording.hpp"
#include "lab/background_study.hpp"
#include "lab/study_subject.hpp"
#include "plot/plot.hpp"
#include "session/session.hpp"

namespace phasebox {

/// What RDC takes on one frame with one group size. NaN: not measured, as for a run with more than
/// some ten million events, which is not finished.
struct GroupSizeCost {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

  double size = 1;  ///< sprites
  double boundaries = kUnknown;
  /// [LeafTest] box tests, and the median time, ms, of several runs, with brute force and with a
  /// sweep inside a group.
  std::array<double, 2> tests{kUnknown, kUnknown}, ms{kUnknown, kUnknown};

  std::array<double, 5> all() const { return {tests[0], tests[1], boundaries, ms[0], ms[1]}; }
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

/// Makes the measurement of a recording's first frame by RDC with these settings.
std::unique_ptr<PiecewiseWork<GroupSizes>> group_sizes(Recording frame, Contestant rdc);

namespace command {
/// Starts to measure the session's frame; replaces a measurement that runs.
struct MeasureGroupSizes {};
}  // namespace command

/// Measures in the background, on a copy of the session's boxes.
class GroupSizeStudy : public BackgroundStudy<GroupSizes> {
 public:
  using Commands = std::variant<command::MeasureGroupSizes>;
  Status apply(const command::MeasureGroupSizes&, const Session& session);
  /// Whether scene, sprites and RDC's settings are still those that are measured. It does not
  /// compare where the sprites are.
  bool is_current(const Session& session) const;
  /// The scene that is measured.
  const SubjectWatch& subject() const { return watch_; }

 private:
  SubjectWatch watch_;
  Contestant rdc_;  // without group size and test inside a group, which the measurement varies
};

}  // namespace phasebox
