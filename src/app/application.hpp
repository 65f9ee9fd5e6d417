// SPDX-License-Identifier: MIT
// Runs the window: draws frame after frame until the user quits, and saves pictures of frames.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/gl_window.hpp"
#include "host/screen.hpp"
#include "io/pictures/animation.hpp"
#include "ui/settings_keeper.hpp"

struct ImDrawData;

namespace phasebox {
/// Decides for each frame of the window whether it is drawn on the screen or skipped. It is drawn
/// if the hash of its picture differs from that of the frame before; the first frames and those
/// after `ask` are drawn in any case.
class Repaint {
 public:
  /// The longest wait for an event before the next frame in s, when paused and nothing changes.
  static constexpr double kRest = 0.1;

  /// Has the next three frames drawn even if they show nothing new. Called for each event, because
  /// the window may have been uncovered and what the event changes may be seen only a frame later,
  /// and for a frame that must be on the screen to be saved or filmed.
  void ask() {
    asked_ = kAsked;
    same_ = 0;
  }
  /// Whether the current frame is to be drawn; `picture` is its picture_hash(). Call it once per
  /// frame, as it remembers the hash for the next one.
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
  /// Whether the last 30 frames looked like the frame before them and no event came, so that the
  /// frame rate may be lowered.
  bool is_calm() const { return same_ >= kCalm; }
  /// Number of frames drawn so far, without those skipped.
  std::uint64_t pictures() const { return pictures_; }

 private:
  // Numbers of frames: drawn after ask(); equal for is_calm().
  static constexpr int kAsked = 3, kCalm = 30;
  std::uint64_t picture_ = 0, pictures_ = 0;
  bool has_picture_ = false;
  int asked_ = kAsked, same_ = 0;
};

/// Hashes all that is drawn in one frame: the field's panes, the 3D view while it is on, and the
/// vertices and commands of the interface. Textures count by their ids, not by their pixels.
/// Allocates nothing.
std::uint64_t picture_hash(std::span<const ui::FieldPane> panes, const ui::ApplicationModel& model,
                           const ImDrawData& interface);

/// A copy of a drawn frame in a texture. It is shown as background while long work runs on another
/// thread, because nothing may be drawn from the model that the work changes.
class StillPicture {
 public:
  /// Copies the frame that has just been drawn from the framebuffer of `size` px. Call it before
  /// the frame is presented.
  void take(Vec2 size);
  /// Draws the copy, stretched to `size` px, as the background of the current ImGui frame. Draws
  /// nothing before the first take().
  void draw(Vec2 size) const;

 private:
  GlTexture texture_;
  bool is_taken_ = false;
};

/// Owns all parts of the desktop's window. In each frame it passes SDL's events to the frontend and
/// draws what the frontend composes.
class Application : private ui::Host {
 public:
  /// Starts Dear ImGui in the window. `model` must have been set up. Tests read the window's state
  /// from `dump_file` (see dump_state()); with an empty path none is written. `settings` keeps the
  /// settings, or is null; it must outlive the application.
  Application(std::unique_ptr<GlWindow> window, std::unique_ptr<Renderer> renderer,
              std::unique_ptr<ui::ApplicationModel> model, std::filesystem::path dump_file,
              SettingsKeeper* settings = nullptr);
  /// Runs frame after frame until the user quits or a signal asks to stop, then saves the film if
  /// the window is being filmed.
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
  void draw_waiting(const ui::LongWork& work, double seconds_passed, ui::InputMeanwhile& waited);
  void carry_out(const ui::HostRequest& request);
  void switch_film();
  void take_film();
  /// Counts the frame if it was slow, and rewrites the dump file, at most 32 times per second. The
  /// file holds Screen::state() and what only the window of the desktop has, such as its size.
  /// After a failed write it warns and writes no more.
  void dump_state();
  std::string state_text() const;

  std::unique_ptr<GlWindow> window_;
  std::unique_ptr<ui::ApplicationModel> model_;
  Screen screen_;
  SettingsKeeper* settings_;
  std::filesystem::path dump_file_;  // the file of dump_state(); empty: none
  // When the dump was last written and when the last frame began, in s; -1: never.
  double dumped_at_ = -1, last_frame_ = -1;
  std::uint64_t slow_frames_ = 0;       // number of frames that began over 1 s after the one before
  std::unique_ptr<FilmRecorder> film_;  // null unless the window is filmed
  std::optional<double> unfilmed_since_;  // s; set while the film waits for the window to be seen
  bool quits_ = false, asks_to_quit_ = false;
  Repaint repaint_;
  bool has_still_ = false;  // `still_` is a copy of the last frame drawn
  StillPicture still_;      // copy of the last frame drawn while work was expected to be long
};

}  // namespace phasebox
