// SPDX-License-Identifier: MIT
// The painter, by way of an offscreen OpenGL context.
#include "cli/picture.hpp"

#include "view/gl/offscreen.hpp"
#include "view/gl/renderer.hpp"
#include "view/scene_view.hpp"

namespace phasebox {

struct Painter::Impl {
  ViewOptions options;
};

Painter::Painter() : impl_(std::make_unique<Impl>()) {}
Painter::~Painter() = default;

bool Painter::is_available() const { return true; }

ParamView Painter::params() { return {&impl_->options, kViewRows}; }

Result<std::vector<std::uint8_t>> Painter::paint(const Session& session, const Trace& trace,
                                                 int width, int height) const {
  const auto screen = Offscreen::create(width, height);
  if (!screen) return screen.error();
  const auto renderer = Renderer::create();
  if (!renderer) return renderer.error();

  Camera camera;
  camera.viewport = {{0, 0}, {static_cast<float>(width), static_cast<float>(height)}};
  camera.show_field(session.field(), 0);
  const ViewOptions& options = impl_->options;
  DrawList list;
  draw_session(session, &trace, options, camera, {}, Detail::full, list);
  (*renderer)->draw(list, session.images(), camera, width, height,
                    theme(options.theme)[Role::background]);
  return (*screen)->pixels();
}

}  // namespace phasebox
