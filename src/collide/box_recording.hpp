// SPDX-License-Identifier: MIT
// Boxes that another program moves: its recorded frames, and the sprites that show them.
#pragma once
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collide/broadphase.hpp"
#include "collide/dense_numbers.hpp"

namespace phasebox {

/// A recording. Objects appear and vanish; every box is valid, every id unique within its frame.
struct BoxRecording {
  std::vector<std::int64_t> frames;     ///< [f] their numbers, ascending
  std::vector<std::size_t> begins{0};   ///< [f + 1] where each frame's rows begin
  std::vector<std::int64_t> ids;        ///< [rows] ascending within a frame
  std::vector<Aabb> boxes;              ///< [rows]
  std::vector<Filter> filters;          ///< [rows], or empty: every pair is eligible
  std::vector<std::uint8_t> is_static;  ///< [rows], or empty: nothing is static
  FilterRule rule = FilterRule::both;   ///< of the filters
  std::string unit = "px";              ///< of lengths
  std::array<double, 2> offset{};       ///< x and y that the boxes are told without, of far worlds
  std::vector<std::string> notes{};     ///< what its reader has left out or taken for granted

  std::size_t size() const { return frames.size(); }
  std::span<const std::int64_t> ids_of(std::size_t f) const { return rows_of(ids, f); }
  std::span<const Aabb> boxes_of(std::size_t f) const { return rows_of(boxes, f); }
  /// Empty when absent, as the next.
  std::span<const Filter> filters_of(std::size_t f) const { return rows_of(filters, f); }
  std::span<const std::uint8_t> statics_of(std::size_t f) const { return rows_of(is_static, f); }
  bool operator==(const BoxRecording&) const = default;

 private:
  template <class T>
  std::span<const T> rows_of(const std::vector<T>& column, std::size_t frame) const {
    assert(frame < size() && (column.empty() || column.size() == ids.size()));
    if (column.empty()) return {};
    return std::span(column).subspan(begins[frame], begins[frame + 1] - begins[frame]);
  }
};

/// Each box joined with that of the same object in the next frame, where there is one: what a game
/// tests whose fast objects must not pass through others between two frames. O(rows).
inline BoxRecording swept(BoxRecording r) {
  for (std::size_t f = 0; f + 1 < r.size(); ++f)
    for (std::size_t row = r.begins[f], next = r.begins[f + 1]; row < r.begins[f + 1]; ++row) {
      while (next < r.begins[f + 2] && r.ids[next] < r.ids[row]) ++next;
      if (next < r.begins[f + 2] && r.ids[next] == r.ids[row])
        r.boxes[row] = united(r.boxes[row], r.boxes[next]);
    }
  return r;
}

/// The objects of a box recording as sprites with dense numbers.
class RecordingCast {
 public:
  /// Goes to a frame of the recording, from wherever it was. O(objects of both frames).
  void show(const BoxRecording& trace, std::size_t frame) {
    const auto ids = trace.ids_of(frame);
    edits_.clear();
    [[maybe_unused]] const bool is_sound = numbers_.take(
        ids.size(), [&](std::size_t row) { return ids[row]; }, edits_);
    assert(is_sound && "ids are unique within a frame");
    const auto by_number = [&](auto column, auto& to) {
      to.resize(column.size());
      for (std::size_t sprite = 0; sprite < to.size(); ++sprite)
        to[sprite] = column[numbers_.rows()[sprite]];
    };
    by_number(trace.boxes_of(frame), boxes_), by_number(trace.filters_of(frame), filters_);
    by_number(trace.statics_of(frame), is_static_);
    rule_ = trace.rule;
  }

  std::span<const Aabb> boxes() const { return boxes_; }                ///< [sprites]
  std::span<const std::int64_t> ids() const { return numbers_.ids(); }  ///< [sprites] as recorded
  std::span<const Filter> filters() const { return filters_; }  ///< [sprites], or empty as there
  std::span<const std::uint8_t> is_static() const { return is_static_; }  ///< the same
  std::span<const Edit> edits() const { return edits_; }  ///< what the last `show` did
  /// The frame as a broadphase sees it, without threads; valid until the next `show`.
  Frame frame() const {
    Frame f;
    f.boxes = boxes_, f.filters = filters_, f.is_static = is_static_, f.rule = rule_;
    return f;
  }
  std::size_t size() const { return boxes_.size(); }
  /// The sprite that stands for an object, if it is there.
  std::optional<SpriteId> find(std::int64_t id) const { return numbers_.find(id); }

 private:
  DenseNumbers<std::int64_t> numbers_;
  std::vector<Aabb> boxes_;
  std::vector<Filter> filters_;
  std::vector<std::uint8_t> is_static_;
  FilterRule rule_ = FilterRule::both;
  std::vector<Edit> edits_;
};

}  // namespace phasebox
