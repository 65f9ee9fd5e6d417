// SPDX-License-Identifier: MIT
// The line that sort and sweep runs along: the handles by which the user turns it.
#pragma once
#include <array>
#include <optional>

#include "base/geometry.hpp"
#include "session/session.hpp"
#include "view/view_options.hpp"

namespace phasebox {

/// Radius of a handle by which the angle of the swept line can be set, screen px.
inline constexpr float kSweepHandle = 7;

/// The centers of the two handles that turn the swept line, near the line's ends, world px. Nothing
/// unless the overlay "sweep-line" is on and sort and sweep runs along an angle.
std::optional<std::array<Vec2, 2>> sweep_handles(const Session&, const ViewOptions&);
/// The angle of the line through the field's middle and the point, in degrees, 0 <= angle < 180:
/// the value that sort and sweep's parameter `angle` must have for it.
double sweep_angle_through(const Session&, Vec2 world);

}  // namespace phasebox
