// SPDX-License-Identifier: MIT
// The search beside the window: on a copy of the session, in the background, with what it has found
// so far.
#pragma once
#include "lab/background_study.hpp"
#include "lab/study_subject.hpp"
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

class TuneStudy : public BackgroundStudy<TuneReport> {
 public:
  Status apply(const command::StartTuning& how, const Session& session);
  Status apply(const command::StopTuning&, const Session&) { return stop(), Status{}; }
  /// As if it had been found for the session as it stands.
  void put(TuneReport report, const Session& session);

  /// Of what `result` is about.
  const TuneOrigin& origin() const { return origin_; }
  /// The scene, file or recording that `result` is about, and whether it has changed since.
  const SubjectWatch& subject() const { return watch_; }

 private:
  void begin_subject(const Session& session, unsigned threads);

  TuneOrigin origin_;
  SubjectWatch watch_;
};

}  // namespace phasebox
