// SPDX-License-Identifier: MIT
// The overlay "velocities": where the sprites will be.
#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

constexpr float kVelocitySteps = 30;  // an arrow shows where the sprite is after so many steps
constexpr std::array kVelocityLegend{LegendLine{Role::velocity, "velocity, 30 steps ahead"}};

void draw_velocities(const Canvas& c, const FieldState& state) {
  Layer& lines = c.layer(Layer::Kind::line, 1.5f);
  const auto velocities = state.session.world().velocities();
  for (SpriteId i = 0; i < state.count(); ++i) {
    if (velocities[i] == Vec2{}) continue;
    const Vec2 from = state.frame.transforms[i].position,
               to = from + velocities[i] * kVelocitySteps;
    if (c.sees(from, to)) add_arrow(lines, from, to, c.px(5), c.theme[Role::velocity]);
  }
}

}  // namespace

extern const OverlayRow velocities_overlay{.id = "velocities",
                                           .title = "Velocities",
                                           .help = "Draw every sprite's velocity.",
                                           .key = 'v',
                                           .legend = kVelocityLegend,
                                           .over = draw_velocities};

}  // namespace phasebox
