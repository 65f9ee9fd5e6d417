// SPDX-License-Identifier: MIT
// Searches the best broadphase for many times as many boxes at the same density.
#pragma once
#include <cstddef>
#include <variant>

#include "base/result.hpp"
#include "lab/background_study.hpp"
#include "lab/study_subject.hpp"
#include "lab/tune/tune_report.hpp"
#include "session/session.hpp"

namespace phasebox {

namespace command {
/// Starts a short search over copies of the current frames, side by side; replaces one that runs.
struct AskWhatIf {
  std::size_t times = 10;  ///< copies, 1 to WhatIfStudy::kMaxTimes
};
}  // namespace command

/// The study behind the slider "times as many".
class WhatIfStudy : public BackgroundStudy<TuneReport> {
 public:
  static constexpr std::size_t kMaxTimes = 100, kMaxBoxes = 1'000'000;

  using Commands = std::variant<command::AskWhatIf>;
  Status apply(const command::AskWhatIf& what, const Session& session);
  /// One sentence: "At 10 times as many (50,000 boxes): Uniform grid, 0.900 ms."; empty while
  /// nothing is known.
  Sentence sentence() const;
  /// Watches what the search is about, and whether it has changed since.
  const SubjectWatch& subject() const { return watch_; }

 private:
  std::size_t times_ = 1;
  SubjectWatch watch_;
};

}  // namespace phasebox
