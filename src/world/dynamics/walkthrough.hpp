// SPDX-License-Identifier: MIT
// A step of impulse-based dynamics in a few lines of pseudocode, each tied to the impacts that it
// stands for.
#pragma once
#include <cstddef>
#include <span>

#include "collide/event_log.hpp"
#include "world/dynamics/dynamics.hpp"

namespace phasebox {

/// 6 to 12 lines. No event of a log lights them: impacts do.
std::span<const CodeLine> impulse_code();
/// The line that the impact lights: what rests at the start of the step, the compression of what
/// does not part again, the restitution of all others. Below `impulse_code().size()`.
std::size_t impulse_line(const Impact&);

}  // namespace phasebox
