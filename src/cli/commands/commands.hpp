// SPDX-License-Identifier: MIT
// The commands. Each declares its options as data, from which parsing, help and completion are
// made, and gives the function that runs it.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/command_line.hpp"
#include "cli/terminal.hpp"
#include "collide/param.hpp"
#include "io/files/text_file.hpp"

namespace phasebox::cli {

/// One option, flag or positional argument of the window or of a command.
struct Option {
  using Refusal = std::optional<std::string>;  ///< what is wrong with a value; nothing: it is taken
  using Take = std::function<Refusal(const std::string&)>;
  using Suggest = std::vector<std::string> (*)();

  std::string name, help;                 ///< "--count"; a positional one has no dashes: "FILE"
  std::string type = {};                  ///< kind of value, as the help writes it: "N"
  Take take = {};                         ///< stores a value; null for a flag
  bool* flag = nullptr;                   ///< what a flag sets to true; null for others
  std::string initial = {};               ///< the default, as the help writes it
  std::vector<std::string> choices = {};  ///< all values that `take` gets; empty: any
  Suggest suggest = nullptr;              ///< null, or ids that a shell may complete
  bool is_required = false, is_repeated = false, is_hidden = false;
  /// Names of options that must not, and that must, be given together with this one.
  std::vector<std::string> excluded = {}, needed = {};

  // Modifiers, which may follow a declaration, as in `to.text(...).required()`. They return the
  // option.
  Option& by_default(std::string text) {
    initial = std::move(text);
    return *this;
  }
  Option& required() {
    is_required = true;
    return *this;
  }
  Option& repeated() {
    is_repeated = true;
    return *this;
  }
  Option& hidden_if(bool is_so) {
    is_hidden = is_so;
    return *this;
  }
  Option& excludes(std::string other) {
    excluded.push_back(std::move(other));
    return *this;
  }
  Option& needs(std::string other) {
    needed.push_back(std::move(other));
    return *this;
  }
  Option& suggests(Suggest ids) {
    suggest = ids;
    return *this;
  }

  /// Returns the help, followed by the default if there is one.
  std::string description() const;
};

/// The options of the window or of one command. The variables into which values are read must
/// outlive it. References to options stay valid when more are declared.
class Options {
 public:
  /// Declares an option whose values are passed to `take`.
  Option& add(std::string name, std::string type, Option::Take take, std::string help) {
    return all_.emplace_back(Option{std::move(name), std::move(help), std::move(type), take});
  }
  /// Declares an option with any text but the empty one as value, which is stored in `into`: a
  /// std::string or an optional of one.
  template <class Text>
  Option& text(std::string name, std::string type, Text& into, std::string help) {
    const auto take = [&into](const std::string& text) -> Option::Refusal {
      if (text.empty()) return "it is empty; give a value or leave it out";
      into = text;
      return {};
    };
    return add(std::move(name), std::move(type), take, std::move(help));
  }
  /// Declares an option without a value; giving it sets `into` to true.
  Option& flag(std::string name, bool& into, std::string help);
  /// Declares an option whose value is one of `words`. `into` is called with the index of that
  /// word.
  Option& choice(std::string name, std::string type, std::vector<std::string> words,
                 std::function<void(std::size_t)> into, std::string help);
  /// Declares an option whose value is a number from `lo` to `hi`, both included. The present value
  /// of `into` is the default that the help names.
  template <class T>
  Option& number(std::string name, T& into, std::type_identity_t<T> lo, std::type_identity_t<T> hi,
                 std::string help) {
    return add_number<T>(std::move(name), into, lo, hi, std::move(help))
        .by_default(fmt::format("{}", into));
  }
  /// Does the same for a number that stays empty unless the option is given; the help names no
  /// default.
  template <class T>
  Option& number(std::string name, std::optional<T>& into, std::type_identity_t<T> lo,
                 std::type_identity_t<T> hi, std::string help) {
    return add_number<T>(std::move(name), into, lo, hi, std::move(help));
  }

  /// All options, in the order of their declaration.
  const std::deque<Option>& all() const { return all_; }
  /// Hides all options declared so far from the help and completion; they are still parsed.
  void hide();

 private:
  template <class T, class Into>
  Option& add_number(std::string name, Into& into, T lo, T hi, std::string help) {
    const auto take = [&into, lo, hi](const std::string& text) -> Option::Refusal {
      const std::optional<T> value = read_number<T>(text);
      if (!value || !(*value >= lo && *value <= hi))
        return fmt::format("'{}' is not a {}number from {} to {}", text,
                           std::is_integral_v<T> ? "whole " : "",
                           range_end(static_cast<double>(lo)), range_end(static_cast<double>(hi)));
      into = *value;
      return {};
    };
    return add(std::move(name), "N", take, std::move(help));
  }

  std::deque<Option> all_;
};

/// The files that a command is asked to write, each by an option such as "--json". It must outlive
/// the `Options` in which these are declared.
class OutputFiles {
 public:
  /// Declares an option whose value is the path of an output file.
  Option& add(Options& to, std::string option, std::string type, std::string help);

  /// Returns the path that was given for the option, which must have been declared here; empty if
  /// none was given.
  const std::string& operator[](std::string_view option) const;
  /// Throws Refusal if one of these files or of `more` cannot be written, two are the same file, or
  /// one is `input`, the file that the command reads. Commands call it before long work.
  void check(std::string_view input = {}, std::vector<OutputFile> more = {}) const;
  /// Writes the text that `text()` returns to the file of an option; does not call it if the option
  /// was not given. Throws Refusal if the file cannot be written.
  template <class F>
  void write(std::string_view option, F text) const {
    const std::string& path = (*this)[option];
    if (!path.empty()) must(write_file_atomically(path, text()));
  }

 private:
  std::deque<OutputFile> files_;
};

// Ids that hold when the options name none: scene, broadphase and narrowphase of a session; the
// scene of commands that race broadphases; the broadphase of commands that only need pairs fast.
inline constexpr const char *kDefaultScene = "sprites", *kDefaultBroadphase = "rdc",
                            *kDefaultNarrowphase = "pixel-samples", *kDefaultWorkload = "uniform",
                            *kFastBroadphase = "hierarchical-grid";
inline constexpr std::uint32_t kMaxCount = 1'000'000;  ///< the most sprites of a scene

// Each returns all ids of a registry, for `Option::suggests`.
std::vector<std::string> broadphase_ids(), narrowphase_ids(), scene_ids(), lesson_ids();

// The functions below declare options that several commands share. Their other arguments get the
// values and must outlive `to`.

/// Declares `--set KEY=VALUE`, which may be repeated.
void add_sets(Options& to, ParamTexts& sets);
/// Declares `--swept`, by which recorded boxes also cover the objects' boxes of the next frame.
void add_swept(Options& to, bool& is_swept);
/// Declares `--solid`, which says what is solid in a map and may be repeated, and `--origin`, which
/// says what x, y is.
void add_reading(Options& to, BoxReading& reading);
/// Declares `--size WxH`, px.
void add_size(Options& to, LaunchOptions& launch, std::string help);
/// Declares `--seed`.
void add_seed(Options& to, LaunchOptions& launch);
/// Declares the options that say how a session begins: scene, algorithms, parameters, seed,
/// count, `--swept`, `--solid` and `--origin`.
void add_launch(Options& to, LaunchOptions& launch);
/// Declares `--log`, the file for statistics of every step.
void add_log(Options& to, LaunchOptions& launch);
/// Declares `--record`, the file for all commands of a session.
void add_record(Options& to, LaunchOptions& launch);
/// The language of `--language`, in which a command explains something.
struct Speech {
  bool is_chinese = false;
  /// Returns a sentence in that language; in English if it is not translated.
  std::string operator()(const Sentence& sentence) const;
};
/// Declares `--language`: en or zh.
void add_language(Options& to, Speech& speech);
/// Declares `--count` with one or more numbers, 1 to kMaxCount, separated by commas.
Option& add_counts(Options& to, std::vector<std::uint32_t>& counts, std::string help);
/// Declares `--threads`, 1 to 256.
Option& add_threads(Options& to, unsigned& threads);
/// Declares all options of the window.
void add_window(Options& to, LaunchOptions& launch);

// ---- commands

/// Runs a command and returns the exit code.
using Run = std::function<int()>;

struct Program;
/// The type of a command's only public function: it declares the options of the command and returns
/// the function that runs it with the values that were read. The program outlives both.
/// `Program::commands` lists all commands; their options are complete when the function runs.
using Command = Run(Options& to, const Program& program);
Command list_command, render_command, replay_command, explain_command, pairs_command, near_command,
    merge_command, pixels_command, bench_command, tune_command, scaling_command, why_command,
    check_command, export_command, link_command, completion_command;

/// A command with its declared options.
struct Subcommand {
  std::string_view name, help;
  Command* declare;
  /// Whether it has the option --plugin; and whether the plug-ins are loaded before it runs.
  bool knows_plugins = true, loads_plugins = true;
  Options options = {};
  Run run = {};
};

/// What commands may read about the program and its command line.
struct Program {
  WindowParts window;
  BenchParts bench;
  bool has_window = false;
  std::vector<std::string> words;    ///< the arguments as typed, without the program's name
  std::vector<std::string> plugins;  ///< paths of --plugin, in their order
  Options options;                   ///< those of the window
  std::vector<Subcommand> commands;  ///< all, in the order of the help
};

}  // namespace phasebox::cli
