// SPDX-License-Identifier: MIT
// How far two words are apart, for "did you mean".
#pragma once
#include <cstddef>
#include <string_view>

namespace phasebox {

/// Letters to change, add, leave out or exchange with their neighbors to turn one word into the
/// other. O(length of a x length of b).
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace phasebox
