// SPDX-License-Identifier: MIT
// Windows that come and go: help, messages, questions, keys, files, the box of long work.
#include <algorithm>
#include <array>
#include <cstring>
#include <system_error>
#include <tuple>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/files/autosave.hpp"
#include "ui/model/files/files.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

// Of a candidate pair in all its lists: found, sorted, confirmed, and traced once more.
constexpr double kBytesPerPair = 150;

// A help row of a key or gesture, already translated; both texts wrap. A heading begins its group.
void help_line(const Gui& gui, const char*& heading, std::string_view keys, std::string_view words,
               std::string_view more) {
  if (const char* title = std::exchange(heading, nullptr)) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::Spacing();
    text(gui, title, Role::text_dim);
  }
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text_labeled_as_is(gui, "", keys, Role::accent);
  ImGui::TableNextColumn();
  text_wrapped(gui, words);
  tooltip(more);
}

// What is searched for of a menu.
void help_group(const Gui& gui, std::size_t menu) {
  const char* heading = kMenuTitles[menu];
  for (const ActionRow* row : actions())
    if (static_cast<std::size_t>(row->menu) == menu &&
        is_searched(*row, gui.ui.help_filter, gui.ui.keys)) {
      const std::string keys = keys_of(*row, gui.ui.keys), place = place_of(*row, gui.ui.keys);
      help_line(gui, heading, keys.empty() ? tr(std::string_view(place)) : keys, row->title,
                row->help);
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

// What is typed is searched, wherever the window was clicked before.
void search_field(const Gui& gui, const char* name, std::string& filter, bool is_topmost) {
  std::array<char, 128> buffer{};
  filter.copy(buffer.data(), buffer.size() - 1);
  const bool is_free = !ImGui::IsAnyItemActive() && !ImGui::IsAnyMouseDown();
  if (is_topmost && is_free && !gui.ui.keyboard.is_on && !gui.ui.picker.is_open() &&
      !gui.ui.has_modal() && !has_popup())
    ImGui::SetKeyboardFocusHere();
  if (ImGui::InputTextWithHint("##search", tr("Search keys, names and sentences"), buffer.data(),
                               buffer.size()))
    filter = buffer.data();
  remember_rect(gui, name);
}

// A question on top, while `asked`; `buttons` draws its answers: the first, a safe one, has focus.
template <class Buttons>
void draw_question(const Gui& gui, const char* title, const std::string& words, bool asked,
                   Vec2 screen, Buttons buttons) {
  if (asked && !ImGui::IsPopupOpen(tr_label(title))) ImGui::OpenPopup(tr_label(title));
  ImGui::SetNextWindowPos(screen * 0.5f, ImGuiCond_Always, {0.5f, 0.5f});
  if (!ImGui::BeginPopupModal(tr_label(title), nullptr,
                              ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                                  ImGuiWindowFlags_NoMove))
    return;
  if (asked) {
    text_within(gui, words, std::min(screen.x - 40, 30 * ImGui::GetFontSize()), Role::text_dim);
    ImGui::Spacing();
    show_focus();  // Enter presses what has it
    buttons();
  } else {
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void deed_button(const Gui& gui, const char* title, const char* name, Deed deed) {
  if (button(gui, title, name)) gui.out.emplace_back(std::move(deed));
  ImGui::SameLine();
}

void answer_button(const Gui& gui, const char* title, const char* name, bool yes) {
  deed_button(gui, title, name, [yes](ApplicationModel& model) { model.answer(yes); });
}

void draw_recovery(const Gui& gui, Vec2 screen) {
  const RecoveryQuestion left = gui.ui.recovery_asked.value_or(RecoveryQuestion{});
  const std::string words =
      fmt::format("A window ended before it was closed. Its state was saved at {}: {}.",
                  left.saved_at, left.what);
  draw_question(gui, "Restore the last session?", words, gui.ui.asks_about_recovery(), screen, [&] {
    for (const auto& [title, name, how] :
         {std::tuple("Restore", "recovery.restore", Recovery::restore),
          {"Discard (Del)", "recovery.discard", Recovery::discard},
          {"Later (Esc)", "recovery.later", Recovery::later}})
      deed_button(gui, title, name,
                  [answer = how](ApplicationModel& m) { m.autosave->recover(m, answer); });
  });
}

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
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) gui.ui.keys.set(where, {});
    ImGui::PopID();
  }
  if (gui.ui.keys.is_changed(row)) {
    ImGui::SameLine();
    if (button(gui, "Reset", fmt::format("keys.{}.reset", row.id),
               "Give this action its default keys again: " + keys_of(row, {}) + "."))
      gui.ui.keys.reset(row, actions());
  }
  ImGui::PopID();
}

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

// Returns the folder to enter, if any; a click on a file chooses it, a double click takes it. The
// second click of one that has entered a folder is not meant for what then lies under the pointer.
std::filesystem::path list_entries(const Gui& gui, FilePicker& picker, bool& taken) {
  std::filesystem::path enter;
  const bool is_double = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  const bool is_spent = is_double && picker.has_entered;
  if (entry_line("↑  ", "..", false, -1) && !is_spent) enter = picker.folder.parent_path();
  bool is_empty = true;
  for (std::size_t i = 0; i < picker.entries.size(); ++i) {
    const FilePicker::Entry& entry = picker.entries[i];
    if (!picker.lists(entry)) continue;
    is_empty = false;
    const bool chosen = !entry.is_folder && picker.name == entry.name;
    const bool clicked =
        entry_line(entry.is_folder ? "→  " : "    ", entry.name, chosen, static_cast<int>(i));
    remember_rect(gui, "picker.entry." + entry.name);
    if (!clicked || is_spent) continue;
    picker.wants_focus = true;  // what is typed next belongs into the name
    if (entry.is_folder)
      enter = picker.folder / entry.name;
    else
      picker.name = entry.name;
    taken |= !entry.is_folder && is_double;
  }
  if (is_empty) text(gui, "Nothing here that can be opened.", Role::text_dim);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) picker.has_entered = false;
  picker.has_entered |= !enter.empty();
  return enter;
}

bool name_field(const Gui& gui, FilePicker& picker) {
  const std::string shown = printable(picker.name);
  std::array<char, 1024> buffer{};
  std::memcpy(buffer.data(), shown.data(), std::min(shown.size(), buffer.size() - 1));
  if (std::exchange(picker.wants_focus, false)) {
    ImGui::SetKeyboardFocusHere();
    gui.ui.keys_wait = 5;
  }
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputText("##name", buffer.data(), buffer.size(),
                                        ImGuiInputTextFlags_EnterReturnsTrue);
  // A click beside the list must not take the keyboard focus; keys may.
  if (!ImGui::IsItemActive() && !ImGui::IsAnyMouseDown() && !gui.ui.keyboard.is_on)
    picker.wants_focus = true;
  remember_rect(gui, "picker.name");
  // A name with letters that cannot be shown stays what it is until it is edited.
  if (shown != buffer.data()) {
    picker.name = picker.filter = buffer.data();
    picker.trouble.clear();
  }
  return entered;
}

void draw_help(const Gui& gui, Vec2 screen) {
  if (!gui.ui.help_open) return;
  if (begin_centered("Keys and mouse", &gui.ui.help_open, screen, {900, 640}, gui.ui.scale)) {
    ImGui::SetNextItemWidth(-1);
    search_field(gui, "help.search", gui.ui.help_filter, !gui.ui.key_editor.is_open);
    const float width = ImGui::GetContentRegionAvail().x;
    const bool is_wide = width > 36 * ImGui::GetFontSize();
    constexpr std::size_t kLeft = 5;  // groups of the left half
    const auto right = [&] {
      for (std::size_t k = kLeft + 1; k < kMenuTitles.size(); ++k) help_group(gui, k);
      help_group(gui, 0);
      const char* heading = "Mouse";
      for (const Gesture& g : gestures())
        if (contains_words(g.gesture, gui.ui.help_filter) ||
            contains_words(g.meaning, gui.ui.help_filter))
          help_line(gui, heading, tr(g.gesture), g.meaning, {});
    };
    help_table("keys-left", is_wide ? width / 2 : 0, [&] {
      for (std::size_t k = 1; k <= kLeft; ++k) help_group(gui, k);
      if (!is_wide) right();
    });
    if (is_wide) {
      ImGui::SameLine();
      help_table("keys-right", 0, right);
    }
  }
  ImGui::End();
}

void draw_messages(const Gui& gui, const Aabb& field) {
  if (!gui.ui.messages_open) return;
  const Vec2 size{std::min(gui.px(520), extent(field).x - 24), gui.px(240)};
  if (begin_movable("Messages", &gui.ui.messages_open, center(field), size)) {
    if (gui.ui.messages.all().empty()) text(gui, "Nothing so far.", Role::text_dim);
    for (auto m = gui.ui.messages.all().rbegin(); m != gui.ui.messages.all().rend(); ++m)
      text_of_message(gui, *m, Role::text);
  }
  ImGui::End();
}

void draw_questions(const Gui& gui, Vec2 screen) {
  const char* loss = "Changes since the last save will be lost.";
  draw_question(gui, "Quit Phasebox?", loss, gui.ui.quit_asked, screen, [&] {
    deed_button(gui, "Save ...", "quit.save", [](ApplicationModel& model) {
      model.ui.quit_asked = false;
      perform(model, {&save_action});
      model.ui.picker.then_quits = model.ui.picker.is_open();
      if (!model.session.has_unsaved()) perform(model, {&quit_action});
    });
    answer_button(gui, "Quit without saving", "quit.yes", true);
    answer_button(gui, "Stay (Esc)", "quit.no", false);
  });
  draw_recovery(gui, screen);
  const PairQuestion many = gui.ui.pairs_asked.value_or(PairQuestion{});
  const std::string words = fmt::format(
      "{} {} {} candidate pairs. Finding and drawing them takes seconds per step and about {:.1f} "
      "GB of memory.",
      counted(many.sprites, "sprite"), many.by_motion ? "have come to make" : "would make about",
      brief(many.pairs), std::max(0.1, static_cast<double>(many.pairs) * kBytesPerPair / 1e9));
  draw_question(gui, "Very many pairs", words, gui.ui.pairs_asked.has_value(), screen, [&] {
    const char* no = many.by_motion ? "Pause (Esc)" : "Take it back (Esc)";
    answer_button(gui, no, "pairs.no", false);
    answer_button(gui, "Continue", "pairs.yes", true);
  });
}

void draw_keys(const Gui& gui, Vec2 screen) {
  KeyEditor& editor = gui.ui.key_editor;
  if (!editor.is_open) return;
  if (begin_centered("Change keys", &editor.is_open, screen, {760, 620}, gui.ui.scale)) {
    ImGui::SetNextItemWidth(-button_width("Reset all") - ImGui::GetStyle().ItemSpacing.x);
    search_field(gui, "keys.search", editor.filter, !editor.waits);
    ImGui::SameLine();
    ImGui::BeginDisabled(!gui.ui.keys.is_changed());
    if (button(gui, "Reset all", "keys.reset-all", "Give all actions their default keys again."))
      gui.ui.keys.reset();
    ImGui::EndDisabled();
    if (!editor.loss.empty()) text_wrapped(gui, editor.loss, Role::warning);
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

void draw_picker(const Gui& gui, Vec2 screen) {
  FilePicker& picker = gui.ui.picker;
  if (!picker.is_open()) return;
  const Vec2 size{std::min(gui.px(560), screen.x - 16), std::min(gui.px(460), screen.y - 16)};
  bool stays = true, taken = false;
  std::filesystem::path enter;
  using Mode = FilePicker::Mode;
  const Mode mode = picker.mode;
  const char* title = mode == Mode::save_boxes    ? "Save the recorded boxes"
                      : mode == Mode::save_lesson ? "Save the lesson"
                      : picker.saves()            ? "Save the scene"
                                       : "Open a scene, a lesson, a picture or a box recording";
  if (begin_movable(title, &stays, screen * 0.5f, size)) {
    text_wrapped(gui, printable(picker.folder.string()), Role::text_dim);
    if (!picker.trouble.empty()) text_wrapped(gui, picker.trouble, Role::warning);
    const float below = 2 * ImGui::GetFrameHeightWithSpacing() + gui.px(4);
    begin_child("entries", {0, -below}, true);
    enter = list_entries(gui, picker, taken);
    ImGui::EndChild();
    taken |= name_field(gui, picker);
    std::error_code missing;
    const bool saves = picker.saves(), quits = picker.then_quits;
    const bool replaces =
        !picker.name.empty() && std::filesystem::is_regular_file(picker.file(), missing);
    taken |= button(gui, !saves ? "Open" : replaces ? "Replace" : "Save", "picker.take");
    ImGui::SameLine();
    if (ImGui::Button(tr_label("Cancel (Esc)"))) stays = false;
    if (taken)
      if (const auto file = picker.take()) {
        gui.out.emplace_back([mode, quits, file = *file](ApplicationModel& model) {
          if (mode == Mode::save_lesson)
            save_lesson(model, file);
          else
            mode == Mode::open ? open_file(model, file) : save_file(model, file);
          if (quits && !model.session.has_unsaved()) perform(model, {&quit_action});
        });
        stays = false;
      }
  }
  ImGui::End();
  if (!enter.empty()) picker.enter(enter);
  if (!stays) picker.close();
}

}  // namespace

void draw_popups(const Gui& gui, const Aabb& field, Vec2 screen) {
  draw_messages(gui, field);
  draw_picker(gui, screen);
  draw_help(gui, screen);
  draw_keys(gui, screen);
  draw_questions(gui, screen);
}

void draw_waiting_box(const ApplicationModel& model, Vec2 screen, double seconds_passed,
                      Waited& answers) {
  ImGui::SetNextWindowPos(screen * 0.5f, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::Begin("waiting", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  const Session& session = model.session;
  text(fmt::format("{}, {}: {:.0f} s so far", session.broadphase().title,
                   counted(session.world().size(), "sprite"), seconds_passed));
  if (answers.cancels) {
    text("Canceling ...");
  } else {
    if (ImGui::Button(tr_label("Cancel (Esc)"))) answers.cancels = true;
    if (!model.paused) {
      ImGui::SameLine();
      if (ImGui::Button(
              tr_label(answers.pauses ? "Pauses after this step" : "Pause after this step")))
        answers.pauses = true;
    }
  }
  ImGui::End();
}

}  // namespace phasebox::ui
