// SPDX-License-Identifier: MIT
// How wide the boxes of a list are made: their skin, from a sample of how sprites move.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "base/geometry.hpp"

namespace phasebox {

/// What a skin box adds to its box.
struct Skin {
  double margin = 0;  ///< px, on every side, of a sprite that moves as most do
  double ahead = 0;   ///< times the way that the edges have made since `past`
  double jump = 0;    ///< px; an edge that would go further ahead does not
  double way = 0;     ///< px, mean over the sprites, since `past`; 0: unknown
};
/// The same, in the floats of boxes.
struct FloatSkin {
  float margin, ahead, jump, per_way;
};

/// The longest way of a sprite in its last lists, times the mean one, says how wide its margin is.
/// Of sprites that all move alike it is 1 to 3.5: these get the same margin.
struct Pace {
  static constexpr float kNew = 1.5f;    ///< of a sprite of which nothing is known
  static constexpr float kKept = 0.97f;  ///< of the one before, for a new list
  static constexpr float kSlowest = 0.3f, kUsual = 1, kFast = 3.5f, kFastest = 16;

  /// Times the margin of most.
  static float margin(float pace) {
    return pace > kFast ? std::min(pace, kFastest) : std::clamp(pace, kSlowest, kUsual);
  }
};

/// `v` moved outwards, at most to the largest float; `by` is not negative.
inline float lower(float v, float by) { return std::max(v - by, -kMaxFloat); }
inline float higher(float v, float by) { return std::min(v + by, kMaxFloat); }

/// Puts a skin on each box but the static ones, whose skin is the box; writes it to `skins`, and
/// the boxes to `past`, which says where they were before; all have moved by `common` since then.
/// Brings the `paces` up to date. All [n], `is_static` also empty. Skins are valid, finite boxes.
void put_on_skins(std::span<const Aabb> boxes, std::span<const std::uint8_t> is_static,
                  const Skin& skin, std::span<Aabb> past, std::span<float> paces,
                  std::span<Aabb> skins, Vec2 common = {});

/// The longest way of an edge, px.
inline float longest_way(const Aabb& then, const Aabb& now) {
  const Vec2 low = now.min - then.min, high = now.max - then.max;
  return std::max(std::max(std::abs(low.x), std::abs(low.y)),
                  std::max(std::abs(high.x), std::abs(high.y)));
}
/// Its mean over some hundred sprites neither static nor jumped; 0 where there are none.
inline double mean_way(std::span<const Aabb> past, std::span<const Aabb> boxes,
                       std::span<const std::uint8_t> is_static, double jump, Vec2 common) {
  constexpr std::size_t kSome = 256;
  double sum = 0;
  std::size_t seen = 0;
  const std::size_t taken = std::min(boxes.size(), kSome);
  for (std::size_t k = 0; k < taken; ++k) {
    const std::size_t id = k * boxes.size() / taken;
    const auto way = static_cast<double>(longest_way(translated(past[id], common), boxes[id]));
    if (way <= jump && (is_static.empty() || !is_static[id])) sum += way, ++seen;
  }
  return seen > 0 ? sum / static_cast<double>(seen) : 0;
}

/// The boxes as one sees them who has moved by `way`, and a little wider, so that what overlaps
/// does so there too, whatever is rounded. Both [n]; ways are far from the largest float.
inline void move_back(std::span<const Aabb> boxes, Vec2 way, std::span<Aabb> to) {
  const auto by = [](float v) {
    return std::abs(v) * 0x1p-22f + std::numeric_limits<float>::min();
  };
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Vec2 low = boxes[i].min - way, high = boxes[i].max - way;
    to[i] = {{lower(low.x, by(low.x)), lower(low.y, by(low.y))},
             {higher(high.x, by(high.x)), higher(high.y, by(high.y))}};
  }
}

// How the sprites of a world move, seen in a few of them.

/// Looks at up to 256 sprites, spread evenly over the ids, in three frames in a row out of eight: a
/// few hundred nanoseconds a frame in the mean, and nothing that grows with the world.
///
/// It says which skin pays: sprites that go straight on are predicted, those pushed about at random
/// are not, and those that jump need a new place whatever their skin. Where most of the motion is
/// that of all together, as in a world that scrolls, all else it says is about the rest.
class MotionSample {
 public:
  /// Another population: nothing is known.
  void forget() { *this = {}; }
  /// The next frame, of the same sprites but for a few: others look as if they had jumped. Of those
  /// that are static (empty: none are) only the places count: a skin goes by how the others move.
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
      step_[k] = step, past_[k] = box;
    }
    if (phase == 2) take(sums, !is_static.empty());
  }

  /// What all move together, px per frame.
  Vec2 common() const { return common_; }
  void stop_common() {
    if (common_ != Vec2{}) forget();
  }
  /// Whether two steps in a row were seen, without which the others below are 0.
  bool is_known() const { return is_known_; }
  /// Mean way of an edge along one axis, px per frame; jumps do not count.
  double speed() const { return speed_; }
  /// How much of a step is repeated by the next one, from 0 (noise) to 1 (straight on).
  double persistence() const { return persistence_; }
  /// Sprites that jump, as a share of all, per frame.
  double jumps() const { return jumps_; }
  /// Sprites that change their direction, as a share of all, per frame.
  double turns() const { return turns_; }

  /// Extent of a box, mean of both axes, px.
  double size() const { return size_; }
  /// The harmonic mean: the mean size would give small boxes margins many times too wide.
  double small_size() const { return small_size_; }
  /// Side of the square that each box of the world has to itself, px.
  double spacing() const { return spacing_; }
  /// A way so long, px, that a box stretched by it would reach many neighbors.
  double jump() const { return 8 * size_ + 4 * spacing_; }

 private:
  static constexpr std::size_t kMax = 256;
  static constexpr std::uint32_t kCycle = 8;

  /// Of the four edges.
  using Step = std::array<float, 4>;
  struct Sums {
    double way = 0, product = 0, squares = 0;
    Vec2 moved;  // of the min corners
    double moved_squares = 0;
    std::uint32_t jumps = 0, turns = 0, steps = 0;
  };

  /// Finite even where a box spans all floats.
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

  /// The bounds of a few sprites are almost those of all; of four times as few, those that lie
  /// closest together hold none that is far from all others. The harmonic mean of sizes is that of
  /// the small ones: by the large ones their margins would be many times too wide.
  void begin(std::span<const Aabb> boxes) {
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

  void add(const Step& first, const Step& second, Sums& sums) const {
    const double most = std::max(longest(first), longest(second));
    ++sums.steps;
    if (!(most <= jump() / 2)) {
      ++sums.jumps;
      return;
    }
    const Vec2 moved{second[0], second[1]};
    sums.moved += moved, sums.moved_squares += static_cast<double>(dot(moved, moved));
    double product = 0, squares = 0;
    for (std::size_t edge = 0; edge < 4; ++edge) {
      const auto a = static_cast<double>(first[edge]), b = static_cast<double>(second[edge]);
      sums.way += std::abs(b) / 4;
      product += a * b, squares += (a * a + b * b) / 2;
    }
    sums.product += product, sums.squares += squares;
    sums.turns += 2 * product < squares;
  }

  /// Whether most of what was seen is a motion of all together, which from now on is left out.
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

  /// Half of what is known comes from the last look.
  void take(const Sums& sums, bool any_static) {
    if (!any_static && find_common(sums)) return;
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

  std::size_t id(std::size_t k) const { return k * boxes_ / taken_; }

  std::array<Aabb, kMax> past_{};
  std::array<Step, kMax> step_{};
  std::size_t boxes_ = 0, taken_ = 0;
  std::uint32_t frame_ = 0;
  double size_ = 0, small_size_ = 0, spacing_ = 0;
  Vec2 common_;
  double speed_ = 0, persistence_ = 0, jumps_ = 0, turns_ = 0;
  bool is_known_ = false;
};

// Whether a neighbor list pays, and for how many frames it should be made.

/// How much there is in a frame.
struct ListLoad {
  double boxes = 0;
  double moving = 0;  ///< boxes that are not flagged as static
  double pairs = 0;   ///< that overlap, and not both static

  /// What a search costs as much as: static boxes, if these are most, are kept in their cells.
  double searched() const { return 2 * moving > boxes ? boxes : moving + 0.25 * (boxes - moving); }
};

/// Costs, ns on a machine of 2024; only ratios matter. Counted, not timed: the same everywhere.
struct ListCosts {
  static constexpr double kBox = 11;        ///< a frame's search: of a box that is not static
  static constexpr double kPair = 1.8;      ///< ... of a pair that is found, up to 16 per box
  static constexpr double kMorePair = 0.4;  ///< ... of a further one: they are found many at a time
  static constexpr double kSkin = 3;        ///< a new list: of a moving box, beside the search
  static constexpr double kPlace = 1;       ///< ... of a static one
  static constexpr double kChecked = 0.9;   ///< a list in use: of a box
  static constexpr double kListed = 1.4;    ///< ... of a pair of the list
  static constexpr double kEscaped = 800;   ///< ... of a sprite that left its skin

  /// To search the pairs of a frame without a list.
  static double search(const ListLoad& load) {
    const double some = std::min(load.pairs, 16 * load.boxes);
    return kBox * load.searched() + kPair * some + kMorePair * (load.pairs - some);
  }
  /// To make a list, which serves the frame at the same time.
  static double make(const ListLoad& load, double listed) {
    return search({load.boxes, load.moving, listed}) + kSkin * load.moving +
           kPlace * (load.boxes - load.moving) + kListed * listed;
  }
  /// Of a frame that a list serves.
  static double serve(const ListLoad& load, double listed) {
    return kChecked * load.boxes + kListed * listed;
  }
};

struct NeighborListParams {
  float skin = 0;  ///< px; 0 leaves it to the plan
  bool reach_ahead = true;
};

/// The skin (wider: longer use, more pairs) of least work per frame; corrected by past lists.
class SkinPlan {
 public:
  struct Choice {
    double frames = 1;  ///< that the list is to serve
    double margin = 0;  ///< px on every side
    double reach = 0;   ///< frames that skins reach ahead
    double listed = 0;  ///< pairs expected
    double work = 0;    ///< per frame; infinite where no list should be made
  };
  /// The best list for so much, never far above its frame's search: that frame would stand out.
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
  /// A list that was made by a plan has served `age` frames.
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
  /// What it may cost to make a list, times the search of a frame.
  static constexpr double kMaxMake = 1.6;
  /// Below this, motion is noise: to reach ahead would cover places where nothing goes.
  static constexpr double kStraight = 0.5;
  /// Margin of a skin that reaches ahead, in frames of motion.
  static constexpr double kAheadMargin = 1.3;

  /// Straight ways widen one side, random ones all by 2.5 deviations (root of steps): holds most.
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

  double longest_ = 32;  // frames that lists have lived to serve, or somewhat more
  double crowd_ = 1;     // pairs listed, times those expected
};

}  // namespace phasebox
