// SPDX-License-Identifier: MIT
// Draws a line of a list with pictures: the picture, and beside it a title over a sentence.
#include <algorithm>

#include "ui/language/translation.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {

bool draw_picture_line(const Gui& gui, const PictureLine& line) {
  const float high = ImGui::GetTextLineHeight(), gap = ImGui::GetStyle().ItemSpacing.x;
  const Vec2 size{high * 4.6f, high * 2.6f};
  const float width = std::min(high * 48, ImGui::GetIO().DisplaySize.x - high * 4);
  const Vec2 at = ImGui::GetCursorScreenPos();
  const bool is_chosen =
      ImGui::Selectable(("##" + line.name).c_str(), line.is_now, 0, {width, size.y});
  remember_rect(gui, line.name);
  const Sentence shown = line.words;
  const std::string words = fitted_text(shown, width - size.x - gap);
  const bool is_cut = words != tr(shown);
  tooltip(is_cut && !line.help.empty() ? shown + "\n\n" + line.help : is_cut ? shown : line.help);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, at + size, true);
  line.draw(list, {at, at + size});
  list.PopClipRect();
  const float left = at.x + size.x + gap, top = at.y + (size.y - high * 2.1f) / 2;
  list.AddText({left, top}, gui.ink(line.is_now ? Role::accent : Role::text),
               tr(line.title).c_str());
  list.AddText({left, top + high * 1.1f}, gui.ink(Role::text_dim), words.c_str());
  if (!line.note.empty())
    list.AddText({at.x + width - text_width(line.note), top}, gui.ink(Role::text),
                 tr(line.note).c_str());
  return is_chosen;
}

}  // namespace phasebox::ui
