// SPDX-License-Identifier: MIT
// The studies beside the simulation: what they are asked, what they watch, what they have found.
#pragma once
#include <variant>

#include "core/result.hpp"
#include "core/session.hpp"
#include "lab/accuracy.hpp"
#include "lab/cliff_study.hpp"
#include "lab/live_race.hpp"
#include "lab/oracle.hpp"
#include "lab/tune_study.hpp"
#include "lab/xray.hpp"

namespace phasebox {

/// Every change of a study, as a value; each is declared with its study.
using LabCommand =
    std::variant<std::monostate, command::StartRace, command::StopRace, command::AddRunner,
                 command::RemoveRunner, command::SetRunnerParam, command::SweepRace,
                 command::CancelSweep, command::SetLanes, command::StartTuning, command::StopTuning,
                 command::StartCliffs, command::StopCliffs, MeasureAccuracy, StopAccuracy,
                 XrayCommand>;

/// All studies. They look at a session and never change it; what one recommends becomes a Command
/// like any other. A study that is off costs nothing.
class Lab {
 public:
  /// Carries the command out, or refuses it and changes nothing.
  Status apply(const LabCommand& command, const Session& session);
  /// After every frame that the session was looked at for pairs.
  void observe(const Session& session);

  Oracle oracle;
  Accuracy accuracy;

  LiveRace& race() { return race_; }
  const LiveRace& race() const { return race_; }
  const Xray& xray() const { return xray_; }
  const TuneStudy& tuning() const { return tuning_; }
  const CliffStudy& cliffs() const { return cliffs_; }

 private:
  LiveRace race_;
  Xray xray_;
  TuneStudy tuning_;
  CliffStudy cliffs_;
};

}  // namespace phasebox
