// SPDX-License-Identifier: MIT
// Where the parts of the interface stand.
#include "ui/model/layout.hpp"

#include <algorithm>
#include <cmath>

#include "view/space/space_view.hpp"

namespace phasebox {
namespace {
constexpr float kGrip = 6;                         // px before scaling, of what is dragged
constexpr float kMinPanel = 240, kMaxPanel = 900;  // px before scaling
constexpr float kMinDrawer = 80, kMaxDrawer = 2000;
// A low window keeps two fifths of its height for the field.
float most_of_drawer(float top, float bottom) { return std::floor((bottom - top) * 0.6f); }
constexpr float kNoteLines = 4.6f, kNoteWidth = 15;  // lines of text
constexpr float kNarrow = 36;                        // lines: below it sentences take one line more

// Of the open tool, as the user chose it or as the tool needs it; px before scaling.
float drawer_height(const UiState& ui, float needed) {
  const auto chosen = ui.drawer_heights.find(ui.tool);
  return std::clamp(chosen == ui.drawer_heights.end() ? needed : chosen->second, kMinDrawer,
                    kMaxDrawer);
}

// How large a world would be drawn there.
float zoom_in(const Aabb& place, Vec2 world) {
  const Vec2 room = extent(place);
  return std::min(room.x / std::max(world.x, 1e-6f), room.y / std::max(world.y, 1e-6f));
}

struct Divided {
  Aabb field, notes;
};

// The notes stand below the field or beside it: wherever they take less from it.
Divided divide(const Aabb& all, Vec2 world, float line) {
  const Vec2 room = extent(all);
  const float lines = room.x < kNarrow * line ? kNoteLines + 1 : kNoteLines;
  const float high = std::floor(std::min(lines * line, room.y / 3));
  const float wide = std::floor(std::min(kNoteWidth * line, room.x * 0.4f));
  const float y = all.max.y - high, x = all.max.x - wide;
  const Divided below{{all.min, {all.max.x, y}}, {{all.min.x, y}, all.max}};
  const Divided beside{{all.min, {x, all.max.y}}, {{x, all.min.y}, all.max}};
  return zoom_in(beside.field, world) > zoom_in(below.field, world) * 1.02f ? beside : below;
}

}  // namespace

Layout layout(const UiState& ui, Vec2 screen, const LayoutNeeds& needs) {
  const float line = std::floor(15 * ui.scale);
  const float menu = line + 6 * ui.scale, status = line + 9 * ui.scale;
  const float bar = menu + std::floor(line + 19 * ui.scale);
  const float grip = std::floor(kGrip * ui.scale);
  // A narrow window keeps at least half of its width for the field.
  const float wanted = std::clamp(ui.panel_width, kMinPanel, kMaxPanel) * ui.scale;
  const float panel = ui.panel_open ? std::floor(std::min(wanted, screen.x * 0.5f)) : 0;
  const float left = screen.x - panel, bottom = std::max(bar + 1, screen.y - status);
  const float frames = needs.frames ? line + 15 * ui.scale : 0;
  const float drawer = ui.tool.empty() ? 0
                                       : std::min(drawer_height(ui, needs.drawer) * ui.scale,
                                                  most_of_drawer(bar, bottom));
  const float above = std::max(bar + 1, bottom - std::floor(drawer));
  const float field_end = std::max(bar + 1, above - frames);
  const Divided parts = divide({{0, bar}, {left, field_end}}, needs.world, line + 3 * ui.scale);
  const Panes panes = split_panes(parts.field, ui.space_share, ui.scale);
  return {.menu_bar = {{0, 0}, {screen.x, menu}},
          .field = needs.space ? panes.flat : parts.field,
          .panel = {{ui.panel_open ? left + grip : left, menu}, {screen.x, bottom}},
          .status = {{0, bottom}, {screen.x, screen.y}},
          .bar = {{0, menu}, {left, bar}},
          .notes = parts.notes,
          .space = needs.space ? panes.space : Aabb{parts.field.max, parts.field.max},
          .frames = {{0, field_end}, {left, above}},
          .drawer = {{0, std::min(above + grip, bottom)}, {left, bottom}},
          .panel_grip = ui.panel_open ? Aabb{{left, menu}, {left + grip, bottom}} : Aabb{},
          .drawer_grip = ui.tool.empty() ? Aabb{} : Aabb{{0, above}, {left, above + grip}}};
}

void shrink_panel(UiState& ui, const Layout& at, float by) {
  ui.panel_width = std::clamp((at.status.max.x - at.panel_grip.min.x - by) / ui.scale, kMinPanel,
                              std::max(kMinPanel, at.status.max.x / 2 / ui.scale));
}

void shrink_drawer(UiState& ui, const Layout& at, float by) {
  ui.drawer_heights[ui.tool] =
      std::clamp((at.status.min.y - at.drawer_grip.min.y - by) / ui.scale, kMinDrawer,
                 std::max(kMinDrawer, most_of_drawer(at.bar.max.y, at.status.min.y) / ui.scale));
}

}  // namespace phasebox
