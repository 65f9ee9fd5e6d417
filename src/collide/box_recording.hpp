// SPDX-License-Identifier: MIT
// Recordings of boxes that another program moved, and the sprites that stand for its objects.
#pragma once
#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/sentence.hpp"
#include "collide/broadphase.hpp"
#include "collide/dense_numbers.hpp"

namespace phasebox {

/// The boxes of another program's objects, frame by frame. Objects may appear and vanish. In every
/// box min is at most max and all edges are finite; every id is unique within its frame.
struct BoxRecording {
  std::vector<std::int64_t> frames;     ///< [f] frame numbers, ascending
  std::vector<std::size_t> begins{0};   ///< [f + 1] where each frame's rows begin
  std::vector<std::int64_t> ids;        ///< [rows] ascending within a frame
  std::vector<Aabb> boxes;              ///< [rows]
  std::vector<Filter> filters;          ///< [rows], or empty: every pair is eligible
  std::vector<std::uint8_t> is_static;  ///< [rows], or empty: nothing is static
  FilterRule rule = FilterRule::both;   ///< how two filters decide together
  std::string unit = "px";              ///< the unit of lengths
  std::array<double, 2> offset{};       ///< x and y that were subtracted from all boxes, so that
                                        ///< floats are precise; 0 for a world near the origin
  std::vector<Sentence> notes{};        ///< what the reader of its file left out or assumed
  /// parts of the map that it was made from, and whether they are solid; empty: it was no map
  std::vector<std::pair<std::string, bool>> solid{};
  bool is_centered = false;  ///< whether x, y of its file was read as the center of a box

  std::size_t size() const { return frames.size(); }
  std::span<const std::int64_t> ids_of(std::size_t f) const { return rows_of(ids, f); }
  std::span<const Aabb> boxes_of(std::size_t f) const { return rows_of(boxes, f); }
  /// The filters of frame f, or empty where the recording has none.
  std::span<const Filter> filters_of(std::size_t f) const { return rows_of(filters, f); }
  /// The static flags of frame f, or empty where the recording has none.
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

/// Calls `visit(row, next)` for the rows of each object that is in frame f and in the next one.
template <class Visit>
void each_kept(const BoxRecording& r, std::size_t f, Visit visit) {
  for (std::size_t row = r.begins[f], next = r.begins[f + 1]; row < r.begins[f + 1]; ++row) {
    while (next < r.begins[f + 2] && r.ids[next] < r.ids[row]) ++next;
    if (next < r.begins[f + 2] && r.ids[next] == r.ids[row]) visit(row, next);
  }
}

/// Returns the frames, as indices, after which all boxes jump by about one vector: much farther
/// than they move beside it, than most frames move any of them, and than the smallest is wide. A
/// game that shifts its origin makes such jumps, which are no motion. A single box is none.
/// O(rows).
inline std::vector<std::size_t> origin_shifts(const BoxRecording& r) {
  constexpr float kMuchFarther = 4;
  const std::size_t steps = r.size() > 2 ? r.size() - 1 : 0;
  std::vector<float> apart, reach;  // [step] how far all boxes jump beyond that; the largest move
  for (std::size_t f = 0; f < steps; ++f) {
    Aabb moves{};
    float side = std::numeric_limits<float>::max();  // of the smallest box
    std::size_t n = 0;
    each_kept(r, f, [&](std::size_t row, std::size_t next) {
      const Vec2 move = r.boxes[next].min - r.boxes[row].min;
      moves = n++ == 0 ? Aabb{move, move} : united(moves, {move, move});
      const Vec2 size = r.boxes[row].max - r.boxes[row].min;
      side = std::min({side, size.x, size.y});
    });
    const auto [low, high] = moves;
    const float least = std::max({low.x, low.y, -high.x, -high.y});
    const float spread = std::max(high.x - low.x, high.y - low.y);
    apart.push_back(n < 2 ? 0 : least - std::max(side, kMuchFarther * spread));
    reach.push_back(std::max({-low.x, -low.y, high.x, high.y}));
  }
  std::vector<std::size_t> shifts;
  if (steps == 0) return shifts;
  const auto most = reach.begin() + static_cast<std::ptrdiff_t>((steps - 1) * 3 / 4);
  std::ranges::nth_element(reach, most);
  for (std::size_t f = 0; f < steps; ++f)
    if (apart[f] > kMuchFarther * *most) shifts.push_back(f);
  return shifts;
}

/// Returns a recording in which each box is united with the same object's box in the next frame, if
/// it has one and the origin is not shifted between them. A game tests such swept boxes when its
/// fast objects must not pass through others between two frames. O(rows).
inline BoxRecording swept(BoxRecording r) {
  const std::vector<std::size_t> shifts = origin_shifts(r);
  for (std::size_t f = 0; f + 1 < r.size(); ++f)
    if (!std::ranges::binary_search(shifts, f))
      each_kept(r, f, [&](std::size_t row, std::size_t next) {
        r.boxes[row] = united(r.boxes[row], r.boxes[next]);
      });
  return r;
}

/// Shows the objects of a box recording as sprites: each gets a SpriteId, which it keeps from frame
/// to frame unless the last sprite's id fills a gap (see DenseNumbers).
class RecordingCast {
 public:
  /// Goes to a frame of the recording, from the one that was shown or from none at first. Expected
  /// O(objects of both frames).
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
    by_number(trace.boxes_of(frame), boxes_);
    by_number(trace.filters_of(frame), filters_);
    by_number(trace.statics_of(frame), is_static_);
    rule_ = trace.rule;
  }

  std::span<const Aabb> boxes() const { return boxes_; }                ///< [sprites]
  std::span<const std::int64_t> ids() const { return numbers_.ids(); }  ///< [sprites] as recorded
  /// The filters, [sprites], or empty where the recording has none.
  std::span<const Filter> filters() const { return filters_; }
  /// The static flags, [sprites], or empty where the recording has none.
  std::span<const std::uint8_t> is_static() const { return is_static_; }
  /// The sprites that the last `show` added and removed.
  std::span<const Edit> edits() const { return edits_; }
  /// The frame as a broadphase reads it, with one thread. Valid until the next `show`.
  Frame frame() const {
    Frame f;
    f.boxes = boxes_;
    f.filters = filters_;
    f.is_static = is_static_;
    f.rule = rule_;
    return f;
  }
  std::size_t size() const { return boxes_.size(); }
  /// Returns the sprite that stands for an object; nothing where the object is not in the frame.
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
