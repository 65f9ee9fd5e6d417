// SPDX-License-Identifier: MIT
// How many candidate pairs a frame has, before anything looks for them.
#pragma once
#include <cstdint>

#include "collide/frame.hpp"

namespace phasebox {

/// About how many eligible pairs of boxes overlap: every k-th sprite is tested against all others.
/// Exact where the frame has at most 1,000 sprites; else at most some 64 million box tests.
/// Allocates nothing.
std::uint64_t estimate_pairs(const Frame& frame);

}  // namespace phasebox
