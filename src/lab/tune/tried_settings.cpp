// SPDX-License-Identifier: MIT
// Coarse grids over parameters, and what lies around their best values.
#include "lab/tune/tried_settings.hpp"

#include <algorithm>
#include <cmath>

namespace phasebox {
namespace {

using TuneScale = TuneRange::Scale;

/// A round number, as one would write it: two digits, and whole where it must be.
double tidy(const Param& row, double value) {
  if (value == 0) return std::clamp(value, row.lo, row.hi);
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 1);
  const double rounded =
      unit >= 1 ? std::round(value / unit) * unit : std::round(value / unit) / std::round(1 / unit);
  if (row.kind == Param::Kind::integer) return std::clamp(std::round(rounded), row.lo, row.hi);
  // Parameters are float; so is what is compared and written.
  return std::clamp(static_cast<double>(static_cast<float>(rounded)), row.lo, row.hi);
}

std::pair<double, double> ends(const Param& row, double box_side) {
  const double unit = row.tune.scale == TuneScale::box_size ? box_side : 1;
  return {std::clamp(row.tune.lo * unit, row.lo, row.hi),
          std::clamp(row.tune.hi * unit, row.lo, row.hi)};
}

bool is_geometric(const Param& row) {
  return row.tune.scale == TuneScale::factor || row.tune.scale == TuneScale::box_size;
}

void add_once(std::vector<double>& values, double value) {
  if (std::ranges::find(values, value) == values.end()) values.push_back(value);
}

}  // namespace

std::vector<const Param*> tuned_rows(const Contestant& base, std::span<const std::string> fixed) {
  std::vector<const Param*> rows;
  for (const Param& row : rows_of(*base.entry))
    if (row.tune.scale != TuneScale::none && std::ranges::find(fixed, row.key) == fixed.end())
      rows.push_back(&row);
  return rows;
}

std::vector<double> coarse_values(const Param& row, double box_side, std::size_t steps) {
  std::vector<double> values;
  if (row.tune.scale == TuneScale::none) return values;
  const auto [lo, hi] = ends(row, box_side);
  if (row.tune.scale == TuneScale::values)
    for (double v = row.lo; v <= row.hi; ++v) values.push_back(v);
  else
    for (std::size_t k = 0; k < steps; ++k) {
      const double share = steps > 1 ? static_cast<double>(k) / static_cast<double>(steps - 1) : 0;
      const double v = is_geometric(row) ? lo * std::pow(hi / lo, share) : lo + (hi - lo) * share;
      if (std::isfinite(v)) add_once(values, tidy(row, v));
    }
  std::erase(values, row.init);
  return values;
}

std::vector<double> values_around(const Param& row, double value, double box_side,
                                  std::size_t steps, double part) {
  const auto [lo, hi] = ends(row, box_side);
  const bool is_automatic = value == 0 && row.tune.lo > 0;
  if (row.tune.scale == TuneScale::values || row.tune.scale == TuneScale::none || is_automatic ||
      steps < 2)
    return {};
  const auto gaps = static_cast<double>(steps - 1);
  std::vector<double> values;
  for (const double way : {-part, part}) {
    const double v =
        is_geometric(row) ? value * std::pow(hi / lo, way / gaps) : value + (hi - lo) * way / gaps;
    if (std::isfinite(v) && tidy(row, v) != value) add_once(values, tidy(row, v));
  }
  return values;
}

}  // namespace phasebox
