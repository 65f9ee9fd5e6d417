// SPDX-License-Identifier: MIT
// The vector part of the bit-mask test.
#pragma once
#include <cstdint>

#include "core/narrowphase/opacity_mask.hpp"
#include "core/narrowphase/pixels.hpp"

namespace phasebox {

/// Two masks that lie one on the other: where the common part of their bounds begins in each, and
/// its size.
struct MaskOverlap {
  const OpacityMask *a, *b;
  int ax, ay, bx, by;
  int width, height;  ///< >= 1
};

/// A pixel of the common part, from its top-left corner; x < 0: none.
struct CommonBit {
  int x = -1, y = 0;
};

/// The first pixel in row order that is set in both. Cost: O(strips * height / rows per vector).
/// Resolved once to the best instructions of the machine; every one gives the same answer.
using FirstCommonBit = CommonBit (*)(const MaskOverlap&);
FirstCommonBit first_common_bit();

}  // namespace phasebox
