// SPDX-License-Identifier: MIT
// The X-ray in the field: the event in focus, and the frozen frame.
#include "ui/model/xray_view.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "ui/model/live_feed.hpp"

namespace phasebox {
namespace {

constexpr std::string_view kTool = "xray";
constexpr std::size_t kNumbered = 300;  // sprites, whose numbers are still to be told apart

void freeze(ApplicationModel& model) {
  model.paused = true;
  cancel_gesture(model);
  if (model.lab.race.has_lanes()) model.study(command::SetLanes{false});
  model.study(XrayCommand{OpenXray{}});
}

Highlight highlight_of(const Xray& xray, const WalkState& state, bool is_crowded) {
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
          .is_crowded = is_crowded};
}

// What the event is about stands out of a field that is dim, and of a structure that is less so.
void draw_crowded_structure(const Canvas& c, const Xray& xray) {
  constexpr float kSprites = 0.55f, kBoth = 0.4f;
  const auto events = xray.broad().events().first(xray.done_broad());
  draw_veil(c, kSprites);
  draw_structure(c, thin_out(events, c.camera, focus_of(xray)).events);
  draw_veil(c, kBoth);
}

void change_step(ApplicationModel& model, int by) {
  const Session& session = model.session;
  model.paused = true;
  cancel_gesture(model);
  const std::uint64_t step = session.steps();
  if (by > 0 && !session.past().find(step + 1)) {
    model.phases.push(model.step(), model.now);
    model.changed = true;
  } else if (by < 0 && (step == 0 || !session.past().find(step - 1))) {
    return model.note("No frame before this one is kept; sprites that come or go begin again",
                      "frame");
  } else {
    model.apply(command::SeekStep{by > 0 ? step + 1 : step - 1});
  }
  model.note(fmt::format("Step {}", grouped(session.steps())), "frame");
}

}  // namespace

Focus focus_of(const Xray& xray) {
  const bool is_narrow = xray.phase() == WalkPhase::narrow;
  return focus_of(xray.now(), is_narrow ? xray.state().pair : std::nullopt, xray.boxes());
}

std::vector<Aabb> path_of(const Xray& xray) {
  std::vector<Aabb> path;
  const Focus focus = focus_of(xray);
  if (xray.phase() == WalkPhase::narrow || focus.empty()) return path;
  const auto parts = xray.broad().parts();
  std::size_t at = xray.broad().part_at(xray.done_broad());
  if (at < parts.size() && !overlaps(parts[at].box, focus.bounds())) return path;
  for (; at < parts.size(); at = parts[at].parent) path.push_back(parts[at].box);
  std::ranges::reverse(path);
  return path;
}

bool shows_less(const Xray& xray, const Camera& camera) {
  return !xray.is_in_impacts() && is_crowded(xray.boxes(), camera);
}

std::string left_out(const Xray& xray, const Camera& camera) {
  if (!shows_less(xray, camera)) return {};
  const auto events = xray.broad().events().first(xray.done_broad());
  const Thinned left = thin_out(events, camera, focus_of(xray));
  std::string list;
  const auto add = [&list](std::size_t n, const std::string& what) {
    if (n > 0) list += (list.empty() ? "" : ", ") + what;
  };
  add(left.parts,
      fmt::format("{} under {:.0f} px", counted(left.parts, xray.broad().how().part), left.side));
  add(left.fat, counted(left.fat, "fat AABB"));
  add(left.swaps, counted(left.swaps, "earlier swap"));
  if (list.empty()) return {};
  return fmt::format("Not drawn away from the event: {}. Zoom in to see them.", list);
}

void step_xray(ApplicationModel& model, int by) {
  const bool is_fresh = !model.lab.xray.is_open();
  if (is_fresh) freeze(model);
  model.ui.tool = kTool;
  if (is_fresh && by < 0)
    model.study(XrayCommand{SeekXray{std::numeric_limits<std::size_t>::max()}});
  model.study(XrayCommand{StepXray{by}});
}

bool leave_xray(ApplicationModel& model) {
  if (!model.lab.xray.is_open()) return false;
  model.study(XrayCommand{CloseXray{}});
  if (model.ui.tool == kTool) model.ui.tool.clear();
  return true;
}

void tend_xray(ApplicationModel& model) {
  const Xray& xray = model.lab.xray;
  if (!xray.is_open()) return;
  if (!model.paused || model.ui.tool != kTool) return model.study(XrayCommand{CloseXray{}});
  const bool is_stretched = model.pointer_tool.doing == PointerTool::Doing::query;
  if (!xray.asked() || is_stretched || !model.session.is_detected()) return;
  std::optional<Aabb> asked;
  if (model.region_query) asked = model.region_query->box;
  if (asked != xray.asked()) model.study(XrayCommand{WalkXray{asked}});
}

RegionQuery query_so_far(const Xray& xray) {
  RegionQuery query;
  query.box = *xray.asked();
  for (const Event& e : xray.broad().events().first(xray.done_broad())) query.log.add(e);
  for (const SpriteId id : xray.found()) query.found.push(id);
  return query;
}

ViewOptions xray_options(const ApplicationModel& model) {
  ViewOptions view = model.view;
  view.overlays.set(Overlay::structure, true);
  if (model.session.world().size() <= kNumbered) view.overlays.set(Overlay::ids, true);
  for (const Overlay found : {Overlay::collisions, Overlay::candidates})
    view.overlays.set(found, false);
  if (model.lab.xray.is_in_impacts()) view.overlays.set(Overlay::impacts, false);
  return view;
}

void draw_xray_field(const ApplicationModel& model, const Interaction& hand, Detail detail,
                     DrawList& list) {
  const Xray& xray = model.lab.xray;
  const bool is_crowded = shows_less(xray, model.camera);
  ViewOptions view = xray_options(model);
  if (is_crowded) view.overlays.set(Overlay::structure, false);  // its own drawing, thinned out
  const ShownEvents shown{xray.field_events(), xray.narrow().events().first(xray.done_narrow()),
                          xray.trace().broad.swept()};
  Interaction held = hand;
  std::optional<RegionQuery> query;
  if (xray.asked()) query = query_so_far(xray), held.region_query = &*query;
  draw_session(model.session, shown, view, model.camera, held, detail, list);
  const Canvas c(model.camera, theme(view.theme), list);
  if (is_crowded && !query) draw_crowded_structure(c, xray);
  const WalkState state = xray.state();
  draw_highlight(c, highlight_of(xray, state, is_crowded), model.session.frame());
  if (is_crowded) draw_focus(c, focus_of(xray), path_of(xray));
}

void change_frame(ApplicationModel& model, int by) {
  const RecordingPlayback* show = model.session.show();
  if (!show) return change_step(model, by);
  model.paused = true;
  if (by > 0 && model.live) model.live->extend(model);
  const std::size_t n = show->size();
  const std::size_t back = n - 1;
  model.apply(command::SeekRecording{(show->frame() + (by > 0 ? 1 : back)) % n});
}

}  // namespace phasebox
