// SPDX-License-Identifier: MIT
// `phasebox bench --whole-step`: sessions that step in turn, each with another broadphase.
#include <algorithm>

#include <fmt/format.h>

#include "bench/true_pairs.hpp"
#include "cli/bench.hpp"

namespace phasebox {
namespace {

/// One session in the race: what its steps took so far.
struct Lane {
  Session& session;
  BenchRow& row;
  std::array<double, kPhases.size()> sums{};
  double spent = 0;

  bool is_over(double budget) const { return spent > budget && row.times.size() >= 3; }
  void step(bool is_timed) {
    const PhaseTimes t = session.step();
    if (!is_timed) return;
    const std::array<double, kPhases.size()> phases{t.move, t.broad, t.sort, t.narrow, t.respond};
    for (std::size_t k = 0; k < phases.size(); ++k) sums[k] += phases[k];
    row.times.push_back(t.total());
    spent += t.total();
  }
  void finish() {
    const PairDigest truth = true_pairs(session.frame()), found = digest(session.pairs());
    const bool is_right = found == truth || (!row.is_exact && found.count <= truth.count);
    row.verdict = is_right ? RaceResult::Verdict::right : RaceResult::Verdict::wrong;
    if (!is_right) {
      row.fault = fmt::format("last step: {} pairs instead of {}", found.count, truth.count);
      row.times.clear();
    }
    row.ms = summary_of(row.times);
    if (row.times.empty()) return;
    for (double& sum : sums) sum /= static_cast<double>(row.times.size());
    row.phases = sums;
  }
};

}  // namespace

void step_in_turn(const BenchOptions& options, std::span<Session> sessions, BenchTable& table) {
  const std::uint32_t frames = options.frames ? options.frames : default_frames(table.boxes);
  table.frames = frames;
  std::vector<Lane> lanes;
  for (std::size_t k = 0; k < sessions.size(); ++k) lanes.push_back({sessions[k], table.rows[k]});
  ProgressBar bar;
  for (std::uint32_t frame = 0; frame < frames + kWarmUp; ++frame)
    for (std::size_t turn = 0; turn < lanes.size(); ++turn) {
      if (was_interrupted()) break;
      Lane& lane = lanes[(turn + frame) % lanes.size()];
      if (!lane.is_over(options.budget.value_or(kDefaultBudget) * 1000))
        lane.step(frame >= kWarmUp);
      bar.show(static_cast<double>(frame) / (frames + kWarmUp),
               fmt::format("{}, {} sprites: stepping", table.scene, table.boxes));
    }
  table.is_complete = !was_interrupted();
  for (Lane& lane : lanes) lane.finish();
  if (!sessions.empty()) table.pairs = static_cast<double>(sessions[0].pairs().size());
}

}  // namespace phasebox
