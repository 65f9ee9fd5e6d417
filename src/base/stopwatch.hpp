// SPDX-License-Identifier: MIT
// Measures how long a piece of work took, whatever else the machine was doing.
#pragma once
#include <algorithm>
#include <chrono>

#include <time.h>

namespace phasebox {

/// A stopwatch that runs from when it is made. The time that other programs take from the processor
/// must not count. For work on a single thread, the thread's CPU time leaves it out. That clock is
/// slow to read, so its readings enclose those of the wall clock, and the smaller of both times is
/// nearer the truth.
class Stopwatch {
 public:
  /// The time so far, ms. `is_alone`: all of the work was done by the thread that made the watch
  /// and asks.
  double ms(bool is_alone) const {
    const double wall = wall_ms() - wall_;
    return is_alone ? std::min(wall, cpu_ms() - cpu_) : wall;
  }

 private:
  static double wall_ms() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(now).count();
  }
  /// CPU time of the calling thread; the wall clock where the system does not count it.
  static double cpu_ms() {
#if defined(CLOCK_THREAD_CPUTIME_ID) && !defined(_WIN32)  // whose clock steps by 16 ms
    timespec t{};
    if (::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) == 0)
      return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
#endif
    return wall_ms();
  }

  double cpu_ = cpu_ms(), wall_ = wall_ms();
};

}  // namespace phasebox
