// SPDX-License-Identifier: MIT
// The field as a picture: world, structure, collisions and the hand at work, as one draw list.
#pragma once
#include <optional>
#include <span>

#include "core/session.hpp"
#include "view/camera.hpp"
#include "view/draw_list.hpp"
#include "view/theme.hpp"
#include "view/view_options.hpp"

namespace phasebox {

/// What the hand does in the field right now.
struct Interaction {
  std::optional<SpriteId> hovered;
  std::span<const SpriteId> selected;
  std::optional<Aabb> rubber_band;                   ///< world px
  std::optional<std::pair<Vec2, Vec2>> aim;          ///< launch: from where, to the pointer; world px
};

/// How much detail the renderer can afford.
enum class Detail : std::uint8_t { full, solid };    ///< solid: sprites as plain rectangles

/// Draws a session. `trace` may be null (no structure, no boundaries). Draws nothing outside the view.
void draw_session(const Session&, const Trace* trace, const ViewOptions&, const Camera&,
                  const Interaction&, Detail, DrawList&);

/// Draws a prefix of a broadphase's events: groups, splits, cells, nodes, boundaries (each kind only
/// when the options ask for it). `fade` is the deepest depth, for the fading of temporary groups.
void draw_trace(std::span<const Event> events, const ViewOptions&, const Camera&, const Theme&,
                DrawList&);

/// One line of the legend: a colour's meaning, and whether it is in the picture now.
struct LegendLine {
  Role role;
  std::string_view text;
};
/// The legend of what the options show.
std::vector<LegendLine> legend(const ViewOptions&);

}  // namespace phasebox
