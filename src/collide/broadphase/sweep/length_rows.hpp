// SPDX-License-Identifier: MIT
// Rows of boxes by length, in which queries find the boxes that overlap another one.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "collide/broadphase/sweep/delimiter_sort.hpp"
#include "collide/broadphase/sweep/sweep_row.hpp"
#include "collide/event_log.hpp"

namespace phasebox {

/// Sprites in rows, sorted by where they begin on an axis, one row for each class of lengths.
/// Algorithms whose own structure does not suit queries answer them by these rows. In one row of
/// all boxes, a query that must miss none starts as far before the query box as the longest box
/// reaches: a few long ones make it look at a large part of the row. So longer boxes have a row of
/// their own, where that is less work. There are few rows, as the lengths of a class differ by up
/// to four times, and a class with few boxes joins the next longer one.
///
/// Cost: laid out in O(n) with the first query of a frame (a radix sort and a counting sort); a
/// query O(rows * log n + boxes that overlap on the axis, or would if they were as long as the
/// longest of their row), many at a time. Keeps 40 bytes per sprite, from the first query on.
class LengthRows {
 public:
  /// Forgets the boxes: the next `of` lays them out again.
  void clear() { is_filled_ = false; }

  /// Returns itself with all sprites of the frame, laid out if they are not yet. Without an axis
  /// the rows run along the one on which the boxes' centers are spread more widely. Allocates when
  /// there are more sprites than ever.
  const LengthRows& of(const Frame& f, std::optional<Axis> axis = {});
  /// Returns itself with the sprites `ids` of the frame, laid out if they are not yet, along the
  /// axis on which the centers of all boxes of the frame are spread more widely. Allocates when
  /// there are more than ever.
  const LengthRows& of(const Frame& f, std::span<const SpriteId> ids);

  /// Appends the sprites whose boxes overlap `box`. `log` is null or gets a visit for each box that
  /// is compared. To be called on what `of` returned.
  void query(const Aabb& box, Sink<SpriteId>& out, Recorder* log) const;

 private:
  static constexpr std::size_t kClasses = 128;  // two exponents of a length make a class

  struct Row : Run {
    float longest = 0;
  };

  void lay_out(const Frame& f, std::span<const Delimiter> begins);
  void count(const Frame& f, std::span<const Delimiter> begins);
  void choose_rows(float across);

  bool is_filled_ = false;
  Axis axis_ = Axis::x;
  std::size_t row_count_ = 0;
  std::array<Row, kClasses> rows_{};  // ascending by length; while counting, one for each class
  std::array<std::uint8_t, kClasses> row_of_class_{};
  DelimiterSort sort_;
  SweepRow boxes_;  // the boxes, row after row
};

}  // namespace phasebox
