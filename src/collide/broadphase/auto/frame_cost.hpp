// SPDX-License-Identifier: MIT
// What frames cost: a clock that does not count waiting, and a mean that forgets.
#pragma once
#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>

namespace phasebox {

/// Time since it was made. On a busy machine a frame may wait for its turn; the processor time of
/// the program does not count that, nor can it be less than the work of one thread. To ask for it
/// takes half a microsecond, so short work goes without.
class FrameClock {
 public:
  /// `expected`: ms that the work is likely to take.
  explicit FrameClock(double expected)
      : counts_work_(expected >= kShort), worked_(counts_work_ ? std::clock() : 0) {}

  double ms() const {
    const double passed = std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
    if (!counts_work_) return passed;
    const double worked =
        1000 * static_cast<double>(std::clock() - worked_) / static_cast<double>(CLOCKS_PER_SEC);
    return std::min(passed, std::max(worked, kShort));
  }

  static constexpr double kShort = 0.05;  ///< ms

 private:
  using Clock = std::chrono::steady_clock;

  bool counts_work_;
  std::clock_t worked_;
  Clock::time_point start_ = Clock::now();
};

/// Mean of the last fifty to a hundred values, in ms; older ones count less and less. A value that
/// is many times the mean counts as if it were less: the program may have waited.
class RunningMean {
 public:
  void add(double ms) {
    if (count_ >= kWindow) sum_ /= 2, count_ /= 2;
    if (count_ >= 2) ms = std::min(ms, kOutlier * this->ms());
    sum_ += ms, count_ += 1;
  }
  void clear() { *this = {}; }
  double count() const { return count_; }
  bool is_known() const { return count_ > 0; }
  /// Infinite while nothing is known.
  double ms() const { return is_known() ? sum_ / count_ : std::numeric_limits<double>::infinity(); }

 private:
  static constexpr double kWindow = 100, kOutlier = 8;
  double sum_ = 0, count_ = 0;
};

}  // namespace phasebox
