// SPDX-License-Identifier: MIT
// Loops over boxes and pairs that are kept from frame to frame, and ids that edits have changed.
#pragma once
#include <algorithm>
#include <limits>

#include "collide/broadphase.hpp"

namespace phasebox {

/// Writes the ids of the first `most` boxes that do not lie within their skin box, ascending.
/// Returns how many, or `most` + 1 if there are more. `boxes` and `skins` have one size; `out`
/// holds `most` ids.
std::size_t find_outside(std::span<const Aabb> boxes, std::span<const Aabb> skins, SpriteId* out,
                         std::size_t most);

/// Whether each pair of a list has the smaller id first, or the ids in any order.
enum class PairOrder : std::uint8_t { ascending, as_met };

/// Emits the eligible pairs of a list whose boxes overlap, in the order of the list.
void emit_overlapping(const Frame& frame, std::span<const Pair> list, PairOrder order,
                      PairSink& out);

/// An id that no sprite has.
inline constexpr SpriteId kNoSprite = std::numeric_limits<SpriteId>::max();

/// The map between the ids of sprites before and after a list of edits.
class IdRemap {
 public:
  /// Makes the map for these edits, in place of the last one. Returns false when they do not lead
  /// from `before` sprites to `after`; the map then has no meaning. O(edits log edits), more only
  /// when there are more sprites than ever; then it allocates.
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

  /// Returns the id that an old sprite has now, or `kNoSprite` if it is gone.
  SpriteId now(SpriteId old) const { return now_[old]; }
  /// Returns the old id of a sprite, or `kNoSprite` if it is new.
  SpriteId before(SpriteId id) const { return before_[id]; }
  /// The ids that may stand for another sprite than before, or for none, ascending. All other ids
  /// stand for the same sprite.
  std::span<const SpriteId> changed() const { return changed_; }

 private:
  /// Applies one edit to `n` sprites; returns false when it does not fit them.
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
    changed_.push_back(e.id);
    changed_.push_back(end - 1);
    return true;
  }

  std::vector<SpriteId> before_, now_;  // [id] the id itself, except for those in `changed_`
  std::vector<SpriteId> changed_;
};

}  // namespace phasebox
