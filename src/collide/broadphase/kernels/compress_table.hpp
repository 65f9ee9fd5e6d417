// SPDX-License-Identifier: MIT
// Where each lane of a compressed vector of eight comes from.
#pragma once
#include <array>
#include <cstdint>

namespace phasebox {

/// For each mask of eight lanes, four bits per lane of the result: the number of a lane that is
/// set, in order. Highway 1.0 has such a table within its function for AVX2, and GCC copies it, a
/// kilobyte, before each use.
inline constexpr std::array<std::uint32_t, 256> kCompressTable = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t mask = 0; mask < 256; ++mask) {
    std::uint32_t set = 0;
    for (std::uint32_t lane = 0; lane < 8; ++lane)
      if (mask >> lane & 1) table[mask] |= lane << 4 * set++;
  }
  return table;
}();

}  // namespace phasebox
