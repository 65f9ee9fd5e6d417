// SPDX-License-Identifier: MIT
// Rebuilds the row that a query walks along from the event log.
#include "lab/xray/query_row.hpp"

#include <algorithm>

#include "base/number_format.hpp"
#include "lab/xray/xray.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {

// The delimiters come from the boundary events of the frame's broadphase; the query's events tell
// how far they are walked.
QueryRow query_row(const Xray& xray) {
  QueryRow row;
  if (xray.costs().empty()) return row;
  std::uint32_t open = 0;
  for (const Event& e : xray.trace().broad.events()) {
    if (e.kind != EventKind::boundary) continue;
    open = e.b ? open + 1 : open - 1;
    row.axis = e.axis;
    row.delimiters.push_back({e.a, e.b != 0, low(e.box, e.axis), open});
  }
  // The most expensive stop rule walks all delimiters from the first one to the end of the row, so
  // their number tells where the walk begins.
  const auto to_the_end = std::ranges::max(xray.costs(), {}, &QueryCost::visited).visited;
  if (row.delimiters.size() != 2 * xray.boxes().size()) return {};
  row.first = row.delimiters.size() - static_cast<std::size_t>(to_the_end);
  row.walked = static_cast<std::size_t>(xray.state().counted(EventKind::visit));
  const Event* now = xray.now();
  if (row.walked > 0) row.here = row.first + row.walked - 1;
  if (!now || now->kind != EventKind::probe) return row;
  const auto probed = std::ranges::find_if(row.delimiters, [now](const RowDelimiter& d) {
    return d.sprite == now->a && d.is_begin == (now->b != 0);
  });
  row.here = static_cast<std::size_t>(probed - row.delimiters.begin());
  return row;
}

// Every stop rule compares the same boxes, so the number of tests is given once.
Sentence cost_text(std::span<const QueryCost> costs) {
  if (costs.empty()) return {};
  std::vector<Sentence> walked;
  for (const QueryCost& cost : costs)
    walked.push_back(say("{} {}", grouped(cost.visited), cost.stop));
  return say("delimiters walked: {} · {} each", joined(walked, ", "),
             counted(costs[0].tests, "box test"));
}

}  // namespace phasebox
