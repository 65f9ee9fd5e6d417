// SPDX-License-Identifier: MIT
// Which parameters are tried.
#include "contract/tried_params.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "base/random.hpp"
#include "base/text.hpp"

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
    std::string_view word = take_until(text, ' ');
    const std::string key(take_until(word, '='));
    const auto value = read_number<double>(word);
    if (key.empty() || !value) return {};
    settings.push_back({key, *value});
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

Result<Setting> read_setting(std::span<const Param> rows, std::string_view owner,
                             std::string_view key, std::string_view text) {
  std::string_view name = key;
  if (name.starts_with(std::string(owner) + ".")) name.remove_prefix(owner.size() + 1);
  const Param* row = find_param(rows, name);
  if (!row) {
    std::vector<std::string_view> keys;
    for (const Param& r : rows) keys.push_back(r.key);
    return Error{keys.empty() ? fmt::format("--set {}: {} has no parameters", key, owner)
                              : fmt::format("--set {}: {} has no such parameter; choose from {}",
                                            key, owner, fmt::join(keys, ", "))};
  }
  const Result<double> value = parse_value(*row, text);
  if (!value) return Error{"--set " + value.error().text};
  return Setting{std::string(name), *value};
}

void set_params(ParamView view, const Settings& settings) {
  for (const Setting& s : settings) {
    const Param* row = find_param(view.rows, s.key);
    assert(row && "every setting names a row");
    if (row) row->set(view.object, s.value);
  }
}

}  // namespace phasebox::contract
