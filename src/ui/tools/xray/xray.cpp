// SPDX-License-Identifier: MIT
// The X-ray in the drawer: the sentence, the buttons, the scrubber, the pseudocode, and the panes.
#include "lab/xray.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "ui/language/tr.hpp"
#include "ui/model/xray_view.hpp"
#include "ui/registry.hpp"
#include "ui/tools/xray/parts.hpp"
#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {
namespace {

constexpr float kWide = 760;  // px before scaling, from which the panes are side by side

void ask(const Gui& gui, XrayCommand command) { gui.out.emplace_back(command); }

void introduce(const Gui& gui) {
  text_wrapped(
      gui,
      "Freeze the frame and walk through the algorithm at work, event by event: what it sorts, "
      "counts, cuts and compares. Where sprites push each other, the impacts of the step come "
      "first. " +
          key_or_menu(xray_forward_action, gui.ui.keys) + " goes on, " +
          key_or_menu(xray_back_action, gui.ui.keys) + " back, Esc leaves.");
  ImGui::Spacing();
  action_button(gui, xray_forward_action, "Freeze this frame", "xray.freeze");
}

// Room for two lines where one may not do, so that the panes stay where they are.
void say(const Gui& gui, const Xray& xray, bool is_wide) {
  push_font(reading_font());
  const float top = ImGui::GetCursorPosY(), line = ImGui::GetTextLineHeight();
  text_wrapped(gui, xray.sentence());
  ImGui::PopFont();
  ImGui::SetCursorPosY(top + line * (is_wide ? 1 : 2) + 4 * gui.ui.scale);
}

bool bar_button(const Gui& gui, const char* title, const char* name, std::string_view help) {
  const bool pressed = button(gui, title, name, help);
  ImGui::SameLine(0, 4 * gui.ui.scale);
  return pressed;
}

void speed_slider(const Gui& gui, const Xray& xray) {
  auto speed = static_cast<float>(gui.ui.xray_speed);
  ImGui::SetNextItemWidth(118 * gui.ui.scale);
  const bool changed =
      ImGui::SliderFloat("##speed", &speed, 0.5f, 5000, tr("%.3g events/s"),
                         ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
  tooltip("Speed at which Play walks, 0.5 to 5,000 events per second.");
  if (!changed) return;
  gui.ui.xray_speed = static_cast<double>(speed);
  if (xray.speed() > 0) ask(gui, PlayXray{gui.ui.xray_speed});
}

void buttons(const Gui& gui, const Xray& xray) {
  const bool plays = xray.speed() > 0;
  if (bar_button(gui, "|◀", "xray.first", "To the beginning.")) ask(gui, SeekXray{0});
  if (bar_button(gui, "◀◀", "xray.jump-back",
                 "Back to where the last impact, group, cell, pass or pair began."))
    ask(gui, JumpXray{false});
  push_button_repeat();
  if (bar_button(gui, "◀", "xray.back", hint_of(xray_back_action, gui.ui.keys)))
    ask(gui, StepXray{-1});
  pop_button_repeat();
  if (bar_button(gui, plays ? "Hold" : "Play", "xray.play", "Walk by itself, or stand still."))
    ask(gui, PlayXray{plays ? 0 : gui.ui.xray_speed});
  push_button_repeat();
  if (bar_button(gui, "▶", "xray.forward", hint_of(xray_forward_action, gui.ui.keys)))
    ask(gui, StepXray{1});
  pop_button_repeat();
  if (bar_button(gui, "▶▶", "xray.jump", "To the next impact, group, cell, pass or pair."))
    ask(gui, JumpXray{true});
  if (bar_button(gui, "▶|", "xray.last", "To the end: the normal run."))
    ask(gui, SeekXray{xray.size()});
  speed_slider(gui, xray);
}

// Whether the frame is walked, or the query that is open in the field.
void walk_choice(const Gui& gui, bool is_wide) {
  const Xray& xray = gui.model.lab.xray;
  if (!gui.model.region_query) return;
  if (is_wide) ImGui::SameLine(0, 12 * gui.ui.scale);
  text(gui, "Walk:", Role::text_dim);
  ImGui::SameLine(0, 6 * gui.ui.scale);
  if (round_button(gui, "frame", "xray.walk.frame", !xray.asked(),
                   "How the broadphase finds the pairs of the frame."))
    ask(gui, WalkXray{});
  ImGui::SameLine(0, 6 * gui.ui.scale);
  if (round_button(gui, "query", "xray.walk.query", xray.asked().has_value(),
                   "How it answers the query in the field: which boxes overlap that rectangle."))
    ask(gui, WalkXray{gui.model.region_query->box});
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
void scrubber(const Gui& gui, const Xray& xray, const ScrubbedPart& part, float width) {
  const std::size_t done = std::clamp(xray.at(), part.begin, part.begin + part.size) - part.begin;
  const bool is_here = xray.at() >= part.begin && xray.at() <= part.begin + part.size;
  int at = static_cast<int>(done);
  ImGui::SetNextItemWidth(width);
  ImGui::BeginDisabled(part.size == 0);
  if (ImGui::SliderInt(fmt::format("##{}", part.name).c_str(), &at, 0,
                       std::max(1, static_cast<int>(part.size)), "",
                       ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput))
    ask(gui, SeekXray{part.begin + static_cast<std::size_t>(std::max(at, 0))});
  ImGui::EndDisabled();
  remember_rect(gui, fmt::format("xray.scrubber.{}", part.name));
  if (!ImGui::IsItemActive())
    tooltip(part.size == 0 ? fmt::format("The {} had nothing to do.", part.name)
                           : fmt::format("Drag to any event of the {}.", part.name));
  std::string words =
      fmt::format("{}: {} of {} events", part.name, grouped(done), grouped(part.size));
  if (text_width(words) > width - 8 * gui.ui.scale)
    words = fmt::format("{} / {}", grouped(done), grouped(part.size));
  text_over(gui, words, is_here ? Role::text : Role::text_dim);
}

void scrubbers(const Gui& gui, const Xray& xray) {
  const auto parts = parts_of(xray);
  const float gap = ImGui::GetStyle().ItemSpacing.x, n = static_cast<float>(parts.size());
  const float width = (ImGui::GetContentRegionAvail().x - gap * (n - 1)) / n;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (k > 0) ImGui::SameLine();
    scrubber(gui, xray, parts[k], width);
  }
  if (xray.dropped() > 0)
    text_wrapped(gui,
                 fmt::format("{} more events are not shown: the walk ends before they come.",
                             grouped(xray.dropped())),
                 Role::warning);
}

void code_line(const Gui& gui, const CodeLine& line, bool is_lit) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
  if (is_lit) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x - 4 * gui.ui.scale, at.y},
                       {at.x + width, at.y + height + 2 * gui.ui.scale},
                       packed(gui.colors[Role::accent].with_alpha(0.28f)), 3 * gui.ui.scale);
    list.AddRectFilled({at.x - 4 * gui.ui.scale, at.y},
                       {at.x - 1 * gui.ui.scale, at.y + height + 2 * gui.ui.scale},
                       packed(gui.colors[Role::accent]));
  }
  const std::size_t indent = line.text.find_first_not_of(' ');
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + static_cast<float>(indent) * 6 * gui.ui.scale);
  text_wrapped(gui, line.text.substr(indent), is_lit ? Role::text : Role::text_dim);
  if (is_lit) ImGui::SetScrollHereY(0.5f);
}

void pseudocode(const Gui& gui, const Xray& xray, ImVec2 size) {
  begin_child("code", size, true);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 2 * gui.ui.scale));
  const auto lit = xray.line();
  const auto code = xray.code();
  for (std::size_t k = 0; k < code.size(); ++k) code_line(gui, code[k], lit == k);
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

void pane(const Gui& gui, const char* name, ImVec2 size, auto draw) {
  begin_child(name, size, true);
  draw();
  remember_window(gui, std::string("xray.") + name);
  ImGui::EndChild();
}

// In a crowded field an event is too small to see; the pane is as wide as it is high, if it can be.
// In a drawer that is too low for it the field must do.
void closeup_pane(const Gui& gui, ImVec2& room) {
  const Xray& xray = gui.model.lab.xray;
  if (!shows_less(xray, gui.model.camera) || room.y < 96 * gui.ui.scale) return;
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float width = std::min(std::max(room.y, 140 * gui.ui.scale), room.x * 0.36f);
  pane(gui, "closeup", {width, room.y}, [&] { draw_xray_closeup(gui, xray); });
  ImGui::SameLine();
  room.x -= width + gap;
}

// The row of delimiters where the query walks along one; else what it has found.
void query_panes(const Gui& gui, const Xray& xray, ImVec2 room) {
  if (!xray.costs().empty())
    return pane(gui, "strip", room, [&] { draw_xray_query_strip(gui, xray); });
  pane(gui, "found", room, [&] { text_wrapped(gui, "found: " + xray.list_of(xray.found())); });
}

// Strip and tree, or what the algorithm has of them; else which sprites were compared.
void broad_panes(const Gui& gui, const Xray& xray, ImVec2 room) {
  const float share = room.x < 420 * gui.ui.scale ? 0.54f : 0.62f;  // of the strip
  const bool has_strip = xray.broad().pass(xray.broad().size()) != nullptr;
  const bool has_tree = !xray.broad().parts().empty();
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float left = has_strip && has_tree ? (room.x - gap) * share : room.x;
  if (has_strip) {
    pane(gui, "strip", {left, room.y}, [&] { draw_xray_strip(gui, xray); });
    if (has_tree) ImGui::SameLine();
  }
  if (has_tree) pane(gui, "tree", {0, room.y}, [&] { draw_xray_tree(gui, xray); });
  if (!has_strip && !has_tree)
    pane(gui, "matrix", {0, room.y}, [&] { draw_xray_matrix(gui, xray); });
}

void panes(const Gui& gui, bool is_wide) {
  const Xray& xray = gui.model.lab.xray;
  const ImVec2 all = ImGui::GetContentRegionAvail();
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const ImVec2 code = is_wide ? ImVec2{std::max(all.x * 0.4f, 330 * gui.ui.scale), all.y}
                              : ImVec2{all.x, all.y * 0.52f};
  pseudocode(gui, xray, code);
  if (is_wide) ImGui::SameLine();
  ImVec2 rest = is_wide ? ImVec2{all.x - code.x - gap, all.y}
                        : ImVec2{all.x, ImGui::GetContentRegionAvail().y};
  if (rest.y < 24 * gui.ui.scale) return;
  if (xray.is_in_impacts())
    return pane(gui, "impacts", rest, [&] { draw_xray_impacts(gui, xray); });
  if (xray.phase() == WalkPhase::narrow)
    return pane(gui, "magnifier", rest, [&] { draw_xray_magnifier(gui, xray); });
  closeup_pane(gui, rest);
  xray.asked() ? query_panes(gui, xray, rest) : broad_panes(gui, xray, rest);
}

void draw_xray(const Gui& gui) {
  const Xray& xray = gui.model.lab.xray;
  if (!xray.is_open()) return introduce(gui);
  if (xray.speed() > 0) ask(gui, AdvanceXray{static_cast<double>(ImGui::GetIO().DeltaTime)});
  const bool is_wide = ImGui::GetContentRegionAvail().x >= kWide * gui.ui.scale;
  say(gui, xray, is_wide);
  buttons(gui, xray);
  walk_choice(gui, is_wide);
  if (is_wide) {
    ImGui::SameLine(0, 12 * gui.ui.scale);
    const std::string words = tally(xray);
    text(gui, text_width(words) <= ImGui::GetContentRegionAvail().x ? words : "", Role::text_dim);
  }
  scrubbers(gui, xray);
  panes(gui, is_wide);
}

}  // namespace

// clang-format off
extern const ToolRow xray_tool{
    .action = {"xray", "X-ray",
               "Walk through the algorithm event by event.",
               Menu::tools, {on_key('x')}},
    .title = "X-ray", .height = 330, .draw = draw_xray};
// clang-format on

}  // namespace phasebox::ui
