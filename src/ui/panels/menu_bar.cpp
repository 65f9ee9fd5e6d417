// SPDX-License-Identifier: MIT
// The menu bar: the action table, and the registries.
#include <string>
#include <type_traits>
#include <utility>

#include "ui/language/letters.hpp"
#include "ui/language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/panels/scene_list.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

void actions_of(Menu menu, const Model& model, UiState& ui, Requests& out) {
  for (const ActionRow* row : actions())
    if (row->menu == menu) menu_line(*row, model, ui, out);
}

// One line per entry of a registry; the one in use is checked.
template <class Entry, class Choose>
void entries(std::span<const Entry* const> all, const Entry& now, const KeyMap& keys,
             Choose choose) {
  for (const Entry* entry : all) {
    const std::string title(entry->title);
    std::string key;
    if constexpr (std::is_same_v<Entry, BroadphaseEntry>) key = broadphase_key(*entry, keys);
    if (ImGui::MenuItem(tr_label(title.c_str()), key.c_str(), entry == &now))
      choose(std::string(entry->id));
    tooltip(entry->summary);
  }
}

void scene_menu(const Model& model, UiState& ui, Requests& out) {
  // While recorded boxes play, no scene is checked.
  const SceneEntry* now = model.session.show() ? nullptr : &model.session.scene();
  for (const std::string_view group : kSceneGroups) {
    const std::string title(group);
    const bool open = ImGui::BeginMenu(tr_label(title.c_str()));
    remember_rect(ui, "menu.scenes." + title);
    if (!open) continue;
    if (auto id = draw_scene_lines(group, now, model, ui))
      out.emplace_back(command::LoadScene{*std::move(id)});
    ImGui::EndMenu();
  }
  ImGui::Separator();
  actions_of(Menu::scene, model, ui, out);
}

void algorithm_menu(const Model& model, UiState& ui, Requests& out) {
  ImGui::TextDisabled("%s", tr("Broadphase"));
  entries(broadphases(), model.session.broadphase(), ui.keys,
          [&](std::string id) { out.emplace_back(command::SelectBroadphase{std::move(id)}); });
  ImGui::Separator();
  ImGui::TextDisabled("%s", tr("Narrowphase"));
  entries(narrowphases(), model.session.narrowphase(), ui.keys,
          [&](std::string id) { out.emplace_back(command::SelectNarrowphase{std::move(id)}); });
  ImGui::Separator();
  actions_of(Menu::algorithm, model, ui, out);
}

template <class Body>
void menu(const char* title, UiState& ui, Body body) {
  if (!ImGui::BeginMenu(tr_label(title))) return remember_rect(ui, std::string("menu.") + title);
  body();
  ImGui::EndMenu();
}

// The interface and the lessons speak the same language, from the next frame on.
void language_menu(UiState& ui) {
  const bool is_open = ImGui::BeginMenu(tr_label("Language"));
  remember_rect(ui, "menu.language");
  if (!is_open) return;
  for (const Language language : {Language::english, Language::chinese}) {
    const auto id = std::string(kLanguageIds[static_cast<std::size_t>(language)]);
    const std::string title(language_title(language, has_chinese_title()));
    if (ImGui::MenuItem((title + "##" + id).c_str(), nullptr, ui.language == language))
      ui.language = language;
    remember_rect(ui, "menu.language." + id);
  }
  ImGui::EndMenu();
}

// Easy to find: the lessons and the help.
void right_end(UiState& ui, Requests& out) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float width = text_width("Lessons") + ImGui::CalcTextSize("?").x + 5 * gap;
  const float from = ImGui::GetWindowWidth() - width;
  if (from > ImGui::GetCursorPosX()) ImGui::SetCursorPosX(from);
  for (const auto& [title, action] :
       {std::pair("Lessons", &lessons_tool.action), std::pair("?", &help_action)}) {
    if (ImGui::MenuItem(tr_label(title))) out.emplace_back(Invocation{action});
    remember_rect(ui, "bar." + std::string(action->id));
    tooltip(hint_of(*action, ui.keys));
  }
}

}  // namespace

void draw_menu_bar(const Model& model, UiState& ui, Requests& out) {
  if (!ImGui::BeginMainMenuBar()) return;
  menu("File", ui, [&] { actions_of(Menu::file, model, ui, out); });
  menu("Edit", ui, [&] { actions_of(Menu::edit, model, ui, out); });
  menu("Scene", ui, [&] { scene_menu(model, ui, out); });
  menu("Simulation", ui, [&] { actions_of(Menu::simulation, model, ui, out); });
  menu("Algorithm", ui, [&] { algorithm_menu(model, ui, out); });
  menu("View", ui, [&] { actions_of(Menu::view, model, ui, out); });
  menu("Tools", ui, [&] { actions_of(Menu::tools, model, ui, out); });
  menu("Help", ui, [&] {
    actions_of(Menu::help, model, ui, out);
    language_menu(ui);
  });
  right_end(ui, out);
  ImGui::EndMainMenuBar();
}

}  // namespace phasebox
