// SPDX-License-Identifier: MIT
// Draws which pairs of sprites the broadphase has compared.
#include <algorithm>

#include "ui/tools/xray/panes.hpp"

namespace phasebox::ui {

void draw_xray_matrix(const Gui& gui, const Xray& xray) {
  const auto n = static_cast<float>(xray.boxes().size());
  const auto events = xray.broad().events().first(xray.done_broad());
  text(gui, "which sprites were compared", Role::text_dim);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float side = std::min(room.x, room.y), cell = side / std::max(n, 1.0f);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto square = [&](SpriteId a, SpriteId b, Color color) {
    const auto [low, high] = std::minmax(a, b);
    const ImVec2 min{at.x + static_cast<float>(low) * cell, at.y + static_cast<float>(high) * cell};
    list.AddRectFilled(min, {min.x + std::max(cell, 1.0f), min.y + std::max(cell, 1.0f)},
                       packed(color));
  };
  // Squares are drawn of the last 40,000 events at most: more would only cover each other.
  constexpr std::size_t kMax = 40'000;
  const auto shown = events.last(std::min(events.size(), kMax));
  for (const Event& e : shown)
    if (is_test(e.kind)) square(e.a, e.b, gui.colors[Role::temporary_group].with_alpha(0.45f));
  for (const Event& e : shown)
    if (e.kind == EventKind::hit) square(e.a, e.b, gui.colors[Role::candidate]);
  if (const auto pair = xray.broad().state(xray.done_broad()).pair)
    square(pair->a, pair->b, gui.colors[Role::accent]);
  list.AddTriangle(at, {at.x, at.y + side}, {at.x + side, at.y + side}, gui.ink(Role::panel_border),
                   gui.ui.scale);
}

}  // namespace phasebox::ui
