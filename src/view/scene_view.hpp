// SPDX-License-Identifier: MIT
// Fills the draw list of the flat view: the sprites, the overlays, and what the pointer does.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "collide/event_log.hpp"
#include "session/findings.hpp"
#include "session/session.hpp"
#include "view/calm_groups.hpp"
#include "view/canvas.hpp"
#include "view/view_options.hpp"

namespace phasebox {

struct Comparisons;
struct RegionQuery;

/// Width, screen px before the line scale, of the rulers at the top and left edge of the viewport,
/// which have a tick for every boundary of a box.
inline constexpr float kRulerWidth = 14;

/// What the pointer does in the field at present, and all that tools of the interface point out
/// there.
struct Interaction {
  std::optional<SpriteId> hovered;
  std::span<const SpriteId> selected;
  std::optional<Aabb> rubber_band;            ///< world px
  std::optional<std::pair<Vec2, Vec2>> aim;   ///< launch of a sprite: start and pointer, world px
  const RegionQuery* region_query = nullptr;  ///< the query that is shown, or null
  std::span<const Pair> missed{};             ///< pairs that the algorithm did not find
  std::span<const MissedContact> missed_contacts{};  ///< contacts that sampled pixels missed
  bool shows_samples = false;            ///< mark the pixels that are sampled at the hovered sprite
  std::span<const MarkedPlace> rings{};  ///< places to be pointed out
  const Comparisons* compared = nullptr;   ///< comparisons to be pointed out, or null
  std::span<const GroupLook> groups{};     ///< by `CalmGroups`; empty: each as it is
  std::span<const std::uint32_t> tints{};  ///< by `SteadyTints`; empty: those of the events
};

/// The detail in which sprites are drawn: as pictures (full), as filled rectangles (solid), or
/// (density) as squares of the screen that are the more opaque the more sprites lie in them.
enum class Detail : std::uint8_t { full, solid, density };

/// Whether the sprites, if they were spread evenly over the field, would lie less than 4 px (times
/// the line scale) apart on the screen. `draw_session` then draws Detail::density in place of
/// Detail::solid.
bool is_crowded(const Session&, const Camera&);

/// The events of broadphase and narrowphase that are drawn: all of an event log, or a prefix of
/// them.
struct ShownEvents {
  std::span<const Event> broad, narrow;
  std::optional<Vec2> swept = {};  ///< direction of the one line that was swept, if any
};

/// All events of the log.
ShownEvents shown_events(const EventLog&);

/// Draws a session into the list, which must be clear, without most of what is out of sight.
/// Overlays of events, such as groups and boundaries, need the events of the frame.
void draw_session(const Session&, const ShownEvents&, const ViewOptions&, const Camera&,
                  const Interaction&, Detail, DrawList&);

/// Draws what these events of a broadphase, all or a prefix, have made: final and temporary groups,
/// cells, nodes, fat AABBs, swaps, and how many boxes a sweep has open. The deeper a temporary
/// group, the fainter it is.
void draw_structure(const Canvas&, std::span<const Event> events);

/// Marks pairs that the algorithm should have found and did not, by dashed lines and boxes.
void draw_missed(const Canvas&, std::span<const Pair>, const Frame&);

}  // namespace phasebox
