// SPDX-License-Identifier: MIT
// Races and their progress on the terminal.
#include <cstdio>

#include <fmt/format.h>

#include "base/os/system.hpp"
#include "cli/bench.hpp"

namespace phasebox {
namespace {

BenchRow row_of(const RaceResult& result, std::size_t boxes) {
  BenchRow row{.name = result.name,
               .verdict = result.verdict,
               .is_exact = result.is_exact,
               .fault = result.fault,
               .ms = summary_of(result.times),
               .times = result.times};
  if (result.verdict == RaceResult::Verdict::wrong) return row;
  row.box_tests = result.box_tests;
  if (result.allocations && !result.times.empty())
    row.allocations =
        static_cast<double>(*result.allocations) / static_cast<double>(result.times.size());
  if (result.bytes && boxes > 0)
    row.bytes = static_cast<double>(*result.bytes) / static_cast<double>(boxes);
  return row;
}

}  // namespace

bool was_interrupted() {
  static const os::StopSignals kListening(os::StopSignals::Which::interrupt);
  return os::StopSignals::arrived();
}

ProgressBar::ProgressBar() : is_shown_(os::is_error_a_terminal()) {}

ProgressBar::~ProgressBar() {
  if (is_shown_) std::fputs("\r\x1b[K", stderr);
}

void ProgressBar::show(double progress, const std::string& text) {
  const int now = static_cast<int>(progress * 1000);
  if (!is_shown_ || now == last_) return;
  last_ = now;
  const auto full = static_cast<std::size_t>(progress * 30);
  fmt::print(stderr, "\r\x1b[K[{:-<30}] {:3.0f} % {}", std::string(full, '#'), progress * 100,
             text);
  std::fflush(stderr);
}

BenchTable run_race(const BenchCase& c, const RaceOptions& options) {
  Race race(c.recording, options);
  for (const Contestant& contestant : c.contestants)
    race.enter(contestant, std::string(contestant.entry->id));
  const std::size_t boxes = c.recording.max_boxes();
  ProgressBar bar;
  while (!was_interrupted() && race.advance())
    bar.show(race.progress(), fmt::format("{}, {} boxes: {}", c.scene, boxes, race.phase()));
  BenchTable table{.scene = c.scene,
                   .boxes = boxes,
                   .frames = race.timed_steps().size(),
                   .pairs = race.mean_pairs(),
                   .threads = options.threads,
                   .is_complete = race.progress() >= 1};
  if (!c.is_scene) table.coverage = race.coverage();
  for (const RaceResult& result : race.results()) table.rows.push_back(row_of(result, boxes));
  return table;
}

}  // namespace phasebox
