// SPDX-License-Identifier: MIT
// The places of the window's parts.
#pragma once
#include "base/geometry.hpp"
#include "ui/model/ui_state.hpp"

namespace phasebox::ui {

/// The facts besides UiState on which the layout depends.
struct LayoutNeeds {
  bool space = false;   ///< the 3D view is shown
  bool lesson = false;  ///< an open lesson is in the drawer
  Vec2 world{16, 9};    ///< sides of the field, in any unit
};

/// The rectangles of the window's parts on the screen, px. A part that is not shown has no area.
struct Layout {
  Aabb menu_bar, field, panel, status;
  Aabb sentence;  ///< line above the field: what happens, and whether the pairs are right
  Aabb notes;     ///< legend, remarks and messages, below the field or beside it
  Aabb space;     ///< 3D view, beside or below the field
  Aabb bar;       ///< time bar below the field: play, speed, the last seconds, launching
  Aabb tabs;      ///< tabs of the tools, above the panel or the open tool
  Aabb drawer;    ///< open tool, beside the field or below it in a narrow window
  Aabb fold;      ///< strip at an open tool that unfolds the panel and folds it again
  /// Strips that are dragged to resize what is beside or below the field; they cover neither.
  Aabb panel_grip, drawer_grip;
};

/// Divides a window of `screen` px. No part covers another. The field keeps half of the window
/// where the least sizes of the other parts allow it.
Layout layout(const UiState& ui, Vec2 screen, const LayoutNeeds& needs = {});

/// Makes the panel `by` px narrower, or wider if negative. It starts from the width shown, which
/// may be less than the one chosen, so that the splitter stays under the pointer.
void shrink_panel(UiState& ui, const Layout& at, float by);
/// Makes an open tool below the field `by` px lower, or higher if negative, starting from the
/// height shown.
void shrink_drawer(UiState& ui, const Layout& at, float by);

}  // namespace phasebox::ui
