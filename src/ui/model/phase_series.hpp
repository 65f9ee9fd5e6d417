// SPDX-License-Identifier: MIT
// The last measured times of the phases of a step, and their medians that are steady enough to
// read.
#pragma once
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "base/statistics.hpp"
#include "session/pipeline.hpp"

namespace phasebox::ui {

/// The last kLength measured values with the times at which they were measured, for a median that
/// is steady enough to read.
class Series {
 public:
  static constexpr std::size_t kLength = 120;
  static constexpr std::size_t kMinSamples = 5;  ///< least number of values for a median
  static constexpr double kSeconds = 1;          ///< s that a median covers

  /// Adds a value that was measured at `now`, in s; `now` never decreases.
  void push(double value, double now) {
    samples_.push_back({value, now});
    if (samples_.size() > kLength) samples_.pop_front();
  }
  void clear() { samples_.clear(); }
  std::size_t size() const { return samples_.size(); }
  /// Returns the median of the values of the last kSeconds, or of the last kMinSamples values if
  /// those are older. Returns none with fewer values, or if the clock is so coarse that the median
  /// would be 0.
  std::optional<double> median(double now) const {
    if (size() < kMinSamples) return {};
    std::vector<double> values;
    for (auto s = samples_.rbegin(); s != samples_.rend(); ++s) {
      if (values.size() >= kMinSamples && s->at < now - kSeconds) break;
      values.push_back(s->value);
    }
    if (clock_step > 0) level(values, clock_step);
    const double median = phasebox::median(values);
    return clock_step > 0 && median == 0 ? std::nullopt : std::optional(median);
  }

 private:
  struct Sample {
    double value, at;
  };
  std::deque<Sample> samples_;
};

/// The measured times, as in PhaseTimes, of each phase of a step, and of all phases together.
struct PhaseSeries {
  Series move, broad, sort, narrow, respond, total;
  void push(const PhaseTimes& t, double now) {
    push_detection(t, now);
    move.push(t.move, now);
    respond.push(t.respond, now);
    total.push(t.total(), now);
  }
  /// Adds the times of a detection without a step; motion, response and the sum get no value.
  void push_detection(const PhaseTimes& t, double now) {
    broad.push(t.broad, now);
    sort.push(t.sort, now);
    narrow.push(t.narrow, now);
  }
  void clear() { *this = {}; }
};

}  // namespace phasebox::ui
