// SPDX-License-Identifier: MIT
// The vector part of the bit-mask test.
#pragma once
#include <cstdint>
#include <span>

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

/// How a square of world pixels lies over a turned or scaled mask, wherever it is: where its pixels
/// are from its first one, 32.32 px of the image.
struct MaskBlock {
  static constexpr int kSide = 8;  ///< world px

  /// `right` is from a world pixel to that on its right, `down` to that below.
  MaskBlock(std::int64_t right_u, std::int64_t right_v, std::int64_t down_u, std::int64_t down_v);

  std::int64_t right_u, right_v, down_u, down_v;
  std::int64_t min_u, max_u, min_v, max_v;  ///< of all its pixels
};

/// A block at a place: its first pixel, 32.32 px from the top-left corner of the mask's bounds, and
/// anywhere.
struct PlacedBlock {
  const OpacityMask& mask;
  const MaskBlock& block;
  std::int64_t u, v;
};

/// The parts of the bit-mask test that are compiled once per instruction set. Every set gives the
/// same answers.
struct MaskKernels {
  /// Of each overlap the first pixel in row order that is set in both. Cost: O(strips * height /
  /// rows per vector) each.
  void (*first_common)(std::span<const MaskOverlap>, CommonBit* found);
  /// The pixels of a block that are set in both masks, row by row, lowest bit first; outside of a
  /// mask none is. Cost: O(1).
  std::uint64_t (*common_bits)(const PlacedBlock&, const PlacedBlock&);
};

/// The best for this machine; resolved once.
const MaskKernels& mask_kernels();

}  // namespace phasebox
