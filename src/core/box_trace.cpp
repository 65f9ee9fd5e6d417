// SPDX-License-Identifier: MIT
// Frames of a box trace, and the sprites that follow them.
#include "core/box_trace.hpp"

#include <cassert>

namespace phasebox {

std::span<const std::int64_t> BoxTrace::ids_of(std::size_t frame) const {
  assert(frame < size());
  return std::span(ids).subspan(begins[frame], begins[frame + 1] - begins[frame]);
}

std::span<const Aabb> BoxTrace::boxes_of(std::size_t frame) const {
  assert(frame < size());
  return std::span(boxes).subspan(begins[frame], begins[frame + 1] - begins[frame]);
}

void TraceCast::remove(SpriteId sprite) {
  const auto last = static_cast<SpriteId>(size() - 1);
  edits_.push_back({Edit::Kind::remove, sprite, last});
  sprite_of_.erase(ids_[sprite]);
  if (sprite != last) {
    ids_[sprite] = ids_[last], boxes_[sprite] = boxes_[last], stays_[sprite] = stays_[last];
    sprite_of_[ids_[sprite]] = sprite;
  }
  ids_.pop_back(), boxes_.pop_back(), stays_.pop_back();
}

void TraceCast::add(std::int64_t id) {
  const auto sprite = static_cast<SpriteId>(size());
  edits_.push_back({Edit::Kind::add, sprite, sprite});
  sprite_of_[id] = sprite;
  ids_.push_back(id), boxes_.emplace_back(), stays_.push_back(1);
}

void TraceCast::show(const BoxTrace& trace, std::size_t frame) {
  const auto ids = trace.ids_of(frame);
  const auto boxes = trace.boxes_of(frame);
  edits_.clear();
  stays_.assign(size(), 0);
  for (const std::int64_t id : ids)
    if (const auto it = sprite_of_.find(id); it != sprite_of_.end()) stays_[it->second] = 1;
  // From the end, so that whoever moves into a gap is known to stay.
  for (std::size_t sprite = size(); sprite-- > 0;)
    if (!stays_[sprite]) remove(static_cast<SpriteId>(sprite));
  for (std::size_t row = 0; row < ids.size(); ++row) {
    if (!sprite_of_.contains(ids[row])) add(ids[row]);
    boxes_[sprite_of_.at(ids[row])] = boxes[row];
  }
}

}  // namespace phasebox
