// SPDX-License-Identifier: MIT
// The last values of a quantity with the time of each: their median is shown, all are plotted.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "base/statistics.hpp"
#include "session/session.hpp"

namespace phasebox {

/// The last kLength values; allocates nothing.
class Series {
 public:
  static constexpr std::size_t kLength = 120;
  static constexpr std::size_t kMinSamples = 5;  ///< of a median
  static constexpr double kSeconds = 1;          ///< that a median covers

  /// `now` in s; it never goes back.
  void push(double value, double now) {
    samples_[next_] = {value, now};
    next_ = (next_ + 1) % kLength;
    size_ = std::min(size_ + 1, kLength);
  }
  void clear() { next_ = size_ = 0; }
  std::size_t size() const { return size_; }
  /// The i-th oldest.
  double operator[](std::size_t i) const { return sample(i).value; }
  /// Of the values of the last second, or of the last five where steps are slower than that;
  /// nothing while there are fewer. Of an even number of values the upper one.
  std::optional<double> median(double now) const {
    if (size_ < kMinSamples) return {};
    std::array<double, kLength> values;
    std::size_t n = 0;
    for (std::size_t i = size_; i-- > 0;) {
      if (n >= kMinSamples && sample(i).at < now - kSeconds) break;
      values[n++] = sample(i).value;
    }
    return phasebox::median(std::span(values).first(n));
  }

 private:
  struct Sample {
    double value = 0, at = 0;
  };
  const Sample& sample(std::size_t i) const {
    return samples_[(next_ + kLength - size_ + i) % kLength];
  }

  std::array<Sample, kLength> samples_{};
  std::size_t next_ = 0, size_ = 0;
};

/// The phases of a step, in the order of PhaseTimes, and their sum.
struct PhaseSeries {
  Series move, broad, sort, narrow, respond, total;
  void push(const PhaseTimes& t, double now) {
    push_detection(t, now);
    move.push(t.move, now), respond.push(t.respond, now), total.push(t.total(), now);
  }
  /// Of a frame in which nothing moved.
  void push_detection(const PhaseTimes& t, double now) {
    broad.push(t.broad, now), sort.push(t.sort, now), narrow.push(t.narrow, now);
  }
  void clear() { *this = {}; }
};

}  // namespace phasebox
