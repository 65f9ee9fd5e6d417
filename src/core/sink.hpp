// SPDX-License-Identifier: MIT
// Append-only results that keep their memory from frame to frame.
#pragma once
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace phasebox {

/// Row number of a sprite in every World column.
using SpriteId = std::uint32_t;

/// Two sprites, `a < b` always.
struct Pair {
  SpriteId a, b;
  constexpr bool operator==(const Pair&) const = default;
};

/// Orders pairs as their sorted list does: by a, then by b.
constexpr std::uint64_t key(Pair p) { return static_cast<std::uint64_t>(p.a) << 32 | p.b; }

/// Results of one frame. `clear` keeps the capacity, so a warm sink never allocates.
template <class T>
class Sink {
 public:
  void push(const T& value) { items_.push_back(value); }
  void clear() { items_.clear(); }
  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  std::span<T> items() { return items_; }
  std::span<const T> items() const { return items_; }

 private:
  std::vector<T> items_;
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
