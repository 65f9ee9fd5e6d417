// SPDX-License-Identifier: MIT
// Whether a neighbor list pays, how wide its skins are, and for how many frames it is made.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/geometry.hpp"
#include "collide/broadphase/list/motion_sample.hpp"
#include "collide/broadphase/list/neighbor_list_costs.hpp"

namespace phasebox {

/// The parameters of the neighbor list.
struct NeighborListParams {
  float skin = 0;           ///< px that two listed boxes may be apart; 0: the plan chooses it
  bool reach_ahead = true;  ///< whether skin boxes reach ahead in the direction of motion
};

/// Chooses the skin of a neighbor list with the least expected work per frame. A wider skin serves
/// more frames but lists more pairs. The estimates are corrected by how long past lists served and
/// how many pairs they had.
class SkinPlan {
 public:
  struct Choice {
    double frames = 1;  ///< frames that the list is to serve
    double margin = 0;  ///< px by which a skin box is wider than its box on every side
    double reach = 0;   ///< frames of motion that skin boxes also reach ahead; 0: they do not
    double listed = 0;  ///< pairs expected on the list
    double work = 0;    ///< ns per frame; infinite where no list should be made
  };
  /// Returns the best list for a frame with this load. Where making it would cost far more than
  /// searching the frame, so that the frame would be noticeably longer, its `work` is infinite.
  Choice best(const MotionSample& motion, const NeighborListParams& wish,
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
  /// Learns from a list that was made by a choice, had `listed` pairs and served `age` frames.
  void learn(const Choice& made, std::size_t listed, std::uint32_t age) {
    const auto lived = static_cast<double>(age);
    longest_ = lived >= made.frames ? std::min(longest_ * 1.25, kMaxFrames)
                                    : std::max((longest_ + lived) / 2, 2.0);
    if (made.listed <= 0) return;
    const double ratio = static_cast<double>(listed) / made.listed;
    crowd_ = std::clamp(crowd_ * std::sqrt(ratio), 0.125, 8.0);
  }

 private:
  static constexpr double kMaxFrames = 240;
  /// The largest cost that making a list may have, as a multiple of the cost of searching the
  /// frame.
  static constexpr double kMaxMake = 1.6;
  /// The `MotionSample::persistence` below which motion counts as random: skin boxes that reach
  /// ahead would cover places where nothing goes.
  static constexpr double kStraight = 0.5;
  /// The margin of a skin that reaches ahead, in frames of motion.
  static constexpr double kAheadMargin = 1.3;

  /// Plans a list for a number of frames. A straight motion widens the skin on one side. A random
  /// motion widens it on all sides by 2.5 deviations, which grow by the root of the number of
  /// steps: that holds most sprites.
  Choice plan(const MotionSample& motion, const NeighborListParams& wish, double frames,
              const ListLoad& load) const {
    const bool is_straight = motion.persistence() >= kStraight;
    const double speed = motion.speed(), least = motion.small_size() / 64;
    Choice c{.frames = frames};
    if (is_straight && wish.reach_ahead) {
      c.reach = frames;
      c.margin = std::max(least, kAheadMargin * speed);
    } else {
      c.margin =
          std::max(least, is_straight ? 2 * speed * frames : 2.5 * speed * std::sqrt(frames));
    }
    if (wish.skin > 0) c.margin = static_cast<double>(wish.skin) / 2;
    const double wider = 2 * c.margin + speed * c.reach;
    const double size = std::max({motion.size(), motion.spacing() / 16, 1e-30});
    const double factor = 1 + wider / size;
    c.listed = std::min((load.pairs + load.moving / 20) * factor * factor * crowd_,
                        load.boxes * load.boxes / 2);
    const double leave = motion.jumps() + (is_straight ? motion.turns() : 0.0);
    const double make = ListCosts::make(load, c.listed);
    const double serve =
        ListCosts::serve(load, c.listed) + ListCosts::kEscaped * leave * load.moving;
    c.work = make <= kMaxMake * ListCosts::search(load) ? (make + (frames - 1) * serve) / frames
                                                        : std::numeric_limits<double>::infinity();
    return c;
  }

  double longest_ = 32;  // the most frames that a list is planned for, about as many as past ones
                         // served
  double crowd_ = 1;     // factor by which lists have more pairs than the plan expects
};

}  // namespace phasebox
