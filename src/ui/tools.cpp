// SPDX-License-Identifier: MIT
// The table of tools.
#include "ui/tools.hpp"

#include <algorithm>
#include <vector>

namespace phasebox {

std::span<const ToolRow> tools() {
  static const std::vector<ToolRow> kTools{
      {"lessons", "Lessons", Action::lessons, 300, draw_lessons},
  };
  return kTools;
}

const ToolRow* tool_of(Action action) {
  const auto row = std::ranges::find(tools(), action, &ToolRow::action);
  return row == tools().end() ? nullptr : &*row;
}

}  // namespace phasebox
