// SPDX-License-Identifier: MIT
// Draws the field into a draw list: the world, the broadphase's structure, collisions, and what the
// pointer does.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "collide/event_log.hpp"
#include "session/findings.hpp"
#include "session/session.hpp"
#include "view/canvas.hpp"
#include "view/view_options.hpp"

namespace phasebox {

struct Comparisons;
struct RegionQuery;

/// Width of the rulers with ticks for the boundaries, at the edges of the field, screen px.
inline constexpr float kRulerWidth = 14;

/// The present action of the pointer in the field, and all that is to be pointed out there.
struct Interaction {
  std::optional<SpriteId> hovered;
  std::span<const SpriteId> selected;
  std::optional<Aabb> rubber_band;                   ///< world px
  std::optional<std::pair<Vec2, Vec2>> aim;          ///< launch: start and pointer, world px
  const RegionQuery* region_query = nullptr;         ///< the query that is open, or null
  std::span<const Pair> missed{};                    ///< pairs that the algorithm did not find
  std::span<const MissedContact> missed_contacts{};  ///< contacts that samples did not find
  std::span<const MarkedPlace> rings{};              ///< places to be pointed out
  const Comparisons* compared = nullptr;             ///< comparisons to be pointed out, or null
  std::span<const float> strengths{};  ///< of the groups, as `FadeIn::look`; none: all at full
};

/// The detail in which sprites are drawn: in full, as rectangles, or as their density alone.
enum class Detail : std::uint8_t { full, solid, density };

/// Whether the sprites would not be distinct on screen even if they were evenly spread.
/// `draw_session` then draws Detail::density instead of Detail::solid.
bool is_crowded(const Session&, const Camera&);

/// The events that are drawn: all of an event log, or a prefix of them.
struct ShownEvents {
  std::span<const Event> broad, narrow;
  std::optional<Vec2> swept = {};  ///< as `Recorder::swept`
};

ShownEvents shown_events(const EventLog&);

/// Draws a session, without what is out of sight. Without events there are no structure and no
/// boundaries.
void draw_session(const Session&, const ShownEvents&, const ViewOptions&, const Camera&,
                  const Interaction&, Detail, DrawList&);

/// Draws what a prefix of events has made: groups, temporary groups, cells, nodes, fat AABBs and
/// swaps. The deeper a temporary group, the fainter it is.
void draw_structure(const Canvas&, std::span<const Event> events);

/// Marks pairs that the exact answer has and the algorithm did not find.
void draw_missed(const Canvas&, std::span<const Pair>, const Frame&);

}  // namespace phasebox
