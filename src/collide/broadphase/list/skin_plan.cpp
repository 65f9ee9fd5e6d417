// SPDX-License-Identifier: MIT
// Samples motion, and chooses a skin by what frames with a list would cost.
#include "collide/broadphase/list/skin_plan.hpp"

#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace phasebox {

void put_on_skins(std::span<const Aabb> boxes, std::span<const std::uint8_t> is_static,
                  const Skin& skin, std::span<Aabb> past, std::span<Aabb> built,
                  std::span<Aabb> skins) {
  assert(past.size() == boxes.size() && built.size() == boxes.size() &&
         skins.size() == boxes.size() && "one of each for every box");
  const auto clamped = [](double v) {
    return static_cast<float>(std::min(v, static_cast<double>(kMaxFloat)));
  };
  const float margin = clamped(skin.margin), times = clamped(skin.ahead), jump = clamped(skin.jump);
  const auto wider = [&](float outwards) {
    const float way = outwards * times;
    return margin + (std::abs(way) <= jump ? std::max(way, 0.0f) : 0.0f);
  };
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Aabb now = boxes[i], then = std::exchange(past[i], now);
    const Vec2 low = now.min, high = now.max;
    const Aabb wide{
        {lower(low.x, wider(then.min.x - low.x)), lower(low.y, wider(then.min.y - low.y))},
        {higher(high.x, wider(high.x - then.max.x)), higher(high.y, wider(high.y - then.max.y))}};
    built[i] = skins[i] = !is_static.empty() && is_static[i] ? now : wide;
  }
}

namespace {

// Sums over the steps of a few sprites.

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
  const std::size_t all = std::max<std::size_t>(boxes_, 1);
  const std::size_t taken = std::min(taken_, (boxes.size() * taken_ + all - 1) / all);
  for (std::size_t k = 0; k < taken; ++k) {
    if (!is_static.empty() && is_static[id(k)]) continue;
    const Aabb& box = boxes[id(k)];
    const Step step = step_between(past_[k], box);
    if (phase == 2) add(step_[k], step, sums);
    step_[k] = step, past_[k] = box;
  }
  if (phase == 2) take(sums);
}

/// The bounds of a few sprites are almost those of all; of four times as few, those that lie
/// closest together hold none that is far from all others. The harmonic mean of sizes is that of
/// the small ones: by the large ones their margins would be many times too wide.
void MotionSample::begin(std::span<const Aabb> boxes) {
  constexpr std::size_t kGroups = 4;
  boxes_ = boxes.size(), taken_ = std::min(boxes_, kMax);
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

namespace {

// The work of a list per frame, as a function of the frames that it is to serve.

constexpr double kMaxFrames = 240;
/// What it may cost to make a list, times the search of a frame.
constexpr double kMaxMake = 1.6;
/// Below this, motion is noise: to reach ahead would cover places where nothing goes.
constexpr double kStraight = 0.5;
/// Margin of a skin that reaches ahead, in frames of motion.
constexpr double kAheadMargin = 1.3;

}  // namespace

SkinPlan::Choice SkinPlan::best(const MotionSample& motion, const NeighborListParams& wish,
                                const ListLoad& load) const {
  constexpr double kStep = 1.25, kFewest = 2;
  const double way = motion.size() + motion.spacing();
  const double most = std::min({kMaxFrames, longest_, way / std::max(motion.speed(), 1e-30)});
  Choice best = plan(motion, wish, kFewest, load);
  for (double frames = kFewest * kStep; frames <= most; frames *= kStep) {
    const Choice next = plan(motion, wish, frames, load);
    if (next.work < best.work) best = next;
  }
  return best;
}

/// A straight way is covered on one side of a box. A random one widens with the square root of its
/// steps, and 2.5 deviations on all sides hold most.
SkinPlan::Choice SkinPlan::plan(const MotionSample& motion, const NeighborListParams& wish,
                                double frames, const ListLoad& load) const {
  const bool is_straight = motion.persistence() >= kStraight;
  const double speed = motion.speed(), least = motion.small_size() / 64;
  Choice c{.frames = frames};
  if (is_straight && wish.reach_ahead) {
    c.reach = frames;
    c.margin = std::max(least, kAheadMargin * speed);
  } else {
    c.margin = std::max(least, is_straight ? 2 * speed * frames : 2.5 * speed * std::sqrt(frames));
  }
  if (wish.skin > 0) c.margin = static_cast<double>(wish.skin) / 2;
  const double wider = 2 * c.margin + speed * c.reach;
  const double size = std::max({motion.size(), motion.spacing() / 16, 1e-30});
  const double factor = 1 + wider / size;
  c.listed = std::min((load.pairs + load.moving / 20) * factor * factor * crowd_,
                      load.boxes * load.boxes / 2);
  const double leave = motion.jumps() + (is_straight ? motion.turns() : 0.0);
  const double make = ListCosts::make(load, c.listed);
  const double serve = ListCosts::serve(load, c.listed) + ListCosts::kEscaped * leave * load.moving;
  c.work = make <= kMaxMake * ListCosts::search(load) ? (make + (frames - 1) * serve) / frames
                                                      : std::numeric_limits<double>::infinity();
  return c;
}

void SkinPlan::learn(const Choice& plan, std::size_t listed, std::uint32_t age) {
  const auto lived = static_cast<double>(age);
  longest_ = lived >= plan.frames ? std::min(longest_ * 1.25, kMaxFrames)
                                  : std::max((longest_ + lived) / 2, 2.0);
  if (plan.listed <= 0) return;
  const double ratio = static_cast<double>(listed) / plan.listed;
  crowd_ = std::clamp(crowd_ * std::sqrt(ratio), 0.125, 8.0);
}

}  // namespace phasebox
