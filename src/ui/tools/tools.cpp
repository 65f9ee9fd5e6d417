// SPDX-License-Identifier: MIT
// Which function draws which tool.
#include "ui/tools/tools.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace phasebox {

namespace {

using Draw = void (*)(const Model&, UiState&, Requests&);

constexpr std::array kDrawn = std::to_array<std::pair<std::string_view, Draw>>({
    {"xray", draw_xray},
    {"race", draw_race},
    {"why", draw_why},
    {"accuracy", draw_accuracy},
    {"energy", draw_energy},
    {"tune", draw_tune},
    {"cliffs", draw_cliffs},
    {"lessons", draw_lessons},
});

}  // namespace

void draw_tool(std::string_view id, const Model& model, UiState& ui, Requests& out) {
  for (const auto& [known, draw] : kDrawn)
    if (known == id) return draw(model, ui, out);
}

}  // namespace phasebox
