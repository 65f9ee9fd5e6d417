// SPDX-License-Identifier: MIT
// Draws the window in which the user chooses the keys of actions.
#include <fmt/format.h>

#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

void key_line(const Gui& gui, const ActionRow& row) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  text(gui, row.title, gui.ui.keys.is_changed(row) ? Role::accent : Role::text);
  tooltip(row.help);
  ImGui::TableNextColumn();
  ImGui::PushID(std::string(row.id).c_str());
  std::vector<Chord> keys = gui.ui.keys.shown(row);
  if (keys.empty()) keys.emplace_back();
  KeyEditor& editor = gui.ui.key_editor;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const KeyPlace where{&row, k};
    if (k > 0) ImGui::SameLine();
    ImGui::PushID(static_cast<int>(k));
    std::string name(editor.waits == where ? tr("press a key") : tr("none"));
    if (editor.waits != where && !keys[k].is_none()) name = chord_name(keys[k]);
    if (ImGui::Button(name.c_str())) editor.wait_for(where);
    remember_rect(
        gui, fmt::format("keys.{}.{}", row.id, k),
        "Press this button, then the new key; Esc leaves the old one. Right click: no key.");
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
      editor.wait_for(std::nullopt);
      gui.ui.keys.take(where, {}, actions());
    }
    ImGui::PopID();
  }
  if (gui.ui.keys.is_changed(row)) {
    ImGui::SameLine();
    if (button(gui, "Reset", fmt::format("keys.{}.reset", row.id),
               say("Give this action its default keys again: {}.",
                   Sentence::as_is(keys_of(row, {}))))) {
      editor.wait_for(std::nullopt);
      gui.ui.keys.reset(row, actions());
    }
  }
  ImGui::PopID();
}

}  // namespace

void draw_keys(const Gui& gui, Vec2 screen) {
  KeyEditor& editor = gui.ui.key_editor;
  if (!editor.is_open) return;
  if (begin_centered("Change keys", &editor.is_open, screen, {760, 620}, gui.ui.scale)) {
    ImGui::SetNextItemWidth(-button_width("Reset all") - ImGui::GetStyle().ItemSpacing.x);
    search_field(gui, "keys.search", editor.filter, !editor.waits);
    ImGui::SameLine();
    ImGui::BeginDisabled(!gui.ui.keys.is_changed());
    if (button(gui, "Reset all", "keys.reset-all", "Give all actions their default keys again.")) {
      editor.wait_for(std::nullopt);
      gui.ui.keys.reset();
    }
    ImGui::EndDisabled();
    // The message has its lines also while there is none, so that it moves no button.
    const float top = ImGui::GetCursorPosY();
    const float lines = ImGui::GetContentRegionAvail().x < 45 * em() ? 2 : 1;
    if (!editor.message.empty()) text_wrapped(gui, editor.message, Role::warning);
    ImGui::SetCursorPosY(top + lines * ImGui::GetTextLineHeightWithSpacing());
    begin_child("lines", {0, 0});
    if (ImGui::BeginTable("keys", 2)) {
      ImGui::TableSetupColumn("action", ImGuiTableColumnFlags_WidthStretch, 1);
      ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthStretch, 1.2f);
      for (const ActionRow* row : actions())
        if (has_free_keys(*row) && is_searched(*row, editor.filter, gui.ui.keys))
          key_line(gui, *row);
      ImGui::EndTable();
    }
    ImGui::EndChild();
  }
  ImGui::End();
  if (!editor.is_open) editor.close();
}

}  // namespace phasebox::ui
