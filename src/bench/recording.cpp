// SPDX-License-Identifier: MIT
// Frames one after the other in the same memory.
#include "bench/recording.hpp"

#include <algorithm>
#include <cassert>

#include "session/session.hpp"

namespace phasebox {

void Recording::add(std::span<const Aabb> boxes, std::span<const Edit> edits) {
  Frame f;
  f.boxes = boxes;
  add(f, edits);
}

void Recording::add(const Frame& frame, std::span<const Edit> edits) {
  if (size() == 0) edits = {};
  boxes_.insert(boxes_.end(), frame.boxes.begin(), frame.boxes.end());
  edits_.insert(edits_.end(), edits.begin(), edits.end());
  begins_.push_back(boxes_.size());
  edit_begins_.push_back(edits_.size());
  filters_.add(frame.filters), is_static_.add(frame.is_static);
  max_boxes_ = std::max(max_boxes_, frame.size());
}

std::span<const Aabb> Recording::boxes(std::size_t frame) const {
  assert(frame < size());
  return std::span(boxes_).subspan(begins_[frame], begins_[frame + 1] - begins_[frame]);
}

std::span<const Edit> Recording::edits(std::size_t frame) const {
  assert(frame < size());
  return std::span(edits_).subspan(edit_begins_[frame],
                                   edit_begins_[frame + 1] - edit_begins_[frame]);
}

Frame Recording::frame(std::size_t frame) const {
  Frame f;
  f.boxes = boxes(frame);
  f.filters = filters(frame);
  f.is_static = is_static(frame);
  return f;
}

Recording record(Session& session, std::size_t frames) {
  Recording recording;
  const RecordingPlayback* show = session.show();
  if (show) recording.set_unit(show->unit());
  RecordingCast cast;
  for (std::size_t k = 0; k < frames; ++k) {
    if (k > 0) session.move();
    if (show) {
      const auto [recorded, frame] = show->place(show->frame());
      cast.show(recorded, frame);
    }
    recording.add(show ? cast.frame() : session.frame(), cast.edits());
  }
  return recording;
}

Recording record(const BoxRecording& trace, std::size_t frames, std::size_t first) {
  Recording recording;
  recording.set_unit(trace.unit);
  if (first >= trace.size()) return recording;
  if (trace.size() == 1) recording.set_repeated();
  const std::size_t n = trace.size() == 1 ? frames : std::min(frames, trace.size() - first);
  RecordingCast cast;
  for (std::size_t k = 0; k < n; ++k) {
    cast.show(trace, std::min(first + k, trace.size() - 1));
    recording.add(cast.frame(), cast.edits());
  }
  return recording;
}

}  // namespace phasebox
