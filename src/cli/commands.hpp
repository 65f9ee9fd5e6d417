// SPDX-License-Identifier: MIT
// The subcommands, each in a file of its own; all return the exit code.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/race.hpp"
#include "bench/recording.hpp"
#include "cli/boxes.hpp"
#include "cli/cli.hpp"
#include "cli/film.hpp"
#include "lab/accuracy.hpp"
#include "lab/tune/tune_search.hpp"

namespace phasebox {

struct ListOptions {
  std::string what;  ///< one of kListKinds, or empty: all
  bool json = false;
  bool markdown = false;  ///< docs/algorithms.md
  std::span<const KeyRow> keys;
};
inline constexpr std::array<std::string_view, 7> kListKinds{
    "scenes", "broadphases", "narrowphases", "keys", "settings", "lessons", "limits"};
int run_list(const ListOptions&);

/// `of_window`: what the window's part of the program found.
int run_doctor(const std::vector<Finding>& of_window);

struct RenderOptions {
  LaunchOptions launch;
  std::uint32_t frames = 120;
  std::string out, stats;            ///< paths; empty: not asked for
  FilmOptions film;                  ///< empty path: not asked for
  std::vector<std::string> command;  ///< as typed, without the program's name
};
int run_render(const RenderOptions&);

struct ReplayCommand {
  std::string file;
  bool verifies = false;
};
int run_replay(const ReplayCommand&);

struct ExplainOptions {
  LaunchOptions launch;
  std::uint32_t frames = 0;            ///< steps before the frame that is walked through
  bool is_narrow = false;              ///< the narrowphase instead of the broadphase
  std::size_t from = 1, events = 200;  ///< the first, and how many; 0: all
  std::string json;                    ///< path; empty: as text to standard output
};
int run_explain(const ExplainOptions&);

using PairsOptions = BoxOptions;
int run_pairs(const PairsOptions&);

struct NearOptions : BoxOptions {
  std::string box;        ///< as typed
  bool explains = false;  ///< how the query was walked and what it cost, in place of the answer
};
int run_near(const NearOptions&);

inline constexpr std::uint32_t kMaxCount = 1'000'000;  ///< sprites, the most that a scene makes

/// Events, 32 bytes each: enough for the 18 million tests of 6,000 boxes by brute force, and for
/// every overlay of a picture that can still be read.
inline constexpr std::size_t kMaxWhyEvents = 20'000'000, kMaxRenderEvents = 2'000'000;

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
  Motion motion = Motion::normal;  ///< of a scene's boxes
  bool has_warm_up = true;         ///< of a scene: frames are recorded beside the timed ones
  /// s per algorithm and count; without it 5, or no limit where all frames are asked for.
  std::optional<double> budget;
  bool whole_step = false;           ///< time the steps of sessions instead of broadphases alone
  std::string json, csv, svg;        ///< paths; empty: not asked for
  std::vector<std::string> command;  ///< as typed, without the program's name
  BenchParts parts;
};
int run_bench(const BenchOptions&);

struct TuneCommand {
  BenchOptions frames;  ///< frames, contestants and threads of the race
  std::optional<std::uint32_t> count;
  double budget = 20;  ///< s
  std::string objective{kObjectiveNames[0]};
  std::string json, report, cpp;  ///< paths; empty: not asked for
};
int run_tune(const TuneCommand&);

struct CliffsCommand {
  LaunchOptions launch;                 ///< scene, seed, parameters
  std::vector<std::uint32_t> counts;    ///< across; empty: 100 to 10,000
  std::string y = "size";               ///< "size", or the key of a parameter
  std::string range;                    ///< "LO:HI:STEPS"; empty: what suits it
  std::string broadphases = "all", of;  ///< ids; whose map is drawn, empty: the first
  unsigned threads = 1;
  double budget = 30;    ///< s
  std::string csv, svg;  ///< paths; empty: not asked for
};
int run_cliffs(const CliffsCommand&);

struct PixelsOptions {
  std::string a, b;             ///< paths of images
  std::int32_t dx = 0, dy = 0;  ///< top-left pixel of b, in pixels of a
  std::string n, alpha;         ///< as typed; empty: default of "pixel-samples"
};
int run_pixels(const PixelsOptions&);

struct WhyOptions {
  LaunchOptions launch;
  std::uint32_t frames = 60;
  std::vector<std::int64_t> sprites;  ///< one or two
  std::string json;                   ///< path; empty: not asked for
  std::vector<std::string> command;   ///< as typed, without the program's name
};
int run_why(const WhyOptions&);

struct AccuracyCliOptions {
  LaunchOptions launch;
  AccuracyOptions measure;
  std::string json, csv, svg;        ///< paths; empty: not asked for
  std::vector<std::string> command;  ///< as typed, without the program's name
};
int run_accuracy(const AccuracyCliOptions&);

struct ExportCommand {
  std::string broadphase, out, name;  ///< id; folder; of files and namespace, empty: from the id
  ParamTexts sets;
};
int run_export(const ExportCommand&);
struct CheckCommand {
  std::string broadphase;            ///< id; empty without plug-ins: all
  std::vector<std::string> plugins;  ///< files, loaded by children only
  std::vector<std::pair<std::string, std::string>> sets;
  std::uint32_t worlds = 300;
  std::uint32_t seed = 1;
  double seconds = 0, limit = 10;  ///< s for all, 0: no limit; s without an answer
  std::string world;               ///< path of the only one; empty: seeded ones
  std::string out, junit;          ///< folder; path; empty: not asked for
  HeapMeter heap;
};
int run_check(const CheckCommand&);

}  // namespace phasebox
