// SPDX-License-Identifier: MIT
// Recorded frames of a workload: the motion of their boxes, their true pairs (found by other means
// than the algorithms that are judged by them), and facts about them.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/geometry.hpp"
#include "base/sentence.hpp"
#include "collide/box_recording.hpp"
#include "collide/broadphase.hpp"
#include "collide/frame.hpp"

namespace phasebox {

class Session;

/// The rules of each frame, one per box or none. A frame with the rules of the frame before shares
/// them.
template <class T>
using RuleColumn = std::vector<std::shared_ptr<const std::vector<T>>>;

/// Frames as a broadphase sees them. They take 16 bytes per box and frame, and up to 13 more where
/// rules change.
class Recording {
 public:
  /// Appends a frame; `edits` lead from the sprites of the last frame to those of this one. Edits
  /// of the first frame are left out, because a recording begins with it.
  void add(std::span<const Aabb> boxes, std::span<const Edit> edits = {});
  /// Appends a frame with its rules: boxes, filters, their rule and static flags are read.
  void add(const Frame& frame, std::span<const Edit> edits = {});
  /// Notes that all frames are one and the same, which is repeated to have enough to measure.
  void set_repeated() { is_repeated_ = true; }
  /// Sets the unit of lengths, and what the reader of a file has noted.
  void set_unit(std::string unit) { unit_ = std::move(unit); }
  void set_notes(std::vector<Sentence> notes) { notes_ = std::move(notes); }

  std::size_t size() const { return begins_.size() - 1; }
  std::span<const Aabb> boxes(std::size_t frame) const {
    assert(frame < size());
    return std::span(boxes_).subspan(begins_[frame], begins_[frame + 1] - begins_[frame]);
  }
  std::span<const Edit> edits(std::size_t frame) const {
    assert(frame < size());
    return std::span(edits_).subspan(edit_begins_[frame],
                                     edit_begins_[frame + 1] - edit_begins_[frame]);
  }
  std::span<const Filter> filters(std::size_t frame) const { return *filters_[frame]; }
  std::span<const std::uint8_t> is_static(std::size_t frame) const { return *is_static_[frame]; }
  /// Number of boxes of the largest frame.
  std::size_t max_boxes() const { return max_boxes_; }
  /// Whether all frames are one that is repeated: nothing is known then about movement.
  bool is_repeated() const { return is_repeated_; }
  const std::string& unit() const { return unit_; }
  const std::vector<Sentence>& notes() const { return notes_; }
  /// The frame with its boxes and rules, to be run on one thread.
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
  std::vector<Sentence> notes_;
  bool is_repeated_ = false;
};

/// Takes `frames` frames of a recording from number `first` on, or all that follow if they are
/// fewer. A single frame is repeated.
Recording record(const BoxRecording&, std::size_t frames, std::size_t first = 0);

/// Ways to move the boxes of any scene.
enum class Motion : std::uint8_t {
  normal,    ///< as the scene moves them
  fast,      ///< ten times as fast: every tenth step of the scene
  teleport,  ///< as normal, but in each frame one box in a hundred jumps to a random place
  jitter,    ///< each box has a new random velocity of up to 2 px per axis in every frame
  resting,   ///< 19 boxes in 20 never move, the others as normal
  statics,   ///< as resting, and boxes that never move are flagged static
  still,     ///< nothing moves
};

struct MotionEntry {
  Motion motion;
  std::string_view id, summary;  ///< as typed; one sentence
};

/// All motions, `normal` first.
std::span<const MotionEntry> motions();

/// Records the session's boxes as it stands, and those of `frames - 1` further frames in that
/// motion. The session moves meanwhile; a recording that plays needs the normal motion. Boxes that
/// are moved here keep their centers in the field. The same session gives the same boxes on every
/// machine. O(frames · boxes).
Recording record(Session&, std::size_t frames, Motion motion = Motion::normal);

/// A digest of a set of pairs in any order: their number, and the sum of their hashes. A pair that
/// is left out, duplicated, invented or turned round changes it.
struct PairDigest {
  std::uint64_t count = 0, hash = 0;
  void add(Pair p);
  bool operator==(const PairDigest&) const = default;
};

PairDigest digest(std::span<const Pair> pairs);

/// The exact pairs of a frame. Up to kMaxForAllPairs boxes every two are compared; beyond that, a
/// plain sweep goes over the boxes in order of their begins on one axis. Shares no code with the
/// registry.
PairDigest true_pairs(const Frame& frame);

/// Whether an algorithm may find these pairs: the true pairs or, where it is not exact, no more of
/// them. A digest cannot tell whether these are a part of the true ones.
bool is_allowed(const PairDigest& found, const PairDigest& truth, bool is_exact);
/// The fault of the pairs as text: "12 pairs instead of 14", or "other pairs" where there are as
/// many.
Sentence difference(const PairDigest& found, const PairDigest& truth);

/// Number of boxes beyond which the sweep is faster.
inline constexpr std::size_t kMaxForAllPairs = 500;

/// The exact pairs of a recording's frames, each found when it is first needed and then kept.
class FrameTruth {
 public:
  /// The recording must outlive this object.
  explicit FrameTruth(const Recording& recording)
      : recording_(&recording), found_(recording.size()) {}

  bool knows(std::size_t frame) const { return found_[frame].has_value(); }
  const PairDigest& of(std::size_t frame) {
    if (!found_[frame]) found_[frame] = true_pairs(recording_->frame(frame));
    return *found_[frame];
  }
  /// Takes the truth of a frame from elsewhere.
  void set(std::size_t frame, const PairDigest& truth) { found_[frame] = truth; }
  /// Mean number of pairs per frame over the frames known so far.
  double mean_pairs() const;

 private:
  const Recording* recording_;
  std::vector<std::optional<PairDigest>> found_;  // [frames]
};

/// Lists the exact pairs of a frame, sorted, in place of what `pairs` held. Up to `max_for_all`
/// boxes every two are compared.
void list_true_pairs(const Frame& frame, std::vector<Pair>& pairs,
                     std::size_t max_for_all = kMaxForAllPairs);

/// Appends the exact pairs of sprite i with those of higher numbers, sorted.
void add_true_pairs_of(const Frame& frame, SpriteId i, std::vector<Pair>& pairs);

/// Longer sides of the largest and the smallest of some boxes with extent, px.
struct SizeRange {
  double largest = 0, smallest = std::numeric_limits<double>::infinity();

  void add(const Aabb& box) {
    const Vec2 size = extent(box);
    const auto side = static_cast<double>(std::max(size.x, size.y));
    if (side <= 0) return;
    largest = std::max(largest, side);
    smallest = std::min(smallest, side);
  }
  /// R, the largest over the smallest, from 1; 1 without any box.
  double ratio() const { return largest > 0 ? largest / smallest : 1; }
  /// log2 R: the number of levels that a hierarchical grid of doubling cells needs on top of the
  /// first.
  double levels() const { return std::log2(ratio()); }
};

inline SizeRange size_range(std::span<const Aabb> boxes) {
  SizeRange range;
  for (const Aabb& box : boxes) range.add(box);
  return range;
}

/// Facts that were measured on a recording. Sizes and movement are those of a sample of boxes in up
/// to 128 frames that are spread over the whole recording.
struct FrameFacts {
  std::size_t frames = 0;        ///< 1 when a single one is repeated
  double boxes = 0;              ///< per frame, mean
  double statics = 0;            ///< static ones of these
  double filtered = 0;           ///< those whose category, mask or group is not the default
  double pairs = 0;              ///< per frame, mean over the frames whose truth is known
  double width = 0, height = 0;  ///< of what all boxes cover in the largest frame
  double side = 0;               ///< longer side of the typical (median) box
  double largest_side = 0;       ///< of the largest box of all frames; one among a thousand counts
  double size_ratio = 1;         ///< R, of the largest to the smallest box of all frames
  double move = 0;               ///< that the typical box moves from frame to frame
  double still = 0;              ///< share of the boxes that do not move from a frame to the next
  double crowd = 0;       ///< area of all boxes over the area they are spread on, largest frame
  double arrivals = 0;    ///< objects that come per frame, mean; what the first has is not new
  double departures = 0;  ///< objects that go per frame, mean
  bool changes = false;   ///< objects come or go after the first frame
  /// Whether some object is in a frame and in the next one. One frame says nothing about movement:
  /// `move` and `still` are 0 then and mean nothing.
  bool knows_movement = false;
  std::string unit = "px";        ///< of lengths
  std::vector<Sentence> notes{};  ///< of the reader of the file

  double pairs_per_box() const { return boxes > 0 ? pairs / boxes : 0; }
};

/// Measures the facts of a recording. O(boxes of all frames).
FrameFacts facts_of(const Recording& recording);

/// A clause about what stands out, at most two facts: "the boxes are of nearly one size".
Sentence describe(const FrameFacts& facts);

/// A clause about why nothing is known about movement; empty when something is.
Sentence why_no_movement(const FrameFacts& facts);

}  // namespace phasebox
