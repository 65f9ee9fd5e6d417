// SPDX-License-Identifier: MIT
// Reads the command line (CLI11) and hands over to the subcommand or the window.
#include "cli/cli.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <limits>
#include <new>
#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/picture.hpp"
#include "core/narrowphase/narrowphase.hpp"
#include "core/registry.hpp"
#include "io/box_trace.hpp"
#include "io/images.hpp"

namespace phasebox {
namespace {

// As a session begins.
const std::string kDefaultScene = "flash", kDefaultBroadphase = "rdc",
                  kDefaultNarrowphase = "pixel-samples";
// Of the commands that race.
const std::string kDefaultWorkload = "uniform", kAll = "all";

/// Whole text as a number of that type; CLI11 itself would take 010 for eight.
template <class T>
std::optional<T> read_number(std::string_view text) {
  T value{};
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

template <class T, class Into>
CLI::Option* add_number(CLI::App& app, const std::string& name, Into& into, T lo, T hi,
                        const std::string& help) {
  const auto read = [name, &into, lo, hi](const std::string& text) {
    const std::optional<T> value = read_number<T>(text);
    if (!value || !(*value >= lo && *value <= hi))
      throw CLI::ValidationError(name, fmt::format("'{}' is not a {}number from {} to {}", text,
                                                   std::is_integral_v<T> ? "whole " : "", lo, hi));
    into = *value;
  };
  CLI::Option* option = app.add_option_function<std::string>(name, read, help)->type_name("N");
  if constexpr (std::is_arithmetic_v<Into>) option->default_str(fmt::format("{}", into));
  return option;
}

void add_sets(CLI::App& app, std::vector<std::pair<std::string, std::string>>& sets) {
  const auto read = [&sets](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos || equals == 0)
        throw CLI::ValidationError("--set", fmt::format("'{}' is not KEY=VALUE", text));
      sets.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
  };
  app.add_option_function<std::vector<std::string>>(
         "--set", read, "Set a parameter; OWNER.KEY for an algorithm not in use. Repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

void add_size(CLI::App& app, LaunchOptions& launch, const std::string& help) {
  const auto read = [&launch](const std::string& text) {
    const std::size_t x = std::min(text.find('x'), text.size());
    const int width = read_number<int>(text.substr(0, x)).value_or(0);
    const int height = read_number<int>(text.substr(std::min(x + 1, text.size()))).value_or(0);
    if (std::min(width, height) < 1 || std::max(width, height) > kMaxPictureSide)
      throw CLI::ValidationError(
          "--size", fmt::format("'{}' is not WxH with 1 to {} px each", text, kMaxPictureSide));
    launch.width = width;
    launch.height = height;
  };
  app.add_option_function<std::string>("--size", read, help)
      ->type_name("WxH")
      ->default_str(fmt::format("{}x{}", launch.width, launch.height));
}

void add_seed(CLI::App& app, LaunchOptions& launch) {
  constexpr auto kMax = std::numeric_limits<std::uint32_t>::max();
  add_number<std::uint32_t>(app, "--seed", launch.seed, 0, kMax, "Seed of the scene")
      ->default_str("1");
}

void add_launch(CLI::App& app, LaunchOptions& launch) {
  app.add_option("--scene", launch.scene,
                 "Scene, or path of a scene file or of recorded boxes (CSV)")
      ->type_name("NAME|FILE")
      ->default_str(kDefaultScene);
  app.add_option("--broadphase", launch.broadphase, "Broadphase")
      ->type_name("ID")
      ->default_str(kDefaultBroadphase);
  app.add_option("--narrowphase", launch.narrowphase, "Narrowphase")
      ->type_name("ID")
      ->default_str(kDefaultNarrowphase);
  add_sets(app, launch.sets);
  add_seed(app, launch);
  add_number<std::uint32_t>(app, "--count", launch.count, 0, kMaxCount, "Number of sprites")
      ->default_str("the scene's");
}

void add_log(CLI::App& app, LaunchOptions& launch) {
  app.add_option("--log", launch.log, "Statistics of every step, written while it runs")
      ->type_name("FILE.csv");
}

/// The whole command line: where CLI11 leaves what it has read.
struct Arguments {
  LaunchOptions window;
  ListOptions list;
  RenderOptions render;
  ExplainOptions explain;
  PairsOptions pairs;
  NearOptions near;
  PixelsOptions pixels;
  BenchOptions bench;
  WhyOptions why;
  AccuracyCliOptions accuracy;
  TuneCommand tune;
  CliffsCommand cliffs;
  bool has_no_window = false;
};

// Options for what only a window can do stay out of the help of a program without one; they are
// still read, so that the answer is not that they are unknown.
void hide_if(bool is_without_window, CLI::App& app) {
  if (!is_without_window) return;
  for (CLI::Option* option : app.get_options())
    if (option != app.get_help_ptr() && option != app.get_version_ptr()) option->group("");
}

void add_window(CLI::App& app, Arguments& to) {
  CLI::Option* file = app.add_option("FILE", to.window.file, "Scene, recorded boxes or picture");
  file->type_name("");
  add_launch(app, to.window);
  file->excludes(app.get_option("--scene"));
  app.add_option("--lesson", to.window.lesson, "Lesson to begin; see phasebox list lessons")
      ->type_name("ID")
      ->excludes(app.get_option("--scene"))
      ->excludes(file);
  add_number<float>(app, "--ui-scale", to.window.ui_scale, 0.5f, 4, "Size of text and widgets")
      ->default_str("as the screen says");
  add_size(app, to.window, "Size of the window");
  add_log(app, to.window);
  app.add_option("--dump-state", to.window.dump_state)->group("");  // for tests, not in the help
  hide_if(to.has_no_window, app);
}

void add_list(CLI::App& app, Arguments& to) {
  CLI::App* list = app.add_subcommand("list", "What there is to choose and to set");
  std::vector<std::string> kinds(kListKinds.begin(), kListKinds.end());
  list->add_option("KIND", to.list.what, fmt::format("{}", fmt::join(kinds, ", ")))
      ->default_str(kAll)
      ->check(CLI::IsMember(kinds))
      ->type_name("");
  CLI::Option* json = list->add_flag("--json", to.list.json, "As a JSON array of objects");
  list->add_flag("--markdown", to.list.markdown, "The algorithms, as docs/algorithms.md")
      ->excludes(json);
}

void add_render(CLI::App& app, Arguments& to) {
  CLI::App* render = app.add_subcommand("render", "Run a scene without a window");
  add_launch(*render, to.render.launch);
  if (!to.has_no_window) add_size(*render, to.render.launch, "Size of the picture");
  add_number<std::uint32_t>(*render, "--frames", to.render.frames, 0, 1'000'000,
                            "Steps to run; 0 only detects");
  render->add_option("--out", to.render.out, "Picture of the last frame")
      ->type_name("FILE.png")
      ->group(to.has_no_window ? "" : "Options");
  render->add_option("--stats", to.render.stats, "Counters, times, state hash")
      ->type_name("FILE.json");
  add_log(*render, to.render.launch);
}

void add_explain(CLI::App& app, Arguments& to) {
  CLI::App* explain =
      app.add_subcommand("explain", "What an algorithm does in one frame, event by event");
  constexpr auto kMost = std::numeric_limits<std::size_t>::max();
  add_launch(*explain, to.explain.launch);
  add_number<std::uint32_t>(*explain, "--frames", to.explain.frames, 0, 1'000'000,
                            "Steps before the frame");
  explain->add_flag("--narrow", to.explain.is_narrow, "The narrowphase, not the broadphase");
  add_number<std::size_t>(*explain, "--from", to.explain.from, 1, kMost, "First event");
  add_number<std::size_t>(*explain, "--events", to.explain.events, 0, kMost, "How many; 0 is all");
  explain->add_option("--json", to.explain.json, "The same with all open sets")->type_name("FILE");
}

void add_boxes(CLI::App& app, BoxOptions& to) {
  app.add_option("FILE", to.file,
                 "id,min_x,min_y,max_x,max_y, and frame if there are many; - reads standard input")
      ->required()
      ->type_name("");
  app.add_option("--broadphase", to.broadphase, "Broadphase")->required()->type_name("ID");
  add_sets(app, to.sets);
  app.add_option("--out", to.out, "File instead of standard output")->type_name("FILE");
}

void add_pairs(CLI::App& app, Arguments& to) {
  add_boxes(*app.add_subcommand("pairs", "Which boxes of a CSV file overlap"), to.pairs);
}

void add_near(CLI::App& app, Arguments& to) {
  CLI::App* near = app.add_subcommand("near", "Which boxes of a CSV file overlap a given box");
  add_boxes(*near, to.near);
  near->add_option("--box", to.near.box, "The box: min_x,min_y,max_x,max_y")
      ->required()
      ->type_name("X0,Y0,X1,Y1");
}

std::string default_of(std::string_view narrowphase, std::string_view key) {
  const auto made = find_entry(narrowphases(), narrowphase)->make();
  const Param& row = *find_param(made->params().rows, key);
  return format_value(row, row.init);
}

void add_pixels(CLI::App& app, Arguments& to) {
  CLI::App* pixels = app.add_subcommand("pixels", "Whether two images touch at an offset");
  pixels->add_option("A", to.pixels.a, "Image at (0, 0)")->required()->type_name("");
  pixels->add_option("B", to.pixels.b, "Image at (DX, DY)")->required()->type_name("");
  using Limits = std::numeric_limits<std::int32_t>;
  add_number<std::int32_t>(*pixels, "--dx", to.pixels.dx, Limits::min(), Limits::max(),
                           "Left edge of B in A's pixels")
      ->required();
  add_number<std::int32_t>(*pixels, "--dy", to.pixels.dy, Limits::min(), Limits::max(),
                           "Top edge of B in A's pixels")
      ->required();
  pixels->add_option("--n", to.pixels.n, "Distance of the samples; 1 is exact")
      ->type_name("N")
      ->default_str(default_of("pixel-samples", "n"));
  pixels->add_option("--alpha", to.pixels.alpha, "Least alpha that counts as opaque")
      ->type_name("T")
      ->default_str(default_of("pixel-samples", "alpha-threshold"));
}

std::vector<std::uint32_t> read_counts(const std::string& text) {
  std::vector<std::uint32_t> counts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const auto n = read_number<std::uint32_t>(text.substr(at, comma - at));
    if (!n || *n < 1 || *n > kMaxCount)
      throw CLI::ValidationError(
          "--count",
          fmt::format("'{}' is not a list of whole numbers from 1 to {}", text, kMaxCount));
    counts.push_back(*n);
    at = comma + 1;
  }
  return counts;
}

void add_bench_files(CLI::App& bench, BenchOptions& to) {
  bench.add_option("--json", to.json, "All numbers, every frame's time among them")
      ->type_name("FILE");
  bench.add_option("--csv", to.csv, "The table")->type_name("FILE");
  bench.add_option("--svg", to.svg, "Plot of time against count, both logarithmic")
      ->type_name("FILE");
}

/// A number, or "all"; the last one counts.
void add_frames(CLI::App& app, BenchOptions& to) {
  static constexpr std::uint32_t kMost = 100'000;
  const auto read = [&to](const std::string& text) {
    const auto n = read_number<std::uint32_t>(text);
    to.all_frames = text == "all";
    if (!to.all_frames && !(n && *n >= 1 && *n <= kMost))
      throw CLI::ValidationError(
          "--frames",
          fmt::format("'{}' is neither 'all' nor a whole number from 1 to {}", text, kMost));
    to.frames = n.value_or(0);
  };
  app.add_option_function<std::string>(
         "--frames", read,
         "Timed frames, of a recording spread over all of it; all: every frame of a recording")
      ->type_name("N|all")
      ->default_str("by the number of boxes");
}

void add_bench(CLI::App& app, Arguments& to) {
  CLI::App* bench = app.add_subcommand("bench", "Race broadphases over the same frames");
  CLI::Option* scene = bench->add_option("--scene", to.bench.launch.scene, "Scene")
                           ->type_name("NAME|FILE")
                           ->default_str(kDefaultWorkload);
  bench->add_option("--boxes", to.bench.boxes, "Box trace instead of a scene")
      ->type_name("TRACE.csv")
      ->excludes(scene);
  bench
      ->add_option_function<std::string>(
          "--count", [&to](const std::string& s) { to.bench.counts = read_counts(s); },
          "Numbers of sprites, one race each; the field of a workload grows along")
      ->type_name("N,N,...")
      ->default_str("the scene's");
  add_frames(*bench, to.bench);
  bench->add_option("--broadphase", to.bench.broadphases, "Which take part")
      ->type_name("all|ID,...")
      ->capture_default_str();
  add_sets(*bench, to.bench.launch.sets);
  add_seed(*bench, to.bench.launch);
  add_number<unsigned>(*bench, "--threads", to.bench.threads, 1, 256,
                       "Threads that an algorithm may use");
  add_number<double>(*bench, "--budget", to.bench.budget, 0.01, 100'000,
                     "Seconds per algorithm and count; a slow one is timed over fewer frames")
      ->default_str(fmt::format("{}; no limit with --frames all", kUsualBudget));
  bench->add_flag("--whole-step", to.bench.whole_step,
                  "Time whole steps by phase: move, broadphase, sort, narrowphase, response");
  bench->add_option("--narrowphase", to.bench.launch.narrowphase, "Of --whole-step")
      ->type_name("ID")
      ->default_str(kDefaultNarrowphase);
  add_bench_files(*bench, to.bench);
}

void add_why(CLI::App& app, Arguments& to) {
  CLI::App* why = app.add_subcommand("why", "Who a sprite was compared with, by what, and why");
  add_launch(*why, to.why.launch);
  why->add_option("--boxes", to.why.launch.scene, "Recorded boxes instead of a scene")
      ->type_name("TRACE.csv")
      ->excludes(why->get_option("--scene"));
  const auto read = [&to](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      const auto id = read_number<std::int64_t>(text);
      if (!id) throw CLI::ValidationError("--sprite", fmt::format("'{}' is not a number", text));
      to.why.sprites.push_back(*id);
    }
  };
  why->add_option_function<std::vector<std::string>>(
         "--sprite", read, "Its number, or id of a recorded box; twice: those two. Repeatable")
      ->required()
      ->type_name("I")
      ->allow_extra_args(false);
  add_number<std::uint32_t>(*why, "--frames", to.why.frames, 0, 1'000'000,
                            "Steps before the frame that is looked at; 0 only detects");
  why->add_option("--json", to.why.json, "The list with the bounds of groups, cells and nodes")
      ->type_name("FILE");
}

void add_accuracy(CLI::App& app, Arguments& to) {
  CLI::App* accuracy =
      app.add_subcommand("accuracy", "What n-sampled pixels miss, for n = 1 to 16");
  add_launch(*accuracy, to.accuracy.launch);
  add_number<double>(*accuracy, "--miss", to.accuracy.measure.rate, 0, 1,
                     "Share of contacts that may be missed: 0.01 is one in a hundred");
  add_number<std::uint32_t>(*accuracy, "--contacts", to.accuracy.measure.contacts, 1, 10'000'000,
                            "Contacts to look for");
  accuracy->add_option("--json", to.accuracy.json, "All numbers, also by depth")->type_name("FILE");
  accuracy->add_option("--csv", to.accuracy.csv, "The table, also by depth")->type_name("FILE");
  accuracy->add_option("--svg", to.accuracy.svg, "Plot of missed contacts against n")
      ->type_name("FILE");
}

void add_tune(CLI::App& app, Arguments& to) {
  CLI::App* tune = app.add_subcommand("tune", "Which broadphase, with which settings, for a game");
  BenchOptions& frames = to.tune.frames;
  CLI::Option* scene = tune->add_option("--scene", frames.launch.scene, "Scene")
                           ->type_name("NAME|FILE")
                           ->default_str(kDefaultWorkload);
  tune->add_option("--boxes", frames.boxes, "Box trace of your own instead of a scene")
      ->type_name("TRACE.csv")
      ->excludes(scene);
  add_number<std::uint32_t>(*tune, "--count", to.tune.count, 1, kMaxCount,
                            "Number of sprites; the field of a workload grows along")
      ->default_str("the scene's");
  add_number<double>(*tune, "--budget", to.tune.budget, 0.5, 100'000,
                     "Seconds that the search may take");
  tune->add_option("--objective", to.tune.objective,
                   "What is minimized: mean time with its tail (frame), mean, median, 99th "
                   "percentile, box tests")
      ->capture_default_str()
      ->check(
          CLI::IsMember(std::vector<std::string>(kObjectiveNames.begin(), kObjectiveNames.end())))
      ->type_name(fmt::format("{}", fmt::join(kObjectiveNames, "|")));
  add_frames(*tune, frames);
  tune->add_option("--broadphase", frames.broadphases, "Which are searched")
      ->type_name("all|ID,...")
      ->capture_default_str();
  add_sets(*tune, frames.launch.sets);
  add_seed(*tune, frames.launch);
  add_number<unsigned>(*tune, "--threads", frames.threads, 1, 256,
                       "Threads that an algorithm may use");
  tune->add_option("--json", to.tune.json, "All numbers and the recommended settings")
      ->type_name("FILE");
  tune->add_option("--report", to.tune.report, "The answer with plots, as one file for a browser")
      ->type_name("FILE.html");
  tune->add_option("--cpp", to.tune.cpp, "The lines that use the library, as a header")
      ->type_name("FILE.hpp");
}

void add_cliffs(CLI::App& app, Arguments& to) {
  CLI::App* cliffs =
      app.add_subcommand("cliffs", "Where an algorithm becomes slow: a map over count and size");
  CliffsCommand& c = to.cliffs;
  cliffs->add_option("--scene", c.launch.scene, "Scene")
      ->type_name("NAME")
      ->default_str(kDefaultWorkload);
  cliffs
      ->add_option_function<std::string>(
          "--count", [&c](const std::string& s) { c.counts = read_counts(s); },
          "Numbers of sprites, across")
      ->type_name("N,N,...")
      ->default_str("100 to 10,000");
  cliffs->add_option("--y", c.y, "Upwards: size of the sprites, or a parameter of an algorithm")
      ->type_name("size|cell-size|group-size|KEY")
      ->capture_default_str();
  cliffs->add_option("--range", c.range, "From, to and number of its values")
      ->type_name("LO:HI:STEPS")
      ->default_str("the parameter's");
  cliffs->add_option("--broadphase", c.broadphases, "Which are compared")
      ->type_name("all|ID,...")
      ->capture_default_str();
  cliffs->add_option("--of", c.of, "Whose map is drawn")
      ->type_name("ID")
      ->default_str("the first compared");
  add_sets(*cliffs, c.launch.sets);
  add_seed(*cliffs, c.launch);
  add_number<unsigned>(*cliffs, "--threads", c.threads, 1, 256,
                       "Threads that an algorithm may use");
  add_number<double>(*cliffs, "--budget", c.budget, 0.5, 100'000, "Seconds for the whole map");
  cliffs->add_option("--csv", c.csv, "Times and costs of all of them")->type_name("FILE");
  cliffs->add_option("--svg", c.svg, "The map")->type_name("FILE");
}

bool is_command(const CLI::App& app, std::string_view word) {
  return std::ranges::any_of(app.get_subcommands({}),
                             [&](const CLI::App* command) { return command->get_name() == word; });
}

// A first word that is neither a command nor meant as a file or an option.
bool is_stray(const CLI::App& app, std::span<char*> arguments) {
  if (arguments.empty() || *arguments[0] == '-' || *arguments[0] == '\0') return false;
  return !is_command(app, arguments[0]) && !looks_like_a_path(arguments[0]);
}

int report_stray(const char* word) {
  return report(
      {fmt::format("there is neither a command nor a file {}; see phasebox --help", word)});
}

// The subcommand that was meant, for the hint: when parsing fails, CLI11 does not say.
std::string help_command(const CLI::App& app, std::span<char*> arguments) {
  for (const std::string_view word : arguments)
    if (is_command(app, word)) return fmt::format("phasebox {} --help", word);
  return "phasebox --help";
}

int report_usage(const CLI::App& app, const CLI::ParseError& error, std::span<char*> arguments) {
  if (error.get_exit_code() == 0) {  // --help and --version are errors to CLI11
    std::ostringstream out;
    app.exit(error, out, out);
    std::string text = out.str();
    // The place of a hidden positional.
    if (const std::size_t at = text.find("[] "); at != text.npos) text.erase(at, 3);
    return print(text);
  }
  if (is_stray(app, arguments)) return report_stray(arguments[0]);
  return report({fmt::format("{}; see {}", error.what(), help_command(app, arguments))});
}

// Defaults stand behind the help of their options, however CLI11 would print them.
void describe_defaults(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (option->get_default_str().empty()) continue;
    option->description(
        fmt::format("{} (default: {})", option->get_description(), option->get_default_str()));
    option->default_str("");
  }
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
    describe_defaults(*command);
}

// What the window could not open is refused before it opens; scenes and recorded boxes are read by
// `configure`, before it as well.
Status check_file(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == ".png" || ending == ".jpg" || ending == ".jpeg") {
    const auto image = load_image(file);
    return image ? Status{} : Status(image.error());
  }
  if (ending == ".json" || is_box_file(file)) return {};
  return Error{
      fmt::format("{}: Phasebox opens scenes (.json), pictures (.png, .jpg) and recorded "
                  "boxes (.csv, .csv.gz, .csv.zst)",
                  file.string())};
}

int run_chosen(const CLI::App& app, const Arguments& arguments,
               int (*open_window)(const LaunchOptions&)) {
  if (app.got_subcommand("list")) return run_list(arguments.list);
  if (app.got_subcommand("render")) return run_render(arguments.render);
  if (app.got_subcommand("explain")) return run_explain(arguments.explain);
  if (app.got_subcommand("pairs")) return run_pairs(arguments.pairs);
  if (app.got_subcommand("near")) return run_near(arguments.near);
  if (app.got_subcommand("pixels")) return run_pixels(arguments.pixels);
  if (app.got_subcommand("bench")) return run_bench(arguments.bench);
  if (app.got_subcommand("why")) return run_why(arguments.why);
  if (app.got_subcommand("accuracy")) return run_accuracy(arguments.accuracy);
  if (app.got_subcommand("tune")) return run_tune(arguments.tune);
  if (app.got_subcommand("cliffs")) return run_cliffs(arguments.cliffs);
  const auto& file = arguments.window.file;
  if (file && !looks_like_a_path(*file)) return report_stray(file->c_str());
  if (open_window && file)
    if (const Status error = check_file(*file)) return report(*error);
  if (open_window) return open_window(arguments.window);
  return report(
      {"this program was built without window; use one of its commands (see phasebox --help), "
       "or build it with PHASEBOX_GUI=ON"});
}

}  // namespace

int run_cli(int argc, char** argv, int (*open_window)(const LaunchOptions&),
            std::span<const KeyRow> keys, const BenchParts& bench) {
  std::signal(SIGPIPE, SIG_IGN);  // a reader that has gone shows as an error of the write
  const std::span<char*> words(argv + 1, static_cast<std::size_t>(std::max(argc - 1, 0)));
  Arguments arguments;
  arguments.has_no_window = open_window == nullptr;
  arguments.list.keys = keys;
  arguments.bench.parts = bench;
  arguments.render.command.assign(words.begin(), words.end());
  arguments.bench.command = arguments.render.command;
  arguments.why.command = arguments.accuracy.command = arguments.render.command;

  CLI::App app("Phasebox: an interactive sandbox for 2D collision detection", "phasebox");
  app.set_version_flag(
      "--version", fmt::format("phasebox {}{}", kVersion, open_window ? "" : " (without window)"));
  app.require_subcommand(0, 1);
  for (const auto add : {add_window, add_list, add_render, add_explain, add_pairs, add_near,
                         add_pixels, add_bench, add_tune, add_cliffs, add_why, add_accuracy})
    add(app, arguments);
  describe_defaults(app);
  try {
    app.parse(argc, argv);
    return run_chosen(app, arguments, open_window);
  } catch (const CLI::ParseError& error) {
    return report_usage(app, error, words);
  } catch (const std::bad_alloc&) {
    return report({"out of memory"}, kOurFailure);
  } catch (const std::exception& error) {
    return report({fmt::format("internal error: {}", error.what())}, kOurFailure);
  }
}

}  // namespace phasebox
