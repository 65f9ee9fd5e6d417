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

/// An action of the window with its keys, as `phasebox list keys` prints it. The strings are
/// static.
struct KeyRow {
  std::string_view id, title, keys;
};

/// Returns the lessons built into the program, in teaching order. It fails only if a built-in
/// lesson is faulty, which is a fault of the program.
Result<std::vector<Lesson>> builtin_lessons();

/// Returns a meter of this process's heap. Its calls are those of operator new by all threads. Its
/// bytes are those that the C library has given out, by malloc as well; they are unknown without
/// glibc and under AddressSanitizer. The function is defined in allocation_count.cpp, which
/// replaces operator new and delete, so only executables link it.
HeapMeter heap_meter();

/// What commands that measure need and only an executable can supply.
struct BenchParts {
  HeapMeter heap;
  std::span<const BroadphaseEntry* const> peers{};  ///< raced beside those of the registry
};

/// What only an executable with a window can supply.
struct WindowParts {
  /// Opens the window, and returns the exit code when it is closed. Null: there is no window.
  int (*open)(const LaunchOptions&) = nullptr;
  std::span<const KeyRow> keys{};
};

/// Runs the program with the arguments of main: one command, or the window. Returns the exit code.
int run_cli(int argc, char** argv, const WindowParts& window, const BenchParts& bench);

/// Parses arguments of main, replacing the former name of a command as `run_cli` does, and runs
/// nothing. Fails with the error that `run_cli` reports for words that cannot be parsed. Errors
/// that only running finds, such as a missing file, are not found.
Status check_command_line(int argc, char** argv);

}  // namespace phasebox::cli
