// SPDX-License-Identifier: MIT
// Keeps worlds of consecutive steps, within the limits of number and memory.
#include "session/past_frames.hpp"

#include <algorithm>
#include <utility>

namespace phasebox {

void PastFrames::put(const World& world, std::uint64_t step) {
  if (!is_on_) return;
  const std::size_t bytes = std::max<std::size_t>(world.size() * World::kBytesPerSprite, 1);
  const std::size_t most = std::min(kMaxFrames, kMaxBytes / bytes);
  const bool follows =
      !empty() && step >= first_ && step <= last() + 1 && worlds_.front().size() == world.size();
  if (!follows) {
    forget();
    first_ = step;
  }
  if (most < 2) return;
  if (const std::size_t at = step - first_; at < size()) return void(worlds_[at] = world);
  World reused;
  if (size() == most) {
    reused = std::move(worlds_.front());
    worlds_.pop_front();
    ++first_;
  }
  reused = world;
  worlds_.push_back(std::move(reused));
}

}  // namespace phasebox
