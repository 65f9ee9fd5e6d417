// SPDX-License-Identifier: MIT
// The last frames of a recording that grows: each is shared and never changed, the oldest are
// forgotten.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "collide/box_recording.hpp"

namespace phasebox {

/// A recording of one frame.
using BoxFrame = std::shared_ptr<const BoxRecording>;

/// Boxes of all frames that are kept of a game, whatever was asked for: about 300 MB.
inline constexpr std::size_t kMaxKeptRows = 10'000'000;

/// How much is kept, at most.
struct KeepLimits {
  std::size_t frames = std::numeric_limits<std::size_t>::max();
  std::size_t rows = std::numeric_limits<std::size_t>::max();  ///< boxes of all frames
};

/// Frames in ascending order of their numbers, each with a box at least. Copies share them.
class KeptFrames {
 public:
  void add(BoxFrame frame);
  /// Forgets the oldest until the rest is within the limits, but never the newest. How many.
  std::size_t forget(const KeepLimits& limits) {
    std::size_t n = 0;
    for (; frames_.size() > 1 && (frames_.size() > limits.frames || rows_ > limits.rows); ++n) {
      rows_ -= frames_.front().frame->ids.size();
      frames_.pop_front();
    }
    return n;
  }

  bool empty() const { return frames_.empty(); }
  std::size_t size() const { return frames_.size(); }
  std::size_t rows() const { return rows_; }
  const BoxRecording& operator[](std::size_t frame) const { return *frames_[frame].frame; }
  const BoxFrame& shared(std::size_t frame) const { return frames_[frame].frame; }
  /// Of all boxes; only when there are frames. O(frames).
  Aabb bounds() const;

 private:
  struct Kept {
    BoxFrame frame;
    Aabb bounds;
  };
  std::deque<Kept> frames_;
  std::size_t rows_ = 0;
};

/// The smallest box around all; without extent where there are none.
Aabb box_around_all(std::span<const Aabb> boxes);

/// The frames as one recording. O(rows).
std::shared_ptr<const BoxRecording> joined(const KeptFrames& frames);

}  // namespace phasebox
