// SPDX-License-Identifier: MIT
// What each color in the picture means.
#include <algorithm>

#include "view/canvas.hpp"
#include "view/scene_view.hpp"

namespace phasebox {
namespace {

constexpr std::array kStructure{
    LegendLine{Role::final_group, "final group"},
    LegendLine{Role::temporary_group, "temporary group"},
    LegendLine{Role::node, "cell or node, by depth"},
    LegendLine{Role::fat, "fat AABB, kept"},
    LegendLine{Role::swap, "neighbors swapped"},
    LegendLine{Role::sweep, "open in the sweep"},
    LegendLine{Role::hull, "convex hull"},
    LegendLine{Role::closest, "closest points"},
    LegendLine{Role::sample, "pixel read"},
};

constexpr std::array kQuery{
    LegendLine{Role::query, "query"},
    LegendLine{Role::found, "found"},
    LegendLine{Role::visited, "looked at"},
};

bool in_trace(Role role, const EventLog& trace, const Camera& camera) {
  const Recorder &broad = trace.broad, &narrow = trace.narrow;
  const auto cells = [](const Recorder& r) {
    return r.count(EventKind::cell) + r.count(EventKind::node);
  };
  switch (role) {
    case Role::final_group: return broad.count(EventKind::group) > 0;
    case Role::temporary_group:
      return broad.count(EventKind::split) > 0 && broad.count(EventKind::node) == 0;
    case Role::node: return cells(broad) + cells(narrow) + narrow.count(EventKind::visit) > 0;
    case Role::fat: return broad.count(EventKind::fat) > 0;
    case Role::swap: return broad.count(EventKind::swap) > 0;
    case Role::sweep: return std::ranges::any_of(broad.events(), is_profiled);
    case Role::hull: return narrow.count(EventKind::edge) > 0;
    case Role::closest: return narrow.count(EventKind::closest) > 0;
    case Role::sample: return narrow.count(EventKind::read) > 0 && shows_pixels(camera);
    case Role::open_boundary:
    case Role::close_boundary: return broad.count(EventKind::boundary) > 0;
    default: return true;
  }
}

}  // namespace

std::optional<HeatScale> heat_scale(const ViewOptions& options, const Session& session,
                                    const EventLog& trace) {
  if (options.color_by == ColorBy::speed) {
    float most = 0;
    for (const Vec2 v : session.world().velocities()) most = std::max(most, length(v));
    return HeatScale{"speed", "px per step", static_cast<double>(most)};
  }
  if (options.color_by != ColorBy::cost) return {};
  std::vector<std::uint32_t> tests(session.world().size());
  std::uint32_t most = 0;
  for (const Event& e : trace.broad.events())
    if (is_test(e.kind) && std::max(e.a, e.b) < tests.size())
      most = std::max({most, ++tests[e.a], ++tests[e.b]});
  return HeatScale{"box tests per sprite", "", static_cast<double>(most),
                   trace.broad.dropped() == 0};
}

std::vector<LegendLine> legend(const ViewOptions& options) {
  std::vector<LegendLine> lines;
  if (options.structure) lines.assign(kStructure.begin(), kStructure.end());
  if (options.boxes) lines.push_back({Role::box, "box"});
  if (options.candidates) lines.push_back({Role::candidate, "candidate pair"});
  if (options.collisions) lines.push_back({Role::collision, "collision"});
  if (options.boundaries) {
    lines.push_back({Role::open_boundary, "open boundary"});
    lines.push_back({Role::close_boundary, "close boundary"});
  }
  if (options.velocities) lines.push_back({Role::velocity, "velocity, 30 steps ahead"});
  if (options.impacts) lines.push_back({Role::impact, "impulse; square: at rest"});
  return lines;
}

std::vector<LegendLine> legend(const ViewOptions& options, const EventLog& shown,
                               const Camera& camera, const RegionQuery* region_query) {
  std::vector<LegendLine> lines = legend(options);
  std::erase_if(lines, [&](const LegendLine& line) { return !in_trace(line.role, shown, camera); });
  if (region_query) lines.insert(lines.end(), kQuery.begin(), kQuery.end());
  return lines;
}

}  // namespace phasebox
