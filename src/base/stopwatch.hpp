// SPDX-License-Identifier: MIT
// Measures how long a piece of work took, if possible without the time of other programs.
#pragma once
#include <algorithm>
#include <chrono>

#include <time.h>

namespace phasebox {

/// A stopwatch that runs from when it is made. The time during which the processor runs other
/// programs should not count; for work on a single thread, the CPU time of that thread leaves it
/// out. That clock is slow to read. It is read before the wall clock at the start and after it at
/// the end, so the wall time does not contain the reading, and the smaller of both times is nearer
/// the truth.
class Stopwatch {
 public:
  /// The time so far, ms. `is_alone` says that the calling thread made the watch and did all of the
  /// work; if not, the wall time counts.
  double ms(bool is_alone) const {
    const double wall = wall_ms() - wall_;
    return is_alone ? std::min(wall, cpu_ms() - cpu_) : wall;
  }

 private:
  static double wall_ms() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(now).count();
  }
  /// CPU time of the calling thread, ms; the wall clock on Windows and where the system has none.
  static double cpu_ms() {
#if defined(CLOCK_THREAD_CPUTIME_ID) && !defined(_WIN32)  // Windows counts it in 16 ms
    timespec t{};
    if (::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) == 0)
      return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
#endif
    return wall_ms();
  }

  double cpu_ = cpu_ms(), wall_ = wall_ms();
};

}  // namespace phasebox
