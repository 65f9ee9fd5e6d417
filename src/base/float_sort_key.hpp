// SPDX-License-Identifier: MIT
// Floats as whole numbers of the same order: sorting compares one register, and radix sorts apply.
#pragma once
#include <bit>
#include <cstdint>

namespace phasebox {

/// Order-preserving image of a float that is not NaN; -0 and 0 are one position.
constexpr std::uint32_t ordered(float v) {
  const auto bits = std::bit_cast<std::uint32_t>(v + 0.0f);
  return bits >> 31 ? ~bits : bits | 0x80000000u;
}

/// The float that `ordered` came from.
constexpr float unordered(std::uint32_t position) {
  return std::bit_cast<float>(position >> 31 ? position & 0x7FFFFFFFu : ~position);
}

}  // namespace phasebox
