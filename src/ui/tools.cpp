// SPDX-License-Identifier: MIT
// The table of tools.
#include "ui/tools.hpp"

#include <algorithm>
#include <vector>

namespace phasebox {

void draw_tune(const Model& model, Chrome& chrome, Intents& out);    // tools/tune.cpp
void draw_cliffs(const Model& model, Chrome& chrome, Intents& out);  // tools/cliffs.cpp

std::span<const ToolRow> tools() {
  static const std::vector<ToolRow> kTools{
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
