// SPDX-License-Identifier: MIT
// Takes counters from the counts of an event log.
#include "session/counters.hpp"

#include <algorithm>
#include <utility>

namespace phasebox {

Counters counters_of(const EventLog& log, const BroadphaseEntry& shown, std::uint64_t sprites) {
  const auto count = [&](EventKind kind) { return log.broad.count(kind); };
  Counters c{.sprites = sprites,
             .box_tests = count(EventKind::test),
             .pixel_reads = log.narrow.count(EventKind::read),
             .circle_rejects = log.narrow.count(EventKind::skip),
             .rechecks = count(EventKind::recheck),
             .interfering = log.broad.measured(Measure::interfering),
             .voids = log.broad.measured(Measure::voids),
             .kept = log.narrow.measured(Measure::kept),
             .walked = log.narrow.measured(Measure::walked),
             .boundaries = count(EventKind::boundary),
             .swaps = count(EventKind::swap),
             .depth = log.broad.max_depth()};
  if (const auto retrieved = log.broad.measured(Measure::retrieved); retrieved && sprites > 0)
    c.retrieved = static_cast<double>(*retrieved) / static_cast<double>(sprites);
  if (c.kept) c.searched = log.narrow.count(EventKind::search);
  const std::string_view counted = shown.walkthrough.counted;
  constexpr std::pair<EventKind, std::string_view> kParts[] = {
      {EventKind::group, "group"}, {EventKind::cell, "cell"}, {EventKind::node, "node"}};
  for (const auto& [kind, name] : kParts)
    if (name == counted || (counted.empty() && count(kind) > 0)) {
      c.groups = count(kind);
      c.part = name;
    }
  c.has_parts = !counted.empty() || c.groups > 0;
  return c;
}

std::vector<Stage> stages_of(const Counters& c, bool compares_circles) {
  const std::uint64_t n = c.sprites;
  std::vector<Stage> all{{"pair", n == 0 ? 0 : n * (n - 1) / 2}, {"box", c.candidates}};
  if (compares_circles)
    all.push_back({"circle", c.candidates - std::min(c.candidates, c.circle_rejects)});
  all.push_back({"hit", c.collisions});
  return all;
}

}  // namespace phasebox
