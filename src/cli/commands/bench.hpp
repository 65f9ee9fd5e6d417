// SPDX-License-Identifier: MIT
// The parts of `phasebox bench`, some of which tune and scaling use as well: options, frames,
// contestants, races, and results as tables.
#pragma once
#include <array>
#include <span>

#include "base/statistics.hpp"
#include "bench/recording.hpp"
#include "cli/commands/commands.hpp"

namespace phasebox::cli {

// The functions below throw Refusal on an error, which ends the command.

/// The time, s, that a race may take for each algorithm and number of boxes, unless --budget says
/// otherwise. With --frames all there is no limit.
inline constexpr double kDefaultBudget = 5;

/// The options of bench; tune sets them as well.
struct BenchOptions {
  LaunchOptions launch;               ///< scene, seed, parameters; its `count` is not read
  std::string boxes;                  ///< path of a box recording; empty: a scene is run
  std::vector<std::uint32_t> counts;  ///< numbers of sprites, a race each; empty: the scene's
  std::uint32_t frames = 0;           ///< number of timed frames; 0: fewer the more boxes there are
  bool all_frames = false;            ///< whether every frame of a recording is timed
  std::string broadphases = "all";    ///< "all", or ids separated by commas
  unsigned threads = 1;
  bool is_wall = false;            ///< one thread, too, is timed by the wall clock alone
  Motion motion = Motion::normal;  ///< how the boxes of a scene move
  QueryLoad queries{};             ///< queries that are made in each frame
  bool has_warm_up = true;         ///< a scene has kWarmUp untimed frames before the timed
  /// The time, s, for each algorithm and number of boxes, as --budget says. Empty: kDefaultBudget,
  /// or no limit with --frames all.
  std::optional<double> budget;
  bool whole_step = false;  ///< whether whole steps of sessions are timed instead of detection
  OutputFiles files;
  BenchParts parts;
};

/// The phases of a step, in the order of their columns.
inline constexpr std::array<std::string_view, 5> kPhases{"move", "broad", "sort", "narrow",
                                                         "response"};

/// The result of one broadphase in one race.
struct BenchRow : RaceResult {
  Summary ms{};  ///< statistics of the timed frames, ms
  std::optional<std::array<double, kPhases.size()>> phases{};  ///< mean, ms; for --whole-step
};

/// The results of one race, in which broadphases see the same frames: those of one scene with one
/// number of sprites, or of one recording.
struct BenchTable {
  std::string scene;
  std::size_t boxes = 0, frames = 0;  ///< boxes in the largest frame; most timed frames of a row
  FrameCoverage coverage{};  ///< the frames of a recording that were timed; zeros for scenes
  double pairs = 0;          ///< overlapping pairs per frame, on average
  unsigned threads = 1;
  QueryLoad queries{};
  bool is_complete = true;  ///< false: the race was interrupted by Ctrl+C
  std::vector<BenchRow> rows{};

  /// Whether a broadphase found wrong pairs.
  bool any_wrong() const;
};

/// The frames of a race and its contestants.
struct BenchCase {
  std::string scene;
  Recording recording;
  std::vector<FrameWindow> windows{};  ///< the parts of the recording that are run
  bool is_scene = true;                ///< false: the frames come from a file
  std::vector<Contestant> contestants{};
  std::vector<ParamValue> fixed{};  ///< parameters of broadphases that --set named
};

/// The number of untimed frames of a scene before the timed ones.
inline constexpr std::uint32_t kWarmUp = 10;

/// Returns the broadphases that --broadphase names for a race with so many boxes. "all" leaves out
/// brute force where a frame would take it about a second or more (see `is_affordable`).
std::vector<const BroadphaseEntry*> chosen_entries(const BenchOptions&, std::size_t boxes);

/// Declares the options that say where the frames come from: a file as a positional argument,
/// `--scene` or `--boxes`.
void add_source(Options& to, BenchOptions& options);
/// Declares `--queries`, the number in each frame, and the options for their size and kind.
void add_queries(Options& to, QueryLoad& queries);
/// Returns the options that make these queries, as a user would type them, each with a space before
/// it; empty without queries.
std::string query_options(const QueryLoad& queries);
/// Declares `--frames`: a number, or "all".
void add_frames(Options& to, BenchOptions& options);

/// Makes the frames and contestants of a race: reads the recording of the options, or records the
/// boxes of the scene with that number of sprites (nothing: the scene's own) while it steps.
BenchCase bench_case(const BenchOptions&, std::optional<std::uint32_t> count);
/// Returns the options of the race over that case.
RaceOptions race_options(const BenchOptions&, const BenchCase&);

/// Runs a race until it is over or Ctrl+C is pressed. Shows a progress bar.
BenchTable run_race(const BenchCase&, const RaceOptions&);

/// Throws Refusal for --frames all with a scene, which has no last frame, and for --count (if
/// `has_count`) with a recording, whose boxes are given.
void check_frames(const BenchOptions&, bool has_count);

/// Makes a session with the scene and that number of sprites (nothing: the scene's own) for each
/// chosen broadphase, and times their whole steps by phase. Peers, which no session can select, are
/// left out.
BenchTable run_steps(const BenchOptions&, std::optional<std::uint32_t> count);

/// Returns a table as text for a terminal: a heading, and a line for each broadphase.
std::string table_text(const BenchTable&);
/// Returns all tables as CSV with one header; `bench_json` returns them as JSON, with the arguments
/// of the command that made them.
std::string csv_text(std::span<const BenchTable>);
std::string bench_json(std::span<const BenchTable>, std::span<const std::string> command);

}  // namespace phasebox::cli
