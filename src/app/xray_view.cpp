// SPDX-License-Identifier: MIT
// Time held and turned back.
#include "app/xray_view.hpp"

#include <limits>

#include <fmt/format.h>

#include "ui/format.hpp"
#include "ui/tools.hpp"
#include "ui/tools/xray_focus.hpp"

namespace phasebox {
namespace {

constexpr std::string_view kTool = "xray";
constexpr std::size_t kNumbered = 300;  // sprites, whose numbers are still to be told apart

void freeze(Desk& desk) {
  desk.paused = true;
  cancel_hand(desk);
  if (desk.lab.race.has_lanes()) desk.study(command::SetLanes{false});
  desk.study(XrayCommand{OpenXray{}});
}

void show_tool(Desk& desk) { desk.ui.tool = kTool; }

}  // namespace

void step_xray(Desk& desk, int by) {
  const bool is_fresh = !desk.lab.xray.is_open();
  if (is_fresh) freeze(desk);
  show_tool(desk);
  if (is_fresh && by < 0) desk.study(XrayCommand{SeekXray{std::numeric_limits<std::size_t>::max()}});
  desk.study(XrayCommand{StepXray{by}});
}

bool leave_xray(Desk& desk) {
  if (!desk.lab.xray.is_open()) return false;
  desk.study(XrayCommand{CloseXray{}});
  if (desk.ui.tool == kTool) desk.ui.tool.clear();
  return true;
}

void tend_xray(Desk& desk) {
  if (!desk.lab.xray.is_open() || (desk.paused && desk.ui.tool == kTool)) return;
  desk.study(XrayCommand{CloseXray{}});
}

namespace {

Highlight highlight_of(const Xray& xray, const WalkState& state) {
  const Event* now = xray.now();
  return {.event = now,
          .is_narrow = xray.phase() == WalkPhase::narrow,
          .open = state.open,
          .part = state.part,
          .is_cut = now && now->kind == EventKind::boundary && state.open.empty(),
          .line = state.line,
          .candidates = xray.candidates(),
          .collisions = xray.collisions(),
          .pair = state.pair,
          .impacts = xray.is_in_impacts() ? xray.impacts() : std::span<const Impact>(),
          .done_impacts = xray.done_impacts(),
          .is_crowded = false};
}

// What the event is about stands out of a field that is dim, and of a structure that is less so.
void draw_crowded_structure(const Desk& desk, DrawList& list) {
  constexpr float kSprites = 0.55f, kBoth = 0.4f;
  const Xray& xray = desk.lab.xray;
  const Theme& colors = theme(desk.view.theme);
  const auto events = xray.broad().events().first(xray.done_broad());
  draw_veil(kSprites, desk.camera, colors, list);
  draw_event_log(thin_out(events, desk.camera, focus_of(xray)).events, {}, desk.camera, colors, list);
  draw_veil(kBoth, desk.camera, colors, list);
}

}  // namespace

// What the algorithm has yet to find is not shown.
void draw_xray_field(const Desk& desk, const Interaction& hand, Detail detail, DrawList& list) {
  const Xray& xray = desk.lab.xray;
  const bool is_crowded = shows_less(xray, desk.camera);
  ViewOptions view = desk.view;
  view.structure = !is_crowded;
  view.ids |= desk.session.world().size() <= kNumbered;
  view.collisions = view.candidates = false;
  view.impacts &= !xray.is_in_impacts();
  const ShownEvents shown{xray.broad().events().first(xray.done_broad()),
                          xray.narrow().events().first(xray.done_narrow())};
  draw_session(desk.session, shown, view, desk.camera, hand, detail, list);
  if (is_crowded) draw_crowded_structure(desk, list);
  const WalkState state = xray.state();
  Highlight highlight = highlight_of(xray, state);
  highlight.is_crowded = is_crowded;
  const Theme& colors = theme(view.theme);
  draw_highlight(highlight, desk.session.frame(), desk.camera, colors, list);
  if (is_crowded) draw_focus(focus_of(xray), path_of(xray), desk.camera, colors, list);
}

namespace {

void change_step(Desk& desk, int by) {
  const Session& session = desk.session;
  desk.paused = true;
  cancel_hand(desk);
  const std::uint64_t step = session.steps();
  if (by > 0 && !session.past().find(step + 1)) {
    desk.phases.push(desk.step(), desk.now);
    desk.changed = true;
  } else if (by < 0 && (step == 0 || !session.past().find(step - 1))) {
    return desk.note("No frame before this one is kept; sprites that come or go begin anew",
                     "frame");
  } else {
    desk.apply(command::SeekStep{by > 0 ? step + 1 : step - 1});
  }
  desk.note(fmt::format("Step {}", thousands(session.steps())), "frame");
}

}  // namespace

void change_frame(Desk& desk, int by) {
  const RecordingPlayback* show = desk.session.show();
  if (!show) return change_step(desk, by);
  desk.paused = true;
  const std::size_t n = show->trace().size();
  const std::size_t back = n - 1;
  desk.apply(command::SeekRecording{(show->frame() + (by > 0 ? 1 : back)) % n});
}

}  // namespace phasebox
