// SPDX-License-Identifier: MIT
// The live race as JSON.
#include "app/race_dump.hpp"

#include "lab/race/race_report.hpp"

namespace phasebox {
namespace {

using nlohmann::json;

json runner_of(const LiveRace& race, std::size_t i) {
  const RaceRunner& runner = race.runners()[i];
  constexpr std::array<const char*, 3> kVerdicts{"pending", "right", "wrong"};
  json params = json::object();
  const ParamView view = runner.params();
  for (const Param& row : view.rows) params[std::string(row.key)] = row.get(view.object);
  return {{"broadphase", runner.contestant().entry->id},
          {"name", race.name(i)},
          {"params", params},
          {"verdict", kVerdicts[static_cast<std::size_t>(runner.verdict())]},
          {"exact", runner.is_exact()},
          {"median_ms", runner.summary().median},
          {"times", runner.times().measured().size()},
          {"box_tests", runner.box_tests() ? json(*runner.box_tests()) : json()},
          {"trace_events", runner.trace().broad.events().size()}};
}

json sweep_of(const RaceSweep& sweep) {
  const SweepResult result = sweep.result_or_empty();
  json lines = json::array();
  for (const SweepLine& line : result.lines) {
    json points = json::array();
    for (const SweepPoint& p : line.points)
      points.push_back({{"sprites", p.sprites}, {"median_ms", p.median}});
    lines.push_back({{"name", line.name}, {"points", points}});
  }
  return {{"running", sweep.is_running()},
          {"progress", sweep.progress()},
          {"scene", result.scene},
          {"lines", lines}};
}

}  // namespace

json race_of(const LiveRace& race) {
  json runners = json::array();
  for (std::size_t i = 0; i < race.runners().size(); ++i) runners.push_back(runner_of(race, i));
  return {{"on", race.is_on()},
          {"lanes", race.has_lanes()},
          {"frames", race.frames()},
          {"runners", runners},
          {"ranking", ranking(race, RankBy::time)},
          {"why", why(race)},
          {"sweep", sweep_of(race.sweep())}};
}

}  // namespace phasebox
