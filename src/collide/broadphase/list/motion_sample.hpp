// SPDX-License-Identifier: MIT
// The motion of the sprites of a world, estimated from a few of them.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "base/geometry.hpp"

namespace phasebox {

/// A sample of the motion of sprites. It looks at up to 256 sprites, spread evenly over the ids, in
/// three consecutive frames out of eight. That takes a few hundred nanoseconds per frame on
/// average, and does not grow with the world.
///
/// By it a neighbor list chooses its skins: the motion of sprites that go straight on can be
/// predicted, that of sprites pushed about at random cannot, and sprites that jump need a new place
/// whatever their skin. Where most of the motion is common to all sprites, as in a world that
/// scrolls, all other results are about the motion relative to it.
class MotionSample {
 public:
  /// Forgets everything, for a world of other sprites.
  void forget() { *this = {}; }
  /// Takes the next frame. It has the same sprites as the last one except for a few, which look as
  /// if they had jumped. Of static sprites (`is_static` may be empty: none) only places and sizes
  /// count, not that they do not move.
  void see(std::span<const Aabb> boxes, std::span<const std::uint8_t> is_static) {
    const std::uint32_t phase = frame_++ % kCycle;
    if (phase > 2 || boxes.empty()) return;
    if (phase == 0) return begin(boxes);
    Sums sums;
    const std::size_t all = std::max<std::size_t>(boxes_, 1);
    const std::size_t taken = std::min(taken_, (boxes.size() * taken_ + all - 1) / all);
    for (std::size_t k = 0; k < taken; ++k) {
      if (!is_static.empty() && is_static[id(k)]) continue;
      const Aabb& box = boxes[id(k)];
      const Step step = step_between(past_[k], box);
      if (phase == 2) add(step_[k], step, sums);
      step_[k] = step;
      past_[k] = box;
    }
    if (phase == 2) take(sums, !is_static.empty());
  }

  /// The motion common to all sprites, px per frame; 0 where most of the motion is not common.
  Vec2 common() const { return common_; }
  /// Forgets everything if there is a common motion.
  void stop_common() {
    if (common_ != Vec2{}) forget();
  }
  /// Whether two consecutive steps were seen. Until then speed, persistence, jumps and turns are 0.
  bool is_known() const { return is_known_; }
  /// The mean distance that an edge of a box moves along its axis, px per frame, without jumps.
  double speed() const { return speed_; }
  /// The share of a sprite's step that its next step repeats, from 0 (random) to 1 (straight on).
  double persistence() const { return persistence_; }
  /// The share of sprites, 0 to 1, that jump in a frame: that move further than half of `jump`.
  double jumps() const { return jumps_; }
  /// The share of sprites, 0 to 1, whose step differs much from the one before it, as after a
  /// bounce.
  double turns() const { return turns_; }

  /// The mean extent of a box, over both axes and all boxes, px.
  double size() const { return size_; }
  /// The harmonic mean of the boxes' extents, px, at most `size`. The mean itself would give small
  /// boxes margins many times too wide.
  double small_size() const { return small_size_; }
  /// The side of the square that each box would have to itself if all were spread evenly, px.
  double spacing() const { return spacing_; }
  /// The length, px, beyond which a motion counts as a jump when a list is made (the sample counts
  /// it from half of that on): a box stretched so far would reach many neighbors.
  double jump() const { return 8 * size_ + 4 * spacing_; }

 private:
  static constexpr std::size_t kMax = 256;
  static constexpr std::uint32_t kCycle = 8;

  /// The motion of a box's four edges from one frame to the next, px: left, top, right, bottom.
  using Step = std::array<float, 4>;
  struct Sums {
    double way = 0, product = 0, squares = 0;
    Vec2 moved;                // sum of the steps of min corners, px
    double moved_squares = 0;  // sum of their squared lengths
    std::uint32_t jumps = 0, turns = 0, steps = 0;
  };

  /// Returns half the box's extent, px; finite even where a box spans all floats.
  static Vec2 half_extent_of(const Aabb& box) { return box.max * 0.5f - box.min * 0.5f; }
  Step step_between(const Aabb& past, const Aabb& now) const {
    const Vec2 low = now.min - past.min - common_, high = now.max - past.max - common_;
    return {low.x, low.y, high.x, high.y};
  }
  static double longest(const Step& step) {
    float most = 0;
    for (const float way : step) most = std::max(most, std::abs(way));
    return static_cast<double>(most);
  }

  /// Notes the boxes of the sample, their sizes and their spacing. The bounds of a few sprites are
  /// almost those of all. The sample is cut into four groups, and the group with the smallest
  /// bounds counts, as it holds no sprite that is far from all others.
  void begin(std::span<const Aabb> boxes) {
    constexpr std::size_t kGroups = 4;
    boxes_ = boxes.size();
    taken_ = std::min(boxes_, kMax);
    double size = 0, area = std::numeric_limits<double>::infinity();
    float inverses = 0;
    for (std::size_t group = 0; group < std::min(kGroups, taken_); ++group) {
      Aabb bounds = boxes[id(group)];
      for (std::size_t k = group; k < taken_; k += kGroups) {
        past_[k] = boxes[id(k)];
        const Vec2 half = half_extent_of(past_[k]);
        size += static_cast<double>(half.x) + static_cast<double>(half.y);
        inverses += 1 / std::max(half.x + half.y, 1e-30f);
        bounds = united(bounds, past_[k]);
      }
      const Vec2 half = half_extent_of(bounds);
      area = std::min(area, static_cast<double>(half.x) * static_cast<double>(half.y));
    }
    size_ = size / static_cast<double>(taken_);
    small_size_ = std::min(size_, static_cast<double>(taken_) / static_cast<double>(inverses));
    spacing_ = 2 * std::sqrt(area / static_cast<double>(boxes_));
  }

  /// Adds two consecutive steps of one sprite to the sums.
  void add(const Step& first, const Step& second, Sums& sums) const {
    const double most = std::max(longest(first), longest(second));
    ++sums.steps;
    if (!(most <= jump() / 2)) {
      ++sums.jumps;
      return;
    }
    const Vec2 moved{second[0], second[1]};
    sums.moved += moved;
    sums.moved_squares += static_cast<double>(dot(moved, moved));
    double product = 0, squares = 0;
    for (std::size_t edge = 0; edge < 4; ++edge) {
      const auto a = static_cast<double>(first[edge]), b = static_cast<double>(second[edge]);
      sums.way += std::abs(b) / 4;
      product += a * b;
      squares += (a * a + b * b) / 2;
    }
    sums.product += product;
    sums.squares += squares;
    sums.turns += 2 * product < squares;
  }

  /// When most of the motion seen is common to all sprites, adds their mean motion to the common
  /// one, which is subtracted from all further steps, and returns true.
  bool find_common(const Sums& sums) {
    constexpr float kWorth = 1.0f / 64, kFastest = 1e9f;
    if (sums.steps == sums.jumps) return false;
    const auto steps = static_cast<float>(sums.steps - sums.jumps);
    const Vec2 mean = sums.moved * (1 / steps);
    const float square = dot(mean, mean), least = kWorth * static_cast<float>(small_size_);
    if (square <= least * least || square > kFastest * kFastest ||
        4 * square * steps < 3 * static_cast<float>(sums.moved_squares))
      return false;
    common_ += mean;
    if (dot(common_, common_) < kWorth * kWorth * square) common_ = {};
    is_known_ = false;
    return true;
  }

  /// Updates the results by the sums of two steps: the mean of a known value and the new one, or
  /// the new one where none is known.
  void take(const Sums& sums, bool any_static) {
    if (!any_static && find_common(sums)) return;
    is_known_ |= sums.steps == 0;  // all sampled sprites are static
    if (sums.steps == 0) return;
    const double weight = is_known_ ? 0.5 : 1, all = static_cast<double>(sums.steps);
    const auto blend = [&](double& known, double now) { known += weight * (now - known); };
    blend(speed_, sums.way / all);
    blend(persistence_, sums.squares > 0 ? std::max(0.0, sums.product / sums.squares) : 1);
    blend(jumps_, sums.jumps / all / 2);  // the sums cover two steps
    blend(turns_, sums.turns / all);
    is_known_ = true;
  }

  /// The id of sprite k of the sample.
  std::size_t id(std::size_t k) const { return k * boxes_ / taken_; }

  std::array<Aabb, kMax> past_{};  // [k] the box in the last frame
  std::array<Step, kMax> step_{};  // [k] the last step
  std::size_t boxes_ = 0, taken_ = 0;
  std::uint32_t frame_ = 0;
  double size_ = 0, small_size_ = 0, spacing_ = 0;
  Vec2 common_;
  double speed_ = 0, persistence_ = 0, jumps_ = 0, turns_ = 0;
  bool is_known_ = false;
};

}  // namespace phasebox
