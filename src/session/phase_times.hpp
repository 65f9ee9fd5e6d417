// SPDX-License-Identifier: MIT
// The wall time of each phase of a step.
#pragma once
#include <chrono>

namespace phasebox {

/// The wall time of each phase of one step, ms: moving and placing sprites, broadphase, sorting the
/// pairs, narrowphase, and the dynamics of collision response.
struct PhaseTimes {
  double move = 0, broad = 0, sort = 0, narrow = 0, respond = 0;
  double total() const { return move + broad + sort + narrow + respond; }
};

/// A stopwatch for phases: `lap` adds the wall time, ms, since the last lap, or since construction
/// if there was none, to the given number.
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
