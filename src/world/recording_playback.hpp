// SPDX-License-Identifier: MIT
// A box recording at play: which frame is shown, and the sprites that stand for its boxes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collide/box_recording.hpp"
#include "collide/frame.hpp"
#include "world/world.hpp"

namespace phasebox {

/// Shows one frame after the other and begins again after the last. Boxes are as recorded, bit for
/// bit; positions, scales and velocities of the sprites follow from them, for drawing and for
/// narrowphases.
class RecordingPlayback {
 public:
  /// `image` is the number of a solid picture of kImageSide px that the sprites show.
  /// `path`: absolute, of the file that holds the recording; empty where none is known.
  RecordingPlayback(std::shared_ptr<const BoxRecording> trace, std::string name, std::string path,
                    std::uint16_t image);

  /// Goes to a frame and lets the world follow; gives what came and went. O(n log n).
  std::span<const Edit> show(std::size_t frame, World& world);
  std::size_t next() const { return (frame_ + 1) % trace_->size(); }

  const BoxRecording& trace() const { return *trace_; }
  const std::shared_ptr<const BoxRecording>& shared_recording() const { return trace_; }
  const std::string& name() const { return name_; }
  const std::string& path() const { return path_; }
  std::size_t frame() const { return frame_; }
  std::span<const Aabb> boxes() const { return cast_.boxes(); }      ///< [sprites]
  std::span<const std::int64_t> ids() const { return cast_.ids(); }  ///< [sprites] as recorded
  /// Where the same objects were one frame ago [sprites], new ones where they are now; empty in the
  /// first frame.
  std::vector<Aabb> boxes_before() const;
  /// The smallest box around all boxes of all frames.
  const Aabb& field() const { return field_; }
  /// The sprite that stands for an object now.
  std::optional<SpriteId> sprite_of(std::int64_t id) const { return cast_.find(id); }

  static constexpr int kImageSide = 2;  ///< px; even, so that the pivot is the middle

 private:
  Sprite sprite(std::size_t number) const;
  Vec2 velocity(std::size_t number) const;  // px per step, since the frame before

  std::shared_ptr<const BoxRecording> trace_;
  std::string name_, path_;
  std::uint16_t image_;
  Aabb field_;
  RecordingCast cast_;
  std::size_t frame_ = 0;
};

}  // namespace phasebox
