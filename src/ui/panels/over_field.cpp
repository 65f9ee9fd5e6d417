// SPDX-License-Identifier: MIT
// Draws over the field: labels, titles of lanes, the line of an aimed launch, and a sentence in an
// empty field.
#include <algorithm>
#include <cmath>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/model/lane_places.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

void write_centered(ImDrawList& list, ImVec2 at, Color color, const Sentence& words) {
  const char* const shown = tr(words).c_str();
  const ImVec2 size = ImGui::CalcTextSize(shown);
  list.AddText({at.x - size.x / 2, at.y - size.y / 2}, packed(color), shown);
}

// The two lines above a lane: `name` says which contestant of a race or which side of an X-ray with
// a clone it shows, `words` give its time and counts, or its fault.
struct LaneTitle {
  Sentence name, words;
  bool is_wrong = false;
  std::size_t look = 0;  // of the color bar above it
};

LaneTitle lane_title(const Gui& gui, std::size_t lane) {
  const LiveRace& race = gui.lab.race;
  if (const Twins& twins = gui.lab.twins; twins.is_open())
    return {twins.side(lane).title, twins.side(lane).counts, false, lane};
  const std::size_t k = race.in_lanes()[lane], look = race.look(k);
  const RaceRunner& runner = race.runners()[k];
  if (runner.verdict == RaceResult::Verdict::wrong)
    return {race.name(k), say("WRONG · {}", runner.fault), true, look};
  if (runner.runs_small_frame_loop())
    return {race.name(k), "the loop of small frames", false, look};
  const double median = runner.summary().median;
  std::vector<Sentence> words{median > 0 ? Sentence::as_is(duration(median)) : "not timed yet"};
  if (runner.box_tests)
    words.push_back(counted(static_cast<std::uint64_t>(*runner.box_tests), "box test"));
  if (!runner.is_exact) words.push_back("not exact");
  return {race.name(k), joined(words, " · "), false, look};
}

}  // namespace

void draw_sling(const Gui& gui, const Aabb& field) {
  const std::optional<Aim> aim = aim_of(gui.model);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  if (!aim && gui.session.world().empty()) {
    const RecordingPlayback* show = gui.session.playback();
    const bool is_live = gui.model.live && gui.model.live->is_shown(gui.session);
    const Sentence why =
        !show ? say("Launch one with {}, or drag here", key_or_menu(more_action, gui.ui.keys))
        : is_live && show->rows() == 0 ? "Waiting for the first frame of the game"
                                       : "No boxes in this frame";
    write_centered(list, center(field), gui.colors[Role::text_dim], why);
  }
  if (!aim) return;
  const bool in_space =
      gui.model.view.space && contains(gui.model.field.space.camera.viewport, aim->from);
  const Aabb& pane = in_space ? gui.model.field.space.camera.viewport : field;
  list.PushClipRect(pane.min, pane.max);
  const auto [from, pointer, speed] = *aim;
  list.AddLine(from, pointer, gui.ink(Role::aim, 0.4f),
               gui.px(2));  // the arrow of the flight is drawn by draw_session()
  const float side = pointer.y > from.y ? 1.0f : -1.0f;
  const Sentence words = say("let go to launch at {:.1f} px/step, Esc cancels", speed);
  const float half = text_width(words) / 2;
  const float x =
      std::clamp(pointer.x, pane.min.x + half, std::max(pane.max.x, pane.min.x + 2 * half) - half);
  write_centered(list, {x, pointer.y + side * gui.px(22)}, gui.colors[Role::text], words);
  list.PopClipRect();
}

void draw_drop_border(const Gui& gui, const Aabb& field) {
  if (!gui.ui.is_dragged_over || gui.ui.welcome_open) return;
  ImGui::GetForegroundDrawList()->AddRect(field.min, field.max, gui.ink(Role::accent), 0, 0,
                                          gui.px(2));
  gui.ui.rects.push_back({"drop.border", field});
}

void draw_stale(const Gui& gui, const Aabb& field) {
  if (!gui.ui.pairs_asked && !gui.model.detection.changed) return;
  ImGui::GetBackgroundDrawList()->AddRectFilled(field.min, field.max,
                                                gui.ink(Role::background, 0.6f));
  gui.ui.rects.push_back({"field.stale", field});
}

void draw_labels(const DrawList& list, const Camera& camera, Color ground) {
  const float around = camera.line_scale;
  ImDrawList& target = *ImGui::GetBackgroundDrawList();
  target.PushClipRect(camera.viewport.min, camera.viewport.max);
  for (const Label& label : list.labels) {
    const char* const shown = tr(label.text()).c_str();
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
                       series_color(shown.look, gui.colors));
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

}  // namespace phasebox::ui
