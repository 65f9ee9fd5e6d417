// SPDX-License-Identifier: MIT
// The draw lists of the session: the field or its lanes, and the 3D view.
#pragma once
#include <vector>

#include "ui/model/application_model.hpp"
#include "ui/model/layout.hpp"
#include "view/draw_list.hpp"

namespace phasebox {

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

}  // namespace phasebox
