// SPDX-License-Identifier: MIT
// A box recording at play: which frame is shown, and the sprites that represent its boxes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collide/box_recording.hpp"
#include "world/world.hpp"

namespace phasebox {

/// A recording of one frame, which is shared and never changed.
using BoxFrame = std::shared_ptr<const BoxRecording>;

/// Upper bound of the boxes that are kept of all frames of a game: about 300 MB.
inline constexpr std::size_t kMaxKeptRows = 10'000'000;

/// How much is kept, at most.
struct KeepLimits {
  std::size_t frames = std::numeric_limits<std::size_t>::max();
  std::size_t rows = std::numeric_limits<std::size_t>::max();  ///< boxes of all frames
};

/// The last frames of a growing recording, by ascending number, each with a box. Copies share them.
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

/// The frames as one recording. O(rows).
std::shared_ptr<const BoxRecording> joined(const KeptFrames& frames);
/// A frame of a recording by itself. O(its rows).
BoxFrame single_frame(const BoxRecording& recording, std::size_t frame);
/// One frame without boxes, from which a recording grows.
std::shared_ptr<const BoxRecording> no_boxes();

/// Shows frame after frame, then begins again. Boxes are as recorded, bit for bit; positions,
/// scales and velocities of the sprites follow from them, for drawing and for narrowphases. A
/// recording without boxes may grow: then the frames that were added are all it has.
class RecordingPlayback {
 public:
  /// `image` is the number of a solid picture of kImageSide px that the sprites show.
  /// `path`: absolute, of the file that holds the recording; empty where none is known.
  RecordingPlayback(std::shared_ptr<const BoxRecording> trace, std::string name, std::string path,
                    std::uint16_t image);

  /// Goes to a frame and lets the world follow; gives what came and went. O(n log n).
  std::span<const Edit> show(std::size_t frame, World& world);
  /// The same of a world that is empty, with the objects numbered in the order of these ids, which
  /// are those of the frame: where playing has led to another order than the recording's.
  void show_as(std::size_t frame, std::vector<std::int64_t> ids, World& world);
  /// The frame of the next step: the newest one while it follows a recording that grows.
  std::size_t next() const { return follows_ ? size() - 1 : (frame_ + 1) % size(); }

  /// Frames at the end, with greater numbers than before; the oldest beyond the limits are
  /// forgotten. Not while it is swept. False when the frame that is shown is no longer among them.
  bool grow(std::span<const BoxFrame> frames, const KeepLimits& keep);
  /// Whether a step shows the newest frame rather than the next one.
  void follow(bool on) { follows_ = on; }
  bool follows() const { return follows_; }
  /// Whether each box reaches to that of its object in the next frame: what is shown and searched
  /// does, what is saved never. O(rows), and memory for as many, when it is switched on.
  void sweep(bool on) {
    swept_ = on ? std::make_shared<const BoxRecording>(swept(*recorded())) : nullptr;
  }
  bool is_swept() const { return swept_ != nullptr; }
  /// The recording, or the empty one from which it grows: tells recordings apart.
  const std::shared_ptr<const BoxRecording>& origin() const { return origin_; }
  /// All frames as one recording; of one that has grown, a copy. O(rows) then.
  std::shared_ptr<const BoxRecording> recorded() const {
    return grown_.empty() ? origin_ : joined(grown_);
  }
  /// The same as it is shown.
  std::shared_ptr<const BoxRecording> shared_recording() const {
    return swept_ ? swept_ : recorded();
  }
  /// What has grown; empty for all others.
  const KeptFrames& grown() const { return grown_; }
  /// It came from a running game, and no file has it.
  bool is_unsaved() const { return path_.empty() && !grown_.empty(); }

  struct Place {
    const BoxRecording& recording;
    std::size_t frame;  ///< in it
  };
  Place place(std::size_t frame) const {
    if (swept_) return {*swept_, frame};
    return grown_.empty() ? Place{*origin_, frame} : Place{grown_[frame], 0};
  }
  std::size_t size() const { return grown_.empty() ? origin_->size() : grown_.size(); }  ///< frames
  std::size_t rows() const { return grown_.empty() ? origin_->ids.size() : grown_.rows(); }
  std::int64_t number(std::size_t frame) const {  ///< as recorded
    const auto [recording, at] = place(frame);
    return recording.frames[at];
  }
  const std::string& unit() const { return place(0).recording.unit; }
  FilterRule rule() const { return place(0).recording.rule; }
  /// Which file holds it now.
  void saved_as(std::string name, std::string path) {
    name_ = std::move(name), path_ = std::move(path);
  }
  const std::string& name() const { return name_; }
  const std::string& path() const { return path_; }
  std::size_t frame() const { return frame_; }
  std::uint16_t image() const { return image_; }
  std::span<const Aabb> boxes() const { return cast_.boxes(); }      ///< [sprites]
  std::span<const std::int64_t> ids() const { return cast_.ids(); }  ///< [sprites] as recorded
  /// Where the objects were a frame ago [sprites], new ones where they are; empty at first.
  std::vector<Aabb> boxes_before() const;
  /// The box around all boxes of all frames; of a growing recording maybe larger, to change rarely.
  const Aabb& field() const { return field_; }
  /// The sprite that represents an object now.
  std::optional<SpriteId> sprite_of(std::int64_t id) const { return cast_.find(id); }

  static constexpr int kImageSide = 2;  ///< px; even, so that the pivot is the middle

 private:
  Sprite sprite(std::size_t number) const;
  Vec2 velocity(std::size_t number) const;       // px per step, since the frame before
  const Aabb* before(std::size_t number) const;  // one frame ago; null: it was not there
  void grow_field(bool is_first);

  std::shared_ptr<const BoxRecording> origin_, swept_;
  KeptFrames grown_;
  std::string name_, path_;
  std::uint16_t image_;
  Aabb field_;
  RecordingCast cast_;
  std::size_t frame_ = 0;
  bool follows_ = false;
};

}  // namespace phasebox
