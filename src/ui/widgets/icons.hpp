// SPDX-License-Identifier: MIT
// Icons of one weight, drawn by lines and areas on a grid of 16 x 16 units.
#pragma once
#include <string_view>

#include "ui/model/icon.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {

/// Draws an icon into a square of `size` px around `center`. The square's corner is put on whole
/// px, so that straight lines stay sharp.
void draw_icon(ImDrawList& list, Icon icon, Vec2 center, float size, ImU32 color);
/// The width in px of a button with an icon and, if it is not empty, a word behind it.
float icon_button_width(const Sentence& word);
/// Draws an icon, and a word behind it, over the middle of the widget just drawn, in the color of
/// text.
void icon_over(Icon icon, const Sentence& word = {});
/// Draws a button with an icon and, if it is not empty, a word behind it. `width` is in px; 0: as
/// wide as its content; -1: all of the line's rest. Tests find it as `name`. Returns whether it was
/// pressed in this frame.
bool icon_button(const Gui& gui, Icon icon, const Sentence& word, std::string_view name,
                 const Sentence& help, float width = 0);

}  // namespace phasebox::ui
