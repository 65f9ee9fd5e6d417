// SPDX-License-Identifier: MIT
// The search for the best broadphase as a study of the session.
#pragma once
#include <cstddef>

#include "lab/started_study.hpp"
#include "lab/tune/tune_report.hpp"
#include "session/session.hpp"

namespace phasebox {

namespace command {

/// Starts to search the best broadphase for the session's scene or recording.
struct StartTuning {
  using Result = TuneReport;
  static constexpr const char* kPhase = "recording frames";

  double budget = 20;  ///< s, 1 to 600
  Objective objective = Objective::frame;
  /// Searches of 1.5 s, 6 s, ... share `budget`, so that there is an answer within 3 s.
  bool grows = false;

  Status check(const Session& session) const;
  OwnedWork<Result> work(Session clone, const WorkLimit* limit) const;
};

}  // namespace command

using TuneStudy = StartedStudy<command::StartTuning>;

/// The most boxes that a frame to search has: those of the recording's largest frame, which may not
/// be shown now, or the sprites of a scene. O(frames).
std::size_t most_at_once(const Session& session);

/// The frames of what the session plays, for a search: the whole recording, or the steps of a scene
/// from now on, which the session makes. Ends early when `limit` is stopped.
Recording frames_to_search(Session& session, const WorkLimit* limit);

}  // namespace phasebox
