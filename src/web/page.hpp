// SPDX-License-Identifier: MIT
// The page at work: the second host of the frontend, beside the window of the desktop.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "io/pictures/images.hpp"
#include "ui/frontend.hpp"
#include "ui/model/input_queue.hpp"
#include "ui/user_settings.hpp"
#include "view/gl/gl_objects.hpp"
#include "view/gl/renderer.hpp"
#include "view/gl/space_renderer.hpp"

namespace phasebox::web {

/// Owns what the page shows; a browser calls it frame by frame, and between frames with input.
class Page : private ui::Host {
 public:
  /// `model` is set up, the canvas has WebGL 2.
  Page(std::unique_ptr<Renderer> renderer, std::unique_ptr<ui::ApplicationModel> model,
       UserSettings settings);

  /// A frame, px: steps, studies (8 ms at most), drawing. False: unchanged, the next may wait.
  bool frame(Vec2 size);
  ui::InputQueue& queue() { return queue_; }
  ui::ApplicationModel& model() { return *model_; }
  const ui::Frontend& frontend() const { return frontend_; }

 private:
  double seconds() const override;
  void begin_frame() override;
  std::string reload_fonts(float scale, const std::string& chinese) override;
  std::span<const std::uint64_t> textures(const ImageSet& images) override {
    return thumbnails_.update(images);
  }
  /// With one thread the page waits, too.
  ui::Waited run_apart(const std::function<void()>& job) override;

  void draw();
  void draw_space();
  void carry_out(const ui::HostRequest& request);
  Bitmap picture_of(const Aabb& part) const;  ///< of the canvas, px
  void pick_file();
  void keep_settings();

  std::unique_ptr<Renderer> renderer_;
  std::unique_ptr<SpaceRenderer> space_renderer_;  // made when the 3D view is first seen
  std::unique_ptr<ui::ApplicationModel> model_;
  UserSettings settings_;
  std::string kept_;               // the text of the settings that are in the browser's storage
  double kept_at_ = 0, last_ = 0;  // s
  ui::Frontend frontend_;
  ui::InputQueue queue_;
  std::vector<ui::request::Picture> pictures_;  // of the next frame: without the menu that asked
  Thumbnails thumbnails_;
  Vec2 size_;
};

/// Where the settings and states of windows are kept; what is written elsewhere is downloaded.
inline constexpr const char *kStateFolder = "/state", *kFileFolder = "/files";

}  // namespace phasebox::web
