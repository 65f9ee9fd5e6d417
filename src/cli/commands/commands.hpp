// SPDX-License-Identifier: MIT
// The commands: what each declares, and what runs it. Options are data, from which the command line
// is read and help is made.
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

  std::string name, help;                 ///< "--count"; a positional has no dashes: "FILE"
  std::string type = {};                  ///< of the value, as help names it
  Take take = {};                         ///< its value; says what is wrong with it
  bool* flag = nullptr;                   ///< of a flag, which has no value
  std::string initial = {};               ///< the default, as help names it
  std::vector<std::string> choices = {};  ///< all possible values; empty: any
  bool is_required = false, is_repeated = false, is_hidden = false;
  std::vector<std::string> excluded = {}, needed = {};  ///< names of other options

  // What follows a declaration.
  Option& by_default(std::string text) { return initial = std::move(text), *this; }
  Option& required() { return is_required = true, *this; }
  Option& repeated() { return is_repeated = true, *this; }
  Option& hidden_if(bool is_so) { return is_hidden = is_so, *this; }
  Option& excludes(std::string other) { return excluded.push_back(std::move(other)), *this; }
  Option& needs(std::string other) { return needed.push_back(std::move(other)), *this; }

  /// The help and the default.
  std::string description() const;
};

/// What is declared of the window, or of one command. What it is read into must outlive it.
class Options {
 public:
  Option& add(std::string name, std::string type, Option::Take take, std::string help) {
    return all_.emplace_back(Option{std::move(name), std::move(help), std::move(type), take});
  }
  /// `Text` is a string, or an optional one.
  template <class Text>
  Option& text(std::string name, std::string type, Text& into, std::string help) {
    const auto take = [&into](const std::string& text) { return into = text, Option::Refusal(); };
    return add(std::move(name), std::move(type), take, std::move(help));
  }
  Option& flag(std::string name, bool& into, std::string help);
  /// One of some words; `into` is given the number of the one that was chosen.
  Option& choice(std::string name, std::string type, std::vector<std::string> words,
                 std::function<void(std::size_t)> into, std::string help);
  /// A number from `lo` to `hi`.
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
  /// Leaves all of them out of the help; they are still read.
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

/// Files that a command is to write, by the options that name them: "--json".
class OutputFiles {
 public:
  /// Declares the option.
  Option& add(Options& to, std::string option, std::string type, std::string help);

  /// The path; empty: not asked for.
  const std::string& operator[](std::string_view option) const;
  /// Refuses, before long work, these and `more` that cannot be written; `input`, if any, is read.
  void check(std::string_view input = {}, std::vector<OutputFile> more = {}) const;
  /// Writes what `text()` gives, if the file was asked for.
  template <class F>
  void write(std::string_view option, F text) const {
    const std::string& path = (*this)[option];
    if (!path.empty()) must(write_file_atomically(path, text()));
  }

 private:
  std::deque<OutputFile> files_;
};

// Defaults, as a session begins, and of the commands that race.
inline constexpr const char *kDefaultScene = "sprites", *kDefaultBroadphase = "rdc",
                            *kDefaultNarrowphase = "pixel-samples", *kDefaultWorkload = "uniform",
                            *kFastBroadphase = "hierarchical-grid";
inline constexpr std::uint32_t kMaxCount = 1'000'000;  ///< sprites, the most that a scene makes

// Options that several commands share.

void add_sets(Options& to, ParamTexts& sets);
void add_swept(Options& to, bool& is_swept);
void add_size(Options& to, LaunchOptions& launch, std::string help);
void add_seed(Options& to, LaunchOptions& launch);
/// Scene, algorithms, parameters, seed and count.
void add_launch(Options& to, LaunchOptions& launch);
void add_log(Options& to, LaunchOptions& launch);
void add_record(Options& to, LaunchOptions& launch);
/// Numbers of sprites, with commas.
Option& add_counts(Options& to, std::vector<std::uint32_t>& counts, std::string help);
Option& add_threads(Options& to, unsigned& threads);
/// Those of the window itself.
void add_window(Options& to, LaunchOptions& launch);

// ---- commands

/// Runs a command; gives the exit code.
using Run = std::function<int()>;

struct Program;
/// Declares the options of a command, and gives what runs with what was read into them. The program
/// lives as long; it is known to the full when the command runs.
using Command = Run(Options& to, const Program& program);
Command list_command, render_command, replay_command, explain_command, pairs_command, near_command,
    merge_command, pixels_command, bench_command, tune_command, cliffs_command, why_command,
    check_command, export_command, link_command;

/// A command, and the options that it has declared.
struct Subcommand {
  std::string_view name, help;
  Command* declare;
  bool knows_plugins = true, loads_plugins = true;  ///< it loads them before it runs
  Options options = {};
  Run run = {};
};

/// The program, as its commands see it.
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
