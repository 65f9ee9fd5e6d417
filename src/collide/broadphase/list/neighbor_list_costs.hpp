// SPDX-License-Identifier: MIT
// The cost model by which a neighbor list is planned, kept and dropped.
#pragma once
#include <algorithm>

namespace phasebox {

/// The numbers of boxes and pairs in a frame, on which the cost of its search depends.
struct ListLoad {
  double boxes = 0;
  double moving = 0;  ///< boxes that are not flagged as static
  double pairs = 0;   ///< overlapping pairs that are not both static

  /// Returns how many moving boxes would cost a search as much as all boxes do. Where at least half
  /// of the boxes are static, these stay in their cells from frame to frame, and each costs `kept`
  /// times as much as a moving one; else all cost the same.
  double searched(double kept) const {
    return 2 * moving > boxes ? boxes : moving + kept * (boxes - moving);
  }
};

/// The cost model of a neighbor list, in ns. Only the ratios matter: work is counted, not timed, so
/// that choices are the same on every machine.
///
/// The brackets hold what `phasebox_bench_calibrate` (tests/benchmarks/calibrate.cpp) measured on
/// an AMD EPYC (g++ 12.2, vectors of 8 boxes) on 2026-11-29. Four numbers are further than 1.5
/// times from that. They were set by comparing whole frames, where the reason beside each holds.
/// `phasebox_bench_cliffs` finds worlds in which the numbers choose wrong.
struct ListCosts {
  static constexpr double kBox = 11;  ///< search of a frame: each box that is not static [8.1]
  /// Search of a frame: each box that is kept in its cells, as a share of `kBox` [0.05]. It is more
  /// because a moving box takes some 30 ns there, as it looks into two tables.
  static constexpr double kKeptBox = 0.25;
  static constexpr double kPair = 1.8;  ///< search of a frame: each pair, up to 16 per box [1.6]
  /// Search of a frame: each further pair [2.3, where sizes differ fourfold; 0.5 for one size].
  static constexpr double kMorePair = 0.4;
  static constexpr double kSkin = 3;  ///< new list: each moving box, beside the search [2.9]
  /// New list: each static box [3.2]. It is low because frames of few moving boxes would otherwise
  /// get no list: making one costs them a multiple of a search, but it serves for long.
  static constexpr double kPlace = 1;
  static constexpr double kChecked = 0.9;  ///< frame on a list: each box [0.3, in the cache]
  static constexpr double kListed = 1.4;   ///< frame on a list: each listed pair [1.4]
  static constexpr double kEscaped = 800;  ///< frame on a list: each sprite outside its skin [970]

  /// Returns the cost of searching the pairs of a frame without a list, ns.
  static double search(const ListLoad& load) {
    const double some = std::min(load.pairs, 16 * load.boxes);
    return kBox * load.searched(kKeptBox) + kPair * some + kMorePair * (load.pairs - some);
  }
  /// Returns the cost of the frame in which a list of `listed` pairs is made, ns.
  static double make(const ListLoad& load, double listed) {
    return search({load.boxes, load.moving, listed}) + kSkin * load.moving +
           kPlace * (load.boxes - load.moving) + kListed * listed;
  }
  /// Returns the cost of a frame that uses a list of `listed` pairs, ns, if no sprite leaves its
  /// skin box.
  static double serve(const ListLoad& load, double listed) {
    return kChecked * load.boxes + kListed * listed;
  }
};

}  // namespace phasebox
