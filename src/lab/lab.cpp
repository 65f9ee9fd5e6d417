// SPDX-License-Identifier: MIT
// Passes steps, frames and edits on to the studies.
#include "lab/lab.hpp"

#include <tuple>

namespace phasebox {
namespace {

// A command goes to the one study that takes it.
template <class Study, class C>
concept Takes = requires(Study& study, const C& c, const Session& session) {
  study.apply(c, session);
};

}  // namespace

Status Lab::apply(const LabCommand& command, const Session& session) {
  const auto studies =
      std::tie(xray, race, tuning, scaling, accuracy, energy, compass, world_lines, lessons);
  return std::visit(
      [&]<class C>(const C& c) -> Status {
        return std::apply(
            [&]<class... S>(S&... study) {
              static_assert((Takes<S, C> + ...) == 1, "every command has its study");
              Status status;
              const auto hand = [&]<class T>(T& to) {
                if constexpr (Takes<T, C>) status = to.apply(c, session);
              };
              (hand(study), ...);
              return status;
            },
            studies);
      },
      command);
}

void Lab::stop_studies() { tuning.stop(), scaling.stop(), accuracy.stop(); }

void Lab::give_up(const Session& session) {
  stop_studies();
  oracle = {};
  race.apply(command::StopRace{}, session);
  xray.apply(CloseXray{}, session);
  energy.apply(StopEnergy{}, session);
  compass.apply(StopCompass{}, session);
  world_lines.apply(StopWorldLines{}, session);
}

void Lab::renew_broadphases() {
  race.renew_broadphases();
  oracle = {};
  xray.outdate();
}

void Lab::observe(const Session& session) {
  oracle.observe(session);
  race.observe(session);
  xray.observe(session);
  energy.observe(session);
  world_lines.observe(session);
}

}  // namespace phasebox
