// SPDX-License-Identifier: MIT
// Searches the best broadphase for many times as many boxes at the same density.
#pragma once
#include <cstddef>

#include "lab/started_study.hpp"
#include "lab/tune/tune_report.hpp"
#include "session/session.hpp"

namespace phasebox {

namespace command {

/// Starts a short search over copies of the current frames, side by side.
struct AskWhatIf {
  using Result = TuneReport;
  static constexpr const char* kPhase = "recording frames";
  static constexpr std::size_t kMaxTimes = 100;

  std::size_t times = 10;  ///< copies, 1 to kMaxTimes

  Status check(const Session& session) const;
  OwnedWork<Result> work(Session clone, const WorkLimit* limit) const;
};

}  // namespace command

/// The study behind the slider "times as many".
using WhatIfStudy = StartedStudy<command::AskWhatIf>;

/// One sentence: "At 10 times as many (50,000 boxes): Uniform grid, 0.900 ms."; empty while nothing
/// is known.
Sentence describe(const WhatIfStudy& study);

}  // namespace phasebox
