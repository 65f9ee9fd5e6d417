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

/// Starts to keep the boxes of each step; with `on` false keeping ends, and the boxes are dropped.
struct KeepBoxes {
  bool on = true;
};

/// Keeps the boxes of the last steps, one frame per step without a gap. Costs and keeps nothing
/// while off; else each step copies 16 bytes per box. The kept frames are dropped when sprites are
/// added, removed or replaced, except by churn, or a step does not follow the last one. When the
/// user goes back in time, they stay until something is changed there; then those that came after
/// are dropped.
class BoxHistory {
 public:
  static constexpr std::size_t kMaxFrames = 600;  ///< 10 s at 60 steps per second
  /// Most bytes for the boxes of all frames together, unless two frames need more.
  static constexpr std::size_t kMaxBytes = std::size_t{16} << 20;
  /// The tool draws the lines of at most so many sprites, so that they stay readable.
  static constexpr std::size_t kMaxSprites = 40;

  struct Kept {
    std::uint64_t step = 0;
    std::vector<Aabb> boxes;  ///< [sprites]
    /// The sprites that were born in this step by churn, each where another one with its id died;
    /// ascending.
    std::vector<SpriteId> born{};

    bool has_born(SpriteId id) const { return std::ranges::binary_search(born, id); }
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
  /// The most frames that are kept when each has `sprites` boxes: 2 to kMaxFrames.
  static std::size_t capacity(std::size_t sprites) {
    const std::size_t bytes = std::max<std::size_t>(sprites, 1) * sizeof(Aabb);
    return std::clamp<std::size_t>(kMaxBytes / bytes, 2, kMaxFrames);
  }

 private:
  void push(std::uint64_t step, std::span<const Aabb> boxes, std::vector<SpriteId> born);

  bool is_on_ = false;
  std::uint64_t population_ = 0;
  std::uint64_t seen_ = 0;  // the step that was observed last
  std::deque<Kept> frames_;
};

/// The sprites whose lines are drawn: the first kMaxSprites of the selection, or of all `sprites`
/// sprites when nothing is selected. Ids that no sprite has are left out.
std::vector<SpriteId> lines_shown(std::span<const SpriteId> selection, std::size_t sprites);

/// [frames] how many swaps the insertion sort of incremental sweep and prune makes in each frame,
/// to sort the begins and ends of these sprites' boxes along an axis again; 0 for the first frame.
std::vector<std::uint32_t> crossings(const std::deque<BoxHistory::Kept>& frames, Axis axis,
                                     std::span<const SpriteId> sprites);

}  // namespace phasebox
