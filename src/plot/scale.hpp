// SPDX-License-Identifier: MIT
// An axis of a plot: from values to pixels, with the ticks that suit it.
#pragma once
#include <string>
#include <vector>

namespace phasebox {

/// From values to pixels along one axis. `cover` what is to be seen, then `round`, then ask.
class Scale {
 public:
  /// The pixels may run backwards.
  Scale(bool is_log, double from_px, double to_px) : is_log_(is_log), from_(from_px), to_(to_px) {}

  /// Finite, and above 0 on a logarithmic axis.
  bool can_show(double v) const;
  void cover(double v);
  /// Ends at 1, 2 or 5 times a power of ten, or at a round number of steps, from 0 on if nothing is
  /// below.
  void round();
  double at(double v) const { return from_ + (placed(v) - low_) / (high_ - low_) * (to_ - from_); }
  std::vector<double> ticks() const;
  /// Between the decades of a logarithmic axis: 2 to 9 of each.
  std::vector<double> small_ticks() const;

 private:
  double placed(double v) const;
  void keep(double v, std::vector<double>& ticks) const;  // if it is within the ends

  bool is_log_, has_any_ = false;
  double from_, to_, low_ = 0, high_ = 1, step_ = 1;
};

/// "10,000", "0.05", "-2,000".
std::string tick_text(double v);

}  // namespace phasebox
