// SPDX-License-Identifier: MIT
// Sinks, which hold results and keep their memory from frame to frame, and the limit that ends a
// search early: at the request of another thread, or when it finds too many pairs.
#pragma once
#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/memory_end.hpp"

namespace phasebox {

/// Lets a search be stopped: by another thread, or when it finds too many pairs. `Frame::limit`
/// points at it. One thread sets it up; any thread may call `stop` at any time.
class WorkLimit {
 public:
  /// Why a search was stopped: not at all, at a request, or because it found too many pairs.
  enum class Reason : std::uint8_t { none, asked, pairs };

  /// Begins a new search and forgets earlier requests to stop.
  void begin() { reason_.store(Reason::none, std::memory_order_relaxed); }
  /// Makes the search under way end soon. A later call overwrites the reason of an earlier one.
  void stop(Reason reason = Reason::asked) { reason_.store(reason, std::memory_order_relaxed); }
  Reason reason() const { return reason_.load(std::memory_order_relaxed); }
  bool is_stopped() const { return reason() != Reason::none; }

  /// The number of pairs that a search may find. With more it is stopped, at the latest when it is
  /// done, and gives none.
  std::uint64_t max_pairs = std::numeric_limits<std::uint64_t>::max();

 private:
  std::atomic<Reason> reason_ = Reason::none;
};

/// The index of a sprite in every column of a World or Frame.
using SpriteId = std::uint32_t;

/// Two different sprites. In a PairSink, and so in every result of a broadphase, `a < b`.
struct Pair {
  SpriteId a, b;
  constexpr bool operator==(const Pair&) const = default;
};

/// The sort key of a pair: it orders pairs by a, then by b.
constexpr std::uint64_t key(Pair p) { return static_cast<std::uint64_t>(p.a) << 32 | p.b; }

/// The results of one frame. `clear` keeps the memory, so that later frames allocate nothing until
/// one pushes more items, or asks `room` for more of them, than the sink has memory for.
template <class T>
class Sink {
 public:
  void push(const T& value) {
    if (size_ == items_.size()) grow(1);
    items_[size_++] = value;
  }
  /// Returns space for `n` more items, for bulk emission without branches: the caller writes up to
  /// `n` items there and then calls `commit` with the number of those to be kept. The pointer is
  /// valid until the sink grows or the next `room`.
  T* room(std::size_t n) {
    if (items_.size() - size_ < n) grow(n);
    return items_.data() + size_;
  }
  /// Reserves memory for `n` more items, for a later frame. Where memory is short, or there are
  /// more items than the limit allows, it does nothing. Destructors call it, so it throws nothing.
  void try_reserve(std::size_t n) noexcept {
    if (items_.size() - size_ >= n || (limit_ && size_ > limit_->max_pairs)) return;
    fits_in_memory([&] { enlarge(n); });  // after a failure, the later frame tries again
  }
  /// Takes the first `n` items that were written to `room`.
  void commit(std::size_t n) {
    assert(n <= items_.size() - size_ && "no more than there was room for");
    size_ += n;
  }
  void clear() { size_ = offered_ = 0; }
  /// Counts `n` items that a search has found, before a last check leaves some of them out. By it a
  /// search tells much work with many results from much work in vain.
  void offer(std::size_t n) { offered_ += n; }
  /// The number of items counted by `offer` since the last `clear`.
  std::size_t offered() const { return offered_; }
  /// Keeps, in order, the items for which `keep` returns true. `keep` may change an item. The loop
  /// has no branch on the answer.
  template <class Keep>
  void keep_if(Keep keep) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < size_; ++k) {
      T item = items_[k];
      const bool stays = keep(item);
      items_[kept] = item;
      kept += stays;
    }
    size_ = kept;
  }
  /// Sets the limit on the number of items; null removes it. When the sink is full and has more
  /// items than the limit's `max_pairs`, it stops the search in place of growing, and further items
  /// overwrite the last ones.
  void set_limit(WorkLimit* limit) { limit_ = limit; }
  WorkLimit* limit() const { return limit_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::span<T> items() { return {items_.data(), size_}; }
  std::span<const T> items() const { return {items_.data(), size_}; }

 private:
  void grow(std::size_t n) {
    if (limit_ && size_ > limit_->max_pairs) {
      limit_->stop(WorkLimit::Reason::pairs);
      size_ = items_.size() - std::min(n, items_.size());
      if (n <= items_.size()) return;
    }
    enlarge(n);
  }
  // Makes room for `n` more items: grows the memory to twice its size if that is enough, but not
  // beyond the limit's `max_pairs` by more than `n`.
  void enlarge(std::size_t n) {
    std::size_t twice = std::max(items_.size() * 2, std::size_t{64});
    if (limit_ && limit_->max_pairs < twice)
      twice = static_cast<std::size_t>(limit_->max_pairs) + n;
    items_.resize(std::max(size_ + n, twice));
  }

  std::vector<T> items_;  // all memory the sink has; the first `size_` items are the results
  std::size_t size_ = 0, offered_ = 0;
  WorkLimit* limit_ = nullptr;
};

/// The candidate pairs that a broadphase finds, each once, in any order.
class PairSink : public Sink<Pair> {
 public:
  /// Appends the pair of two different sprites, given in either order.
  void emit(SpriteId i, SpriteId j) {
    assert(i != j && "a sprite is no pair with itself");
    push(i < j ? Pair{i, j} : Pair{j, i});
  }
};

}  // namespace phasebox
