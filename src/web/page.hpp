// SPDX-License-Identifier: MIT
// The page of the browser edition: the second host of the frontend, beside the window of the
// desktop.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "host/screen.hpp"
#include "io/pictures/images.hpp"
#include "ui/settings_keeper.hpp"

namespace phasebox::web {

/// Owns the parts of the page. The browser calls it once per frame, and between frames with input.
class Page : private ui::Host {
 public:
  /// Starts Dear ImGui. `model` must have been set up, and the canvas must have WebGL 2.
  Page(std::unique_ptr<Renderer> renderer, std::unique_ptr<ui::ApplicationModel> model,
       UserSettings settings);

  /// Runs a frame of `size` px: steps, work of background studies for about 8 ms, drawing. Returns
  /// false if the next frame may wait for an event, because the simulation is paused, no study
  /// works and no picture is to be saved.
  bool frame(Vec2 size);
  ui::InputQueue& queue() { return screen_.queue(); }
  ui::ApplicationModel& model() { return *model_; }
  Json state() const { return screen_.state(); }
  /// Writes the settings at once, because the page may be closed.
  void leave();

 private:
  double seconds() const override;
  void begin_frame() override;
  std::string reload_fonts(float scale, const std::string& chinese) override;
  std::span<const std::uint64_t> textures(const ImageSet& images) override {
    return screen_.textures(images);
  }
  /// Runs the job at once: the page has one thread, so it does not answer meanwhile.
  ui::InputMeanwhile run_apart(const std::function<void()>& job) override;

  void carry_out(const ui::HostRequest& request);
  Bitmap picture_of(const Aabb& part) const;  ///< reads a part of the canvas, px
  void pick_file();

  std::unique_ptr<ui::ApplicationModel> model_;
  SettingsKeeper settings_;
  double last_ = 0;  // s, when the last frame began
  Screen screen_;
  Vec2 size_;
};

/// kStateFolder is the folder in which settings and autosaves are kept, kFileFolder the working
/// directory. page.js offers each file that is written to kFileFolder as a download.
inline constexpr const char *kStateFolder = "/state", *kFileFolder = "/files";

}  // namespace phasebox::web
