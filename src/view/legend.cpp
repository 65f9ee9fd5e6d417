// SPDX-License-Identifier: MIT
// Lists the lines of the legend.
#include "view/legend.hpp"

#include <algorithm>
#include <cstdint>

#include "view/overlays/overlay.hpp"

namespace phasebox {

std::optional<HeatScale> heat_scale(const ViewOptions& options, const Session& session,
                                    const EventLog& log) {
  const bool is_speed = options.color_by == ColorBy::speed;
  if (!is_speed && options.color_by != ColorBy::cost) return {};
  std::vector<std::uint32_t> notes;
  const SpriteColors colors(session, log.broad.events(), {}, options, theme(options.theme), notes);
  if (is_speed) return HeatScale{"speed", "px per step", static_cast<double>(colors.top_speed())};
  return HeatScale{"box tests per sprite", "", static_cast<double>(colors.top_cost()),
                   log.broad.dropped() == 0};
}

std::vector<LegendLine> legend(const ViewOptions& options, const Session& session,
                               const EventLog& shown, const Camera& camera,
                               const RegionQuery* region_query) {
  std::vector<LegendLine> lines;
  const auto add = [&](std::span<const LegendLine> all) {
    for (const LegendLine& line : all)
      if (!line.is_shown || line.is_shown(shown, camera)) lines.push_back(line);
  };
  for (std::size_t i = 0; i < kOverlayCount; ++i)
    if (options.shows(static_cast<Overlay>(i))) add(overlays()[i]->legend);
  if (shows_ties(options, session)) add(tie_legend());
  if (region_query)
    lines.insert(lines.end(),
                 {{Role::query, "query"}, {Role::found, "found"}, {Role::visited, "visited"}});
  return lines;
}

std::optional<LegendLine> sleep_line(const ViewOptions& options, const Session& session) {
  const bool has_sleepers = std::ranges::any_of(
      session.world().quiet_steps(), [](auto steps) { return steps >= World::kStepsToSleep; });
  if (!options.sprites || !has_sleepers) return {};
  return LegendLine{Role::text_dim, "dimmed: asleep"};
}

}  // namespace phasebox
