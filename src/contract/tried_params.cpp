// SPDX-License-Identifier: MIT
// Which parameters are tried.
#include "contract/tried_params.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
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

std::optional<Settings> parse_settings(std::string_view text) {
  Settings settings;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string_view number = word.substr(std::min(equals + 1, word.size()));
    double value = 0;
    const auto [end, failure] =
        std::from_chars(number.data(), number.data() + number.size(), value);
    if (equals == 0 || failure != std::errc{} || end != number.data() + number.size()) return {};
    settings.push_back({std::string(word.substr(0, equals)), value});
  }
  return settings;
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
    for (const Param& row : rows) some.push_back({std::string(row.key), random_value(row, random)});
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
