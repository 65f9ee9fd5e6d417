// SPDX-License-Identifier: MIT
// How wide the boxes of a list are made: their skin, from a sample of how sprites move.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "base/geometry.hpp"

namespace phasebox {

// Skin boxes of a neighbor list: how wide, and how far ahead of their sprites.

/// What a skin box adds to its box.
struct Skin {
  double margin = 0;  ///< px, on every side
  double ahead = 0;   ///< times the way that the edges have made since `past`
  double jump = 0;    ///< px; an edge that would go further ahead does not
};
/// `v` moved outwards, at most to the largest float; `by` is not negative.
inline float lower(float v, float by) { return std::max(v - by, -kMaxFloat); }
inline float higher(float v, float by) { return std::min(v + by, kMaxFloat); }

/// Puts a skin on each box but the static ones, whose skin is the box; writes it to `built` and
/// `skins`, and the boxes to `past`, which says where they were before. All [n], `is_static` also
/// empty. Skins are valid boxes, never beyond the largest float.
void put_on_skins(std::span<const Aabb> boxes, std::span<const std::uint8_t> is_static,
                  const Skin& skin, std::span<Aabb> past, std::span<Aabb> built,
                  std::span<Aabb> skins);

// How the sprites of a world move, seen in a few of them.

/// Looks at up to 256 sprites, spread evenly over the ids, in three frames in a row out of eight: a
/// few hundred nanoseconds a frame in the mean, and nothing that grows with the world.
///
/// What it knows says which skin pays: sprites that go straight on are predicted, those that are
/// pushed about at random are not, and those that jump need a new place whatever their skin.
class MotionSample {
 public:
  /// Another population: nothing is known.
  void forget() { *this = {}; }
  /// The next frame, of the same sprites but for a few: others look as if they had jumped. Of those
  /// that are static (empty: none) only the places count: how the others move is what a skin goes
  /// by.
  void see(std::span<const Aabb> boxes, std::span<const std::uint8_t> is_static);

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
  /// The harmonic mean, which is that of the small ones: by the mean size their margins would be
  /// many times too wide.
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
    std::uint32_t jumps = 0, turns = 0, steps = 0;
  };

  void begin(std::span<const Aabb> boxes);
  void add(const Step& first, const Step& second, Sums& sums) const;
  void take(const Sums& sums);
  std::size_t id(std::size_t k) const { return k * boxes_ / taken_; }

  std::array<Aabb, kMax> past_{};
  std::array<Step, kMax> step_{};
  std::size_t boxes_ = 0, taken_ = 0;
  std::uint32_t frame_ = 0;
  double size_ = 0, small_size_ = 0, spacing_ = 0;
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

/// What work costs, in ns on a machine of 2024; only the ratios matter. Work is counted, not timed,
/// so that what is done is the same on every machine.
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

/// Plans lists: a skin that is to serve longer is wider, so more pairs are listed; the plan is the
/// one with the least work per frame. Corrects itself by what lists turned out to be.
class SkinPlan {
 public:
  struct Choice {
    double frames = 1;  ///< that the list is to serve
    double margin = 0;  ///< px on every side
    double reach = 0;   ///< frames that skins reach ahead
    double listed = 0;  ///< pairs expected
    double work = 0;    ///< per frame; infinite where no list should be made
  };
  /// The best list for so much, whatever its work. None is made that costs far more than the search
  /// of its frame: that frame would stand out.
  Choice best(const MotionSample& motion, const NeighborListParams& wish,
              const ListLoad& load) const;
  /// A list that was made by a plan has served `age` frames.
  void learn(const Choice& plan, std::size_t listed, std::uint32_t age);

 private:
  Choice plan(const MotionSample& motion, const NeighborListParams& wish, double frames,
              const ListLoad& load) const;

  double longest_ = 32;  // frames that lists have lived to serve, or somewhat more
  double crowd_ = 1;     // pairs listed, times those expected
};

}  // namespace phasebox
