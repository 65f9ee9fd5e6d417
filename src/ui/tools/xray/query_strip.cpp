// SPDX-License-Identifier: MIT
// Draws the row of delimiters, the sorted begins and ends of boxes, that a query walks along.
#include <algorithm>

#include "lab/xray/query_row.hpp"
#include "ui/language/translation.hpp"
#include "ui/tools/xray/panes.hpp"
#include "ui/tools/xray/strip.hpp"

namespace phasebox::ui {
namespace {

// The delimiters of a row from index `begin` up to, not including, `end`.
struct Stretch {
  std::size_t begin = 0, end = 0;
};

// Returns the delimiters to show. Of a long row these are the ones that the query walks and some
// around them. Before the walk begins all are shown, because the binary search for its first one
// probes the whole row.
Stretch stretch_in_sight(const Xray& xray, const QueryRow& row) {
  // A row of up to `kShort` delimiters is shown whole; else `kAround` more on each side of the
  // walk.
  constexpr std::size_t kShort = 96, kAround = 8;
  const std::size_t all = row.delimiters.size();
  if (all <= kShort || !xray.now() || xray.now()->kind == EventKind::probe) return {0, all};
  const auto chosen = std::ranges::find_if(xray.costs(), &QueryCost::is_chosen);
  const std::size_t to = row.first + static_cast<std::size_t>(chosen->visited);
  return {row.first - std::min(row.first, kAround), std::min(to + kAround, all)};
}

Strip strip_of(const QueryRow& row, const Stretch& sight) {
  Strip strip;
  strip.axis = row.axis;
  strip.counts = true;
  for (std::size_t k = sight.begin; k < sight.end; ++k) {
    const RowDelimiter& d = row.delimiters[k];
    const bool is_done = k >= row.first && k < row.first + row.walked;
    strip.ticks.push_back({d.at, d.is_begin, is_done, d.open, d.sprite});
    strip.most = std::max(strip.most, d.open);
  }
  lay_out(strip);
  const bool is_seen = row.here && *row.here >= sight.begin && *row.here < sight.end;
  strip.here.reset();
  if (is_seen) strip.here = strip.ticks[*row.here - sight.begin].at;
  return strip;
}

// Whether the sweep runs along x or y. Only then are all places on the strip world coordinates.
bool is_straight(const Xray& xray) {
  const Vec2 swept = xray.trace().broad.swept().value_or(Vec2{});
  return swept.x == 0 || swept.y == 0;
}

// Fills the area under the number of open boxes; in each px column it is as high as the greatest
// number there. What the query has walked is filled more strongly.
void draw_open(const Gui& gui, ImDrawList& list, const Strip& strip) {
  float from = strip.min.x;
  std::uint32_t most = 0;
  for (std::size_t k = 0; k + 1 < strip.ticks.size(); ++k) {
    const Tick& tick = strip.ticks[k];
    const float to = strip.x(strip.ticks[k + 1].at);
    most = std::max(most, tick.count);
    if (to - from < 1) continue;
    list.AddRectFilled({from, strip.base - static_cast<float>(most) * strip.per_open},
                       {to, strip.base}, gui.ink(Role::sweep, tick.is_done ? 0.45f : 0.15f));
    from = to;
    most = 0;
  }
}

// Draws for each stop rule a line with its name where it would end the walk: at the last delimiter
// that it visits or, on a straight sweep, at the end of the query's box if that comes later. Rules
// that end out of sight have none.
void draw_stops(const Gui& gui, ImDrawList& list, const Xray& xray, const QueryRow& row,
                const Stretch& sight, const Strip& strip) {
  const float box_end = strip.x(high(*xray.asked(), strip.axis));
  float y = strip.min.y;
  for (const QueryCost& cost : xray.costs()) {
    const std::size_t stop = row.first + static_cast<std::size_t>(cost.visited);
    if (stop <= sight.begin || stop > sight.end) continue;
    const float last = strip.x(strip.ticks[stop - 1 - sight.begin].at);
    const float x = is_straight(xray) ? std::max(last, std::min(box_end, strip.max.x)) : last;
    const Color ink = gui.colors[cost.is_chosen ? Role::text : Role::text_dim];
    list.AddLine({x, strip.min.y}, {x, strip.base}, packed(ink), gui.ui.scale);
    const std::string name(tr(cost.stop));
    const float width = ImGui::CalcTextSize(name.c_str()).x + gui.px(3);
    const float at = x + width > strip.max.x ? x - width : x + gui.px(3);
    list.AddText({at, y}, packed(ink), name.c_str());
    y += ImGui::GetTextLineHeight();
  }
}

}  // namespace

void draw_query_strip(const Gui& gui, const Xray& xray) {
  text_wrapped(gui, cost_text(xray.costs()), Role::text_dim);
  const QueryRow row = query_row(xray);
  const Stretch sight = stretch_in_sight(xray, row);
  Strip strip = strip_of(row, sight);
  if (strip.ticks.empty()) return;
  place(strip, gui.ui.scale);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (is_straight(xray)) {  // fills the extent of the query's box
    const auto x = [&](float at) { return std::clamp(strip.x(at), strip.min.x, strip.max.x); };
    const float from = x(low(*xray.asked(), strip.axis)), to = x(high(*xray.asked(), strip.axis));
    list.AddRectFilled({from, strip.min.y}, {std::max(to, from + 1), strip.max.y},
                       gui.ink(Role::query, 0.12f));
  }
  draw_open(gui, list, strip);
  draw_stops(gui, list, xray, row, sight, strip);
  draw_axis(gui, list, xray, strip);
}

}  // namespace phasebox::ui
