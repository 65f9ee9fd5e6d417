// SPDX-License-Identifier: MIT
// The program's command line: its commands, or the window.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "bench/race.hpp"
#include "cli/findings.hpp"
#include "cli/launch_session.hpp"
#include "collide/broadphase.hpp"

namespace phasebox::cli {

/// One line of the window's key map, for `list keys`.
struct KeyRow {
  std::string_view id, title, keys;
};

/// What only the executable can give the bench.
struct BenchParts {
  HeapMeter heap;
  std::span<const BroadphaseEntry* const> peers{};  ///< race beside the registry
};

/// What only a program with a window has.
struct WindowParts {
  int (*open)(const LaunchOptions&) = nullptr;  ///< null: there is no window
  std::vector<Finding> (*findings)() = nullptr;
  std::span<const KeyRow> keys{};
};

/// Runs the program; the result is the exit code.
int run_cli(int argc, char** argv, const WindowParts& window, const BenchParts& bench);

/// Reads the words as `run_cli` does, and carries nothing out: what is refused of them.
Status check_command_line(int argc, char** argv);

}  // namespace phasebox::cli
