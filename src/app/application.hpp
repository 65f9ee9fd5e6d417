// SPDX-License-Identifier: MIT
// The window at work: one frame after another until the user quits, and pictures of them.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/gl_window.hpp"
#include "app/sdl_input.hpp"
#include "io/pictures/animation.hpp"
#include "ui/frontend.hpp"
#include "view/gl/gl_objects.hpp"
#include "view/gl/renderer.hpp"
#include "view/gl/space_renderer.hpp"

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
std::uint64_t picture_hash(std::span<const ui::FieldPane> panes, const ui::ApplicationModel& model,
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

/// Owns what one window needs: gives SDL's events to the frontend, draws what it composes.
class Application : private ui::Host {
 public:
  /// `model` is set up; the scale is that of the interface.
  Application(std::unique_ptr<GlWindow> window, std::unique_ptr<Renderer> renderer,
              std::unique_ptr<ui::ApplicationModel> model, std::filesystem::path dump_file);
  /// Returns when the user quits.
  void run();

 private:
  double seconds() const override { return phasebox::seconds(); }
  void begin_frame() override { window_->begin_interface(); }
  std::string reload_fonts(float scale, const std::string& chinese) override {
    return window_->reload_fonts(scale, chinese);
  }
  std::span<const std::uint64_t> textures(const ImageSet& images) override {
    return thumbnails_.update(images);
  }
  ui::Waited run_apart(const std::function<void()>& job) override;

  void frame();
  void take_events();
  void draw();
  void draw_space();
  void draw_waiting(double seconds_passed, ui::Waited& waited);
  void carry_out(const ui::HostRequest& request);
  void switch_film();
  void take_film();
  /// Rewrites a file with what a program needs to drive the window and to see that it answers, as
  /// JSON, about thirty times a second at most: where sprites and widgets are, parameters, what is
  /// held and open, what was said. All else of the frontend is tested without a window.
  void dump_state();
  std::string state_text() const;

  std::unique_ptr<GlWindow> window_;
  std::unique_ptr<Renderer> renderer_;
  std::unique_ptr<SpaceRenderer> space_renderer_;  // made when the 3D view is first seen
  std::unique_ptr<ui::ApplicationModel> model_;
  ui::Frontend frontend_;
  std::filesystem::path dump_file_;          // empty: none
  double dumped_at_ = -1, last_frame_ = -1;  // s
  std::uint64_t slow_frames_ = 0;            // that took over 1 s, but for the first
  ui::InputQueue queue_;
  Thumbnails thumbnails_;
  std::vector<ui::request::Picture> pictures_;  // of the next frame: without the menu that asked
  std::unique_ptr<FilmRecorder> film_;          // while the window is filmed
  bool quits_ = false, asks_to_quit_ = false;
  Repaint repaint_;
  bool has_still_ = false;  // `still_` is of what was drawn last
  StillPicture still_;      // of a frame after which long work may come
};

}  // namespace phasebox
