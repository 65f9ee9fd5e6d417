// SPDX-License-Identifier: MIT
// Seeded generator of random numbers (PCG32: M. O'Neill, "PCG: A Family of Simple Fast
// Space-Efficient Statistically Good Algorithms", 2014).
#pragma once
#include <cstdint>

#include "base/rotation.hpp"

namespace phasebox {

/// A generator that gives the same numbers from the same seed on every platform. The distributions
/// of the standard library do not, so they are used nowhere.
class Random {
 public:
  /// Different streams of one seed give different sequences: sprite i of a scene draws from stream
  /// i, so adding a sprite does not change the others.
  explicit constexpr Random(std::uint64_t seed, std::uint64_t stream = 0)
      : increment_(stream << 1 | 1) {
    next();
    state_ += seed;
    next();
  }

  /// The next number, uniform over all 32-bit values.
  constexpr std::uint32_t next() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005ULL + increment_;
    const auto shifted = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
    const auto turn = static_cast<std::uint32_t>(old >> 59);
    return shifted >> turn | shifted << (-turn & 31);
  }

  /// A whole number, uniform in [0, n); n >= 1. It multiplies and shifts, whose bias, the relative
  /// difference between the probabilities of two numbers, is at most about n / 2^32.
  constexpr std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(next()) * n) >> 32);
  }

  /// Uniform from lo to hi, by 24 random bits. The rounding of floats may give hi itself.
  constexpr float uniform(float lo, float hi) {
    return lo + (hi - lo) * (static_cast<float>(next() >> 8) * 0x1p-24f);
  }

  /// A unit vector in a uniformly random direction.
  Vec2 direction() {
    const Rotation r = rotation(uniform(-kPi, kPi));
    return {r.c, r.s};
  }

  /// Nearly Gaussian with mean 0 and standard deviation 1: the sum of twelve uniform numbers, less
  /// six.
  constexpr float normal() {
    float sum = -6;
    for (int k = 0; k < 12; ++k) sum += uniform(0, 1);
    return sum;
  }

 private:
  std::uint64_t state_ = 0, increment_;
};

}  // namespace phasebox
