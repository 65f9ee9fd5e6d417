// SPDX-License-Identifier: MIT
// Chooses values of parameters on coarse and finer grids over their ranges.
#include "lab/tune/setting_grid.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/number_format.hpp"

namespace phasebox {
namespace {

using TuneScale = TuneRange::Scale;

/// Rounds a value to two digits, and to a whole number for an integer parameter, and clamps it to
/// the parameter's range.
double tidy(const Param& row, double value) {
  const double rounded = significant(value, 2);
  if (row.kind == Param::Kind::integer) return std::clamp(std::round(rounded), row.lo, row.hi);
  // Parameters are float, so values are rounded to float before they are compared and written.
  return std::clamp(static_cast<double>(static_cast<float>(rounded)), row.lo, row.hi);
}

std::pair<double, double> range_ends(const Param& row, double box_side) {
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

std::vector<const Param*> tuned_rows(const BroadphaseEntry& entry,
                                     std::span<const ParamValue> fixed) {
  std::vector<const Param*> rows;
  for (const Param& row : rows_of(entry)) {
    const auto is_it = [&](const ParamValue& p) { return p.owner == entry && p.key == row.key; };
    if (row.tune.scale != TuneScale::none && std::ranges::none_of(fixed, is_it))
      rows.push_back(&row);
  }
  return rows;
}

std::vector<double> coarse_values(const Param& row, double box_side, std::size_t steps) {
  std::vector<double> values;
  if (row.tune.scale == TuneScale::none) return values;
  const auto [lo, hi] = range_ends(row, box_side);
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
  const auto [lo, hi] = range_ends(row, box_side);
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
