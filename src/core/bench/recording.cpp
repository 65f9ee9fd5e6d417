// SPDX-License-Identifier: MIT
// Frames one after the other in the same memory.
#include "core/bench/recording.hpp"

#include <algorithm>
#include <cassert>

#include "core/session.hpp"

namespace phasebox {

void Recording::add(std::span<const Aabb> boxes, std::span<const Edit> edits) {
  boxes_.insert(boxes_.end(), boxes.begin(), boxes.end());
  edits_.insert(edits_.end(), edits.begin(), edits.end());
  begins_.push_back(boxes_.size());
  edit_begins_.push_back(edits_.size());
  most_boxes_ = std::max(most_boxes_, boxes.size());
}

void Recording::set_rules(std::span<const Filter> filters,
                          std::span<const std::uint8_t> is_static) {
  filters_.assign(filters.begin(), filters.end());
  is_static_.assign(is_static.begin(), is_static.end());
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
  f.filters = filters_;
  f.is_static = is_static_;
  return f;
}

Recording record(Session& session, std::size_t frames) {
  Recording recording;
  const Frame first = session.frame();
  recording.set_rules(first.filters, first.is_static);
  for (std::size_t k = 0; k < frames; ++k) {
    if (k > 0) session.move();
    recording.add(session.frame().boxes);
  }
  return recording;
}

Recording record(const BoxTrace& trace, std::size_t frames) {
  Recording recording;
  TraceCast cast;
  if (trace.size() == 0) return recording;
  for (std::size_t k = 0; k < (trace.size() == 1 ? frames : std::min(frames, trace.size())); ++k) {
    cast.show(trace, std::min(k, trace.size() - 1));
    recording.add(cast.boxes(), cast.edits());
  }
  return recording;
}

}  // namespace phasebox
