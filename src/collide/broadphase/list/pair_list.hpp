// SPDX-License-Identifier: MIT
// Pairs that are kept from frame to frame: lists of them, changes of ids, and the search that
// fills a list.
#pragma once
#include <limits>
#include <numeric>

#include "collide/broadphase.hpp"

namespace phasebox {

/// Writes the ids of the first `most` boxes that do not lie within their skin box, ascending;
/// returns how many there are, or `most` + 1 if there are more. `boxes` and `skins` are of one
/// size; `out` holds `most`.
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
  /// False when the edits do not lead from `before` sprites to `after`. O(before + edits);
  /// allocates only when there are more sprites than ever.
  bool follow(std::size_t before, std::span<const Edit> edits, std::size_t after) {
    before_.resize(before);
    std::iota(before_.begin(), before_.end(), SpriteId{0});
    for (const Edit& e : edits)
      if (!apply(e)) return false;
    if (before_.size() != after) return false;
    now_.assign(before, kNoSprite);
    for (SpriteId id = 0; id < after; ++id)
      if (before_[id] != kNoSprite) now_[before_[id]] = id;
    return true;
  }

  /// The id of an old sprite now, or `kNoSprite` if it is gone.
  SpriteId now(SpriteId old) const { return now_[old]; }
  /// The old id of a sprite, or `kNoSprite` if it is new.
  SpriteId before(SpriteId id) const { return before_[id]; }

 private:
  bool apply(const Edit& e) {
    if (e.kind == Edit::Kind::add) {
      if (e.id != before_.size()) return false;
      before_.push_back(kNoSprite);
      return true;
    }
    if (e.id >= before_.size() || e.moved_from + std::size_t{1} != before_.size()) return false;
    before_[e.id] = before_.back();
    before_.pop_back();
    return true;
  }

  std::vector<SpriteId> before_, now_;
};

}  // namespace phasebox
