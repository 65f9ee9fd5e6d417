// SPDX-License-Identifier: MIT
// What is written beside the field, never over it: badge, legend, remarks, messages.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "ui/language/tr.hpp"
#include "ui/model/xray_view.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

void legend_line(const Gui& gui, const LegendLine& line) {
  const float size = ImGui::GetFontSize() * 0.62f;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float top = at.y + (ImGui::GetTextLineHeight() - size) / 2;
  const Color color = gui.colors[line.role].with_alpha(1);
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, top}, {at.x + size, top + size},
                                            packed({color.r, color.g, color.b, 255}),
                                            2 * gui.ui.scale);
  ImGui::Dummy({size, ImGui::GetTextLineHeight()});
  ImGui::SameLine(0, 6 * gui.ui.scale);
  text_wrapped(gui, line.text);
}

// A bar from cold to hot behind its name, with its two ends in numbers.
void heat_bar(const Gui& gui, const HeatScale& heat, Flow& flow) {
  const bool is_whole = heat.unit.empty();
  const std::string most = is_whole ? grouped(static_cast<std::uint64_t>(heat.most))
                                    : fmt::format("{:.1f} {}", heat.most, heat.unit);
  const float part = 14 * gui.ui.scale, bar = part * static_cast<float>(gui.colors.heat.size() - 1);
  flow.next(text_width(heat.text) + text_width(most) + bar + 4 * ImGui::GetFontSize());
  text(gui, heat.text, Role::text_dim);
  ImGui::SameLine();
  text("0");
  ImGui::SameLine();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight() * 0.7f;
  const float top = at.y + (ImGui::GetTextLineHeight() - height) / 2;
  for (std::size_t k = 0; k + 1 < gui.colors.heat.size(); ++k) {
    const float x = at.x + part * static_cast<float>(k);
    const ImU32 left = packed(gui.colors.heat[k]), right = packed(gui.colors.heat[k + 1]);
    ImGui::GetWindowDrawList()->AddRectFilledMultiColor({x, top}, {x + part, top + height}, left,
                                                        right, right, left);
  }
  ImGui::Dummy({bar, ImGui::GetTextLineHeight()});
  ImGui::SameLine();
  text(most);
  if (heat.is_complete) return;
  flow.next(14 * ImGui::GetFontSize());
  text(gui, "(not all events were kept)", Role::warning);
}

// While the X-ray goes through the impacts, they are all that is drawn; else what it has found.
ViewOptions shown_in_field(const Gui& gui) {
  ViewOptions view = gui.model.view;
  const Xray& xray = gui.model.lab.xray;
  if (!xray.is_open()) return view;
  const bool is_in_impacts = xray.is_in_impacts();
  view.overlays.set(Overlay::structure, !is_in_impacts);
  view.overlays.set(Overlay::candidates, !xray.candidates().empty());
  view.overlays.set(Overlay::collisions, !xray.collisions().empty());
  if (is_in_impacts) view.overlays.set(Overlay::boundaries, false);
  view.overlays.set(Overlay::impacts, is_in_impacts);
  return view;
}

// The X-ray has an event log of its own.
std::vector<LegendLine> legend_of_field(const Gui& gui) {
  const Xray& xray = gui.model.lab.xray;
  const EventLog& shown = xray.is_open() ? xray.trace() : gui.model.trace;
  auto all = legend(shown_in_field(gui), shown, gui.model.camera, region_query_of(gui.model));
  if (xray.is_open() && xray.now()) all.push_back({Role::accent, "current event"});
  return all;
}

// What any of the lanes shows, or the field where there are none.
std::vector<LegendLine> legend_of(const Gui& gui) {
  const LiveRace& race = gui.model.lab.race;
  const std::optional<LegendLine> asleep = sleep_line(gui.model.view, gui.model.session);
  std::vector<LegendLine> all;
  if (race.has_lanes()) {
    for (const RaceRunner& runner : race.runners())
      for (const LegendLine& line :
           legend(gui.model.view, runner.trace(), gui.model.camera, region_query_of(gui.model)))
        if (std::ranges::find(all, line.text, &LegendLine::text) == all.end()) all.push_back(line);
    if (asleep) all.push_back(*asleep);
    return all;
  }
  all = legend_of_field(gui);
  if (asleep) all.push_back(*asleep);
  const Verdict& verdict = gui.model.lab.oracle.verdict();
  if (verdict.false_negatives.count + verdict.allowed_misses.count > 0)
    all.push_back({Role::missed, "missed by the algorithm"});
  return all;
}

void draw_legend(const Gui& gui, Flow& flow) {
  if (gui.model.view.legend) {
    if (const auto heat = heat_scale(gui.model.view, gui.model.session, gui.model.trace))
      heat_bar(gui, *heat, flow);
    for (const LegendLine& line : legend_of(gui)) {
      flow.next(ImGui::GetFontSize() * 0.62f + 6 * gui.ui.scale + text_width(line.text));
      legend_line(gui, line);
    }
  }
  const char* title = gui.model.view.legend ? "Hide legend" : "Legend";
  flow.next(text_width(title));
  text(gui, title, Role::text_dim);
  if (ImGui::IsItemClicked())
    gui.out.emplace_back(
        command::SetParam{Owner::view(), "legend", gui.model.view.legend ? 0.0 : 1.0});
  tooltip("Click to fold or unfold the meaning of the colors.");
}

void draw_badge(const Gui& gui, Flow& flow) {
  const float pad = 6 * gui.ui.scale, room = ImGui::GetContentRegionAvail().x - 2 * pad;
  std::string words = "PAUSED · P resumes · O single step";
  for (const char* shorter : {"PAUSED · P resumes", "PAUSED"})
    if (text_width(words) > room) words = shorter;
  const float width = text_width(words) + 2 * pad;
  flow.next(width);
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const ImVec2 max{min.x + width, min.y + ImGui::GetTextLineHeight()};
  ImGui::GetWindowDrawList()->AddRect(min, {max.x, max.y + 1}, packed(gui.colors[Role::accent]),
                                      4 * gui.ui.scale);
  ImGui::GetWindowDrawList()->AddText({min.x + pad, min.y}, packed(gui.colors[Role::text]),
                                      tr(words.c_str()));
  ImGui::Dummy({width, ImGui::GetTextLineHeight()});
}

void draw_left_out(const Gui& gui) {
  const Xray& xray = gui.model.lab.xray;
  if (!xray.is_open()) return;
  const std::string words = left_out(xray, gui.model.camera);
  if (words.empty()) return;
  text_wrapped(gui, words);
  remember_rect(gui, "xray.left-out");
}

// In a lane a remark would seem to be about another algorithm.
void draw_remarks(const Gui& gui) {
  if (gui.model.lab.race.has_lanes() || !gui.model.is_counted) return;
  for (const Remark& remark : gui.model.remarks)
    text_wrapped(gui, remark.text, remark.warning ? Role::warning : Role::text_dim);
}

// The last ones still shown, newest last; they keep to the lower edge.
std::vector<const Message*> standing_messages(const Gui& gui) {
  std::vector<const Message*> all;
  for (const Message& m : gui.ui.messages.all())
    if (MessageLog::is_toast(m, gui.model.now)) all.push_back(&m);
  constexpr std::size_t kMax = 2;
  if (all.size() > kMax) all.erase(all.begin(), all.end() - kMax);
  return all;
}

float height_of(const std::vector<const Message*>& messages, float width) {
  float height = 0;
  for (const Message* m : messages)
    height += ImGui::CalcTextSize(tr(m->text.c_str()), nullptr, false, width).y +
              ImGui::GetStyle().ItemSpacing.y;
  return height;
}

// What scrolls is cut between lines, never through one.
float whole_lines(float height) {
  const float line = ImGui::GetTextLineHeightWithSpacing();
  return std::max(1.0f, std::floor((height + ImGui::GetStyle().ItemSpacing.y) / line)) * line;
}

}  // namespace

void draw_notes(const Gui& gui, const Aabb& where) {
  const float pad = 8 * gui.ui.scale;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(pad, 4 * gui.ui.scale));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, packed(gui.colors[Role::background]));
  begin_fixed("notes", where, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(6 * gui.ui.scale, 2 * gui.ui.scale));
  const auto messages = standing_messages(gui);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  begin_child("lasting", {0, whole_lines(room.y - height_of(messages, room.x))});
  Flow flow(14 * gui.ui.scale);
  const bool is_lesson =
      gui.model.lab.lessons.open() && gui.ui.tool == "lessons";  // it says what matters
  if (gui.model.paused && !is_lesson) draw_badge(gui, flow);
  draw_legend(gui, flow);
  draw_left_out(gui);
  if (!is_lesson) draw_remarks(gui);
  ImGui::EndChild();
  for (const Message* m : messages)
    text_wrapped(gui, m->text, m->kind == Message::Kind::warning ? Role::warning : Role::accent);
  ImGui::PopStyleVar();
  remember_window(gui, "notes");
  ImGui::End();
}

}  // namespace phasebox
