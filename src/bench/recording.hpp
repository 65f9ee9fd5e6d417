// SPDX-License-Identifier: MIT
// Recorded frames of boxes for races: how their boxes move, their true pairs (found by other means
// than the broadphases that are judged by them), and facts about them.
#pragma once
#include <algorithm>
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

/// [frames] of a recording: the filters (or static flags) of a frame's boxes, one per box, or an
/// empty list. A frame with the same ones as the frame before shares its list.
template <class T>
using RuleColumn = std::vector<std::shared_ptr<const std::vector<T>>>;

/// Frames as a broadphase sees them: boxes, edits, filters and static flags. A frame takes 16 bytes
/// per box, and up to 13 more where filters or static flags change.
class Recording {
 public:
  /// Appends a frame without filters and static flags. `edits` lead from the sprites of the frame
  /// before to those of this one; they are ignored for the first frame, which has none before it.
  void add(std::span<const Aabb> boxes, std::span<const Edit> edits = {});
  /// Appends a frame with its boxes, filters and static flags. Its filter rule becomes that of all
  /// frames.
  void add(const Frame& frame, std::span<const Edit> edits = {});
  /// Notes that all frames are copies of one frame, repeated so that there is enough to time.
  void set_repeated() { is_repeated_ = true; }
  /// Sets the unit of lengths ("px" until then), and what the reader of a file has noted.
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
  /// Number of boxes of the frame that has most.
  std::size_t max_boxes() const { return max_boxes_; }
  /// Whether all frames are copies of one frame, so that they say nothing about movement.
  bool is_repeated() const { return is_repeated_; }
  const std::string& unit() const { return unit_; }
  const std::vector<Sentence>& notes() const { return notes_; }
  /// The frame with its boxes, filters and static flags, for one thread. It refers to the
  /// recording.
  Frame frame(std::size_t frame) const;

 private:
  std::vector<std::size_t> begins_{0}, edit_begins_{0};
  std::vector<Aabb> boxes_;
  std::vector<Edit> edits_;
  RuleColumn<Filter> filters_;
  RuleColumn<std::uint8_t> is_static_;
  FilterRule rule_ = FilterRule::both;  // of the last frame added; used for all frames
  std::size_t max_boxes_ = 0;
  std::string unit_ = "px";
  std::vector<Sentence> notes_;
  bool is_repeated_ = false;
};

/// Takes up to `frames` frames of a recording, from index `first` on; none if `first` is past its
/// end. If the recording has a single frame, that is repeated `frames` times. Stops after the first
/// frame or a later one when `limit` is stopped.
Recording record(const BoxRecording&, std::size_t frames, std::size_t first = 0,
                 const WorkLimit* limit = nullptr);

/// Ways to move the boxes of any scene.
enum class Motion : std::uint8_t {
  normal,    ///< as the scene moves them
  fast,      ///< ten times as fast: a frame after every tenth step of the scene
  teleport,  ///< as normal, but in each frame a box jumps to a random place with a chance of 1 %
  jitter,    ///< each box has a new random velocity of up to 2 px per axis in every frame
  resting,   ///< 19 boxes in 20 never move, the others move as normal
  statics,   ///< as resting, and the boxes that never move are flagged static
  still,     ///< no box moves
};

struct MotionEntry {
  Motion motion;
  std::string_view id, summary;  ///< the word typed on a command line; one sentence
};

/// All motions, `normal` first.
std::span<const MotionEntry> motions();

/// Records the boxes of the session's current frame and of `frames - 1` further ones, for each of
/// which the session makes a step (ten for `fast`). Motions other than normal and fast move copies
/// of the boxes, whose centers stay in the field; a session that plays a recording must not use
/// them. The same session gives the same boxes on every machine. Stops after the first frame or a
/// later one when `limit` is stopped. O(frames · boxes).
Recording record(Session&, std::size_t frames, Motion motion = Motion::normal,
                 const WorkLimit* limit = nullptr);

/// A digest of a list of pairs that does not depend on their order: their number, and the sum of
/// their hashes. A pair that is missing, duplicated, false or has its sprites swapped changes it.
struct PairDigest {
  std::uint64_t count = 0, hash = 0;
  void add(Pair p);
  bool operator==(const PairDigest&) const = default;
};

PairDigest digest(std::span<const Pair> pairs);

/// The digest of all eligible overlapping pairs of a frame. Up to kMaxForAllPairs boxes every two
/// are compared; beyond that, a plain sweep goes over the boxes in order of their begins on one
/// axis. It shares no code with the broadphases except the tests of one pair.
PairDigest true_pairs(const Frame& frame);

/// Whether an algorithm may find these pairs. An exact one must find the true pairs. For one that
/// is not, only the number of pairs is limited to the true one, because a digest cannot tell
/// whether the pairs found are among the true ones.
bool is_allowed(const PairDigest& found, const PairDigest& truth, bool is_exact);
/// How `found` differs from `truth`, as text: "12 pairs instead of 14", or "other pairs" where the
/// numbers are equal.
Sentence difference(const PairDigest& found, const PairDigest& truth);

/// Number of boxes beyond which `true_pairs` sweeps, since comparing every two is slower there.
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
  /// Sets the exact pairs of a frame, found elsewhere.
  void set(std::size_t frame, const PairDigest& truth) { found_[frame] = truth; }
  /// Mean number of pairs per frame over the frames whose pairs are known so far; 0 if none is.
  double mean_pairs() const;

 private:
  const Recording* recording_;
  std::vector<std::optional<PairDigest>> found_;  // [frames]
};

/// Replaces `pairs` by the exact pairs of a frame, sorted. Up to `max_for_all` boxes every two are
/// compared; beyond that, the boxes are swept.
void list_true_pairs(const Frame& frame, std::vector<Pair>& pairs,
                     std::size_t max_for_all = kMaxForAllPairs);

/// Appends the exact pairs of sprite i with sprites of higher index, sorted.
void add_true_pairs_of(const Frame& frame, SpriteId i, std::vector<Pair>& pairs);

/// The longer sides, px, of the largest and the smallest of the boxes added. Boxes without extent
/// do not count.
struct SizeRange {
  double largest = 0, smallest = std::numeric_limits<double>::infinity();

  void add(const Aabb& box) {
    const Vec2 size = extent(box);
    const auto side = static_cast<double>(std::max(size.x, size.y));
    if (side <= 0) return;
    largest = std::max(largest, side);
    smallest = std::min(smallest, side);
  }
  /// The size ratio R: the largest over the smallest side, at least 1; 1 without any box.
  double ratio() const { return largest > 0 ? largest / smallest : 1; }
};

inline SizeRange size_range(std::span<const Aabb> boxes) {
  SizeRange range;
  for (const Aabb& box : boxes) range.add(box);
  return range;
}

/// Facts that were measured on a recording. `side`, `move`, `still` and `knows_movement` come from
/// a sample of boxes in up to 128 frames, spread over the whole recording; the others from all
/// boxes.
struct FrameFacts {
  std::size_t frames = 0;  ///< number of frames; 1 when a single one is repeated
  double boxes = 0;        ///< boxes per frame, mean
  double statics = 0;      ///< static boxes per frame, mean
  double filtered = 0;     ///< boxes per frame whose filter is not the default, mean
  /// True pairs per frame, mean over the frames for which they are known. `facts_of` leaves it 0,
  /// because it searches for no pairs; the study that has found them sets it.
  double pairs = 0;
  double width = 0, height = 0;  ///< of the rectangle around all boxes of the frame with most boxes
  double side = 0;               ///< longer side of the typical (median) box
  double largest_side = 0;       ///< longer side of the largest box of all frames
  double size_ratio = 1;         ///< R, of the largest to the smallest box of all frames
  double move = 0;        ///< distance that the typical (median) box moves from a frame to the next
  double still = 0;       ///< share of the boxes that do not move from a frame to the next, 0 to 1
  double crowd = 0;       ///< sum of the areas of all boxes over width · height, same frame
  double arrivals = 0;    ///< objects added per frame, mean; those of the first frame do not count
  double departures = 0;  ///< objects removed per frame, mean
  bool changes = false;   ///< objects are added or removed after the first frame
  /// Whether some object of the sample is in a frame and in the one before. If not, as with a
  /// single frame, `move` and `still` are 0 and mean nothing.
  bool knows_movement = false;
  std::string unit = "px";        ///< unit of all lengths
  std::vector<Sentence> notes{};  ///< notes of the reader of the file

  double pairs_per_box() const { return boxes > 0 ? pairs / boxes : 0; }
};

/// Measures the facts of a recording, all but `FrameFacts::pairs`. O(boxes of all frames).
FrameFacts facts_of(const Recording& recording);

/// A clause about what is unusual in a recording, at most one fact about sizes and one about
/// movement: "the boxes are all of nearly one size"; empty if nothing is.
Sentence describe(const FrameFacts& facts);

/// A clause about why nothing is known about movement; empty when something is known, and without
/// frames.
Sentence why_no_movement(const FrameFacts& facts);

}  // namespace phasebox
