// SPDX-License-Identifier: MIT
// The options of the program and of its commands, as CLI11 reads them.
#pragma once
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"

namespace phasebox {

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
  std::string shell;  ///< of `completion`
  CheckCommand check;
  std::vector<std::string> plugins;  ///< files, of the window and of every command
  ExportCommand exported;
  ReplayCommand replay;
  std::vector<Finding> (*find_window)() = nullptr;
  bool has_no_window = false;
};

// Defaults, as a session begins, and of the commands that race.
inline constexpr const char *kDefaultScene = "sprites", *kDefaultBroadphase = "rdc",
                            *kDefaultNarrowphase = "pixel-samples", *kDefaultWorkload = "uniform";

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

// Options that several commands share.
void add_sets(CLI::App& app, std::vector<std::pair<std::string, std::string>>& sets);
void add_size(CLI::App& app, LaunchOptions& launch, const std::string& help);
void add_seed(CLI::App& app, LaunchOptions& launch);
void add_launch(CLI::App& app, LaunchOptions& launch);
void add_log(CLI::App& app, LaunchOptions& launch);
void add_record(CLI::App& app, LaunchOptions& launch);
/// To the window's options, and to each command that knows of broadphases.
void add_plugins(CLI::App& app, Arguments& to);

// The window's own options, and each command with its options.
void add_window(CLI::App& app, Arguments& to);
void add_list(CLI::App& app, Arguments& to);
void add_render(CLI::App& app, Arguments& to);
void add_explain(CLI::App& app, Arguments& to);
void add_pairs(CLI::App& app, Arguments& to);
void add_near(CLI::App& app, Arguments& to);
void add_pixels(CLI::App& app, Arguments& to);
void add_bench(CLI::App& app, Arguments& to);
void add_tune(CLI::App& app, Arguments& to);
void add_cliffs(CLI::App& app, Arguments& to);
void add_why(CLI::App& app, Arguments& to);
void add_accuracy(CLI::App& app, Arguments& to);
void add_manual(CLI::App& app, Arguments& to);
void add_completion(CLI::App& app, Arguments& to);
void add_doctor(CLI::App& app, Arguments& to);
void add_export(CLI::App& app, Arguments& to);
void add_check(CLI::App& app, Arguments& to);
void add_replay(CLI::App& app, Arguments& to);

}  // namespace phasebox
