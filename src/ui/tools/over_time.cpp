// SPDX-License-Identifier: MIT
// The tool "Over time": begin and end of each box along one axis, as curves over the last frames.
// Curves cross where boundaries of a sorted list change places.
#include "ui/tools/over_time.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>

#include "base/number_format.hpp"
#include "lab/box_history.hpp"
#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {
namespace {

using LineFrames = std::deque<BoxHistory::Kept>;

// The most line segments that all curves have together, about. More could not be told apart.
constexpr std::size_t kMaxSegments = 12'000;

// Maps frames to x and places along the axis to y on the screen. The newest frame is at the right
// edge.
struct LineChart {
  const LineFrames& frames;
  Axis axis;
  Aabb area;  // screen px
  // The places along the axis at the top and at the bottom edge, world px.
  float from, to;
  // Frames that the width has room for, 2 or more.
  std::size_t room;

  float frame_width() const { return extent(area).x / static_cast<float>(room - 1); }
  float x(std::size_t k) const {
    return area.max.x - static_cast<float>(frames.size() - 1 - k) * frame_width();
  }
  float y(float place) const { return area.min.y + (place - from) / (to - from) * extent(area).y; }
  /// Returns the index of the frame that is nearest to x = `at`, screen px; none left of the oldest
  /// frame, the newest right of it.
  std::optional<std::size_t> frame_at(float at) const {
    const auto ago =
        static_cast<std::size_t>(std::lround(std::max(area.max.x - at, 0.0f) / frame_width()));
    if (ago >= frames.size()) return {};
    return frames.size() - 1 - ago;
  }
};

// Whether a sprite whose line goes from `before` to `y`, screen px, has wrapped around the world:
// it has jumped by more than half of the field.
bool has_wrapped(const LineChart& chart, float before, float y) {
  return std::abs(before - y) > extent(chart.area).y / 2;
}

// Whether the sprite was born in one of the frames after `from` until `to`, so that the id was
// another sprite's before.
bool is_born_between(const LineFrames& frames, std::size_t from, std::size_t to, SpriteId id) {
  const auto at = [&](std::size_t k) {
    return frames.begin() + static_cast<std::ptrdiff_t>(k + 1);
  };
  return std::any_of(at(from), at(to), [id](const auto& frame) { return frame.has_born(id); });
}

// Draws one side of a sprite's box over time, its begin along the axis or its end. `corners` are
// the indices of the frames that the line goes through. A new line begins where the sprite wraps or
// is born.
void draw_boundary_line(ImDrawList& list, const LineChart& chart,
                        std::span<const std::size_t> corners, SpriteId id, bool begins, Color color,
                        float width) {
  std::vector<ImVec2> points;
  points.reserve(corners.size());
  const auto draw_part = [&] {
    draw_polyline(list, points, packed(color), width);
    points.clear();
  };
  std::size_t before = 0;
  for (const std::size_t k : corners) {
    const Aabb& box = chart.frames[k].boxes[id];
    const float y = chart.y(begins ? low(box, chart.axis) : high(box, chart.axis));
    if (!points.empty() &&
        (has_wrapped(chart, points.back().y, y) || is_born_between(chart.frames, before, k, id)))
      draw_part();
    points.push_back({chart.x(k), y});
    before = k;
  }
  draw_part();
}

// Fills the times and places at which the interval of the sprite `focus` overlaps that of another
// one of `ids`.
void draw_bands(ImDrawList& list, const LineChart& chart, std::span<const std::size_t> corners,
                SpriteId focus, std::span<const SpriteId> ids, Color color) {
  for (std::size_t c = 0; c + 1 < corners.size(); ++c) {
    const auto& boxes = chart.frames[corners[c]].boxes;
    for (const SpriteId id : ids) {
      const float from = std::max(low(boxes[focus], chart.axis), low(boxes[id], chart.axis));
      const float to = std::min(high(boxes[focus], chart.axis), high(boxes[id], chart.axis));
      if (id == focus || from >= to) continue;
      list.AddRectFilled({chart.x(corners[c]), chart.y(from)},
                         {chart.x(corners[c + 1]), chart.y(to)}, packed(color));
    }
  }
}

// Draws a bar per frame at the lower edge, as high as sprites were born in it.
void draw_births(const Gui& gui, const LineChart& chart) {
  constexpr float kShare = 0.15f;  // of the chart's height, of the bar of most births
  std::size_t most = 1;
  for (const BoxHistory::Kept& frame : chart.frames) most = std::max(most, frame.born.size());
  const float unit = kShare * extent(chart.area).y / static_cast<float>(most);
  for (std::size_t k = 0; k < chart.frames.size(); ++k) {
    const float top = chart.area.max.y - unit * static_cast<float>(chart.frames[k].born.size());
    ImGui::GetWindowDrawList()->AddLine({chart.x(k), chart.area.max.y}, {chart.x(k), top},
                                        gui.ink(Role::accent), chart.frame_width());
  }
}

std::optional<SpriteId> focus_sprite(const Gui& gui) {
  const std::size_t n = gui.session.world().size();
  if (gui.model.pointer_tool.hovered && *gui.model.pointer_tool.hovered < n)
    return gui.model.pointer_tool.hovered;
  if (!gui.model.selection.empty() && gui.model.selection.front() < n)
    return gui.model.selection.front();
  return {};
}

void draw_lines(const Gui& gui, const LineChart& chart, std::span<const SpriteId> ids) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(chart.area.min, chart.area.max, true);
  // Lines through many frames have corners only at the oldest and the newest frame and at steps
  // whose number is a multiple of `stride`. The index of a frame would not do, because corners
  // would jump with each new frame.
  const std::size_t n = chart.frames.size(), stride = 1 + n * 2 * ids.size() / kMaxSegments;
  std::vector<std::size_t> corners;
  for (std::size_t k = 0; k < n; ++k)
    if (k == 0 || k + 1 == n || chart.frames[k].step % stride == 0) corners.push_back(k);
  const auto focus = focus_sprite(gui);
  if (focus)
    draw_bands(list, chart, corners, *focus, ids, gui.colors[Role::candidate].with_alpha(0.35f));
  const auto draw_both = [&](SpriteId id, float alpha, float width) {
    draw_boundary_line(list, chart, corners, id, true,
                       gui.colors[Role::open_boundary].with_alpha(alpha), width * gui.ui.scale);
    draw_boundary_line(list, chart, corners, id, false,
                       gui.colors[Role::close_boundary].with_alpha(alpha), width * gui.ui.scale);
  };
  for (const SpriteId id : ids) draw_both(id, focus ? 0.5f : 0.85f, 1);
  if (focus) draw_both(*focus, 1, 2.5f);
  draw_births(gui, chart);
  for (std::size_t k = 0; k < chart.frames.size(); ++k)
    if (chart.frames[k].step == gui.session.steps() && k + 1 < chart.frames.size())
      list.AddLine({chart.x(k), chart.area.min.y}, {chart.x(k), chart.area.max.y},
                   gui.ink(Role::accent), gui.px(2));
  list.PopClipRect();
  list.AddRect(chart.area.min, chart.area.max, gui.ink(Role::panel_border));
}

// Draws a line and a tooltip at the frame under the pointer. A click pauses and seeks to that frame
// if the session still holds it. `swaps` are the crossings of each frame, [frames].
void take_line_click(const Gui& gui, const LineChart& chart,
                     const std::vector<std::uint32_t>& swaps) {
  if (!ImGui::IsItemHovered()) return;
  const auto k = chart.frame_at(ImGui::GetMousePos().x);
  if (!k) return;
  ImGui::GetWindowDrawList()->AddLine({chart.x(*k), chart.area.min.y},
                                      {chart.x(*k), chart.area.max.y}, gui.ink(Role::text_dim));
  const std::uint64_t step = chart.frames[*k].step;
  const bool may_go = gui.session.past().find(step) || step == gui.session.steps();
  tooltip(say("Step {}: {}. {}", grouped(step), counted(swaps[*k], "crossing"),
              may_go ? "A click goes there." : "This frame is no longer in the history."));
  if (!may_go || !ImGui::IsItemClicked()) return;
  if (!gui.model.paused) gui.ask(Invocation{&pause_action});
  if (step != gui.session.steps()) gui.ask(command::SeekStep{step});
}

Sentence lines_text(const Gui& gui, std::size_t shown, const std::vector<std::uint32_t>& swaps) {
  const std::size_t all = gui.session.world().size();
  Sentence text = counted(shown, "sprite");
  if (!gui.model.selection.empty())
    text = shown < gui.model.selection.size() ? say("{}, the first of those selected", text)
                                              : say("{}, as selected", text);
  else if (shown < all)
    text = say("{}, the first of {}; select others to see theirs", text, grouped(all));
  if (swaps.empty()) return text;
  const auto sum = std::accumulate(swaps.begin(), swaps.end(), std::uint64_t{0});
  const auto frames = std::max<std::size_t>(swaps.size() - 1, 1);
  return say("{} · {} in the last frame, {:.1f} per frame", text, counted(swaps.back(), "crossing"),
             static_cast<double>(sum) / static_cast<double>(frames));
}

// Says how many sprites are born per frame; empty if none was.
Sentence births_text(const LineFrames& frames) {
  std::size_t sum = 0;
  for (const BoxHistory::Kept& frame : frames) sum += frame.born.size();
  if (sum == 0) return {};
  const auto steps = static_cast<double>(std::max<std::size_t>(frames.size(), 2) - 1);
  return say(
      "{} born in the last frame, {:.1f} per frame, as many died: the bars at the lower edge.",
      counted(frames.back().born.size(), "sprite"), static_cast<double>(sum) / steps);
}

void draw_over_time(const Gui& gui) {
  const BoxHistory& study = gui.lab.box_history;
  if (!study.is_on()) gui.ask(KeepBoxes{});
  Axis& axis = gui.ui.own<OverTimeView>().axis;
  for (const Axis a : {Axis::x, Axis::y}) {
    const char* name = a == Axis::x ? "x" : "y";
    if (a == Axis::y) ImGui::SameLine();
    if (round_button(gui, name, std::string("over-time.") + name, axis == a)) axis = a;
  }
  const LineFrames& frames = study.frames();
  // After sprites were added or removed, the kept frames have another number of boxes until the
  // study observes the next frame.
  if (frames.empty() || frames.back().boxes.size() != gui.session.world().size()) return;
  const std::vector<SpriteId> ids = lines_shown(gui.model.selection, frames.back().boxes.size());
  const std::vector<std::uint32_t> swaps = crossings(frames, axis, ids);
  beside(24 * em());
  text_wrapped(gui, lines_text(gui, ids.size(), swaps));
  text_wrapped(gui, "Lines that hardly cross are why incremental sweep and prune is cheap.",
               Role::text_dim);
  if (const Sentence births = births_text(frames); !births.empty()) {
    text_wrapped(gui, births, Role::text_dim);
    remember_rect(gui, "over-time.births");
  }
  const ImVec2 at = ImGui::GetCursorScreenPos(), free = ImGui::GetContentRegionAvail();
  const ImVec2 size{std::max(free.x, 50.0f), std::max(free.y - gui.px(4), gui.px(100))};
  ImGui::InvisibleButton("##lines", size);
  remember_rect(gui, "over-time.chart");
  const Aabb field = gui.session.field();
  const LineChart chart{frames,
                        axis,
                        {at, at + size},
                        low(field, axis),
                        std::max(high(field, axis), low(field, axis) + 1),
                        BoxHistory::capacity(frames.back().boxes.size())};
  draw_lines(gui, chart, ids);
  take_line_click(gui, chart, swaps);
}

void end_over_time(ApplicationModel& model) {
  if (model.lab.box_history.is_on()) model.study(KeepBoxes{false});
}

}  // namespace

// clang-format off
extern const ToolRow over_time_tool{
    .action = {"over-time", "Over time",
               "Where boxes began and ended over the last 600 frames.", Menu::tools, {}},
    .title = "Over time", .draw = draw_over_time, .unseen = end_over_time};
// clang-format on

}  // namespace phasebox::ui
