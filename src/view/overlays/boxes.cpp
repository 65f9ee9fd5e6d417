// SPDX-License-Identifier: MIT
// The overlay "boxes": what the broadphase sees of the sprites.
#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

constexpr std::array kBoxLegend{LegendLine{Role::box, "box"}};

void draw_boxes(const Canvas& c, const FieldState& state) {
  if (state.detail == Detail::density) return;  // none is seen by itself
  Layer& outline = c.layer(Layer::Kind::outline);
  state.each(c, [&](SpriteId i) { outline.add(state.frame.boxes[i], c.theme[Role::box]); });
}

}  // namespace

extern const OverlayRow boxes_overlay{.id = "boxes",
                                      .title = "Boxes",
                                      .help = "Draw every sprite's box.",
                                      .key = 'b',
                                      .legend = kBoxLegend,
                                      .under = draw_boxes};

}  // namespace phasebox
