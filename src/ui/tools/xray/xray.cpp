// SPDX-License-Identifier: MIT
// The X-ray in the drawer: the sentence, the buttons, the scrubber, the pseudocode, and the panes.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "lab/walk.hpp"
#include "ui/language/tr.hpp"
#include "ui/model/xray_view.hpp"
#include "ui/registry.hpp"
#include "ui/tools/xray/parts.hpp"
#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

constexpr float kWide = 760;  // px before scaling, from which the panes are side by side

void ask(Requests& out, XrayCommand command) { out.emplace_back(command); }

void introduce(const Theme& colors, UiState& ui, Requests& out) {
  text_wrapped(
      "Freeze the frame and walk through the algorithm at work, event by event: what it sorts, "
      "counts, cuts and compares. Where sprites push each other, the impacts of the step come "
      "first. " +
          key_or_menu(xray_forward_action, ui.keys) + " goes on, " +
          key_or_menu(xray_back_action, ui.keys) + " back, Esc leaves.",
      colors[Role::text]);
  ImGui::Spacing();
  if (ImGui::Button(tr_label("Freeze this frame")))
    out.emplace_back(Invocation{&xray_forward_action});
  remember_rect(ui, "xray.freeze");
  tooltip(hint_of(xray_forward_action, ui.keys));
}

// Room for two lines where one may not do, so that the panes stay where they are.
void say(const Xray& xray, const Theme& colors, UiState& ui, bool is_wide) {
  push_font(reading_font());
  const float top = ImGui::GetCursorPosY(), line = ImGui::GetTextLineHeight();
  text_wrapped(xray.sentence(), colors[Role::text]);
  ImGui::PopFont();
  ImGui::SetCursorPosY(top + line * (is_wide ? 1 : 2) + 4 * ui.scale);
}

bool button(const char* title, const char* name, const char* help, UiState& ui) {
  const bool pressed = ImGui::Button(tr_label(title));
  remember_rect(ui, name);
  tooltip(help);
  ImGui::SameLine(0, 4 * ui.scale);
  return pressed;
}

void speed_slider(const Xray& xray, UiState& ui, Requests& out) {
  auto speed = static_cast<float>(ui.xray_speed);
  ImGui::SetNextItemWidth(118 * ui.scale);
  const bool changed =
      ImGui::SliderFloat("##speed", &speed, 0.5f, 5000, tr("%.3g events/s"),
                         ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
  tooltip("Speed at which Play walks, 0.5 to 5,000 events per second.");
  if (!changed) return;
  ui.xray_speed = static_cast<double>(speed);
  if (xray.speed() > 0) ask(out, PlayXray{ui.xray_speed});
}

void buttons(const Xray& xray, UiState& ui, Requests& out) {
  const bool plays = xray.speed() > 0;
  if (button("|◀", "xray.first", "To the beginning.", ui)) ask(out, SeekXray{0});
  if (button("◀◀", "xray.jump-back",
             "Back to where the last impact, group, cell, pass or pair began.", ui))
    ask(out, JumpXray{false});
  push_button_repeat();
  if (button("◀", "xray.back", hint_of(xray_back_action, ui.keys).c_str(), ui))
    ask(out, StepXray{-1});
  pop_button_repeat();
  if (button(plays ? "Hold" : "Play", "xray.play", "Walk by itself, or stand still.", ui))
    ask(out, PlayXray{plays ? 0 : ui.xray_speed});
  push_button_repeat();
  if (button("▶", "xray.forward", hint_of(xray_forward_action, ui.keys).c_str(), ui))
    ask(out, StepXray{1});
  pop_button_repeat();
  if (button("▶▶", "xray.jump", "To the next impact, group, cell, pass or pair.", ui))
    ask(out, JumpXray{true});
  if (button("▶|", "xray.last", "To the end: the normal run.", ui)) ask(out, SeekXray{xray.size()});
  speed_slider(xray, ui, out);
}

// Whether the frame is walked, or the query that is open in the field.
void walk_choice(const Model& model, const Theme& colors, UiState& ui, Requests& out,
                 bool is_wide) {
  const Xray& xray = model.lab.xray;
  if (!model.region_query) return;
  if (is_wide) ImGui::SameLine(0, 12 * ui.scale);
  text("Walk:", colors[Role::text_dim]);
  ImGui::SameLine(0, 6 * ui.scale);
  if (ImGui::RadioButton(tr_label("frame"), !xray.asked()) && xray.asked()) ask(out, WalkXray{});
  remember_rect(ui, "xray.walk.frame");
  tooltip("How the broadphase finds the pairs of the frame.");
  ImGui::SameLine(0, 6 * ui.scale);
  if (ImGui::RadioButton(tr_label("query"), xray.asked().has_value()) && !xray.asked())
    ask(out, WalkXray{model.region_query->box});
  remember_rect(ui, "xray.walk.query");
  tooltip("How it answers the query in the field: which boxes overlap that rectangle.");
}

// One part of the walk: so many events, behind so many others.
struct ScrubbedPart {
  const char* name;
  std::size_t begin, size;
};

std::vector<ScrubbedPart> parts_of(const Xray& xray) {
  const std::size_t impacts = xray.impacts().size(), broad = xray.broad().size();
  if (xray.asked()) return {{"query", 0, broad}};
  std::vector<ScrubbedPart> parts;
  if (impacts > 0) parts.push_back({"impacts", 0, impacts});
  parts.push_back({"broadphase", impacts, broad});
  parts.push_back({"narrowphase", impacts + broad, xray.narrow().size()});
  return parts;
}

// At its left end nothing of the part is done. A part that is not the current one is dim.
void scrubber(const Xray& xray, const ScrubbedPart& part, float width, const Theme& colors,
              UiState& ui, Requests& out) {
  const std::size_t done = std::clamp(xray.at(), part.begin, part.begin + part.size) - part.begin;
  const bool is_here = xray.at() >= part.begin && xray.at() <= part.begin + part.size;
  int at = static_cast<int>(done);
  ImGui::SetNextItemWidth(width);
  ImGui::BeginDisabled(part.size == 0);
  if (ImGui::SliderInt(fmt::format("##{}", part.name).c_str(), &at, 0,
                       std::max(1, static_cast<int>(part.size)), "",
                       ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput))
    ask(out, SeekXray{part.begin + static_cast<std::size_t>(std::max(at, 0))});
  ImGui::EndDisabled();
  remember_rect(ui, fmt::format("xray.scrubber.{}", part.name));
  if (!ImGui::IsItemActive())
    tooltip(part.size == 0 ? fmt::format("The {} had nothing to do.", part.name)
                           : fmt::format("Drag to any event of the {}.", part.name));
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  std::string words =
      fmt::format("{}: {} of {} events", part.name, grouped(done), grouped(part.size));
  if (text_width(words) > width - 8 * ui.scale)
    words = fmt::format("{} / {}", grouped(done), grouped(part.size));
  const char* const shown = tr(words.c_str());
  const ImVec2 size = ImGui::CalcTextSize(shown);
  ImGui::GetWindowDrawList()->AddText({(min.x + max.x - size.x) / 2, (min.y + max.y - size.y) / 2},
                                      packed(colors[is_here ? Role::text : Role::text_dim]), shown);
}

void scrubbers(const Xray& xray, const Theme& colors, UiState& ui, Requests& out) {
  const auto parts = parts_of(xray);
  const float gap = ImGui::GetStyle().ItemSpacing.x, n = static_cast<float>(parts.size());
  const float width = (ImGui::GetContentRegionAvail().x - gap * (n - 1)) / n;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (k > 0) ImGui::SameLine();
    scrubber(xray, parts[k], width, colors, ui, out);
  }
  if (xray.dropped() > 0)
    text_wrapped(fmt::format("{} more events are not shown: the walk ends before they come.",
                             grouped(xray.dropped())),
                 colors[Role::warning]);
}

void code_line(const CodeLine& line, bool is_lit, const Theme& colors, float scale) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
  if (is_lit) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x - 4 * scale, at.y}, {at.x + width, at.y + height + 2 * scale},
                       packed(colors[Role::accent].with_alpha(0.28f)), 3 * scale);
    list.AddRectFilled({at.x - 4 * scale, at.y}, {at.x - 1 * scale, at.y + height + 2 * scale},
                       packed(colors[Role::accent]));
  }
  const std::size_t indent = line.text.find_first_not_of(' ');
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + static_cast<float>(indent) * 6 * scale);
  text_wrapped(line.text.substr(indent), colors[is_lit ? Role::text : Role::text_dim]);
  if (is_lit) ImGui::SetScrollHereY(0.5f);
}

void pseudocode(const Xray& xray, const Theme& colors, UiState& ui, ImVec2 size) {
  begin_child("code", size, true);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 2 * ui.scale));
  const auto lit = xray.line();
  const auto code = xray.code();
  for (std::size_t k = 0; k < code.size(); ++k) code_line(code[k], lit == k, colors, ui.scale);
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

std::string impact_tally(const Xray& xray) {
  const auto all = xray.impacts(), done = all.first(xray.done_impacts());
  const std::size_t flying_all = flying(all), flying_done = flying(done);
  std::string words = fmt::format("{}: {} of {}", xray.title(), grouped(flying_done),
                                  counted(flying_all, "impact"));
  if (all.size() > flying_all)
    words += fmt::format(" · {} of {}", grouped(done.size() - flying_done),
                         counted(all.size() - flying_all, "rest"));
  return words;
}

std::string tally(const Xray& xray) {
  if (xray.is_in_impacts()) return impact_tally(xray);
  const WalkState s = xray.state();
  if (xray.asked())
    return fmt::format(
        "{}: {} walked · {} · {} found", xray.title(), grouped(s.counted(EventKind::visit)),
        counted(s.counted(EventKind::test), "box test"), grouped(xray.found().size()));
  if (xray.phase() == WalkPhase::narrow)
    return fmt::format(
        "{}: {} of {} · {}", xray.title(), counted(s.counted(EventKind::enter), "candidate"),
        grouped(xray.candidates().size()), counted(xray.collisions().size(), "collision"));
  return fmt::format("{}: {} · {}", xray.title(), counted(s.counted(EventKind::test), "box test"),
                     counted(xray.candidates().size(), "candidate"));
}

void pane(const char* name, ImVec2 size, UiState& ui, auto draw) {
  begin_child(name, size, true);
  draw();
  remember_window(ui, std::string("xray.") + name);
  ImGui::EndChild();
}

// In a crowded field an event is too small to see; the pane is as wide as it is high, if it can be.
// In a drawer that is too low for it the field must do.
void closeup_pane(const Model& model, UiState& ui, ImVec2& room) {
  const Xray& xray = model.lab.xray;
  if (!shows_less(xray, model.camera) || room.y < 96 * ui.scale) return;
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float width = std::min(std::max(room.y, 140 * ui.scale), room.x * 0.36f);
  const Theme& colors = theme(model.view.theme);
  pane("closeup", {width, room.y}, ui, [&] { draw_xray_closeup(xray, colors, ui.scale); });
  ImGui::SameLine();
  room.x -= width + gap;
}

// The row of delimiters where the query walks along one; else what it has found.
void query_panes(const Xray& xray, const Theme& colors, UiState& ui, ImVec2 room) {
  if (!xray.costs().empty())
    return pane("strip", room, ui, [&] { draw_xray_query_strip(xray, colors, ui.scale); });
  pane("found", room, ui,
       [&] { text_wrapped("found: " + xray.list_of(xray.found()), colors[Role::text]); });
}

// Strip and tree, or what the algorithm has of them; else which sprites were compared.
void broad_panes(const Xray& xray, const Theme& colors, UiState& ui, ImVec2 room) {
  const float share = room.x < 420 * ui.scale ? 0.54f : 0.62f;  // of the strip
  const bool has_strip = xray.broad().pass(xray.broad().size()) != nullptr;
  const bool has_tree = !xray.broad().parts().empty();
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float left = has_strip && has_tree ? (room.x - gap) * share : room.x;
  if (has_strip) {
    pane("strip", {left, room.y}, ui, [&] { draw_xray_strip(xray, colors, ui.scale); });
    if (has_tree) ImGui::SameLine();
  }
  if (has_tree) pane("tree", {0, room.y}, ui, [&] { draw_xray_tree(xray, colors, ui); });
  if (!has_strip && !has_tree)
    pane("matrix", {0, room.y}, ui, [&] { draw_xray_matrix(xray, colors, ui.scale); });
}

void broad_half(const Model& model, UiState& ui, ImVec2 room) {
  const Xray& xray = model.lab.xray;
  const Theme& colors = theme(model.view.theme);
  closeup_pane(model, ui, room);
  if (xray.asked()) return query_panes(xray, colors, ui, room);
  broad_panes(xray, colors, ui, room);
}

void panes(const Model& model, UiState& ui, Requests& out, bool is_wide) {
  const Xray& xray = model.lab.xray;
  const Theme& colors = theme(model.view.theme);
  const ImVec2 all = ImGui::GetContentRegionAvail();
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const ImVec2 code = is_wide ? ImVec2{std::max(all.x * 0.4f, 330 * ui.scale), all.y}
                              : ImVec2{all.x, all.y * 0.52f};
  pseudocode(xray, colors, ui, code);
  if (is_wide) ImGui::SameLine();
  const ImVec2 rest = is_wide ? ImVec2{all.x - code.x - gap, all.y}
                              : ImVec2{all.x, ImGui::GetContentRegionAvail().y};
  if (rest.y < 24 * ui.scale) return;
  if (xray.is_in_impacts())
    pane("impacts", rest, ui, [&] { draw_xray_impacts(xray, colors, ui, out); });
  else if (xray.phase() == WalkPhase::narrow)
    pane("magnifier", rest, ui,
         [&] { draw_xray_magnifier(xray, model.session, colors, ui.scale); });
  else
    broad_half(model, ui, rest);
}

void draw_xray(const Model& model, UiState& ui, Requests& out) {
  const Xray& xray = model.lab.xray;
  const Theme& colors = theme(model.view.theme);
  if (!xray.is_open()) return introduce(colors, ui, out);
  if (xray.speed() > 0) ask(out, AdvanceXray{static_cast<double>(ImGui::GetIO().DeltaTime)});
  const bool is_wide = ImGui::GetContentRegionAvail().x >= kWide * ui.scale;
  say(xray, colors, ui, is_wide);
  buttons(xray, ui, out);
  walk_choice(model, colors, ui, out, is_wide);
  if (is_wide) {
    ImGui::SameLine(0, 12 * ui.scale);
    const std::string words = tally(xray);
    text(text_width(words) <= ImGui::GetContentRegionAvail().x ? words : "",
         colors[Role::text_dim]);
  }
  scrubbers(xray, colors, ui, out);
  panes(model, ui, out, is_wide);
}

}  // namespace

// clang-format off
extern const ToolRow xray_tool{
    .action = {"xray", "X-ray",
               "Walk through the algorithm event by event.",
               Menu::tools, {on_key('x')}},
    .title = "X-ray", .height = 330, .draw = draw_xray};
// clang-format on

}  // namespace phasebox
