// SPDX-License-Identifier: MIT
// Whether a neighbor list pays, and for how many frames it should be made.
#pragma once
#include <cstddef>
#include <cstdint>

#include "collide/broadphase/list/motion_sample.hpp"
#include "collide/broadphase/list/skins.hpp"

namespace phasebox {

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
  static constexpr double kBox = 11;       ///< a frame's search: of a box that is not static
  static constexpr double kPair = 1.8;     ///< ... of a pair that is found
  static constexpr double kSkin = 3;       ///< a new list: of a moving box, beside the search
  static constexpr double kPlace = 1;      ///< ... of a static one
  static constexpr double kChecked = 0.9;  ///< a list in use: of a box
  static constexpr double kListed = 1.4;   ///< ... of a pair of the list
  static constexpr double kEscaped = 800;  ///< ... of a sprite that left its skin

  /// To search the pairs of a frame without a list.
  static double search(const ListLoad& load) { return kBox * load.searched() + kPair * load.pairs; }
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

/// Plans lists: a skin that is to serve longer is wider, so more pairs are listed; the plan is the
/// one with the least work per frame. Corrects itself by what lists turned out to be.
class ListPlan {
 public:
  struct Choice {
    double frames = 1;  ///< that the list is to serve
    double margin = 0;  ///< px on every side
    double reach = 0;   ///< frames that skins reach ahead
    double listed = 0;  ///< pairs expected
    double work = 0;    ///< per frame; infinite where no list should be made
  };
  /// What the user asks for.
  struct Wish {
    double skin = 0;          ///< px; 0 leaves it to the plan
    bool reach_ahead = true;  ///< whether skins may
  };

  /// The best list for so much, whatever its work. None is made that costs far more than the search
  /// of its frame: that frame would stand out.
  Choice best(const MotionSample& motion, const Wish& wish, const ListLoad& load) const;
  /// A list that was made by a plan has served `age` frames.
  void learn(const Choice& plan, std::size_t listed, std::uint32_t age);

 private:
  Choice plan(const MotionSample& motion, const Wish& wish, double frames,
              const ListLoad& load) const;

  double longest_ = 32;  // frames that lists have lived to serve, or somewhat more
  double crowd_ = 1;     // pairs listed, times those expected
};

}  // namespace phasebox
