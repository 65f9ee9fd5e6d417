// SPDX-License-Identifier: MIT
// The legend: the colors of the picture and what they mean.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "session/session.hpp"
#include "view/camera.hpp"
#include "view/theme.hpp"
#include "view/view_options.hpp"

namespace phasebox {

struct RegionQuery;

/// The meaning of the theme's heat colors, which stand for values from 0 (cold) to `most` (hot).
struct HeatScale {
  std::string_view text, unit;  ///< what is shown, as "speed", and its unit, which may be empty
  double most = 0;
  bool is_complete = true;  ///< false: events were dropped, so counts of them are too low
};
/// The scale of the sprites' colors if the options color them by cost or speed; else nothing. O(n +
/// contacts + events).
std::optional<HeatScale> heat_scale(const ViewOptions&, const Session&, const EventLog&);

/// One line of the legend: a color and its meaning.
struct LegendLine {
  Role role;
  std::string_view text;
  /// Whether the line is in the legend: the event log contains what it explains, and the zoom shows
  /// it. Null: always.
  bool (*is_shown)(const EventLog&, const Camera&) = nullptr;
};
/// Whether the field marks what ties decide, by rulers with dots where boundaries coincide: with
/// the overlay "boundaries", or while sprites snap to the grid.
bool shows_ties(const ViewOptions&, const Session&);
/// The legend's lines: those of the overlays that are on and of ties, without what the event log
/// `shown` lacks (groups or nodes, for example), and those of a region query unless it is null.
std::vector<LegendLine> legend(const ViewOptions&, const Session&, const EventLog& shown,
                               const Camera&, const RegionQuery* region_query = nullptr);
/// The legend's line about dimmed sprites, if sprites are drawn and at least one sleeps. O(n).
std::optional<LegendLine> sleep_line(const ViewOptions&, const Session&);

}  // namespace phasebox
