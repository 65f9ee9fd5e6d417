// SPDX-License-Identifier: MIT
// The tool "Compass of void": what a sweep would meet along every direction, and a click to turn
// it there.
#include "lab/compass/compass.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/rotation.hpp"
#include "ui/language/tr.hpp"
#include "ui/model/application_model.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

constexpr std::string_view kCompassHint =
    "Few interfering pairs and many voids make a good direction to sweep along; watch it turn when "
    "the sprites gather in rows.";

// The rose: degrees run as in the field, from 0 on the right to 90 at the bottom.
struct Rose {
  Vec2 center;
  float radius;

  Vec2 at(double degrees, double part) const {
    const Rotation r = rotation(static_cast<float>(degrees) * (kPi / 180));
    return center + Vec2{r.c, r.s} * (radius * static_cast<float>(part));
  }
};

void add_rose_line(ImDrawList& list, Vec2 a, Vec2 b, Color color, float width) {
  list.AddLine(to_imgui(a), to_imgui(b), packed(color), width);
}

void draw_dial(ImDrawList& list, const Rose& rose, const Theme& colors, float scale) {
  for (const float part : {0.5f, 1.0f})
    list.AddCircle(to_imgui(rose.center), rose.radius * part, packed(colors[Role::panel_border]), 0,
                   scale);
  for (int degrees = 0; degrees < 180; degrees += 45) {
    add_rose_line(list, rose.at(degrees, 1), rose.at(degrees + 180, 1), colors[Role::panel_border],
                  scale);
    const std::string name = fmt::format("{}°", degrees);
    const ImVec2 size = ImGui::CalcTextSize(name.c_str());
    const Vec2 middle =
        rose.at(degrees, 1) + (rose.at(degrees, 1) - rose.center) * (size.x * 0.8f / rose.radius);
    list.AddText({middle.x - size.x / 2, middle.y - size.y / 2}, packed(colors[Role::text_dim]),
                 name.c_str());
  }
}

// Each number as part of the greatest, in both directions of its line.
template <class Number>
void draw_rose(ImDrawList& list, const Rose& rose, const VoidCompass::Counts& counts, Number number,
               Color color, float width) {
  std::uint64_t most = 1;
  for (const SweepCount& c : counts) most = std::max(most, number(c));
  const auto corner = [&](std::size_t k) {
    const double part =
        static_cast<double>(number(counts[k % VoidCompass::kAngles])) / static_cast<double>(most);
    return rose.at(VoidCompass::kStep * static_cast<double>(k), part);
  };
  for (std::size_t k = 0; k < 2 * VoidCompass::kAngles; ++k)
    add_rose_line(list, corner(k), corner(k + 1), color, width);
}

std::uint64_t interfering_of(const SweepCount& c) { return c.interfering; }
std::uint64_t voids_of(const SweepCount& c) { return c.voids; }

// The degrees of the swept line, where one is swept.
std::optional<double> swept_angle(const Model& model) {
  const auto direction = model.trace.broad.swept();
  if (!direction) return {};
  const double degrees =
      std::atan2(static_cast<double>(direction->y), static_cast<double>(direction->x)) *
      (180 / static_cast<double>(kPi));
  return degrees < 0 ? degrees + 180 : degrees;
}

const SweepCount& count_near(const VoidCompass::Counts& counts, double degrees) {
  const auto k = static_cast<std::size_t>(std::lround(degrees / VoidCompass::kStep));
  return counts[k % VoidCompass::kAngles];
}

std::string sweep_count_text(const SweepCount& c) {
  return fmt::format("{}, {}", counted(c.interfering, "interfering pair"),
                     counted(c.voids, "void"));
}

void sweep_along(double degrees, const Session& session, Requests& out) {
  const Owner sweep = owner_named("sort-and-sweep");
  const Param& axis = *find_param(session.group(sweep).rows, "axis");
  const auto given = std::ranges::find(axis.choices, std::string_view("angle"));
  out.emplace_back(command::UseBroadphase{
      std::string(sweep.id()),
      {{"axis", static_cast<double>(given - axis.choices.begin())}, {"angle", degrees}},
      fmt::format("sort and sweep at {} degrees", degrees)});
}

// A click anywhere on the dial sets the angle of the line through that point.
void take_rose_click(const Rose& rose, const VoidCompass::Counts& counts, const Session& session,
                     Requests& out) {
  if (!ImGui::IsItemHovered()) return;
  const Vec2 arm = from_imgui(ImGui::GetMousePos()) - rose.center;
  if (length(arm) < 1) return;
  const double raw = std::atan2(static_cast<double>(arm.y), static_cast<double>(arm.x)) *
                     (180 / static_cast<double>(kPi));
  const double steps = std::round((raw < 0 ? raw + 180 : raw) / VoidCompass::kStep);
  const double degrees = steps >= VoidCompass::kAngles ? 0 : steps * VoidCompass::kStep;
  tooltip(fmt::format("{}°: {}. A click lets sort and sweep run along this line.", degrees,
                      sweep_count_text(count_near(counts, degrees))));
  if (ImGui::IsItemClicked()) sweep_along(degrees, session, out);
}

void draw_rose_plot(const Model& model, const VoidCompass::Counts& counts, UiState& ui,
                    Requests& out) {
  const Theme& colors = theme(model.view.theme);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float side = std::max(ImGui::GetContentRegionAvail().y, 120 * ui.scale);
  const Rose rose{{at.x + side / 2, at.y + side / 2}, side / 2 - 28 * ui.scale};
  ImGui::InvisibleButton("##rose", {side, side});
  remember_rect(ui, "compass.rose");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_dial(list, rose, colors, ui.scale);
  draw_rose(list, rose, counts, voids_of, colors[Role::close_boundary], 1.5f * ui.scale);
  draw_rose(list, rose, counts, interfering_of, colors[Role::sweep], 2 * ui.scale);
  if (const auto now = swept_angle(model))
    add_rose_line(list, rose.at(*now, 1), rose.at(*now + 180, 1), colors[Role::accent],
                  2 * ui.scale);
  take_rose_click(rose, counts, model.session, out);
}

// The color beside the words, not in them: as letters it would be too faint in some themes.
void line_of(Color color, const std::string& words) {
  const float em = ImGui::GetFontSize();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float middle = at.y + em / 2;
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, middle - em / 8}, {at.x + em, middle + em / 8},
                                            packed(color));
  ImGui::Dummy({em, em});
  ImGui::SameLine();
  text(words);
}

void draw_compass_numbers(const Model& model, const VoidCompass& compass, UiState& ui,
                          Requests& out) {
  const Theme& colors = theme(model.view.theme);
  const VoidCompass::Counts& counts = *compass.counts();
  const auto most = [&](auto number) {
    std::uint64_t found = 0;
    for (const SweepCount& c : counts) found = std::max(found, number(c));
    return grouped(found);
  };
  line_of(colors[Role::sweep], fmt::format("interfering pairs, up to {}", most(interfering_of)));
  line_of(colors[Role::close_boundary], fmt::format("voids, up to {}", most(voids_of)));
  if (const auto now = swept_angle(model))
    line_of(colors[Role::accent], fmt::format("swept now at {:.0f}°; at the nearest even degree {}",
                                              *now, sweep_count_text(count_near(counts, *now))));
  const double best = compass.best();
  text(fmt::format("fewest at {}°: {}", best, sweep_count_text(count_near(counts, best))));
  if (ImGui::Button(tr_label(fmt::format("Sweep at {}°###best", best).c_str())))
    sweep_along(best, model.session, out);
  remember_rect(ui, "compass.best");
  tooltip(fmt::format("Lets sort and sweep run along this line from now on; {} takes it back.",
                      key_or_menu(undo_action, ui.keys)));
  text_wrapped(kCompassHint, colors[Role::text_dim]);
}

// Where there are very many sprites, a round begins only when it is asked for.
void draw_compass_work(const Model& model, const VoidCompass& compass, UiState& ui, Requests& out) {
  if (compass.done() > 0 || model.session.world().size() <= VoidCompass::kMaxWatched) {
    out.emplace_back(TurnCompass{});
    if (!compass.counts() || model.session.world().size() > VoidCompass::kMaxWatched)
      text(fmt::format("{} of {} angles", compass.done(), VoidCompass::kAngles));
    return;
  }
  if (ImGui::Button(tr_label("Measure this frame"))) out.emplace_back(TurnCompass{.asked = true});
  remember_rect(ui, "compass.measure");
  tooltip(fmt::format("Above {} sprites the compass is measured only when you ask.",
                      grouped(VoidCompass::kMaxWatched)));
}

void draw_compass(const Model& model, UiState& ui, Requests& out) {
  const VoidCompass& compass = model.lab.compass;
  draw_compass_work(model, compass, ui, out);
  if (!compass.counts()) return;
  draw_rose_plot(model, *compass.counts(), ui, out);
  ImGui::SameLine();
  ImGui::BeginGroup();
  draw_compass_numbers(model, compass, ui, out);
  ImGui::EndGroup();
}

void end_compass(ApplicationModel& model) {
  if (model.lab.compass.counts() || model.lab.compass.done() > 0) model.study(StopCompass{});
}

}  // namespace

// clang-format off
extern const ToolRow compass_tool{
    .action = {"compass", "Compass of void",
               "Count interfering pairs and voids of a sweep along every second degree; a click sweeps there.",
               Menu::tools, {}},
    .title = "Compass", .height = 300, .draw = draw_compass, .unseen = end_compass};
// clang-format on

}  // namespace phasebox
