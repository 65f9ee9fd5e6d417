// SPDX-License-Identifier: MIT
// Candidate pairs of a step: bodies whose swept AABBs overlap, from the chosen broadphase; and the
// queue of times at which the separation of each pair is computed next.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "collide/broadphase.hpp"
#include "world/dynamics/manifold.hpp"

namespace phasebox {

/// Two bodies, or a body and a border, whose swept AABBs overlap in a step, and what is known of
/// their separation.
struct CandidatePair {
  /// indices of bodies; b from the number of bodies on: left, right, top, bottom border
  std::uint32_t a, b;
  std::uint32_t next_a, next_b;  ///< number of the next pair of a, and of b; kNone: the last
  bool rests = false;  ///< in this step they met slowly, or the contact solver solved them
  /// at the start of the step they overlapped by more than kInitialPenetration
  bool is_initially_penetrating = false;
  bool has_touched = false;  ///< they touched when `last` was computed
  /// they are queued because they may meet at this instant, by impact propagation
  bool is_waiting = false;
  /// px, penetration allowed to a pair that the contact solver solved; 0: not solved
  double press = 0;
  std::uint32_t impacts = 0;  ///< number in this step; with micro-collisions at this instant
  /// Known at time `seen` of the step (0 to 1; below 0: nothing is known): the pair may close
  /// `free` px along the normal before its separation must be computed again, and it closes by at
  /// most `bound` px per step.
  double seen = -1, free = 0, bound = 0;
  double looked = -1;  ///< time, 0 to 1, at which `last` was computed; below 0: not in this step
  Manifold last{};     ///< at time `looked`; before that its features may be of the last step

  std::uint32_t other(std::uint32_t body) const { return a == body ? b : a; }
};

/// A step's numbered candidate pairs, listed per body. Swept AABBs have a margin for small velocity
/// changes. Cost: O(broadphase + p log p) for p pairs, and a broadphase query for each body that
/// leaves its margin.
class ContactGraph {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;  ///< no pair

  /// Largest number of pairs that the broadphase may find for a step; pairs with borders, and those
  /// added later, come on top. With the pairs of the last step, so many take some 500 MB.
  static constexpr std::uint64_t kMaxPairs = 1'000'000;

  /// Finds the step's pairs, ordered by a and b, those with borders last. `rules` gives filters and
  /// their rule, static flags and threads; `finder` is the broadphase. All arguments must outlive
  /// the step. Returns false if there are more than kMaxPairs: then the graph must not be used, and
  /// the finder must be reset.
  bool find(std::span<const Body> bodies, Vec2d gravity, const WorldOptions& options,
            const Frame& rules, Broadphase& finder, bool must_reset) {
    bodies_ = bodies;
    gravity_ = gravity;
    options_ = options;
    frame_ = rules;
    finder_ = &finder;
    const std::size_t n = bodies.size();
    boxes_.resize(n);
    begin_boxes_.resize(n);
    for_each_range(n, rules.threads, kBodiesForThread, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        begin_boxes_[i] = box_of(bodies[i]);
        boxes_[i] = swept(static_cast<std::uint32_t>(i), kRoom);
      }
    });
    swept_ = boxes_;
    widened_.clear();
    first_.assign(n, kNone);
    partner_of_.assign(n + kBorders, kNone);
    frame_.boxes = boxes_;
    limit_.max_pairs = kMaxPairs;
    limit_.begin();
    frame_.limit = &limit_;
    if (must_reset) finder.reset(frame_);
    pairs_.clear();
    finder.find_pairs(frame_, pairs_, nullptr);
    if (limit_.is_stopped()) return false;
    std::swap(candidates_, last_candidates_);
    candidates_.clear();
    candidates_.reserve(pairs_.size());
    add_pairs();
    take_over_features();
    for (std::uint32_t i = 0; i < n; ++i) add_borders(i, boxes_[i]);
    return true;
  }
  /// Tells the graph that body i may have another path than before. Where the path leaves the
  /// body's swept AABB, that is enlarged, and candidate pairs with what the body may meet there are
  /// added.
  void widen(std::uint32_t i) {
    if (is_within(i)) return;
    if (swept_[i] == boxes_[i]) widened_.push_back(i);
    swept_[i] = united(swept_[i], swept(i, kRoom));
    for (std::uint32_t k = first_[i]; k != kNone; k = next(k, i))
      partner_of_[candidates_[k].other(i)] = i;
    near_.clear();
    finder_->query(frame_, swept_[i], near_, nullptr);
    for (const std::uint32_t other : widened_)
      if (overlaps(swept_[other], swept_[i])) near_.push(other);
    std::ranges::sort(near_.items());
    for (const SpriteId other : near_.items()) {
      if (other == i || !eligible(frame_, i, other) || partner_of_[other] == i) continue;
      add(std::min<std::uint32_t>(i, other), std::max<std::uint32_t>(i, other));
      partner_of_[other] = i;  // it may come both from the query and from `widened_`
    }
    add_borders(i, swept_[i]);
  }
  /// Calls `widen` for all bodies that have left their swept AABBs. Several threads find out which
  /// these are.
  void widen_all() {
    is_within_.resize(bodies_.size());
    for_each_range(
        bodies_.size(), frame_.threads, kBodiesForThread, [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i)
            is_within_[i] = bodies_[i].is_static() || is_within(static_cast<std::uint32_t>(i));
        });
    for (std::uint32_t i = 0; i < bodies_.size(); ++i)
      if (!is_within_[i]) widen(i);
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(candidates_.size()); }
  CandidatePair& operator[](std::uint32_t pair) { return candidates_[pair]; }
  const CandidatePair& operator[](std::uint32_t pair) const { return candidates_[pair]; }
  /// `first` gives the first pair of a body's list of candidate pairs, `next` the one after `pair`
  /// in the list of `body`; kNone at the end.
  std::uint32_t first(std::uint32_t body) const { return first_[body]; }
  std::uint32_t next(std::uint32_t pair, std::uint32_t body) const {
    const CandidatePair& c = candidates_[pair];
    return c.a == body ? c.next_a : c.next_b;
  }

 private:
  // px around each swept AABB, so that small changes of a path need no new query
  static constexpr double kRoom = 2;
  static constexpr std::uint32_t kBorders = 4;

  bool is_border(std::uint32_t b) const { return b >= bodies_.size(); }
  /// Adds the pairs that the broadphase found, in order of a and b. They are counting-sorted by a
  /// first, because each body then has few partners to sort.
  void add_pairs() {
    const auto n = static_cast<std::uint32_t>(bodies_.size());
    begins_.assign(std::size_t{n} + 1, 0);
    for (const Pair p : pairs_.items()) ++begins_[p.a];
    std::exclusive_scan(begins_.begin(), begins_.end(), begins_.begin(), 0u);
    partners_.resize(pairs_.size());
    for (const Pair p : pairs_.items()) partners_[begins_[p.a]++] = p.b;
    std::uint32_t begin = 0;
    for (std::uint32_t a = 0; a < n; ++a) {
      const auto of_a = std::span(partners_).subspan(begin, begins_[a] - begin);
      std::ranges::sort(of_a);
      for (const std::uint32_t b : of_a) add(a, b);
      begin = begins_[a];
    }
  }

  void add(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t number = size();
    candidates_.push_back({a, b, first_[a], is_border(b) ? kNone : first_[b]});
    first_[a] = number;
    if (!is_border(b)) first_[b] = number;
  }

  /// Gives each pair the closest features that it had in the last step. Both lists begin with pairs
  /// in order and are merged. In the last list, borders and pairs that were added later are out of
  /// order and mostly passed over.
  void take_over_features() {
    auto last = last_candidates_.begin();
    for (CandidatePair& c : candidates_) {
      while (last != last_candidates_.end() && (last->a < c.a || (last->a == c.a && last->b < c.b)))
        ++last;
      if (last == last_candidates_.end()) return;
      if (last->a == c.a && last->b == c.b) c.last.features = last->last.features;
    }
  }

  void add_borders(std::uint32_t i, const Aabb& swept) {
    if (bodies_[i].is_static()) return;
    if (options_.edges != Edges::bounce && options_.edges != Edges::center) return;
    const bool reaches[kBorders] = {swept.min.x <= 0, swept.max.x >= options_.width,
                                    swept.min.y <= 0, swept.max.y >= options_.height};
    const auto n = static_cast<std::uint32_t>(bodies_.size());
    for (std::uint32_t border = 0; border < kBorders; ++border)
      if (reaches[border] && partner_of_[n + border] != i) add(i, n + border);
  }

  bool is_within(std::uint32_t i) const { return contains(swept_[i], swept(i, 0)); }
  Aabb swept(std::uint32_t i, double room) const {
    const Body& b = bodies_[i];
    return swept_box(b, b.time == 0 ? begin_boxes_[i] : box_of(b), gravity_, b.touch + room);
  }

  // The members up to `limit_` are set at the start of a step.
  std::span<const Body> bodies_;
  Vec2d gravity_;
  WorldOptions options_;
  Frame frame_;
  Broadphase* finder_ = nullptr;
  WorkLimit limit_;

  std::vector<Aabb> begin_boxes_;  // [body] its box at the start of the step
  std::vector<Aabb> boxes_;        // [body] swept AABBs with which `find` called the broadphase
  std::vector<Aabb> swept_;        // [body] swept AABBs, enlarged where paths have changed since
  std::vector<std::uint32_t> widened_;  // bodies whose swept AABBs were enlarged in this step
  std::vector<std::uint32_t> first_;    // [body] its first pair, or kNone
  // [body or border] number of the body of which `widen` last found it a partner
  std::vector<std::uint32_t> partner_of_;
  std::vector<std::uint8_t> is_within_;  // [body] whether its path is within its swept AABB
  // [body + 1] where its partners in `partners_` begin; used by add_pairs
  std::vector<std::uint32_t> begins_;
  // of all bodies one after the other; those with higher numbers
  std::vector<std::uint32_t> partners_;
  std::vector<CandidatePair> candidates_, last_candidates_;
  PairSink pairs_;
  Sink<SpriteId> near_;
};

/// The times, 0 to 1, at which the separations of pairs are computed next: earliest first, ties by
/// lowest pair number. A pair that is put off stays in the heap until its old time comes up and is
/// then put in again. Cost: O(log n) per change, O(1) to put off. Allocates only to grow.
class EventQueue {
 public:
  struct Event {
    double time;
    std::uint32_t pair;
    bool operator>(const Event& o) const {
      return time > o.time || (time == o.time && pair > o.pair);
    }
  };

  /// Sets the time of each pair, [pairs]. A pair whose time is 1, the end of the step, or later is
  /// not in the queue. O(n).
  void assign(std::span<const double> times) {
    time_of_.assign(times.begin(), times.end());
    queued_ = time_of_;
    heap_.clear();
    for (std::uint32_t pair = 0; pair < times.size(); ++pair)
      if (times[pair] < 1) heap_.push_back({times[pair], pair});
    std::ranges::make_heap(heap_, std::greater<>{});
  }
  bool empty() const { return heap_.empty(); }
  double time(std::uint32_t pair) const { return time_of_[pair]; }
  void set(std::uint32_t pair, double time) {
    if (pair >= time_of_.size()) {
      time_of_.resize(pair + std::size_t{1}, kNone);
      queued_.resize(pair + std::size_t{1}, kNone);
    }
    time_of_[pair] = time;
    if (time < queued_[pair]) push({time, pair});
    drop_replaced();
  }
  /// Removes and returns the earliest event; there must be one.
  Event pop() {
    const Event first = heap_.front();
    time_of_[first.pair] = kNone;
    drop_replaced();
    return first;
  }

 private:
  static constexpr double kNone = 1;

  void push(Event e) {
    queued_[e.pair] = e.time;
    if (e.time >= 1) return;
    heap_.push_back(e);
    std::ranges::push_heap(heap_, std::greater<>{});
  }
  void drop_replaced() {
    while (!heap_.empty() && time_of_[heap_.front().pair] != heap_.front().time) {
      const Event first = heap_.front();
      std::ranges::pop_heap(heap_, std::greater<>{});
      heap_.pop_back();
      if (queued_[first.pair] == first.time) push({time_of_[first.pair], first.pair});
    }
  }

  std::vector<Event> heap_;      // a heap, whose first event is never outdated
  std::vector<double> time_of_;  // [pair] time of its next event
  std::vector<double> queued_;   // [pair] its earliest time in the heap, at most time_of_
};

}  // namespace phasebox
