// SPDX-License-Identifier: MIT
// Append-only results that keep their memory from frame to frame.
#pragma once
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace phasebox {

/// An object's place in the frame.
using SpriteId = std::uint32_t;

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
  /// Memory for `n` more in a later frame.
  void spare(std::size_t n) {
    if (items_.size() - size_ < n) grow(n);
  }
  void commit(std::size_t n) {
    assert(n <= items_.size() - size_ && "no more than there was room for");
    size_ += n;
  }
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::span<T> items() { return {items_.data(), size_}; }
  std::span<const T> items() const { return {items_.data(), size_}; }

 private:
  void grow(std::size_t n) {
    items_.resize(std::max({size_ + n, items_.size() * 2, std::size_t{64}}));
  }

  std::vector<T> items_;  // as much as was ever needed; the first `size_` count
  std::size_t size_ = 0;
};

/// Pairs, each once, in any order.
class PairSink : public Sink<Pair> {
 public:
  void emit(SpriteId i, SpriteId j) {
    assert(i != j && "an object is no pair with itself");
    push(i < j ? Pair{i, j} : Pair{j, i});
  }
};

}  // namespace phasebox
