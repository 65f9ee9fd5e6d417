// SPDX-License-Identifier: MIT
// A step of dynamics as pseudocode.
#pragma once
#include <cstddef>
#include <span>

#include "collide/walkthrough.hpp"
#include "world/dynamics/impact_log.hpp"

namespace phasebox {

/// A step of dynamics as lines of pseudocode for the walkthrough. Impacts highlight its lines, not
/// events of a log.
std::span<const CodeLine> impulse_code();
/// The index of the line that an impact highlights: resting contacts for what the solver did at the
/// start of the step, compression if the bodies do not part after the impact, else restitution.
std::size_t impulse_line(const Impact&);

}  // namespace phasebox
