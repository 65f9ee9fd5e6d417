// SPDX-License-Identifier: MIT
// The boxes of the last steps, as the tool "Over time" draws them.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "session/session.hpp"

namespace phasebox {

/// Starts to keep the boxes of each step; with `on` false it ends that and forgets them.
struct KeepBoxes {
  bool on = true;
};

/// Keeps the boxes of the last steps, without a gap. Costs and keeps nothing while off; each step
/// copies 16 bytes per box. The frames begin again when the sprites change or a step does not
/// follow the last one. They stay when the user goes back in time, as long as nothing is changed
/// there.
class BoxHistory {
 public:
  static constexpr std::size_t kMaxFrames = 600;  ///< 10 s
  /// The bound of the memory for the boxes of all frames together.
  static constexpr std::size_t kMaxBytes = std::size_t{16} << 20;
  /// Most sprites whose lines are drawn, so that they stay readable.
  static constexpr std::size_t kMaxSprites = 40;

  struct Kept {
    std::uint64_t step = 0;
    std::vector<Aabb> boxes;  ///< by sprite
  };

  using Commands = std::variant<KeepBoxes>;
  Status apply(const KeepBoxes&, const Session&);
  /// Stops keeping boxes and frees those that are kept.
  void close() { *this = {}; }
  /// Keeps the boxes of the session's frame; called after every detection.
  void observe(const Session& session);

  bool is_on() const { return is_on_; }
  /// The kept frames, one per step, from the oldest to the newest.
  const std::deque<Kept>& frames() const { return frames_; }
  /// The number of frames kept of `sprites` boxes, at least 2.
  static std::size_t capacity(std::size_t sprites) {
    const std::size_t bytes = std::max<std::size_t>(sprites, 1) * sizeof(Aabb);
    return std::clamp<std::size_t>(kMaxBytes / bytes, 2, kMaxFrames);
  }

 private:
  void push(std::uint64_t step, std::span<const Aabb> boxes);

  bool is_on_ = false;
  std::uint64_t population_ = 0;
  std::deque<Kept> frames_;
};

/// The sprites whose lines are drawn: the first kMaxSprites of the selection, or of all sprites
/// when nothing is selected.
std::vector<SpriteId> lines_shown(std::span<const SpriteId> selection, std::size_t sprites);

/// Counts for each frame [frames] how many begins and ends of these sprites have changed places
/// since the frame before: the swaps of the insertion sort in incremental sweep and prune. The
/// first frame has 0.
std::vector<std::uint32_t> crossings(const std::deque<BoxHistory::Kept>& frames, Axis axis,
                                     std::span<const SpriteId> sprites);

}  // namespace phasebox
