// SPDX-License-Identifier: MIT
// The window at work: one frame after another until the user quits.
#pragma once
#include <functional>
#include <memory>

#include "app/frame_pictures.hpp"
#include "app/gl_window.hpp"
#include "app/input_queue.hpp"
#include "app/state_dump.hpp"
#include "io/pictures/animation.hpp"
#include "ui/frontend.hpp"
#include "view/gl/renderer.hpp"
#include "view/gl/space_renderer.hpp"

namespace phasebox {

namespace ui {
struct WaitingBox;
}

/// Owns everything that one window needs: gives SDL's events to the frontend and draws by OpenGL
/// what it composes.
class Application : private ui::Host {
 public:
  /// `model` is set up; the scale is that of the interface.
  Application(std::unique_ptr<GlWindow> window, std::unique_ptr<Renderer> renderer,
              std::unique_ptr<ui::ApplicationModel> model, std::string dump_file);
  /// Returns when the user quits.
  void run();

 private:
  double seconds() const override { return phasebox::seconds(); }
  void begin_frame() override { imgui_.begin_frame(window_->size()); }
  std::string reload_fonts(float scale, const std::string& chinese) override {
    return imgui_.reload_fonts(scale, chinese);
  }
  std::span<const std::uint64_t> textures(const ImageSet& images) override {
    return thumbnails_.update(images);
  }
  ui::Waited run_apart(const std::function<void()>& job) override;

  void frame();
  void take_events();
  void draw();
  void draw_space();
  void draw_waiting(double seconds_passed, ui::WaitingBox& box, ui::Waited& waited);
  void carry_out(const ui::HostRequest& request);
  void begin_film();
  void end_film();
  void take_film();
  void save_picture(const ui::request::Picture& wanted);

  std::unique_ptr<GlWindow> window_;
  std::unique_ptr<Renderer> renderer_;
  std::unique_ptr<SpaceRenderer> space_renderer_;  // made when the 3D view is first seen
  ImGuiHost imgui_;
  std::unique_ptr<ui::ApplicationModel> model_;
  ui::Frontend frontend_;
  StateDump dump_;
  InputQueue queue_;
  Thumbnails thumbnails_;
  std::vector<ui::request::Picture> pictures_;  // of the next frame: without the menu that asked
  std::unique_ptr<FilmRecorder> film_;          // while the window is filmed
  bool quits_ = false;
  Repaint repaint_;
  bool has_still_ = false;  // `still_` is of what was drawn last
  StillPicture still_;      // of a frame after which long work may come
};

}  // namespace phasebox
