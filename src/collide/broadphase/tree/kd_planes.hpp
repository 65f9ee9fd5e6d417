// SPDX-License-Identifier: MIT
// The planes that cut the cells of a kd-tree, and how one is chosen.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "base/geometry.hpp"
#include "collide/sink.hpp"

namespace phasebox::kd {

/// A box with its sprite, as it is dealt out to the two sides of a plane.
struct Item {
  Aabb box;
  SpriteId id;
};

/// Where a box lies.
enum Side : std::uint32_t { across, below, above };
using Counts = std::array<std::uint32_t, 3>;  // [Side]

/// What cuts a cell in two: a line, here.
struct Plane {
  Axis axis = Axis::x;
  float at = 0;
};

/// A box that touches the plane is not across it. One on the plane, without extent, is below.
template <Axis axis>
Side side_of(const Aabb& box, float at) {
  const auto is_below = static_cast<std::uint32_t>(high(box, axis) <= at);
  const auto is_above = static_cast<std::uint32_t>(low(box, axis) >= at) & ~is_below;
  return static_cast<Side>(is_below * below | (is_above & 1) * above);
}

/// Boxes that begin and end in each of 16 equal stripes of a cell, on one axis.
template <Axis axis>
class Stripes {
 public:
  static constexpr std::uint32_t kCount = 16;

  explicit Stripes(const Aabb& cell)
      : origin_(static_cast<double>(low(cell, axis))),
        length_(static_cast<double>(high(cell, axis)) - origin_) {
    if (length_ > 0) per_unit_ = kCount / length_;
  }
  void add(const Aabb& box) {
    ++begins_[stripe(low(box, axis))];
    ++ends_[stripe(high(box, axis))];
  }
  double length() const { return length_; }
  /// The edge of a stripe with the least expected comparisons: a box met in the cell reaches either
  /// part in proportion to its perimeter, and is compared with what lies there; with those across
  /// always.
  void improve(std::uint32_t size, double across_length, double& least, Plane& best) const {
    std::uint32_t ended = 0, begun = 0;
    for (std::uint32_t edge = 1; edge < kCount; ++edge) {
      ended += ends_[edge - 1], begun += begins_[edge - 1];
      const double part = length_ * edge / kCount, all = length_ + across_length;
      const double cost = ended * (part + across_length) / all + (begun - ended) +
                          (size - begun) * (length_ - part + across_length) / all;
      if (cost >= least || ended == size || begun == 0) continue;
      least = cost;
      best = {axis, static_cast<float>(origin_ + part)};
    }
  }

 private:
  std::uint32_t stripe(float at) const {
    const auto whole = static_cast<std::uint32_t>((static_cast<double>(at) - origin_) * per_unit_);
    return std::min(whole, kCount - 1);
  }

  double origin_, length_, per_unit_ = 0;
  std::array<std::uint32_t, kCount> begins_{}, ends_{};
};

/// A cell's boxes, or where there are many, some of them at even distances: planes are chosen by
/// these.
class Sample {
 public:
  /// Of at least one item.
  explicit Sample(std::span<const Item> items) : size_(std::min(items.size(), kMax)) {
    for (std::size_t k = 0; k < size_; ++k) {
      boxes_[k] = items[k * items.size() / size_].box;
      bounds_ = k == 0 ? boxes_[0] : united(bounds_, boxes_[k]);
    }
  }

  Axis longer_axis() const {
    const Vec2 half = bounds_.max * 0.5f - bounds_.min * 0.5f;
    return half.x >= half.y ? Axis::x : Axis::y;
  }
  /// Through the middle one of the centers.
  Plane median(Axis axis) const {
    std::array<float, kMax> centers{};
    for (std::size_t k = 0; k < size_; ++k) centers[k] = along(center(boxes_[k]), axis);
    const auto middle = centers.begin() + static_cast<std::ptrdiff_t>(size_ / 2);
    std::nth_element(centers.begin(), middle, centers.begin() + static_cast<std::ptrdiff_t>(size_));
    return {axis, *middle};
  }
  /// Of the edges of stripes on both axes.
  Plane cheapest() const {
    Stripes<Axis::x> x(bounds_);
    Stripes<Axis::y> y(bounds_);
    for (std::size_t k = 0; k < size_; ++k) x.add(boxes_[k]), y.add(boxes_[k]);
    double least = std::numeric_limits<double>::max();
    Plane best = {Axis::x, center(bounds_).x};
    const auto size = static_cast<std::uint32_t>(size_);
    x.improve(size, y.length(), least, best);
    y.improve(size, x.length(), least, best);
    return best;
  }

 private:
  static constexpr std::size_t kMax = 64;

  std::array<Aabb, kMax> boxes_;
  std::size_t size_;
  Aabb bounds_;
};

}  // namespace phasebox::kd
