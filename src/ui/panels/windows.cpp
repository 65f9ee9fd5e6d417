// SPDX-License-Identifier: MIT
// Windows that come and go: help, messages, the question before quitting.
#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "ui/language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/imgui_navigation.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

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

}  // namespace phasebox
