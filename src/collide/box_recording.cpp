// SPDX-License-Identifier: MIT
// Frames of a box recording, and the sprites that follow them.
#include "collide/box_recording.hpp"

#include <cassert>

namespace phasebox {
namespace {

/// The rows of a frame in a column; none when the column is absent.
template <class T>
std::span<const T> rows_of(const BoxRecording& trace, const std::vector<T>& column,
                           std::size_t frame) {
  assert(frame < trace.size());
  if (column.empty()) return {};
  assert(column.size() == trace.ids.size());
  return std::span(column).subspan(trace.begins[frame],
                                   trace.begins[frame + 1] - trace.begins[frame]);
}

}  // namespace

std::span<const std::int64_t> BoxRecording::ids_of(std::size_t frame) const {
  return rows_of(*this, ids, frame);
}
std::span<const Aabb> BoxRecording::boxes_of(std::size_t frame) const {
  return rows_of(*this, boxes, frame);
}
std::span<const Filter> BoxRecording::filters_of(std::size_t frame) const {
  return rows_of(*this, filters, frame);
}
std::span<const std::uint8_t> BoxRecording::statics_of(std::size_t frame) const {
  return rows_of(*this, is_static, frame);
}

BoxRecording swept(BoxRecording r) {
  for (std::size_t f = 0; f + 1 < r.size(); ++f)
    for (std::size_t row = r.begins[f], next = r.begins[f + 1]; row < r.begins[f + 1]; ++row) {
      while (next < r.begins[f + 2] && r.ids[next] < r.ids[row]) ++next;
      if (next < r.begins[f + 2] && r.ids[next] == r.ids[row])
        r.boxes[row] = united(r.boxes[row], r.boxes[next]);
    }
  return r;
}

void RecordingCast::show(const BoxRecording& trace, std::size_t frame) {
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

Frame RecordingCast::frame() const {
  Frame f;
  f.boxes = boxes_, f.filters = filters_, f.is_static = is_static_, f.rule = rule_;
  return f;
}

}  // namespace phasebox
