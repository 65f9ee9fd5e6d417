// SPDX-License-Identifier: MIT
// How thick an image is where it is thinnest, and which n that allows.
#pragma once
#include "collide/frame.hpp"
#include "collide/image.hpp"

namespace phasebox {

/// The largest n such that every opaque pixel lies in a square of n x n opaque pixels; 0 when none
/// has at least that alpha (1 to 255). With n up to this, every lattice of step n has a point in
/// each of these squares, wherever it begins: no part of the image is skipped where all of it is
/// common to both sprites. Where less is common, contacts can be missed at any n above 1, but only
/// such as hold no n x n square. From the distance transform that gives each pixel the largest
/// opaque square that ends there. Cost: O(pixels * log(thickness)) time, 2 bytes per pixel while it
/// runs. Source: A. Rosenfeld and J. Pfaltz, "Distance functions on digital pictures", 1968, for
/// the transform; an opening by squares, J. Serra, "Image Analysis and Mathematical Morphology",
/// 1982, for the thickness.
int opaque_thickness(const Image& image, int alpha_threshold);

/// The same for a sprite that shows an image of that thickness, in world px, at least 1: the side
/// of the largest upright square within one that is turned and scaled, rounded down.
int safe_step(int thickness, Rotation rotation, Vec2 scale);

/// n of a sprite in proportion to its size: `n` is for sprites 64 px wide, twice as large ones get
/// twice as much; at least 1. Size is the smaller side of the opaque area, scaled.
int step_by_size(int n, const Image& image, Vec2 scale);

}  // namespace phasebox
