// SPDX-License-Identifier: MIT
// Goes through the events of a broadphase in their order, lists its parts, and finds which part
// made each test.
#include "lab/why.hpp"

#include <algorithm>
#include <tuple>

#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

using Kind = PairSource::Kind;

Pair ordered(SpriteId a, SpriteId b) { return {std::min(a, b), std::max(a, b)}; }

bool is_among(const std::vector<Pair>& sorted, Pair pair) {
  return std::ranges::binary_search(sorted, key(pair), {}, key);
}

PairSource source_of(Kind kind, const Event& e) {
  return {.kind = kind,
          .axis = e.axis,
          .depth = e.depth,
          .number = e.a,
          .size = e.b,
          .box = e.box,
          .ending = e.ending};
}

/// The state while the events of a trace are read in order, and the attribution made so far.
class Fold {
 public:
  Attribution run(const Recorder& trace) {
    for (const Event& e : trace.events()) take(e);
    settle();
    made_.counted = trace.count(EventKind::test);
    made_.dropped = trace.dropped();
    return std::move(made_);
  }

 private:
  static constexpr std::uint32_t kNone = Attribution::kNone;

  void take(const Event& e) {
    switch (e.kind) {
      case EventKind::enter: return passes_.push_back({source_of(Kind::sweep, e)});
      case EventKind::leave:
        if (!passes_.empty()) passes_.pop_back();
        under_way_ = kNone;
        return;
      case EventKind::split:
        made_.splits.push_back(source_of(Kind::group, e));
        return passes_.clear();  // the parts entered are regions, no passes
      case EventKind::group: return begin_region(source_of(Kind::group, e));
      case EventKind::cell: return begin_region(source_of(Kind::cell, e));
      case EventKind::node: return begin_region(source_of(Kind::node, e));
      case EventKind::member: return join(e);
      case EventKind::boundary: return sweep(e);
      case EventKind::order:
        if (!passes_.empty()) pass();
        return sweep(e);
      case EventKind::swap: under_way_ = shared(Kind::swap, e.axis); return;
      case EventKind::fat:
        under_way_ = shared(Kind::fat, Axis::x);
        has_fat_ = true;
        return;
      case EventKind::visit: return visit(e);
      case EventKind::test: return compare(e, true);
      case EventKind::recheck: return recheck(e);
      case EventKind::skip: return compare(e, false);
      case EventKind::hit: return hit({e.a, e.b});
      default: return;
    }
  }

  struct Pass {
    PairSource part;
    std::uint32_t number = kNone;  // index in `parts`, once it has compared or ordered something
  };

  // Notes along which line the sweep runs. The sweep line of an event is a segment across the axis;
  // if it has no extent although the bounds of the pass have, the sweep runs along a slanted line.
  void sweep(const Event& e) {
    if (passes_.empty())
      under_way_ = shared(Kind::sweep, e.axis);
    else if (e.box.min == e.box.max && passes_.back().part.box.min != passes_.back().part.box.max)
      passes_.back().part.is_slanted = true;
  }
  /// The index of the innermost pass in `parts`; the pass is added when it first compares or orders
  /// something. There must be an open pass.
  std::uint32_t pass() {
    Pass& open = passes_.back();
    if (open.number == kNone) open.number = add(open.part);
    return open.number;
  }

  std::uint32_t add(const PairSource& part) {
    made_.parts.push_back(part);
    return static_cast<std::uint32_t>(made_.parts.size() - 1);
  }
  /// The index of the only part of this kind and axis, which is added when first used.
  std::uint32_t shared(Kind kind, Axis axis) {
    std::uint32_t& part = shared_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(axis)];
    if (part == 0) part = add({.kind = kind, .axis = axis}) + 1;
    return part - 1;
  }

  void begin_region(const PairSource& part) {
    region_ = add(part);
    passes_.clear();
    under_way_ = kNone;
    if (part.kind != Kind::node || part.number >= kMaxNodes) return;
    if (node_.size() <= part.number) node_.resize(part.number + std::size_t{1}, kNone);
    node_[part.number] = region_;
  }
  void join(const Event& e) {
    if (region_ == kNone) return;
    if (made_.owner.size() <= e.a) made_.owner.resize(e.a + std::size_t{1}, kNone);
    made_.owner[e.a] = region_;
  }
  /// A visit names a node or a sprite. In an algorithm that has named no group, cell or node, it is
  /// a new sprite, which the next tests compare. If a sweep or node is under way, the next tests
  /// belong to the visited node. Any other visit changes nothing.
  void visit(const Event& e) {
    if (region_ == kNone) {
      under_way_ = shared(Kind::inserted, Axis::x);
    } else if (under_way_ != kNone && e.a < node_.size() && node_[e.a] != kNone) {
      const Kind way = made_.parts[under_way_].kind;
      if (way == Kind::sweep || way == Kind::node) under_way_ = node_[e.a];
    }
  }

  void compare(const Event& e, bool is_test) {
    auto [part, other] = makers(e.a, e.b);
    using enum PairOutcome;
    made_.compared.push_back({e.a, e.b, part, other, is_test ? missed : filtered, is_test});
    made_.tests += is_test;
    if (!is_test) filtered_.push_back(ordered(e.a, e.b));
  }
  /// A recheck belongs to the pair list if the algorithm has fat AABBs, else to the pairs kept from
  /// the last frame, whatever is under way.
  void recheck(const Event& e) {
    const std::uint32_t part = shared(has_fat_ ? Kind::list : Kind::kept, Axis::x);
    made_.compared.push_back({e.a, e.b, part, part});
    ++made_.tests;
  }
  /// The indices of the parts of a and of b that make a test of the two now.
  std::pair<std::uint32_t, std::uint32_t> makers(SpriteId a, SpriteId b) {
    const bool has_swapped = under_way_ != kNone && made_.parts[under_way_].kind == Kind::swap;
    if (!passes_.empty() && !has_swapped) return {pass(), pass()};
    if (under_way_ != kNone) return {under_way_, under_way_};
    const std::uint32_t of_a = made_.owner_of(a), of_b = made_.owner_of(b);
    if (of_a != kNone && of_b != kNone) return {of_a, of_b};
    const std::uint32_t whole = shared(Kind::whole, Axis::x);
    return {whole, whole};
  }

  void hit(Pair p) {
    const bool is_last = !made_.compared.empty() && made_.compared.back().a == p.a &&
                         made_.compared.back().b == p.b && made_.compared.back().is_test;
    if (is_last) made_.compared.back().outcome = PairOutcome::hit;
    made_.kept.push_back(ordered(p.a, p.b));
  }

  /// Corrects the outcomes after the last event. A pair may be reported later than it is tested, or
  /// be tested more than once (the fat AABBs first); all tests of a reported pair count as hits,
  /// and those of a filtered pair as filtered. Until here `kept` holds all reported pairs,
  /// afterward only those without a test.
  void settle() {
    std::ranges::sort(made_.kept, {}, key);
    std::ranges::sort(filtered_, {}, key);
    std::vector<bool> was_tested(made_.kept.size());
    for (Compared& c : made_.compared) {
      if (!c.is_test) continue;
      const Pair pair = ordered(c.a, c.b);
      const auto at = std::ranges::lower_bound(made_.kept, key(pair), {}, key);
      if (at != made_.kept.end() && *at == pair) {
        c.outcome = PairOutcome::hit;
        was_tested[static_cast<std::size_t>(at - made_.kept.begin())] = true;
      } else if (is_among(filtered_, pair)) {
        c.outcome = PairOutcome::filtered;
      }
    }
    std::size_t left = 0;
    for (std::size_t k = 0; k < made_.kept.size(); ++k)
      if (!was_tested[k]) made_.kept[left++] = made_.kept[k];
    made_.kept.resize(left);
  }

  // Nodes with a higher number are not looked up, which bounds the memory.
  static constexpr std::uint32_t kMaxNodes = 1u << 22;
  static constexpr std::size_t kKinds = static_cast<std::size_t>(Kind::whole) + 1;

  Attribution made_;
  std::vector<Pair> filtered_;
  std::vector<Pass> passes_;      // open passes, the innermost last
  std::uint32_t region_ = kNone;  // index of the group, cell or node named last
  // Index of the part that makes the tests, regardless of which parts own the sprites, or kNone
  std::uint32_t under_way_ = kNone;
  bool has_fat_ = false;               // whether the algorithm has compared fat AABBs
  std::vector<std::uint32_t> node_;    // [number of a node] index of its part, or kNone
  std::uint32_t shared_[kKinds][2]{};  // [kind][axis] 1 + index of the only such part; 0: none yet
};

auto order_of(const WhyRow& r) {
  const bool is_hit = r.outcome == PairOutcome::hit;
  return std::tuple(!is_hit, r.outcome, r.other, r.part, r.other_part, r.is_test);
}

const char* noun(Kind kind) {
  return kind == Kind::group ? "group" : kind == Kind::cell ? "cell" : "node";
}

// A title as it is written within a sentence: in lower case unless it is an acronym ("brute force",
// but "RDC").
std::string as_noun(std::string_view title) {
  std::string noun(title);
  const auto is_upper = [&](std::size_t k) { return noun[k] >= 'A' && noun[k] <= 'Z'; };
  if (noun.size() > 1 && is_upper(0) && !is_upper(1))
    noun[0] = static_cast<char>(noun[0] - 'A' + 'a');
  return noun;
}

// Returns the split that put two boxes into different groups: the innermost of a group that held
// both. Null where the trace has none.
const PairSource* split_between(const Attribution& made, const Aabb& a, const Aabb& b) {
  const PairSource* innermost = nullptr;
  for (const PairSource& split : made.splits)
    if (contains(split.box, a) && contains(split.box, b) &&
        (!innermost || split.depth > innermost->depth))
      innermost = &split;
  return innermost;
}

Sentence why_apart(const PairSource& a, const PairSource& b, bool is_one_static,
                   const PairSource* split) {
  if (a.kind == Kind::group && is_one_static)
    return say(
        "not tested: in groups {} and {}, and the one that moves does not reach the group "
        "of the static one",
        a.number, b.number);
  if (a.kind == Kind::group && split)
    return say("not tested: a gap along {} between them, in groups {} and {}",
               split->axis == Axis::x ? "x" : "y", a.number, b.number);
  if (a.kind == Kind::group)
    return say("not tested: in groups {} and {}, cut apart by an empty stripe", a.number, b.number);
  if (a.kind == Kind::cell)
    return say("not tested: in cells {} and {}, which are not visited together", a.number,
               b.number);
  return say("not tested: in nodes {} and {}, and neither reaches into the other's node", a.number,
             b.number);
}

// Tells why two boxes of the same part were not compared.
Sentence why_not_within(const PairSource& part, const Aabb& a, const Aabb& b) {
  if (overlaps(a, b))
    return say("both in {} {}, which did not compare them", noun(part.kind), part.number);
  return say("both in {} {}, but one ends before the other begins", noun(part.kind), part.number);
}

bool are_apart(const Aabb& a, const Aabb& b, const PairSource& sweep) {
  if (sweep.is_slanted) return !overlaps(a, b);
  return high(a, sweep.axis) <= low(b, sweep.axis) || high(b, sweep.axis) <= low(a, sweep.axis);
}

// Tells why two boxes were not compared by an algorithm that has no groups, cells or nodes of both.
Sentence why_not_at_all(const Attribution& made, const Aabb& a, const Aabb& b) {
  const auto has = [&](Kind kind) {
    return std::ranges::find(made.parts, kind, &PairSource::kind);
  };
  const bool overlap = overlaps(a, b);
  if (has(Kind::fat) != made.parts.end() && !overlap) return "their fat AABBs do not overlap";
  if ((has(Kind::kept) != made.parts.end() || has(Kind::swap) != made.parts.end()) && !overlap)
    return "neither began to overlap the other on an axis since the frame before";
  const auto sweep = has(Kind::sweep);
  if (sweep != made.parts.end() && are_apart(a, b, *sweep))
    return say("one ends before the other begins in {}", name_of(*sweep, ""));
  return "nothing brought the two together";
}

std::string_view why_not_eligible(const Frame& f, SpriteId a, SpriteId b) {
  if (!f.is_static.empty() && f.is_static[a] && f.is_static[b])
    return "both are static, and two static ones are never a pair";
  const Filter p = f.filters[a], q = f.filters[b];
  if (p.group != 0 && p.group == q.group)
    return "both are of the same group below 0, whose members are never a pair";
  if ((p.mask & q.category) == 0 && (q.mask & p.category) == 0)
    return "neither mask contains the other's category";
  return "only one of their masks contains the other's category";
}

}  // namespace

Attribution attribute(const Recorder& trace) { return Fold().run(trace); }

std::vector<WhyRow> why_tested(const Attribution& made, SpriteId sprite,
                               std::optional<SpriteId> with) {
  std::vector<WhyRow> rows;
  for (const Compared& c : made.compared) {
    if (!c.is_of(sprite) || (with && !c.is_of(*with))) continue;
    if (c.a == sprite)
      rows.push_back({c.b, c.part, c.other, c.outcome, c.is_test});
    else
      rows.push_back({c.a, c.other, c.part, c.outcome, c.is_test});
  }
  for (const Pair p : made.kept) {
    if ((p.a != sprite && p.b != sprite) || (with && p.a != *with && p.b != *with)) continue;
    rows.push_back({p.a == sprite ? p.b : p.a, Attribution::kNone, Attribution::kNone,
                    PairOutcome::hit, false});
  }
  std::ranges::sort(rows, {}, order_of);
  std::size_t kept = 0;
  for (const WhyRow& row : rows)
    if (kept > 0 && order_of(rows[kept - 1]) == order_of(row))
      ++rows[kept - 1].times;
    else
      rows[kept++] = row;
  rows.resize(kept);
  return rows;
}

Sentence name_of(const PairSource& part, std::string_view algorithm) {
  const char* axis = part.axis == Axis::x ? "x" : "y";
  switch (part.kind) {
    case Kind::sweep:
      if (part.is_slanted) return "the sweep along a slanted line";
      return say("the sweep along {}", axis);
    case Kind::swap: return say("a change of places along {}", axis);
    case Kind::fat: return "a search for fat AABBs that overlap";
    case Kind::list: return "the list of pairs whose fat AABBs overlap";
    case Kind::kept: return "the recheck of a pair that overlapped before";
    case Kind::inserted: return "a new sprite that met all others";
    case Kind::whole: return say("{} itself", as_noun(algorithm));
    default: return say("{} {}", noun(part.kind), part.number);
  }
}

Sentence name_of(const Attribution& made, const WhyRow& row, std::string_view algorithm) {
  if (row.part == Attribution::kNone) return "nothing: the pair was reported without a test";
  const auto named = [&](const PairSource& part) {
    const Sentence name = name_of(part, algorithm);
    return part.size > 0 ? say("{} ({})", name, counted(part.size, "sprite")) : name;
  };
  const Sentence one = named(made.parts[row.part]);
  if (row.part == row.other_part) return one;
  return say("{} and {}", one, named(made.parts[row.other_part]));
}

Sentence why_together(const Attribution& made, const WhyRow& row) {
  if (row.part == Attribution::kNone) return {};
  const PairSource& part = made.parts[row.part];
  const Sentence name = name_of(part, "");
  const bool is_region =
      part.kind == Kind::group || part.kind == Kind::cell || part.kind == Kind::node;
  if (part.kind == Kind::sweep) return say("both are open at once in {}", name);
  if (!is_region) return {};
  if (row.part != row.other_part)
    return say("one lies in {}, the other in {}", name, name_of(made.parts[row.other_part], ""));
  switch (part.ending) {
    case Ending::small: return say("both lie in {}, which is too small to be cut further", name);
    case Ending::no_gap: return say("both lie in {}, which no gap along x or y divides", name);
    case Ending::tie:
      return say("both lie in {}, which only boundaries that coincide keep whole", name);
    case Ending::depth: return say("both lie in {}, which is at the limit of depth", name);
    default: return say("both lie in {}", name);
  }
}

std::string_view name_of(PairOutcome outcome) {
  switch (outcome) {
    case PairOutcome::hit: return "hit";
    case PairOutcome::filtered: return "may not collide";
    default: return "no overlap";
  }
}

const PairSource* group_at(const Attribution& made, Vec2 place) {
  const auto at = std::ranges::find_if(made.parts, [&](const PairSource& part) {
    return part.kind == Kind::group && contains(part.box, place);
  });
  return at == made.parts.end() ? nullptr : &*at;
}

Sentence why_untested(const Attribution& made, SpriteId a, SpriteId b, const Frame& frame) {
  if (is_among(made.kept, ordered(a, b))) return "not tested: the pair was reported without a test";
  if (!eligible(frame, a, b)) return say("not tested: {}", why_not_eligible(frame, a, b));
  if (made.dropped > 0) return "no test is known, but not all events were kept";
  const std::uint32_t of_a = made.owner_of(a), of_b = made.owner_of(b);
  if (of_a == Attribution::kNone || of_b == Attribution::kNone)
    return say("not tested: {}", why_not_at_all(made, frame.boxes[a], frame.boxes[b]));
  const bool is_one_static = !frame.is_static.empty() && frame.is_static[a] != frame.is_static[b];
  if (of_a != of_b)
    return why_apart(made.parts[of_a], made.parts[of_b], is_one_static,
                     split_between(made, frame.boxes[a], frame.boxes[b]));
  return say("not tested: {}", why_not_within(made.parts[of_a], frame.boxes[a], frame.boxes[b]));
}

}  // namespace phasebox
