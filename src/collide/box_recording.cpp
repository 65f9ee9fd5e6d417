// SPDX-License-Identifier: MIT
// The sprites that follow the frames of a box recording.
#include "collide/box_recording.hpp"

namespace phasebox {

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
