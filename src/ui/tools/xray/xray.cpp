// SPDX-License-Identifier: MIT
// The tool "X-ray": the sentence about the event shown last, the controls of the walk, and the
// panes that show the event.
#include <algorithm>
#include <string>

#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/model/xray_control.hpp"
#include "ui/model/xray_field.hpp"
#include "ui/registry.hpp"
#include "ui/tools/xray/panes.hpp"

namespace phasebox::ui {
namespace {

// Draws the choices whether the user guesses events before they are shown, and whether a clone
// walks beside. A walk of a query has neither.
void teaching_choice(const Gui& gui) {
  const Xray& xray = gui.lab.xray;
  if (xray.asked()) return;
  bool guesses = xray.guesses() != nullptr;
  if (ImGui::Checkbox(tr_label("Guess"), &guesses)) ask(gui, {&Xray::set_guessing, guesses});
  remember_rect(gui, "xray.guess",
                "Asks what comes before it is shown. 1 to 4 answer; F10 shows it without a guess.");
  draw_twin_choice(gui);
}

void pane(const Gui& gui, const char* name, ImVec2 size,
          void (*draw)(const Gui& gui, const Xray& xray)) {
  begin_child(name, size, true);
  draw(gui, gui.lab.xray);
  remember_window(gui, std::string("xray.") + name);
  ImGui::EndChild();
}

void draw_found(const Gui& gui, const Xray& xray) {
  text_wrapped(gui, say("found: {}", listed(xray.found(), xray.scene())));
}

// Draws the panes of the broadphase into `room` px: the strip if the algorithm has passes along an
// axis, the tree if it makes groups, cells or nodes; if neither, the matrix of compared sprites.
void broad_panes(const Gui& gui, const Xray& xray, ImVec2 room) {
  // The part of the width that the strip takes beside the tree.
  const float share = room.x < gui.px(420) ? 0.54f : 0.62f;
  const bool has_strip = xray.broad().pass(xray.broad().size()) != nullptr;
  const bool has_tree = !xray.broad().parts().empty();
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float left = has_strip && has_tree ? (room.x - gap) * share : room.x;
  if (has_strip) {
    pane(gui, "strip", {left, room.y}, draw_pass_strip);
    if (has_tree) ImGui::SameLine();
  }
  if (has_tree) pane(gui, "tree", {0, room.y}, draw_xray_tree);
  if (!has_strip && !has_tree) pane(gui, "matrix", {0, room.y}, draw_xray_matrix);
}

// Draws the list of impacts and, beside or below it, the heap of impact times. The heap is left out
// if all impacts are resting contacts and no pair is to come.
void impact_panes(const Gui& gui, const Xray& xray, ImVec2 room) {
  if (flying(xray.impacts()) == 0 && xray.to_come().empty())
    return pane(gui, "impacts", room, draw_xray_impacts);
  const bool is_wide = room.x >= gui.px(480);
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const ImVec2 first =
      is_wide ? ImVec2((room.x - gap) * 0.6f, room.y) : ImVec2(room.x, room.y * 0.5f);
  pane(gui, "impacts", first, draw_xray_impacts);
  if (is_wide) ImGui::SameLine();
  pane(gui, "heap", {0, 0}, draw_xray_heap);
}

// Draws the question about the next event, and beside or below it the pseudocode, which helps to
// answer.
void question_panes(const Gui& gui, const Xray& xray, ImVec2 room) {
  const bool is_wide = room.x >= gui.px(480);
  const ImVec2 gap = ImGui::GetStyle().ItemSpacing;
  const ImVec2 first =
      is_wide ? ImVec2((room.x - gap.x) * 0.5f, room.y) : ImVec2(room.x, room.y * 0.55f);
  draw_xray_question(gui, xray, first);
  if (is_wide) ImGui::SameLine();
  draw_pseudocode(gui, xray, {0, is_wide ? room.y : room.y - first.y - gap.y});
}

void panes(const Gui& gui) {
  const Xray& xray = gui.lab.xray;
  const ImVec2 all = ImGui::GetContentRegionAvail();
  if (xray.guesses() && xray.phase() != WalkPhase::narrow)
    question_panes(gui, xray, {all.x, all.y * 0.7f});
  else
    draw_pseudocode(gui, xray, {all.x, all.y * 0.52f});
  ImVec2 rest = ImGui::GetContentRegionAvail();
  if (rest.y < gui.px(24)) return;
  if (xray.is_in_impacts()) return impact_panes(gui, xray, rest);
  if (xray.phase() == WalkPhase::narrow) return pane(gui, "magnifier", rest, draw_xray_magnifier);
  // In a crowded field events are too small to see, so a close-up is added, unless the drawer is
  // too low for it.
  if (shows_less(xray, gui.model.field.camera) && rest.y >= gui.px(96)) {
    const float width = std::min(std::max(rest.y, gui.px(140)), rest.x * 0.36f);
    pane(gui, "closeup", {width, rest.y}, draw_xray_closeup);
    ImGui::SameLine();
    rest.x -= width + ImGui::GetStyle().ItemSpacing.x;
  }
  if (!xray.asked()) return broad_panes(gui, xray, rest);
  // A query that walks along a row of sorted begins and ends shows that row; any other shows what
  // it has found.
  if (xray.costs().empty()) return pane(gui, "found", rest, draw_found);
  pane(gui, "strip", rest, draw_query_strip);
}

void draw_xray(const Gui& gui) {
  const Xray& xray = gui.lab.xray;
  if (!xray.is_open()) {
    text_wrapped(gui,
                 say("Freeze the frame and walk through the algorithm at work, event by event: "
                     "what it sorts, counts, cuts and compares. Where sprites push each other, the "
                     "impacts of the step come first. {} steps on, {} back, Esc leaves.",
                     key_or_menu(xray_forward_action, gui.ui.keys),
                     key_or_menu(xray_back_action, gui.ui.keys)));
    ImGui::Spacing();
    return action_button(gui, xray_forward_action, "Freeze this frame", "xray.freeze");
  }
  if (xray.speed() > 0) ask(gui, {&Xray::advance, static_cast<double>(ImGui::GetIO().DeltaTime)});
  push_font(bold_font());
  const float top = ImGui::GetCursorPosY(), line = ImGui::GetTextLineHeight();
  text_wrapped(gui, xray.sentence());
  ImGui::PopFont();
  // The sentence always gets the height of two lines, so that what is below does not move when it
  // changes.
  ImGui::SetCursorPosY(top + 2 * line + gui.px(4));
  draw_xray_buttons(gui, xray);
  draw_walk_choice(gui);
  teaching_choice(gui);
  draw_xray_scrubbers(gui, xray);
  panes(gui);
}

// Xray::at() in the last call of scroll_with_walk().
struct ScrolledTo {
  std::size_t event = 0;
};

// Called when the tool was opened: opens the X-ray of the current frame and shows its first event,
// as the key that steps does.
void freeze(ApplicationModel& model) { step_xray(model, 1); }

}  // namespace

void scroll_with_walk(const Gui& gui, const Xray& xray, std::optional<float> y) {
  if (std::exchange(gui.ui.own<ScrolledTo>().event, xray.at()) != xray.at() && y)
    ImGui::SetScrollY(*y - ImGui::GetWindowHeight() / 2);
}

// clang-format off
extern const ToolRow xray_tool{
    .action = {"xray", "X-ray",
               "Walk through the algorithm event by event.",
               Menu::tools, {on_key('x')}},
    .title = "X-ray", .icon = Icon::xray, .draw = draw_xray, .opened = freeze,
    .after = sweep_action};
// clang-format on

}  // namespace phasebox::ui
