// SPDX-License-Identifier: MIT
// Where the parts of the interface stand.
#pragma once
#include "ui/model/ui_state.hpp"

namespace phasebox {

/// What there is to lay out.
struct LayoutNeeds {
  bool frames = false, space = false;  ///< recorded boxes play; the 3D view is on
  Vec2 world{16, 9};                   ///< sides of the field, in any unit
  float drawer = 300;                  ///< height that the open tool needs; px before scaling
};

/// Where everything is on the screen, px.
struct Layout {
  Aabb menu_bar, field, panel, status;
  Aabb bar;     ///< above the field: time and launching
  Aabb notes;   ///< legend, remarks and messages: below the field, or beside it
  Aabb space;   ///< the 3D view beside or below the field; no area while it is off
  Aabb frames;  ///< the bar of frames under the field; no height while no recording plays
  Aabb drawer;  ///< below both; no height while it is closed
  /// The strips that are dragged to resize panel and drawer; they overlap neither. No area while
  /// the part that they resize is closed.
  Aabb panel_grip, drawer_grip;
};

/// Divides a screen of that size; nothing covers the field.
Layout layout(const UiState& ui, Vec2 screen, const LayoutNeeds& needs = {});

/// Gives the panel `by` px less, as its splitter was dragged. What is dragged stays under the
/// pointer: the size asked for is never beyond the size shown.
void shrink_panel(UiState& ui, const Layout& at, float by);
/// The same for the drawer of the open tool.
void shrink_drawer(UiState& ui, const Layout& at, float by);

}  // namespace phasebox
