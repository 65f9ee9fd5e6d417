// SPDX-License-Identifier: MIT
// Why was this tested? Every comparison of a traced frame, with what made it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.hpp"

namespace phasebox {

/// What makes an algorithm compare two boxes.
struct PairSource {
  enum class Kind : std::uint8_t {
    group,
    cell,
    node,
    sweep,     ///< a pass along an axis over the boxes that are open
    swap,      ///< two neighbors in a sorted list changed places
    fat,       ///< fat AABBs were compared, for the list
    list,      ///< the list of pairs whose fat AABBs overlap: their recheck
    kept,      ///< a pair that overlapped in the frame before: its recheck
    inserted,  ///< a sprite that the lists did not know yet met all others
    whole,     ///< the algorithm itself, which has no parts
  };
  Kind kind = Kind::whole;
  Axis axis = Axis::x;      ///< sweep, swap
  std::uint16_t depth = 0;  ///< group, cell, node
  std::uint32_t number = 0, size = 0;
  Aabb box{};               ///< its bounds; swap, fat, list, kept, inserted, whole: without extent
  bool is_slanted = false;  ///< sweep: along neither axis

  bool has_bounds() const { return box != Aabb{}; }
};

/// Two sprites that were looked at together.
struct Compared {
  SpriteId a, b;
  std::uint32_t part, other;  ///< numbers in Attribution::parts, of a and of b; equal: one made it
  PairOutcome outcome = PairOutcome::missed;
  bool is_test = true;  ///< counted; false: filtered before the boxes were compared

  bool is_of(SpriteId i) const { return a == i || b == i; }
};

/// A traced frame of a broadphase, every test with its part.
struct Attribution {
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  std::vector<PairSource> parts;
  std::vector<Compared> compared;    ///< in the order in which it happened
  std::vector<std::uint32_t> owner;  ///< [sprite] part that it is a member of, or kNone
  std::vector<Pair> kept;            ///< reported without a test in this frame; sorted
  std::uint64_t tests = 0;           ///< attributed here
  std::uint64_t counted = 0;  ///< by the counter; more than `tests` when events were not kept
  std::uint64_t dropped = 0;  ///< events that were not kept

  bool is_complete() const { return tests == counted && dropped == 0; }
  std::uint32_t owner_of(SpriteId i) const { return i < owner.size() ? owner[i] : kNone; }
};

/// A fold over broadphase events: a test belongs to the groups, cells or nodes with both sprites as
/// members; else to the pass, swap or list under way; else to the algorithm itself. O(events).
Attribution attribute(const Recorder& trace);

/// The comparisons of one sprite with one other by the same parts, or a pair that was kept.
struct WhyRow {
  SpriteId other;
  std::uint32_t part, other_part;  ///< of the sprite that is asked about, of the other; both kNone:
                                   ///< a pair that was kept, without a test in this frame
  PairOutcome outcome;
  bool is_test;
  std::uint32_t times = 1;
};
/// Hits, misses, then filtered, by the other's number; `with`: comparisons with that sprite only.
std::vector<WhyRow> why_tested(const Attribution& made, SpriteId sprite,
                               std::optional<SpriteId> with = {});

/// How a part is called: "group 3", "cell 12", "the sweep along x", "Brute force itself".
std::string name_of(const PairSource& part, std::string_view algorithm);
/// Which parts made a comparison: "group 3", "cell 12 and cell 13".
std::string name_of(const Attribution& made, const WhyRow& row, std::string_view algorithm);
/// "hit", "no overlap", "may not collide".
std::string_view name_of(PairOutcome outcome);

/// One sentence on why two sprites that were not compared were not: "not tested: in groups 3 and 7,
/// cut apart by an empty stripe". First of all whether the two may meet. Both are in the frame.
std::string why_untested(const Attribution& made, SpriteId a, SpriteId b, const Frame& frame);

}  // namespace phasebox
