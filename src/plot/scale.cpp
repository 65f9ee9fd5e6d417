// SPDX-License-Identifier: MIT
// Round numbers for axes.
#include "plot/scale.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"

namespace phasebox {

namespace {

constexpr double kDecades = 2;  // an axis with fewer is numbered at 2 and 5 too

// The largest power of ten, or two or five times one, that is not above; all as logarithms. Since
// 2 x 5 is a decade, the smallest that is not below is the same with both signs turned.
double digit_below(double v) {
  const double decade = std::floor(v + 1e-9), two = std::log10(2.0), five = std::log10(5.0);
  if (v - decade + 1e-9 >= five) return decade + five;
  return v - decade + 1e-9 >= two ? decade + two : decade;
}

}  // namespace

double Scale::placed(double v) const { return is_log_ ? std::log10(v) : v; }

bool Scale::can_show(double v) const { return std::isfinite(v) && (!is_log_ || v > 0); }

void Scale::cover(double v) {
  low_ = has_any_ ? std::min(low_, placed(v)) : placed(v);
  high_ = has_any_ ? std::max(high_, placed(v)) : placed(v);
  has_any_ = true;
}

void Scale::round() {
  if (is_log_) {
    low_ = digit_below(low_), high_ = std::max(-digit_below(-high_), low_ + 1);
    return;
  }
  low_ = std::min(low_, 0.0);
  if (low_ == high_) high_ = 1;  // only zeros: any range shows them
  const double rough = std::max(high_ - low_, 1e-12) / 6;
  const double decade = std::pow(10, std::floor(std::log10(rough)));
  const double digit = rough / decade;
  step_ = (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * decade;
  low_ = std::floor(low_ / step_) * step_, high_ = std::ceil(high_ / step_) * step_;
}

std::vector<double> Scale::ticks() const {
  std::vector<double> values;
  for (double t = low_; !is_log_ && t <= high_ + step_ * 1e-6; t += step_) values.push_back(t);
  if (!is_log_) return values;
  for (double decade = std::floor(low_); decade <= high_ + 1e-9; ++decade)
    for (const double digit : {1.0, 2.0, 5.0})
      if (digit == 1 || high_ - low_ < kDecades) keep(digit * std::pow(10, decade), values);
  return values;
}

std::vector<double> Scale::small_ticks() const {
  std::vector<double> values;
  for (double decade = std::floor(low_); is_log_ && decade < high_; ++decade)
    for (int k = 2; k < 10; ++k) keep(std::pow(10, decade) * k, values);
  return values;
}

void Scale::keep(double v, std::vector<double>& ticks) const {
  const double at = placed(v);
  if (at > low_ - 1e-9 && at < high_ + 1e-9) ticks.push_back(v);
}

std::string tick_text(double v) {
  if (std::abs(v) >= 1000) return grouped_whole(v);
  // Not "-0": adding 0 takes the sign away.
  return fmt::format("{:g}", std::round(v * 1e9) / 1e9 + 0.0);
}

}  // namespace phasebox
