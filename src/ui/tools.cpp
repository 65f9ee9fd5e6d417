// SPDX-License-Identifier: MIT
// The table of tools.
#include "ui/tools.hpp"

#include <algorithm>
#include <vector>

namespace phasebox {

std::span<const ToolRow> tools() {
  static const std::vector<ToolRow> kTools{
      {"xray", "X-ray", Action::xray, 330, draw_xray},
      {"race", "Race", Action::race, 290, draw_race},
      {"why", "Why", Action::why, 220, draw_why},
      {"accuracy", "Accuracy", Action::accuracy, 300, draw_accuracy},
      {"energy", "Energy", Action::energy, 300, draw_energy},
      {"tune", "Tune", Action::tune, 320, draw_tune},
      {"cliffs", "Cliffs", Action::cliffs, 330, draw_cliffs},
      {"lessons", "Lessons", Action::lessons, 300, draw_lessons},
  };
  return kTools;
}

const ToolRow* tool_of(Action action) {
  const auto row = std::ranges::find(tools(), action, &ToolRow::action);
  return row == tools().end() ? nullptr : &*row;
}

}  // namespace phasebox
