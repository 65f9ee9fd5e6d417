// SPDX-License-Identifier: MIT
// Around the field: texts, lane titles, 3D view, frames, status; legend, messages, never over it.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

void write_centered(ImDrawList& list, ImVec2 at, Color color, const std::string& words) {
  const char* const shown = tr(words.c_str());
  const ImVec2 size = ImGui::CalcTextSize(shown);
  list.AddText({at.x - size.x / 2, at.y - size.y / 2}, packed(color), shown);
}

constexpr float kMargin = 10;  // px before scaling

// The strip between the two panes; dragged, it gives one of them more room.
void divider(const Gui& gui, const Layout& at) {
  const bool beside = at.space.min.y == at.field.min.y;
  const Axis axis = beside ? Axis::x : Axis::y;
  const float grip = gui.px(8), middle = low(at.space, axis);
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
  const float pad = gui.px(6), wrap = std::max(room - 2 * pad, gui.px(40));
  const char* const shown = tr(words.c_str());
  const ImVec2 size = ImGui::CalcTextSize(shown, nullptr, false, wrap);
  const ImVec2 min{at.x, at.y - size.y - pad}, max{at.x + size.x + 2 * pad, at.y};
  list.AddRectFilled(min, max, gui.ink(Role::panel, 0.85f), gui.px(4));
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {min.x + pad, min.y + pad / 2}, packed(ink),
               shown, nullptr, wrap);
  return min.y;
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
  remember_rect(gui, "frames.slider", "Drag to any frame; playback waits while you hold it.");
  const auto shown = static_cast<std::size_t>(std::min(frame, last));
  std::string label = fmt::format("frame {} of {}", grouped(shown + 1), grouped(show.size()));
  if (text_width(label) > width) label = grouped(show.frame() + 1);
  text_over(gui, label, Role::text);
}

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

std::vector<Part> what_ran(const Gui& gui) {
  const Counters& c = gui.model.counters;
  std::vector<Part> parts{{std::string(gui.session.broadphase().title), 0}};
  const auto add = [&](std::string words, int rank) { parts.push_back({std::move(words), rank}); };
  if (gui.model.region_query) {
    parts[0].rank = 2;
    add(what_was_found(*gui.model.region_query, c), 0);
    const auto costs = std::span<const QueryCost>(gui.model.region_query->costs);
    if (!costs.empty()) add(cost_text(costs), 3);
    return parts;
  }
  if (!gui.session.is_detected()) return add("no pairs known", 0), parts;
  if (const LiveFeed* live = gui.model.live.get(); live && live->is_shown(gui.session)) {
    add(live_text(*live, gui.session), 1);
    if (!live->report().failure.empty()) add(live->report().failure, 0);
    if (const std::uint64_t refused = live->report().refused)
      add(counted(refused, "row") + " refused", 2);
  }
  // What is wrong stays on the line whatever else gives way.
  const Verdict& verdict = gui.lab.oracle.verdict();
  if (!verdict.is_exact()) add(describe(verdict, gui.session), verdict.is_right() ? 1 : 0);
  if (!gui.model.is_counted) return parts;
  if (c.groups > 0) add(gui.ui.steady.show("status.groups", counted(c.groups, c.part)), 4);
  const auto ms = gui.model.phases.broad.median(gui.model.now);
  add(gui.ui.steady.show("status.time", (ms ? duration(*ms) : "-") + " as it runs here"), 5);
  if (gui.model.detail == Detail::solid) add("solid rectangles, there are many", 7);
  if (gui.model.detail == Detail::density) add("density, zoom in for sprites", 2);
  return parts;
}

// What fits, without anything of the ranks up to `keep` being left out.
std::string fitted(std::vector<Part>& parts, float room, int keep) {
  for (;;) {
    std::string line;
    for (const Part& part : parts) line += (line.empty() ? "" : " · ") + part.words;
    const auto least = std::ranges::max_element(parts, {}, &Part::rank);
    if (text_width(line) <= room || least->rank <= keep) return line;
    parts.erase(least);
  }
}

std::string what_a_click_does(const Gui& gui) {
  const PointerTool& tool = gui.model.pointer_tool;
  if (const std::optional<Aim> aim = aim_of(gui.model))
    return fmt::format("let go to launch at {:.1f} px/step, Esc cancels", aim->speed);
  if (gui.session.held()) return fmt::format("let go to throw sprite {}", *gui.session.held());
  if (!tool.in_field && !tool.in_space) return "";
  if (gui.model.region_query) return "Esc or a click ends the query";
  const char* eye =
      tool.in_space ? "right drag turns, middle drag moves, wheel zooms" : "wheel zooms";
  if (tool.hovered && gui.session.show())
    return fmt::format("object {} of the recording: click selects",
                       gui.session.name_of(*tool.hovered));
  if (!tool.hovered && (gui.session.show() || !gui.lab.lessons.may_launch()))
    return fmt::format("drag selects, Ctrl+drag queries a region, {}", eye);
  if (tool.hovered)
    return fmt::format("sprite {}: click selects, drag moves and throws, right click: menu",
                       *tool.hovered);
  const auto& images = gui.session.images();
  return fmt::format(
      "drag launches '{}', Shift+drag selects, Ctrl+drag queries, {}",
      gui.ui.launch_image < images.size() ? images[gui.ui.launch_image].name : "sprite", eye);
}

// A bar from cold to hot behind its name, with its two ends in numbers.
void heat_bar(const Gui& gui, const HeatScale& heat, Flow& flow) {
  const bool is_whole = heat.unit.empty();
  const std::string most = is_whole ? grouped(static_cast<std::uint64_t>(heat.most))
                                    : fmt::format("{:.1f} {}", heat.most, heat.unit);
  const float part = gui.px(14), bar = part * static_cast<float>(gui.colors.heat.size() - 1);
  flow.next(text_width(heat.text) + text_width(most) + bar + 4 * ImGui::GetFontSize());
  text(gui, heat.text, Role::text_dim);
  ImGui::SameLine();
  text("0");
  ImGui::SameLine();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight() * 0.7f;
  const float top = at.y + (ImGui::GetTextLineHeight() - height) / 2;
  for (std::size_t k = 0; k + 1 < gui.colors.heat.size(); ++k) {
    const float x = at.x + part * static_cast<float>(k);
    const ImU32 left = packed(gui.colors.heat[k]), right = packed(gui.colors.heat[k + 1]);
    ImGui::GetWindowDrawList()->AddRectFilledMultiColor({x, top}, {x + part, top + height}, left,
                                                        right, right, left);
  }
  ImGui::Dummy({bar, ImGui::GetTextLineHeight()});
  ImGui::SameLine();
  text(most);
  if (heat.is_complete) return;
  flow.next(14 * ImGui::GetFontSize());
  text(gui, "(not all events were kept)", Role::warning);
}

// Also for some seconds after the last one: a line that comes and goes would move the others.
bool has_collisions(const Gui& gui) {
  constexpr double kSeconds = 3;
  if (!gui.session.contacts().empty()) return gui.ui.collided_at = gui.model.now, true;
  return !gui.model.paused && gui.model.now < gui.ui.collided_at + kSeconds;
}

// While the X-ray goes through the impacts, they are all that is drawn; else what it has found.
ViewOptions shown_in_field(const Gui& gui) {
  ViewOptions view = gui.model.view;
  const Xray& xray = gui.lab.xray;
  if (!xray.is_open()) {
    if (!has_collisions(gui)) view.overlays.set(Overlay::collisions, false);
    return view;
  }
  const bool is_in_impacts = xray.is_in_impacts();
  view.overlays.set(Overlay::structure, !is_in_impacts);
  view.overlays.set(Overlay::candidates, !xray.candidates().empty());
  view.overlays.set(Overlay::collisions, !xray.collisions().empty());
  if (is_in_impacts) view.overlays.set(Overlay::boundaries, false);
  view.overlays.set(Overlay::impacts, is_in_impacts);
  return view;
}

// What any of the lanes shows, else the field; the X-ray has an event log of its own.
std::vector<LegendLine> legend_of(const Gui& gui) {
  const LiveRace& race = gui.lab.race;
  const Xray& xray = gui.lab.xray;
  const ViewOptions view = shown_in_field(gui);
  std::vector<LegendLine> all;
  const auto add = [&](const EventLog& log) {
    for (const LegendLine& line : legend(view, log, gui.model.camera, region_query_of(gui.model)))
      if (std::ranges::find(all, line.text, &LegendLine::text) == all.end()) all.push_back(line);
  };
  if (race.has_lanes())
    for (const RaceRunner& runner : race.in_lanes()) add(runner.trace());
  else
    add(xray.is_open() ? xray.trace() : gui.model.field_trace());
  if (!race.has_lanes() && xray.is_open() && xray.now())
    all.push_back({Role::accent, "current event"});
  if (gui.lab.twins.is_open()) {
    add(gui.lab.twins.xray().trace());
    all.push_back({Role::missed, "only in this one of the twins"});
  }
  if (const auto asleep = sleep_line(gui.model.view, gui.session)) all.push_back(*asleep);
  const Verdict& verdict = gui.lab.oracle.verdict();
  if (!race.has_lanes() && verdict.false_negatives.count + verdict.allowed_misses.count > 0)
    all.push_back({Role::missed, "missed by the algorithm"});
  else if (!race.has_lanes() && !gui.model.missed_contacts().empty())
    all.push_back({Role::missed, "contact missed by n"});
  if (gui.ui.listing) all.push_back({Role::missed, "ring: as they wrote it"});
  return all;
}

constexpr std::pair<std::string_view, const char*> kLegendHelp[] = {
    {"final group", "Sprites between empty stripes: only those in one frame are tested."},
    {"temporary group", "It is cut further, where a stripe is empty along the other axis."},
    {"cell or node, by depth", "Only sprites in one cell, or in nodes that meet, are tested."},
    {"collision", "Two sprites that touch, as the narrowphase has confirmed."}};

void draw_legend(const Gui& gui, Flow& flow) {
  if (!gui.model.view.legend) return;
  if (const auto heat = heat_scale(gui.model.view, gui.session, gui.model.trace))
    heat_bar(gui, *heat, flow);
  for (const LegendLine& line : legend_of(gui)) {
    flow.next(ImGui::GetFontSize() * 0.62f + gui.px(6) + text_width(line.text));
    const Color color = gui.colors[line.role];
    ImGui::BeginGroup();
    draw_swatch(gui, packed({color.r, color.g, color.b, 255}));
    ImGui::Dummy({ImGui::GetFontSize() * 0.62f, ImGui::GetTextLineHeight()});
    ImGui::SameLine(0, gui.px(6));
    text_wrapped(gui, line.text);
    ImGui::EndGroup();
    if (ImGui::IsItemHovered()) gui.ui.compared.role = line.role;
    remember_rect(gui, "legend." + std::string(line.text));
    for (const auto& [text, help] : kLegendHelp)
      if (text == line.text) tooltip(help);
  }
}

// Two lines above a lane: which algorithm or value, and what it takes.
struct LaneTitle {
  std::string name, words;
  bool is_wrong = false;
};

LaneTitle lane_title(const Gui& gui, std::size_t k) {
  const LiveRace& race = gui.lab.race;
  if (const Twins& twins = gui.lab.twins; twins.is_open())
    return {twins.side(k).title, twins.side(k).counts};
  const RaceRunner& runner = race.runners()[k];
  if (runner.verdict == RaceResult::Verdict::wrong)
    return {race.name(k), "WRONG · " + runner.fault, true};
  const double median = runner.summary().median;
  std::string words = median > 0 ? duration(median) : "not timed yet";
  if (runner.box_tests)
    words += " · " + counted(static_cast<std::uint64_t>(*runner.box_tests), "box test");
  if (!runner.is_exact) words += " · not exact";
  return {race.name(k), words};
}

}  // namespace

void draw_sling(const Gui& gui, const Aabb& field) {
  const std::optional<Aim> aim = aim_of(gui.model);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  if (!aim && gui.session.world().empty()) {
    const RecordingPlayback* show = gui.session.show();
    const bool is_live = gui.model.live && gui.model.live->is_shown(gui.session);
    const std::string why =
        !show
            ? fmt::format("Launch one with {}, or drag here", key_or_menu(more_action, gui.ui.keys))
        : is_live && show->rows() == 0 ? "Waiting for the first frame of the game"
                                       : "No boxes in this frame";
    write_centered(list, center(field), gui.colors[Role::text_dim], why);
  }
  if (!aim) return;
  const bool in_space =
      gui.model.view.space && contains(gui.model.space.camera.viewport, aim->from);
  const Aabb& pane = in_space ? gui.model.space.camera.viewport : field;
  list.PushClipRect(pane.min, pane.max);
  const auto [from, pointer, speed] = *aim;
  list.AddLine(from, pointer, gui.ink(Role::aim, 0.4f),
               gui.px(2));  // the arrow of the flight is the view's
  const float side = pointer.y > from.y ? 1.0f : -1.0f;
  write_centered(list, {pointer.x, pointer.y + side * 22 * gui.ui.scale}, gui.colors[Role::text],
                 fmt::format("{:.1f} px/step", speed));
  list.PopClipRect();
}

void draw_labels(const DrawList& list, const Camera& camera, Color ground) {
  const float around = camera.line_scale;
  ImDrawList& target = *ImGui::GetBackgroundDrawList();
  target.PushClipRect(camera.viewport.min, camera.viewport.max);
  for (const Label& label : list.labels) {
    const char* const shown = tr(label.text.c_str());
    const Vec2 at = camera.to_screen(label.at);
    for (const Vec2 by : {Vec2{-1, -1}, Vec2{1, -1}, Vec2{-1, 1}, Vec2{1, 1}})
      target.AddText(at + by * around, packed(ground), shown);
    target.AddText(at, packed(label.color), shown);
  }
  target.PopClipRect();
}

void draw_lane_titles(const Gui& gui, const Aabb& field) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const auto places = lane_places(gui.lab, gui.session.field(), field, gui.ui.scale);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto& [title, below] = places[k];
    const LaneTitle shown = lane_title(gui, k);
    const float line = ImGui::GetTextLineHeight(), pad = gui.px(6);
    const float room = extent(title).x - 2 * pad;
    list.AddRectFilled(title.min, title.max, gui.ink(Role::panel));
    list.AddRectFilled(title.min, {title.max.x, title.min.y + gui.px(3)},
                       series_color(k, gui.colors));
    list.PushClipRect(title.min, title.max, true);
    list.AddText({title.min.x + pad, title.min.y + gui.px(4)}, gui.ink(Role::text),
                 fitted_text(shown.name, room).c_str());
    list.AddText({title.min.x + pad, title.min.y + gui.px(5) + line},
                 gui.ink(shown.is_wrong ? Role::warning : Role::text_dim),
                 fitted_text(shown.words, room).c_str());
    list.PopClipRect();
    if (title.min.x > field.min.x)
      list.AddRectFilled({title.min.x - std::ceil(kLaneGap * gui.ui.scale), title.min.y},
                         {title.min.x, below.max.y}, gui.ink(Role::panel_border));
    gui.ui.rects.push_back({"lane." + std::to_string(k), below});
  }
}

void draw_space_pane(const Gui& gui, const Layout& at) {
  const Vec2 size = extent(at.space);
  if (!gui.model.view.space || size.x <= 0 || size.y <= 0) return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect(at.space.min, at.space.max);
  for (const SpaceLabel& label : gui.model.space.list.labels)
    if (const auto at_px = gui.model.space.camera.to_screen(label.at))
      list.AddText(*at_px, packed(label.color), tr(label.text.c_str()));
  const float margin = kMargin * gui.ui.scale, room = size.x - 2 * margin;
  const Vec2 corner{at.space.min.x + margin, at.space.max.y - margin};
  const float above = note(gui, list, corner,
                           height_note(gui.session, gui.model.trace.broad.events(), gui.model.view),
                           room, gui.colors[Role::text]);
  if (gui.model.detail != Detail::full)
    note(gui, list, {corner.x, above - gui.px(3)}, "Plain tops, there are many sprites", room,
         gui.colors[Role::text_dim]);
  list.PopClipRect();
  gui.ui.rects.push_back({"space", at.space});
  divider(gui, at);
}

void draw_frames(const Gui& gui, const Aabb& where) {
  gui.ui.scrubbing = false;
  const RecordingPlayback* show = gui.session.show();
  if (!show || extent(where).y <= 0) return;
  begin_fixed("frames", where, ImGuiWindowFlags_NoScrollbar);
  ImGui::SetCursorPosY((ImGui::GetWindowHeight() - ImGui::GetFrameHeight()) / 2);
  action_button(gui, pause_action, gui.model.paused ? "Play" : "Pause", "frames.pause");
  ImGui::SameLine();
  action_button(gui, frame_back_action, "◀", "frames.back");
  ImGui::SameLine();
  action_button(gui, frame_forward_action, "▶", "frames.forward");
  ImGui::SameLine();
  if (gui.model.live && gui.model.live->is_shown(gui.session)) {
    ImGui::BeginDisabled(show->follows());
    action_button(gui, follow_action, show->follows() ? "Live" : "Follow", "frames.follow");
    ImGui::EndDisabled();
    ImGui::SameLine();
  }
  bool is_swept = show->is_swept();
  if (ImGui::Checkbox(tr_label("swept"), &is_swept))
    gui.out.emplace_back(Invocation{&sweep_action});
  remember_rect(gui, "frames.swept", hint_of(sweep_action, gui.ui.keys));
  ImGui::SameLine();
  slider(gui, *show);
  ImGui::End();
}

void draw_status(const Gui& gui, const Aabb& where) {
  begin_fixed("status", where, ImGuiWindowFlags_NoScrollbar);
  const double frames = gui.model.frames_per_second;
  const std::string right =
      gui.model.paused
          ? "paused"
          : gui.ui.steady.show("status.rates", fmt::format("steps {} · pictures {}",
                                                           rate(gui.model.steps_per_second),
                                                           frames > 0 ? rate(frames) : "-"));
  const float right_at =
      ImGui::GetWindowWidth() - text_width(right) - ImGui::GetStyle().WindowPadding.x;
  const float gap = gui.px(18);
  std::vector<Part> parts = what_ran(gui);
  std::string left = fitted(parts, right_at - gap, 2);
  // Then the rates give way.
  if (text_width(left) > right_at - gap) left = fitted(parts, ImGui::GetWindowWidth() - gap, 0);
  ImGui::SetCursorPosY((ImGui::GetWindowHeight() - ImGui::GetTextLineHeight()) / 2);
  gui.ui.status = left;
  text(gui, left, gui.lab.oracle.verdict().is_exact() ? Role::text : Role::warning);
  tooltip(
      "The broadphase, into how many parts it divides the field, and the median time that it takes "
      "in the simulation; then what the mouse does here.");
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
    tooltip(
        "Steps of 1/60 s and pictures per second. While paused, the window is drawn only when "
        "something changes.");
  }
  ImGui::End();
}

// What the author of the scene says of it, until it is dismissed.
void draw_scene_note(const Gui& gui) {
  const std::string& note = gui.session.note();
  if (note.empty() || gui.session.show() || note == gui.ui.dismissed_note) return;
  if (small_button(gui, "x##note", "note.dismiss", "Dismiss the note; the scene keeps it."))
    gui.ui.dismissed_note = note;
  ImGui::SameLine();
  ImGui::PushTextWrapPos(0);
  text_as_is(note);
  ImGui::PopTextWrapPos();
  remember_rect(gui, "note");
}

void draw_notes(const Gui& gui, const Aabb& where) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(gui.px(8), gui.px(3)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, gui.ink(Role::background));
  begin_fixed("notes", where, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gui.px(6), gui.px(2)));
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = ImGui::GetStyle().ItemSpacing.y;
  // The last ones still shown, newest last, keep to the lower edge.
  constexpr std::size_t kMaxShown = 2;
  std::vector<const Message*> messages;
  for (const Message& m : gui.ui.messages.all())
    if (MessageLog::is_toast(m, gui.model.now)) messages.push_back(&m);
  if (messages.size() > kMaxShown) messages.erase(messages.begin(), messages.end() - kMaxShown);
  const auto left = [&] {
    float height = room.y;
    for (const Message* m : messages)
      height -= ImGui::CalcTextSize(tr(m->text.c_str()), nullptr, false, room.x).y + gap;
    return height;
  };
  if (messages.size() > 1 && left() < 1) messages.erase(messages.begin());
  ImFont* const font = left() < 1 ? footnote_font() : text_font();  // of messages
  push_font(font);
  const float rest = left();
  ImGui::PopFont();
  // What scrolls is cut between lines, never through one.
  const float line = ImGui::GetTextLineHeightWithSpacing();
  begin_child("lasting", {0, std::max(1.0f, std::floor((rest + gap) / line) * line - gap)});
  draw_scene_note(gui);
  Flow flow(gui.px(14));
  const bool is_lesson =
      gui.lab.lessons.open() && gui.ui.tool == "lessons";  // it says what matters
  draw_legend(gui, flow);
  if (const Xray& xray = gui.lab.xray; xray.is_open())
    if (const std::string words = left_out(xray, gui.model.camera); !words.empty()) {
      text_wrapped(gui, words);
      remember_rect(gui, "xray.left-out");
    }
  // In a lane a remark would seem to be about another algorithm.
  if (!is_lesson && !gui.lab.race.has_lanes() && gui.model.is_counted)
    for (const Remark& remark : gui.model.remarks) {
      push_font(footnote_font());
      text_wrapped(gui, remark.text, remark.warning ? Role::warning : Role::text_dim);
      ImGui::PopFont();
    }
  ImGui::EndChild();
  push_font(font);
  for (const Message* m : messages) text_of_message(gui, *m, Role::accent);
  ImGui::PopFont();
  ImGui::PopStyleVar();
  remember_window(gui, "notes");
  ImGui::End();
}

}  // namespace phasebox::ui
