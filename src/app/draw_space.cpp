// SPDX-License-Identifier: MIT
// The application's part that draws the 3D view.
#include "app/application.hpp"
#include "view/gl/atlas.hpp"

namespace phasebox {
namespace {

constexpr int kSamples = 4;  // per pixel, where a graphics card does the work

// As in the field: under the X-ray, what the algorithm has yet to find is not shown.
void draw_as_the_field(const ApplicationModel& model, const Interaction& hand, Detail detail,
                       SpaceList& list) {
  const Xray& xray = model.lab.xray;
  if (!xray.is_open())
    return draw_space(model.session, model.trace.broad.events(), model.view, hand, detail, list);
  ViewOptions view = model.view;
  view.structure = true;
  view.collisions = view.candidates = false;
  const auto done = xray.broad().events().first(xray.done_broad());
  draw_space(model.session, done, view, hand, detail, list);
}

}  // namespace

// A driver that cannot do it says so once; the field goes on without.
void Application::draw_space() {
  ApplicationModel& model = *model_;
  if (!model.view.space) return;
  if (!space_renderer_) {
    auto made = SpaceRenderer::create(renderer_->is_software() ? 0 : kSamples);
    if (!made) {
      model.view.space = false;
      return model.warn("3D view: " + made.error().text);
    }
    space_renderer_ = *std::move(made);
  }
  Interaction hand;
  hand.hovered = model.session.held() ? model.session.held() : model.pointer_tool.hovered;
  hand.selected = model.selection;
  hand.region_query = model.region_query ? &*model.region_query : nullptr;
  const Detail detail = facts().solid_sprites ? Detail::solid : Detail::full;
  draw_as_the_field(model, hand, detail, model.space.list);
  const Vec2 size = window_->size();
  const ImageSet& images = model.session.images();
  space_renderer_->draw(model.space.list, images, renderer_->atlas(images), model.space.camera,
                        static_cast<int>(size.x), static_cast<int>(size.y));
}

}  // namespace phasebox
