// SPDX-License-Identifier: MIT
// The work of a list per frame, as a function of the frames that it is to serve.
#include "collide/broadphase/list/list_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasebox {
namespace {

constexpr double kMaxFrames = 240;
/// What it may cost to make a list, times the search of a frame.
constexpr double kMaxMake = 1.6;
/// Below this, motion is noise: to reach ahead would cover places where nothing goes.
constexpr double kStraight = 0.5;
/// Margin of a skin that reaches ahead, in frames of motion.
constexpr double kAheadMargin = 1.3;

}  // namespace

ListPlan::Choice ListPlan::best(const MotionSample& motion, const Wish& wish,
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
ListPlan::Choice ListPlan::plan(const MotionSample& motion, const Wish& wish, double frames,
                                const ListLoad& load) const {
  const bool is_straight = motion.persistence() >= kStraight;
  const double speed = motion.speed(), least = motion.size() / 64;
  Choice c{.frames = frames};
  if (is_straight && wish.reach_ahead) {
    c.reach = frames;
    c.margin = std::max(least, kAheadMargin * speed);
  } else {
    c.margin = std::max(least, is_straight ? 2 * speed * frames : 2.5 * speed * std::sqrt(frames));
  }
  if (wish.skin > 0) c.margin = wish.skin / 2;
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

void ListPlan::learn(const Choice& plan, std::size_t listed, std::uint32_t age) {
  const auto lived = static_cast<double>(age);
  longest_ = lived >= plan.frames ? std::min(longest_ * 1.25, kMaxFrames)
                                  : std::max((longest_ + lived) / 2, 2.0);
  if (plan.listed <= 0) return;
  const double ratio = static_cast<double>(listed) / plan.listed;
  crowd_ = std::clamp(crowd_ * std::sqrt(ratio), 0.125, 8.0);
}

}  // namespace phasebox
