// SPDX-License-Identifier: MIT
// The studies beside the simulation: what they are asked, what they watch, what they have found.
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
                 StopAccuracy, WatchEnergy, TurnCompass, StopCompass, WatchWorldLines, XrayCommand,
                 lesson::Open, lesson::GoTo, lesson::Leave>;

/// All studies. They look at a session and never change it; what one recommends becomes a Command
/// like any other. A study that is off costs nothing.
struct Lab {
  Oracle oracle;
  Xray xray;
  LiveRace race;
  TuneStudy tuning;
  ScalingStudy scaling;
  AccuracyStudy accuracy;
  Energy energy;
  VoidCompass compass;
  WorldLines world_lines;
  Lessons lessons;

  /// Carries the command out, or refuses it and changes nothing.
  Status apply(const LabCommand& command, const Session& session);
  /// Ends what works in the background: before plug-ins are loaded.
  void stop_studies() { tuning.stop(), scaling.stop(), accuracy.stop(); }
  /// Ends all that is under way and lets go of what it has taken: after running out of memory.
  void give_up(const Session& session);
  /// Plug-ins have other code, which the session uses already.
  void renew_broadphases() {
    race.renew_broadphases();
    oracle = Oracle();
    xray.outdate();
  }
  /// After every frame that the session was looked at for pairs.
  void observe(const Session& session);
};

}  // namespace phasebox
