// SPDX-License-Identifier: MIT
// What is static, compared with what was.
#include "collide/broadphase/kernels/static_split.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace phasebox {
namespace {

/// Bit by bit, without a branch per box. Zeros of different sign differ, which costs time only.
bool are_boxes(std::span<const Aabb> kept, std::span<const Aabb> boxes,
               std::span<const SpriteId> ids) {
  using Bits = std::array<std::uint64_t, 2>;
  constexpr std::size_t kBlock = 512;
  for (std::size_t begin = 0; begin < kept.size(); begin += kBlock) {
    std::uint64_t differ = 0;
    for (std::size_t k = begin; k < std::min(begin + kBlock, kept.size()); ++k) {
      const auto is = std::bit_cast<Bits>(kept[k]), now = std::bit_cast<Bits>(boxes[ids[k]]);
      differ |= (is[0] ^ now[0]) | (is[1] ^ now[1]);
    }
    if (differ != 0) return false;
  }
  return true;
}

}  // namespace

bool StaticSplit::update(const Frame& f) {
  const bool are_others = update_flags(f);
  if (!is_split_) return are_others;
  const bool are_same = !are_others && are_boxes(static_boxes_, f.boxes, static_ids_);
  if (!are_same) {
    static_boxes_.resize(static_ids_.size());
    for (std::size_t k = 0; k < static_ids_.size(); ++k) static_boxes_[k] = f.boxes[static_ids_[k]];
  }
  moving_boxes_.resize(moving_ids_.size());
  for (std::size_t k = 0; k < moving_ids_.size(); ++k) moving_boxes_[k] = f.boxes[moving_ids_[k]];
  return !are_same;
}

/// True when others are static than before, or there are enough of them now, or no longer.
bool StaticSplit::update_flags(const Frame& f) {
  if (std::ranges::equal(f.is_static, flags_)) return false;
  const auto none = static_cast<std::size_t>(std::ranges::count(f.is_static, std::uint8_t{0}));
  const std::size_t some = f.is_static.size() - none;
  const bool was_split = is_split_;
  is_split_ = some > 0 && kLeastShare * some >= f.size();
  if (some > 0) reserve(f.size());
  flags_.assign(f.is_static.begin(), f.is_static.end());
  static_ids_.clear(), moving_ids_.clear();
  if (!is_split_) return was_split;
  for (SpriteId i = 0; i < f.size(); ++i) (f.is_static[i] ? static_ids_ : moving_ids_).push_back(i);
  return true;
}

void StaticSplit::reserve(std::size_t n) {
  flags_.reserve(n);
  static_ids_.reserve(n), moving_ids_.reserve(n);
  static_boxes_.reserve(n), moving_boxes_.reserve(n);
}

}  // namespace phasebox
