// SPDX-License-Identifier: MIT
// Icons of one weight, drawn by lines and areas on a grid of 16 x 16 units.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {

enum class Icon : std::uint8_t {
  play,
  pause,
  step,
  step_back,
  restart,
  film,
  first,      ///< to the beginning
  last,       ///< to the end
  jump,       ///< forward by more than a step
  jump_back,  ///< back by more than a step
  chevron_up,
  chevron_down,
  chevron_left,
  chevron_right,
  close,
  plus,
  minus,
  check,
  warning,
  folder,
  save,
  search,
  link,
  copy,
  more,
  race,
  tune,
  why,
  lessons,
  xray
};
inline constexpr std::size_t kIcons = static_cast<std::size_t>(Icon::xray) + 1;

/// Draws an icon into a square of `size` px around `center`. The square's corner is put on whole
/// px, so that straight lines stay sharp.
void draw_icon(ImDrawList& list, Icon icon, Vec2 center, float size, ImU32 color);
/// Draws an icon as a widget of the current line, as high as the text and in its color.
void icon_in_line(Icon icon);
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
