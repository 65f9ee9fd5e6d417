// SPDX-License-Identifier: MIT
// Results that keep their memory from frame to frame, and what ends a search before it is done:
// another thread, or more pairs than memory shall hold.
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

/// Row number of a sprite in every World column.
using SpriteId = std::uint32_t;

/// Two sprites, `a < b` always.
struct Pair {
  SpriteId a, b;
  constexpr bool operator==(const Pair&) const = default;
};

/// Orders pairs as their sorted list does: by a, then by b.
constexpr std::uint64_t key(Pair p) { return static_cast<std::uint64_t>(p.a) << 32 | p.b; }

/// Results of one frame. `clear` keeps the memory, so a warm sink never allocates.
template <class T>
class Sink {
 public:
  void push(const T& value) {
    if (size_ == items_.size()) grow(1);
    items_[size_++] = value;
  }
  /// For bulk emission without branches: write up to `n` items here, then `commit` the
  /// first few of them. Valid until the next call.
  T* room(std::size_t n) {
    if (items_.size() - size_ < n) grow(n);
    return items_.data() + size_;
  }
  /// Memory for `n` more in a later frame, where there is some; not when the limit has stopped this
  /// one. Destructors call it, so it throws nothing.
  void try_reserve(std::size_t n) noexcept {
    if (items_.size() - size_ >= n || (limit_ && size_ > limit_->max_pairs)) return;
    fits_in_memory([&] { enlarge(n); });  // if not, the later frame asks again
  }
  void commit(std::size_t n) {
    assert(n <= items_.size() - size_ && "no more than there was room for");
    size_ += n;
  }
  void clear() { size_ = offered_ = 0; }
  /// Counts items that are asked whether they may be appended.
  void offer(std::size_t n) { offered_ += n; }
  std::size_t offered() const { return offered_; }
  /// Keeps the items, in order, for which `keep`, which may change them, says so; without branches.
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
  /// From now on memory grows only as far as the limit allows; then its search is stopped, and
  /// what still comes takes the place of the last. Null lifts it.
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
  // To twice as much, but not far beyond what the limit allows.
  void enlarge(std::size_t n) {
    std::size_t twice = std::max(items_.size() * 2, std::size_t{64});
    if (limit_ && limit_->max_pairs < twice)
      twice = static_cast<std::size_t>(limit_->max_pairs) + n;
    items_.resize(std::max(size_ + n, twice));
  }

  std::vector<T> items_;  // as much as was ever needed; the first `size_` count
  std::size_t size_ = 0, offered_ = 0;
  WorkLimit* limit_ = nullptr;
};

/// Where a broadphase puts its candidate pairs, each once, in any order.
class PairSink : public Sink<Pair> {
 public:
  void emit(SpriteId i, SpriteId j) {
    assert(i != j && "a sprite is no pair with itself");
    push(i < j ? Pair{i, j} : Pair{j, i});
  }
};

}  // namespace phasebox
