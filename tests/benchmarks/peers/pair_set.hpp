// SPDX-License-Identifier: MIT
// The known pairs, which a game keeps beside a broadphase that reports only new ones.
#pragma once
#include <cstdint>
#include <vector>

#include "collide/sink.hpp"

namespace phasebox::peers {

/// Open addressing with linear probing, never more than half full; std::unordered_set would make
/// the peers that need it up to 1.7 times slower.
class PairSet {
 public:
  /// False when the pair was known before.
  bool insert(Pair p) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    std::size_t at = place(key(p));
    if (slots_[at] != kFree) return false;
    slots_[at] = key(p);
    ++size_;
    return true;
  }

  /// Moves later ones of the chain into the gap, so that no tombstones pile up.
  void erase(Pair p) {
    std::size_t gap = place(key(p));
    if (slots_.empty() || slots_[gap] == kFree) return;
    --size_;
    for (std::size_t at = next(gap); slots_[at] != kFree; at = next(at)) {
      const std::size_t home = hash(slots_[at]) & (slots_.size() - 1);
      const bool reaches_gap = gap <= at ? home <= gap || home > at : home <= gap && home > at;
      if (!reaches_gap) continue;
      slots_[gap] = slots_[at];
      gap = at;
    }
    slots_[gap] = kFree;
  }

  void clear() {
    slots_.assign(slots_.size(), kFree);
    size_ = 0;
  }

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};

  static std::size_t hash(std::uint64_t k) {
    k *= 0x9E3779B97F4A7C15ULL;
    return static_cast<std::size_t>(k >> 32 ^ k);
  }
  std::size_t next(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }
  std::size_t place(std::uint64_t k) const {
    if (slots_.empty()) return 0;
    std::size_t at = hash(k) & (slots_.size() - 1);
    while (slots_[at] != kFree && slots_[at] != k) at = next(at);
    return at;
  }
  void grow() {
    std::vector<std::uint64_t> old(slots_.empty() ? 1024 : slots_.size() * 2, kFree);
    old.swap(slots_);
    for (const std::uint64_t k : old)
      if (k != kFree) slots_[place(k)] = k;
  }

  std::vector<std::uint64_t> slots_;
  std::size_t size_ = 0;
};

}  // namespace phasebox::peers
