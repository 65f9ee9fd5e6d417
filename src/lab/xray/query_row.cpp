// SPDX-License-Identifier: MIT
// The row is the frame's; the events of the query say how far it is walked.
#include "lab/xray/query_row.hpp"

#include <algorithm>

namespace phasebox {
namespace {

void list_delimiters(const Xray& xray, QueryRow& row) {
  std::uint32_t open = 0;
  for (const Event& e : xray.trace().broad.events()) {
    if (e.kind != EventKind::boundary) continue;
    const bool is_begin = e.b != 0;
    open = is_begin ? open + 1 : open - 1;
    row.axis = e.axis;
    row.delimiters.push_back({e.a, is_begin, low(e.box, e.axis), open});
  }
}

std::optional<std::size_t> place_of(const QueryRow& row, const Event& probe) {
  const auto it = std::ranges::find_if(row.delimiters, [&](const RowDelimiter& d) {
    return d.sprite == probe.a && d.is_begin == (probe.b != 0);
  });
  if (it == row.delimiters.end()) return {};
  return static_cast<std::size_t>(it - row.delimiters.begin());
}

}  // namespace

QueryRow query_row(const Xray& xray) {
  QueryRow row;
  if (xray.costs().empty()) return row;
  list_delimiters(xray, row);
  // The walk that nothing stops ends with the row, and so tells where all of them begin.
  const auto to_the_end = std::ranges::max(xray.costs(), {}, &QueryCost::looked_at).looked_at;
  if (row.delimiters.size() != 2 * xray.boxes().size()) return {};
  row.first = row.delimiters.size() - static_cast<std::size_t>(to_the_end);
  row.walked = static_cast<std::size_t>(xray.state().counted(EventKind::visit));
  const Event* now = xray.now();
  if (now && now->kind == EventKind::probe)
    row.here = place_of(row, *now);
  else if (row.walked > 0)
    row.here = row.first + row.walked - 1;
  return row;
}

}  // namespace phasebox
