// SPDX-License-Identifier: MIT
// The ring of past worlds.
#include "session/past_frames.hpp"

#include <algorithm>

namespace phasebox {

void PastFrames::note(const World& world, std::uint64_t step) {
  if (!is_on_) return;
  forget_after(step);
  put(world, step);
}

void PastFrames::put(const World& world, std::uint64_t step) {
  if (!is_on_) return;
  const std::size_t bytes = std::max<std::size_t>(world.size() * World::kBytesPerSprite, 1);
  const std::size_t frames = std::min(kMaxFrames, kMaxBytes / bytes);
  if (frames < 2) return forget();
  if (ring_.size() != frames) make_room(frames);
  const bool follows = size_ > 0 && step >= first_ && step <= last() + 1;
  if (!follows) first_ = step, size_ = 0;
  if (step == first_ + size_) {
    if (size_ == ring_.size())
      ++first_;
    else
      ++size_;
  }
  slot(step) = world;
}

// A population of another size: what is kept is of the old one and not worth moving.
void PastFrames::make_room(std::size_t frames) {
  ring_ = std::vector<World>(frames);
  size_ = 0;
}

const World* PastFrames::find(std::uint64_t step) const {
  if (size_ == 0 || step < first_ || step > last()) return nullptr;
  return &ring_[step % ring_.size()];
}

void PastFrames::forget_after(std::uint64_t step) {
  if (size_ == 0 || step >= last()) return;
  size_ = step < first_ ? 0 : static_cast<std::size_t>(step - first_ + 1);
}

}  // namespace phasebox
