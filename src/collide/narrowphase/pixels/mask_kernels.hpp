// SPDX-License-Identifier: MIT
// The vector loops that look for pixels which are set in two masks.
#pragma once
#include <cstdint>
#include <span>

#include "collide/narrowphase/pixels/opacity_mask.hpp"

namespace phasebox {

/// Two masks that lie over each other by whole pixels. `a` is the mask at whose left edge their
/// intersection begins.
struct MaskOverlap {
  const OpacityMask *a, *b;
  int ay;             ///< row of a where the intersection begins
  int bx, by;         ///< pixel of b where the intersection begins
  int width, height;  ///< px of the intersection, >= 1
};

/// A pixel of an intersection, counted from its top-left corner; x < 0 stands for no pixel.
struct CommonBit {
  int x = -1, y = 0;
};

/// A square of kSide x kSide world pixels as it lies over a turned or scaled mask. It has no place
/// yet: it tells the offsets of its pixels from the first one, the top-left one in the world, in px
/// of the image (32.32 fixed point).
struct MaskBlock {
  static constexpr int kSide = 8;  ///< world px

  /// `right` is the step in the image from a world pixel to the one on its right, `down` that to
  /// the one below, both in 32.32 px.
  MaskBlock(std::int64_t right_u, std::int64_t right_v, std::int64_t down_u, std::int64_t down_v);

  std::int64_t right_u, right_v, down_u, down_v;
  std::int64_t min_u, max_u, min_v, max_v;  ///< the bounds of the offsets of all pixels
};

/// A block at a place over its mask. (u, v) is its first pixel, 32.32 px from the top-left corner
/// of the mask's bounds, and may lie anywhere.
struct PlacedBlock {
  const OpacityMask& mask;
  const MaskBlock& block;
  std::int64_t u, v;
};

/// The parts of the bit-mask test that are compiled once per instruction set. The answers are the
/// same in all of them.
struct MaskKernels {
  /// Finds for each overlap the first pixel in row order that is set in both masks, and writes it
  /// to `found`, which has room for one per overlap. O(strips * height / rows per vector) each.
  void (*first_common)(std::span<const MaskOverlap>, CommonBit* found);
  /// Returns which of the 64 pixels of a block are set in both masks: bit 8 * y + x is world pixel
  /// (x, y) of the block. Pixels outside of a mask are not set. Cost: O(1).
  std::uint64_t (*common_bits)(const PlacedBlock&, const PlacedBlock&);
};

/// Returns the best kernels for this machine, which are chosen at the first call.
const MaskKernels& mask_kernels();

}  // namespace phasebox
