// SPDX-License-Identifier: MIT
// Divides the window and its field.
#include "ui/model/layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/model/lane_places.hpp"
#include "view/space/space_view.hpp"

namespace phasebox::ui {
namespace {

constexpr float kGrip = 6;        // width of a splitter, px before scaling
constexpr float kMinPanel = 220;  // width, px before scaling
constexpr float kMinDrawer = 80;  // height, px before scaling
constexpr float kWide = 1100;     // px before scaling; windows this wide have high notes
constexpr float kNoteLines = 3, kNoteWidth = 15;  // height and width of notes, in lines of text
constexpr float kLow = 2.1f;                // height of notes in a narrower window, lines of text
constexpr float kInLesson = 1.2f;           // height of notes beside a lesson with little room
constexpr float kUnfolded = 0.55f;          // part of the open tool's room for an unfolded panel
constexpr float kUnfoldedInLesson = 0.42f;  // the same in a narrow window with a lesson
constexpr float kSentence = 42;  // height of a line of the lecture view, px before scaling
constexpr float kNumbers = 112;  // height of the lecture view's numbers, px before scaling

struct Divided {
  Aabb field, notes;
};

// Divides a room into field and notes. The notes go below the field, `lines` lines of `line` px
// high, unless the world is drawn at least 2 % larger with the notes beside the field and the field
// then keeps `enough` px².
Divided divide(const Aabb& all, Vec2 world, float line, float lines, float enough) {
  const Vec2 room = extent(all);
  const float high = std::floor(std::min(lines * line, room.y / 3));
  const float wide = std::floor(std::min(kNoteWidth * line, room.x * 0.4f));
  const float y = all.max.y - high, x = all.max.x - wide;
  const Divided below{{all.min, {all.max.x, y}}, {{all.min.x, y}, all.max}};
  const Divided beside{{all.min, {x, all.max.y}}, {{x, all.min.y}, all.max}};
  const Vec2 left = extent(beside.field);
  const bool is_larger = zoom_in(left, world) > zoom_in(extent(below.field), world) * 1.02f;
  return is_larger && left.x * left.y >= enough ? beside : below;
}

// Cuts a strip of `size` px off the high end of a part along an axis, and returns the strip.
Aabb cut_end(Aabb& from, Axis axis, float size) {
  Aabb taken = from;
  const float at = std::max(std::ceil(high(from, axis) - size), low(from, axis));
  (axis == Axis::x ? from.max.x : from.max.y) = at;
  (axis == Axis::x ? taken.min.x : taken.min.y) = at;
  return taken;
}
// Cuts a strip of `size` px off the low end of a part along an axis, and returns the strip.
Aabb cut_begin(Aabb& from, Axis axis, float size) {
  Aabb taken = from;
  const float at = std::min(std::floor(low(from, axis) + size), high(from, axis));
  (axis == Axis::x ? from.min.x : from.min.y) = at;
  (axis == Axis::x ? taken.max.x : taken.max.y) = at;
  return taken;
}

// Divides the screen for the lecture view: sentence, field, and below them the numbers or an open
// lesson.
Layout lecture_layout(const UiState& ui, Vec2 screen, const LayoutNeeds& needs) {
  Aabb rest{{0, 0}, screen}, lesson{}, numbers{screen, screen};
  const Aabb sentence = cut_begin(rest, Axis::y, (needs.lesson ? 1.15f : 2) * kSentence * ui.scale);
  if (needs.lesson)
    lesson = cut_end(rest, Axis::y, extent(rest).y - std::ceil(screen.y / 2));
  else
    numbers = cut_end(rest, Axis::y, kNumbers * ui.scale);
  const Panes panes = split_panes(rest, ui.space_share, ui.scale);
  Layout at{};
  at.sentence = sentence;
  at.drawer = lesson;
  at.status = numbers;
  at.field = needs.space ? panes.flat : rest;
  if (needs.space) at.space = panes.space;
  return at;
}

}  // namespace

Layout layout(const UiState& ui, Vec2 screen, const LayoutNeeds& needs) {
  if (ui.lecture) return lecture_layout(ui, screen, needs);
  const float scale = ui.scale, line = std::floor(16 * scale), grip = std::floor(kGrip * scale);
  const float bars = ui.is_embedded ? 0 : 1, menu = bars * (line + 4 * scale);
  const float top = menu + std::floor(1.5f * line + 4 * scale), row = std::floor(line + 12 * scale);
  const float bottom = std::max(top + 1, screen.y - bars * (line + 8 * scale));
  const bool has_tool = !ui.tool.empty();
  // The start page has the whole window, so that one thing at a time is large.
  const bool has_side = !ui.welcome_open && (has_tool || ui.panel_open);
  const float bar = std::floor(line + 12 * scale), notes = line + 4 * scale;
  float lines = screen.x >= kWide * scale ? kNoteLines : kLow;
  // The field keeps half of the window where possible. A tool beside it then has more room than one
  // below it, down to windows of 800 x 600.
  const float half = screen.x * screen.y / 2;
  float rest = std::max(bottom - top - bar - lines * notes, 1.0f);
  // Large text may leave no room for a lesson beside the field. Then the notes shrink to one line.
  if (needs.lesson && screen.x - half / rest < kMinPanel * scale) {
    lines = kInLesson;
    rest = std::max(bottom - top - bar - lines * notes, 1.0f);
  }
  const float beside = screen.x - half / rest;
  const bool is_column = !has_tool || beside >= kMinPanel * scale;
  const Axis axis = is_column ? Axis::x : Axis::y;
  const float most = is_column ? beside : rest - half / screen.x;
  const float least = is_column ? std::min(kMinPanel * scale, screen.x / 2) : kMinDrawer * scale;
  const float wanted = (is_column ? ui.panel_width : ui.drawer_height) * scale;
  Aabb field{{0, top}, {screen.x, bottom}};
  Aabb drawer = cut_end(field, axis, has_side ? std::max(least, std::min(wanted, most)) : 0);
  const Aabb strip = cut_begin(drawer, axis, has_side ? grip : 0);
  const Aabb tabs = cut_begin(drawer, Axis::y, has_side ? row : 0);
  Aabb panel = drawer, fold{};
  if (has_tool) {
    const Axis across = other(axis);
    const float unfolded = needs.lesson && screen.x < kWide * scale ? kUnfoldedInLesson : kUnfolded;
    const float part = ui.panel_beside ? unfolded * along(extent(drawer), across) : row;
    panel = cut_end(drawer, across, part);
    fold = cut_begin(panel, across, row);
  } else {
    drawer.max = drawer.min;
  }
  const Aabb time = cut_end(field, Axis::y, bar);
  // Beside the start page stands no legend or remark: a line for messages below the field is enough.
  const Divided parts = ui.welcome_open
                            ? divide(field, needs.world, notes, 1, std::numeric_limits<float>::max())
                            : divide(field, needs.world, notes, lines, half);
  const Panes panes = split_panes(parts.field, ui.space_share, scale);
  return {.menu_bar = {{0, 0}, {screen.x, menu}},
          .field = needs.space ? panes.flat : parts.field,
          .panel = panel,
          .status = {{0, bottom}, screen},
          .sentence = {{0, menu}, {screen.x, top}},
          .notes = parts.notes,
          .space = needs.space ? panes.space : Aabb{parts.field.max, parts.field.max},
          .bar = time,
          .tabs = tabs,
          .drawer = drawer,
          .fold = fold,
          .panel_grip = is_column ? strip : Aabb{},
          .drawer_grip = is_column ? Aabb{} : strip};
}

void shrink_panel(UiState& ui, const Layout& at, float by) {
  ui.panel_width = std::clamp((at.status.max.x - at.panel_grip.min.x - by) / ui.scale, kMinPanel,
                              std::max(kMinPanel, at.status.max.x / 2 / ui.scale));
}

void shrink_drawer(UiState& ui, const Layout& at, float by) {
  ui.drawer_height = std::max((at.status.min.y - at.drawer_grip.min.y - by) / ui.scale, kMinDrawer);
}

}  // namespace phasebox::ui
