// SPDX-License-Identifier: MIT
// What is drawn and written around the field: texts, titles of lanes, the 3D view, the bar of
// frames, the status line.
#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "ui/language/tr.hpp"
#include "ui/model/layout.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/plot_view.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox::ui {
namespace {

void write_centered(ImDrawList& list, ImVec2 at, Color color, const std::string& words) {
  const char* const shown = tr(words.c_str());
  const ImVec2 size = ImGui::CalcTextSize(shown);
  list.AddText({at.x - size.x / 2, at.y - size.y / 2}, packed(color), shown);
}

std::string why_empty(const Gui& gui) {
  const RecordingPlayback* show = gui.model.session.show();
  if (!show)
    return fmt::format("Launch one with {}, or drag here", key_or_menu(more_action, gui.ui.keys));
  const bool is_live = gui.model.live && gui.model.live->is_shown(gui.model.session);
  return is_live && show->rows() == 0 ? "Waiting for the first frame of the game"
                                      : "No boxes in this frame";
}

std::string what_it_takes(const RaceRunner& runner) {
  if (runner.verdict == RaceResult::Verdict::wrong) return "WRONG · " + runner.fault;
  const double median = runner.summary().median;
  std::string words = median > 0 ? duration(median) : "not timed yet";
  if (runner.box_tests)
    words += " · " + counted(static_cast<std::uint64_t>(*runner.box_tests), "box test");
  return runner.is_exact ? words : words + " · not exact";
}

// Round the 3D view: the divider beside it, what height means, its labels.

constexpr float kMargin = 10;  // px before scaling

// The strip between the two panes; dragged, it gives one of them more room.
void divider(const Gui& gui, const Layout& at) {
  const bool beside = at.space.min.y == at.field.min.y;
  const Axis axis = beside ? Axis::x : Axis::y;
  const float grip = 8 * gui.ui.scale, middle = low(at.space, axis);
  Aabb strip = at.space;
  (beside ? strip.min.x : strip.min.y) = middle - grip / 2;
  (beside ? strip.max.x : strip.max.y) = middle + grip / 2;
  const float moved = splitter(gui, "space.divider", strip, axis);
  if (moved == 0) return;
  const Vec2 whole = at.space.max - at.field.min;
  const float share = gui.ui.space_share - moved / std::max(along(whole, axis), 1.0f);
  gui.ui.space_share = std::clamp(share, 0.15f, 0.85f);
}

// A line of text on a plate, its lower left corner at `at`; returns the plate's upper edge.
float note(const Gui& gui, ImDrawList& list, Vec2 at, const std::string& words, float room,
           Color ink) {
  const float pad = 6 * gui.ui.scale, wrap = std::max(room - 2 * pad, 40 * gui.ui.scale);
  const char* const shown = tr(words.c_str());
  const ImVec2 size = ImGui::CalcTextSize(shown, nullptr, false, wrap);
  const ImVec2 min{at.x, at.y - size.y - pad}, max{at.x + size.x + 2 * pad, at.y};
  list.AddRectFilled(min, max, packed(gui.colors[Role::panel].with_alpha(0.85f)), 4 * gui.ui.scale);
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {min.x + pad, min.y + pad / 2}, packed(ink),
               shown, nullptr, wrap);
  return min.y;
}

void labels(const Gui& gui, ImDrawList& list) {
  for (const SpaceLabel& label : gui.model.space.list.labels)
    if (const auto at = gui.model.space.camera.to_screen(label.at))
      list.AddText(to_imgui(*at), packed(label.color), tr(label.text.c_str()));
}

// The bar under the field while recorded boxes play: a slider over the frames.

// "frame 12 of 300, number 112": the file's own number where it is another one.
std::string frame_label(const RecordingPlayback& show, std::size_t frame) {
  const std::int64_t number = show.number(frame);
  const std::string place = fmt::format("frame {} of {}", grouped(frame + 1), grouped(show.size()));
  if (number == static_cast<std::int64_t>(frame) + 1) return place;
  return fmt::format("{} · number {}", place, number);
}

// The text is on the slider where it fits, else only the slider's own place says it.
void slider(const Gui& gui, const RecordingPlayback& show) {
  int frame = static_cast<int>(show.frame());
  const int last = static_cast<int>(show.size()) - 1;
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::SetNextItemWidth(width);
  ImGui::BeginDisabled(last == 0);
  if (ImGui::SliderInt("##frame", &frame, 0, std::max(last, 1), "",
                       ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput))
    gui.out.emplace_back(command::SeekRecording{static_cast<std::size_t>(std::min(frame, last))});
  gui.ui.scrubbing = ImGui::IsItemActive();
  ImGui::EndDisabled();
  remember_rect(gui, "frames.slider");
  tooltip("Drag to any frame; playback waits while you hold it.");
  std::string label = frame_label(show, static_cast<std::size_t>(std::min(frame, last)));
  if (text_width(label) > width) label = grouped(show.frame() + 1);
  text_over(gui, label, Role::text);
}

// The line along the lower edge: which algorithm, how exact, what it did, what a click would do.

// "query: 5 found, 31 of 400 visited"; of an algorithm with nodes, how many of those as well.
std::string what_was_found(const RegionQuery& query, const Counters& c) {
  const std::string sprites = fmt::format("{}{} of {}", grouped(query.sprites_visited),
                                          query.log.dropped() > 0 ? "+" : "", grouped(c.sprites));
  const std::string parts = counted(query.parts_visited, c.part);
  const std::string looked = query.parts_visited == 0     ? sprites
                             : query.sprites_visited == 0 ? parts
                                                          : parts + ", " + sprites;
  return fmt::format("query: {} found, {} visited", grouped(query.found.size()), looked);
}

// A part of the line; the higher the rank, the sooner it gives way in a narrow window.
struct Part {
  std::string words;
  int rank;
};

// What is wrong stays on the line whatever else gives way.
void add_verdict(const Gui& gui, std::vector<Part>& parts) {
  const Verdict& verdict = gui.model.lab.oracle.verdict();
  parts.push_back({describe(verdict, gui.model.session), verdict.is_right() ? 1 : 0});
  if (verdict.is_sampled()) parts.push_back({describe_sample(verdict), 6});
}

void add_live(const Gui& gui, std::vector<Part>& parts) {
  if (!gui.model.live || !gui.model.live->is_shown(gui.model.session)) return;
  parts.push_back({live_text(*gui.model.live, gui.model.session), 1});
  if (const std::uint64_t refused = gui.model.live->report().refused)
    parts.push_back({counted(refused, "row") + " refused", 2});
}

std::vector<Part> what_ran(const Gui& gui) {
  const Counters& c = gui.model.counters;
  const std::string title(gui.model.session.broadphase().title);
  if (gui.model.region_query) {
    std::vector<Part> parts{{title, 2}, {what_was_found(*gui.model.region_query, c), 0}};
    const auto costs = std::span<const QueryCost>(gui.model.region_query->costs);
    if (!costs.empty()) parts.push_back({cost_text(costs), 3});
    return parts;
  }
  const std::uint64_t n = gui.model.session.world().size(), pairs = n > 1 ? n * (n - 1) / 2 : 0;
  std::vector<Part> parts{{title, 0}};
  add_live(gui, parts);
  if (!gui.model.session.is_detected()) return {{title, 0}, {"no pairs known", 0}};
  add_verdict(gui, parts);
  if (!gui.model.is_counted) return parts;
  if (c.groups > 0) parts.push_back({counted(c.groups, c.part), 4});
  parts.push_back({fmt::format("{} of {} tests", grouped(c.box_tests), grouped(pairs)), 5});
  parts.push_back({counted(c.collisions, "collision"), 3});
  if (gui.model.detail == Detail::solid) parts.push_back({"solid rectangles, there are many", 7});
  if (gui.model.detail == Detail::density) parts.push_back({"density, zoom in for sprites", 2});
  return parts;
}

std::string joined(std::span<const Part> parts) {
  std::string line;
  for (const Part& part : parts) line += (line.empty() ? "" : " · ") + part.words;
  return line;
}

// What fits, without anything of the ranks up to `keep` being left out.
std::string fitted(std::vector<Part>& parts, float room, int keep) {
  std::string line = joined(parts);
  while (text_width(line) > room) {
    const auto least = std::ranges::max_element(parts, {}, &Part::rank);
    if (least->rank <= keep) break;
    parts.erase(least);
    line = joined(parts);
  }
  return line;
}

constexpr const char* kTurns = "right drag turns, middle drag moves, wheel zooms";

std::string what_a_click_does(const Gui& gui) {
  if (const std::optional<Aim> aim = aim_of(gui.model))
    return fmt::format("let go to launch at {:.1f} px/step, Esc cancels", aim->speed);
  if (gui.model.session.held())
    return fmt::format("let go to throw sprite {}", *gui.model.session.held());
  if (!gui.model.pointer_tool.in_field && !gui.model.pointer_tool.in_space) return "";
  if (gui.model.region_query) return "Esc or a click ends the query";
  if (const RecordingPlayback* show = gui.model.session.show())
    return gui.model.pointer_tool.hovered && *gui.model.pointer_tool.hovered < show->ids().size()
               ? fmt::format("object {} of the recording: click selects",
                             show->ids()[*gui.model.pointer_tool.hovered])
               : fmt::format("drag selects, Ctrl+drag queries a region, {}",
                             gui.model.pointer_tool.in_space ? kTurns : "wheel zooms");
  if (gui.model.pointer_tool.hovered)
    return fmt::format("sprite {}: click selects, drag moves and throws, right click: menu",
                       *gui.model.pointer_tool.hovered);
  const auto& images = gui.model.session.images();
  const std::string name =
      gui.ui.launch_image < images.size() ? images[gui.ui.launch_image].name : "sprite";
  return fmt::format("drag launches '{}', Shift+drag selects, Ctrl+drag queries, {}", name,
                     gui.model.pointer_tool.in_space ? kTurns : "wheel zooms");
}

std::string rates(const Gui& gui) {
  if (gui.model.paused) return "drawn when something changes";
  const double frames = gui.model.frames_per_second;
  return fmt::format("{} · {} fps", rate(gui.model.steps_per_second),
                     frames > 0 ? fmt::format("{:.0f}", frames) : "-");
}

}  // namespace

void draw_field_text(const Gui& gui, const Aabb& field) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect(to_imgui(field.min), to_imgui(field.max));
  if (gui.model.session.world().empty() && !aim_of(gui.model))
    write_centered(list, to_imgui(center(field)), gui.colors[Role::text_dim], why_empty(gui));
  list.PopClipRect();
}

void draw_sling(const Gui& gui, const Aabb& field) {
  const std::optional<Aim> aim = aim_of(gui.model);
  if (!aim) return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const bool in_space =
      gui.model.view.space && contains(gui.model.space.camera.viewport, aim->from);
  const Aabb& pane = in_space ? gui.model.space.camera.viewport : field;
  list.PushClipRect(to_imgui(pane.min), to_imgui(pane.max));
  const auto [from, pointer, speed] = *aim;
  list.AddLine(to_imgui(from), to_imgui(pointer), packed(gui.colors[Role::aim].with_alpha(0.4f)),
               2 * gui.ui.scale);  // the arrow of the flight is the view's
  const float side = pointer.y > from.y ? 1.0f : -1.0f;
  write_centered(list, {pointer.x, pointer.y + side * 22 * gui.ui.scale}, gui.colors[Role::text],
                 fmt::format("{:.1f} px/step", speed));
  list.PopClipRect();
}

void draw_labels(const DrawList& list, const Camera& camera, Color ground) {
  const float around = camera.line_scale;
  ImDrawList& target = *ImGui::GetBackgroundDrawList();
  target.PushClipRect(to_imgui(camera.viewport.min), to_imgui(camera.viewport.max));
  for (const Label& label : list.labels) {
    const char* const shown = tr(label.text.c_str());
    const Vec2 at = camera.to_screen(label.at);
    for (const Vec2 by : {Vec2{-1, -1}, Vec2{1, -1}, Vec2{-1, 1}, Vec2{1, 1}})
      target.AddText(to_imgui(at + by * around), packed(ground), shown);
    target.AddText(to_imgui(at), packed(label.color), shown);
  }
  target.PopClipRect();
}

void draw_lane_titles(const Gui& gui, const Aabb& field) {
  const LiveRace& race = gui.model.lab.race;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const auto places = lane_places(race, gui.model.session.field(), field, gui.ui.scale);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto& [title, below] = places[k];
    const RaceRunner& runner = race.runners()[k];
    const bool is_wrong = runner.verdict == RaceResult::Verdict::wrong;
    const float line = ImGui::GetTextLineHeight(), pad = 6 * gui.ui.scale;
    const float room = extent(title).x - 2 * pad;
    list.AddRectFilled(to_imgui(title.min), to_imgui(title.max), packed(gui.colors[Role::panel]));
    list.AddRectFilled(to_imgui(title.min), {title.max.x, title.min.y + 3 * gui.ui.scale},
                       series_color(k, gui.colors));
    list.PushClipRect(to_imgui(title.min), to_imgui(title.max), true);
    const std::string name = fitted_text(race.name(k), room);
    const std::string takes = fitted_text(what_it_takes(runner), room);
    list.AddText({title.min.x + pad, title.min.y + 4 * gui.ui.scale},
                 packed(gui.colors[Role::text]), name.c_str());
    list.AddText({title.min.x + pad, title.min.y + 5 * gui.ui.scale + line},
                 packed(gui.colors[is_wrong ? Role::warning : Role::text_dim]), takes.c_str());
    list.PopClipRect();
    if (title.min.x > field.min.x)
      list.AddRectFilled({title.min.x - std::ceil(kLaneGap * gui.ui.scale), title.min.y},
                         {title.min.x, below.max.y}, packed(gui.colors[Role::panel_border]));
    gui.ui.rects.push_back({"lane." + std::to_string(k), below});
  }
}

void draw_space_pane(const Gui& gui, const Layout& at) {
  const Vec2 size = extent(at.space);
  if (!gui.model.view.space || size.x <= 0 || size.y <= 0) return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect(to_imgui(at.space.min), to_imgui(at.space.max));
  labels(gui, list);
  const float margin = kMargin * gui.ui.scale, room = size.x - 2 * margin;
  const Vec2 corner{at.space.min.x + margin, at.space.max.y - margin};
  const float above =
      note(gui, list, corner,
           height_note(gui.model.session, gui.model.trace.broad.events(), gui.model.view), room,
           gui.colors[Role::text]);
  if (gui.model.detail != Detail::full)
    note(gui, list, {corner.x, above - 3 * gui.ui.scale}, "Plain tops, there are many sprites",
         room, gui.colors[Role::text_dim]);
  list.PopClipRect();
  gui.ui.rects.push_back({"space", at.space});
  divider(gui, at);
}

void draw_frames(const Gui& gui, const Aabb& where) {
  gui.ui.scrubbing = false;
  const RecordingPlayback* show = gui.model.session.show();
  if (!show || extent(where).y <= 0) return;
  begin_fixed("frames", where, ImGuiWindowFlags_NoScrollbar);
  ImGui::SetCursorPosY((ImGui::GetWindowHeight() - ImGui::GetFrameHeight()) / 2);
  action_button(gui, pause_action, gui.model.paused ? "Play" : "Pause", "frames.pause");
  ImGui::SameLine();
  action_button(gui, frame_back_action, "◀", "frames.back");
  ImGui::SameLine();
  action_button(gui, frame_forward_action, "▶", "frames.forward");
  ImGui::SameLine();
  if (gui.model.live && gui.model.live->is_shown(gui.model.session)) {
    ImGui::BeginDisabled(show->follows());
    action_button(gui, follow_action, show->follows() ? "Live" : "Follow", "frames.follow");
    ImGui::EndDisabled();
    ImGui::SameLine();
  }
  slider(gui, *show);
  ImGui::End();
}

void draw_status(const Gui& gui, const Aabb& where) {
  begin_fixed("status", where, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoInputs);
  const std::string right = rates(gui);
  const float right_at =
      ImGui::GetWindowWidth() - text_width(right) - ImGui::GetStyle().WindowPadding.x;
  const float gap = 18 * gui.ui.scale;
  std::vector<Part> parts = what_ran(gui);
  std::string left = fitted(parts, right_at - gap, 2);
  // Then the rates give way.
  if (text_width(left) > right_at - gap) left = fitted(parts, ImGui::GetWindowWidth() - gap, 0);
  ImGui::SetCursorPosY((ImGui::GetWindowHeight() - ImGui::GetTextLineHeight()) / 2);
  gui.ui.status = left;
  text(gui, left, gui.model.lab.oracle.verdict().is_exact() ? Role::text : Role::warning);
  const std::string hint = what_a_click_does(gui);
  ImGui::SameLine(0, gap);
  const float room = right_at - gap - ImGui::GetCursorPosX();
  // The hint gives way first; half a hint would only be in the way.
  if (!hint.empty() && text_width(hint) <= room)
    text(gui, hint, Role::text_dim);
  else
    text("");
  if (room > -gap) {
    ImGui::SameLine(right_at);
    text(right);
  }
  ImGui::End();
}

}  // namespace phasebox::ui
