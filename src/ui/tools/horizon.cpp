// SPDX-License-Identifier: MIT
// The tool "Horizon": coming impacts on a time axis, if all sprites fly on straight.
#include "lab/horizon/horizon.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "plot/plot.hpp"
#include "ui/language/tr.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

constexpr std::string_view kHorizonHint =
    "Marks: first contact of two boxes in straight flight. Turning, gravity and bounces are "
    "ignored; only the swelling allows for what may change the flights.";

void slide_lookahead(const char* key, float value, const char* format, UiState& ui, Requests& out) {
  const Param& row = *find_param(view_rows(), key);
  ImGui::SetNextItemWidth(13 * ImGui::GetFontSize());
  const std::string id = std::string("##") + key;
  if (ImGui::SliderFloat(id.c_str(), &value, static_cast<float>(row.lo), static_cast<float>(row.hi),
                         tr(format), ImGuiSliderFlags_AlwaysClamp))
    out.emplace_back(command::SetParam{Owner::view(), key, static_cast<double>(value)});
  remember_rect(ui, std::string("horizon.") + key);
  tooltip(row.help);
  ImGui::SameLine();
}

void draw_horizon_choices(const Model& model, UiState& ui, Requests& out) {
  slide_lookahead("horizon", model.view.horizon, "horizon %.3f s", ui, out);
  slide_lookahead("horizon-acceleration", model.view.horizon_acceleration,
                  "acceleration %.0f px/s²", ui, out);
  bool is_shown = model.view.shows(Overlay::swept_boxes);
  if (ImGui::Checkbox(tr_label("swept boxes"), &is_shown))
    out.emplace_back(command::SetParam{Owner::view(), "swept-boxes", is_shown ? 1.0 : 0.0});
  remember_rect(ui, "horizon.swept-boxes");
}

// Where time lies on the screen: now at the left edge, the horizon at the right one.
struct TimeAxis {
  Aabb area;  // screen px
  double seconds;

  float x(double time) const {
    return area.min.x + static_cast<float>(time / seconds) * extent(area).x;
  }
};

void draw_time_ticks(ImDrawList& list, const TimeAxis& axis, const Theme& colors, float unit) {
  Scale scale(false, 0, 1);
  scale.cover(0), scale.cover(axis.seconds), scale.round();
  for (const double tick : scale.ticks()) {
    if (tick > axis.seconds) continue;
    const float x = axis.x(tick);
    list.AddLine({x, axis.area.min.y}, {x, axis.area.max.y}, packed(colors[Role::grid]));
    const std::string words = tick_text(tick) + " s";
    const float left = std::min(x - text_width(words) / 2, axis.area.max.x - text_width(words));
    list.AddText({std::max(left, axis.area.min.x), axis.area.max.y + 2 * unit},
                 packed(colors[Role::text_dim]), words.c_str());
  }
}

// One for each px: more are not seen.
void draw_impact_marks(ImDrawList& list, const TimeAxis& axis, const Horizon& horizon, Color color,
                       float unit) {
  float last = -1;
  for (const ComingImpact& impact : horizon.impacts) {
    const float x = std::round(axis.x(impact.seconds));
    if (x == last) continue;
    list.AddLine({x, axis.area.min.y}, {x, axis.area.max.y}, packed(color), 1.5f * unit);
    last = x;
  }
}

// The one nearest to that place, no further than a few px away; or null.
const ComingImpact* impact_at(const TimeAxis& axis, const Horizon& horizon, float at, float unit) {
  const auto distance = [&](const ComingImpact& i) { return std::abs(axis.x(i.seconds) - at); };
  const auto nearest = std::ranges::min_element(horizon.impacts, {}, distance);
  const bool is_near = nearest != horizon.impacts.end() && distance(*nearest) <= 6 * unit;
  return is_near ? &*nearest : nullptr;
}

void point_out_impact(const TimeAxis& axis, const Horizon& horizon, const Theme& colors,
                      UiState& ui, Requests& out) {
  if (!ImGui::IsItemHovered()) return;
  const ComingImpact* impact = impact_at(axis, horizon, ImGui::GetMousePos().x, ui.scale);
  if (!impact) return;
  const float x = axis.x(impact->seconds);
  ImGui::GetWindowDrawList()->AddLine({x, axis.area.min.y}, {x, axis.area.max.y},
                                      packed(colors[Role::accent]), 3 * ui.scale);
  ui.why.shown.chosen = Comparisons::Line{impact->pair, Comparisons::Outcome::hit};
  const auto place = static_cast<std::size_t>(impact - horizon.impacts.data());
  if (ImGui::IsItemClicked()) out.emplace_back(request::PauseAt{{impact->pair.a, impact->pair.b}});
  tooltip(fmt::format("Sprites {} and {} in {:.3f} s: {} of {}. Click: pause and select them.",
                      grouped(impact->pair.a), grouped(impact->pair.b), impact->seconds,
                      grouped(place + 1), counted(horizon.impacts.size(), "coming impact")));
}

void draw_time_axis(const Model& model, const Horizon& horizon, UiState& ui, Requests& out) {
  const Theme& colors = theme(model.view.theme);
  const float unit = ui.scale, below = ImGui::GetTextLineHeight() + 6 * unit;
  const Vec2 corner = from_imgui(ImGui::GetCursorScreenPos());
  const Vec2 room = from_imgui(ImGui::GetContentRegionAvail());
  const Vec2 size{std::max(room.x, 60 * unit), std::max(room.y - below, 40 * unit)};
  const TimeAxis axis{{corner, corner + size}, static_cast<double>(model.view.horizon)};
  ImGui::InvisibleButton("##horizon-axis", to_imgui(size));
  remember_rect(ui, "horizon.axis");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(to_imgui(axis.area.min), to_imgui(axis.area.max),
                     packed(colors[Role::background]));
  draw_time_ticks(list, axis, colors, unit);
  draw_impact_marks(list, axis, horizon, colors[Role::candidate], unit);
  point_out_impact(axis, horizon, colors, ui, out);
}

void draw_horizon(const Model& model, UiState& ui, Requests& out) {
  const Theme& colors = theme(model.view.theme);
  draw_horizon_choices(model, ui, out);
  const Horizon& horizon = ui.horizon.find(model.session, model.view.lookahead());
  std::string words = describe(horizon, fmt::format("within {:.3g} s", model.view.horizon));
  if (horizon.is_counted)
    words += fmt::format(" {}.", counted(horizon.impacts.size(), "coming impact"));
  text_wrapped(words, colors[Role::text]);
  remember_rect(ui, "horizon.words");
  text_wrapped(kHorizonHint, colors[Role::text_dim]);
  if (horizon.is_counted && model.view.horizon > 0) draw_time_axis(model, horizon, ui, out);
}

}  // namespace

// clang-format off
extern const ToolRow horizon_tool{
    .action = {"horizon", "Horizon",
               "Mark on a time axis which boxes will meet, and when, if all sprites fly on straight.",
               Menu::tools, {}},
    .title = "Horizon", .height = 230, .draw = draw_horizon};
// clang-format on

}  // namespace phasebox
