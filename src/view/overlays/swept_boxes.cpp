// SPDX-License-Identifier: MIT
// The overlay "swept-boxes": where each box may be until the horizon.
#include "view/overlays/overlay.hpp"
#include "world/flight.hpp"

namespace phasebox {
namespace {

constexpr std::array kSweptLegend{LegendLine{Role::velocity, "swept box; faint: swelled"}};

void draw_swept_boxes(const Canvas& c, const FieldState& state) {
  Layer& outline = c.layer(Layer::Kind::outline);
  const Color color = c.theme[Role::velocity];
  const World& world = state.session.world();
  const StraightFlight ahead = state.options.lookahead();
  for (SpriteId i = 0; i < state.count(); ++i) {
    const Aabb swelled = box_of_flight(world, i, state.frame.boxes[i], ahead);
    if (!c.sees(swelled)) continue;
    const Aabb swept = box_of_flight(world, i, state.frame.boxes[i], ahead.without_acceleration());
    outline.add(swept, color);
    if (swelled != swept) outline.add(swelled, color.with_alpha(0.4f));
  }
}

}  // namespace

extern const OverlayRow swept_boxes_overlay{
    .id = "swept-boxes",
    .title = "Swept boxes",
    .help =
        "Outline every box united with the one after the horizon, in straight flight; bounces and "
        "turning are ignored.",
    .legend = kSweptLegend,
    .over = draw_swept_boxes};

}  // namespace phasebox
