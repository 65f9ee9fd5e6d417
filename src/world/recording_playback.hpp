// SPDX-License-Identifier: MIT
// A box recording at play: which frame is shown, and the sprites that represent its boxes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collide/box_recording.hpp"
#include "world/growing_recording.hpp"
#include "world/world.hpp"

namespace phasebox {

/// Plays a box recording: shows frame after frame, in a loop or following its growth. Boxes are as
/// recorded, bit for bit, unless they are swept; positions, scales and velocities of the sprites
/// follow from them, for drawing and for narrowphases. A recording without boxes may grow: it then
/// consists of the frames that were added.
class RecordingPlayback {
 public:
  /// `image` is the index, in the session's ImageSet, of a solid picture of kImageSide px that the
  /// sprites show. `path` is the absolute path of the file that holds the recording; empty where
  /// none is known.
  RecordingPlayback(std::shared_ptr<const BoxRecording> trace, std::string name, std::string path,
                    std::uint16_t image);

  /// Goes to a frame (an index, from 0) and changes the world to match. Returns the insertions and
  /// removals of sprites that led there, valid until the next call. O(n log n).
  std::span<const Edit> show(std::size_t frame, World& world);
  /// Shows a frame in an empty world. Sprite k becomes the object `ids[k]`; `ids` are all ids of
  /// that frame, in any order. Needed to restore a state, because playing may have numbered the
  /// objects in another order than the recording's.
  void show_as(std::size_t frame, std::vector<std::int64_t> ids, World& world);
  /// The index of the frame that the next step shows: the newest one while playback follows a
  /// growing recording, else the next one, and after the last one the first.
  std::size_t next() const { return follows_ ? size() - 1 : (frame_ + 1) % size(); }

  /// Appends frames, whose numbers must be greater than those before, and forgets the oldest frames
  /// beyond the limits. Must not be called while `is_swept`. Returns false if the frame that was
  /// shown is no longer kept; so does the first growth, which replaces the empty frame.
  bool grow(std::span<const BoxFrame> frames, const KeepLimits& keep);
  /// Sets whether a step shows the newest frame of a growing recording instead of the next one.
  void follow(bool on) { follows_ = on; }
  bool follows() const { return follows_; }
  /// Sets whether each box is united with its object's box in the next frame (a swept AABB). Boxes
  /// that are shown and searched are swept, saved ones never. Switching it on takes O(rows) time
  /// and memory.
  void sweep(bool on) {
    swept_ = on ? std::make_shared<const BoxRecording>(swept(*recorded())) : nullptr;
  }
  bool is_swept() const { return swept_ != nullptr; }
  /// The recording that was given to the constructor, which is the empty one if it has grown. The
  /// pointer tells recordings apart.
  const std::shared_ptr<const BoxRecording>& origin() const { return origin_; }
  /// All frames as one recording. A recording that has grown is copied, which takes O(rows).
  std::shared_ptr<const BoxRecording> recorded() const {
    return grown_.empty() ? origin_ : joined(grown_);
  }
  /// All frames as they are shown: swept while `is_swept`, else as recorded.
  std::shared_ptr<const BoxRecording> shared_recording() const {
    return swept_ ? swept_ : recorded();
  }
  /// The frames that a live recording has grown by; empty for all other recordings.
  const KeptFrames& grown() const { return grown_; }
  /// Whether the frames came from a running game and no file holds them.
  bool is_unsaved() const { return path_.empty() && !grown_.empty(); }

  /// Where a frame is stored: a growing recording has a BoxRecording for each of its frames.
  struct Place {
    const BoxRecording& recording;
    std::size_t frame;  ///< index of the frame in `recording`
  };
  Place place(std::size_t frame) const {
    if (swept_) return {*swept_, frame};
    return grown_.empty() ? Place{*origin_, frame} : Place{grown_[frame], 0};
  }
  /// number of frames
  std::size_t size() const { return grown_.empty() ? origin_->size() : grown_.size(); }
  std::size_t rows() const { return grown_.empty() ? origin_->ids.size() : grown_.rows(); }
  std::int64_t number(std::size_t frame) const {  ///< of a frame, as in the file
    const auto [recording, at] = place(frame);
    return recording.frames[at];
  }
  const std::string& unit() const { return place(0).recording.unit; }
  FilterRule rule() const { return place(0).recording.rule; }
  /// Notes the file that holds the recording now, by its name and absolute path.
  void saved_as(std::string name, std::string path) {
    name_ = std::move(name);
    path_ = std::move(path);
  }
  const std::string& name() const { return name_; }
  const std::string& path() const { return path_; }
  std::size_t frame() const { return frame_; }
  std::uint16_t image() const { return image_; }
  std::span<const Aabb> boxes() const { return cast_.boxes(); }  ///< [sprites] present boxes, px
  std::span<const std::int64_t> ids() const { return cast_.ids(); }  ///< [sprites] the recorded ids
  /// Returns the boxes that the sprites had in the frame before, [sprites], px; an object that was
  /// not there has its present box. Empty at frame 0.
  std::vector<Aabb> boxes_before() const;
  /// The box around all boxes of all frames, px. That of a growing recording may be larger: it
  /// shrinks rarely, so that the view stays still.
  const Aabb& field() const { return field_; }
  /// The sprite that represents the object with that id in the shown frame, if there is one.
  std::optional<SpriteId> sprite_of(std::int64_t id) const { return cast_.find(id); }

  static constexpr int kImageSide = 2;  ///< px; even, so that the pivot is the middle

 private:
  Sprite sprite(std::size_t number) const;
  // px per step, from the middle of its box in the frame before; 0 if it had none
  Vec2 velocity(std::size_t number) const;
  const Aabb* before(std::size_t number) const;  // its box in the frame before; null: none

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
