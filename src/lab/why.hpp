// SPDX-License-Identifier: MIT
// Tells for every comparison of two sprites in a traced frame which part of the broadphase (a
// group, cell, node or sweep) made it, and why others were not made.
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
    group,     ///< a group that is not divided further
    cell,      ///< a cell of a grid
    node,      ///< a node of a tree
    sweep,     ///< a pass along a line that compares boxes whose intervals overlap
    swap,      ///< two neighbors in a sorted list of box ends changed places
    fat,       ///< the search for fat AABBs that overlap, which makes the pair list
    list,      ///< the check of a pair in that list
    kept,      ///< the check of a pair that overlapped in the previous frame
    inserted,  ///< a new sprite was compared with all others
    whole,     ///< the algorithm as a whole, where no part is known
  };
  Kind kind = Kind::whole;
  Axis axis = Axis::x;                 ///< axis of a sweep or swap
  std::uint16_t depth = 0;             ///< depth of a group, cell or node in the recursion
  std::uint32_t number = 0, size = 0;  ///< of a group, cell or node: its number, sprites in it
  Aabb box{};                    ///< bounds of the part, px; empty where the trace gives it none
  bool is_slanted = false;       ///< whether a sweep runs along a slanted line
  Ending ending = Ending::none;  ///< of a group: why it is not divided further

  bool has_bounds() const { return box != Aabb{}; }
};

/// One comparison of two sprites.
struct Compared {
  SpriteId a, b;
  /// Indices into Attribution::parts of the parts of a and of b; equal if one part made it.
  std::uint32_t part, other;
  PairOutcome outcome = PairOutcome::missed;
  bool is_test = true;  ///< true: a box test; false: the filter ruled the pair out before one

  bool is_of(SpriteId i) const { return a == i || b == i; }
};

/// All comparisons of a traced broadphase frame, each with its part.
struct Attribution {
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;  ///< in place of an index: no part

  std::vector<PairSource> parts;
  std::vector<Compared> compared;  ///< in the order in which they happened
  std::vector<PairSource> splits;  ///< the groups that were divided, each along its axis
  /// [sprites or fewer] the part (group, cell or node) that a sprite is a member of, or kNone.
  std::vector<std::uint32_t> owner;
  std::vector<Pair> kept;   ///< pairs reported without a test in this frame; sorted by key
  std::uint64_t tests = 0;  ///< box tests that were attributed to a part
  /// Box tests that the trace counted: more than `tests` when it did not keep all events.
  std::uint64_t counted = 0;
  std::uint64_t dropped = 0;  ///< events that the trace counted but did not keep

  bool is_complete() const { return tests == counted && dropped == 0; }
  std::uint32_t owner_of(SpriteId i) const { return i < owner.size() ? owner[i] : kNone; }
};

/// Attributes every test of a trace to a part. A recheck belongs to the pair list or to the pairs
/// kept from the last frame. Another test belongs to the swap, sweep or search that is under way;
/// else to the groups, cells or nodes that own its sprites; else to the algorithm as a whole.
/// O(events · log pairs).
Attribution attribute(const Recorder& trace);

/// The comparisons of one sprite with one other sprite by the same parts and with the same outcome,
/// or a pair of the two that was reported without a test.
struct WhyRow {
  SpriteId other;
  /// Indices of the parts of the sprite that is asked about and of the other one. Both are kNone
  /// for a pair that was reported without a test in this frame.
  std::uint32_t part, other_part;
  PairOutcome outcome;
  bool is_test;             ///< false: filtered, or reported without a test
  std::uint32_t times = 1;  ///< number of such comparisons
};
/// Lists the comparisons of `sprite`: hits, then misses, then filtered ones, each kind by the other
/// sprite's index. If `with` is given, only comparisons with that sprite are listed.
std::vector<WhyRow> why_tested(const Attribution& made, SpriteId sprite,
                               std::optional<SpriteId> with = {});

/// Names a part: "group 3", "cell 12", "the sweep along x", "brute force itself". `algorithm` is
/// the title of the broadphase.
Sentence name_of(const PairSource& part, std::string_view algorithm);
/// Names the parts that made a comparison, with the number of sprites in each: "group 3 (7
/// sprites)", "cell 12 (2 sprites) and cell 13 (1 sprite)".
Sentence name_of(const Attribution& made, const WhyRow& row, std::string_view algorithm);
/// Says why the parts of a comparison brought two sprites together: "both lie in group 3, which no
/// gap along x or y divides". Empty where the name of the part says all.
Sentence why_together(const Attribution& made, const WhyRow& row);
/// Names an outcome: "hit", "no overlap", "may not collide".
std::string_view name_of(PairOutcome outcome);

/// Returns the first group that is not divided further and whose bounds contain a place, world px,
/// or null.
const PairSource* group_at(const Attribution& made, Vec2 place);

/// One sentence on why two sprites were not compared: "not tested: a gap along x between them, in
/// groups 3 and 7". It says so if the pair was reported without a test, if a filter or two static
/// flags forbid it, or if the trace is not complete enough to know. Both must be in the frame.
Sentence why_untested(const Attribution& made, SpriteId a, SpriteId b, const Frame& frame);

}  // namespace phasebox
