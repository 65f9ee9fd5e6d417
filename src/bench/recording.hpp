// SPDX-License-Identifier: MIT
// Recorded frames, and how the boxes of a workload move in them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collide/box_recording.hpp"
#include "collide/broadphase.hpp"
#include "collide/frame.hpp"

namespace phasebox {

class Session;

/// Rules by frame, one per box or none: those that equal the frame's before are kept once.
template <class T>
using RuleColumn = std::vector<std::shared_ptr<const std::vector<T>>>;

/// Frames as a broadphase sees them. 16 bytes per box and frame, and up to 13 for rules that
/// change.
class Recording {
 public:
  /// Appends a frame; `edits` lead from the sprites of the last frame to those of this one. What
  /// begins a recording is no change: the first frame's are left out.
  void add(std::span<const Aabb> boxes, std::span<const Edit> edits = {});
  /// The same with the rules that hold in this frame: of `frame` only boxes, filters, their rule
  /// and static flags are read.
  void add(const Frame& frame, std::span<const Edit> edits = {});
  /// The frames added are one and the same, to have enough to measure.
  void set_repeated() { is_repeated_ = true; }
  /// What the lengths are measured in.
  void set_unit(std::string unit) { unit_ = std::move(unit); }

  std::size_t size() const { return begins_.size() - 1; }
  std::span<const Aabb> boxes(std::size_t frame) const;
  std::span<const Edit> edits(std::size_t frame) const;
  std::span<const Filter> filters(std::size_t frame) const { return *filters_[frame]; }
  std::span<const std::uint8_t> is_static(std::size_t frame) const { return *is_static_[frame]; }
  /// Boxes of the largest frame.
  std::size_t max_boxes() const { return max_boxes_; }
  /// Whether all frames are one that is repeated: between them nothing is known to have happened.
  bool is_repeated() const { return is_repeated_; }
  const std::string& unit() const { return unit_; }
  /// The frame, without threads.
  Frame frame(std::size_t frame) const;

 private:
  std::vector<std::size_t> begins_{0}, edit_begins_{0};
  std::vector<Aabb> boxes_;
  std::vector<Edit> edits_;
  RuleColumn<Filter> filters_;
  RuleColumn<std::uint8_t> is_static_;
  FilterRule rule_ = FilterRule::both;  // of the last frame added, and of all
  std::size_t max_boxes_ = 0;
  std::string unit_ = "px";
  bool is_repeated_ = false;
};

/// `frames` of a recording from number `first` on, or all that follow if there are fewer; a
/// recording of a single frame repeats it.
Recording record(const BoxRecording&, std::size_t frames, std::size_t first = 0);

/// Ways to move the boxes of any scene.
enum class Motion : std::uint8_t {
  normal,    ///< as the scene moves them
  fast,      ///< ten times as fast: every tenth step of the scene
  teleport,  ///< as normal, but in each frame one box in a hundred jumps to a random place
  jitter,    ///< each box has a new random velocity of up to 2 px per axis in every frame
  resting,   ///< 19 boxes in 20 never move, the others as normal
  statics,   ///< the same, and those that never move are flagged static
  still,     ///< nothing moves
};

struct MotionEntry {
  Motion motion;
  std::string_view id, summary;  ///< as typed; one sentence
};

/// All motions, `normal` first.
std::span<const MotionEntry> motions();

/// The session's boxes as it stands, then of `frames - 1` further frames in the given motion; the
/// session moves, a recording that it shows plays on (normal). Boxes that are moved here stay in
/// the field with their centers. The same session gives the same boxes on every machine. O(frames ·
/// boxes), allocates.
Recording record(Session&, std::size_t frames, Motion motion = Motion::normal);

}  // namespace phasebox
