// SPDX-License-Identifier: MIT
// The menu bar: the action table, and the registries.
#include <string>
#include <type_traits>

#include "ui/widgets.hpp"

namespace phasebox {
namespace {

void actions_of(Menu menu, const Model& model, Chrome& chrome, Intents& out) {
  for (const ActionRow& row : actions())
    if (row.menu == menu) menu_line(row.action, model, chrome, out);
}

// One line per entry of a registry; the one in use is checked.
template <class Entry, class Choose>
void entries(std::span<const Entry* const> all, const Entry& now, Choose choose) {
  for (const Entry* entry : all) {
    const std::string title(entry->title);
    std::string key;
    if constexpr (std::is_same_v<Entry, BroadphaseEntry>) key = broadphase_key(entry->id);
    if (ImGui::MenuItem(title.c_str(), key.c_str(), entry == &now)) choose(std::string(entry->id));
    tooltip(entry->summary);
  }
}

void scene_menu(const Model& model, Chrome& chrome, Intents& out) {
  constexpr SceneEntry kNone{};  // while recorded boxes play, no scene is checked
  entries(scenes(), model.session.show() ? kNone : model.session.scene(),
          [&](std::string id) { out.commands.push_back(command::LoadScene{std::move(id)}); });
  ImGui::Separator();
  actions_of(Menu::scene, model, chrome, out);
}

void algorithm_menu(const Model& model, Chrome& chrome, Intents& out) {
  ImGui::TextDisabled("Broadphase");
  entries(broadphases(), model.session.broadphase(), [&](std::string id) {
    out.commands.push_back(command::SelectBroadphase{std::move(id)});
  });
  ImGui::Separator();
  ImGui::TextDisabled("Narrowphase");
  entries(narrowphases(), model.session.narrowphase(), [&](std::string id) {
    out.commands.push_back(command::SelectNarrowphase{std::move(id)});
  });
  ImGui::Separator();
  actions_of(Menu::algorithm, model, chrome, out);
}

template <class Body>
void menu(const char* title, Chrome& chrome, Body body) {
  if (!ImGui::BeginMenu(title)) return remember_rect(chrome, std::string("menu.") + title);
  body();
  ImGui::EndMenu();
}

}  // namespace

void draw_menu_bar(const Model& model, Chrome& chrome, Intents& out) {
  if (!ImGui::BeginMainMenuBar()) return;
  menu("File", chrome, [&] { actions_of(Menu::file, model, chrome, out); });
  menu("Scene", chrome, [&] { scene_menu(model, chrome, out); });
  menu("Algorithm", chrome, [&] { algorithm_menu(model, chrome, out); });
  menu("View", chrome, [&] { actions_of(Menu::view, model, chrome, out); });
  menu("Tools", chrome, [&] { actions_of(Menu::tools, model, chrome, out); });
  menu("Help", chrome, [&] { actions_of(Menu::help, model, chrome, out); });
  ImGui::EndMainMenuBar();
}

}  // namespace phasebox
