// SPDX-License-Identifier: MIT
// The outlines of images, along which the 3D view draws the sides of sprites.
#pragma once
#include <vector>

#include "base/geometry.hpp"
#include "collide/image.hpp"

namespace phasebox {

/// A straight piece of an outline. Seen along it, the opaque area is to the right. Coordinates are
/// -1 to 1 in half-extents of the image, +x right and +y down.
struct OutlinePiece {
  Vec2 from, to;
};

/// The outline of the area whose alpha is above half of the image's greatest: all loops, holes
/// included; empty if the image is transparent. Corners of pixels lie at most 0.8 px off it; a 40th
/// of the longer side where that is above 32 px, and a 10th where it is below 8 px. O(pixels) to
/// follow the edges, and at worst O(corners²) to simplify a loop.
std::vector<OutlinePiece> outline_of(const Image& image);

}  // namespace phasebox
