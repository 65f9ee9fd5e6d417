// SPDX-License-Identifier: MIT
// Skin boxes of a neighbor list: how wide, and how far ahead of their sprites.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "base/geometry.hpp"

namespace phasebox {

/// How large the boxes of a frame are and how far apart, in the mean.
struct BoxLayout {
  double size = 0;     ///< extent of a box, mean of both axes, px
  double spacing = 0;  ///< side of the square that each box has to itself, px

  /// A way so long, px, that a box stretched by it would reach many neighbors.
  double jump() const { return 8 * size + 4 * spacing; }
};
BoxLayout layout_of(std::span<const Aabb> boxes);

/// How fast the edges of boxes moved, px per frame; of each box the fastest edge.
struct EdgeSpeeds {
  double mean = 0, largest = 0;
};
/// `age` frames lie between `past` and `boxes`, both [n]. Steps above `jump` count as none: they
/// say nothing about the next frame.
EdgeSpeeds speeds_between(std::span<const Aabb> past, std::span<const Aabb> boxes,
                          std::uint32_t age, double jump);

/// What a skin box adds to its box.
struct Skin {
  double margin = 0;  ///< px, on every side
  double ahead = 0;   ///< times the way that the edges have made since `past`
  double jump = 0;    ///< px; an edge that would go further ahead does not
};
/// Writes a box around each box, [n]; valid, and never beyond the largest float.
void put_on_skins(std::span<const Aabb> past, std::span<const Aabb> boxes, const Skin& skin,
                  std::span<Aabb> skins);

/// `v` moved outwards, at most to the largest float; `by` is not negative.
inline float lower(float v, float by) {
  return std::max(v - by, std::numeric_limits<float>::lowest());
}
inline float higher(float v, float by) {
  return std::min(v + by, std::numeric_limits<float>::max());
}

/// Number of frames that skin boxes reach ahead. Short lists are made often, long ones cost every
/// frame; this climbs toward the least work per frame. Work is counted, not timed, so that it is
/// the same on every machine.
class Lookahead {
 public:
  double frames() const { return frames_; }

  void count_frame(std::size_t listed) { work_ += kPerListed * static_cast<double>(listed); }
  void count_escaped() { work_ += kPerEscaped; }
  void forget_work() { work_ = 0; }
  /// A list of that many pairs of `n` sprites has served `age` frames.
  void finish(std::size_t n, std::size_t listed, std::uint32_t age) {
    work_ += kPerSprite * static_cast<double>(n) + kPerFound * static_cast<double>(listed);
    const double per_frame = work_ / age;
    if (per_frame > last_) factor_ = 1 / factor_;
    frames_ = std::clamp(frames_ * factor_, kMin, kMax);
    last_ = per_frame;
    work_ = 0;
  }

 private:
  // ns on a machine of 2024; only their ratios matter.
  static constexpr double kPerListed = 1, kPerEscaped = 300, kPerSprite = 25, kPerFound = 3;
  static constexpr double kMin = 2, kMax = 240;

  double frames_ = 16, factor_ = 1.25;
  double work_ = 0, last_ = std::numeric_limits<double>::max();
};

}  // namespace phasebox
