// SPDX-License-Identifier: MIT
// The edge of a picture's opaque area, as few straight pieces: what its sides stand on in 3D.
#pragma once
#include <vector>

#include "base/geometry.hpp"
#include "collide/image.hpp"

namespace phasebox {

/// A piece of the edge; the opaque area lies to its right (+x right, +y down). In half-extents of
/// the image from its middle: -1 to 1.
struct OutlinePiece {
  Vec2 from, to;
};

/// All loops around the area whose alpha is more than half of the image's greatest, holes included,
/// none of them further than 0.8 px (a 40th of a large image, a 10th of a tiny one) from the
/// pixels' own edge. O(pixels).
std::vector<OutlinePiece> outline_of(const Image& image);

}  // namespace phasebox
