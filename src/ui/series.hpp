// SPDX-License-Identifier: MIT
// The last values of a quantity: their median is shown, all of them are plotted.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>

namespace phasebox {

/// The last kLength values; allocates nothing.
class Series {
 public:
  static constexpr std::size_t kLength = 120;

  void push(double value) {
    values_[next_] = value;
    next_ = (next_ + 1) % kLength;
    size_ = std::min(size_ + 1, kLength);
  }
  void clear() { next_ = size_ = 0; }
  std::size_t size() const { return size_; }
  /// The i-th oldest.
  double operator[](std::size_t i) const {
    return values_[(next_ + kLength - size_ + i) % kLength];
  }
  /// Of an even number of values the upper one; 0 of none.
  double median() const {
    if (size_ == 0) return 0;
    std::array<double, kLength> sorted;
    for (std::size_t i = 0; i < size_; ++i) sorted[i] = (*this)[i];
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(size_ / 2);
    std::nth_element(sorted.begin(), middle, sorted.begin() + static_cast<std::ptrdiff_t>(size_));
    return *middle;
  }

 private:
  std::array<double, kLength> values_{};
  std::size_t next_ = 0, size_ = 0;
};

}  // namespace phasebox
