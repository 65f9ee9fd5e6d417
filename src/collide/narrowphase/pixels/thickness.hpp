// SPDX-License-Identifier: MIT
// The thickness of an image, and the distance of samples that skip no part of it.
#pragma once
#include "base/geometry.hpp"
#include "base/rotation.hpp"
#include "collide/image.hpp"

namespace phasebox {

/// Returns the thickness of an image: the largest n such that every opaque pixel lies in a square
/// of n x n opaque pixels, or 0 when no pixel has at least that alpha (1 to 255).
///
/// Every lattice of a step up to n has a point in each of these squares, wherever it begins. So no
/// part of the image is skipped where both sprites share all of it. Where they share less, contacts
/// can be missed at any n above 1, but only those that hold no n x n square.
///
/// The thickness follows from the distance transform, which gives each pixel the largest opaque
/// square that ends there. Cost: O(pixels * log(thickness)) time, 2 bytes per pixel while it runs.
/// Source: A. Rosenfeld and J. Pfaltz, "Distance functions on digital pictures", 1968, for the
/// transform; an opening by squares, J. Serra, "Image Analysis and Mathematical Morphology", 1982,
/// for the thickness.
int opaque_thickness(const Image& image, int alpha_threshold);

/// Returns the largest distance of samples, whole world px and at least 1, at which no part of a
/// sprite is skipped that shows an image of that thickness: the side of the largest upright square
/// within the turned and scaled square of image pixels, rounded down.
int safe_step(int thickness, Rotation rotation, Vec2 scale);

/// Returns the distance of samples for a sprite in proportion to its size, px, at least 1: `n` for
/// a size of 64 px, 2 n for 128 px. The size is the smaller side of the opaque area, scaled.
int step_by_size(int n, const Image& image, Vec2 scale);

}  // namespace phasebox
