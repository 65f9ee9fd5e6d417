// SPDX-License-Identifier: MIT
// The events of one traced frame: those of the broadphase and those of the narrowphase.
#pragma once
#include <cstddef>

#include "collide/event_log.hpp"

namespace phasebox {

/// The events of one frame, at most `limit` of each phase. `Session::trace` records them in a
/// second run of the same algorithms, outside of the timed step. A limit of 0 counts events and
/// keeps none.
struct EventLog {
  Recorder broad, narrow;
  explicit EventLog(std::size_t limit = 0) : broad(limit), narrow(limit) {}
};

}  // namespace phasebox
