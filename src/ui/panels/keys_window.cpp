// SPDX-License-Identifier: MIT
// The window in which keys are chosen: an action per line, a button per key.
#include <array>
#include <string>

#include <fmt/format.h>

#include "ui/language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/imgui_navigation.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

std::string key_rect_name(const ActionRow& row, std::size_t place) {
  return fmt::format("keys.{}.{}", row.id, place);
}

// What stands on the button of a key, and how wide it is at least.
std::string key_label(const Chord& chord, bool is_waited_for) {
  if (is_waited_for) return std::string(tr("press a key"));
  return is_same_key(chord, {}) ? std::string(tr("none")) : chord_name(chord);
}

void key_button(KeyPlace where, const Chord& chord, UiState& ui) {
  KeyEditor& editor = ui.key_editor;
  const bool is_waited_for = editor.waits == where;
  ImGui::PushID(static_cast<int>(where.place));
  if (ImGui::Button(key_label(chord, is_waited_for).c_str())) editor.wait_for(where);
  remember_rect(ui, key_rect_name(*where.row, where.place));
  tooltip("Press this button, then the new key; Esc leaves the old one. Right click: no key.");
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) ui.keys.set(where, {});
  ImGui::PopID();
  ImGui::SameLine();
}

void reset_button(const ActionRow& row, UiState& ui) {
  if (!ui.keys.is_changed(row)) return;
  if (ImGui::Button(tr_label("Reset"))) ui.keys.reset(row, actions());
  remember_rect(ui, fmt::format("keys.{}.reset", row.id));
  tooltip("Give this action its default keys again: " + keys_of(row, {}) + ".");
}

void key_line(const ActionRow& row, const Theme& colors, UiState& ui) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  text(row.title, colors[ui.keys.is_changed(row) ? Role::accent : Role::text]);
  tooltip(row.help);
  ImGui::TableNextColumn();
  ImGui::PushID(std::string(row.id).c_str());
  const std::vector<Chord> keys = ui.keys.shown(row);
  const std::size_t n = keys.size();
  for (std::size_t k = 0; k < n; ++k) key_button({&row, k}, keys[k], ui);
  if (n == 0) key_button({&row, 0}, {}, ui);
  reset_button(row, ui);
  ImGui::PopID();
  ImGui::NewLine();
}

// Named, with a choice.
void name_conflict(const Theme& colors, UiState& ui) {
  KeyEditor& editor = ui.key_editor;
  std::optional<KeyEditor::Conflict> answered;
  const std::string key = chord_name(*editor.pressed), other(editor.used_by->row->title),
                    mine(editor.waits->row->title);
  text_wrapped(fmt::format("{} is a key of '{}'. Which of both is to have it?", key, other),
               colors[Role::warning]);
  const auto answer = [&](const char* title, const char* name, KeyEditor::Conflict how,
                          std::string_view help) {
    if (ImGui::Button(tr_label(title))) answered = how;
    remember_rect(ui, name);
    tooltip(help);
    ImGui::SameLine();
  };
  answer("Take it", "keys.take", KeyEditor::Conflict::take,
         fmt::format("'{}' loses {}.", other, key));
  answer("Swap", "keys.swap", KeyEditor::Conflict::swap,
         fmt::format("'{}' gets the key that '{}' has now.", other, mine));
  answer("Leave both", "keys.leave", KeyEditor::Conflict::leave, "Nothing changes (Esc).");
  ImGui::NewLine();
  if (answered) editor.settle(*answered, ui.keys);
}

void search_keys(UiState& ui) {
  std::array<char, 128> buffer{};
  ui.key_editor.filter.copy(buffer.data(), buffer.size() - 1);
  const float reset = ImGui::CalcTextSize(tr("Reset all")).x + 3 * ImGui::GetStyle().FramePadding.x;
  ImGui::SetNextItemWidth(-reset - ImGui::GetStyle().ItemSpacing.x);
  if (ImGui::InputTextWithHint("##search", tr("Search keys, names and sentences"), buffer.data(),
                               buffer.size()))
    ui.key_editor.filter = buffer.data();
  remember_rect(ui, "keys.search");
  ImGui::SameLine();
  ImGui::BeginDisabled(!ui.keys.is_changed());
  if (ImGui::Button(tr_label("Reset all"))) ui.keys.reset();
  ImGui::EndDisabled();
  remember_rect(ui, "keys.reset-all");
  tooltip("Give all actions their default keys again.");
}

void key_table(const Theme& colors, UiState& ui) {
  if (!ImGui::BeginTable("keys", 2)) return;
  ImGui::TableSetupColumn("action", ImGuiTableColumnFlags_WidthStretch, 1);
  ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthStretch, 1.2f);
  for (const ActionRow* row : actions())
    if (has_free_keys(*row) && is_searched(*row, ui.key_editor.filter, ui.keys))
      key_line(*row, colors, ui);
  ImGui::EndTable();
}

}  // namespace

void draw_keys(const Model& model, UiState& ui, Vec2 screen) {
  KeyEditor& editor = ui.key_editor;
  if (!editor.is_open) return;
  const Theme& colors = theme(model.view.theme);
  if (begin_centered("Change keys", &editor.is_open, screen, {760, 620}, ui.scale)) {
    search_keys(ui);
    if (editor.waits && editor.used_by) name_conflict(colors, ui);
    begin_child("lines", {0, 0});
    key_table(colors, ui);
    ImGui::EndChild();
  }
  ImGui::End();
  if (!editor.is_open) editor.close();
}

}  // namespace phasebox
