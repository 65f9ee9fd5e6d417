// SPDX-License-Identifier: MIT
// Draws the field and the 3D view of a frame, and saves pictures of it.
#include "host/screen.hpp"

#include <epoxy/gl.h>

#include "host/space_fallback.hpp"
#include "ui/model/files/files.hpp"

namespace phasebox {

using namespace ui;

Screen::Screen(Host& host, ApplicationModel& model, std::unique_ptr<Renderer> renderer)
    : model_(model),
      renderer_(std::move(renderer)),
      frontend_(model, host, renderer_->is_software()) {}

void Screen::draw(Vec2 size) {
  const int width = static_cast<int>(size.x), height = static_cast<int>(size.y);
  glViewport(0, 0, width, height);
  for (const FieldPane& pane : frontend_.panes())
    renderer_->draw(pane.list, model_.session.images(), pane.camera, width, height,
                    pane.background);
  if (model_.view.space) draw_space(size);
}

void Screen::draw_space(Vec2 size) {
  if (!space_renderer_) space_renderer_ = space_renderer_or_2d(model_, renderer_->is_software());
  if (!space_renderer_) return;
  const ImageSet& images = model_.session.images();
  space_renderer_->draw(model_.field.space.list, images, renderer_->atlas(images),
                        model_.field.space.camera, static_cast<int>(size.x),
                        static_cast<int>(size.y));
}

void Screen::save_pictures(Vec2 size, const std::function<Bitmap(const Aabb& part)>& read) {
  for (const request::Picture& wanted : std::exchange(pictures_, {}))
    save_picture(model_, wanted.name, read(wanted.where.value_or(Aabb{{}, size})));
}

}  // namespace phasebox
