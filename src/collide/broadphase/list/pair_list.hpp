// SPDX-License-Identifier: MIT
// Pairs that are kept from frame to frame: their lists, changes of ids, and the search for them.
#pragma once
#include <algorithm>
#include <limits>

#include "collide/broadphase.hpp"

namespace phasebox {

/// Writes the ids of the first `most` boxes that do not lie within their skin box, ascending;
/// returns how many, or `most` + 1 if more. `boxes` and `skins` have one size; `out` holds `most`.
std::size_t find_outside(std::span<const Aabb> boxes, std::span<const Aabb> skins, SpriteId* out,
                         std::size_t most);

/// Whether the pairs of a list have the smaller id first.
enum class PairOrder : std::uint8_t { ascending, as_met };

/// Emits the eligible pairs of a list whose boxes overlap, in the order of the list.
void emit_overlapping(const Frame& frame, std::span<const Pair> list, PairOrder order,
                      PairSink& out);

/// No sprite has this id.
inline constexpr SpriteId kNoSprite = std::numeric_limits<SpriteId>::max();

/// Which sprite has which id after a list of edits.
class IdRemap {
 public:
  /// False when the edits do not lead from `before` sprites to `after`. O(edits), more only when
  /// there are more sprites than ever; then it allocates.
  bool follow(std::size_t before, std::span<const Edit> edits, std::size_t after) {
    for (const SpriteId id : changed_) before_[id] = now_[id] = id;
    changed_.clear();
    for (auto* ids : {&before_, &now_})
      while (ids->size() < before + edits.size())
        ids->push_back(static_cast<SpriteId>(ids->size()));
    std::size_t n = before;
    for (const Edit& e : edits)
      if (!apply(e, n)) return false;
    std::ranges::sort(changed_);
    changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
    for (const SpriteId id : changed_) now_[id] = kNoSprite;
    for (const SpriteId id : changed_)
      if (id < n && before_[id] != kNoSprite) now_[before_[id]] = id;
    return n == after;
  }

  /// The id of an old sprite now, or `kNoSprite` if it is gone.
  SpriteId now(SpriteId old) const { return now_[old]; }
  /// The old id of a sprite, or `kNoSprite` if it is new.
  SpriteId before(SpriteId id) const { return before_[id]; }
  /// Ascending; all others stand for the sprite for which they stood before.
  std::span<const SpriteId> changed() const { return changed_; }

 private:
  bool apply(const Edit& e, std::size_t& n) {
    const auto end = static_cast<SpriteId>(n);
    if (e.kind == Edit::Kind::add) {
      if (e.id != end) return false;
      before_[end] = kNoSprite;
      changed_.push_back(end);
      ++n;
      return true;
    }
    if (e.id >= end || e.moved_from + std::size_t{1} != n) return false;
    --n;
    before_[e.id] = before_[n];
    changed_.push_back(e.id), changed_.push_back(end - 1);
    return true;
  }

  std::vector<SpriteId> before_, now_;  // each id, but for those that have changed
  std::vector<SpriteId> changed_;
};

}  // namespace phasebox
