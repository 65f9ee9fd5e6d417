// SPDX-License-Identifier: MIT
// The overlay "baked": the structure of the static sprites that the tool Bake has computed.
#include <algorithm>

#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

constexpr float kMinNodeSide = 8;  // px on the screen; many smaller nodes would cover all

constexpr std::array kBakedLegend{LegendLine{Role::hull, "baked group, cell or cut"}};

void draw_baked(const Canvas& c, const FieldState& state) {
  const Color color = c.theme[Role::hull];
  Layer& outlines = c.layer(Layer::Kind::outline, 1.5f);
  Layer& lines = c.layer(Layer::Kind::line, 1.5f);
  for (const Aabb& box : state.hand.baked) {
    const Vec2 size = extent(box);
    if (!c.sees(box) || std::max(size.x, size.y) < c.px(kMinNodeSide)) continue;
    if (size.x == 0 || size.y == 0)
      lines.add(box.min, box.max, color);
    else
      outlines.add(box, color);
  }
}

std::string_view lacks_baked(const Session& session, const EventLog&) {
  return session.world().has_statics() ? "Bake first: tool Bake." : "No sprite is static.";
}

}  // namespace

extern const OverlayRow baked_overlay{
    .id = "baked",
    .title = "Baked static sprites",
    .help = "Draw groups, cells or cuts of the static sprites, as the tool Bake computed them.",
    .legend = kBakedLegend,
    .over = draw_baked,
    .lack = lacks_baked,
    .is_given = true};

}  // namespace phasebox
