// SPDX-License-Identifier: MIT
// Where the parts of the window lie, and what each field in it shows, under the X-ray as well.
#include "ui/model/layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "ui/model/live_feed.hpp"
#include "view/space/space_view.hpp"

namespace phasebox::ui {
namespace {

constexpr float kGrip = 6;                           // px before scaling, of what is dragged
constexpr float kMinPanel = 220;                     // px before scaling
constexpr float kMinDrawer = 80;                     // px before scaling
constexpr float kWide = 1100;                        // px before scaling; the notes may be higher
constexpr float kNoteLines = 3.2f, kNoteWidth = 15;  // lines of text
constexpr float kLow = 2.2f;                         // lines of notes in a narrow window
constexpr float kInLesson = 1.2f;                    // ... of a lesson that finds little room
constexpr float kUnfolded = 0.55f;  // of the room of an open tool, that the panel has
constexpr float kUnfoldedInLesson = 0.42f;
constexpr float kSentence = 42;  // px before scaling, of a line of the lecture view
constexpr float kNumbers = 112;  // px before scaling, of the lecture view

// How large a world would be drawn there.
float zoom_in(Vec2 room, Vec2 world) {
  return std::min(room.x / std::max(world.x, 1e-6f), room.y / std::max(world.y, 1e-6f));
}

struct Divided {
  Aabb field, notes;
};

// Notes go below or beside the field, where it loses less; beside only if it keeps `enough` px².
Divided divide(const Aabb& all, Vec2 world, float line, float lines, float enough) {
  const Vec2 room = extent(all);
  const float high = std::floor(std::min(lines * line, room.y / 3));
  const float wide = std::floor(std::min(kNoteWidth * line, room.x * 0.4f));
  const float y = all.max.y - high, x = all.max.x - wide;
  const Divided below{{all.min, {all.max.x, y}}, {{all.min.x, y}, all.max}};
  const Divided beside{{all.min, {x, all.max.y}}, {{x, all.min.y}, all.max}};
  const Vec2 left = extent(beside.field);
  const bool is_larger = zoom_in(left, world) > zoom_in(extent(below.field), world) * 1.02f;
  return is_larger && left.x * left.y >= enough ? beside : below;
}

// Takes so much off the end of a part, or off its beginning; gives what was taken.
Aabb cut_end(Aabb& from, Axis axis, float size) {
  Aabb taken = from;
  const float at = std::max(std::ceil(high(from, axis) - size), low(from, axis));
  (axis == Axis::x ? from.max.x : from.max.y) = at;
  (axis == Axis::x ? taken.min.x : taken.min.y) = at;
  return taken;
}
Aabb cut_begin(Aabb& from, Axis axis, float size) {
  Aabb taken = from;
  const float at = std::min(std::floor(low(from, axis) + size), high(from, axis));
  (axis == Axis::x ? from.min.x : from.min.y) = at;
  (axis == Axis::x ? taken.max.x : taken.max.y) = at;
  return taken;
}

constexpr float kTitle = 2 * 21;  // px before scaling: two lines of text

// Of the field in each lane, without its title; whole px, so that all are alike.
Vec2 lane_size(std::size_t n, std::size_t columns, Vec2 room, float gap, float title) {
  const auto across = static_cast<float>(columns);
  const auto down = static_cast<float>((n + columns - 1) / columns);
  return {std::max(std::floor((room.x - gap * (across - 1)) / across), 1.0f),
          std::max(std::floor((room.y - gap * (down - 1)) / down - title), 1.0f)};
}

// As many columns as let the world be drawn largest; the fewest of these, so that none is empty.
std::size_t best_columns(std::size_t n, Vec2 world, Vec2 room, float gap, float title) {
  std::size_t best = n;
  float largest = 0;
  for (std::size_t columns = n; columns > 0; --columns) {
    const float zoom = zoom_in(lane_size(n, columns, room, gap, title), world);
    if (zoom < largest) continue;
    largest = zoom;
    best = columns;
  }
  return best;
}

// How the pointer holds, selects, aims and queries.
Interaction interaction_of(const ApplicationModel& model) {
  const PointerTool& tool = model.pointer_tool;

  Interaction shown;
  shown.hovered = tool.doing == PointerTool::Doing::drag ? model.session.held() : tool.hovered;
  if (shown.hovered && *shown.hovered >= model.session.world().size()) shown.hovered.reset();
  shown.selected = model.selection;
  if (tool.doing == PointerTool::Doing::select) shown.rubber_band = tool.band();
  if (tool.doing == PointerTool::Doing::aim && tool.moved)
    shown.aim = {tool.pressed_world, tool.pressed_world * 2 - tool.at_world};  // where it goes
  shown.region_query = region_query_of(model);
  return shown;
}

// Where a source's listing differs, while the panel says so.
std::span<const MarkedPlace> listing_rings(const ApplicationModel& model) {
  if (!model.ui.listing || !model.ui.shows_panel()) return {};
  const std::string_view of = listings()[*model.ui.listing].algorithm;
  const bool runs = of == model.session.broadphase().id || of == model.session.narrowphase().id;
  return runs ? std::span<const MarkedPlace>(model.ui.listed.found.rings)
              : std::span<const MarkedPlace>();
}

// The boxes around the current part, outermost first, and its own; none if the event is elsewhere.
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

// Under the open X-ray: the structure, and nothing that the algorithm has yet to find.
ViewOptions xray_options(const ApplicationModel& model) {
  constexpr std::size_t kNumbered = 300;  // sprites, whose numbers are still to be told apart
  ViewOptions view = model.view;
  view.overlays.set(Overlay::structure, true);
  if (model.session.world().size() <= kNumbered) view.overlays.set(Overlay::ids, true);
  for (const Overlay found : {Overlay::collisions, Overlay::candidates})
    view.overlays.set(found, false);
  if (model.lab.xray.is_in_impacts()) view.overlays.set(Overlay::impacts, false);
  return view;
}

// The session as an open X-ray of it sees it.
void draw_xray_field(const ApplicationModel& model, const Session& session, const Xray& xray,
                     const Camera& camera, const Interaction& hand, Detail detail, DrawList& list) {
  const bool is_crowded = shows_less(xray, camera);
  ViewOptions view = xray_options(model);
  if (is_crowded) view.overlays.set(Overlay::structure, false);  // its own drawing, thinned out
  const ShownEvents shown{xray.field_events(), xray.narrow().events().first(xray.done_narrow()),
                          xray.trace().broad.swept()};
  Interaction held = hand;
  std::optional<RegionQuery> query;
  if (xray.asked()) query = query_so_far(xray), held.region_query = &*query;
  draw_session(session, shown, view, camera, held, detail, list);
  const Canvas c(camera, theme(view.theme), list);
  if (is_crowded && !query) {
    // What the event is about stands out of a dim field and a less dim structure.
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

// What one of the twins tests and keeps, and the other one never does.
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

// The field, or a lane of race or twins.
void compose_pane(const ApplicationModel& model, std::optional<std::size_t> lane,
                  const Interaction& shown, Detail detail, FieldPane& pane) {
  const Lab& lab = model.lab;
  const bool is_twin = lane && lab.twins.is_open();
  pane.list.clear();
  pane.background = theme(model.view.theme)[Role::background];
  if (!lab.xray.is_open())
    return draw_session(
        model.session, shown_events(lane ? lab.race.runners()[*lane].trace() : model.field_trace()),
        model.view, pane.camera, shown, detail, pane.list);
  const Session& session = is_twin && *lane == 1 ? lab.twins.session() : model.session;
  const Xray& xray = is_twin && *lane == 1 ? lab.twins.xray() : lab.xray;
  draw_xray_field(model, session, xray, pane.camera, shown, detail, pane.list);
  if (is_twin)
    draw_difference({pane.camera, theme(model.view.theme), pane.list}, lab.twins.side(*lane), xray,
                    session.frame());
}

constexpr std::string_view kTool = "xray";

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

// Sentence, field and numbers, which a lesson takes the place of.
Layout lecture_layout(const UiState& ui, Vec2 screen, const LayoutNeeds& needs) {
  Aabb rest{{0, 0}, screen}, lesson{}, numbers{screen, screen};
  const Aabb sentence = cut_begin(rest, Axis::y, (needs.lesson ? 1.15f : 2) * kSentence * ui.scale);
  if (needs.lesson)
    lesson = cut_end(rest, Axis::y, extent(rest).y - std::ceil(screen.y / 2));
  else
    numbers = cut_end(rest, Axis::y, kNumbers * ui.scale);
  const Panes panes = split_panes(rest, ui.space_share, ui.scale);
  Layout at{};
  at.sentence = sentence, at.drawer = lesson, at.status = numbers;
  at.field = needs.space ? panes.flat : rest;
  if (needs.space) at.space = panes.space;
  return at;
}

}  // namespace

Layout layout(const UiState& ui, Vec2 screen, const LayoutNeeds& needs) {
  if (ui.lecture) return lecture_layout(ui, screen, needs);
  const float scale = ui.scale, line = std::floor(15 * scale), grip = std::floor(kGrip * scale);
  const float bars = ui.is_embedded ? 0 : 1, menu = bars * (line + 6 * scale);
  const float bar = menu + std::floor(line + 13 * scale);
  const float top = bar + std::floor(1.5f * line + 6 * scale), row = std::floor(line + 11 * scale);
  const float bottom = std::max(top + 1, screen.y - bars * (line + 9 * scale));
  const bool has_tool = !ui.tool.empty(), has_side = has_tool || ui.panel_open;
  const float frames = line + 15 * scale, notes = line + 3 * scale;
  float lines = screen.x >= kWide * scale ? kNoteLines : kLow;
  // The field keeps half of the window if it can: a high tool beside it has more room than one
  // below, down to 800 x 600. The bar of frames always has room, so that nothing moves as it comes.
  const float half = screen.x * screen.y / 2;
  float rest = std::max(bottom - top - frames - lines * notes, 1.0f);
  // With large text a lesson would find no room beside it: then the notes have a line.
  if (needs.lesson && screen.x - half / rest < kMinPanel * scale) {
    lines = kInLesson;
    rest = std::max(bottom - top - (needs.frames ? frames : 0) - lines * notes, 1.0f);
  }
  const float beside = screen.x - half / rest;
  const bool is_column = !has_tool || beside >= kMinPanel * scale;
  const Axis axis = is_column ? Axis::x : Axis::y;
  const float most = is_column ? beside : rest - half / screen.x;
  const float least = is_column ? std::min(kMinPanel * scale, screen.x / 2) : kMinDrawer * scale;
  const float wanted = (is_column ? ui.panel_width : ui.drawer_height) * scale;
  Aabb field{{0, top}, {screen.x, bottom}};
  Aabb drawer = cut_end(field, axis, has_side ? std::max(least, std::min(wanted, most)) : 0);
  const Aabb strip = cut_begin(drawer, axis, has_side ? grip : 0);
  const Aabb tabs = cut_begin(drawer, Axis::y, has_side ? row : 0);
  Aabb panel = drawer, fold{};
  if (has_tool) {
    const Axis across = other(axis);
    const float unfolded = needs.lesson && screen.x < kWide * scale ? kUnfoldedInLesson : kUnfolded;
    const float part = ui.panel_beside ? unfolded * along(extent(drawer), across) : row;
    panel = cut_end(drawer, across, part);
    fold = cut_begin(panel, across, row);
  } else {
    drawer.max = drawer.min;
  }
  const Aabb below = cut_end(field, Axis::y, needs.frames ? frames : 0);
  const Divided parts = divide(field, needs.world, notes, lines, half);
  const Panes panes = split_panes(parts.field, ui.space_share, scale);
  return {.menu_bar = {{0, 0}, {screen.x, menu}},
          .field = needs.space ? panes.flat : parts.field,
          .panel = panel,
          .status = {{0, bottom}, screen},
          .bar = {{0, menu}, {screen.x, bar}},
          .sentence = {{0, bar}, {screen.x, top}},
          .notes = parts.notes,
          .space = needs.space ? panes.space : Aabb{parts.field.max, parts.field.max},
          .frames = below,
          .tabs = tabs,
          .drawer = drawer,
          .fold = fold,
          .panel_grip = is_column ? strip : Aabb{},
          .drawer_grip = is_column ? Aabb{} : strip};
}

void shrink_panel(UiState& ui, const Layout& at, float by) {
  ui.panel_width = std::clamp((at.status.max.x - at.panel_grip.min.x - by) / ui.scale, kMinPanel,
                              std::max(kMinPanel, at.status.max.x / 2 / ui.scale));
}

void shrink_drawer(UiState& ui, const Layout& at, float by) {
  ui.drawer_height = std::max((at.status.min.y - at.drawer_grip.min.y - by) / ui.scale, kMinDrawer);
}

std::vector<LanePlace> lane_places(const Lab& lab, const Aabb& world, const Aabb& field,
                                   float scale) {
  const bool has_twins = lab.twins.is_open() && lab.xray.is_open();
  if (!has_twins && !lab.race.has_lanes()) return {};
  const std::size_t n = has_twins ? 2 : lab.race.in_lanes().size();
  const float gap = std::ceil(kLaneGap * scale), title = std::ceil(kTitle * scale);
  const auto columns = best_columns(n, extent(world), extent(field), gap, title);
  const Vec2 size = lane_size(n, columns, extent(field), gap, title);
  std::vector<LanePlace> places;
  for (std::size_t k = 0; k < n; ++k) {
    const auto column = static_cast<float>(k % columns), row = static_cast<float>(k / columns);
    const Vec2 at = field.min + Vec2{column * (size.x + gap), row * (size.y + title + gap)};
    const Vec2 below = at + Vec2{0, title};
    places.push_back({{at, {at.x + size.x, below.y}}, {below, below + size}});
  }
  return places;
}

void compose_field(const ApplicationModel& model, const Layout& at, Detail detail,
                   std::vector<FieldPane>& panes) {
  Interaction shown = interaction_of(model);
  const auto lanes = lane_places(model.lab, model.session.field(), at.field, model.ui.scale);
  panes.resize(lanes.size() + 1);
  for (FieldPane& pane : panes) pane.camera = model.camera;
  if (!lanes.empty()) {
    panes[0].list.clear();
    panes[0].background = theme(model.view.theme)[Role::panel];
    panes[0].camera.viewport = at.field;
    // The same sprites in every lane, each with the structure of its own algorithm.
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
  if (&trace == &model.trace && !model.lab.xray.is_open())
    shown.strengths = model.ui.fading.strengths();
  compose_pane(model, {}, shown, detail, panes[0]);
}

// As in the field: under the X-ray, what the algorithm has yet to find is not shown.
void compose_space(ApplicationModel& model, Detail detail) {
  if (!model.view.space) return;
  Interaction shown = interaction_of(model);
  const Xray& xray = model.lab.xray;
  const ViewOptions view = xray.is_open() ? xray_options(model) : model.view;
  auto events = model.trace.broad.events();
  std::optional<RegionQuery> query;
  if (xray.is_open()) {
    if (xray.asked()) query = query_so_far(xray), shown.region_query = &*query;
    events = xray.field_events();
  }
  draw_space(model.session, events, view, shown, detail, model.space.list);
}

Focus focus_of(const Xray& xray) {
  const bool is_narrow = xray.phase() == WalkPhase::narrow;
  return focus_of(xray.now(), is_narrow ? xray.state().pair : std::nullopt, xray.boxes());
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
  if (is_fresh) {
    model.ui.xray_paused = !std::exchange(model.paused, true);
    cancel_gesture(model);
    if (model.lab.race.has_lanes()) model.study(command::SetLanes{false});
    model.study(OpenXray{});
  }
  model.ui.tool = kTool;
  if (is_fresh && by < 0) model.study(SeekXray{std::numeric_limits<std::size_t>::max()});
  model.study(StepXray{by});
}

void end_xray(ApplicationModel& model) {
  model.study(CloseXray{});
  model.study(SetTwin{});
  if (std::exchange(model.ui.xray_paused, false)) model.paused = false;
}

void tend_xray(ApplicationModel& model) {
  const Xray& xray = model.lab.xray;
  if (!xray.is_open()) return;
  if (!model.paused || model.ui.tool != kTool) return end_xray(model);
  model.lab.twins.follow(xray, model.session);
  const bool is_stretched = model.pointer_tool.doing == PointerTool::Doing::query;
  if (!xray.asked() || is_stretched || !model.session.is_detected()) return;
  std::optional<Aabb> asked;
  if (model.region_query) asked = model.region_query->box;
  if (asked != xray.asked()) model.study(WalkXray{asked});
}

RegionQuery query_so_far(const Xray& xray) {
  RegionQuery query;
  query.box = *xray.asked();
  for (const Event& e : xray.broad().events().first(xray.done_broad())) query.log.add(e);
  for (const SpriteId id : xray.found()) query.found.push(id);
  return query;
}

void change_frame(ApplicationModel& model, int by) {
  const RecordingPlayback* show = model.session.show();
  if (!show) return change_step(model, by);
  model.paused = true;
  if (by > 0 && model.live) model.live->extend(model);
  const std::size_t n = show->size();
  model.apply(command::SeekRecording{(show->frame() + (by > 0 ? 1 : n - 1)) % n});
}

}  // namespace phasebox::ui
