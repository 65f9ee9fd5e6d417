// SPDX-License-Identifier: MIT
// The handles of the swept line, by which its angle can be set.
#pragma once
#include <array>
#include <optional>

#include "session/session.hpp"
#include "view/view_options.hpp"

namespace phasebox {

/// Radius of a handle, screen px.
inline constexpr float kSweepHandle = 7;

/// Where the line through the field's middle can be taken, world px: near its two ends in the
/// field. Nothing unless the overlay "sweep-line" is on and sort and sweep runs along a given
/// angle.
std::optional<std::array<Vec2, 2>> sweep_handles(const Session&, const ViewOptions&);
/// Degrees of the line through the field's middle and that point, 0 <= angle < 180, as the row
/// `angle` of sort and sweep counts them.
double sweep_angle_through(const Session&, Vec2 world);

}  // namespace phasebox
