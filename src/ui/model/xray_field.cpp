// SPDX-License-Identifier: MIT
// Draws the field as far as an X-ray has come, thins it out, and highlights the event.
#include "ui/model/xray_field.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "view/walk_view.hpp"

namespace phasebox::ui {
namespace {

// Returns the boxes of the part of the structure, such as a cell, that the broadphase is in and of
// all parts around it, the outermost first. Returns none in the narrowphase, without a current
// event, or if the event lies outside that part.
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

}  // namespace

Focus focus_of(const Xray& xray) {
  const bool is_narrow = xray.phase() == WalkPhase::narrow;
  return focus_of(xray.now(), is_narrow ? xray.state().pair : std::nullopt, xray.boxes());
}

bool shows_less(const Xray& xray, const Camera& camera) {
  return !xray.is_in_impacts() && is_crowded(xray.boxes(), camera);
}

Sentence left_out(const Xray& xray, const Camera& camera) {
  if (!shows_less(xray, camera)) return {};
  const auto events = xray.broad().events().first(xray.done_broad());
  const Thinned left = thin_out(events, camera, focus_of(xray));
  std::vector<Sentence> list;
  if (left.parts > 0)
    list.push_back(
        say("{} under {:.0f} px", counted(left.parts, xray.broad().how().part), left.side));
  if (left.fat > 0) list.push_back(counted(left.fat, "fat AABB"));
  if (left.swaps > 0) list.push_back(counted(left.swaps, "earlier swap"));
  if (list.empty()) return {};
  return say("Not drawn away from the event: {}. Zoom in to see them.", joined(list, ", "));
}

RegionQuery query_so_far(const Xray& xray) {
  RegionQuery query;
  query.box = *xray.asked();
  query.asked = {.from = query.box.min, .to = query.box.max};
  for (const Event& e : xray.broad().events().first(xray.done_broad())) query.log.add(e);
  for (const SpriteId id : xray.found()) query.found.push(id);
  return query;
}

ViewOptions xray_options(const ApplicationModel& model) {
  constexpr std::size_t kNumbered = 300;  // most sprites that are numbered: more cannot be read
  ViewOptions view = model.view;
  view.overlays.set(Overlay::structure, true);
  if (model.session.world().size() <= kNumbered) view.overlays.set(Overlay::ids, true);
  for (const Overlay found : {Overlay::collisions, Overlay::candidates})
    view.overlays.set(found, false);
  if (model.lab.xray.is_in_impacts()) view.overlays.set(Overlay::impacts, false);
  return view;
}

void draw_xray_field(const ApplicationModel& model, const Session& session, const Xray& xray,
                     const Camera& camera, const Interaction& hand, Detail detail, DrawList& list) {
  const bool is_crowded = shows_less(xray, camera);
  ViewOptions view = xray_options(model);
  if (is_crowded) view.overlays.set(Overlay::structure, false);  // it is drawn below, thinned out
  const ShownEvents shown{xray.field_events(), xray.narrow().events().first(xray.done_narrow()),
                          xray.trace().broad.swept()};
  Interaction held = hand;
  std::optional<RegionQuery> query;
  if (xray.asked()) {
    query = query_so_far(xray);
    held.region_query = &*query;
  }
  draw_session(session, shown, view, camera, held, detail, list);
  const Canvas c(camera, theme(view.theme), list);
  if (is_crowded && !query) {
    // The first veil dims the sprites; the second dims sprites and structure, so that the event's
    // highlight stands out.
    constexpr float kSprites = 0.55f, kBoth = 0.4f;
    draw_veil(c, kSprites);
    draw_structure(
        c,
        thin_out(xray.broad().events().first(xray.done_broad()), c.camera, focus_of(xray)).events);
    draw_veil(c, kBoth);
  }
  draw_highlight(c,
                 {.event = xray.now(),
                  .is_narrow = xray.phase() == WalkPhase::narrow,
                  .state = xray.state(),
                  .candidates = xray.candidates(),
                  .collisions = xray.collisions(),
                  .impacts = xray.is_in_impacts() ? xray.impacts() : std::span<const Impact>(),
                  .done_impacts = xray.done_impacts(),
                  .is_crowded = is_crowded},
                 session.frame());
  if (is_crowded) draw_focus(c, focus_of(xray), path_of(xray));
}

void draw_difference(const Canvas& c, const Twins::Side& side, const Xray& xray,
                     const Frame& frame) {
  std::vector<Pair> tests;
  for (const std::size_t n : side.only) {
    if (n >= xray.done_broad()) break;
    const Event& e = xray.broad().events()[n];
    if (is_test(e.kind))
      tests.push_back({e.a, e.b});
    else
      c.dashed_outline(2).add(grown(e.box, c.px(4)), c[Role::missed]);
  }
  draw_missed(c, tests, frame);
}

}  // namespace phasebox::ui
