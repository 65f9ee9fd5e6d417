// SPDX-License-Identifier: MIT
// The options of the window and of the commands as data, from which the command line is read and
// help, manual page and completion are made; and those that several commands share.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/reading.hpp"
#include "cli/launch_session.hpp"

namespace phasebox::cli {

/// One option, flag or positional argument.
struct Option {
  using Refusal = std::optional<std::string>;

  std::string name, help;  ///< "--count"; a positional has no dashes: "FILE"
  std::function<Refusal(const std::string&)> take = {};  ///< its value; says what is wrong with it
  bool* flag = nullptr;                                  ///< of a flag, which has no value
  std::string type = {};                                 ///< of the value, as help names it
  std::string initial = {};                              ///< the default, as help names it
  std::vector<std::string> choices = {};                 ///< all possible values; empty: any
  bool is_required = false, is_repeated = false, is_hidden = false;
  std::vector<std::string> excluded = {}, needed = {};  ///< names of other options

  // What follows a declaration.
  Option& of_type(std::string name_of_type) { return type = std::move(name_of_type), *this; }
  Option& by_default(std::string text) { return initial = std::move(text), *this; }
  Option& required() { return is_required = true, *this; }
  Option& repeated() { return is_repeated = true, *this; }
  Option& hidden_if(bool is_so) { return is_hidden = is_so, *this; }
  Option& excludes(std::string other) { return excluded.push_back(std::move(other)), *this; }
  Option& needs(std::string other) { return needed.push_back(std::move(other)), *this; }

  bool is_positional() const { return !name.starts_with('-'); }
  /// The help and the default.
  std::string description() const;
  /// The type and the choices: "ID:{normal,fast}"; empty for a flag.
  std::string full_type() const;
};

/// What is declared of the window, or of one command. What it is read into must outlive it.
class Options {
 public:
  Option& add(std::string name, std::function<Option::Refusal(const std::string&)> take,
              std::string help);
  Option& text(std::string name, std::string& into, std::string help);
  Option& text(std::string name, std::optional<std::string>& into, std::string help);
  Option& flag(std::string name, bool& into, std::string help);
  /// One of some words; `into` is given the number of the one that was chosen.
  Option& choice(std::string name, std::vector<std::string> words,
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
    return add(std::move(name), take, std::move(help)).of_type("N");
  }

  std::deque<Option> all_;
};

// Defaults, as a session begins, and of the commands that race.
inline constexpr const char *kDefaultScene = "sprites", *kDefaultBroadphase = "rdc",
                            *kDefaultNarrowphase = "pixel-samples", *kDefaultWorkload = "uniform";
inline constexpr std::uint32_t kMaxCount = 1'000'000;  ///< sprites, the most that a scene makes

void add_sets(Options& to, std::vector<std::pair<std::string, std::string>>& sets);
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

}  // namespace phasebox::cli
