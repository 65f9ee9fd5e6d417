// SPDX-License-Identifier: MIT
// A sample of the boxes of a frame, by which the cells of grids are chosen.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "collide/broadphase/grid/cell_grid.hpp"
#include "collide/broadphase/grid/grid_costs.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"

namespace phasebox {

/// The work expected in a grid; the unit is one comparison of a box with a vector of others.
struct GridWork {
  double within = 0;    ///< work of finding the pairs of the grid's boxes with each other
  double per_look = 0;  ///< work of a box of another grid that looks at the cells around it here
  double in_cell = 0;   ///< mean number of boxes in a cell, where there are any
};

/// A sample of the boxes of a frame, by which the expected work of grids is estimated. It is sorted
/// by the octave of the boxes' longer sides (the exponent of the length). Each size is judged by
/// where its own boxes lie: many in a clump need smaller cells than as many that lie apart.
class SizeSample {
 public:
  static constexpr std::size_t kMax = 512;

  /// Takes at most `kMax` of the boxes. `bounds` are those of all boxes. O(kMax log kMax).
  SizeSample(std::span<const Aabb> boxes, const Aabb& bounds);
  /// Takes the boxes of another sample for which `keeps(box)` is true.
  template <class Keeps>
  SizeSample(const SizeSample& of, Keeps keeps)
      : bounds_(of.bounds_),
        origin_(of.origin_),
        boxes_per_sample_(of.boxes_per_sample_),
        all_(of.all_),
        smallest_cell_(of.smallest_cell_) {
    for (const Aabb& box : of.samples())
      if (keeps(box)) samples_[size_++] = box;
    find_octaves();
  }

  /// The approximate number of boxes that the sample stands for.
  double boxes() const { return boxes_of(samples()); }
  /// The number of boxes in the frame.
  double all() const { return all_; }
  const Aabb& bounds() const { return bounds_; }
  std::span<const Aabb> samples() const { return {samples_.data(), size_}; }
  /// The number of octaves that occur.
  std::size_t octaves() const { return octaves_; }
  /// The samples of the octaves from number `first` up to, not including, number `end`. Only
  /// octaves that occur have a number, ascending from 0.
  std::span<const Aabb> octaves(std::size_t first, std::size_t end) const {
    return samples().subspan(begins_[first], begins_[end] - begins_[first]);
  }
  /// Returns the expected work of a grid that keeps the boxes for which `samples` stand, with cells
  /// of `cell` px.
  GridWork work_of(std::span<const Aabb> samples, Vec2 cell) const;
  /// Returns the expected work, in comparisons of vectors, when the boxes for which `samples` stand
  /// look at the cells they cover in a grid with cells of `cell` px. That grid keeps `boxes` boxes,
  /// with `in_cell` in a cell where there are any.
  double cost_of_covered(std::span<const Aabb> samples, Vec2 cell, double boxes,
                         double in_cell) const;
  /// Returns the work, in comparisons of vectors, of comparing `boxes` with each other and
  /// with all `others`.
  static double cost_of_all(double boxes, double others = 0) {
    return boxes * (boxes + 2 * others) / (2 * PlanCosts::kVector);  // each pair is met once
  }
  /// The approximate number of boxes for which these samples stand.
  double boxes_of(std::span<const Aabb> samples) const {
    return static_cast<double>(samples.size()) * boxes_per_sample_;
  }
  /// Returns the smallest cell, px, that holds every one of the boxes, with a little slack
  /// (`kSlack`): square unless one side is at least twice the other, and never below float
  /// precision where most boxes of the frame lie.
  Vec2 cell_around(std::span<const Aabb> boxes) const;
  /// Returns the cell, px, with the least expected work for one grid and a catch-all. Both sides
  /// are above 0; it is square unless the boxes kept in it are long and thin in the same direction.
  Vec2 best_cell() const;

 private:
  void find_octaves();
  double crowd(std::span<const Aabb> samples, Vec2 cell) const;

  std::array<Aabb, kMax> samples_;
  std::array<std::uint16_t, 257> begins_;  // [octave that occurs + 1] its first sample
  std::size_t size_ = 0, octaves_ = 0;
  Aabb bounds_{};
  Vec2 origin_{};
  double boxes_per_sample_ = 1, all_ = 0;
  float smallest_cell_ = 0;
};

/// Returns the area, px, in which most boxes have their min corners, without the few that are far
/// from all others; empty at the origin without boxes. Estimated from the quartiles of a sample of
/// 256.
Aabb core_of(std::span<const Aabb> boxes);

/// Returns how many comparisons of two boxes a sweep along the axis would make, estimated from a
/// sample of 256. There must be a box.
double tests_of_sweep(std::span<const Aabb> boxes, Axis axis);

/// The factor by which a cell is made larger than the largest box of the sample that it is for, as
/// boxes outside of the sample may be a little larger.
inline constexpr float kSlack = 1 + 1.0f / 64;

/// Returns the factor by which a cell must be enlarged so that about `cells` of them cover the
/// bounds; at most 1 where fewer than that cover them already.
double times_to_cover(const Aabb& bounds, Vec2 cell, double cells);

}  // namespace phasebox
