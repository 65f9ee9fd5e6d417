// SPDX-License-Identifier: MIT
// Runs the window: draws frame after frame until the user quits, and saves pictures of frames.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/gl_window.hpp"
#include "host/screen.hpp"
#include "io/pictures/animation.hpp"

struct ImDrawData;

namespace phasebox {
/// Decides when the window is drawn again: after a change, or when the desktop asks for it.
/// Compares the hash of each frame's picture with that of the frame before.
class Repaint {
 public:
  static constexpr double kRest = 0.1;  ///< s from frame to frame while nothing changes

  /// Notes an event. The next frames are drawn even if they show nothing new, because the window
  /// may have been uncovered, and because a change by the event may take a frame to come.
  void ask() {
    asked_ = kAsked;
    same_ = 0;
  }
  /// Whether a frame whose picture has this hash is to be drawn. Call it once per frame.
  bool is_due(std::uint64_t picture) {
    const bool is_same = has_picture_ && picture == picture_;
    picture_ = picture;
    has_picture_ = true;
    same_ = is_same ? same_ + 1 : 0;
    if (is_same && asked_ == 0) return false;
    if (asked_ > 0) --asked_;
    ++pictures_;
    return true;
  }
  /// Whether nothing has changed for long enough to lower the frame rate.
  bool is_calm() const { return same_ >= kCalm; }
  std::uint64_t pictures() const { return pictures_; }  ///< number of frames drawn so far

 private:
  static constexpr int kAsked = 3, kCalm = 30;  // frames
  std::uint64_t picture_ = 0, pictures_ = 0;
  bool has_picture_ = false;
  int asked_ = kAsked, same_ = 0;
};

/// Hashes all that is drawn in one frame: the field's panes, the 3D view and the interface, but not
/// the contents of textures. O(what is drawn), allocates nothing.
std::uint64_t picture_hash(std::span<const ui::FieldPane> panes, const ui::ApplicationModel& model,
                           const ImDrawData& interface);

/// A copy of the window's last frame, which is shown while long work leaves no time to draw again.
class StillPicture {
 public:
  /// Copies the frame that has just been drawn; call it before the frame is presented. `size` is
  /// that of the window, px.
  void take(Vec2 size);
  /// Draws the copy as the background of the current ImGui frame. Draws nothing before the first
  /// take.
  void draw(Vec2 size) const;

 private:
  GlTexture texture_;
  bool is_taken_ = false;
};

/// Owns the parts of one window: passes SDL's events to the frontend and draws what it composes.
class Application : private ui::Host {
 public:
  /// `model` has been set up. `dump_file` is that of `dump_state`; empty for none.
  Application(std::unique_ptr<GlWindow> window, std::unique_ptr<Renderer> renderer,
              std::unique_ptr<ui::ApplicationModel> model, std::filesystem::path dump_file);
  /// Runs frame after frame until the user quits or a signal asks to stop.
  void run();

 private:
  double seconds() const override { return phasebox::seconds(); }
  void begin_frame() override { window_->begin_interface(); }
  std::string reload_fonts(float scale, const std::string& chinese) override {
    return window_->reload_fonts(scale, chinese);
  }
  std::span<const std::uint64_t> textures(const ImageSet& images) override {
    return screen_.textures(images);
  }
  ui::InputMeanwhile run_apart(const std::function<void()>& job) override;

  void frame();
  void take_events();
  void draw_waiting(double seconds_passed, ui::InputMeanwhile& waited);
  void carry_out(const ui::HostRequest& request);
  void switch_film();
  void take_film();
  /// Rewrites the dump file at most some 30 times per second. It holds Screen::state() and what
  /// only a window of the desktop has.
  void dump_state();
  std::string state_text() const;

  std::unique_ptr<GlWindow> window_;
  std::unique_ptr<ui::ApplicationModel> model_;
  Screen screen_;
  std::filesystem::path dump_file_;          // empty: none
  double dumped_at_ = -1, last_frame_ = -1;  // s
  std::uint64_t slow_frames_ = 0;            // number of frames over 1 s, without the first
  std::unique_ptr<FilmRecorder> film_;       // null unless the window is filmed
  bool quits_ = false, asks_to_quit_ = false;
  Repaint repaint_;
  bool has_still_ = false;  // `still_` is a copy of the last frame drawn
  StillPicture still_;      // a copy of the last frame that long work may follow
};

}  // namespace phasebox
