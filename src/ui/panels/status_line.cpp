// SPDX-License-Identifier: MIT
// Draws the status line: what algorithm runs with what result, and what a click does now.
#include <algorithm>

#include "base/number_format.hpp"
#include "lab/xray/query_row.hpp"
#include "language/format_sentence.hpp"
#include "session/shown_names.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

// Describes the open region query by the sprites that it found and those it visited, such as
// "box query: 5 found, 31 of 400 visited". If the algorithm visits cells or nodes, their number is
// said too, or alone. A + behind the number of sprites says that events were dropped, so that it
// may be larger.
Sentence what_was_found(const RegionQuery& query, const Counters& c) {
  const Sentence sprites =
      say("{} of {}", grouped(query.sprites_visited) + (query.log.dropped() > 0 ? "+" : ""),
          grouped(c.sprites));
  const Sentence parts = counted(query.parts_visited, c.part);
  const Sentence looked = query.parts_visited == 0     ? sprites
                          : query.sprites_visited == 0 ? parts
                                                       : say("{}, {}", parts, sprites);
  const std::string_view shape = kQueryShapeNames[static_cast<std::size_t>(query.asked.shape)];
  return say("{} query: {} found, {} visited", shape, grouped(query.found.size()), looked);
}

// A part of the status line. Where there is no room for all, those with the highest rank are left
// out first.
struct Part {
  Sentence words;
  int rank;
};

// Lists the left parts of the status line: algorithm and open region query, or else algorithm,
// source of a live recording, verdict unless it is exact, number of groups, time, and how sprites
// are drawn if not in full detail.
std::vector<Part> what_ran(const Gui& gui) {
  const Counters& c = gui.model.traced.counters;
  std::vector<Part> parts{{gui.session.settings().broadphase->title, 0}};
  const auto add = [&](Sentence words, int rank) { parts.push_back({std::move(words), rank}); };
  if (gui.model.region_query) {
    parts[0].rank = 2;
    add(what_was_found(*gui.model.region_query, c), 0);
    const auto costs = std::span<const QueryCost>(gui.model.region_query->costs);
    if (!costs.empty()) add(cost_text(costs), 3);
    return parts;
  }
  if (!gui.session.is_detected()) {
    add("no pairs known", 0);
    return parts;
  }
  if (const LiveFeed* live = gui.model.live.get(); live && live->is_shown(gui.session)) {
    add(live_text(*live, gui.session), 1);
    if (!live->report().failure.empty()) add(live->report().failure, 0);
    if (const std::uint64_t refused = live->report().refused)
      add(say("{} refused", counted(refused, "row")), 2);
  }
  // The verdict on wrong pairs has rank 0, so that it is never left out.
  const Verdict& verdict = gui.lab.oracle.verdict();
  if (!verdict.is_exact()) add(describe(verdict, gui.session), verdict.is_right() ? 1 : 0);
  if (!gui.model.traced.is_counted) return parts;
  if (c.groups > 0) add(gui.ui.steady.show("status.groups", counted(c.groups, c.part)), 4);
  const auto ms = gui.model.detection.phases.broad.median(gui.model.clock.now);
  const Sentence time = Sentence::as_is(ms ? duration(*ms) : "-");
  const Sentence here = say("{} as it runs here", time);
  const unsigned threads = gui.session.threads();
  add(gui.ui.steady.show("status.time",
                         threads > 1 ? say("{}, {}", here, counted(threads, "thread")) : here),
      5);
  if (gui.model.field.detail == Detail::solid) add("too many to draw as pictures: rectangles", 7);
  if (gui.model.field.detail == Detail::density) add("density, zoom in for sprites", 2);
  return parts;
}

// Joins the parts to a line of at most `room` px. As long as it is longer, the part with the
// highest rank is removed from `parts`. Parts of rank 0 stay even if the line remains too
// long.
Sentence fitted(std::vector<Part>& parts, float room) {
  for (;;) {
    Sentence line;
    for (const Part& part : parts) line += line.empty() ? part.words : " · " + part.words;
    const auto least = std::ranges::max_element(parts, {}, &Part::rank);
    if (text_width(line) <= room || least->rank == 0) return line;
    parts.erase(least);
  }
}

Sentence what_a_click_does(const Gui& gui) {
  const PointerTool& tool = gui.model.pointer_tool;
  if (const std::optional<Aim> aim = aim_of(gui.model))
    return say("let go to launch at {:.1f} px/step, Esc cancels", aim->speed);
  if (gui.session.held()) return say("let go to throw sprite {}", *gui.session.held());
  if (!tool.in_field && !tool.in_space) return "";
  if (gui.model.region_query) return "Esc or a click ends the query";
  const char* eye =
      tool.in_space ? "right drag turns, middle drag moves, wheel zooms" : "wheel zooms";
  if (tool.hovered && gui.session.playback())
    return say("object {} of the recording: click selects", shown_id(gui.session, *tool.hovered));
  if (!tool.hovered && (gui.session.playback() || !gui.lab.lessons.may_launch()))
    return say("drag selects, Ctrl+drag queries a region, {}", eye);
  if (tool.hovered)
    return say("sprite {}: click selects, drag moves and throws, right click: menu", *tool.hovered);
  const auto& images = gui.session.images();
  return say("drag launches '{}', Shift+drag selects, Ctrl+drag queries, {}",
             gui.ui.launch_image < images.size() ? Sentence::as_is(images[gui.ui.launch_image].name)
                                                 : "sprite",
             eye);
}

}  // namespace

void draw_status(const Gui& gui, const Aabb& where) {
  begin_fixed("status", where, ImGuiWindowFlags_NoScrollbar);
  const float gap = gui.px(18);
  const float all = ImGui::GetWindowWidth() - 2 * ImGui::GetStyle().WindowPadding.x;
  std::vector<Part> parts = what_ran(gui);
  const Sentence left = fitted(parts, all);
  ImGui::SetCursorPosY((ImGui::GetWindowHeight() - ImGui::GetTextLineHeight()) / 2);
  gui.ui.status = left.english();
  text(gui, left, gui.lab.oracle.verdict().is_exact() ? Role::text : Role::warning);
  tooltip(
      "The broadphase, into how many parts it divides the field, and the median time that it takes "
      "in the simulation; then what the mouse does here.");
  const Sentence hint = what_a_click_does(gui);
  ImGui::SameLine(0, gap);
  // What a click does is written only where all of it fits.
  if (text_width(hint) <= ImGui::GetContentRegionAvail().x) text(gui, hint, Role::text_dim);
  ImGui::End();
}

}  // namespace phasebox::ui
