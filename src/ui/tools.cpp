// SPDX-License-Identifier: MIT
// The table of tools.
#include "ui/tools.hpp"

#include <algorithm>
#include <vector>

#include "ui/tools/race.hpp"
#include "ui/tools/studies.hpp"

namespace phasebox {

std::span<const ToolRow> tools() {
  static const std::vector<ToolRow> kTools{
      {"xray", "X-ray", Action::xray, 330, draw_xray},
      {"race", "Race", Action::race, 290, draw_race},
      {"why", "Why", Action::why, 220, draw_why},
      {"accuracy", "Accuracy", Action::accuracy, 300, draw_accuracy},
  };
  return kTools;
}

const ToolRow* tool_of(Action action) {
  const auto row = std::ranges::find(tools(), action, &ToolRow::action);
  return row == tools().end() ? nullptr : &*row;
}

}  // namespace phasebox
