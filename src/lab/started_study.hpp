// SPDX-License-Identifier: MIT
// The study that one command starts and another one stops, and the commands to it.
#pragma once
#include <variant>

#include "base/result.hpp"
#include "lab/background_study.hpp"
#include "lab/study_subject.hpp"

namespace phasebox {

/// Stops the study that the command `Start` starts. What it has found is kept.
template <class Start>
struct Stop {};

/// A study that works in the background, on a clone of the session. The command `Start` starts it,
/// and replaces work that runs. It has these members:
///   Result              what the study finds
///   kPhase              names the work until it reports, such as "recording frames"
///   check(session)      fails where the study cannot be made
///   work(clone, limit)  makes the work, after `check`; where that takes long, it ends early when
///                       `limit`, which may be null, is stopped
template <class Start>
class StartedStudy : public BackgroundStudy<typename Start::Result> {
 public:
  using Commands = std::variant<Start, Stop<Start>>;
  Status apply(const Start& how, const Session& session) {
    if (auto status = how.check(session); status.failed()) return status;
    how_ = how;
    watch_.begin(session);
    this->start(Start::kPhase,
                [copy = clone_session(session), how, limit = this->stopping()]() mutable {
                  return how.work(std::move(copy), limit);
                });
    return {};
  }
  Status apply(const Stop<Start>&, const Session&) {
    this->stop();
    return {};
  }
  /// The command that was carried out last; a default one before the first.
  const Start& how() const { return how_; }
  /// The scene that `result` is about, and whether it has changed since.
  const SubjectWatch& subject() const { return watch_; }

 private:
  Start how_{};
  SubjectWatch watch_;
};

}  // namespace phasebox
