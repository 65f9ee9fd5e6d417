// SPDX-License-Identifier: MIT
// Candidate pairs of a step: bodies whose swept AABBs overlap, from the chosen broadphase.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "collide/broadphase.hpp"
#include "world/dynamics/manifold.hpp"
#include "world/world.hpp"

namespace phasebox {

/// Two sprites that may meet in a step, or a sprite and a border, and what is known of their
/// separation.
struct CandidatePair {
  std::uint32_t a, b;                     ///< bodies; b from the number of bodies on: a border
  std::uint32_t next_a, next_b;           ///< the next pair of a, and of b
  bool rests = false;                     ///< they have met slowly in this step
  bool is_initially_penetrating = false;  ///< they overlap since before this step
  bool has_touched = false;               ///< when they were last looked at in this step
  bool is_waiting = false;                ///< it is known that they may meet at this instant
  double press = 0;                       ///< px, by which what is solved may be pressed unseen
  std::uint32_t impacts = 0;              ///< in this step
  /// What was proven at the time `seen`: along the normal they are `free` px apart before they
  /// need be looked at, and close by no more than `bound` px per step.
  double seen = -1, free = 0, bound = 0;
  double looked = -1;
  Manifold last{};  ///< as of the time `looked`; its features may be of the last step

  std::uint32_t other(std::uint32_t body) const { return a == body ? b : a; }
};

/// The candidate pairs of one step, numbered, and those of each body in a list. Swept AABBs have a
/// margin, so that small changes of a velocity stay within. Cost: O(broadphase + p log p) to find
/// p pairs, that of `query` to widen a swept AABB that leaves its margin.
class ContactGraph {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;  ///< no pair

  /// Candidate pairs of bodies in a step; with those of the last one they take some 500 MB.
  static constexpr std::uint64_t kMaxPairs = 1'000'000;

  /// Finds the pairs of this step, in order of a and b, borders last. `rules` are filters,
  /// static flags and threads. Bodies, rules and finder must outlive the step. False when there are
  /// more than kMaxPairs: then there are none, and the finder must be reset.
  bool find(std::span<const Body> bodies, Vec2d gravity, const WorldOptions& options,
            const Frame& rules, Broadphase& finder, bool must_reset);
  /// The body takes another path than before: adds the candidate pairs that it may meet there.
  void widen(std::uint32_t body);
  /// The same for all bodies that can move; which of them need it is found on several threads.
  void widen_all();

  std::uint32_t size() const { return static_cast<std::uint32_t>(candidates_.size()); }
  CandidatePair& operator[](std::uint32_t pair) { return candidates_[pair]; }
  const CandidatePair& operator[](std::uint32_t pair) const { return candidates_[pair]; }
  /// The candidate pairs of a body: the first, and the one after; kNone at the end.
  std::uint32_t first(std::uint32_t body) const { return first_[body]; }
  std::uint32_t next(std::uint32_t pair, std::uint32_t body) const {
    const CandidatePair& c = candidates_[pair];
    return c.a == body ? c.next_a : c.next_b;
  }

 private:
  bool is_within(std::uint32_t body) const;
  void add_pairs();
  void add(std::uint32_t a, std::uint32_t b);
  void take_over_features();
  void add_borders(std::uint32_t body, const Aabb& swept);
  void mark_partners(std::uint32_t body);
  bool is_border(std::uint32_t b) const { return b >= bodies_.size(); }

  // What holds for the step.
  std::span<const Body> bodies_;
  Vec2d gravity_;
  WorldOptions options_;
  Frame frame_;
  Broadphase* finder_ = nullptr;
  WorkLimit limit_;

  std::vector<Aabb> boxes_;                // [body] swept, as the broadphase knows them
  std::vector<Aabb> swept_;                // [body] swept, as they are now
  std::vector<std::uint32_t> widened_;     // bodies whose swept AABB left its margin
  std::vector<std::uint32_t> first_;       // [body] first pair, or kNone
  std::vector<std::uint32_t> partner_of_;  // [body or border] the last body that it was marked for
  std::vector<std::uint8_t> is_within_;    // [body] its swept AABB is
  std::vector<std::uint32_t> begins_;      // [body + 1] where its partners begin
  std::vector<std::uint32_t> partners_;    // of bodies with higher numbers
  std::vector<CandidatePair> candidates_, last_candidates_;
  PairSink pairs_;
  Sink<SpriteId> near_;
};

// Which pair of sprites is looked at next: a binary heap with one place for each pair.

/// A time for each of some pairs; the earliest comes first, and of equal times the lowest pair.
/// Another time for a pair takes the place of the one before, so that the heap holds no more than
/// there are pairs (R. Sedgewick, K. Wayne, "Algorithms", 2011, section 2.4, index priority queue).
/// Cost: O(log n) per change. Allocates only while it grows.
class EventQueue {
 public:
  struct Event {
    double time;
    std::uint32_t pair;

    bool operator<(const Event& e) const { return time != e.time ? time < e.time : pair < e.pair; }
  };

  /// A time for each pair from 0 on; those from 1 on are none. O(n).
  void assign(std::span<const double> times);
  bool empty() const { return heap_.empty(); }
  /// All events, in no order.
  std::span<const Event> events() const { return heap_; }

  void set(std::uint32_t pair, double time);
  /// None where there is none.
  void remove(std::uint32_t pair);
  /// Takes the earliest; there must be one.
  Event pop();

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  void put(std::size_t place, const Event& event) {
    heap_[place] = event;
    place_of_[event.pair] = static_cast<std::uint32_t>(place);
  }
  void put_last(const Event& event) {
    place_of_[event.pair] = static_cast<std::uint32_t>(heap_.size());
    heap_.push_back(event);
  }
  void rise(std::size_t place, const Event& event);
  void sink(std::size_t place, const Event& event);
  void take(std::size_t place);

  std::vector<Event> heap_;
  std::vector<std::uint32_t> place_of_;  // [pair] in the heap, or kNone
};

}  // namespace phasebox
