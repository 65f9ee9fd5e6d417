// SPDX-License-Identifier: MIT
// The commands: the options that each declares as data, and the function that runs it. Command
// line, help and completion are made from these data.
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
#include "io/files/text_file.hpp"

namespace phasebox::cli {

/// One option, flag or positional argument.
struct Option {
  using Refusal = std::optional<std::string>;
  using Take = std::function<Refusal(const std::string&)>;
  using Suggest = std::vector<std::string> (*)();

  std::string name, help;                 ///< "--count"; a positional has no dashes: "FILE"
  std::string type = {};                  ///< type of the value, as help names it
  Take take = {};                         ///< stores the value, or says what is wrong with it
  bool* flag = nullptr;                   ///< set by a flag, which has no value; else null
  std::string initial = {};               ///< the default, as help names it
  std::vector<std::string> choices = {};  ///< all possible values; empty: any
  Suggest suggest = nullptr;              ///< ids among the possible values, for completion
  bool is_required = false, is_repeated = false, is_hidden = false;
  std::vector<std::string> excluded = {}, needed = {};  ///< names of other options

  // Modifiers that follow a declaration, as in `to.text(...).required()`.
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

  /// The help, followed by the default where there is one.
  std::string description() const;
};

/// The options of the window or of one command. The variables that they are read into must outlive
/// it.
class Options {
 public:
  Option& add(std::string name, std::string type, Option::Take take, std::string help) {
    return all_.emplace_back(Option{std::move(name), std::move(help), std::move(type), take});
  }
  /// Declares an option with any text. `Text` is std::string or an optional of it.
  template <class Text>
  Option& text(std::string name, std::string type, Text& into, std::string help) {
    const auto take = [&into](const std::string& text) {
      into = text;
      return Option::Refusal();
    };
    return add(std::move(name), std::move(type), take, std::move(help));
  }
  Option& flag(std::string name, bool& into, std::string help);
  /// Declares an option whose value is one of some words. `into` is called with the index of the
  /// chosen word.
  Option& choice(std::string name, std::string type, std::vector<std::string> words,
                 std::function<void(std::size_t)> into, std::string help);
  /// Declares an option whose value is a number from `lo` to `hi`, both included; its present value
  /// is the default in the help.
  template <class T>
  Option& number(std::string name, T& into, std::type_identity_t<T> lo, std::type_identity_t<T> hi,
                 std::string help) {
    return add_number<T>(std::move(name), into, lo, hi, std::move(help))
        .by_default(fmt::format("{}", into));
  }
  template <class T>
  Option& number(std::string name, std::optional<T>& into, std::type_identity_t<T> lo,
                 std::type_identity_t<T> hi, std::string help) {
    return add_number<T>(std::move(name), into, lo, hi, std::move(help));
  }

  const std::deque<Option>& all() const { return all_; }
  /// Leaves all options out of the help; they are still parsed.
  void hide();

 private:
  template <class T, class Into>
  Option& add_number(std::string name, Into& into, T lo, T hi, std::string help) {
    const auto take = [&into, lo, hi](const std::string& text) -> Option::Refusal {
      const std::optional<T> value = read_number<T>(text);
      if (!value || !(*value >= lo && *value <= hi))
        return fmt::format("'{}' is not a {}number from {} to {}", text,
                           std::is_integral_v<T> ? "whole " : "", lo, hi);
      into = *value;
      return {};
    };
    return add(std::move(name), "N", take, std::move(help));
  }

  std::deque<Option> all_;
};

/// The files that a command writes, by the options that name them, such as "--json".
class OutputFiles {
 public:
  /// Declares an option that names an output file.
  Option& add(Options& to, std::string option, std::string type, std::string help);

  /// The path that was given for the option; empty where it was not given.
  const std::string& operator[](std::string_view option) const;
  /// Refuses, before long work, output files (these and `more`) that cannot be written or would
  /// replace `input`, the file that is read.
  void check(std::string_view input = {}, std::vector<OutputFile> more = {}) const;
  /// Writes the text that `text()` makes, if the option was given.
  template <class F>
  void write(std::string_view option, F text) const {
    const std::string& path = (*this)[option];
    if (!path.empty()) must(write_file_atomically(path, text()));
  }

 private:
  std::deque<OutputFile> files_;
};

// Defaults of a session, and of commands that race broadphases.
inline constexpr const char *kDefaultScene = "sprites", *kDefaultBroadphase = "rdc",
                            *kDefaultNarrowphase = "pixel-samples", *kDefaultWorkload = "uniform",
                            *kFastBroadphase = "hierarchical-grid";
inline constexpr std::uint32_t kMaxCount = 1'000'000;  ///< sprites, the most that a scene makes

// The ids of a registry, for `Option::suggests`.
std::vector<std::string> broadphase_ids(), narrowphase_ids(), scene_ids(), lesson_ids();

// Options that several commands share.

void add_sets(Options& to, ParamTexts& sets);
void add_swept(Options& to, bool& is_swept);
void add_size(Options& to, LaunchOptions& launch, std::string help);
void add_seed(Options& to, LaunchOptions& launch);
/// Scene, algorithms, parameters, seed and count.
void add_launch(Options& to, LaunchOptions& launch);
void add_log(Options& to, LaunchOptions& launch);
void add_record(Options& to, LaunchOptions& launch);
/// The language in which a command explains something, of `--language`.
struct Speech {
  bool is_chinese = false;
  /// A sentence in that language.
  std::string operator()(const Sentence& sentence) const;
};
void add_language(Options& to, Speech& speech);
/// Declares `--count` with several numbers, separated by commas.
Option& add_counts(Options& to, std::vector<std::uint32_t>& counts, std::string help);
Option& add_threads(Options& to, unsigned& threads);
/// Declares the options of the window.
void add_window(Options& to, LaunchOptions& launch);

// ---- commands

/// Runs a command and returns the exit code.
using Run = std::function<int()>;

struct Program;
/// Declares the options of a command and returns the function that runs it with the values read.
/// The program outlives both; its commands are complete when the command runs.
using Command = Run(Options& to, const Program& program);
Command list_command, render_command, replay_command, explain_command, pairs_command, near_command,
    merge_command, pixels_command, bench_command, tune_command, scaling_command, why_command,
    check_command, export_command, link_command, completion_command;

/// A command and its declared options.
struct Subcommand {
  std::string_view name, help;
  Command* declare;
  bool knows_plugins = true, loads_plugins = true;  ///< it loads them before it runs
  Options options = {};
  Run run = {};
};

/// The program as its commands see it.
struct Program {
  WindowParts window;
  BenchParts bench;
  bool has_window = false;
  std::vector<std::string> words;    ///< as typed, without the program's name
  std::vector<std::string> plugins;  ///< files
  Options options;                   ///< of the window
  std::vector<Subcommand> commands;  ///< in the order of the help
};

}  // namespace phasebox::cli
