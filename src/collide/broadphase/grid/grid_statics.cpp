// SPDX-License-Identifier: MIT
// Telling static sprites from moving ones, and comparing them with the frame before.
#include "collide/broadphase/grid/grid_statics.hpp"

#include <algorithm>
#include <cstring>

namespace phasebox {
namespace {

template <class T>
bool is_unchanged_since(const std::vector<T>& kept, std::span<const T> now) {
  return kept.size() == now.size() &&
         (now.empty() || std::memcmp(kept.data(), now.data(), now.size_bytes()) == 0);
}

}  // namespace

bool GridStatics::update(const Frame& frame) {
  has_changed_ = false;
  if (frame.is_static.empty()) return forget(), false;
  if (!is_unchanged_since(flags_, frame.is_static)) separate(frame);
  if (!is_on_) return false;
  take_moving(frame);
  if (!is_unchanged_since(boxes_, frame.boxes)) take_fixed(frame);
  return true;
}

void GridStatics::forget() {
  is_on_ = false;
  flags_.clear();
}

/// For all in either list, so that later flags allocate nothing.
void GridStatics::make_room(std::size_t n) {
  flags_.reserve(n), boxes_.reserve(n);
  fixed_.reserve(n), moving_.reserve(n), fixed_boxes_.reserve(n), moving_boxes_.reserve(n);
}

void GridStatics::separate(const Frame& frame) {
  const std::size_t n = frame.size();
  flags_.assign(frame.is_static.begin(), frame.is_static.end());
  const auto movers = static_cast<std::size_t>(std::ranges::count(flags_, std::uint8_t{0}));
  is_on_ = 2 * movers <= n;
  boxes_.clear();
  if (!is_on_) return;
  fixed_.clear(), moving_.clear();
  make_room(n);
  for (std::size_t i = 0; i < n; ++i)
    (flags_[i] ? fixed_ : moving_).push_back(static_cast<SpriteId>(i));
  moving_boxes_.resize(moving_.size());
  boxes_.assign(frame.boxes.begin(), frame.boxes.end());
  take_fixed(frame);
}

/// What moves is copied to where the boxes of the frame before are: then these can be compared all
/// at once.
void GridStatics::take_moving(const Frame& frame) {
  for (std::size_t k = 0; k < moving_.size(); ++k)
    boxes_[moving_[k]] = moving_boxes_[k] = frame.boxes[moving_[k]];
}

void GridStatics::take_fixed(const Frame& frame) {
  has_changed_ = true;
  std::ranges::copy(frame.boxes, boxes_.begin());
  fixed_boxes_.clear();
  for (const SpriteId id : fixed_) fixed_boxes_.push_back(frame.boxes[id]);
}

}  // namespace phasebox
