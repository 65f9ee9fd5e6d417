// SPDX-License-Identifier: MIT
// Draws the window with all messages, the newest first.
#include <algorithm>

#include "ui/panels/panels.hpp"

namespace phasebox::ui {

void draw_messages(const Gui& gui, const Aabb& field) {
  if (!gui.ui.messages_open) return;
  const Vec2 size{std::min(gui.px(520), extent(field).x - 24), gui.px(240)};
  if (begin_movable(gui, "Messages", &gui.ui.messages_open, center(field), size)) {
    if (gui.ui.messages.all().empty()) text(gui, "Nothing so far.", Role::text_dim);
    for (auto m = gui.ui.messages.all().rbegin(); m != gui.ui.messages.all().rend(); ++m)
      text_of_message(gui, *m, Role::text);
  }
  ImGui::End();
}

}  // namespace phasebox::ui
