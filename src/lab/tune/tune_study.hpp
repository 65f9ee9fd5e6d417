// SPDX-License-Identifier: MIT
// The search beside the window: on a copy of the session, in the background, with what it has found
// so far.
#pragma once
#include <memory>
#include <mutex>
#include <string>

#include "lab/job.hpp"
#include "lab/subject.hpp"
#include "lab/tune/tune_report.hpp"
#include "session/session.hpp"

namespace phasebox {

namespace command {
/// Searches the best broadphase for the session as it stands; a search at work is begun again.
struct StartTuning {
  double budget = 20;  ///< s, 1 to 600
  Objective objective = Objective::frame;
};
/// Ends the search; what it has found is kept.
struct StopTuning {};
}  // namespace command

class TuneStudy {
 public:
  Status start(const command::StartTuning& how, const Session& session);
  void stop() { job_.stop(); }
  Status apply(const command::StartTuning& how, const Session& session) {
    return start(how, session);
  }
  Status apply(const command::StopTuning&, const Session&) { return stop(), Status{}; }

  const Job& job() const { return job_; }
  /// What is known so far, or null before the first answer; a new object when there is more.
  std::shared_ptr<const TuneReport> report() const;
  /// Of what `report` is about.
  const TuneOrigin& origin() const { return origin_; }
  /// The scene, file or recording that `report` is about, and whether it has changed since.
  const SubjectWatch& subject() const { return watch_; }

 private:
  void show(std::shared_ptr<const TuneReport> report);

  mutable std::mutex mutex_;  // of the next
  std::shared_ptr<const TuneReport> report_;
  TuneOrigin origin_;
  SubjectWatch watch_;
  Job job_;  // last: it ends before the rest goes
};

/// What makes the session use the candidate, its choice and all its parameters: one change.
Command apply_command(const Candidate& candidate);

}  // namespace phasebox
