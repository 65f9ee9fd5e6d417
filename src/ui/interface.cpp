// SPDX-License-Identifier: MIT
// Where the parts of the interface stand, and in which order they are drawn.
#include "ui/interface.hpp"

#include <algorithm>
#include <cmath>

#include "ui/lanes.hpp"
#include "ui/style.hpp"
#include "ui/tools.hpp"
#include "ui/widgets.hpp"

namespace phasebox {

namespace {
constexpr float kGrip = 6;                         // px before scaling, of what is dragged
constexpr float kMinPanel = 240, kMaxPanel = 900;  // px before scaling
constexpr float kMinDrawer = 80, kMaxDrawer = 2000;
// A low window keeps two fifths of its height for the field.
float most_of_drawer(float top, float bottom) { return std::floor((bottom - top) * 0.6f); }
constexpr float kNoteLines = 4.6f, kNoteWidth = 15;  // lines of text
}  // namespace

float drawer_height(const Chrome& chrome) {
  const auto chosen = chrome.drawer_heights.find(chrome.tool);
  if (chosen != chrome.drawer_heights.end())
    return std::clamp(chosen->second, kMinDrawer, kMaxDrawer);
  const auto row = std::ranges::find(tools(), chrome.tool, &ToolRow::id);
  return row == tools().end() ? kMinDrawer : row->height;
}

namespace {

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
  const float high = std::floor(std::min(kNoteLines * line, room.y / 3));
  const float wide = std::floor(std::min(kNoteWidth * line, room.x * 0.4f));
  const float y = all.max.y - high, x = all.max.x - wide;
  const Divided below{{all.min, {all.max.x, y}}, {{all.min.x, y}, all.max}};
  const Divided beside{{all.min, {x, all.max.y}}, {{x, all.min.y}, all.max}};
  return zoom_in(beside.field, world) > zoom_in(below.field, world) * 1.02f ? beside : below;
}

}  // namespace

Layout layout(const Chrome& chrome, Vec2 screen, const LayoutNeeds& needs) {
  const float line = std::floor(15 * chrome.scale);
  const float menu = line + 6 * chrome.scale, status = line + 9 * chrome.scale;
  const float bar = menu + std::floor(line + 19 * chrome.scale);
  const float grip = std::floor(kGrip * chrome.scale);
  // A narrow window keeps at least half of its width for the field.
  const float wanted = std::clamp(chrome.panel_width, kMinPanel, kMaxPanel) * chrome.scale;
  const float panel = chrome.panel_open ? std::floor(std::min(wanted, screen.x * 0.5f)) : 0;
  const float left = screen.x - panel, bottom = std::max(bar + 1, screen.y - status);
  const float frames = needs.frames ? line + 15 * chrome.scale : 0;
  const float drawer = chrome.tool.empty() ? 0
                                           : std::min(drawer_height(chrome) * chrome.scale,
                                                      most_of_drawer(bar, bottom));
  const float above = std::max(bar + 1, bottom - std::floor(drawer));
  const float field_end = std::max(bar + 1, above - frames);
  const Divided parts = divide({{0, bar}, {left, field_end}}, needs.world, line + 3 * chrome.scale);
  const Panes panes = split_panes(parts.field, chrome.space_share, chrome.scale);
  return {.menu_bar = {{0, 0}, {screen.x, menu}},
          .field = needs.space ? panes.flat : parts.field,
          .panel = {{chrome.panel_open ? left + grip : left, menu}, {screen.x, bottom}},
          .status = {{0, bottom}, {screen.x, screen.y}},
          .bar = {{0, menu}, {left, bar}},
          .notes = parts.notes,
          .space = needs.space ? panes.space : Aabb{parts.field.max, parts.field.max},
          .frames = {{0, field_end}, {left, above}},
          .drawer = {{0, std::min(above + grip, bottom)}, {left, bottom}},
          .panel_grip = chrome.panel_open ? Aabb{{left, menu}, {left + grip, bottom}} : Aabb{},
          .drawer_grip = chrome.tool.empty() ? Aabb{} : Aabb{{0, above}, {left, above + grip}}};
}

namespace {

// What is dragged stays under the pointer: the size asked for is never beyond the size shown.
void drag_splitters(Chrome& chrome, const Layout& at) {
  if (chrome.panel_open)
    if (const float by = splitter("splitter", at.panel_grip, Axis::x, chrome); by != 0)
      chrome.panel_width =
          std::clamp((at.status.max.x - at.panel_grip.min.x - by) / chrome.scale, kMinPanel,
                     std::max(kMinPanel, at.status.max.x / 2 / chrome.scale));
  if (!chrome.tool.empty())
    if (const float by = splitter("drawer.splitter", at.drawer_grip, Axis::y, chrome); by != 0)
      chrome.drawer_heights[chrome.tool] = std::clamp(
          (at.status.min.y - at.drawer_grip.min.y - by) / chrome.scale, kMinDrawer,
          std::max(kMinDrawer, most_of_drawer(at.bar.max.y, at.status.min.y) / chrome.scale));
}

}  // namespace

std::optional<bool> is_on(const ActionRow& row, const Model& model, const Chrome& chrome) {
  if (const ToolRow* tool = tool_of(row.action)) return tool->id == chrome.tool;
  switch (row.action) {
    case Action::pause: return model.paused;
    case Action::panel: return chrome.panel_open;
    case Action::statistics_size: return chrome.large_statistics;
    case Action::help: return chrome.help_open;
    case Action::messages: return chrome.messages_open;
    case Action::lanes: return model.lab.race.has_lanes();
    default: break;
  }
  if (row.owner.empty()) return {};
  const ParamGroup group = row.owner == "view" ? ParamGroup{"view", "View", kViewRows, &model.view}
                                               : model.session.group(row.owner);
  const Param* param = find_param(group.rows, row.key);
  if (!param || param->kind != Param::Kind::flag) return {};
  return param->get(group.object) != 0;
}

void draw_interface(const Model& model, Chrome& chrome, const Layout& at, Intents& out) {
  const Vec2 screen = at.status.max;
  chrome.rects.clear();
  chrome.why.shown.clear();
  chrome.rects.push_back({"field", at.field});
  if (chrome.keys_wait > 0) --chrome.keys_wait;
  draw_menu_bar(model, chrome, out);
  draw_toolbar(model, chrome, at.bar, out);
  draw_lane_titles(model, chrome, at.field);
  draw_field_words(model, chrome, at.field);
  draw_notes(model, chrome, at.notes, out);
  draw_space_pane(model, chrome, at);
  if (chrome.panel_open) draw_panel(model, chrome, at.panel, out);
  drag_splitters(chrome, at);
  draw_frames(model, chrome, at.frames, out);
  draw_drawer(model, chrome, at.drawer, out);
  draw_status(model, chrome, at.status);
  draw_messages(model, chrome, at.field);
  draw_picker(model, chrome, screen, out);
  draw_help(model, chrome, screen);
  draw_field_menu(model, chrome, out);
  draw_questions(model, chrome, screen, out);
}

}  // namespace phasebox
