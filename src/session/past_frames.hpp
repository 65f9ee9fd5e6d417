// SPDX-License-Identifier: MIT
// The worlds of past steps, to which a session can go back.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

#include "world/world.hpp"

namespace phasebox {

/// Copies of the world by the number of their step, for consecutive steps. At most kMaxFrames
/// worlds and kMaxBytes bytes are kept, at World::kBytesPerSprite bytes per sprite. The oldest is
/// forgotten first, and its memory is reused for the newest. Worlds so large that two do not fit
/// are not kept.
class PastFrames {
 public:
  static constexpr std::size_t kMaxFrames = 600, kMaxBytes = std::size_t{64} << 20;

  /// Begins to keep worlds. Until then `note` and `put` do nothing.
  void switch_on() { is_on_ = true; }
  bool is_on() const { return is_on_; }

  /// Keeps the world of that step and forgets the worlds of later steps.
  void note(const World& world, std::uint64_t step) {
    if (!is_on_) return;
    forget_after(step);
    put(world, step);
  }
  /// Keeps the world of that step, in place of the kept one of the same step if there is one, and
  /// keeps later worlds, too: a session that goes back to an earlier step can come back. All others
  /// are forgotten first if the step is neither one of theirs nor the next, or if they have another
  /// number of sprites.
  void put(const World& world, std::uint64_t step);
  /// The world of that step, or null. Valid until the next change.
  const World* find(std::uint64_t step) const {
    return empty() || step < first_ || step > last() ? nullptr : &worlds_[step - first_];
  }

  bool empty() const { return worlds_.empty(); }
  std::uint64_t first() const { return first_; }              ///< earliest step; only if not empty
  std::uint64_t last() const { return first_ + size() - 1; }  ///< latest step; only if not empty
  std::size_t size() const { return worlds_.size(); }
  /// Forgets the worlds of all steps after that one.
  void forget_after(std::uint64_t step) {
    if (!empty() && step < last()) worlds_.resize(step < first_ ? 0 : step - first_ + 1);
  }
  void forget() { worlds_.clear(); }
  /// Returns all that is kept, and forgets it here.
  PastFrames take() {
    PastFrames taken = std::move(*this);
    forget();
    return taken;
  }

 private:
  bool is_on_ = false;
  std::deque<World> worlds_;  // of the steps first_, first_ + 1, ...
  std::uint64_t first_ = 0;
};

}  // namespace phasebox
