// SPDX-License-Identifier: MIT
// Which pair of sprites is looked at next: a binary heap with one place for each pair.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace phasebox {

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
