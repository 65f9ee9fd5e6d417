// SPDX-License-Identifier: MIT
// Code that may crash, hang or end the program, in a process of its own.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace phasebox::contract {

/// How far a child is, in memory that its parent reads at any time, also after the child's end.
/// What runs in a child may damage it: these are numbers to be shown, and nothing more.
struct Progress {
  std::atomic<std::uint32_t> turn = 0, frame = 0;     ///< of its work, and of that turn's frames
  std::atomic<std::uint32_t> worlds = 0, frames = 0;  ///< finished so far
  std::atomic<bool> is_cut_short = false;             ///< it had no time for all
};
using SharedProgress = std::unique_ptr<Progress, void (*)(Progress*)>;
SharedProgress make_shared_progress();

/// How a child ended.
struct ChildEnd {
  enum class Kind : std::uint8_t { done, signal, exited, silent, canceled } kind = Kind::done;
  int number = 0;           ///< of the signal; exit code
  std::string result;       ///< of its work, if it is done
  std::string stderr_line;  ///< the last line that it wrote to standard error
};

/// When a parent ends its child.
struct ChildLimits {
  double silence = 10;              ///< s without a change of turn and frame
  std::function<bool()> continues;  ///< null, or asked several times a second; false ends the child
};

/// Runs `work` in a child and waits for its result. The calling process has no other threads; in
/// the child standard input and output lead nowhere. The child ends with its parent.
ChildEnd run_in_child(const Progress& progress, const ChildLimits& limits,
                      const std::function<std::string()>& work);

}  // namespace phasebox::contract
