// SPDX-License-Identifier: MIT
// The painter, by way of an offscreen OpenGL context.
#include "cli/picture.hpp"

#include "view/gl/offscreen.hpp"
#include "view/gl/renderer.hpp"
#include "view/gl/space_renderer.hpp"
#include "view/scene_view.hpp"
#include "view/space/space_view.hpp"

namespace phasebox::cli {

namespace {

// The second pane, with a line between the two.
Status paint_space(const Session& session, const EventLog& trace, const ViewOptions& options,
                   const Panes& panes, Renderer& renderer, Vec2 frame) {
  const auto space = SpaceRenderer::create(0);
  if (!space) return space.error();
  OrbitCamera camera;
  camera.viewport = panes.space;
  constexpr float kBorder = 1;
  (panes.side_by_side ? camera.viewport.min.x : camera.viewport.min.y) += kBorder;
  SpaceList list;
  draw_space(session, trace.broad.events(), options, {}, Detail::full, list);
  camera.reset(list.ground, default_height(options));
  (*space)->draw(list, session.images(), renderer.atlas(session.images()), camera,
                 static_cast<int>(frame.x), static_cast<int>(frame.y));
  return {};
}

}  // namespace

Painter::Painter() : options_(std::make_unique<ViewOptions>()) {}
Painter::~Painter() = default;

ParamView Painter::params() const { return {options_.get(), view_rows()}; }

Result<std::vector<std::uint8_t>> Painter::paint(const Session& session, const EventLog& trace,
                                                 int width, int height) const {
  const auto screen = Offscreen::create(width, height);
  if (!screen) return screen.error();
  const auto renderer = Renderer::create();
  if (!renderer) return renderer.error();

  const ViewOptions& options = *options_;
  const Aabb all{{0, 0}, {static_cast<float>(width), static_cast<float>(height)}};
  const Panes panes = split_panes(all, 0.5f, 1);
  Camera camera;
  camera.viewport = options.space ? panes.flat : all;
  camera.show_field(session.field(), 0);
  DrawList list;
  draw_session(session, shown_events(trace), options, camera, {}, Detail::full, list);
  (*renderer)->draw(list, session.images(), camera, width, height,
                    theme(options.theme)[Role::background]);
  if (options.space)
    if (auto error = paint_space(session, trace, options, panes, **renderer, all.max))
      return *error;
  return (*screen)->pixels();
}

}  // namespace phasebox::cli
