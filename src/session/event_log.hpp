// SPDX-License-Identifier: MIT
// The events of one traced frame, by phase.
#pragma once
#include <cstddef>

#include "collide/event_log.hpp"

namespace phasebox {

/// Events of one frame. A second run of the same algorithms records them, outside the timed step.
struct EventLog {
  Recorder broad, narrow;
  explicit EventLog(std::size_t limit = 0) : broad(limit), narrow(limit) {}
};

}  // namespace phasebox
