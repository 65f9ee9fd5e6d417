// SPDX-License-Identifier: MIT
// The last frames of a simulation, so that one can go back to them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>

#include "world/world.hpp"

namespace phasebox {

/// Whole worlds of as many sprites by the number of their step, without a gap, bounded in number
/// and memory; the oldest is forgotten first, and its memory serves the newest. Keeping one copies
/// 40 bytes per sprite.
class PastFrames {
 public:
  static constexpr std::size_t kMaxFrames = 600, kMaxBytes = std::size_t{64} << 20;

  /// Off, which costs nothing, until it is switched on.
  void switch_on() { is_on_ = true; }
  bool is_on() const { return is_on_; }

  /// Keeps the world of that step and forgets those after it.
  void note(const World& world, std::uint64_t step);
  /// The same, but what came after stays: only another step is shown.
  void put(const World& world, std::uint64_t step);
  /// The world of that step, or null. Valid until the next change.
  const World* find(std::uint64_t step) const;

  bool empty() const { return worlds_.empty(); }
  std::uint64_t first() const { return first_; }              ///< only when not empty
  std::uint64_t last() const { return first_ + size() - 1; }  ///< only when not empty
  std::size_t size() const { return worlds_.size(); }
  void forget_after(std::uint64_t step);
  void forget() { worlds_.clear(); }

 private:
  bool is_on_ = false;
  std::deque<World> worlds_;
  std::uint64_t first_ = 0;
};

}  // namespace phasebox
