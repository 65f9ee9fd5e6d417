// SPDX-License-Identifier: MIT
// Passes steps, frames and edits on to the studies.
#include "lab/lab.hpp"

namespace phasebox {
namespace {

/// A command goes to the first study that takes it.
template <class C, class Study, class... Rest>
Status hand(const C& command, const Session& session, Study& study, Rest&... rest) {
  if constexpr (requires { study.apply(command, session); })
    return study.apply(command, session);
  else
    return hand(command, session, rest...);
}

}  // namespace

Status Lab::apply(const LabCommand& command, const Session& session) {
  return std::visit(
      [&](const auto& c) {
        return hand(c, session, xray, race, tuning, scaling, accuracy, energy, compass, world_lines,
                    lessons);
      },
      command);
}

void Lab::give_up(const Session& session) {
  stop_studies();
  oracle = Oracle();
  race.apply(command::StopRace{}, session);
  xray.apply(CloseXray{}, session);
  energy.apply(WatchEnergy{false}, session);
  compass.apply(StopCompass{}, session);
  world_lines.apply(WatchWorldLines{false}, session);
}

void Lab::observe(const Session& session) {
  oracle.observe(session);
  race.observe(session);
  xray.observe(session);
  energy.observe(session);
  world_lines.observe(session);
}

}  // namespace phasebox
