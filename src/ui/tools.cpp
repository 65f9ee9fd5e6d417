// SPDX-License-Identifier: MIT
// The table of tools.
#include "ui/tools.hpp"

#include <algorithm>
#include <vector>

#include "ui/tools/race.hpp"

namespace phasebox {

void draw_tune(const Model& model, Chrome& chrome, Intents& out);    // tools/tune.cpp
void draw_cliffs(const Model& model, Chrome& chrome, Intents& out);  // tools/cliffs.cpp

std::span<const ToolRow> tools() {
  static const std::vector<ToolRow> kTools{
      {"race", "Race", Action::race, 290, draw_race},
      {"tune", "Tune", Action::tune, 320, draw_tune},
      {"cliffs", "Cliffs", Action::cliffs, 330, draw_cliffs},
  };
  return kTools;
}

const ToolRow* tool_of(Action action) {
  const auto row = std::ranges::find(tools(), action, &ToolRow::action);
  return row == tools().end() ? nullptr : &*row;
}

}  // namespace phasebox
