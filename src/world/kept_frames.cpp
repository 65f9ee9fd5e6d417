// SPDX-License-Identifier: MIT
// One recording of many frames.
#include "world/kept_frames.hpp"

#include <utility>

namespace phasebox {
namespace {

template <class T>
void add_to(std::vector<T>& column, const std::vector<T>& rows) {
  column.insert(column.end(), rows.begin(), rows.end());
}

}  // namespace

Aabb box_around_all(std::span<const Aabb> boxes) {
  if (boxes.empty()) return {};
  Aabb all = boxes[0];
  for (const Aabb& box : boxes.subspan(1)) all = united(all, box);
  return all;
}

void KeptFrames::add(BoxFrame frame) {
  rows_ += frame->ids.size();
  const Aabb bounds = box_around_all(frame->boxes);
  frames_.push_back({std::move(frame), bounds});
}

Aabb KeptFrames::bounds() const {
  Aabb all = frames_.front().bounds;
  for (const Kept& kept : frames_) all = united(all, kept.bounds);
  return all;
}

std::shared_ptr<const BoxRecording> joined(const KeptFrames& frames) {
  auto all = std::make_shared<BoxRecording>();
  if (frames.empty()) return all;
  const BoxRecording& first = frames[0];
  all->unit = first.unit;
  all->ids.reserve(frames.rows()), all->boxes.reserve(frames.rows());
  if (!first.filters.empty()) all->filters.reserve(frames.rows());
  if (!first.is_static.empty()) all->is_static.reserve(frames.rows());
  for (std::size_t f = 0; f < frames.size(); ++f) {
    const BoxRecording& frame = frames[f];
    all->frames.push_back(frame.frames.front());
    add_to(all->ids, frame.ids), add_to(all->boxes, frame.boxes);
    add_to(all->filters, frame.filters), add_to(all->is_static, frame.is_static);
    all->begins.push_back(all->ids.size());
  }
  return all;
}

}  // namespace phasebox
