// SPDX-License-Identifier: MIT
// The vector part of the bit-mask test.
#pragma once
#include <cstdint>

#include "collide/narrowphase/pixels/opacity_mask.hpp"

namespace phasebox {

/// Two masks that lie one on the other. The common part of their bounds begins at the left edge of
/// one of them: call that one a.
struct MaskOverlap {
  const OpacityMask *a, *b;
  int ay;             ///< row of a where the common part begins
  int bx, by;         ///< pixel of b where it begins
  int width, height;  ///< >= 1
};

/// A pixel of the common part, from its top-left corner; x < 0: none.
struct CommonBit {
  int x = -1, y = 0;
};

/// A walk through a mask, 32.32 px from its top-left corner; no step of it further outside than the
/// margin.
struct MaskWalk {
  std::int64_t x, y, by_x, by_y;
};

/// The parts of the bit-mask test that are compiled once per instruction set. Every set gives the
/// same answers.
struct MaskKernels {
  /// The first pixel in row order that is set in both. Cost: O(strips * height / rows per vector).
  CommonBit (*first_common)(const MaskOverlap&);
  /// The bits on the way of `count` steps, 0 to 64; lowest bit is the first. Cost: O(count).
  std::uint64_t (*bits_along)(const OpacityMask&, const MaskWalk&, int count);
};

/// The best for this machine; resolved once.
const MaskKernels& mask_kernels();

}  // namespace phasebox
