// SPDX-License-Identifier: MIT
// The cost model by which a neighbor list is planned, kept and dropped.
#pragma once
#include <algorithm>

namespace phasebox {

/// The numbers of boxes and pairs in a frame.
struct ListLoad {
  double boxes = 0;
  double moving = 0;  ///< boxes that are not flagged as static
  double pairs = 0;   ///< overlapping pairs that are not both static

  /// Returns the number of boxes that a search must pay for. Where at least half of the boxes are
  /// static, these are kept in their cells, and each costs a quarter of a moving one.
  double searched() const { return 2 * moving > boxes ? boxes : moving + 0.25 * (boxes - moving); }
};

/// The cost model of a neighbor list, in ns. The numbers were set by hand for a machine of 2024 of
/// which nothing else is recorded; only their ratios matter. Work is counted, not timed, so that
/// choices are the same on every machine. No program measures the numbers one by one;
/// `phasebox_bench_cliffs` (tests/benchmarks/cliffs.cpp) finds worlds in which they choose wrong.
struct ListCosts {
  static constexpr double kBox = 11;        ///< search of a frame: each box that is not static
  static constexpr double kPair = 1.8;      ///< search of a frame: each pair, up to 16 per box
  static constexpr double kMorePair = 0.4;  ///< search: each further pair, found many at a time
  static constexpr double kSkin = 3;        ///< new list: each moving box, beside the search
  static constexpr double kPlace = 1;       ///< new list: each static box
  static constexpr double kChecked = 0.9;   ///< frame on a list: each box
  static constexpr double kListed = 1.4;    ///< frame on a list: each listed pair
  static constexpr double kEscaped = 800;   ///< frame on a list: each sprite that left its skin

  /// Returns the cost of searching the pairs of a frame without a list.
  static double search(const ListLoad& load) {
    const double some = std::min(load.pairs, 16 * load.boxes);
    return kBox * load.searched() + kPair * some + kMorePair * (load.pairs - some);
  }
  /// Returns the cost of making a list of `listed` pairs, which serves its frame at the same time.
  static double make(const ListLoad& load, double listed) {
    return search({load.boxes, load.moving, listed}) + kSkin * load.moving +
           kPlace * (load.boxes - load.moving) + kListed * listed;
  }
  /// Returns the cost of a frame on a list of `listed` pairs, if no sprite leaves its skin.
  static double serve(const ListLoad& load, double listed) {
    return kChecked * load.boxes + kListed * listed;
  }
};

}  // namespace phasebox
