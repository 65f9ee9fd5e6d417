// SPDX-License-Identifier: MIT
// The parts of `phasebox bench`, which tune and scaling also use: options, frames, contestants,
// races, and results as tables.
#pragma once
#include <array>
#include <span>

#include "base/statistics.hpp"
#include "bench/recording.hpp"
#include "cli/commands/commands.hpp"

namespace phasebox::cli {

// The functions below throw Refusal on an error, which ends the command.

/// The default budget in s per algorithm and count, where neither --budget nor all frames are asked
/// for.
inline constexpr double kDefaultBudget = 5;

struct BenchOptions {
  LaunchOptions launch;               ///< scene, seed, parameters; `count` is not used
  std::string boxes;                  ///< path of a box recording instead of a scene, or empty
  std::vector<std::uint32_t> counts;  ///< empty: the scene's own
  std::uint32_t frames = 0;           ///< number of timed frames; 0: fewer the more boxes there are
  bool all_frames = false;            ///< every frame of a recording
  std::string broadphases = "all";    ///< "all", or ids with commas
  unsigned threads = 1;
  bool is_wall = false;            ///< one thread is timed by the wall clock too
  Motion motion = Motion::normal;  ///< of a scene's boxes
  QueryLoad queries{};             ///< made in each frame
  bool has_warm_up = true;         ///< of a scene: frames are recorded beside the timed ones
  /// The budget in s per algorithm and count. Without it, it is kDefaultBudget, or unlimited where
  /// all frames are asked for.
  std::optional<double> budget;
  bool whole_step = false;  ///< time the steps of sessions instead of broadphases alone
  OutputFiles files;
  BenchParts parts;
};

inline constexpr std::array<std::string_view, 5> kPhases{"move", "broad", "sort", "narrow",
                                                         "response"};

/// The result of one algorithm in one race.
struct BenchRow : RaceResult {
  Summary ms{};                                                ///< of the timed frames
  std::optional<std::array<double, kPhases.size()>> phases{};  ///< mean ms; only of whole steps
};

/// The results of one race: one scene or recording with one number of boxes.
struct BenchTable {
  std::string scene;
  std::size_t boxes = 0, frames = 0;  ///< boxes of the largest frame; most frames timed
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
  std::vector<FrameWindow> windows{};  ///< the frames that are run
  bool is_scene = true;                ///< false: the frames were recorded elsewhere
  std::vector<Contestant> contestants{};
  std::vector<ParamValue> fixed{};  ///< parameters of the contestants that --set named
};

/// The number of untimed frames before the timed ones.
inline constexpr std::uint32_t kWarmUp = 10;

/// The broadphases that --broadphase names. "all" leaves out brute force where it would take
/// minutes.
std::vector<const BroadphaseEntry*> chosen_entries(const BenchOptions&, std::size_t boxes);

/// Declares the options that say where the frames come from: a file as a positional argument,
/// `--scene` or `--boxes`.
void add_source(Options& to, BenchOptions& options);
/// Declares `--queries` and the options of their size and kind.
void add_queries(Options& to, QueryLoad& queries);
/// The options that give this query load, as a user would type them; empty where there are no
/// queries.
std::string query_options(const QueryLoad& queries);
/// Declares `--frames`: a number, or "all".
void add_frames(Options& to, BenchOptions& options);

/// Reads the recording, or records the scene with that count (nothing: its own) while it steps.
BenchCase bench_case(const BenchOptions&, std::optional<std::uint32_t> count);
RaceOptions race_options(const BenchOptions&, const BenchCase&);

/// Runs the race until it is over or interrupted.
BenchTable run_race(const BenchCase&, const RaceOptions&);

/// Refuses --frames all for a scene, which never ends, and --count for a recording, whose boxes are
/// given.
void check_frames(const BenchOptions&, bool has_count);

/// Sets one session up for each chosen broadphase and times their whole steps by phase.
BenchTable run_steps(const BenchOptions&, std::optional<std::uint32_t> count);

/// The table as text for a terminal.
std::string table_text(const BenchTable&);
/// All tables as CSV under one header, and as JSON.
std::string csv_text(std::span<const BenchTable>);
std::string bench_json(std::span<const BenchTable>, std::span<const std::string> command);

}  // namespace phasebox::cli
