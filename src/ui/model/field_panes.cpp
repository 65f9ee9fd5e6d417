// SPDX-License-Identifier: MIT
// Draws each pane of the field and the 3D view.
#include "ui/model/field_panes.hpp"

#include <optional>
#include <span>
#include <vector>

#include "ui/model/lane_places.hpp"
#include "ui/model/xray_field.hpp"
#include "view/space/space_view.hpp"

namespace phasebox::ui {
namespace {

// Returns what the user points at, drags, has selected, aims and queries, as the drawing of the
// field needs it.
Interaction interaction_of(const ApplicationModel& model) {
  const PointerTool& tool = model.pointer_tool;

  Interaction shown;
  shown.hovered = tool.doing == PointerTool::Doing::drag ? model.session.held() : tool.hovered;
  if (shown.hovered && *shown.hovered >= model.session.world().size()) shown.hovered.reset();
  shown.selected = model.selection;
  shown.shows_samples = model.looks_at_pixels();
  if (tool.doing == PointerTool::Doing::select) shown.rubber_band = tool.band();
  if (tool.doing == PointerTool::Doing::aim && tool.moved)
    // Opposite to the pull.
    shown.aim = {tool.pressed_world, tool.pressed_world * 2 - tool.at_world};
  shown.region_query = region_query_of(model);
  return shown;
}

// Returns the places at which published listings, run beside the algorithms, give other results;
// the field marks them by rings. Empty unless the panel is shown and a listing runs there.
std::span<const MarkedPlace> listing_rings(const ApplicationModel& model) {
  if (!model.ui.shows_panel() || (model.ui.listings & listings_of(model.session)) == 0) return {};
  return model.ui.listed.found.rings;
}

// Draws the session into a pane. With a lane, it draws the structure of that contestant of the race
// or, under an X-ray with a clone, the session (0) or its clone (1). An X-ray leaves out what it
// has not reached yet.
void compose_pane(const ApplicationModel& model, std::optional<std::size_t> lane,
                  const Interaction& shown, Detail detail, FieldPane& pane) {
  const Lab& lab = model.lab;
  const bool is_twin = lane && lab.twins.is_open();
  pane.list.clear();
  pane.background = theme(model.view.theme)[Role::background];
  if (!lab.xray.is_open())
    return draw_session(model.session,
                        shown_events(lane ? lab.race.runners()[lab.race.in_lanes()[*lane]].trace()
                                          : model.field_trace()),
                        model.view, pane.camera, shown, detail, pane.list);
  const Session& session = is_twin && *lane == 1 ? lab.twins.session() : model.session;
  const Xray& xray = is_twin && *lane == 1 ? lab.twins.xray() : lab.xray;
  draw_xray_field(model, session, xray, pane.camera, shown, detail, pane.list);
  if (is_twin)
    draw_difference({pane.camera, theme(model.view.theme), pane.list}, lab.twins.side(*lane), xray,
                    session.frame());
}

}  // namespace

void compose_field(const ApplicationModel& model, const Layout& at, Detail detail,
                   std::vector<FieldPane>& panes) {
  Interaction shown = interaction_of(model);
  const auto lanes = lane_places(model.lab, model.session.field(), at.field, model.ui.scale);
  panes.resize(lanes.size() + 1);
  for (FieldPane& pane : panes) pane.camera = model.field.camera;
  if (!lanes.empty()) {
    panes[0].list.clear();
    panes[0].background = theme(model.view.theme)[Role::panel];
    panes[0].camera.viewport = at.field;
    // In a race every lane shows the same sprites, with the structure of its own algorithm.
    for (std::size_t k = 0; k < lanes.size(); ++k) {
      panes[k + 1].camera.viewport = lanes[k].field;
      compose_pane(model, k, shown, detail, panes[k + 1]);
    }
    return;
  }
  const std::vector<Pair> missed = model.lab.oracle.marked(model.session.frame());
  shown.missed = missed;
  const std::vector<MissedContact> missed_contacts = model.missed_contacts();
  shown.missed_contacts = missed_contacts;
  shown.rings = listing_rings(model);
  shown.compared = &model.ui.compared;
  const EventLog& trace = model.field_trace();
  if (&trace == &model.traced.log && !model.lab.xray.is_open()) {
    shown.groups = model.ui.groups.looks();
    shown.tints = model.ui.tints.tints();
  }
  compose_pane(model, {}, shown, detail, panes[0]);
}

// Under the X-ray the 3D view, like the field, leaves out what the algorithm has yet to find.
void compose_space(ApplicationModel& model, Detail detail) {
  if (!model.view.space) return;
  Interaction shown = interaction_of(model);
  const Xray& xray = model.lab.xray;
  const ViewOptions view = xray.is_open() ? xray_options(model) : model.view;
  auto events = model.traced.log.broad.events();
  std::optional<RegionQuery> query;
  if (!xray.is_open()) shown.tints = model.ui.tints.tints();
  if (xray.is_open()) {
    if (xray.asked()) {
      query = query_so_far(xray);
      shown.region_query = &*query;
    }
    events = xray.field_events();
  }
  SpaceView& space = model.field.space;
  draw_space(model.session, events, view, shown, detail, space.list);
  space.axes.reset();
  if (!view.three_axes) return;
  space.axes = three_axes(space.list.raised, model.session);
  if (!space.axes) return;
  for (const SpaceGroup& group : space.axes->groups)
    draw_space_group(group.box, group.members.size() == 1, view, space.list);
}

}  // namespace phasebox::ui
