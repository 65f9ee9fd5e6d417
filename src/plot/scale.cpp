// SPDX-License-Identifier: MIT
// Round numbers for axes.
#include "plot/scale.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace phasebox {

double Scale::placed(double v) const { return is_log_ ? std::log10(v) : v; }

bool Scale::can_show(double v) const { return std::isfinite(v) && (!is_log_ || v > 0); }

void Scale::cover(double v) {
  low_ = has_any_ ? std::min(low_, placed(v)) : placed(v);
  high_ = has_any_ ? std::max(high_, placed(v)) : placed(v);
  has_any_ = true;
}

void Scale::round() {
  if (is_log_) {
    low_ = std::floor(low_ + 1e-9), high_ = std::max(std::ceil(high_ - 1e-9), low_ + 1);
    return;
  }
  low_ = std::min(low_, 0.0);
  const double rough = std::max(high_ - low_, 1e-12) / 6;
  const double decade = std::pow(10, std::floor(std::log10(rough)));
  const double digit = rough / decade;
  step_ = (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * decade;
  low_ = std::floor(low_ / step_) * step_, high_ = std::ceil(high_ / step_) * step_;
}

std::vector<double> Scale::ticks() const {
  std::vector<double> values;
  for (double t = low_; t <= high_ + step_ * 1e-6; t += step_)
    values.push_back(is_log_ ? std::pow(10, t) : t);
  return values;
}

std::vector<double> Scale::small_ticks() const {
  std::vector<double> values;
  for (double t = low_; is_log_ && t < high_; ++t)
    for (int k = 2; k < 10; ++k) values.push_back(std::pow(10, t) * k);
  return values;
}

std::string tick_text(double v) {
  if (v >= 1000) {
    std::string text = fmt::format("{:.0f}", v);
    for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
    return text;
  }
  return fmt::format("{:g}", std::round(v * 1e9) / 1e9);
}

}  // namespace phasebox
