// SPDX-License-Identifier: MIT
// Ends a search for pairs before it is done: when another thread asks for it, or when there are
// more pairs than memory shall hold.
#pragma once
#include <atomic>
#include <cstdint>
#include <limits>

namespace phasebox {

/// Thrown inside an algorithm, caught by the base of all: never leaves `find_pairs`.
struct Stopped {};

/// What a search may cost. Set up by one thread; `stop` may be called by any, at any time.
class WorkLimit {
 public:
  enum class Reason : std::uint8_t { none, asked, pairs };

  /// A new search begins, with no request to end it.
  void begin() { reason_.store(Reason::none, std::memory_order_relaxed); }
  /// The search under way ends soon, without an answer.
  void stop(Reason reason = Reason::asked) { reason_.store(reason, std::memory_order_relaxed); }
  Reason reason() const { return reason_.load(std::memory_order_relaxed); }
  bool is_stopped() const { return reason() != Reason::none; }

  /// Pairs that a search may find.
  std::uint64_t max_pairs = std::numeric_limits<std::uint64_t>::max();

 private:
  std::atomic<Reason> reason_ = Reason::none;
};

}  // namespace phasebox
