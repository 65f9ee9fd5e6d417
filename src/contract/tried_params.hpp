// SPDX-License-Identifier: MIT
// Parameters of what is checked, by key: a process that has no instance of it has no rows.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "collide/param.hpp"

namespace phasebox::contract {

/// A value for one parameter.
struct Setting {
  std::string key;
  double value = 0;
  bool operator==(const Setting&) const = default;
};
using Settings = std::vector<Setting>;

/// "max-objects=16 looseness=1.5", every digit; empty without any.
std::string settings_text(const Settings& settings);
/// The same with `before` each: " --set max-objects=16 --set looseness=1.5".
std::string settings_text(const Settings& settings, std::string_view before);

/// Reads what `settings_text` writes; nothing where it is no such text.
std::optional<Settings> parse_settings(std::string_view text);

/// The defaults; each row alone at its low and at its high end; all low; all high; `random_ones`
/// random combinations.
std::vector<Settings> settings_to_try(std::span<const Param> rows, std::size_t random_ones,
                                      std::uint64_t seed);

/// What `--set KEY=TEXT` means to the owner of these rows, whose id may stand before the key with a
/// dot.
Result<Setting> read_setting(std::span<const Param> rows, std::string_view owner,
                             std::string_view key, std::string_view text);

/// Sets them; asserts that every key exists.
void set_params(ParamView view, const Settings& settings);

}  // namespace phasebox::contract
