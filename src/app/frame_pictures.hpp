// SPDX-License-Identifier: MIT
// Pictures of frames: whether the next one is another, a copy of the last one, images of the
// launcher.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ui/model/application_model.hpp"
#include "ui/model/layout.hpp"
#include "view/gl/gl_objects.hpp"

struct ImDrawData;

namespace phasebox {

/// When the window is drawn again: when something changed, or the desktop asks for it. Compares
/// each frame's picture with that of the frame before.
class Repaint {
 public:
  static constexpr double kRest = 0.1;  ///< s from frame to frame while nothing changes

  /// There was an event: the next frames are drawn whatever they show, as the window may have been
  /// uncovered, and what the event changes may take a frame to come.
  void ask() { asked_ = kAsked, same_ = 0; }
  /// Whether a frame with this picture is to be drawn.
  bool is_due(std::uint64_t picture) {
    const bool is_same = has_picture_ && picture == picture_;
    picture_ = picture, has_picture_ = true;
    same_ = is_same ? same_ + 1 : 0;
    if (is_same && asked_ == 0) return false;
    if (asked_ > 0) --asked_;
    ++pictures_;
    return true;
  }
  /// Idle long enough to lower the frame rate.
  bool is_calm() const { return same_ >= kCalm; }
  std::uint64_t pictures() const { return pictures_; }  ///< that were due so far

 private:
  static constexpr int kAsked = 3, kCalm = 30;  // frames
  std::uint64_t picture_ = 0, pictures_ = 0;
  bool has_picture_ = false;
  int asked_ = kAsked, same_ = 0;
};

/// A number for all that is drawn in one frame: the field's panes, the 3D view and the interface.
/// The contents of textures are not in it. O(what is drawn), allocates nothing.
std::uint64_t picture_hash(std::span<const FieldPane> panes, const ApplicationModel& model,
                           const ImDrawData& interface);

/// A copy of what the window showed last, shown while there is no time to draw again.
class StillPicture {
 public:
  /// Of the frame that has just been drawn, before it is presented. px.
  void take(Vec2 size);
  /// As a background of the ImGui frame that is being put together. Nothing before the first take.
  void draw(Vec2 size) const;

 private:
  GlTexture texture_;
  bool is_taken_ = false;
};

/// One texture per image, for the launcher. Needs the OpenGL context in every call.
class Thumbnails {
 public:
  /// The textures by number, after what is new or has changed was uploaded.
  std::span<const std::uint64_t> update(const ImageSet& images);

 private:
  std::vector<GlTexture> textures_;
  std::vector<std::uint64_t> names_;
  std::vector<std::shared_ptr<const Image>> images_;
};

}  // namespace phasebox
