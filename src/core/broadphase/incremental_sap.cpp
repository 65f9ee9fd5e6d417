// SPDX-License-Identifier: MIT
// Incremental sweep and prune: sorted endpoints on both axes, kept and repaired (J. Cohen, M. Lin,
// D. Manocha, M. Ponamgi, "I-COLLIDE", 1995).
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "core/broadphase/broadphase.hpp"
#include "core/broadphase/renaming.hpp"
#include "core/broadphase/wording.hpp"
#include "core/ordered.hpp"

namespace phasebox {
namespace {

struct IncrementalSapParams {
  float swap_budget = 2;
};

constexpr std::array kSapRows{
    param<&IncrementalSapParams::swap_budget>(
        "swap-budget", 0, 100, "swaps",
        "Swaps per endpoint and doubling of their number that a frame may take; past that, both "
        "lists are sorted anew. 0 always sorts anew."),
};

/// Begin or end of a box on one axis, as one number that sorts as the list does: position, then
/// rank, then sprite, then begin before end.
///
/// At one position, ends come first and begins last, so touching boxes do not overlap in the list.
/// Between them come boxes of no extent there, each begin next to its own end: so a point overlaps
/// neither what begins or ends at it nor another point, but every box it lies strictly inside of.
/// Two boxes thus overlap on the axis exactly when each begins before the other ends in the list.
class Endpoint {
 public:
  Endpoint() = default;
  static Endpoint begin(const Aabb& box, Axis axis, SpriteId id) {
    const bool is_flat = !(low(box, axis) < high(box, axis));
    return Endpoint(low(box, axis), is_flat ? flat : begins, id << 1);
  }
  static Endpoint end(const Aabb& box, Axis axis, SpriteId id) {
    const bool is_flat = !(low(box, axis) < high(box, axis));
    return Endpoint(high(box, axis), is_flat ? flat : ends, id << 1 | 1);
  }
  /// The same end of the same sprite, in this frame.
  Endpoint moved(std::span<const Aabb> boxes, Axis axis) const {
    return is_end() ? end(boxes[id()], axis, id()) : begin(boxes[id()], axis, id());
  }
  /// The same end, of a sprite that has another id now.
  Endpoint renamed(SpriteId id) const {
    return Endpoint((bits_ & ~kTagMask) | (std::uint64_t{id} << 1 | (bits_ & 1)));
  }

  SpriteId id() const { return static_cast<SpriteId>((bits_ & kTagMask) >> 1); }
  bool is_begin() const { return !is_end(); }
  bool is_end() const { return bits_ & 1; }
  float position() const { return unordered(static_cast<std::uint32_t>(bits_ >> 32)); }
  friend bool operator<(Endpoint a, Endpoint b) { return a.bits_ < b.bits_; }

 private:
  enum Rank : std::uint32_t { ends, flat, begins };
  static constexpr unsigned kTagBits = 30;
  static constexpr std::uint64_t kTagMask = (1u << kTagBits) - 1;

  explicit Endpoint(std::uint64_t bits) : bits_(bits) {}
  Endpoint(float position, Rank rank, std::uint32_t tag)
      : bits_(std::uint64_t{ordered(position)} << 32 | std::uint64_t{rank} << kTagBits | tag) {
    assert(tag <= kTagMask && "at most 2^29 sprites");
  }

  std::uint64_t bits_ = 0;  // 0 comes before all others
};

/// Where a box lies on one axis; without values, nowhere.
struct Extent {
  float low = std::numeric_limits<float>::max(), high = std::numeric_limits<float>::lowest();

  bool is_unborn() const { return low > high; }
};
constexpr bool overlaps(Extent a, Extent b) { return a.low < b.high && b.low < a.high; }

/// The endpoints of all boxes, sorted on each axis, are kept from frame to frame. A frame moves
/// them and repairs the order by insertion sort, from left to right. Of two endpoints that changed
/// their order, one swap tells: a begin that passes an end to the left may make a pair, and the
/// boxes are compared then, on both axes; an end that passes a begin parts one. Pairs that overlap
/// on one axis only, which can be many times more, are never stored.
///
/// The list of pairs is exact for the last frame, so this frame it only loses pairs that no longer
/// overlap (found by comparing each once, before the repair) and gains those a swap reveals. A pair
/// that came to overlap on both axes at once is revealed by both: the y axis leaves it to the x
/// axis if it was apart there a frame ago. Who is eligible is asked when a pair is emitted.
///
/// Sprites added and removed need no rebuild: one pass renames and drops, new endpoints are merged
/// into the sorted lists, and each new box is compared with all.
///
/// When a frame takes more swaps than `swap-budget` times m log2(m), m = 2n endpoints, the boxes
/// have been mixed up (teleports, a new scene) and sorting anew is cheaper: both lists are rebuilt
/// by sort and the pairs found by a sweep.
///
/// Cost: O(n + swaps + pairs), expected O(n) for small motion of a loose scene, since endpoints
/// pass few others; swaps grow with the density of endpoints on an axis. Worst case that of the
/// rebuild: O(n log n) and a sweep, O(n^2) when all boxes share a stretch of x. Keeps between
/// frames: both lists, the pairs, the extents on x: 40 bytes per sprite, 8 per pair; a rebuild
/// works in 20 more per sprite. Source: J. D. Cohen, M. C. Lin, D. Manocha, M. K. Ponamgi,
/// "I-COLLIDE: An Interactive and Exact Collision Detection System for Large-Scale Environments",
/// 1995, section 4.2.
class IncrementalSap final : public BroadphaseOf<IncrementalSap, IncrementalSapParams, kSapRows> {
 public:
  void reset(const Frame& f) override {
    is_sorted_ = false;
    births_.clear();
    for (auto& list : lists_) list.reserve(2 * f.size() + 1);
    extents_.reserve(f.size()), row_.reserve(f.size()), births_.reserve(f.size());
  }

  /// Renames what stays and drops what is gone; what is new is taken in by the next frame.
  void edit(const Frame& f, std::span<const Edit> edits) override {
    if (!is_sorted_ || !renaming_.follow(extents_.size(), edits, f.size())) return reset(f);
    for (auto& list : lists_) rename(list);
    rename_pairs();
    rename_extents(f.size());
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    if constexpr (T::on) bounds_ = bounds_of(f);
    swaps_ = 0;
    is_sorted_ = is_sorted_ && extents_.size() == f.size();
    is_repaired_ = is_sorted_ && update(f, trace);
    if (!is_repaired_) rebuild(f, trace);
    is_sorted_ = true;
    births_.clear();
    remember_extents(f);
    if constexpr (T::on) trace_lists(f, trace);
    emit(f, out, trace);
  }

  void remark(const Frame& f, std::vector<Remark>& out) const override {
    if (f.size() < 2) return;
    const std::string endpoints = grouped(4 * f.size()) + " endpoints";
    out.push_back({false, is_repaired_ ? counted(swaps_, "swap") + " kept " + endpoints + " sorted."
                                       : "Too many boxes changed places to repair the lists: " +
                                             endpoints + " were sorted anew."});
  }

 private:
  using List = std::vector<Endpoint>;

  /// False when it was given up, half done, for being more work than a rebuild.
  template <class T>
  bool update(const Frame& f, T& trace) {
    const std::uint64_t budget = swap_budget(f.size());
    if (births_.size() * f.size() > budget) return false;
    drop_parted(f);
    if (!repair<Axis::x>(f, budget, trace) || !repair<Axis::y>(f, budget, trace)) return false;
    take_in_births(f, trace);
    return true;
  }

  std::uint64_t swap_budget(std::size_t n) const {
    const auto endpoints = static_cast<double>(2 * n);
    const auto doublings = static_cast<double>(std::bit_width(2 * n));
    return static_cast<std::uint64_t>(static_cast<double>(p_.swap_budget) * endpoints * doublings);
  }

  void drop_parted(const Frame& f) {
    Pair* const pairs = pairs_.items().data();
    std::size_t kept = 0;
    for (const Pair p : pairs_.items()) {
      pairs[kept] = p;
      kept += overlaps(f.boxes[p.a], f.boxes[p.b]);
    }
    shorten_pairs(kept);
  }
  void shorten_pairs(std::size_t size) {
    pairs_.clear();
    pairs_.room(size), pairs_.commit(size);
  }

  template <Axis axis, class T>
  bool repair(const Frame& f, std::uint64_t budget, T& trace) {
    List& list = lists_[static_cast<std::size_t>(axis)];
    for (std::size_t at = 1; at < list.size(); ++at) {
      const Endpoint moving = list[at].moved(f.boxes, axis);
      std::size_t to = at;
      for (; moving < list[to - 1]; --to) {
        const Endpoint passed = list[to - 1];
        if constexpr (T::on) trace.add(swap_of(axis, moving, passed));
        if (passed.is_end() && !moving.is_end()) meet<axis>(f, moving.id(), passed.id(), trace);
        list[to] = passed;
      }
      list[to] = moving;
      swaps_ += at - to;
      if (swaps_ > budget) return false;
    }
    return true;
  }

  /// The begin of one box has passed the end of another.
  template <Axis axis, class T>
  void meet(const Frame& f, SpriteId i, SpriteId j, T& trace) {
    if constexpr (T::on) trace.add({Mark::test, axis, 0, i, j});
    if (!overlaps(f.boxes[i], f.boxes[j])) return;
    if (axis == Axis::x || overlaps(extents_[i], extents_[j])) pairs_.emit(i, j);
  }

  template <class T>
  void take_in_births(const Frame& f, T& trace) {
    if (births_.empty()) return;
    merge_births<Axis::x>(f);
    merge_births<Axis::y>(f);
    for (const SpriteId i : births_)
      for (SpriteId j = 0; j < f.size(); ++j) {
        if (i == j || (j > i && extents_[j].is_unborn())) continue;
        if constexpr (T::on) trace.add({Mark::test, Axis::x, 0, i, j});
        if (overlaps(f.boxes[i], f.boxes[j])) pairs_.emit(i, j);
      }
  }

  /// From the back, so that every endpoint moves once.
  template <Axis axis>
  void merge_births(const Frame& f) {
    List& list = lists_[static_cast<std::size_t>(axis)];
    born_.clear();
    for (const SpriteId id : births_) push_endpoints<axis>(f, id, born_);
    std::sort(born_.begin(), born_.end());
    std::size_t old = list.size(), left = born_.size();
    list.resize(old + left);
    for (std::size_t to = list.size(); left > 0;)
      list[--to] = born_[left - 1] < list[old - 1] ? list[--old] : born_[--left];
  }

  template <Axis axis>
  static void push_endpoints(const Frame& f, SpriteId id, List& list) {
    list.push_back(Endpoint::begin(f.boxes[id], axis, id));
    list.push_back(Endpoint::end(f.boxes[id], axis, id));
  }

  template <class T>
  void rebuild(const Frame& f, T& trace) {
    fill<Axis::x>(f);
    fill<Axis::y>(f);
    row_.clear();
    for (const Endpoint e : std::span(lists_[0]).subspan(1))
      if (e.is_begin()) row_.push_back({f.boxes[e.id()], e.id()});
    pairs_.clear();
    for (std::size_t i = 0; i < row_.size(); ++i) sweep_from(i, trace);
  }

  template <Axis axis>
  void fill(const Frame& f) {
    List& list = lists_[static_cast<std::size_t>(axis)];
    list.assign(1, Endpoint{});
    for (SpriteId id = 0; id < f.size(); ++id) push_endpoints<axis>(f, id, list);
    std::sort(list.begin(), list.end());
  }

  /// Compares a box with those that begin after it and before it ends. A branch on a comparison
  /// that comes out either way would cost more than writing every pair and keeping some.
  template <class T>
  void sweep_from(std::size_t i, T& trace) {
    const Swept s = row_[i];
    for (std::size_t j = i + 1; j < row_.size() && row_[j].box.min.x < s.box.max.x;) {
      const std::size_t stop = std::min(row_.size(), j + kRoom);
      Pair* const to = pairs_.room(kRoom);
      std::size_t found = 0;
      for (; j < stop && row_[j].box.min.x < s.box.max.x; ++j) {
        if constexpr (T::on) trace.add({Mark::test, Axis::x, 0, s.id, row_[j].id});
        to[found] = {std::min(s.id, row_[j].id), std::max(s.id, row_[j].id)};
        found += overlaps(s.box, row_[j].box);
      }
      pairs_.commit(found);
    }
  }

  template <class T>
  void emit(const Frame& f, PairSink& out, T& trace) {
    pairs_.room(kRoom);  // no later frame with as many pairs has to ask for more
    Pair* const to = out.room(pairs_.size());
    std::size_t kept = 0;
    for (const Pair p : pairs_.items()) {
      to[kept] = p;
      const bool is_wanted = eligible(f, p.a, p.b);
      kept += is_wanted;
      if constexpr (T::on) trace.add({is_wanted ? Mark::hit : Mark::skip, Axis::x, 0, p.a, p.b});
    }
    out.commit(kept);
  }

  void rename(List& list) {
    std::size_t kept = 1;
    for (std::size_t at = 1; at < list.size(); ++at) {
      const SpriteId now = renaming_.now(list[at].id());
      if (now != kNobody) list[kept++] = list[at].renamed(now);
    }
    list.resize(kept);
    restore_order(list);
  }
  /// At one position the ids decide, and those have changed.
  static void restore_order(List& list) {
    for (std::size_t at = 2; at < list.size(); ++at)
      for (std::size_t to = at; list[to] < list[to - 1]; --to) std::swap(list[to], list[to - 1]);
  }
  void rename_pairs() {
    std::size_t kept = 0;
    for (const Pair p : pairs_.items()) {
      const SpriteId a = renaming_.now(p.a), b = renaming_.now(p.b);
      if (a != kNobody && b != kNobody) pairs_.items()[kept++] = {std::min(a, b), std::max(a, b)};
    }
    shorten_pairs(kept);
  }
  void rename_extents(std::size_t n) {
    spare_extents_.assign(n, Extent{});
    births_.clear();
    for (SpriteId id = 0; id < n; ++id) {
      const SpriteId before = renaming_.before(id);
      if (before != kNobody) spare_extents_[id] = extents_[before];
      if (spare_extents_[id].is_unborn()) births_.push_back(id);
    }
    extents_.swap(spare_extents_);
  }
  void remember_extents(const Frame& f) {
    extents_.resize(f.size());
    for (SpriteId id = 0; id < f.size(); ++id)
      extents_[id] = {f.boxes[id].min.x, f.boxes[id].max.x};
  }

  static Aabb bounds_of(const Frame& f) {
    Aabb bounds = f.size() == 0 ? Aabb{} : f.boxes[0];
    for (const Aabb& box : f.boxes) bounds = united(bounds, box);
    return bounds;
  }
  /// Across all boxes, at the endpoint.
  Aabb line(Axis axis, Endpoint e) const {
    const float at = e.position();
    return axis == Axis::x ? Aabb{{at, bounds_.min.y}, {at, bounds_.max.y}}
                           : Aabb{{bounds_.min.x, at}, {bounds_.max.x, at}};
  }
  Event swap_of(Axis axis, Endpoint moving, Endpoint passed) const {
    return {Mark::swap, axis, 0, moving.id(), passed.id(), line(axis, moving)};
  }
  template <class T>
  void trace_lists(const Frame& f, T& trace) {
    for (const Axis axis : {Axis::x, Axis::y}) {
      const auto number = static_cast<std::uint32_t>(axis);
      trace.add({Mark::enter, axis, 0, number, static_cast<std::uint32_t>(f.size()), bounds_});
      for (const Endpoint e : std::span(lists_[number]).subspan(1))
        trace.add({Mark::boundary, axis, 0, e.id(), e.is_begin(), line(axis, e)});
      trace.add({Mark::leave, axis, 0, number});
    }
  }

  struct Swept {
    Aabb box;
    SpriteId id;
  };
  static constexpr std::size_t kRoom = 64;

  std::array<List, 2> lists_;     // by axis; a sentinel before all others saves a test
  std::vector<Extent> extents_;   // [sprite] on x, of the last frame
  PairSink pairs_;                // all that overlap, eligible or not
  std::vector<Swept> row_;        // of a rebuild: by begin on x
  std::vector<SpriteId> births_;  // sprites that the lists do not know yet
  List born_;                     // their endpoints
  std::vector<Extent> spare_extents_;
  Renaming renaming_;
  bool is_sorted_ = false, is_repaired_ = false;
  std::uint64_t swaps_ = 0;  // of the last frame
  Aabb bounds_;              // of all boxes, for the trace
};

}  // namespace

extern const BroadphaseEntry incremental_sap_entry{
    "incremental-sap", "Incremental sweep and prune",
    "Keeps where boxes begin and end sorted on both axes; whoever changes places makes or parts a "
    "pair.",
    "J. Cohen, M. Lin, D. Manocha, M. Ponamgi, I-COLLIDE, 1995", make_broadphase<IncrementalSap>};

}  // namespace phasebox
