// SPDX-License-Identifier: MIT
// Where the parts of the window lie, and what each field in it shows, under the X-ray as well.
#pragma once
#include <string>
#include <vector>

#include "base/geometry.hpp"
#include "ui/model/application_model.hpp"
#include "view/draw_list.hpp"
#include "view/scene_view.hpp"

namespace phasebox::ui {

struct LayoutNeeds {
  bool frames = false, space = false;  ///< recorded boxes play; the 3D view is on
  bool lesson = false;                 ///< an open lesson is in the drawer
  Vec2 world{16, 9};                   ///< sides of the field, in any unit
};

/// Where everything is on the screen, px.
struct Layout {
  Aabb menu_bar, field, panel, status;
  Aabb bar;       ///< above the field: time and launching
  Aabb sentence;  ///< below that: what happens, and whether it is right
  Aabb notes;     ///< legend, remarks and messages: below the field, or beside it
  Aabb space;     ///< the 3D view beside or below the field; no area while it is off
  Aabb frames;    ///< the bar of frames under the field; no height while no recording plays
  Aabb tabs;      ///< of the tools: above the panel of a wide window, and above an open tool
  Aabb drawer;    ///< the open tool: beside the field, or below it in a narrow window
  Aabb fold;      ///< beside an open tool: what unfolds the panel and folds it again
  /// Strips to resize what is beside or below the field; they overlap neither. No area if closed.
  Aabb panel_grip, drawer_grip;
};

/// Divides a screen of that size; nothing covers the field, which has at least half of it.
Layout layout(const UiState& ui, Vec2 screen, const LayoutNeeds& needs = {});

/// Takes `by` px off the panel. Its splitter stays under the pointer: never beyond the size shown.
void shrink_panel(UiState& ui, const Layout& at, float by);
/// The same for an open tool below the field.
void shrink_drawer(UiState& ui, const Layout& at, float by);

inline constexpr float kLaneGap = 2;  ///< px before scaling, between lanes

/// One lane: a strip for its title, and below it a field of its own.
struct LanePlace {
  Aabb title, field;  ///< screen px
};

/// Lanes of race or twins, all of one size, in rows and columns that draw the world largest; or
/// none.
std::vector<LanePlace> lane_places(const Lab& lab, const Aabb& world, const Aabb& field,
                                   float scale);

/// One part of the field: everything inside the camera's viewport.
struct FieldPane {
  DrawList list;
  Camera camera;
  Color background;
};

/// Fills `panes`, to be drawn in their order: the field, or below all lanes what separates them.
void compose_field(const ApplicationModel& model, const Layout& at, Detail detail,
                   std::vector<FieldPane>& panes);
/// Fills the list of the 3D view; nothing while that is off.
void compose_space(ApplicationModel& model, Detail detail);

Focus focus_of(const Xray& xray);
/// Whether the field is too crowded to show all of the walk. Impacts are never left out.
bool shows_less(const Xray& xray, const Camera& camera);
/// "Not drawn, because ...: 9,412 nodes under 24 px ..."; empty when everything is drawn.
std::string left_out(const Xray& xray, const Camera& camera);

/// Freezes the frame if needed; goes `by` events on or back, back from the end of a fresh frame.
void step_xray(ApplicationModel& model, int by);
/// Closes it, and resumes the simulation if the X-ray has paused it.
void end_xray(ApplicationModel& model);
/// The X-ray ends when the sprites move on, or when its tool is closed.
void tend_xray(ApplicationModel& model);
/// Of an X-ray that walks a query: its box, and what the events done have looked at and found.
RegionQuery query_so_far(const Xray& xray);

/// Pauses, and goes a frame on or back: recordings are cyclic, and past frames end in a new step.
void change_frame(ApplicationModel& model, int by);

}  // namespace phasebox::ui
