// SPDX-License-Identifier: MIT
// The state of a window as a file: a line about it, then the text of a scene file.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace phasebox {

/// What is not in the scene file.
struct AutosaveHead {
  std::string saved_at;   ///< local time, "2026-03-01 14:05"
  std::string what;       ///< "scene Mixed, 60 sprites"
  std::string file;       ///< path of the scene file that it was opened from; empty: none
  std::string recording;  ///< path of the box recording that played; empty: none
  std::uint64_t frame = 0;
  bool has_unsaved = false, paused = false;
};

struct AutosaveState {
  AutosaveHead head;
  std::string scene;
};

std::string autosave_text(const AutosaveHead& head, std::string_view scene);
/// Refused as `file:1: what, rule`.
Result<AutosaveState> parse_autosave(std::string_view text, std::string_view file_name);

}  // namespace phasebox
