// SPDX-License-Identifier: MIT
// The handles by which the user turns the line that sort and sweep runs along.
#pragma once
#include <array>
#include <optional>

#include "base/geometry.hpp"
#include "session/session.hpp"
#include "view/view_options.hpp"

namespace phasebox {

/// Radius, screen px before the line scale, of a handle by which the user sets the angle of the
/// swept line.
inline constexpr float kSweepHandle = 7;

/// The centers, world px, of the two handles that turn the swept line, near its ends at the border
/// of the field. Nothing unless the overlay "sweep-line" is on, sort and sweep is chosen, and its
/// parameter `axis` is "angle".
std::optional<std::array<Vec2, 2>> sweep_handles(const Session&, const ViewOptions&);
/// The angle, in degrees, 0 <= angle < 180, of the line through the field's middle and the point
/// `world`, px: sort and sweep runs along this line if its parameter `angle` has that value.
double sweep_angle_through(const Session&, Vec2 world);

}  // namespace phasebox
