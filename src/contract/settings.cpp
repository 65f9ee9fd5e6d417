// SPDX-License-Identifier: MIT
// Which parameters are tried.
#include "contract/settings.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "base/random.hpp"

namespace phasebox::contract {
namespace {

double random_value(const Param& row, Random& random) {
  const double share = static_cast<double>(random.uniform(0, 1));
  if (row.kind == Param::Kind::real) return row.lo + share * (row.hi - row.lo);
  return std::min(row.hi, row.lo + std::floor(share * (row.hi - row.lo + 1)));
}

}  // namespace

std::string settings_text(const Settings& settings, std::string_view before) {
  std::string text;
  for (const Setting& s : settings) text += fmt::format("{}{}={}", before, s.key, s.value);
  return text;
}

std::string settings_text(const Settings& settings) {
  std::string text = settings_text(settings, " ");
  return text.empty() ? text : text.substr(1);
}

std::vector<Settings> settings_to_try(std::span<const Param> rows, std::size_t random_ones,
                                      std::uint64_t seed) {
  std::vector<Settings> all{{}};
  if (rows.empty()) return all;
  Settings lows, highs;
  for (const Param& row : rows) {
    all.push_back({{std::string(row.key), row.lo}});
    all.push_back({{std::string(row.key), row.hi}});
    lows.push_back({std::string(row.key), row.lo});
    highs.push_back({std::string(row.key), row.hi});
  }
  all.push_back(lows);
  all.push_back(highs);
  Random random(seed);
  for (std::size_t k = 0; k < random_ones; ++k) {
    Settings some;
    for (const Param& row : rows)
      some.push_back({std::string(row.key), random_value(row, random)});
    all.push_back(some);
  }
  return all;
}

void set_params(ParamView view, const Settings& settings) {
  for (const Setting& s : settings) {
    const Param* row = find_param(view.rows, s.key);
    assert(row && "every setting names a row");
    if (row) row->set(view.object, s.value);
  }
}

}  // namespace phasebox::contract
