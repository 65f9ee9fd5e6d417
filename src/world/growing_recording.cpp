// SPDX-License-Identifier: MIT
// Keeps frames with their bounds, and joins them to one recording.
#include "world/growing_recording.hpp"

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
  all->rule = first.rule;
  all->offset = first.offset;
  all->ids.reserve(frames.rows());
  all->boxes.reserve(frames.rows());
  if (!first.filters.empty()) all->filters.reserve(frames.rows());
  if (!first.is_static.empty()) all->is_static.reserve(frames.rows());
  for (std::size_t f = 0; f < frames.size(); ++f) {
    const BoxRecording& frame = frames[f];
    all->frames.push_back(frame.frames.front());
    add_to(all->ids, frame.ids);
    add_to(all->boxes, frame.boxes);
    add_to(all->filters, frame.filters);
    add_to(all->is_static, frame.is_static);
    all->begins.push_back(all->ids.size());
  }
  return all;
}

BoxFrame single_frame(const BoxRecording& recording, std::size_t frame) {
  const auto part = [](auto rows) { return std::vector(rows.begin(), rows.end()); };
  auto one = std::make_shared<BoxRecording>();
  one->frames = {recording.frames[frame]};
  one->ids = part(recording.ids_of(frame));
  one->boxes = part(recording.boxes_of(frame));
  one->filters = part(recording.filters_of(frame));
  one->is_static = part(recording.statics_of(frame));
  one->begins = {0, one->ids.size()};
  one->unit = recording.unit;
  one->rule = recording.rule;
  one->offset = recording.offset;
  return one;
}

std::shared_ptr<const BoxRecording> no_boxes() {
  auto recording = std::make_shared<BoxRecording>();
  recording->frames = {0};
  recording->begins = {0, 0};
  return recording;
}

Aabb grown_field(const Aabb& now, const KeptFrames& kept) {
  const Aabb bounds = kept.bounds();
  const Vec2 needed = extent(bounds), present = extent(now);
  const bool is_far_smaller = needed.x < present.x / 2 || needed.y < present.y / 2;
  return is_far_smaller ? bounds : united(now, bounds);
}

}  // namespace phasebox
