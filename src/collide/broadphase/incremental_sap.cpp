// SPDX-License-Identifier: MIT
// Incremental sweep and prune: sorted endpoints on both axes, kept and repaired (J. Cohen, M. Lin,
// D. Manocha, M. Ponamgi, "I-COLLIDE", 1995).
#include "base/number_format.hpp"
#include "collide/broadphase/kernels/small_frame.hpp"
#include "collide/broadphase/list/pair_list.hpp"
#include "collide/broadphase/sweep/endpoint.hpp"
#include "collide/broadphase/sweep/length_rows.hpp"
#include "collide/broadphase/sweep/swept_line.hpp"

namespace phasebox {

// The broadphase that finds the pairs in frames in which the lists are not repaired.
extern const BroadphaseEntry sort_and_sweep_entry;

namespace {

struct IncrementalSapParams {
  float swap_budget = 0.25f;
};

constexpr std::array kSapRows{
    param<&IncrementalSapParams::swap_budget>(
        "swap-budget", 0, 100, "swaps",
        "Swaps per endpoint and doubling of their number that a frame may take; past that, both "
        "lists are sorted from scratch. 0 always sorts from scratch.")
        .tuned(0.25, 32),
};

/// Stands for the box of the last frame of a sprite that is not in the lists yet: min above max, so
/// it overlaps nothing.
constexpr Aabb kUnborn{{kMaxFloat, kMaxFloat}, {-kMaxFloat, -kMaxFloat}};
constexpr bool is_unborn(const Aabb& box) { return box.min.x > box.max.x; }
constexpr bool overlap_on_x(const Aabb& a, const Aabb& b) {
  return a.min.x < b.max.x && b.min.x < a.max.x;
}
/// Whether two boxes overlap, without branches: where one box is compared with all, these would
/// often be mispredicted.
constexpr bool overlap_at_once(const Aabb& a, const Aabb& b) {
  return (a.min.x < b.max.x) & (b.min.x < a.max.x) & (a.min.y < b.max.y) & (b.min.y < a.max.y);
}

/// The endpoints of all boxes, sorted on each axis, are kept from frame to frame. A frame moves
/// them and repairs the order by insertion sort, from left to right. Two endpoints that change
/// their order are swapped once. A begin that passes an end to the left may make a pair, and the
/// boxes are compared then, on both axes; an end that passes a begin parts a pair. Pairs that
/// overlap on one axis only, which can be many times more, are never stored.
///
/// The list of pairs is exact for the last frame, so in this frame it only loses pairs that no
/// longer overlap (found by comparing each once, before the repair) and gains those that a swap
/// reveals. A pair that came to overlap on both axes at once is revealed by both: the y axis leaves
/// it to the x axis if it was apart there a frame ago. Eligibility is tested when a pair is
/// emitted.
///
/// Sprites added and removed need no rebuild. The endpoints of sprites that are gone or have
/// another id are found where they were and taken out, the others close up, and new endpoints are
/// put between them; each new box is compared with all.
///
/// When a frame takes more swaps than about `swap-budget` times m log2(m), m = 2n endpoints, the
/// boxes have been mixed up (teleports, a new scene) and both lists are sorted again;
/// sort-and-sweep then finds the pairs. The same is done where so many sprites are new that
/// comparing each with all would take longer. In a large, dense world that happens in every frame,
/// by ordinary motion: an endpoint passes O(sqrt(n)) others. So after a frame that took too many
/// swaps the next one is not repaired either, after further such frames the next 3, 7 and at most
/// 63, and the lists are sorted only when the next repair needs them.
///
/// Cost: O(n + swaps + pairs), expected O(n) for small motion of a loose scene, since endpoints
/// pass few others; swaps grow with the density of endpoints on an axis. Worst case that of
/// sort-and-sweep. A query takes O(log n + boxes that overlap on one axis, or nearly), the first of
/// a frame O(n) more: the lists hold no boxes, so these are laid out in rows for it, see
/// LengthRows. Keeps between frames: both lists, the pairs, the boxes: 56 bytes per sprite,
/// 40 more once a query has come, 8 per pair; sorting from scratch works in 16 more per sprite and
/// in sort-and-sweep's memory. Source: J. D. Cohen, M. C. Lin, D. Manocha, M. K. Ponamgi,
/// "I-COLLIDE: An Interactive and Exact Collision Detection System for Large-Scale Environments",
/// 1995, section 4.2.
class IncrementalSap final : public BroadphaseOf<IncrementalSap, IncrementalSapParams, kSapRows> {
 public:
  void reset(const Frame& f) override {
    is_sorted_ = false;
    wait_ = {};
    inserted_.clear();
    for (auto& list : lists_) list.reserve(2 * f.size() + 1);
    sort_.reserve(2 * f.size());
    past_.reserve(f.size());
    inserted_.reserve(f.size());
    finder_->reset(f);
  }

  /// Gives sprites that stay their new ids in lists and pairs, and drops those that are gone. New
  /// sprites enter the lists in the next frame. Where there are no lists to be changed, or the
  /// edits do not fit the last frame, it resets.
  void edit(const Frame& f, std::span<const Edit> edits) override {
    if (!is_sorted_ || !are_lists_filled_ || !remap_.follow(past_.size(), edits, f.size())) {
      const Wait wait = wait_;
      reset(f);
      wait_ = wait;
      return;
    }
    rename<Axis::x>();
    rename<Axis::y>();
    remap_pairs();
    remap_past(f.size());
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    if constexpr (T::on) bounds_ = bounds_of(f.boxes);
    swaps_ = 0;
    query_rows_.clear();
    is_sorted_ = is_sorted_ && past_.size() == f.size();
    was_known_ = is_sorted_;
    is_repaired_ = is_sorted_ && wait_.left == 0 && update(f, trace);
    wait_.note(is_sorted_, is_repaired_);
    if (!is_repaired_) rebuild(f, trace);
    is_sorted_ = true;
    inserted_.clear();
    past_.assign(f.boxes.begin(), f.boxes.end());
    emit(f, out, trace);
  }

  /// Searches rows along the axis on which the boxes' centers are spread more widely.
  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    assert(past_.size() == f.size() && "query comes after find_pairs of the same frame");
    query_rows_.of(f).query(box, out, log);
  }

  void remark(const Frame& f, std::vector<Remark>& out) const override {
    if (f.size() < 2) return;
    const Sentence endpoints = counted(4 * f.size(), "endpoint");
    const char* const why = was_known_ ? "Too many boxes changed places to repair the lists: {} "
                                         "were sorted from scratch."
                                       : "The sprites are new: {} were sorted from scratch.";
    out.push_back({false, is_repaired_
                              ? Sentence("{} kept {} sorted.", {counted(swaps_, "swap"), endpoints})
                              : Sentence(why, {endpoints})});
  }

 private:
  using List = std::vector<Endpoint>;

  /// Counts the frames in which no repair is tried, after frames that took too many swaps.
  struct Wait {
    static constexpr std::uint32_t kLongest = 63;

    std::uint32_t left = 0, last = 0;  // frames still to wait; frames of the last wait

    /// Notes that a frame is done. `was_known` says whether the pairs of the frame before were
    /// known, so that a repair could be tried.
    void note(bool was_known, bool is_repaired) {
      if (left > 0)
        --left;
      else if (is_repaired)
        last = 0;
      else if (was_known)
        left = last = std::min(2 * last + 1, kLongest);
    }
  };

  /// One swap takes as long as about this many comparisons of boxes; set by hand.
  static constexpr std::uint64_t kTestsPerSwap = 4;

  /// Repairs the lists and the pairs. Returns false when that was given up, half done, as it takes
  /// more work than a rebuild.
  template <class T>
  bool update(const Frame& f, T& trace) {
    const std::uint64_t budget = swap_budget(f.size());
    if (inserted_.size() * f.size() > kTestsPerSwap * budget) return false;
    drop_parted(f, trace);
    if (!repair<Axis::x>(f, budget, trace) || !repair<Axis::y>(f, budget, trace)) return false;
    insert_all(f, trace);
    return true;
  }

  /// Returns the number of swaps that a frame of n sprites may take.
  std::uint64_t swap_budget(std::size_t n) const {
    const auto endpoints = static_cast<double>(2 * n);
    const auto doublings = static_cast<double>(std::bit_width(2 * n));
    return static_cast<std::uint64_t>(static_cast<double>(p_.swap_budget) * endpoints * doublings);
  }

  /// Drops the pairs that no longer overlap.
  template <class T>
  void drop_parted(const Frame& f, T& trace) {
    pairs_.keep_if([&](const Pair& p) {
      if constexpr (T::on) trace.add({EventKind::recheck, Axis::x, 0, p.a, p.b});
      return overlaps(f.boxes[p.a], f.boxes[p.b]);
    });
  }

  /// Sets the endpoints of an axis to the boxes of this frame and sorts them again, by insertion.
  /// Returns false, half done, when the frame has taken more than `budget` swaps so far. All
  /// endpoints get their new position before any changes its place: reading boxes in any order is
  /// quick while nothing waits for the outcome of a comparison.
  template <Axis axis, class T>
  bool repair(const Frame& f, std::uint64_t budget, T& trace) {
    List& list = lists_[static_cast<std::size_t>(axis)];
    for (Endpoint& e : std::span(list).subspan(1)) e = e.moved(f.boxes, axis);
    if constexpr (T::on) trace_list(f, axis, trace);
    for (std::size_t at = 2; at < list.size(); ++at) {
      const Endpoint moving = list[at];
      if (!(moving < list[at - 1])) continue;
      swaps_ += at - put_back<axis>(f, at, trace);
      if (swaps_ > budget) return false;
    }
    if constexpr (T::on) trace_end(axis, trace);
    return true;
  }

  /// Moves the endpoint at `at` left to its place, whose index is returned, and adds the pairs that
  /// this reveals. An end that goes left only parts pairs, and those have been dropped.
  template <Axis axis, class T>
  std::size_t put_back(const Frame& f, std::size_t at, T& trace) {
    List& list = lists_[static_cast<std::size_t>(axis)];
    const Endpoint moving = list[at];
    for (; moving < list[at - 1]; --at) {
      const Endpoint passed = list[at - 1];
      if constexpr (T::on) trace.add(swap_of(axis, moving, passed));
      if (moving.is_begin() && passed.is_end()) meet<axis>(f, moving.id(), passed.id(), trace);
      list[at] = passed;
    }
    list[at] = moving;
    return at;
  }

  /// Adds the pair of two boxes if they overlap: the begin of one has passed the end of the other.
  template <Axis axis, class T>
  void meet(const Frame& f, SpriteId i, SpriteId j, T& trace) {
    if constexpr (T::on) trace.add({EventKind::test, axis, 0, i, j});
    if (!overlaps(f.boxes[i], f.boxes[j])) return;
    if (axis == Axis::x || overlap_on_x(past_[i], past_[j])) pairs_.emit(i, j);
  }

  /// Puts the new sprites into the lists and adds their pairs.
  template <class T>
  void insert_all(const Frame& f, T& trace) {
    if (inserted_.empty()) return;
    merge_inserted<Axis::x>(f, trace);
    merge_inserted<Axis::y>(f, trace);
    for (const SpriteId i : inserted_) {
      if constexpr (T::on) trace.add({EventKind::visit, Axis::x, 0, i, 0, f.boxes[i]});
      for (SpriteId j = 0; j < f.size(); ++j) {
        if (i == j) continue;
        if constexpr (T::on) trace.add({EventKind::test, Axis::x, 0, i, j});
        if (!overlap_at_once(f.boxes[i], f.boxes[j])) continue;
        const bool is_met_later = j > i && is_unborn(past_[j]);
        if (!is_met_later) pairs_.emit(i, j);
      }
    }
  }

  template <Axis axis, class T>
  void merge_inserted(const Frame& f, [[maybe_unused]] T& trace) {
    List& list = lists_[static_cast<std::size_t>(axis)];
    born_.clear();
    for (const SpriteId id : inserted_) push_endpoints<axis>(f.boxes[id], id, born_);
    put_in(list);
    if constexpr (T::on)
      for (const Endpoint e : born_) trace_endpoint(axis, e, trace);
  }

  template <Axis axis>
  static void push_endpoints(const Aabb& box, SpriteId id, List& list) {
    list.push_back(Endpoint::begin(box, axis, id));
    list.push_back(Endpoint::end(box, axis, id));
  }

  /// Merges the new endpoints `born_` into the list. From the back, the endpoints between two new
  /// ones move once, as a block.
  void put_in(List& list) {
    std::sort(born_.begin(), born_.end());
    const auto old = static_cast<std::ptrdiff_t>(list.size());
    list.resize(list.size() + born_.size());
    const auto begin = list.begin();
    auto end = begin + old, to = list.end();
    for (auto born = born_.end(); born != born_.begin();) {
      const auto at = std::lower_bound(begin, end, *--born);
      to = std::move_backward(at, end, to);
      *--to = *born;
      end = at;
    }
  }
  /// Takes the endpoints `gone_` out of the list. From the front, the endpoints between two of them
  /// move once, as a block.
  void take_out(List& list) {
    std::sort(gone_.begin(), gone_.end());
    auto to = list.end(), from = list.begin();
    for (const Endpoint gone : gone_) {
      const auto at = std::lower_bound(from, list.end(), gone);
      assert(at != list.end() && !(gone < *at) && "it lies where it was a frame ago");
      to = to == list.end() ? at : std::move(from, at, to);
      from = at + 1;
    }
    if (!gone_.empty()) list.erase(std::move(from, list.end(), to), list.end());
  }

  /// Finds all pairs by sort-and-sweep. Sorts the lists from scratch only when they are logged or
  /// the next frame tries a repair.
  template <class T>
  void rebuild(const Frame& f, T& trace) {
    are_lists_filled_ = false;
    if (T::on || wait_.left == 0) fill_lists(f);
    pairs_.clear();
    if constexpr (T::on) {
      for (const Axis axis : {Axis::x, Axis::y}) {
        trace_list(f, axis, trace);
        trace_end(axis, trace);
      }
    }
    find_with(*finder_, boxes_only(f), pairs_, trace);
  }

  void fill_lists(const Frame& f) {
    fill<Axis::x>(f);
    fill<Axis::y>(f);
    are_lists_filled_ = true;
  }

  /// Fills the list of an axis with all endpoints, sorted. Endpoints of one position and rank are
  /// ordered by id: they are filled in in that order, and the sort is stable.
  template <Axis axis>
  void fill(const Frame& f) {
    List& list = lists_[static_cast<std::size_t>(axis)];
    list.assign(1, Endpoint{});
    for (SpriteId id = 0; id < f.size(); ++id) push_endpoints<axis>(f.boxes[id], id, list);
    sort_.sort_in_place(std::span(list).subspan(1), Endpoint::kPlaceBits,
                        [](Endpoint e) { return e.place(); });
  }

  /// Emits those of the kept pairs that are eligible in this frame.
  template <class T>
  void emit(const Frame& f, PairSink& out, T& trace) {
    if constexpr (T::on)
      for (const Pair p : pairs_.items())
        trace.add({eligible(f, p.a, p.b) ? EventKind::hit : EventKind::skip, Axis::x, 0, p.a, p.b});
    PairWriter(f, out).append(pairs_.items());
  }

  /// Takes the endpoints of changed ids out of the list, and puts those of sprites that stay in
  /// again with their new ids. Equal positions are ordered by id, so the place may differ.
  template <Axis axis>
  void rename() {
    List& list = lists_[static_cast<std::size_t>(axis)];
    gone_.clear();
    born_.clear();
    for (const SpriteId old : remap_.changed()) {
      if (old >= past_.size() || is_unborn(past_[old])) continue;
      push_endpoints<axis>(past_[old], old, gone_);
      const SpriteId now = remap_.now(old);
      if (now != kNoSprite) push_endpoints<axis>(past_[old], now, born_);
    }
    take_out(list);
    put_in(list);
  }
  void remap_pairs() {
    pairs_.keep_if([&](Pair& p) {
      const SpriteId a = remap_.now(p.a), b = remap_.now(p.b);
      p = {std::min(a, b), std::max(a, b)};
      return p.b != kNoSprite;
    });
  }
  /// Moves the last boxes to the new ids and notes which sprites are new. This is done in place, as
  /// a sprite only ever gets a lower id.
  void remap_past(std::size_t n) {
    past_.resize(std::max(n, past_.size()));
    std::erase_if(inserted_, [&](SpriteId id) { return id >= n || remap_.now(id) != id; });
    for (const SpriteId id : remap_.changed()) {
      if (id >= n) break;
      const SpriteId before = remap_.before(id);
      past_[id] = before == kNoSprite ? kUnborn : past_[before];
      if (is_unborn(past_[id])) inserted_.push_back(id);
    }
    past_.resize(n);
  }

  /// Returns the line across all boxes at an endpoint, for the log.
  Aabb line(Axis axis, Endpoint e) const { return line_across(bounds_, axis, e.position()); }
  Event swap_of(Axis axis, Endpoint moving, Endpoint passed) const {
    return {EventKind::swap, axis, 0, moving.id(), passed.id(), line(axis, moving)};
  }
  /// Logs the list of an axis in its current order: before a repair that is the order of the last
  /// frame, with this frame's positions.
  template <class T>
  void trace_list(const Frame& f, Axis axis, T& trace) const {
    const auto number = static_cast<std::uint32_t>(axis);
    trace.add({EventKind::enter, axis, 0, number, static_cast<std::uint32_t>(f.size()), bounds_});
    for (const Endpoint e : std::span(lists_[number]).subspan(1)) trace_endpoint(axis, e, trace);
  }
  template <class T>
  void trace_endpoint(Axis axis, Endpoint e, T& trace) const {
    trace.add({EventKind::boundary, axis, 0, e.id(), e.is_begin(), line(axis, e)});
  }
  template <class T>
  static void trace_end(Axis axis, T& trace) {
    trace.add({EventKind::leave, axis, 0, static_cast<std::uint32_t>(axis)});
  }

  std::array<List, 2> lists_;       // [axis] all endpoints, sorted, after one that is less than all
                                    // (it ends each insertion without a test of the index)
  std::vector<Aabb> past_;          // [sprite] boxes of the last frame
  PairSink pairs_;                  // all overlapping pairs, eligible or not
  std::vector<SpriteId> inserted_;  // sprites that are not in the lists yet
  List born_, gone_;                // endpoints that are put in, and taken out
  IdRemap remap_;
  RadixSort<Endpoint, Endpoint::kPlaceBits> sort_;
  LengthRows query_rows_;
  std::unique_ptr<Broadphase> finder_ = sort_and_sweep_entry.make();
  bool is_sorted_ = false;         // whether `pairs_` and `past_` are those of the last frame
  bool are_lists_filled_ = false;  // whether the lists are those of the last frame
  Wait wait_;
  // For the remark: whether the last frame could have been repaired, and whether it was.
  bool was_known_ = false, is_repaired_ = false;
  std::uint64_t swaps_ = 0;  // swaps in the last frame
  Aabb bounds_;              // around all boxes, for the event log
};

constexpr auto kSapCode = std::to_array<CodeLine>({
    {"compare each kept pair again: drop it if apart", EventKind::recheck},
    {"for each axis: its list of begins and ends", EventKind::enter},
    {"  as it was, where the sprites are now", EventKind::boundary},
    {"  out of order: change with the one before", EventKind::swap},
    {"    a begin passes an end: compare both", EventKind::test},
    {"    an end passes a begin: that pair parts"},
    {"  the list is sorted again", EventKind::leave},
    {"a new sprite is compared with all others", EventKind::visit},
    {"too many changes: sort both again, and sweep"},
    {"each pair that is kept: a candidate", EventKind::hit},
    {"  unless the two may not collide", EventKind::skip},
});

}  // namespace

extern const BroadphaseEntry incremental_sap_entry{
    "incremental-sap",
    "Incremental sweep and prune",
    "Keeps where boxes begin and end sorted on both axes; two ends that swap make or part a pair.",
    "J. Cohen, M. Lin, D. Manocha, M. Ponamgi, I-COLLIDE, 1995, "
    "https://doi.org/10.1145/199404.199437; Brown CS course notes on collision detection "
    "(I-COLLIDE "
    "part by Murat Gorguner)",
    make_broadphase<IncrementalSap>,
    {.code = kSapCode, .part = "list"},
    true,
    6};

}  // namespace phasebox
