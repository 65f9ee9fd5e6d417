// SPDX-License-Identifier: MIT
// Compares the static sprites of a frame with those of the last one.
#include "collide/broadphase/kernels/static_split.hpp"

#include <cstring>

#include "base/number_format.hpp"

namespace phasebox {

/// Does the work of `update`: brings ids and boxes up to date and returns the same.
bool StaticSplit::find_changes(const Frame& f) {
  const bool are_others = update_flags(f);
  if (!is_split_) return are_others;
  // Overwrites the last boxes of moving sprites by the current ones: then all boxes can be compared
  // at once, and only a static one can differ.
  for (std::size_t k = static_count_; k < ids_.size(); ++k)
    last_[ids_[k]] = boxes_[k] = f.boxes[ids_[k]];
  // Compares bit by bit. Zeros of different sign differ, which costs time only.
  if (!are_others && std::memcmp(last_.data(), f.boxes.data(), f.boxes.size_bytes()) == 0)
    return false;
  std::ranges::copy(f.boxes, last_.begin());
  for (std::size_t k = 0; k < static_count_; ++k) boxes_[k] = f.boxes[ids_[k]];
  return true;
}

/// Brings the flags up to date, and the ids if the frame is split. Returns true when flags have
/// changed, unless neither this frame nor the last one is split.
bool StaticSplit::update_flags(const Frame& f) {
  if (std::ranges::equal(f.is_static, flags_)) return false;
  const auto none = static_cast<std::size_t>(std::ranges::count(f.is_static, std::uint8_t{0}));
  const bool was_split = is_split_;
  static_count_ = f.is_static.size() - none;
  is_split_ = static_count_ > 0 && least_share_ * static_count_ >= f.size();
  if (static_count_ > 0) make_room(f.size());
  flags_.assign(f.is_static.begin(), f.is_static.end());
  if (is_split_) order_ids(f);
  return was_split || is_split_;
}

/// Writes the ids of the static sprites, then those of the others, both ascending.
void StaticSplit::order_ids(const Frame& f) {
  ids_.resize(f.size());
  boxes_.resize(f.size());
  last_.resize(f.size());
  std::size_t fixed = 0, moving = static_count_;
  for (SpriteId i = 0; i < f.size(); ++i) ids_[f.is_static[i] ? fixed++ : moving++] = i;
}

void StaticSplit::make_room(std::size_t n) {
  flags_.reserve(n);
  ids_.reserve(n);
  boxes_.reserve(n);
  last_.reserve(n);
}

void StaticSplit::remark(std::vector<Remark>& out) const {
  if (!is_split_) return;
  const std::uint64_t n = static_count_;
  out.push_back(
      {false,
       {"{}, built once, {} ago: saves {} of each other in every frame.",
        {counted(n, "static sprite"), counted(age_, "frame"), counted(n * (n - 1) / 2, "test")}}});
}

}  // namespace phasebox
