// SPDX-License-Identifier: MIT
// Windows that come and go: help, messages, questions, keys, the list of files, the box of long
// work.
#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "base/number_format.hpp"
#include "ui/language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

// Windows that come and go: help, messages, the question before quitting.

// Of a candidate pair in all its lists: found, sorted, confirmed, and traced once more.
constexpr double kBytesPerPair = 150;

// One row of help, of a key or of a gesture; both words break where they must.
void help_line(std::string_view keys, std::string_view words, std::string_view more,
               const Theme& colors) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text_wrapped(keys, colors[Role::accent]);
  ImGui::TableNextColumn();
  text_wrapped(words, colors[Role::text]);
  if (!more.empty()) tooltip(more);
}

struct HelpGroup {
  const char* title;
  Menu menu;
};
constexpr HelpGroup kHelpGroups[] = {
    {"File", Menu::file},           {"Edit", Menu::edit},
    {"Scene", Menu::scene},         {"Simulation", Menu::simulation},
    {"Algorithm", Menu::algorithm}, {"View", Menu::view},
    {"Tools", Menu::tools},         {"Help", Menu::help},
    {"Everywhere", Menu::none}};

void help_heading(const char* title, const Theme& colors) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::Spacing();
  text(title, colors[Role::text_dim]);
}

// A group without any line that is searched for has no heading either.
void help_group(const HelpGroup& group, std::string_view filter, const KeyMap& keys,
                const Theme& colors) {
  bool is_begun = false;
  for (const ActionRow* row : actions()) {
    if (row->menu != group.menu || !is_searched(*row, filter, keys)) continue;
    if (!std::exchange(is_begun, true)) help_heading(group.title, colors);
    help_line(place_of(*row, keys), row->title, row->help, colors);
  }
}

void help_mouse(std::string_view filter, const Theme& colors) {
  bool is_begun = false;
  for (const Gesture& g : gestures()) {
    if (!contains_words(g.gesture, filter) && !contains_words(g.meaning, filter)) continue;
    if (!std::exchange(is_begun, true)) help_heading("Mouse", colors);
    help_line(g.gesture, g.meaning, {}, colors);
  }
}

// Each part is a table of two columns: keys, and what they do.
template <class Body>
void help_table(const char* id, float width, Body body) {
  begin_child(id, {width, 0});
  if (ImGui::BeginTable(id, 2, ImGuiTableFlags_PadOuterX)) {
    ImGui::TableSetupColumn(tr("keys"), ImGuiTableColumnFlags_WidthFixed,
                            ImGui::GetFontSize() * 7.4f);
    ImGui::TableSetupColumn(tr("what"), ImGuiTableColumnFlags_WidthStretch);
    body();
    ImGui::EndTable();
  }
  ImGui::EndChild();
}

void help_search(UiState& ui) {
  std::array<char, 128> buffer{};
  ui.help_filter.copy(buffer.data(), buffer.size() - 1);
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputTextWithHint("##search", tr("Search keys, names and sentences"), buffer.data(),
                               buffer.size()))
    ui.help_filter = buffer.data();
  remember_rect(ui, "help.search");
}

}  // namespace

void draw_help(const Model& model, UiState& ui, Vec2 screen) {
  if (!ui.help_open) return;
  const Theme& colors = theme(model.view.theme);
  if (begin_centered("Keys and mouse", &ui.help_open, screen, {900, 640}, ui.scale)) {
    help_search(ui);
    const std::string& filter = ui.help_filter;
    const float width = ImGui::GetContentRegionAvail().x;
    const bool is_wide = width > 36 * ImGui::GetFontSize();
    constexpr std::size_t kLeft = 5;  // groups of the left half
    const auto groups = [&](std::size_t first, std::size_t last) {
      for (std::size_t k = first; k < last; ++k)
        help_group(kHelpGroups[k], filter, ui.keys, colors);
    };
    if (is_wide) {
      help_table("keys-left", width / 2, [&] { groups(0, kLeft); });
      ImGui::SameLine();
      help_table("keys-right", 0, [&] {
        groups(kLeft, std::size(kHelpGroups));
        help_mouse(filter, colors);
      });
    } else {
      help_table("keys-all", 0, [&] {
        groups(0, std::size(kHelpGroups));
        help_mouse(filter, colors);
      });
    }
  }
  ImGui::End();
}

void draw_messages(const Model& model, UiState& ui, const Aabb& field) {
  if (!ui.messages_open) return;
  const Theme& colors = theme(model.view.theme);
  const Vec2 size{std::min(520 * ui.scale, extent(field).x - 24), 240 * ui.scale};
  ImGui::SetNextWindowPos({center(field).x - size.x / 2, center(field).y - size.y / 2},
                          ImGuiCond_Appearing);
  ImGui::SetNextWindowSize(to_imgui(size), ImGuiCond_Appearing);
  if (ImGui::Begin(tr_label("Messages"), &ui.messages_open,
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
    if (ui.messages.all().empty()) text("Nothing so far.", colors[Role::text_dim]);
    for (auto m = ui.messages.all().rbegin(); m != ui.messages.all().rend(); ++m)
      text_wrapped(m->text, colors[m->kind == Message::Kind::warning ? Role::warning : Role::text]);
  }
  ImGui::End();
}

namespace {

// A question over everything else, while `asked`. Its answers are the buttons that `buttons` draws.
template <class Buttons>
void draw_question(const char* title, const std::string& words, bool asked, const Model& model,
                   Vec2 screen, Buttons buttons) {
  if (asked && !ImGui::IsPopupOpen(tr_label(title))) ImGui::OpenPopup(tr_label(title));
  ImGui::SetNextWindowPos(to_imgui(screen * 0.5f), ImGuiCond_Always, {0.5f, 0.5f});
  if (!ImGui::BeginPopupModal(tr_label(title), nullptr,
                              ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                                  ImGuiWindowFlags_NoMove))
    return;
  if (asked) {
    text_within(words, std::min(screen.x - 40, 30 * ImGui::GetFontSize()),
                theme(model.view.theme)[Role::text_dim]);
    ImGui::Spacing();
    buttons();
  } else {
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void answer_button(const char* title, const char* name, bool answer, UiState& ui, Requests& out) {
  if (ImGui::Button(tr_label(title))) out.emplace_back(request::Answer{answer});
  remember_rect(ui, name);
  ImGui::SameLine();
}

void recovery_button(const char* title, const char* name, Recovery how, UiState& ui,
                     Requests& out) {
  if (ImGui::Button(tr_label(title))) out.emplace_back(request::Recover{how});
  remember_rect(ui, name);
  ImGui::SameLine();
}

void draw_recovery(const Model& model, UiState& ui, Vec2 screen, Requests& out) {
  const RecoveryQuestion left = ui.recovery_asked.value_or(RecoveryQuestion{});
  const std::string words =
      fmt::format("A window ended before it was closed. Its state was saved at {}: {}.",
                  left.saved_at, left.what);
  draw_question("Restore the last session?", words, ui.asks_about_recovery(), model, screen, [&] {
    recovery_button("Restore (Enter)", "recovery.restore", Recovery::restore, ui, out);
    recovery_button("Discard (Del)", "recovery.discard", Recovery::discard, ui, out);
    recovery_button("Later (Esc)", "recovery.later", Recovery::later, ui, out);
  });
}

}  // namespace

void draw_questions(const Model& model, UiState& ui, Vec2 screen, Requests& out) {
  const char* loss = ui.has_unsaved ? "Unsaved changes will be lost." : "Nothing is unsaved.";
  draw_question("Quit Phasebox?", loss, ui.quit_asked, model, screen, [&] {
    answer_button("Quit (Enter)", "quit.yes", true, ui, out);
    if (ui.has_unsaved) {
      if (ImGui::Button(tr_label("Save ..."))) {
        ui.quit_asked = false;
        out.emplace_back(Invocation{&save_action});
      }
      remember_rect(ui, "quit.save");
      ImGui::SameLine();
    }
    answer_button("Stay (Esc)", "quit.no", false, ui, out);
  });
  draw_recovery(model, ui, screen, out);
  const PairQuestion many = ui.pairs_asked.value_or(PairQuestion{});
  const std::string words = fmt::format(
      "{} {} {} candidate pairs. Finding and drawing them takes seconds per step and about {:.1f} "
      "GB of memory.",
      counted(many.sprites, "sprite"), many.by_motion ? "have come to make" : "would make about",
      brief(many.pairs), std::max(0.1, static_cast<double>(many.pairs) * kBytesPerPair / 1e9));
  draw_question("Very many pairs", words, ui.pairs_asked.has_value(), model, screen, [&] {
    const char* no = many.by_motion ? "Pause (Enter, Esc)" : "Take it back (Enter, Esc)";
    answer_button(no, "pairs.no", false, ui, out);
    answer_button("Continue", "pairs.yes", true, ui, out);
  });
}

namespace {

// The window in which keys are chosen: an action per line, a button per key.

std::string key_rect_name(const ActionRow& row, std::size_t place) {
  return fmt::format("keys.{}.{}", row.id, place);
}

// The text on the button of a key, and how wide it is at least.
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

namespace {

// The file picker as a window.

// One line of the list; its name may hold any bytes, which are no id of a widget.
bool entry_line(const char* mark, const std::string& name, bool chosen, int id) {
  ImGui::PushID(id);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::Selectable("##entry", chosen, ImGuiSelectableFlags_AllowDoubleClick);
  const std::string line = mark + printable(name);
  ImGui::GetWindowDrawList()->AddText(at, ImGui::GetColorU32(ImGuiCol_Text), line.c_str());
  ImGui::PopID();
  return clicked;
}

// Returns the folder to enter, if any; a click on a file chooses it, a double click takes it.
std::filesystem::path list_entries(FilePicker& picker, UiState& ui, bool& taken) {
  std::filesystem::path enter;
  if (entry_line("↑  ", "..", false, -1)) enter = picker.folder.parent_path();
  for (std::size_t i = 0; i < picker.entries.size(); ++i) {
    const FilePicker::Entry& entry = picker.entries[i];
    const bool chosen = !entry.is_folder && picker.name == entry.name;
    const bool clicked =
        entry_line(entry.is_folder ? "→  " : "    ", entry.name, chosen, static_cast<int>(i));
    remember_rect(ui, "picker.entry." + entry.name);
    if (!clicked) continue;
    picker.wants_focus = true;  // what is typed next belongs into the name
    if (entry.is_folder)
      enter = picker.folder / entry.name;
    else
      picker.name = entry.name;
    taken |= !entry.is_folder && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  }
  return enter;
}

bool name_field(FilePicker& picker, UiState& ui) {
  const std::string shown = printable(picker.name);
  std::array<char, 1024> buffer{};
  std::memcpy(buffer.data(), shown.data(), std::min(shown.size(), buffer.size() - 1));
  if (std::exchange(picker.wants_focus, false)) {
    ImGui::SetKeyboardFocusHere();
    ui.keys_wait = 5;
  }
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputText("##name", buffer.data(), buffer.size(),
                                        ImGuiInputTextFlags_EnterReturnsTrue);
  // A click beside the list must not take the keyboard focus; keys may.
  if (!ImGui::IsItemActive() && !ImGui::IsAnyMouseDown() && !ui.keyboard.is_on)
    picker.wants_focus = true;
  remember_rect(ui, "picker.name");
  // A name with letters that cannot be shown stays what it is until it is edited.
  if (shown != buffer.data()) {
    picker.name = buffer.data();
    picker.trouble.clear();
  }
  return entered;
}

bool replaces(const FilePicker& picker) {
  std::error_code missing;
  return !picker.name.empty() && std::filesystem::is_regular_file(picker.file(), missing);
}

const char* title_of(const FilePicker& picker) {
  if (picker.mode == FilePicker::Mode::save_boxes) return "Save the recorded boxes";
  return picker.saves() ? "Save the scene" : "Open a scene, a picture or a box recording";
}

}  // namespace

void draw_picker(const Model& model, UiState& ui, Vec2 screen, Requests& out) {
  FilePicker& picker = ui.picker;
  if (!picker.is_open()) return;
  const Theme& colors = theme(model.view.theme);
  const Vec2 size{std::min(560 * ui.scale, screen.x - 16), std::min(460 * ui.scale, screen.y - 16)};
  ImGui::SetNextWindowPos(to_imgui(screen * 0.5f), ImGuiCond_Appearing, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(to_imgui(size), ImGuiCond_Appearing);
  bool stays = true, taken = false;
  std::filesystem::path enter;
  if (ImGui::Begin(tr_label(title_of(picker)), &stays,
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
    text_wrapped(printable(picker.folder.string()), colors[Role::text_dim]);
    if (!picker.trouble.empty()) text_wrapped(picker.trouble, colors[Role::warning]);
    const float below = 2 * ImGui::GetFrameHeightWithSpacing() + 4 * ui.scale;
    begin_child("entries", {0, -below}, true);
    enter = list_entries(picker, ui, taken);
    ImGui::EndChild();
    taken |= name_field(picker, ui);
    const bool saves = picker.saves();
    taken |= ImGui::Button(tr_label(saves ? (replaces(picker) ? "Replace" : "Save") : "Open"));
    remember_rect(ui, "picker.take");
    ImGui::SameLine();
    if (ImGui::Button(tr_label("Cancel (Esc)"))) stays = false;
    if (taken)
      if (const auto file = picker.take()) {
        out.push_back(saves ? Request(request::Save{*file}) : Request(request::Open{*file}));
        stays = false;
      }
  }
  ImGui::End();
  if (!enter.empty()) picker.enter(enter);
  if (!stays) picker.close();
}

// The box that is shown while work takes long.

void draw_waiting_box(const ApplicationModel& model, Vec2 screen, double seconds_passed,
                      WaitingBox& box) {
  ImGui::SetNextWindowPos(to_imgui(screen * 0.5f), ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::Begin("waiting", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  const Session& session = model.session;
  text(fmt::format("{}, {}: {:.0f} s so far", session.broadphase().title,
                   counted(session.world().size(), "sprite"), seconds_passed));
  if (box.cancels) {
    text("Canceling ...");
  } else {
    if (ImGui::Button(tr_label("Cancel (Esc)"))) box.cancels = true;
    if (!model.paused) {
      ImGui::SameLine();
      if (ImGui::Button(tr_label(box.pauses ? "Pauses after this step" : "Pause after this step")))
        box.pauses = true;
    }
  }
  ImGui::End();
}

}  // namespace phasebox
