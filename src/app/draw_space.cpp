// SPDX-License-Identifier: MIT
// The application's part that draws the 3D view.
#include "app/application.hpp"
#include "view/gl/atlas.hpp"

namespace phasebox {
namespace {

constexpr int kSamples = 4;  // per pixel, where a graphics card does the work

// As in the field: under the X-ray, what the algorithm has yet to find is not shown.
void draw_as_the_field(const Desk& desk, const Interaction& hand, Detail detail, SpaceList& list) {
  const Xray& xray = desk.lab.xray;
  if (!xray.is_open())
    return draw_space(desk.session, desk.trace.broad.events(), desk.view, hand, detail, list);
  ViewOptions view = desk.view;
  view.structure = true;
  view.collisions = view.candidates = false;
  const auto done = xray.broad().events().first(xray.done_broad());
  draw_space(desk.session, done, view, hand, detail, list);
}

}  // namespace

// A driver that cannot do it says so once; the field goes on without.
void Application::draw_space() {
  Desk& desk = *desk_;
  if (!desk.view.space) return;
  if (!space_renderer_) {
    auto made = SpaceRenderer::create(renderer_->is_software() ? 0 : kSamples);
    if (!made) {
      desk.view.space = false;
      return desk.warn("3D view: " + made.error().text);
    }
    space_renderer_ = *std::move(made);
  }
  Interaction hand;
  hand.hovered = desk.session.held() ? desk.session.held() : desk.hand.hovered;
  hand.selected = desk.selection;
  hand.region_query = desk.region_query ? &*desk.region_query : nullptr;
  const Detail detail = facts().solid_sprites ? Detail::solid : Detail::full;
  draw_as_the_field(desk, hand, detail, desk.space.list);
  const Vec2 size = window_->size();
  const ImageSet& images = desk.session.images();
  space_renderer_->draw(desk.space.list, images, renderer_->atlas(images), desk.space.camera,
                        static_cast<int>(size.x), static_cast<int>(size.y));
}

}  // namespace phasebox
