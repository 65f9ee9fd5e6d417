// SPDX-License-Identifier: MIT
// The parts of `phasebox bench`: frames, contestants, races, and their results in rows.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/statistics.hpp"
#include "bench/race.hpp"
#include "cli/commands.hpp"

namespace phasebox {

inline constexpr std::array<std::string_view, 5> kPhases{"move", "broad", "sort", "narrow",
                                                         "response"};

/// What one algorithm showed in one race.
struct BenchRow {
  std::string name;
  RaceResult::Verdict verdict = RaceResult::Verdict::pending;
  bool is_exact = true;
  std::string fault{};                                         ///< of a wrong one
  Summary ms{};                                                ///< of the timed frames
  std::vector<double> times{};                                 ///< those, ms
  std::optional<double> box_tests{}, allocations{};            ///< of one frame, per frame
  std::optional<double> bytes{};                               ///< kept per sprite
  std::optional<std::array<double, kPhases.size()>> phases{};  ///< mean ms; of whole steps
};

/// One race: one scene (or recording) with one number of boxes.
struct BenchTable {
  std::string scene;
  std::size_t boxes = 0, frames = 0;  ///< of the largest frame; timed at most
  FrameCoverage coverage{};           ///< of a recording; empty for scenes
  double pairs = 0;                   ///< per frame
  unsigned threads = 1;
  bool is_complete = true;  ///< false: interrupted
  std::vector<BenchRow> rows{};

  bool any_wrong() const;
  /// The row of that name, or null.
  const BenchRow* find(std::string_view name) const;
};

/// A benchmark case: the frames and the contestants.
struct BenchCase {
  std::string scene;
  Recording recording;
  std::vector<FrameWindow> windows{};  ///< which of its frames are run
  bool is_scene = true;                ///< false: the frames were recorded elsewhere
  std::vector<Contestant> contestants{};
  std::vector<ParamValue> fixed{};  ///< parameters of theirs that --set named
};

/// Frames that are run untimed before the others.
inline constexpr std::uint32_t kWarmUp = 10;

/// How many frames are timed by default: some ten million boxes, 20 to 300 frames.
std::uint32_t default_frames(std::uint64_t boxes);

/// The entries that --broadphase names; "all" leaves out brute force where it would take minutes.
Result<std::vector<const BroadphaseEntry*>> chosen_entries(const BenchOptions&, std::size_t boxes);

/// Reads the recording, or sets the scene up for that count (nothing: its own) and lets it run.
Result<BenchCase> bench_case(const BenchOptions&, std::optional<std::uint32_t> count);
RaceOptions race_options(const BenchOptions&, const BenchCase&);

/// Runs the race until it is over or interrupted.
BenchTable run_race(const BenchCase&, const RaceOptions&);

/// A scene goes on for ever, only a recording has "all" frames.
Status check_frames(const BenchOptions&);

/// Sets one session up for each chosen broadphase and times their whole steps by phase.
Result<BenchTable> run_steps(const BenchOptions&, std::optional<std::uint32_t> count);
/// The stepping of `run_steps`: sessions in turn; session k fills row k.
void step_in_turn(const BenchOptions&, std::span<Session> sessions, BenchTable&);

/// Whether Ctrl+C was pressed since the first call. Pressed again it ends the program, as ever.
bool was_interrupted();

/// On standard error, if that is a terminal; gone when it is destroyed.
class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  void show(double progress, const std::string& text);

 private:
  bool is_shown_;
  int last_ = -1;
};

/// The table as people read it.
std::string table_text(const BenchTable&);
/// One line per row, under a header; and all of it as JSON.
std::string csv_text(std::span<const BenchTable>);
std::string bench_json(std::span<const BenchTable>, std::span<const std::string> command);
/// Mean time against boxes, a line per algorithm.
std::string bench_svg(std::span<const BenchTable>);

}  // namespace phasebox
