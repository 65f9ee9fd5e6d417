// SPDX-License-Identifier: MIT
// The outlines of images, on which the sides of raised sprites stand.
#pragma once
#include <vector>

#include "base/geometry.hpp"
#include "collide/image.hpp"

namespace phasebox {

/// A piece of an outline, with the opaque area to its right. Coordinates are -1 to 1 in
/// half-extents of the image, +x right and +y down.
struct OutlinePiece {
  Vec2 from, to;
};

/// The outline of the area whose alpha is above half of the image's greatest: all loops, holes
/// included. It deviates from the pixels' edges by at most 0.8 px, or for a large image by a 40th
/// of its longer side, for a tiny one by a 10th. O(pixels).
std::vector<OutlinePiece> outline_of(const Image& image);

}  // namespace phasebox
