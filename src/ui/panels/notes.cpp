// SPDX-License-Identifier: MIT
// Draws the notes beside or below the field, which never cover it: the scene's note, the legend,
// remarks of the broadphase and messages.
#include <algorithm>
#include <cmath>

#include "ui/model/xray_field.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

// The height in px that scene's note, legend and remarks took in the last frame.
struct NotesState {
  float lasting = 0;
};

// Draws the note that the author of a scene has written into it, until the user dismisses it. A
// recording has none.
void draw_scene_note(const Gui& gui) {
  const std::string& note = gui.session.settings().scene_note;
  if (note.empty() || gui.session.playback() || note == gui.ui.dismissed_note) return;
  if (small_button(gui, "x##note", "note.dismiss", "Dismiss the note; the scene keeps it."))
    gui.ui.dismissed_note = note;
  ImGui::SameLine();
  ImGui::PushTextWrapPos(0);
  text_as_is(note);
  ImGui::PopTextWrapPos();
  remember_rect(gui, "note");
}

}  // namespace

void draw_notes(const Gui& gui, const Aabb& where) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(gui.px(8), gui.px(3)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, gui.ink(Role::background));
  begin_fixed("notes", where, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gui.px(6), gui.px(2)));
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = ImGui::GetStyle().ItemSpacing.y;
  // At the lower edge are the last two messages that are recent enough to be toasts, the newest
  // last; only one if two would take the room of what stands above them. That is the newer one,
  // unless the older one warns and the newer one does not.
  constexpr std::size_t kMaxShown = 2;
  std::vector<const Message*> messages;
  for (const Message& m : gui.ui.messages.all())
    if (MessageLog::is_toast(m, gui.model.clock.now)) messages.push_back(&m);
  if (messages.size() > kMaxShown) messages.erase(messages.begin(), messages.end() - kMaxShown);
  const auto left = [&] {
    float height = room.y;
    for (const Message* m : messages) height -= height_of_message(gui, *m, room.x) + gap;
    return height;
  };
  float& lasting = gui.ui.own<NotesState>().lasting;
  if (messages.size() > 1 && left() < std::max(lasting, 1.0f)) {
    const bool warns = messages[0]->kind == Message::Kind::warning;
    messages.erase(messages.begin() + (warns && messages[1]->kind == Message::Kind::note));
  }
  // The messages are written smaller if a single one is still too high.
  ImFont* const font = left() < 1 ? footnote_font() : text_font();
  push_font(font);
  const float rest = left();
  ImGui::PopFont();
  // What lies above the messages scrolls. Its height is that of whole lines, so that no line is
  // cut.
  const float line = ImGui::GetTextLineHeightWithSpacing();
  begin_child("lasting", {0, std::max(1.0f, std::floor((rest + gap) / line) * line - gap)});
  draw_scene_note(gui);
  Flow flow(gui.px(14));
  const bool is_lesson =
      gui.lab.lessons.open() && gui.ui.tool == "lessons";  // its texts take the remarks' place
  // The start page explains itself; legend and remarks come when it is left.
  const bool is_quiet = gui.ui.welcome_open;
  if (!is_quiet) draw_field_legend(gui, flow);
  if (const Xray& xray = gui.lab.xray; xray.is_open())
    if (const Sentence words = left_out(xray, gui.model.field.camera); !words.empty()) {
      text_wrapped(gui, words);
      remember_rect(gui, "xray.left-out");
    }
  // Remarks are those of the session's broadphase. Beside the lanes of a race they could be taken
  // for those of a contestant, so they are left out.
  if (!is_quiet && !is_lesson && !gui.lab.race.has_lanes() && gui.model.traced.is_counted)
    for (const Remark& remark : gui.model.traced.remarks) {
      push_font(footnote_font());
      text_wrapped(gui, remark.text, remark.warning ? Role::warning : Role::text_dim);
      remember_rect(gui, "remark." + remark.text.english());
      ImGui::PopFont();
    }
  lasting = ImGui::GetCursorPosY() - gap;
  ImGui::EndChild();
  push_font(font);
  for (const Message* m : messages) text_of_message(gui, *m, Role::accent);
  ImGui::PopFont();
  ImGui::PopStyleVar();
  remember_window(gui, "notes");
  ImGui::End();
}

}  // namespace phasebox::ui
