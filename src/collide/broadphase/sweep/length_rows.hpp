// SPDX-License-Identifier: MIT
// Sprites in rows by where they begin on an axis, one row for each class of lengths: what queries
// of the one-dimensional methods look into.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "collide/broadphase/sweep/delimiter.hpp"
#include "collide/broadphase/sweep/sweep_row.hpp"
#include "collide/event_log.hpp"
#include "collide/frame.hpp"
#include "collide/segment.hpp"

namespace phasebox {

/// In one row of all boxes, a query that is to miss none must start as far before the asked box as
/// the longest box reaches: a few long ones make it look at a large part of the row. So boxes
/// longer than others have a row of their own, where that is less work; there are few rows, as the
/// lengths of a class differ by up to four times, and a class with few boxes joins the next.
///
/// Cost: laid out in O(n) with the first query of a frame (a radix sort and a counting sort); a
/// query O(rows * log n + boxes that overlap on the axis, or would if they were as long as the
/// longest of their row), many at a time. Keeps 40 bytes per sprite, from the first query on.
class LengthRows {
 public:
  /// The boxes are others now.
  void clear() { is_filled_ = false; }

  /// Itself with all sprites of a frame, laid out if they are not yet; without an axis along that
  /// on which they are spread wider. Allocates when there are more than ever.
  const LengthRows& of(const Frame& f, Axis axis);
  const LengthRows& of(const Frame& f);
  /// The same with these sprites of it.
  const LengthRows& of(const Frame& f, std::span<const SpriteId> ids);

  /// Appends the sprites whose boxes overlap `box`. The log gets those it looks at.
  void query(const Aabb& box, Sink<SpriteId>& out, Recorder* log) const;

 private:
  static constexpr std::size_t kClasses = 128;  // by the exponent of a length, two to a class

  struct Row {
    std::uint32_t begin = 0, end = 0;
    float longest = 0;
  };

  template <class IdOf>
  void lay_out(const Frame& f, Axis axis, std::size_t n, IdOf id_of);
  void count(std::span<const Delimiter> begins, const Frame& f);
  void choose_rows(float across);
  void note_reach();
  std::size_t first_behind(float begin, const Row& row) const;
  template <class Look>
  void each_block(const Aabb& seen, Look look) const;

  bool is_filled_ = false;
  Axis axis_ = Axis::x;
  std::size_t row_count_ = 0;
  std::array<Row, kClasses> rows_{};  // by length; while counting, one for each class
  std::array<std::uint8_t, kClasses> row_of_class_{};
  DelimiterSort sort_;
  SweepRow boxes_;            // row after row
  std::vector<float> reach_;  // [box] the furthest end in its row up to there
};

}  // namespace phasebox
