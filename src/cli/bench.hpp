// SPDX-License-Identifier: MIT
// The parts of `phasebox bench`: frames, rivals, races, and their results in rows.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "core/bench/race.hpp"

namespace phasebox {

/// What one algorithm showed in one race.
struct BenchRow {
  std::string name;
  Rival::Verdict verdict = Rival::Verdict::pending;
  std::string fault;                             ///< of a wrong one
  Spread ms;                                     ///< of the timed frames
  std::vector<double> times;                     ///< those, ms
  std::optional<double> box_tests, allocations;  ///< of one frame, per frame
  std::optional<double> bytes;                   ///< kept per sprite
};

/// One race: one scene (or trace) with one number of boxes.
struct BenchTable {
  std::string scene;
  std::size_t boxes = 0, frames = 0;  ///< of the largest frame; timed at most
  double pairs = 0;                   ///< per frame
  unsigned threads = 1;
  bool is_complete = true;  ///< false: interrupted
  std::vector<BenchRow> rows;
};

/// Algorithms in the order of their lines, with the parameters that they are to have.
struct Entrant {
  std::string name;
  std::function<std::unique_ptr<Broadphase>()> make;
};

/// What is raced over: frames and who runs.
struct BenchCase {
  std::string scene;
  Recording recording;
  std::vector<Entrant> entrants;
};

/// Frames that are run untimed before the others.
inline constexpr std::size_t kWarmUp = 10;

/// How many frames are timed when nobody says: some ten million boxes, 20 to 300 frames.
std::uint32_t usual_frames(std::uint64_t boxes);

/// Sets the scene up for that count (nothing: its own), lets it run, and picks the rivals.
Result<BenchCase> bench_case(const BenchOptions&, std::optional<std::uint32_t> count);

/// Ctrl+C, from the first call on. A second one kills the program as if nobody had asked.
bool was_interrupted();

/// Runs the race, with a progress bar if standard error is a terminal, until it is over or
/// interrupted.
BenchTable run_race(const BenchCase&, const RaceOptions&);

/// The table as people read it.
std::string table_text(const BenchTable&);
/// One line per row, under a header; and all of it as JSON.
std::string csv_text(std::span<const BenchTable>);
std::string bench_json(std::span<const BenchTable>, std::span<const std::string> command);
/// Mean time against boxes, a line per algorithm.
std::string bench_svg(std::span<const BenchTable>);

}  // namespace phasebox
