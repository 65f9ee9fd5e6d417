// SPDX-License-Identifier: MIT
// A step of dynamics as pseudocode.
#pragma once
#include <cstddef>
#include <span>

#include "collide/walkthrough.hpp"
#include "world/dynamics/impact_log.hpp"

namespace phasebox {

/// A step as 6 to 12 lines of pseudocode. Impacts highlight its lines, not events of a log.
std::span<const CodeLine> impulse_code();
/// The line that an impact highlights: resting contacts at the start of the step, compression if
/// the bodies do not part again, restitution for all others. Below `impulse_code().size()`.
std::size_t impulse_line(const Impact&);

}  // namespace phasebox
