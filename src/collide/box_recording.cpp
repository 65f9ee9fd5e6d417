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

void RecordingCast::remove(SpriteId sprite) {
  const auto last = static_cast<SpriteId>(size() - 1);
  edits_.push_back({Edit::Kind::remove, sprite, last});
  sprite_of_.erase(ids_[sprite]);
  if (sprite != last) {
    ids_[sprite] = ids_[last], boxes_[sprite] = boxes_[last], stays_[sprite] = stays_[last];
    sprite_of_[ids_[sprite]] = sprite;
  }
  ids_.pop_back(), boxes_.pop_back(), stays_.pop_back();
}

void RecordingCast::add(std::int64_t id) {
  const auto sprite = static_cast<SpriteId>(size());
  edits_.push_back({Edit::Kind::add, sprite, sprite});
  sprite_of_[id] = sprite;
  ids_.push_back(id), boxes_.emplace_back(), stays_.push_back(1);
}

void RecordingCast::show(const BoxRecording& trace, std::size_t frame) {
  const auto ids = trace.ids_of(frame);
  const auto boxes = trace.boxes_of(frame);
  edits_.clear();
  stays_.assign(size(), 0);
  for (const std::int64_t id : ids)
    if (const auto it = sprite_of_.find(id); it != sprite_of_.end()) stays_[it->second] = 1;
  // From the end, so that what moves into a gap is known to stay.
  for (std::size_t sprite = size(); sprite-- > 0;)
    if (!stays_[sprite]) remove(static_cast<SpriteId>(sprite));
  const auto filters = trace.filters_of(frame);
  const auto statics = trace.statics_of(frame);
  filters_.resize(filters.size()), is_static_.resize(statics.size());
  for (std::size_t row = 0; row < ids.size(); ++row) {
    if (!sprite_of_.contains(ids[row])) add(ids[row]);
    const SpriteId sprite = sprite_of_.at(ids[row]);
    boxes_[sprite] = boxes[row];
    if (!filters.empty()) filters_[sprite] = filters[row];
    if (!statics.empty()) is_static_[sprite] = statics[row];
  }
}

Frame RecordingCast::frame() const {
  Frame f;
  f.boxes = boxes_, f.filters = filters_, f.is_static = is_static_;
  return f;
}

}  // namespace phasebox
