// SPDX-License-Identifier: MIT
// The worlds of past steps, to which a session can go back.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>

#include "world/world.hpp"

namespace phasebox {

/// Whole worlds by the number of their step, without a gap, bounded in number and memory. The
/// oldest is forgotten first, and its memory is reused for the newest. Each world takes
/// World::kBytesPerSprite bytes per sprite.
class PastFrames {
 public:
  static constexpr std::size_t kMaxFrames = 600, kMaxBytes = std::size_t{64} << 20;

  /// Begins to keep worlds. Until then nothing is kept, which costs nothing.
  void switch_on() { is_on_ = true; }
  bool is_on() const { return is_on_; }

  /// Keeps the world of that step and forgets later ones.
  void note(const World& world, std::uint64_t step) {
    if (!is_on_) return;
    forget_after(step);
    put(world, step);
  }
  /// Keeps the world of that step and also the later ones, for when only another step is shown. All
  /// worlds are forgotten first if the step does not continue them, or if they have another number
  /// of sprites.
  void put(const World& world, std::uint64_t step);
  /// The world of that step, or null. Valid until the next change.
  const World* find(std::uint64_t step) const {
    return empty() || step < first_ || step > last() ? nullptr : &worlds_[step - first_];
  }

  bool empty() const { return worlds_.empty(); }
  std::uint64_t first() const { return first_; }              ///< only when not empty
  std::uint64_t last() const { return first_ + size() - 1; }  ///< only when not empty
  std::size_t size() const { return worlds_.size(); }
  void forget_after(std::uint64_t step) {
    if (!empty() && step < last()) worlds_.resize(step < first_ ? 0 : step - first_ + 1);
  }
  void forget() { worlds_.clear(); }

 private:
  bool is_on_ = false;
  std::deque<World> worlds_;
  std::uint64_t first_ = 0;
};

}  // namespace phasebox
