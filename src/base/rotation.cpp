// SPDX-License-Identifier: MIT
// Sine and cosine by quadrant reduction and Taylor series. They use only + - * / and floor, so that
// results are the same everywhere.
#include "base/rotation.hpp"

namespace phasebox {
namespace {

// Taylor series for x in [-pi/4, pi/4] radians. The first term that is left out is below 3e-9 for
// the sine and below 3e-8 for the cosine.
constexpr double sine_series(double x) {
  const double q = x * x;
  return x * (1 - q / 6 * (1 - q / 20 * (1 - q / 42 * (1 - q / 72))));
}
constexpr double cosine_series(double x) {
  const double q = x * x;
  return 1 - q / 2 * (1 - q / 12 * (1 - q / 30 * (1 - q / 56)));
}

}  // namespace

Rotation rotation(float angle) {
  constexpr double kHalfPi = 1.57079632679489661923;
  const double quarter = std::floor(static_cast<double>(angle) / kHalfPi + 0.5);
  const double rest = static_cast<double>(angle) - quarter * kHalfPi;
  const auto s = static_cast<float>(sine_series(rest));
  const auto c = static_cast<float>(cosine_series(rest));
  switch (static_cast<int>(quarter) & 3) {
    case 0: return {c, s};
    case 1: return {-s, c};
    case 2: return {-c, -s};
    default: return {s, -c};
  }
}

float wrap_angle(float angle) {
  constexpr double kTurn = 6.28318530717958647693;
  const double turns = std::floor(static_cast<double>(angle) / kTurn + 0.5);
  const auto wrapped = static_cast<float>(static_cast<double>(angle) - turns * kTurn);
  return wrapped >= kPi ? -kPi : wrapped;
}

}  // namespace phasebox
