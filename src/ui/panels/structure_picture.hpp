// SPDX-License-Identifier: MIT
// Small pictures of boxes and of the structure that a broadphase makes of them.
#pragma once
#include <span>
#include <vector>

#include "collide/broadphase.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {

/// Returns the events of a broadphase in a frame of these boxes. The frame of step 0 is its first.
std::vector<Event> events_on(Broadphase&, std::span<const Aabb> boxes, std::uint64_t step = 0);

/// Draws boxes, those that collide in the color of collisions, and what the events have made of
/// them: groups, cells, nodes, or where they have no structure a line for each test. `world`, in
/// the unit of the boxes, is shown in the place `where` on the screen.
void draw_structure_picture(const Gui&, ImDrawList&, const Aabb& where, const Aabb& world,
                            std::span<const Aabb> boxes, std::span<const Event> events);

}  // namespace phasebox::ui
