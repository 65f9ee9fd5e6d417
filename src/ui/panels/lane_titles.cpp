// SPDX-License-Identifier: MIT
// What stands above the lanes of a race.
#include <algorithm>
#include <cmath>
#include <string>

#include "base/number_format.hpp"
#include "ui/model/lanes.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/plot_view.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {

namespace {

std::string what_it_takes(const RaceRunner& runner) {
  if (runner.verdict() == RaceResult::Verdict::wrong) return "WRONG · " + runner.fault();
  const double median = runner.summary().median;
  std::string words = median > 0 ? duration(median) : "not timed yet";
  if (runner.box_tests()) words += " · " + counted(*runner.box_tests(), "box test");
  return runner.is_exact() ? words : words + " · not exact";
}

}  // namespace

void draw_lane_titles(const Model& model, UiState& ui, const Aabb& field) {
  const LiveRace& race = model.lab.race;
  const Theme& colors = theme(model.view.theme);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const auto places = lane_places(race, model.session.field(), field, ui.scale);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto& [title, below] = places[k];
    const RaceRunner& runner = race.runners()[k];
    const bool is_wrong = runner.verdict() == RaceResult::Verdict::wrong;
    const float line = ImGui::GetTextLineHeight(), pad = 6 * ui.scale;
    const float room = extent(title).x - 2 * pad;
    list.AddRectFilled(to_imgui(title.min), to_imgui(title.max), packed(colors[Role::panel]));
    list.AddRectFilled(to_imgui(title.min), {title.max.x, title.min.y + 3 * ui.scale},
                       series_color(k, colors));
    list.PushClipRect(to_imgui(title.min), to_imgui(title.max), true);
    const std::string name = fitted_text(race.name(k), room);
    const std::string takes = fitted_text(what_it_takes(runner), room);
    list.AddText({title.min.x + pad, title.min.y + 4 * ui.scale}, packed(colors[Role::text]),
                 name.c_str());
    list.AddText({title.min.x + pad, title.min.y + 5 * ui.scale + line},
                 packed(colors[is_wrong ? Role::warning : Role::text_dim]), takes.c_str());
    list.PopClipRect();
    if (title.min.x > field.min.x)
      list.AddRectFilled({title.min.x - std::ceil(kLaneGap * ui.scale), title.min.y},
                         {title.min.x, below.max.y}, packed(colors[Role::panel_border]));
    ui.rects.push_back({"lane." + std::to_string(k), below});
  }
}

}  // namespace phasebox
