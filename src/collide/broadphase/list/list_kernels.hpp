// SPDX-License-Identifier: MIT
// The two loops of a neighbor list's frame, with the vectors of the machine it runs on.
#pragma once
#include <cstddef>
#include <span>

#include "base/geometry.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// Writes the ids of the first `most` boxes that do not lie within their skin box, ascending;
/// returns how many there are, or `most` + 1 if there are more. `boxes` and `skins` are of one
/// size; `out` holds `most`.
std::size_t find_outside(std::span<const Aabb> boxes, std::span<const Aabb> skins, SpriteId* out,
                         std::size_t most);

/// Writes the pairs of the list whose boxes overlap, in the order of the list; returns their
/// number. `out` holds as many as the list.
std::size_t keep_overlapping(std::span<const Aabb> boxes, std::span<const Pair> list, Pair* out);

}  // namespace phasebox
