// SPDX-License-Identifier: MIT
// The wall time of each phase of a step.
#pragma once
#include <chrono>

namespace phasebox {

/// Wall time of each phase of one step, in ms.
struct PhaseTimes {
  double move = 0, broad = 0, sort = 0, narrow = 0, respond = 0;
  double total() const { return move + broad + sort + narrow + respond; }
};

/// Stopwatch: each lap adds the time since the last lap (at first, since construction) to a phase.
class PhaseTimer {
 public:
  void lap(double& ms) {
    const auto now = Clock::now();
    ms += std::chrono::duration<double, std::milli>(now - since_).count();
    since_ = now;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point since_ = Clock::now();
};

}  // namespace phasebox
