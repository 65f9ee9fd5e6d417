// SPDX-License-Identifier: MIT
// The program's entry: it reads the command line, and runs a command or opens the window.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "bench/race.hpp"
#include "cli/launch_session.hpp"
#include "collide/broadphase.hpp"
#include "lab/lessons/lesson.hpp"

namespace phasebox::cli {

/// A row of the window's key map, as `list keys` prints it.
struct KeyRow {
  std::string_view id, title, keys;
};

/// The lessons built into the program, in teaching order; an error is a fault of the program.
Result<std::vector<Lesson>> builtin_lessons();

/// A meter of the heap. It counts calls of operator new by all threads; the bytes come from the C
/// library and include malloc's. Without glibc and under a sanitizer the bytes are unknown. It is
/// defined in allocation_count.cpp, which replaces operator new and delete, so only executables
/// link it.
HeapMeter heap_meter();

/// The parts of the bench that only an executable can supply.
struct BenchParts {
  HeapMeter heap;
  std::span<const BroadphaseEntry* const> peers{};  ///< race beside the registry
};

/// The parts that only a program with a window has.
struct WindowParts {
  int (*open)(const LaunchOptions&) = nullptr;  ///< null: there is no window
  std::span<const KeyRow> keys{};
};

/// Runs the program; the result is the exit code.
int run_cli(int argc, char** argv, const WindowParts& window, const BenchParts& bench);

/// Parses the words as `run_cli` does without running anything; the error is what `run_cli` would
/// report.
Status check_command_line(int argc, char** argv);

}  // namespace phasebox::cli
