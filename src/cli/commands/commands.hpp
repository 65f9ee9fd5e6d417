// SPDX-License-Identifier: MIT
// The commands: what each declares, and what runs it.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/shared_options.hpp"

namespace phasebox::cli {

/// Runs a command; gives the exit code.
using Run = std::function<int()>;

/// A command with its options declared.
struct Subcommand {
  std::string_view name, help;
  Options options = {};
  Run run = {};
  bool loads_plugins = true;  ///< before it runs
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

// Each declares its options, and gives what runs with what was read into them. The program lives as
// long; it is known to the full when the command runs.
Run list_command(Options& to, const Program& program);
Run render_command(Options& to, const Program& program);
Run replay_command(Options& to, const Program& program);
Run explain_command(Options& to, const Program& program);
Run pairs_command(Options& to, const Program& program);
Run near_command(Options& to, const Program& program);
Run pixels_command(Options& to, const Program& program);
Run bench_command(Options& to, const Program& program);
Run tune_command(Options& to, const Program& program);
Run cliffs_command(Options& to, const Program& program);
Run why_command(Options& to, const Program& program);
Run accuracy_command(Options& to, const Program& program);
Run check_command(Options& to, const Program& program);
Run export_command(Options& to, const Program& program);
Run doctor_command(Options& to, const Program& program);
Run manual_command(Options& to, const Program& program);
Run completion_command(Options& to, const Program& program);

}  // namespace phasebox::cli
