// SPDX-License-Identifier: MIT
// A trial as a box recording that every command and the window open. What only a check knows stands
// in its comments.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "contract/trial.hpp"

namespace phasebox::contract {

/// Bytes of the text of a trial, and its frames. Each frame takes memory before it has a box.
inline constexpr std::uint64_t kMaxTrialText = std::uint64_t{256} << 20;
inline constexpr std::size_t kMaxTrialFrames = 100'000;

/// What a file says beside its frames.
struct TrialNote {
  std::string promise;  ///< id of the one that is broken; empty: all are to be checked
  std::string what;     ///< one line: how it is broken
  std::string command;  ///< what repeats it
};

struct TrialFile {
  Trial trial;
  TrialNote note;
};

/// The text of the file.
std::string trial_text(const TrialFile& file);

/// Reads it, or any box recording: its frames are then one world in motion.
Result<TrialFile> parse_trial(std::string_view text, const std::string& file_name);

}  // namespace phasebox::contract
