// SPDX-License-Identifier: MIT
// The drawings of the field, its lanes and the 3D view.
#pragma once
#include <vector>

#include "ui/model/application_model.hpp"
#include "ui/model/layout.hpp"
#include "view/draw_list.hpp"
#include "view/scene_view.hpp"

namespace phasebox::ui {

/// The drawing of one part of the window, which covers the camera's viewport.
struct FieldPane {
  DrawList list;
  Camera camera;
  Color background;
};

/// Fills `panes`, which are to be drawn in their order. The first is the field; with lanes it is an
/// empty pane that shows between them, and one pane per lane follows.
void compose_field(const ApplicationModel& model, const Layout& at, Detail detail,
                   std::vector<FieldPane>& panes);
/// Fills the drawing of the 3D view; does nothing while the view is off.
void compose_space(ApplicationModel& model, Detail detail);

}  // namespace phasebox::ui
