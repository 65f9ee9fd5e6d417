// SPDX-License-Identifier: MIT
// Wall time into fixed steps, and rates per second.
#pragma once
#include <algorithm>
#include <cmath>

#include "world/flight.hpp"

namespace phasebox {

inline constexpr int kMaxCatchUp = 15;  ///< steps in one frame; more are dropped, not owed

/// How many steps are due. After a long frame the simulation catches up a little and then lets go,
/// so that a slow machine shows slow motion rather than nothing.
class StepClock {
 public:
  int due(double now) {
    const double passed = last_ < 0 ? 0 : now - last_;
    last_ = now;
    owed_ += passed * kStepsPerSecond;
    const double whole = std::floor(owed_);
    owed_ -= whole;
    return static_cast<int>(std::min<double>(whole, kMaxCatchUp));
  }
  /// Time that passes until the next call does not count.
  void hold() {
    last_ = -1;
    owed_ = 0;
  }

 private:
  double last_ = -1, owed_ = 0;
};

/// Events per second, over the last half second or more.
class RateMeter {
 public:
  void add(int events, double now) {
    if (since_ < 0) since_ = now;
    events_ += events;
    if (now - since_ < 0.5) return;
    rate_ = events_ / (now - since_);
    since_ = now;
    events_ = 0;
  }
  double rate() const { return rate_; }

 private:
  double since_ = -1, rate_ = 0;
  int events_ = 0;
};

}  // namespace phasebox
