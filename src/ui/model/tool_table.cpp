// SPDX-License-Identifier: MIT
// The table of tools.
#include "ui/model/tool_table.hpp"

#include <algorithm>
#include <vector>

namespace phasebox {

std::span<const ToolRow> tools() {
  static const std::vector<ToolRow> kTools{
      {"xray", "X-ray", Action::xray, 330},      {"race", "Race", Action::race, 290},
      {"why", "Why", Action::why, 220},          {"accuracy", "Accuracy", Action::accuracy, 300},
      {"energy", "Energy", Action::energy, 300}, {"tune", "Tune", Action::tune, 320},
      {"cliffs", "Cliffs", Action::cliffs, 330}, {"lessons", "Lessons", Action::lessons, 300},
  };
  return kTools;
}

const ToolRow* tool_of(Action action) {
  const auto row = std::ranges::find(tools(), action, &ToolRow::action);
  return row == tools().end() ? nullptr : &*row;
}

}  // namespace phasebox
