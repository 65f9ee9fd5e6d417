// SPDX-License-Identifier: MIT
// Reads the command line (CLI11) and hands over to the subcommand or the window.
#include "cli/cli.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <new>
#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/os/system.hpp"
#include "cli/command_line.hpp"
#include "cli/manual.hpp"
#include "cli/output.hpp"
#include "io/boxes/box_file.hpp"
#include "io/pictures/images.hpp"

namespace phasebox {
namespace {

bool is_command(const CLI::App& app, std::string_view word) {
  return std::ranges::any_of(app.get_subcommands({}),
                             [&](const CLI::App* command) { return command->get_name() == word; });
}

// A first word that is neither a command nor meant as a file or an option.
bool is_stray(const CLI::App& app, std::span<char*> arguments) {
  if (arguments.empty() || *arguments[0] == '-' || *arguments[0] == '\0') return false;
  return !is_command(app, arguments[0]) && !looks_like_a_path(arguments[0]);
}

Error stray(const char* word) {
  return {fmt::format("there is neither a command nor a file {}; see phasebox --help", word)};
}

// The subcommand that was meant, for the hint: when parsing fails, CLI11 does not say.
std::string help_command(const CLI::App& app, std::span<char*> arguments) {
  for (const std::string_view word : arguments)
    if (is_command(app, word)) return fmt::format("phasebox {} --help", word);
  return "phasebox --help";
}

Error usage_error(const CLI::App& app, const CLI::ParseError& error, std::span<char*> arguments) {
  if (is_stray(app, arguments)) return stray(arguments[0]);
  return {fmt::format("{}; see {}", error.what(), help_command(app, arguments))};
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
  return report(usage_error(app, error, arguments));
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
                  "boxes (.csv, .csv.gz, .csv.zst); plug-ins (.so) with --plugin",
                  file.string())};
}

// Before any id of a broadphase is looked up.
Status load_plugins(const Arguments& arguments) {
  for (const std::string& file : arguments.plugins)
    if (const auto loaded = arguments.window.plugins->load(file); !loaded)
      return Error{"--plugin " + loaded.error().text};
  return {};
}

struct CommandRow {
  std::string_view name;
  void (*add)(CLI::App&, Arguments&);
  int (*run)(const CLI::App&, const Arguments&);
  bool loads_plugins = true;
};

// In the order of the help.
constexpr CommandRow kCommands[] = {
    {"list", add_list, [](const CLI::App&, const Arguments& a) { return run_list(a.list); }},
    {"render", add_render,
     [](const CLI::App&, const Arguments& a) { return run_render(a.render); }},
    {"replay", add_replay,
     [](const CLI::App&, const Arguments& a) { return run_replay(a.replay); }},
    {"explain", add_explain,
     [](const CLI::App&, const Arguments& a) { return run_explain(a.explain); }},
    {"pairs", add_pairs, [](const CLI::App&, const Arguments& a) { return run_pairs(a.pairs); }},
    {"near", add_near, [](const CLI::App&, const Arguments& a) { return run_near(a.near); }},
    {"pixels", add_pixels,
     [](const CLI::App&, const Arguments& a) { return run_pixels(a.pixels); }},
    {"bench", add_bench, [](const CLI::App&, const Arguments& a) { return run_bench(a.bench); }},
    {"tune", add_tune, [](const CLI::App&, const Arguments& a) { return run_tune(a.tune); }},
    {"cliffs", add_cliffs,
     [](const CLI::App&, const Arguments& a) { return run_cliffs(a.cliffs); }},
    {"why", add_why, [](const CLI::App&, const Arguments& a) { return run_why(a.why); }},
    {"accuracy", add_accuracy,
     [](const CLI::App&, const Arguments& a) { return run_accuracy(a.accuracy); }},
    {"bake", add_bake, [](const CLI::App&, const Arguments& a) { return run_bake(a.bake); }},
    {"check", add_check,
     [](const CLI::App&, const Arguments& a) {
       CheckCommand check = a.check;
       check.plugins = a.plugins;
       return run_check(check);
     },
     false},  // its children load them
    {"export", add_export,
     [](const CLI::App&, const Arguments& a) { return run_export(a.exported); }},
    {"doctor", add_doctor,
     [](const CLI::App&, const Arguments& a) {
       return run_doctor(a.find_window ? a.find_window() : std::vector<Finding>{});
     }},
    {"manual", add_manual,
     [](const CLI::App& app, const Arguments& a) { return print(manual_page(app, a.list.keys)); }},
    {"completion", add_completion,
     [](const CLI::App& app, const Arguments& a) { return print(completion(app, a.shell)); }}};

int run_chosen(const CLI::App& app, const Arguments& arguments,
               int (*open_window)(const LaunchOptions&)) {
  const CommandRow* const row = std::ranges::find_if(
      kCommands, [&](const CommandRow& r) { return app.got_subcommand(std::string(r.name)); });
  const bool has_command = row != std::end(kCommands);
  if (!has_command || row->loads_plugins)
    if (const Status error = load_plugins(arguments)) return report(*error);
  if (has_command) return row->run(app, arguments);
  const auto& file = arguments.window.file;
  if (file && !looks_like_a_path(*file)) return report(stray(file->c_str()));
  if (open_window && file)
    if (const Status error = check_file(*file)) return report(*error);
  if (open_window) return open_window(arguments.window);
  return report(
      {"this program was built without window; use one of its commands (see phasebox --help), "
       "or build it with PHASEBOX_GUI=ON"});
}

/// The program's options and commands, and what is read by them.
class CommandLine {
 public:
  CommandLine(int argc, char** argv, bool has_window)
      : words(argv + 1, static_cast<std::size_t>(std::max(argc - 1, 0))) {
    arguments.has_no_window = !has_window;
    arguments.window.plugins = std::make_shared<Plugins>();
    arguments.render.command.assign(words.begin(), words.end());
    arguments.bench.command = arguments.render.command;
    arguments.why.command = arguments.accuracy.command = arguments.render.command;
    app.set_version_flag(
        "--version", fmt::format("phasebox {}{}", kVersion, has_window ? "" : " (without window)"));
    app.require_subcommand(0, 1);
    add_window(app, arguments);
    for (const CommandRow& row : kCommands) row.add(app, arguments);
    add_plugins(app, arguments);
    describe_defaults(app);
  }

  std::span<char*> words;
  Arguments arguments;
  CLI::App app{"Phasebox: an interactive sandbox for 2D collision detection", "phasebox"};
};

}  // namespace

Status check_command_line(int argc, char** argv) {
  CommandLine line(argc, argv, true);
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return usage_error(line.app, error, line.words);
  }
  return {};
}

int run_cli(int argc, char** argv, const WindowParts& window, const BenchParts& bench) {
  os::ignore_broken_pipes();  // a reader that has gone shows as an error of the write
  CommandLine line(argc, argv, window.open != nullptr);
  line.arguments.find_window = window.findings;
  line.arguments.list.keys = window.keys;
  line.arguments.bench.parts = bench;
  line.arguments.check.heap = bench.heap;
  try {
    line.app.parse(argc, argv);
    return run_chosen(line.app, line.arguments, window.open);
  } catch (const CLI::ParseError& error) {
    return report_usage(line.app, error, line.words);
  } catch (const std::bad_alloc&) {
    return report({"out of memory"}, kOurFailure);
  } catch (const std::exception& error) {
    return report({fmt::format("internal error: {}", error.what())}, kOurFailure);
  }
}

}  // namespace phasebox
