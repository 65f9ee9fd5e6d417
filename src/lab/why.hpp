// SPDX-License-Identifier: MIT
// Tells for every comparison of a traced frame which part of the algorithm made it, and why.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/sentence.hpp"
#include "session/findings.hpp"
#include "session/session.hpp"

namespace phasebox {

/// The part of an algorithm that made it compare two boxes.
struct PairSource {
  enum class Kind : std::uint8_t {
    group,
    cell,
    node,
    sweep,     ///< one pass along an axis over the boxes that are open
    swap,      ///< two neighbors in a sorted list changed places
    fat,       ///< fat AABBs were compared to make the pair list
    list,      ///< recheck of a listed pair whose fat AABBs overlap
    kept,      ///< recheck of a pair that overlapped in the previous frame
    inserted,  ///< a new sprite was compared with all others
    whole,     ///< the algorithm itself, which has no parts
  };
  Kind kind = Kind::whole;
  Axis axis = Axis::x;      ///< sweep, swap
  std::uint16_t depth = 0;  ///< group, cell, node
  std::uint32_t number = 0, size = 0;
  Aabb box{};               ///< its bounds; empty for swap, fat, list, kept, inserted and whole
  bool is_slanted = false;  ///< sweep: along neither axis

  bool has_bounds() const { return box != Aabb{}; }
};

/// One comparison of two sprites.
struct Compared {
  SpriteId a, b;
  std::uint32_t part,
      other;  ///< indices into Attribution::parts of a's and b's part; equal: one part made it
  PairOutcome outcome = PairOutcome::missed;
  bool is_test = true;  ///< a counted box test; false: filtered before the boxes were compared

  bool is_of(SpriteId i) const { return a == i || b == i; }
};

/// All comparisons of a traced broadphase frame, each with its part.
struct Attribution {
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  std::vector<PairSource> parts;
  std::vector<Compared> compared;  ///< in the order in which they happened
  std::vector<std::uint32_t>
      owner;                  ///< [sprites] the part that the sprite is a member of, or kNone
  std::vector<Pair> kept;     ///< pairs reported without a test in this frame; sorted by key
  std::uint64_t tests = 0;    ///< tests that were attributed to a part
  std::uint64_t counted = 0;  ///< tests by the counter; more than `tests` when events were not kept
  std::uint64_t dropped = 0;  ///< events that were not kept

  bool is_complete() const { return tests == counted && dropped == 0; }
  std::uint32_t owner_of(SpriteId i) const { return i < owner.size() ? owner[i] : kNone; }
};

/// Attributes every test of a trace to a part. A test belongs to the groups, cells or nodes that
/// own both sprites. Else it belongs to the pass, swap or list under way, or to the algorithm
/// itself. O(events).
Attribution attribute(const Recorder& trace);

/// The comparisons of one sprite with one other by the same parts, or one kept pair.
struct WhyRow {
  SpriteId other;
  /// The parts of the sprite that is asked about and of the other one. Both are kNone for a kept
  /// pair, which was reported without a test in this frame.
  std::uint32_t part, other_part;
  PairOutcome outcome;
  bool is_test;
  std::uint32_t times = 1;
};
/// Lists the comparisons of `sprite`: hits, then misses, then filtered ones, each by the other's
/// index. With `with`, only comparisons with that sprite.
std::vector<WhyRow> why_tested(const Attribution& made, SpriteId sprite,
                               std::optional<SpriteId> with = {});

/// Names a part: "group 3", "cell 12", "the sweep along x", "Brute force itself".
Sentence name_of(const PairSource& part, std::string_view algorithm);
/// Names the parts that made a comparison: "group 3", "cell 12 and cell 13".
Sentence name_of(const Attribution& made, const WhyRow& row, std::string_view algorithm);
/// Names an outcome: "hit", "no overlap", "may not collide".
std::string_view name_of(PairOutcome outcome);

/// One sentence on why two sprites were not compared: "not tested: in groups 3 and 7, cut apart by
/// an empty stripe". A filter that forbids the pair is named first. Both must be in the frame.
Sentence why_untested(const Attribution& made, SpriteId a, SpriteId b, const Frame& frame);

}  // namespace phasebox
