// SPDX-License-Identifier: MIT
// The part that the window of the desktop and the page of a browser have in common: it runs the
// frontend and draws with OpenGL what the frontend has composed.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "io/archive/json.hpp"
#include "io/pictures/images.hpp"
#include "ui/frontend.hpp"
#include "ui/model/input_queue.hpp"
#include "view/gl/renderer.hpp"
#include "view/gl/space_renderer.hpp"
#include "view/gl/thumbnails.hpp"

namespace phasebox {

/// Runs and draws the frontend of one window. The window's OpenGL context must be current in every
/// call and in the destructor.
class Screen {
 public:
  /// Keeps references to host and model, which must outlive it.
  Screen(ui::Host& host, ui::ApplicationModel& model, std::unique_ptr<Renderer> renderer);

  ui::InputQueue& queue() { return queue_; }
  ui::Frontend& frontend() { return frontend_; }
  /// Returns the id of an OpenGL texture for each image, [images] by image number. Uploads the
  /// images that are new or have changed.
  std::span<const std::uint64_t> textures(const ImageSet& images) {
    return thumbnails_.update(images);
  }

  /// Runs a frame of the frontend with as much of the queued input as one frame takes, up to
  /// rendering by ImGui. `size` is the window's in px, `now` in s.
  void compose(Vec2 size, double now) {
    frontend_.frame(queue_.take(frontend_.keys_wait(), frontend_.is_typing()), size, now);
  }
  /// Draws the field and the 3D view of the composed frame into the bound framebuffer of `size` px,
  /// and leaves the interface to the host. If the driver refuses the 3D view, the view is switched
  /// off with a warning.
  void draw(Vec2 size);

  /// Has a picture saved in the next frame, when the menu that requested it is off the screen.
  void want(const ui::request::Picture& picture) { pictures_.push_back(picture); }
  bool wants_pictures() const { return !pictures_.empty(); }
  /// Saves the pictures that are wanted; one without a place shows the whole window of `size` px.
  /// Call it when field and interface have been drawn. `read` returns the pixels of a part of the
  /// framebuffer, given in window px.
  void save_pictures(Vec2 size, const std::function<Bitmap(const Aabb& part)>& read);

  /// Returns as JSON what tests read that drive a real window or page: places of widgets and of the
  /// first 200 sprites, parameters, what is held and open, messages, and some results. Other tests
  /// run the frontend without a window.
  Json state() const;

 private:
  void draw_space(Vec2 size);

  ui::ApplicationModel& model_;
  std::unique_ptr<Renderer> renderer_;
  std::unique_ptr<SpaceRenderer> space_renderer_;  // null until the 3D view is first drawn
  ui::Frontend frontend_;
  ui::InputQueue queue_;
  Thumbnails thumbnails_;
  std::vector<ui::request::Picture> pictures_;
};

}  // namespace phasebox
