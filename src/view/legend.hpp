// SPDX-License-Identifier: MIT
// The legend: colors of the picture and their meanings.
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

/// The meaning of the colors from cold to hot, which stand for values from 0 to `most`.
struct HeatScale {
  std::string_view text, unit;
  double most = 0;
  bool is_complete = true;  ///< false: events were not kept, so some of what is counted is missing
};
/// The scale of the sprites' colors while they show cost or speed; else nothing. O(n + events).
std::optional<HeatScale> heat_scale(const ViewOptions&, const Session&, const EventLog&);

/// One line of the legend: a color and its meaning.
struct LegendLine {
  Role role;
  std::string_view text;
  /// Whether the event log contains what the line explains, and the zoom shows it. Null: always.
  bool (*is_shown)(const EventLog&, const Camera&) = nullptr;
};
/// The legend of the overlays that are on, without what the log lacks (groups or nodes, for
/// example), and of a query that is open.
std::vector<LegendLine> legend(const ViewOptions&, const EventLog& shown, const Camera&,
                               const RegionQuery* region_query = nullptr);
/// The legend's line about dimmed sprites, while sprites are shown and one of them sleeps. O(n).
std::optional<LegendLine> sleep_line(const ViewOptions&, const Session&);

}  // namespace phasebox
