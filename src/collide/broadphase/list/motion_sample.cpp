// SPDX-License-Identifier: MIT
// Sums over the steps of a few sprites.
#include "collide/broadphase/list/motion_sample.hpp"

#include <algorithm>
#include <cmath>

namespace phasebox {
namespace {

/// Finite even where a box spans all floats.
Vec2 half_extent_of(const Aabb& box) { return box.max * 0.5f - box.min * 0.5f; }

std::array<float, 4> step_between(const Aabb& past, const Aabb& now) {
  return {now.min.x - past.min.x, now.min.y - past.min.y, now.max.x - past.max.x,
          now.max.y - past.max.y};
}

double longest(const std::array<float, 4>& step) {
  float most = 0;
  for (const float way : step) most = std::max(most, std::abs(way));
  return static_cast<double>(most);
}

}  // namespace

void MotionSample::see(std::span<const Aabb> boxes, std::span<const std::uint8_t> is_static) {
  const std::uint32_t phase = frame_++ % kCycle;
  if (phase > 2 || boxes.empty()) return;
  if (phase == 0) return begin(boxes);
  Sums sums;
  for (std::size_t k = 0; k < taken_; ++k) {
    if (!is_static.empty() && is_static[id(k)]) continue;
    const Aabb& box = boxes[id(k)];
    const Step step = step_between(past_[k], box);
    if (phase == 2) add(step_[k], step, sums);
    step_[k] = step, past_[k] = box;
  }
  if (phase == 2) take(sums);
}

/// The bounds of a few sprites are almost those of all.
void MotionSample::begin(std::span<const Aabb> boxes) {
  boxes_ = boxes.size(), taken_ = std::min(boxes_, kMax);
  Aabb bounds = boxes[0];
  double size = 0;
  for (std::size_t k = 0; k < taken_; ++k) {
    past_[k] = boxes[id(k)];
    const Vec2 half = half_extent_of(past_[k]);
    size += static_cast<double>(half.x) + static_cast<double>(half.y);
    bounds = united(bounds, past_[k]);
  }
  const Vec2 half = half_extent_of(bounds);
  size_ = size / static_cast<double>(taken_);
  spacing_ = 2 * std::sqrt(static_cast<double>(half.x) * static_cast<double>(half.y) /
                           static_cast<double>(boxes_));
}

void MotionSample::add(const Step& first, const Step& second, Sums& sums) const {
  const double most = std::max(longest(first), longest(second));
  ++sums.steps;
  if (!(most <= jump() / 2)) {
    ++sums.jumps;
    return;
  }
  double product = 0, squares = 0;
  for (std::size_t edge = 0; edge < 4; ++edge) {
    const auto a = static_cast<double>(first[edge]), b = static_cast<double>(second[edge]);
    sums.way += std::abs(b) / 4;
    product += a * b, squares += (a * a + b * b) / 2;
  }
  sums.product += product, sums.squares += squares;
  sums.turns += 2 * product < squares;
}

/// Half of what is known comes from the last look.
void MotionSample::take(const Sums& sums) {
  is_known_ |= sums.steps == 0;  // nothing moves
  if (sums.steps == 0) return;
  const double weight = is_known_ ? 0.5 : 1, all = static_cast<double>(sums.steps);
  const auto blend = [&](double& known, double now) { known += weight * (now - known); };
  blend(speed_, sums.way / all);
  blend(persistence_, sums.squares > 0 ? std::max(0.0, sums.product / sums.squares) : 1);
  blend(jumps_, sums.jumps / all / 2);  // two steps were looked at
  blend(turns_, sums.turns / all);
  is_known_ = true;
}

}  // namespace phasebox
