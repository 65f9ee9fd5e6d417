// SPDX-License-Identifier: MIT
// Where the lanes are, and what stands above them.
#include "ui/lanes.hpp"

#include <cmath>
#include <string>

#include "ui/format.hpp"
#include "ui/plot_view.hpp"
#include "ui/style.hpp"

namespace phasebox {
namespace {

constexpr float kGap = 2;        // px before scaling, between lanes
constexpr float kTitle = 2 * 21;  // px before scaling: two lines of text

std::string what_it_takes(const RaceRunner& runner) {
  if (runner.verdict() == Rival::Verdict::wrong) return "WRONG · " + runner.fault();
  const double median = runner.spread().median;
  std::string words = median > 0 ? duration(median) : "not timed yet";
  if (runner.box_tests()) words += " · " + counted(*runner.box_tests(), "box test");
  return runner.is_exact() ? words : words + " · not exact";
}

}  // namespace

std::vector<LanePlace> lane_places(const LiveRace& race, const Aabb& field, float scale) {
  if (!race.has_lanes()) return {};
  const auto n = static_cast<float>(race.runners().size());
  const float gap = std::ceil(kGap * scale), top = field.min.y + std::ceil(kTitle * scale);
  const float width = std::max(std::floor((extent(field).x - gap * (n - 1)) / n), 1.0f);
  std::vector<LanePlace> places;
  float left = field.min.x;
  for (std::size_t k = 0; k < race.runners().size(); ++k, left += width + gap)
    places.push_back({{{left, field.min.y}, {left + width, top}},
                      {{left, top}, {left + width, std::max(field.max.y, top + 1)}}});
  return places;
}

Aabb below_titles(const LiveRace& race, const Aabb& field, float scale) {
  const auto places = lane_places(race, field, scale);
  return places.empty() ? field : Aabb{{field.min.x, places[0].field.min.y}, field.max};
}

void draw_lane_titles(const Model& model, Chrome& chrome, const Aabb& field) {
  const LiveRace& race = model.lab.race();
  const Theme& colours = theme(model.view.theme);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const auto places = lane_places(race, field, chrome.scale);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto& [title, below] = places[k];
    const RaceRunner& runner = race.runners()[k];
    const bool is_wrong = runner.verdict() == Rival::Verdict::wrong;
    const float line = ImGui::GetTextLineHeight(), pad = 6 * chrome.scale;
    const float room = extent(title).x - 2 * pad;
    list.AddRectFilled(to_imgui(title.min), to_imgui(title.max), packed(colours[Role::panel]));
    list.AddRectFilled(to_imgui(title.min), {title.max.x, title.min.y + 3 * chrome.scale},
                       series_color(k, colours));
    list.PushClipRect(to_imgui(title.min), to_imgui(title.max), true);
    const std::string name = fitted_text(race.name(k), room);
    const std::string takes = fitted_text(what_it_takes(runner), room);
    list.AddText({title.min.x + pad, title.min.y + 4 * chrome.scale}, packed(colours[Role::text]),
                 name.c_str());
    list.AddText({title.min.x + pad, title.min.y + 5 * chrome.scale + line},
                 packed(colours[is_wrong ? Role::warning : Role::text_dim]), takes.c_str());
    list.PopClipRect();
    if (k > 0)
      list.AddRectFilled({places[k - 1].field.max.x, title.min.y}, {title.min.x, below.max.y},
                         packed(colours[Role::panel_border]));
    chrome.rects.push_back({"lane." + std::to_string(k), below});
  }
}

}  // namespace phasebox
