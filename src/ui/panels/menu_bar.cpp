// SPDX-License-Identifier: MIT
// Draws the menu bar.
#include <algorithm>
#include <iterator>

#include "ui/language/translation.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/model/files/files.hpp"
#include "ui/panels/panels.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox::ui {
namespace {

// The menu of the bar that is to be opened in the next frame.
struct WantedMenu {
  int number = 0;  // index into kMenuTitles; 0: none
};

// The ids of the actions above which their menu draws a separator, unless they are its first line.
constexpr std::string_view kBegin[] = {
    "screenshot",     "quit",        "clone", "more", "pause",   "follow", "response", "n-up",
    "reload-plugins", "larger-text", "panel", "tune", "scaling", "help",   "report"};

// The overlays about the algorithm. All overlays would make a menu too long, so there are two
// submenus: one for these, one for the others, which are about the sprites.
constexpr OverlaySet kOfAlgorithm{Overlay::structure, Overlay::candidates, Overlay::collisions,
                                  Overlay::boundaries, Overlay::sweep_line};

void overlay_lines(const Gui& gui, bool is_of_algorithm) {
  for (std::size_t k = 0; k < kOverlayCount; ++k)
    if (kOfAlgorithm.has(static_cast<Overlay>(k)) == is_of_algorithm)
      menu_line(gui, *action_of_param(Owner::view(), overlays()[k]->id));
}

void recent_lines(const Gui& gui) {
  for (const std::string& path : gui.ui.recent) {
    const std::string name = printable(std::filesystem::path(path).filename().string());
    if (ImGui::MenuItem((name + "##" + path).c_str()))
      gui.ask([path](ApplicationModel& model) { open_file(model, path); });
    remember_rect(gui, "menu.recent." + name, Sentence::as_is(printable(path)));
  }
}

// Draws the lines of a menu of the bar. An action with ActionRow::is_by_key is left out while it
// has a key.
void menu_lines(const Gui& gui, Menu which) {
  if (which == Menu::view) {
    menu(gui, "Overlays: sprites", "menu.sprites", [&] { overlay_lines(gui, false); });
    menu(gui, "Overlays: algorithm", "menu.algorithm", [&] { overlay_lines(gui, true); });
  }
  bool is_first = which != Menu::view;
  for (const ActionRow* row : actions()) {
    const bool is_overlay = row->owner == Owner::view() && find_overlay(row->key);
    if (row->menu != which || is_overlay) continue;
    // A browser gives the clipboard to a key alone.
    if (row == &paste_action && !gui.ui.can_open_files) continue;
    if (row->is_by_key && !keys_of(*row, gui.ui.keys).empty()) continue;
    if (!std::exchange(is_first, false) && std::ranges::find(kBegin, row->id) != std::end(kBegin))
      ImGui::Separator();
    menu_line(gui, *row);
  }
  if (which == Menu::file && !gui.ui.recent.empty())
    menu(gui, "Open again", "menu.recent", [&] { recent_lines(gui); });
  if (which == Menu::help)
    menu(gui, "Language", "menu.language", [&] {
      each_language(gui, "menu.language.", [&](const char* label, bool is_spoken) {
        return ImGui::MenuItem(label, nullptr, is_spoken);
      });
    });
}

}  // namespace

void draw_menu_bar(const Gui& gui) {
  if (!ImGui::BeginMainMenuBar()) return;
  const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
  // On a narrow screen the gaps are smaller, so that a phone shows all menus.
  const bool is_narrow = ImGui::GetIO().DisplaySize.x < gui.px(460);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {is_narrow ? gui.px(3) : spacing.x, spacing.y});
  const int popups = open_popups(), n = static_cast<int>(kMenuTitles.size()) - 1;
  const int wanted = std::exchange(gui.ui.own<WantedMenu>().number, 0);
  int open = 0;
  for (int k = 1; k <= n; ++k) {
    const char* const title = kMenuTitles[static_cast<std::size_t>(k)];
    if (k == wanted) ImGui::OpenPopup(tr_label(title));
    menu(gui, title, std::string("menu.") + title, [&] {
      open = k;
      menu_lines(gui, static_cast<Menu>(k));
    });
  }
  ImGui::PopStyleVar();
  // While a menu is open, the left and right arrow keys open the neighboring one, unless they have
  // opened or closed a submenu in this frame: then more than one popup was or is open.
  const int by = ImGui::IsKeyPressed(ImGuiKey_RightArrow) - ImGui::IsKeyPressed(ImGuiKey_LeftArrow);
  if (by != 0 && open > 0 && popups == 1 && open_popups() == 1) {
    gui.ui.own<WantedMenu>().number = (open - 1 + by + n) % n + 1;
    keep_focus();
  }
  ImGui::EndMainMenuBar();
}

}  // namespace phasebox::ui
