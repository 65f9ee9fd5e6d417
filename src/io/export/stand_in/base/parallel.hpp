// SPDX-License-Identifier: MIT
// Work in parts, which one thread does one after the other.
#pragma once
#include <cstddef>

namespace phasebox {

/// Calls `f(part)` for each part from 0 to `parts - 1`.
template <class F>
void for_each_part(unsigned parts, F f) {
  for (unsigned part = 0; part < parts; ++part) f(part);
}

/// Where part `part` of `n` things begins, in `parts` parts of about equal size; part `parts`
/// begins at `n`.
constexpr std::size_t part_begin(std::size_t n, unsigned parts, unsigned part) {
  return n / parts * part + n % parts * part / parts;
}

constexpr unsigned parts_of(std::size_t, unsigned, std::size_t) { return 1; }

}  // namespace phasebox
