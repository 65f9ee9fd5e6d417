// SPDX-License-Identifier: MIT
// Where the boxes begin and end over the last frames, as lines in time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "session/session.hpp"

namespace phasebox {

/// Begins to keep the boxes of each step; nothing happens when that is done already.
struct WatchWorldLines {};
/// Ends it and forgets what was kept.
struct StopWorldLines {};

/// The study: the boxes of the last steps, without a gap. Costs nothing and keeps nothing while it
/// is off; on, a copy of 16 bytes per box and step. Begins again with other sprites, and where the
/// steps do not follow each other. A step that is gone back to stays where it is, with all after it
/// as long as nothing is changed there.
class WorldLines {
 public:
  static constexpr std::size_t kMaxFrames = 600;                   ///< 10 s
  static constexpr std::size_t kMaxBytes = std::size_t{16} << 20;  ///< of all frames together
  static constexpr std::size_t kMaxSprites = 40;  ///< whose lines can still be read

  struct Kept {
    std::uint64_t step = 0;
    std::vector<Aabb> boxes;  ///< by sprite
  };

  Status apply(const WatchWorldLines&, const Session&);
  Status apply(const StopWorldLines&, const Session&);
  /// After every frame that the session was looked at for pairs.
  void observe(const Session& session) {
    if (is_on_) look(session);
  }

  bool is_on() const { return is_on_; }
  /// From the oldest on, a step after the other.
  const std::deque<Kept>& frames() const { return frames_; }
  /// How many frames of so many sprites are kept, at least 2.
  static std::size_t capacity(std::size_t sprites);

 private:
  void look(const Session&);
  void push(std::uint64_t step, std::span<const Aabb> boxes);

  bool is_on_ = false;
  std::uint64_t population_ = 0;
  std::deque<Kept> frames_;
};

/// The sprites whose lines are drawn: the first of those selected, or of all.
std::vector<SpriteId> lines_shown(std::span<const SpriteId> selection, std::size_t sprites);

/// How often two of these sprites' begins and ends changed places along the axis since the frame
/// before: the swaps that insertion sort needs, as in incremental sweep and prune. By frame; the
/// first has none.
std::vector<std::uint32_t> crossings(const std::deque<WorldLines::Kept>& frames, Axis axis,
                                     std::span<const SpriteId> sprites);

}  // namespace phasebox
