// SPDX-License-Identifier: MIT
// The draw lists of the session.
#include "ui/model/field_picture.hpp"

#include <algorithm>
#include <optional>

#include "ui/model/lanes.hpp"
#include "ui/model/xray_view.hpp"

namespace phasebox {
namespace {

// How the pointer holds, selects, aims and queries.
Interaction interaction_of(const ApplicationModel& model) {
  const PointerTool& tool = model.pointer_tool;
  const Aabb band =
      united({tool.pressed_world, tool.pressed_world}, {tool.at_world, tool.at_world});
  Interaction shown;
  shown.hovered = tool.doing == PointerTool::Doing::drag ? model.session.held() : tool.hovered;
  if (shown.hovered && *shown.hovered >= model.session.world().size()) shown.hovered.reset();
  shown.selected = model.selection;
  if (tool.doing == PointerTool::Doing::select) shown.rubber_band = band;
  if (tool.doing == PointerTool::Doing::aim && tool.moved)
    shown.aim = {tool.pressed_world, tool.pressed_world * 2 - tool.at_world};  // where it goes
  shown.region_query = model.region_query ? &*model.region_query : nullptr;
  return shown;
}

void compose_pane(const ApplicationModel& model, const EventLog& trace, const Interaction& shown,
                  Detail detail, FieldPane& pane) {
  pane.list.clear();
  pane.background = theme(model.view.theme)[Role::background];
  if (model.lab.xray.is_open())
    draw_xray_field(model, shown, detail, pane.list);
  else
    draw_session(model.session, &trace, model.view, pane.camera, shown, detail, pane.list);
}

// The same sprites in every lane, each with the structure of its own algorithm.
void compose_lanes(const ApplicationModel& model, const Layout& at, const Interaction& shown,
                   Detail detail, std::vector<FieldPane>& panes) {
  const LiveRace& race = model.lab.race;
  const auto lanes = lane_places(race, model.session.field(), at.field, model.ui.scale);
  panes.resize(lanes.size() + 1);
  panes[0].list.clear();
  panes[0].background = theme(model.view.theme)[Role::panel];
  panes[0].camera = model.camera;
  panes[0].camera.viewport = at.field;
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    FieldPane& pane = panes[k + 1];
    pane.camera = model.camera;
    pane.camera.viewport = lanes[k].field;
    compose_pane(model, race.runners()[k].trace(), shown, detail, pane);
  }
}

}  // namespace

void compose_field(const ApplicationModel& model, const Layout& at, Detail detail,
                   std::vector<FieldPane>& panes) {
  Interaction shown = interaction_of(model);
  if (model.lab.race.has_lanes()) return compose_lanes(model, at, shown, detail, panes);
  const std::vector<Pair> missed = model.lab.oracle.marked(model.session.frame());
  shown.missed = missed;
  shown.compared = &model.ui.why.shown;
  panes.resize(1);
  panes[0].camera = model.camera;
  compose_pane(model, model.trace, shown, detail, panes[0]);
}

// As in the field: under the X-ray, what the algorithm has yet to find is not shown.
void compose_space(ApplicationModel& model, Detail detail) {
  if (!model.view.space) return;
  Interaction shown = interaction_of(model);
  const Xray& xray = model.lab.xray;
  ViewOptions view = model.view;
  auto events = model.trace.broad.events();
  std::optional<RegionQuery> query;
  if (xray.is_open()) {
    if (xray.asked()) query = query_so_far(xray), shown.region_query = &*query;
    view.overlays.set(Overlay::structure, true);
    for (const Overlay found : {Overlay::collisions, Overlay::candidates})
      view.overlays.set(found, false);
    events = xray.field_events();
  }
  draw_space(model.session, events, view, shown, detail, model.space.list);
}

}  // namespace phasebox
