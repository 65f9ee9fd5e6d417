// SPDX-License-Identifier: MIT
// The studies beside the simulation: requests and findings; they see steps, frames and edits.
#pragma once
#include <variant>

#include "base/result.hpp"
#include "lab/accuracy.hpp"
#include "lab/axis_lab.hpp"
#include "lab/lessons.hpp"
#include "lab/live_race.hpp"
#include "lab/oracle.hpp"
#include "lab/over_time.hpp"
#include "lab/scaling.hpp"
#include "lab/tune/tune_search.hpp"
#include "lab/xray.hpp"
#include "session/session.hpp"

namespace phasebox {

/// Every change of a study, as a value; each is declared with its study.
using LabCommand =
    std::variant<command::StartRace, command::StopRace, command::AddRunner, command::RemoveRunner,
                 command::SetRunnerParam, command::SetLanes, command::StartTuning,
                 command::StopTuning, command::StartScaling, command::StopScaling, MeasureAccuracy,
                 StopAccuracy, WatchEnergy, TurnCompass, StopCompass, WatchWorldLines, OpenXray,
                 CloseXray, StepXray, SeekXray, JumpXray, PlayXray, AdvanceXray, WalkXray,
                 GuessXray, AnswerXray, SetTwin, lesson::Open, lesson::GoTo, lesson::Leave>;

/// A command goes to the first study that takes it.
template <class C, class Study, class... Rest>
Status hand(const C& command, const Session& session, Study& study, Rest&... rest) {
  if constexpr (requires { study.apply(command, session); })
    return study.apply(command, session);
  else
    return hand(command, session, rest...);
}

/// Studies never change a session; what one recommends becomes a Command. One that is off is free.
struct Lab {
  Oracle oracle;
  Xray xray;
  Twins twins;
  LiveRace race;
  TuneStudy tuning;
  ScalingStudy scaling;
  AccuracyStudy accuracy;
  Energy energy;
  VoidCompass compass;
  WorldLines world_lines;
  Lessons lessons;

  /// Carries the command out, or refuses it and changes nothing.
  Status apply(const LabCommand& command, const Session& session) {
    const auto give = [&](const auto& c) {
      return hand(c, session, xray, twins, race, tuning, scaling, accuracy, energy, compass,
                  world_lines, lessons);
    };
    return std::visit(give, command);
  }
  /// Ends what works in the background: before plug-ins are loaded.
  void stop_studies() { tuning.stop(), scaling.stop(), accuracy.stop(); }
  /// Ends all that is under way and lets go of what it has taken: after running out of memory.
  void give_up(const Session& session) {
    stop_studies();
    oracle = Oracle();
    race.apply(command::StopRace{}, session);
    xray.apply(CloseXray{}, session);
    twins.apply(SetTwin{}, session);
    energy.apply(WatchEnergy{false}, session);
    compass.apply(StopCompass{}, session);
    world_lines.apply(WatchWorldLines{false}, session);
  }
  /// Plug-ins have other code, which the session uses already.
  void renew_broadphases() {
    race.renew_broadphases();
    oracle = Oracle();
    xray.outdate();
  }
  /// After every frame that the session was looked at for pairs.
  void observe(const Session& session) {
    oracle.observe(session), race.observe(session), xray.observe(session);
    energy.observe(session), world_lines.observe(session);
  }
};

}  // namespace phasebox
