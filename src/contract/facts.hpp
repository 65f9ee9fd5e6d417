// SPDX-License-Identifier: MIT
// What a broadphase says of itself, asked in a child: a plug-in may fail at that as well.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "contract/attempt.hpp"

namespace phasebox::contract {

/// A key and a value, as they were typed.
using TypedSetting = std::pair<std::string, std::string>;

struct Facts {
  std::string id, title;
  Settings fixed;               // those that were typed
  std::vector<Settings> tried;  // of the other parameters; the first are the defaults
  std::string growth;           // of its time, as text
  double seconds_of_many = 0;   // that a frame of kManyBoxes takes; 0: not known
};

/// Boxes of the largest world of a check.
inline constexpr std::size_t kManyBoxes = 66'067;

/// What is to be set, the seed of the settings to try, and the patience with the child, s.
struct Asked {
  std::span<const TypedSetting> sets;
  std::uint64_t seed = 1;
  double limit = 10;
};

/// An error is of the input: the file is no plug-in, there is no such parameter.
Result<Facts> facts_of(const Source& source, const Asked& asked);

/// Adds how its time grows, as far as that is known before it has to be ended.
void measure_growth(const Source& source, double limit, Facts& facts);

}  // namespace phasebox::contract
