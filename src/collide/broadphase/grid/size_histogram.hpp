// SPDX-License-Identifier: MIT
// What sizes the boxes of a frame have, and which size of cell suits them.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/geometry.hpp"

namespace phasebox {

/// The sizes of some boxes, by octave; a box's size is its width or height, the larger.
class SizeHistogram {
 public:
  /// Bounds and the largest size come from all boxes. O(n), allocates nothing.
  explicit SizeHistogram(std::span<const Aabb> boxes);

  double boxes() const { return n_; }
  const Aabb& bounds() const { return bounds_; }
  /// Where most of the boxes begin: without the few that are far from all others, or so large that
  /// they begin there.
  const Aabb& core() const { return core_; }
  /// px; at most FLT_MAX
  float largest() const { return largest_; }
  /// About how many boxes are larger than `from` and at most `to`.
  double count(float from, float to) const;
  /// About how many boxes are wider and higher than `above` and at most as wide and high as `upto`,
  /// both in px.
  double count(Vec2 above, Vec2 upto) const;
  /// Around the min corners of a sample of boxes at most as wide and high as `upto`; `bounds` where
  /// the sample has few of these.
  Aabb begins(Vec2 upto) const;
  /// px, above 0: the size of cell with the least work expected.
  float best_cell() const;

 private:
  struct Octave {
    std::uint32_t count;
    float largest;
  };

  static constexpr std::size_t kSamples = 512;

  void sample(std::span<const Aabb> boxes);
  std::span<const Octave> octaves() const { return {octaves_.data(), octaves_in_use_}; }

  std::array<Octave, 256> octaves_;  // those that occur, ascending
  std::size_t octaves_in_use_ = 0;
  std::array<Aabb, kSamples> samples_;
  std::size_t samples_in_use_ = 0;
  double boxes_per_sample_ = 1, n_ = 0;
  Aabb bounds_, core_;
  float largest_ = 0;
};

/// px, above 0: no smaller cells can cover the bounds in so few.
float finest_cell(const Aabb& bounds, double cells);

}  // namespace phasebox
