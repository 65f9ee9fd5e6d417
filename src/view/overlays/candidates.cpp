// SPDX-License-Identifier: MIT
// The overlay "candidates": pairs that the broadphase found.
#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

constexpr std::array kCandidateLegend{LegendLine{Role::candidate, "candidate pair"}};

void draw_candidates(const Canvas& c, const FieldState& state) {
  Layer& lines = c.layer(Layer::Kind::line);
  for (const Pair pair : state.session.pairs()) {
    if (pair.b >= state.count()) continue;
    const Vec2 a = center(state.frame.boxes[pair.a]), b = center(state.frame.boxes[pair.b]);
    if (c.sees(a, b)) lines.add(a, b, c.theme[Role::candidate]);
  }
}

}  // namespace

extern const OverlayRow candidates_overlay{.id = "candidates",
                                           .title = "Candidate lines",
                                           .help = "Draw a line for every candidate pair.",
                                           .key = 'l',
                                           .legend = kCandidateLegend,
                                           .over = draw_candidates};

}  // namespace phasebox
