// SPDX-License-Identifier: MIT
// The parts of `phasebox bench`: frames, contestants, races, and their results in rows.
#pragma once
#include <array>
#include <span>

#include "base/statistics.hpp"
#include "bench/recording.hpp"
#include "cli/commands/commands.hpp"

namespace phasebox::cli {

// What these refuse ends the command.

/// s per algorithm and count, where neither --budget nor all frames are asked for.
inline constexpr double kDefaultBudget = 5;

struct BenchOptions {
  LaunchOptions launch;               ///< scene, seed, parameters; `count` is not looked at
  std::string boxes;                  ///< path of a box recording instead of a scene, or empty
  std::vector<std::uint32_t> counts;  ///< empty: the scene's own
  std::uint32_t frames = 0;           ///< timed ones; 0: as many as are worth while
  bool all_frames = false;            ///< every frame of a recording
  std::string broadphases = "all";    ///< "all", or ids with commas
  unsigned threads = 1;
  bool is_wall = false;            ///< one thread is timed by the wall clock too
  Motion motion = Motion::normal;  ///< of a scene's boxes
  QueryLoad queries{};             ///< asked in each frame
  bool has_warm_up = true;         ///< of a scene: frames are recorded beside the timed ones
  /// s per algorithm and count; without it 5, or no limit where all frames are asked for.
  std::optional<double> budget;
  bool whole_step = false;  ///< time the steps of sessions instead of broadphases alone
  OutputFiles files;
  BenchParts parts;
};

inline constexpr std::array<std::string_view, 5> kPhases{"move", "broad", "sort", "narrow",
                                                         "response"};

/// What one algorithm showed in one race.
struct BenchRow : RaceResult {
  Summary ms{};                                                ///< of the timed frames
  std::optional<std::array<double, kPhases.size()>> phases{};  ///< mean ms; of whole steps
};

/// One race: one scene (or recording) with one number of boxes.
struct BenchTable {
  std::string scene;
  std::size_t boxes = 0, frames = 0;  ///< of the largest frame; timed at most
  FrameCoverage coverage{};           ///< of a recording; empty for scenes
  double pairs = 0;                   ///< per frame
  unsigned threads = 1;
  QueryLoad queries{};
  bool is_complete = true;  ///< false: interrupted
  std::vector<BenchRow> rows{};

  bool any_wrong() const;
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

/// The entries that --broadphase names; "all" leaves out brute force where it would take minutes.
std::vector<const BroadphaseEntry*> chosen_entries(const BenchOptions&, std::size_t boxes);

/// What the frames come from: a file as it stands, `--scene` or `--boxes`.
void add_source(Options& to, BenchOptions& options);
/// `--queries` and how they are.
void add_queries(Options& to, QueryLoad& queries);
/// The same as typed; empty where nothing is asked.
std::string query_options(const QueryLoad& queries);
/// `--frames`: a number, or "all".
void add_frames(Options& to, BenchOptions& options);

/// Reads the recording, or sets the scene up for that count (nothing: its own) and lets it run.
BenchCase bench_case(const BenchOptions&, std::optional<std::uint32_t> count);
RaceOptions race_options(const BenchOptions&, const BenchCase&);

/// Runs the race until it is over or interrupted.
BenchTable run_race(const BenchCase&, const RaceOptions&);

/// A scene goes on for ever, only a recording has "all" frames.
void check_frames(const BenchOptions&);

/// Sets one session up for each chosen broadphase and times their whole steps by phase.
BenchTable run_steps(const BenchOptions&, std::optional<std::uint32_t> count);

/// The table as people read it.
std::string table_text(const BenchTable&);
/// One line per row, under a header; and all of it as JSON.
std::string csv_text(std::span<const BenchTable>);
std::string bench_json(std::span<const BenchTable>, std::span<const std::string> command);

}  // namespace phasebox::cli
