// SPDX-License-Identifier: MIT
// Reads the command line and runs a command or opens the window. Only this file knows CLI11 (Henry
// Schreiner, github.com/CLIUtils/CLI11).
#include "cli/command_line.hpp"

#include <sstream>

#include <CLI/CLI.hpp>

#include "base/version.hpp"
#include "cli/commands/commands.hpp"
#include "cli/former_names.hpp"
#include "io/boxes/box_file.hpp"
#include "io/pictures/atlas.hpp"
#include "io/pictures/images.hpp"
#include "lab/machine.hpp"
#include "world/scene/taught_rdc.hpp"

namespace phasebox::cli {
namespace {

// Returns all commands, in the order in which the help lists them.
std::vector<Subcommand> all_commands() {
  return {
      {"list", "What there is to choose and to set", list_command},
      {"render", "Run a scene without a window", render_command},
      {"replay", "Repeat a recorded session without a window", replay_command},
      {"explain", "What an algorithm does in one frame, event by event", explain_command},
      {"pairs", "Which boxes of a CSV file overlap", pairs_command},
      {"near", "Which boxes of a CSV file overlap a given box", near_command},
      {"merge", "Static boxes of a CSV file that touch as few larger ones", merge_command, false},
      {"pixels", "Whether two images touch at an offset", pixels_command, false},
      {"bench", "Race broadphases over the same frames", bench_command},
      {"tune", "Which broadphase, with which settings, for a game", tune_command},
      {"scaling", "Where an algorithm becomes slow: a map over count and size", scaling_command},
      {"why", "Which sprites a sprite was compared with, and why", why_command},
      {"check", "Whether a broadphase keeps every promise, on many worlds", check_command, true,
       false},  // its child processes load the plug-ins
      {"export", "A broadphase as a header and a source for a game's own code", export_command,
       false},
      {"link", "An address by which a browser shows a scene", link_command},
      {"completion", "A script by which a shell completes the command line", completion_command,
       false}};
}

// Returns the answer to --version: a line with the program and its version, then lines about build
// and machine, which a report of a fault or of times should contain.
std::string version_text(bool has_window) {
  std::string text = fmt::format("phasebox {}{}", kVersion, has_window ? "" : " (without window)");
  for (const auto& [name, value] : machine_facts()) text += fmt::format("\n{}: {}", name, value);
  return text;
}

// Declares the option --plugin, whose files are appended to `files`.
void add_plugins(Options& to, std::vector<std::string>& files) {
  const auto take = [&files](const std::string& file) -> Option::Refusal {
    files.push_back(file);
    return {};
  };
  to.add("--plugin", "FILE.so", take, "Shared object with a broadphase more. Repeatable")
      .repeated();
}

// ---- CLI11

// Declares an option to CLI11 so that its value is taken or its flag is set; returns CLI11's
// option.
CLI::Option* declared(CLI::App& app, const Option& option) {
  const auto take = [&option](const std::string& text) {
    if (const Option::Refusal refused = option.take(text))
      throw CLI::ValidationError(option.name, *refused);
  };
  if (option.flag) return app.add_flag(option.name, *option.flag);
  if (!option.is_repeated) return app.add_option_function<std::string>(option.name, take);
  const auto take_all = [take](const std::vector<std::string>& texts) {
    std::ranges::for_each(texts, take);
  };
  return app.add_option_function<std::vector<std::string>>(option.name, take_all)
      ->allow_extra_args(false);
}

// Declares all options of the window or of a command to CLI11, with help, choices and what excludes
// what.
void declare(CLI::App& app, const Options& options) {
  for (const Option& option : options.all()) {
    CLI::Option* const made = declared(app, option);
    made->description(option.description())->required(option.is_required);
    if (!option.flag) made->type_name(option.type);
    if (!option.choices.empty()) made->check(CLI::IsMember(option.choices));
    if (option.is_hidden) made->group("");
  }
  for (const Option& option : options.all()) {
    CLI::Option* const made = app.get_option(option.name);
    for (const std::string& other : option.excluded) made->excludes(app.get_option(other));
    for (const std::string& other : option.needed) made->needs(app.get_option(other));
  }
}

bool is_command(const CLI::App& app, std::string_view word) {
  return std::ranges::any_of(app.get_subcommands({}),
                             [&](const CLI::App* command) { return command->get_name() == word; });
}

// Whether the first of the words behind the program's name is neither a command, nor an option, nor
// the path of a file. False without words and for an empty first word.
bool is_stray(const CLI::App& app, std::span<char*> arguments) {
  if (arguments.empty() || *arguments[0] == '-' || *arguments[0] == '\0') return false;
  return !is_command(app, arguments[0]) && !looks_like_a_path(arguments[0]);
}

Error stray(std::string_view word) {
  return {fmt::format("there is neither a command nor a file {}; see phasebox --help", word)};
}

// Returns the command line of the help that an error refers to: for the first command among the
// words, else for the program. CLI11 does not say of which command the options could not be parsed.
std::string help_command(const CLI::App& app, std::span<char*> arguments) {
  for (const std::string_view word : arguments)
    if (is_command(app, word)) return fmt::format("phasebox {} --help", word);
  return "phasebox --help";
}

Error usage_error(const CLI::App& app, const CLI::ParseError& error, std::span<char*> arguments) {
  if (is_stray(app, arguments)) return stray(arguments[0]);
  return {fmt::format("{}; see {}", error.what(), help_command(app, arguments))};
}

// Prints the help or version that was asked for, or reports what cannot be parsed. Returns the exit
// code.
int report_usage(const CLI::App& app, const CLI::ParseError& error, std::span<char*> arguments) {
  if (error.get_exit_code() == 0) {  // CLI11 throws --help and --version as errors with code 0
    std::ostringstream out;
    app.exit(error, out, out);
    std::string text = out.str();
    // CLI11 prints "[] " in the usage for a positional argument that the help hides.
    if (const std::size_t at = text.find("[] "); at != text.npos) text.erase(at, 3);
    return print(text);
  }
  return report(usage_error(app, error, arguments));
}

// Fails for a file that the window could not open, so that no window appears. Pictures are read for
// that. Of scenes and recorded boxes only the ending is looked at, as `configure` reads them, also
// before the window opens.
Status check_file(const std::filesystem::path& file) {
  const std::string ending = lower(picture_file(file).extension().string());
  if (ending == ".png" || ending == ".jpg" || ending == ".jpeg" || is_atlas_file(file)) {
    const auto pictures = load_pictures(file);
    return pictures.failed() ? Status(pictures.error()) : Status{};
  }
  if (ending == ".json" || is_box_file(file)) return {};
  return Error{
      fmt::format("{}: Phasebox opens scenes (.json), pictures (.png, .jpg) and recorded "
                  "boxes ({}); plug-ins (.so) with --plugin",
                  file.string(), kBoxFileEndings)};
}

/// One run of the program: declares all options and commands to CLI11, which parses the words by
/// `app().parse`, and then runs the command that was named or opens the window.
class CommandLine {
 public:
  CommandLine(int argc, char** argv, const WindowParts& window, const BenchParts& bench,
              bool has_window)
      : words_(argv + 1, static_cast<std::size_t>(std::max(argc - 1, 0))) {
    program_.window = window;
    program_.bench = bench;
    program_.has_window = has_window;
    program_.words.assign(words_.begin(), words_.end());
    launch_.plugins = std::make_shared<Plugins>();
    app_.set_version_flag("--version", [=] { return version_text(has_window); });
    app_.require_subcommand(0, 1);
    add_window(program_.options, launch_);
    // A program without a window hides the window's options in its help but still parses them, so
    // that it can say why they do not work.
    if (!has_window) program_.options.hide();
    add_plugins(program_.options, program_.plugins);
    declare(app_, program_.options);
    program_.commands = all_commands();
    for (Subcommand& command : program_.commands) declare_command(command);
  }

  CLI::App& app() { return app_; }
  /// The words of the command line behind the program's name.
  std::span<char*> words() const { return words_; }

  /// Runs what was parsed and returns the exit code. Throws Refusal on an error.
  int run() {
    const auto chosen = std::ranges::find_if(program_.commands, [&](const Subcommand& command) {
      return app_.got_subcommand(std::string(command.name));
    });
    const bool has_command = chosen != program_.commands.end();
    if (has_command) refuse_before(chosen->name);
    if (!has_command || chosen->loads_plugins) load_plugins();
    return has_command ? chosen->run() : open_window();
  }

 private:
  // Throws Refusal if an option of the window stands before a command, which would ignore it. Only
  // --plugin may, as it is for both.
  void refuse_before(std::string_view command) const {
    for (const CLI::Option* option : app_.get_options())
      if (const std::string name = option->get_name(); option->count() > 0 && name != "--plugin")
        throw Refusal{{fmt::format(
            "{} stands before the command {} and would be ignored; write options behind it",
            option->get_positional() ? option->as<std::string>() : name, command)}};
  }

  // Declares the options of a command, and --plugin unless it has nothing to do with broadphases.
  void declare_command(Subcommand& command) {
    command.run = command.declare(command.options, program_);
    if (command.knows_plugins) add_plugins(command.options, program_.plugins);
    declare(*app_.add_subcommand(std::string(command.name), std::string(command.help)),
            command.options);
  }

  // Loads all plug-ins. It comes before the command, which may look up their ids.
  void load_plugins() const {
    for (const std::string& file : program_.plugins)
      if (const auto loaded = launch_.plugins->load(file); loaded.failed())
        throw Refusal{"--plugin " + loaded.error().text};
  }

  // Opens the window, after checking the file that it is to open. Returns the exit code.
  int open_window() const {
    const auto& file = launch_.file;
    const auto open = program_.window.open;
    if (file && !looks_like_a_path(*file)) return report(stray(file->c_str()));
    if (open && file) must(check_file(*file));
    if (open) return open(launch_);
    return report(
        {"this program was built without window; use one of its commands (see phasebox --help), "
         "or build it with PHASEBOX_GUI=ON"});
  }

  std::span<char*> words_;
  LaunchOptions launch_;
  Program program_;
  CLI::App app_{"Phasebox: an interactive sandbox for 2D collision detection", "phasebox"};
};

// Parses and runs a command line; returns the exit code. Reports what cannot be parsed.
int run_line(CommandLine& line, int argc, char** argv) {
  try {
    line.app().parse(argc, argv);
    return line.run();
  } catch (const CLI::ParseError& error) {  // thrown for --help and --version as well
    return report_usage(line.app(), error, line.words());
  }
}

}  // namespace

Status check_command_line(int argc, char** argv) {
  rename_former_command({argv + 1, static_cast<std::size_t>(std::max(argc - 1, 0))});
  CommandLine line(argc, argv, {}, {}, true);
  try {
    line.app().parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return usage_error(line.app(), error, line.words());
  }
  return {};
}

int run_cli(int argc, char** argv, const WindowParts& window, const BenchParts& bench) {
  os::begin_program(argc, argv);
  use_taught_rdc();
  rename_former_command({argv + 1, static_cast<std::size_t>(std::max(argc - 1, 0))});
  CommandLine line(argc, argv, window, bench, window.open != nullptr);
  try {
    return run_line(line, argc, argv);
  } catch (const Refusal& refusal) {
    return report(refusal.error, refusal.exit_code);
  } catch (const std::bad_alloc&) {
    return report({"out of memory"}, kOurFailure);
  } catch (const std::exception& error) {
    return report({fmt::format("internal error: {}", error.what())}, kOurFailure);
  }
}

}  // namespace phasebox::cli
