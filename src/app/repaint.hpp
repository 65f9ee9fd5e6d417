// SPDX-License-Identifier: MIT
// When the window is drawn again: when something changed, or the desktop asks for it.
#pragma once
#include <cstdint>

namespace phasebox {

/// Compares each frame's picture with that of the frame before.
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
  /// For so long nothing has changed that what comes may be shown a little later.
  bool is_calm() const { return same_ >= kCalm; }
  std::uint64_t pictures() const { return pictures_; }  ///< that were due so far

 private:
  static constexpr int kAsked = 3, kCalm = 30;  // frames
  std::uint64_t picture_ = 0, pictures_ = 0;
  bool has_picture_ = false;
  int asked_ = kAsked, same_ = 0;
};

}  // namespace phasebox
