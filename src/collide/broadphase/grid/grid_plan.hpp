// SPDX-License-Identifier: MIT
// The cell sizes that are chosen for a frame and those after it, and how long they serve.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "collide/broadphase/grid/cell_grid.hpp"

namespace phasebox {

/// The cell sizes chosen for a frame and those after it. A plan serves until the number of boxes
/// has changed by more than an eighth, a frame compares far more boxes than the first one did, far
/// more boxes are too large for all levels, or the plan is `max_age` frames old.
struct GridPlan {
  struct Level {
    Vec2 cell;                ///< px, width and height
    std::uint32_t reach = 1;  ///< cells that a box may span beyond its first, per axis
    double boxes = 0;         ///< the number of boxes expected in it
    Aabb begins{};            ///< the area of most of these boxes' min corners, px
  };

  std::array<Level, kMaxLevels - 1> levels;
  std::size_t count = 0;
  double in_catch_all = 0;    ///< the number of boxes expected to be too large for all levels
  std::optional<Axis> swept;  ///< the axis along which a sweep takes less time than the grids

  bool has_room() const { return count < levels.size(); }
  void add(const Level& level) { levels[count++] = level; }
  /// Whether the plan is still good for a frame of `n` boxes.
  bool serves(std::size_t n) const {
    return age_ < max_age() && n - boxes_ + boxes_ / 8 <= boxes_ / 4;
  }
  /// Begins a plan for frames of about `n` boxes.
  void begin(std::size_t n) {
    boxes_ = n;
    age_ = 0;
  }
  /// Notes that `large` boxes were too large for all levels. Returns whether these are more than in
  /// the first frame by a 64th of all boxes.
  bool has_outgrown(std::size_t large) {
    if (is_new()) large_ = large;
    return large > large_ + boxes_ / 64;
  }
  /// Whether no frame has been searched by this plan yet. Valid after `begin`.
  bool is_new() const { return age_ == 0; }
  double boxes() const { return static_cast<double>(boxes_); }
  /// Notes that a frame made `tests` comparisons. The plan expires when these are far more than in
  /// its first frame.
  void note(std::uint64_t tests) {
    if (age_++ == 0) tests_ = tests;
    if (tests > 2 * tests_ + 4 * boxes_) age_ = kOld;
  }
  /// Lets the next frames be swept along the axis, with about `tests` comparisons expected.
  void sweep(Axis axis, double tests) {
    swept = axis;
    swept_tests_ = static_cast<std::uint64_t>(tests);
  }
  /// Notes that a sweep of a frame made `tests` comparisons. The plan expires when these are far
  /// more than expected. It also expires when they are far fewer than in an earlier sweep: grids
  /// may take less time again.
  void note_swept(std::uint64_t tests) {
    ++age_;
    most_swept_ = std::max(most_swept_, tests);
    if (tests > 2 * swept_tests_ + 4 * boxes_ || 2 * tests + 4 * boxes_ < most_swept_) age_ = kOld;
  }

 private:
  static constexpr std::uint32_t kOld = 1u << 16;

  /// The number of frames that a plan serves. It is larger for fewer boxes, as making a plan may
  /// take as long as some thousand boxes do.
  std::uint32_t max_age() const {
    constexpr std::size_t kLeast = 32, kMost = 512, kBoxes = 1u << 17;
    return static_cast<std::uint32_t>(
        std::clamp(kBoxes / std::max<std::size_t>(boxes_, 1), kLeast, kMost));
  }

  std::size_t boxes_ = 0, large_ = 0;
  // Numbers of comparisons: made in the plan's first frame, expected of a sweep, and made in the
  // sweep with the most.
  std::uint64_t tests_ = 0, swept_tests_ = 0, most_swept_ = 0;
  std::uint32_t age_ = kOld;
};

}  // namespace phasebox
