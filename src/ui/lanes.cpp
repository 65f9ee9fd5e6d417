// SPDX-License-Identifier: MIT
// Where the lanes are, and what stands above them.
#include "ui/lanes.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/number_format.hpp"
#include "ui/plot_view.hpp"
#include "ui/style.hpp"

namespace phasebox {
namespace {

constexpr float kGap = 2;         // px before scaling, between lanes
constexpr float kTitle = 2 * 21;  // px before scaling: two lines of text

// Of the field in each lane, without its title; whole px, so that all are alike.
Vec2 lane_size(std::size_t n, std::size_t columns, Vec2 room, float gap, float title) {
  const auto across = static_cast<float>(columns);
  const auto down = static_cast<float>((n + columns - 1) / columns);
  return {std::max(std::floor((room.x - gap * (across - 1)) / across), 1.0f),
          std::max(std::floor((room.y - gap * (down - 1)) / down - title), 1.0f)};
}

// As many columns as let the world be drawn largest; the fewest of these, so that none is empty.
std::size_t best_columns(std::size_t n, Vec2 world, Vec2 room, float gap, float title) {
  std::size_t best = n;
  float largest = 0;
  for (std::size_t columns = n; columns > 0; --columns) {
    const Vec2 size = lane_size(n, columns, room, gap, title);
    const float zoom =
        std::min(size.x / std::max(world.x, 1e-6f), size.y / std::max(world.y, 1e-6f));
    if (zoom < largest) continue;
    largest = zoom;
    best = columns;
  }
  return best;
}

std::string what_it_takes(const RaceRunner& runner) {
  if (runner.verdict() == RaceResult::Verdict::wrong) return "WRONG · " + runner.fault();
  const double median = runner.summary().median;
  std::string words = median > 0 ? duration(median) : "not timed yet";
  if (runner.box_tests()) words += " · " + counted(*runner.box_tests(), "box test");
  return runner.is_exact() ? words : words + " · not exact";
}

}  // namespace

std::vector<LanePlace> lane_places(const LiveRace& race, const Aabb& world, const Aabb& field,
                                   float scale) {
  if (!race.has_lanes()) return {};
  const std::size_t n = race.runners().size();
  const float gap = std::ceil(kGap * scale), title = std::ceil(kTitle * scale);
  const auto columns = best_columns(n, extent(world), extent(field), gap, title);
  const Vec2 size = lane_size(n, columns, extent(field), gap, title);
  std::vector<LanePlace> places;
  for (std::size_t k = 0; k < n; ++k) {
    const auto column = static_cast<float>(k % columns), row = static_cast<float>(k / columns);
    const Vec2 at = field.min + Vec2{column * (size.x + gap), row * (size.y + title + gap)};
    const Vec2 below = at + Vec2{0, title};
    places.push_back({{at, {at.x + size.x, below.y}}, {below, below + size}});
  }
  return places;
}

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
      list.AddRectFilled({title.min.x - std::ceil(kGap * ui.scale), title.min.y},
                         {title.min.x, below.max.y}, packed(colors[Role::panel_border]));
    ui.rects.push_back({"lane." + std::to_string(k), below});
  }
}

}  // namespace phasebox
