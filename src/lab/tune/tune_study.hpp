// SPDX-License-Identifier: MIT
// The search for the best broadphase as a study of the session.
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
/// Starts to search the best broadphase for the session's scene or recording; replaces a search
/// that runs.
struct StartTuning {
  double budget = 20;  ///< s, 1 to 600
  Objective objective = Objective::frame;
  /// Searches of 1.5 s, 6 s, ... lead to that of `budget`, so that there is an answer within 3 s.
  bool grows = false;
};
/// Stops the search and keeps what it has found.
struct StopTuning {};
}  // namespace command

/// The most boxes that a frame to search has: those of the recording's largest frame, which may not
/// be shown now, or the sprites of a scene. O(frames).
std::size_t most_at_once(const Session& session);

/// The frames of what the session plays, for a search: the whole recording, or the steps of a scene
/// from now on, which the session makes. Ends early when `limit` is stopped.
Recording frames_to_search(Session& session, const WorkLimit* limit);

/// The search as a study of the window: it works in the background, on a clone of the session.
class TuneStudy : public BackgroundStudy<TuneReport> {
 public:
  using Commands = std::variant<command::StartTuning, command::StopTuning>;
  Status apply(const command::StartTuning& how, const Session& session);
  Status apply(const command::StopTuning&, const Session&) {
    stop();
    return Status{};
  }
  /// The scene, file or recording that `result` is about, and whether it has changed since.
  const SubjectWatch& subject() const { return watch_; }

 private:
  SubjectWatch watch_;
};

}  // namespace phasebox
