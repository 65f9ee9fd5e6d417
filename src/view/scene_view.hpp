// SPDX-License-Identifier: MIT
// The field as a picture: world, structure, collisions and the hand at work, as one draw list.
#pragma once
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/session.hpp"
#include "view/camera.hpp"
#include "view/draw_list.hpp"
#include "view/probe.hpp"
#include "view/theme.hpp"
#include "view/view_options.hpp"

namespace phasebox {

/// What the hand does in the field right now.
struct Interaction {
  std::optional<SpriteId> hovered;
  std::span<const SpriteId> selected;
  std::optional<Aabb> rubber_band;           ///< world px
  std::optional<std::pair<Vec2, Vec2>> aim;  ///< launch: from where, to the pointer; world px
  const Probe* probe = nullptr;              ///< the query that is open, if any
};

/// How much detail the renderer can afford.
enum class Detail : std::uint8_t { full, solid };  ///< solid: sprites as plain rectangles

/// Events that are drawn: those of a whole trace, or the first of them.
struct ShownEvents {
  std::span<const Event> broad, narrow;
};

/// Draws a session. Draws nothing outside the view.
void draw_session(const Session&, const ShownEvents&, const ViewOptions&, const Camera&,
                  const Interaction&, Detail, DrawList&);
/// With all of a trace; it may be null (no structure, no boundaries).
void draw_session(const Session&, const Trace* trace, const ViewOptions&, const Camera&,
                  const Interaction&, Detail, DrawList&);

/// Draws a prefix of a broadphase's events: groups, splits, cells, nodes, boundaries (each kind
/// only when the options ask for it). Temporary groups fade towards the deepest depth among the
/// events.
void draw_trace(std::span<const Event> events, const ViewOptions&, const Camera&, const Theme&,
                DrawList&);

/// Points out what one event of the broadphase does: the group or node, the boundary, or the two
/// sprites compared. For stepping inside the algorithm, above everything else.
void draw_event(const Event&, const Frame&, const Camera&, const Theme&, DrawList&);

/// Marks pairs that the exact answer has and the algorithm did not find.
void draw_missed(std::span<const Pair>, const Frame&, const Camera&, const Theme&, DrawList&);

/// Whether pixels are large enough on the screen for those that were read to be marked.
bool shows_pixels(const Camera&);

/// One line of the legend: a colour and its meaning.
struct LegendLine {
  Role role;
  std::string_view text;
};
/// The legend of what the options show, whatever the algorithm.
std::vector<LegendLine> legend(const ViewOptions&);
/// The same without what the trace does not contain (an algorithm has groups or nodes, rarely
/// both), and with the query, if one is open.
std::vector<LegendLine> legend(const ViewOptions&, const Trace& shown, const Camera&,
                               const Probe* probe = nullptr);

}  // namespace phasebox
