// SPDX-License-Identifier: MIT
// One race per number of sprites, on a thread of its own.
#include "lab/race/race_sweep.hpp"

#include <algorithm>
#include <cassert>
#include <memory>
#include <numeric>

#include "base/statistics.hpp"
#include "lab/clone.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kSweepWarmUp = 5;  // frames
constexpr double kBudget = 300;          // ms per contestant, for checks and for timed frames
constexpr std::uint32_t kTimedBoxes = 400'000;  // timed per contestant and count, about
const std::vector<std::uint32_t> kDefaultCounts{100, 200, 500, 1000, 2000, 5000, 10000, 20000};

std::size_t frames_for(std::uint32_t sprites) {
  return kSweepWarmUp + std::clamp<std::uint32_t>(kTimedBoxes / std::max(sprites, 1u), 20, 100);
}

// The same scene with other sprites; its algorithms are not asked for anything.
Status resize(Session& session, std::uint32_t sprites) {
  if (auto error = apply_settings(session, session.workload(sprites))) return error;
  if (auto error = session.apply(command::SetCount{sprites})) return error;
  return session.apply(command::Restart{});
}

SweepPoint point_of(const RaceResult& result, std::uint32_t sprites, double pairs) {
  const Summary ms = summary_of(result.times);
  return {sprites, result.verdict,   result.is_exact, ms.median,
          ms.p95,  result.box_tests, pairs,           result.fault};
}

// Races turn by turn, one number of sprites each, with what is known as the contestants' lines.
class Sweep {
 public:
  Sweep(Session session, std::vector<std::uint32_t> counts, SweepResult known)
      : session_(std::move(session)), counts_(std::move(counts)), result_(std::move(known)) {}

  bool advance() {
    if (turn_ == counts_.size()) return false;
    if (!race_) return begin_turn();
    if (!race_->advance()) finish_turn();
    return true;
  }
  double progress() const {
    return share(turn_) + (race_ ? (share(turn_ + 1) - share(turn_)) * race_->progress() : 0);
  }
  std::string phase() const {
    if (turn_ == counts_.size()) return "done";
    return title(counts_[turn_]) + (race_ ? race_->phase() : "making them");
  }
  const SweepResult& result() const { return result_; }

  static std::string title(std::uint32_t sprites) { return std::to_string(sprites) + " sprites: "; }

 private:
  bool begin_turn();
  void finish_turn();

  // Twice the sprites take about twice the time.
  double share(std::size_t turns) const {
    const auto end = counts_.begin() + static_cast<std::ptrdiff_t>(turns);
    constexpr double kFixed = 500;  // what a turn costs, in sprites
    const auto sum = [](auto from, auto to) {
      return std::accumulate(from, to, 0.0,
                             [](double s, std::uint32_t n) { return s + n + kFixed; });
    };
    return sum(counts_.begin(), end) / sum(counts_.begin(), counts_.end());
  }

  Session session_;
  std::vector<std::uint32_t> counts_;
  SweepResult result_;
  std::size_t turn_ = 0;
  std::optional<Recording> recording_;  // of this turn, as the race
  std::unique_ptr<Race> race_;
};

bool Sweep::begin_turn() {
  const std::uint32_t n = counts_[turn_];
  if (resize(session_, n)) return false;
  recording_ = record(session_, frames_for(n));
  race_ = std::make_unique<Race>(
      *recording_, RaceOptions{.warm_up = kSweepWarmUp, .budget = kBudget, .fewest = 5});
  for (const SweepLine& line : result_.lines) race_->enter(line.contestant, line.name);
  return true;
}

void Sweep::finish_turn() {
  for (std::size_t k = 0; k < result_.lines.size(); ++k)
    result_.lines[k].points.push_back(
        point_of(race_->results()[k], counts_[turn_], race_->mean_pairs()));
  race_.reset();
  ++turn_;
}

}  // namespace

Status RaceSweep::begin(const Session& session, std::vector<SweepLine> lines,
                        std::vector<std::uint32_t> counts) {
  if (session.show())
    return Error{
        "recorded boxes are as many as they are; choose a scene to race with other numbers"};
  if (counts.empty()) counts = kDefaultCounts;
  const ParamGroup scene = session.group(Owner::scene());
  const Param* row = find_param(scene.rows, "count");
  assert(row && "every scene has a count");
  for (const std::uint32_t n : counts)
    if (auto error = check_value(*row, n)) return error;
  const auto known = std::make_shared<SweepResult>();
  known->scene = session.scene().title;
  known->lines = std::move(lines);
  std::string phase = Sweep::title(counts[0]) + "making them";
  start(
      std::move(phase),
      [copy = clone(session), counts = std::move(counts), known]() mutable {
        return Sweep(std::move(copy), std::move(counts), *known);
      },
      known);
  return {};
}

}  // namespace phasebox
