// SPDX-License-Identifier: MIT
// Draws the window of the help: keys of all actions and gestures of the mouse, with a search.
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

// Draws a row of the help: `keys`, which are the keys or the gesture, already translated; `words`,
// what they do; and `more` as tooltip. If `heading` is not null, it is drawn above the row and set
// to null, so that a group of rows has it once.
void help_line(const Gui& gui, const char*& heading, std::string_view keys, std::string_view words,
               std::string_view more) {
  if (const char* title = std::exchange(heading, nullptr)) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::Spacing();
    text_heading(title);
  }
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text_labeled_as_is(gui, "", keys, Role::accent);
  ImGui::TableNextColumn();
  text_wrapped(gui, words);
  tooltip(more);
}

// Draws the rows of those actions that the menu with this index in kMenuTitles lists and that match
// the search; no heading if there are none.
void help_group(const Gui& gui, std::size_t menu) {
  const char* heading = kMenuTitles[menu];
  for (const ActionRow* row : actions())
    if (static_cast<std::size_t>(row->menu) == menu &&
        is_searched(*row, gui.ui.help_filter, gui.ui.keys)) {
      const Sentence place = place_of(*row, gui.ui.keys);
      help_line(gui, heading, tr(place), row->title, row->help);
    }
}

// Draws a table `width` px wide (0: all room left) with two columns, keys and what they do. `body`
// draws its rows.
template <class Body>
void help_table(const char* id, float width, Body body) {
  begin_child(id, {width, 0});
  if (ImGui::BeginTable(id, 2, ImGuiTableFlags_PadOuterX)) {
    ImGui::TableSetupColumn(tr("keys").c_str(), ImGuiTableColumnFlags_WidthFixed, em() * 7.4f);
    ImGui::TableSetupColumn(tr("what").c_str(), ImGuiTableColumnFlags_WidthStretch);
    body();
    ImGui::EndTable();
  }
  ImGui::EndChild();
}

}  // namespace

void draw_help(const Gui& gui, Vec2 screen) {
  if (!gui.ui.help_open) return;
  if (begin_centered("Keys and mouse", &gui.ui.help_open, screen, {900, 640}, gui.ui.scale)) {
    ImGui::SetNextItemWidth(-1);
    search_field(gui, "help.search", gui.ui.help_filter, !gui.ui.key_editor.is_open);
    const float width = ImGui::GetContentRegionAvail().x;
    const bool is_wide = width > 36 * em();
    // In a wide window so many menus of the bar, the first ones, are in the left half.
    constexpr std::size_t kLeft = 5;
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

}  // namespace phasebox::ui
