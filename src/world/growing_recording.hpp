// SPDX-License-Identifier: MIT
// A box recording that grows while another program runs: the frames that are kept, and their field.
#pragma once
#include <cstddef>
#include <deque>
#include <limits>
#include <memory>
#include <span>

#include "collide/box_recording.hpp"

namespace phasebox {

/// A recording of one frame, which is shared and never changed.
using BoxFrame = std::shared_ptr<const BoxRecording>;

/// The largest number of boxes that are kept of a live recording, all frames together; they take
/// about 300 MB.
inline constexpr std::size_t kMaxKeptRows = 10'000'000;

/// Upper bounds of what is kept of a growing recording.
struct KeepLimits {
  std::size_t frames = std::numeric_limits<std::size_t>::max();
  std::size_t rows = std::numeric_limits<std::size_t>::max();  ///< boxes of all frames together
};

/// The last frames of a growing recording, each with its bounding box; the caller adds them in
/// ascending order of their numbers. Copies share the frames.
class KeptFrames {
 public:
  void add(BoxFrame frame);
  /// Forgets the oldest frames until the rest is within the limits, but never the newest one.
  /// Returns how many were forgotten.
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
  /// The box around all boxes of all frames. There must be a frame. O(frames).
  Aabb bounds() const;

 private:
  struct Kept {
    BoxFrame frame;
    Aabb bounds;
  };
  std::deque<Kept> frames_;
  std::size_t rows_ = 0;
};

/// Returns the smallest box around all boxes; where there are none, an empty box at the origin.
Aabb box_around_all(std::span<const Aabb> boxes);
/// Returns one recording with all frames; empty where there are none. O(rows).
std::shared_ptr<const BoxRecording> joined(const KeptFrames& frames);
/// Copies one frame into a recording of its own. O(its rows).
BoxFrame single_frame(const BoxRecording& recording, std::size_t frame);
/// A recording of one frame without boxes, from which a live recording grows.
std::shared_ptr<const BoxRecording> no_boxes();

/// Returns the field of a growing recording, px, which was `now` before its last frames came. It
/// grows as needed, and shrinks only when it is more than twice as large as needed on an axis, so
/// that it changes rarely. Shrinking at all keeps one frame with boxes far outside from widening the
/// view for ever.
Aabb grown_field(const Aabb& now, const KeptFrames& kept);

}  // namespace phasebox
