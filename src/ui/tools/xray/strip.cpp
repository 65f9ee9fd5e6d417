// SPDX-License-Identifier: MIT
// The X-ray's strip along the axis, and that of impacts along time.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "lab/walk.hpp"
#include "lab/xray.hpp"
#include "ui/language/tr.hpp"
#include "ui/tools/xray/parts.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

// The strip of boundaries of a pass: ticks where sprites open and close, and the counter above
// them.

/// One boundary of the strip.
struct Tick {
  float at = 0;  // world px along the axis, or its number
  bool opens = false, is_done = false;
  std::uint32_t count = 0;  // open after it, once it is done
  SpriteId sprite = 0;
};

struct Strip {
  std::vector<Tick> ticks;
  float lo = 0, hi = 1;
  std::uint32_t most = 1, now = 0;
  std::optional<float> here;  // where the walk is
  Axis axis = Axis::x;
  bool counts = false;  // there is a counter
};

// What is walked along: the boundaries themselves, or the steps of the sweep behind them. The
// counter is what the events say, so that it goes the same way as the algorithm's.
Strip strip_of(const Walk& walk, const WalkPass& pass, std::size_t done) {
  Strip strip;
  strip.axis = pass.axis;
  strip.counts = walk.how().counts_boundaries || pass.has_order;
  const EventKind walked = pass.has_order ? EventKind::order : EventKind::boundary;
  std::uint32_t open = 0;
  std::vector<std::uint8_t> is_open;
  for (std::size_t k = pass.begin; k < pass.end; ++k) {
    const Event& e = walk.events()[k];
    if (e.kind != walked || e.axis != pass.axis) continue;
    if (e.a >= is_open.size()) is_open.resize(e.a + 1, 0);
    Tick tick{.at = low(e.box, pass.axis), .is_done = k < done, .sprite = e.a};
    tick.opens = walked == EventKind::boundary ? e.b != 0 : is_open[e.a] == 0;
    is_open[e.a] = tick.opens;
    open = walked == EventKind::order ? e.b : open + (tick.opens ? 1u : 0u - 1u);
    tick.count = open;
    if (tick.is_done) strip.now = open;
    if (tick.is_done && strip.counts) strip.here = tick.at;
    strip.most = std::max(strip.most, open);
    strip.ticks.push_back(tick);
  }
  return strip;
}

// Along a slanted line positions do not follow each other: then the numbers do.
void lay_out(Strip& strip) {
  const auto before = [](const Tick& a, const Tick& b) { return a.at < b.at; };
  if (strip.counts && !std::ranges::is_sorted(strip.ticks, before))
    for (std::size_t k = 0; k < strip.ticks.size(); ++k) {
      Tick& tick = strip.ticks[k];
      tick.at = static_cast<float>(k);
      if (tick.is_done) strip.here = tick.at;
    }
  if (strip.ticks.empty()) return;
  const auto [lo, hi] = std::ranges::minmax_element(strip.ticks, before);
  strip.lo = lo->at, strip.hi = std::max(hi->at, lo->at + 1);
}

/// Where the strip lies on the screen.
struct Place {
  ImVec2 min, max;   // of the curve's room
  float base, unit;  // y of nothing open; px per open sprite
  float x(const Strip& s, float at) const {
    return min.x + (at - s.lo) / (s.hi - s.lo) * (max.x - min.x);
  }
};

Place place_of(const Strip& strip, float scale) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float below = 28 * scale;
  Place p{{at.x + 6 * scale, at.y + 2 * scale}, {at.x + room.x - 10 * scale, at.y + room.y}, 0, 0};
  p.base = std::max(p.max.y - below, p.min.y + 8 * scale);
  p.unit = (p.base - p.min.y) / static_cast<float>(strip.most + 1);
  return p;
}

// One tick per pixel column: beyond that they would only lie on each other.
void draw_ticks(ImDrawList& list, const Strip& strip, const Place& p, const Theme& colors,
                float scale) {
  float last[2] = {-1e9f, -1e9f};
  const bool has_names = strip.ticks.size() <= 48;
  for (const Tick& tick : strip.ticks) {
    const float x = p.x(strip, tick.at), height = 12 * scale;
    float& before = last[tick.opens ? 1 : 0];
    if (x - before < 1 && x >= before) continue;
    before = x;
    const Color color = colors[tick.opens ? Role::open_boundary : Role::close_boundary].with_alpha(
        tick.is_done || !strip.counts ? 1.0f : 0.4f);
    const float top = tick.opens ? p.base + 1 : p.base + 1 + height;
    list.AddLine({x, top}, {x, top + height}, packed(color), (has_names ? 2 : 1) * scale);
  }
}

// Names of sprites where they find room beside each other.
void draw_names(ImDrawList& list, const Xray& xray, const Strip& strip, const Place& p,
                const Theme& colors, float scale) {
  // A name among several ticks of one pixel would say nothing.
  if (static_cast<float>(strip.ticks.size()) > p.max.x - p.min.x) return;
  float free[2] = {-1e9f, -1e9f};
  for (const Tick& tick : strip.ticks) {
    const std::string name = std::to_string(xray.name(tick.sprite));
    const float width = ImGui::CalcTextSize(name.c_str()).x * 0.8f;
    const float x = p.x(strip, tick.at) + 3 * scale;
    float& from = free[tick.opens ? 1 : 0];
    if (x < from || x + width > p.max.x + 8 * scale) continue;
    from = x + width + 2 * scale;
    const float y = p.base + (tick.opens ? 0 : 12) * scale;
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize() * 0.8f, {x, y},
                 packed(colors[tick.is_done ? Role::text : Role::text_dim]), name.c_str());
  }
}

void draw_curve(ImDrawList& list, const Strip& strip, const Place& p, const Theme& colors,
                float scale) {
  const ImU32 fill = packed(colors[Role::sweep].with_alpha(0.35f));
  const ImU32 line = packed(colors[Role::sweep].with_alpha(1));
  float x = p.min.x, y = p.base;
  for (const Tick& tick : strip.ticks) {
    if (!tick.is_done) break;
    const float to = p.x(strip, tick.at);
    if (y < p.base) list.AddRectFilled({x, y}, {to, p.base}, fill);
    list.AddLine({x, y}, {to, y}, line, 1.5f * scale);
    const float next = p.base - static_cast<float>(tick.count) * p.unit;
    list.AddLine({to, y}, {to, next}, line, 1.5f * scale);
    x = to, y = next;
  }
}

// Nothing is open: where boundaries are counted a cut, where a sweep walks void.
void draw_gaps(ImDrawList& list, const Strip& strip, const Place& p, const Theme& colors,
               float scale) {
  const ImU32 ink = packed(colors[Role::final_group]);
  for (std::size_t k = 0; k + 1 < strip.ticks.size(); ++k) {
    if (!strip.ticks[k].is_done || strip.ticks[k].count > 0) continue;
    const float from = p.x(strip, strip.ticks[k].at), to = p.x(strip, strip.ticks[k + 1].at);
    const float x = (from + to) / 2;
    list.AddRectFilled({from, p.min.y}, {std::max(to, from + 1), p.base},
                       packed(colors[Role::final_group].with_alpha(0.2f)));
    for (float y = p.min.y; y < p.base; y += 8 * scale)
      list.AddLine({x, y}, {x, std::min(y + 5 * scale, p.base)}, ink, 2 * scale);
  }
}

void draw_here(ImDrawList& list, const Strip& strip, const Place& p, const Theme& colors,
               float scale) {
  if (!strip.here) return;
  const float x = std::clamp(p.x(strip, *strip.here), p.min.x, p.max.x);
  list.AddLine({x, p.min.y}, {x, p.base + 24 * scale}, packed(colors[Role::accent]), 2 * scale);
}

std::string title_of(const Walk& walk, const Strip& strip) {
  const char* axis = strip.axis == Axis::x ? "x" : "y";
  if (!strip.counts)
    return fmt::format("boundaries along {}: {}", axis, grouped(strip.ticks.size()));
  return fmt::format("{} along {} · {} {} of {} at most",
                     walk.how().counts_boundaries ? "boundaries" : "sweep", axis,
                     walk.how().counts_boundaries ? "counter" : "open", strip.now, strip.most);
}

std::string short_title_of(const Strip& strip) {
  const char* axis = strip.axis == Axis::x ? "x" : "y";
  if (!strip.counts) return fmt::format("{}: {}", axis, grouped(strip.ticks.size()));
  return fmt::format("{}: {} of {}", axis, strip.now, strip.most);
}

// Part of a row of delimiters.
struct Stretch {
  std::size_t begin = 0, end = 0;
};

// Of a long row: where the walk goes. The binary search is about all of it.
Stretch stretch_in_sight(const Xray& xray, const QueryRow& row) {
  constexpr std::size_t kShort = 96, kAround = 8;  // delimiters
  const std::size_t all = row.delimiters.size();
  if (all <= kShort || !xray.now() || xray.now()->kind == EventKind::probe) return {0, all};
  const auto chosen = std::ranges::find_if(xray.costs(), &QueryCost::is_chosen);
  const std::size_t to = row.first + static_cast<std::size_t>(chosen->looked_at);
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

// Along an axis, where positions can be read off.
bool is_straight(const Xray& xray) {
  const Vec2 swept = xray.trace().broad.swept().value_or(Vec2{});
  return swept.x == 0 || swept.y == 0;
}

// The query's own stretch of the line.
void draw_asked(ImDrawList& list, const Xray& xray, const Strip& strip, const Place& p,
                const Theme& colors) {
  const auto x = [&](float at) { return std::clamp(p.x(strip, at), p.min.x, p.max.x); };
  const float from = x(low(*xray.asked(), strip.axis)), to = x(high(*xray.asked(), strip.axis));
  list.AddRectFilled({from, p.min.y}, {std::max(to, from + 1), p.max.y},
                     packed(colors[Role::query].with_alpha(0.12f)));
}

// How many are open, at most in each pixel column; what is walked stands out.
void draw_open(ImDrawList& list, const Strip& strip, const Place& p, const Theme& colors) {
  float from = p.min.x;
  std::uint32_t most = 0;
  for (std::size_t k = 0; k + 1 < strip.ticks.size(); ++k) {
    const Tick& tick = strip.ticks[k];
    const float to = p.x(strip, strip.ticks[k + 1].at);
    most = std::max(most, tick.count);
    if (to - from < 1) continue;
    list.AddRectFilled({from, p.base - static_cast<float>(most) * p.unit}, {to, p.base},
                       packed(colors[Role::sweep].with_alpha(tick.is_done ? 0.45f : 0.15f)));
    from = to, most = 0;
  }
}

// Past the box's end and the last delimiter that each rule looks at.
void draw_stops(ImDrawList& list, const Xray& xray, const QueryRow& row, const Stretch& sight,
                const Strip& strip, const Place& p, const Theme& colors, float scale) {
  const float box_end = p.x(strip, high(*xray.asked(), strip.axis));
  float y = p.min.y;
  for (const QueryCost& cost : xray.costs()) {
    const std::size_t stop = row.first + static_cast<std::size_t>(cost.looked_at);
    if (stop <= sight.begin || stop > sight.end) continue;
    const float last = p.x(strip, strip.ticks[stop - 1 - sight.begin].at);
    const float x = is_straight(xray) ? std::max(last, std::min(box_end, p.max.x)) : last;
    const Color ink = colors[cost.is_chosen ? Role::text : Role::text_dim];
    list.AddLine({x, p.min.y}, {x, p.base}, packed(ink), scale);
    const std::string name(tr(cost.stop));
    const float width = ImGui::CalcTextSize(name.c_str()).x + 3 * scale;
    const float at = x + width > p.max.x ? x - width : x + 3 * scale;
    list.AddText({at, y}, packed(ink), name.c_str());
    y += ImGui::GetTextLineHeight();
  }
}

}  // namespace

bool draw_xray_strip(const Xray& xray, const Theme& colors, float scale) {
  const Walk& walk = xray.broad();
  const std::size_t done = xray.done_broad();
  const WalkPass* pass = done == 0 ? walk.pass(walk.size()) : walk.pass(done - 1);
  if (!pass || done == 0) {
    text_wrapped("The boundaries of each pass appear here.", colors[Role::text_dim]);
    return false;
  }
  Strip strip = strip_of(walk, *pass, done);
  if (strip.ticks.empty() && pass->has_order) return false;
  lay_out(strip);
  std::string title = title_of(walk, strip);
  if (text_width(title) > ImGui::GetContentRegionAvail().x) title = short_title_of(strip);
  text(title, colors[Role::text_dim]);
  const Place p = place_of(strip, scale);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (strip.counts) draw_gaps(list, strip, p, colors, scale);
  if (strip.counts) draw_curve(list, strip, p, colors, scale);
  list.AddLine({p.min.x, p.base}, {p.max.x, p.base}, packed(colors[Role::text_dim]), scale);
  draw_ticks(list, strip, p, colors, scale);
  draw_names(list, xray, strip, p, colors, scale);
  if (!strip.counts && xray.state().line) strip.here = low(*xray.state().line, strip.axis);
  draw_here(list, strip, p, colors, scale);
  return true;
}

void draw_xray_query_strip(const Xray& xray, const Theme& colors, float scale) {
  text_wrapped(cost_text(xray.costs()), colors[Role::text_dim]);
  const QueryRow row = query_row(xray);
  const Stretch sight = stretch_in_sight(xray, row);
  const Strip strip = strip_of(row, sight);
  if (strip.ticks.empty()) return;
  const Place p = place_of(strip, scale);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (is_straight(xray)) draw_asked(list, xray, strip, p, colors);
  draw_open(list, strip, p, colors);
  draw_stops(list, xray, row, sight, strip, p, colors, scale);
  list.AddLine({p.min.x, p.base}, {p.max.x, p.base}, packed(colors[Role::text_dim]), scale);
  draw_ticks(list, strip, p, colors, scale);
  draw_names(list, xray, strip, p, colors, scale);
  draw_here(list, strip, p, colors, scale);
}

namespace {

// The impacts of the step as a list: when, which sprites, how fast, how hard; the current one
// stays in sight.

constexpr int kColumns = 6;

void draw_heads() {
  const float unit = ImGui::GetFontSize();
  ImGui::TableSetupScrollFreeze(0, 1);
  const auto column = [&](const char* name, float width) {
    ImGui::TableSetupColumn(tr(name), ImGuiTableColumnFlags_WidthFixed, width * unit);
  };
  column("no.", 3);
  column("time", 3);
  ImGui::TableSetupColumn(tr("sprites"), ImGuiTableColumnFlags_WidthStretch);
  column("meet at", 4);
  column("part at", 4);
  column("impulse", 4.5f);
  ImGui::TableHeadersRow();
}

// Speeds of what rests would be noughts and rounding.
void draw_cells(const Xray& xray, const Impact& i, Color ink) {
  const auto cell = [&](const std::string& words) {
    ImGui::TableNextColumn();
    text(words, ink);
  };
  cell(fmt::format("{:.2f}", i.time));
  cell(xray.partners(i));
  cell(i.rests ? "-" : speed_of(-i.before));
  cell(i.rests ? "-" : speed_of(i.after));
  cell(size_of(i.impulse));
}

/// One row of the list: the impact, its number in the field and in the walk.
struct ImpactRow {
  const Impact& impact;
  std::size_t number, event;
};

void draw_row(const Xray& xray, const ImpactRow& row, const Theme& colors, UiState& ui,
              Requests& out) {
  const bool is_here = row.event == xray.at(), is_done = row.event <= xray.at();
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  if (is_here)
    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0,
                           packed(colors[Role::accent].with_alpha(0.28f)));
  const std::string id = fmt::format("##{}", row.event);
  if (ImGui::Selectable(id.c_str(), false, ImGuiSelectableFlags_SpanAllColumns))
    out.emplace_back(XrayCommand{SeekXray{row.event}});
  remember_rect(ui, fmt::format("xray.impact.{}", row.event));
  ImGui::SameLine(0, 0);
  const Color ink = colors[is_done ? Role::text : Role::text_dim];
  text(row.impact.rests ? "rest" : std::to_string(row.number), ink);
  draw_cells(xray, row.impact, ink);
}

}  // namespace

void draw_xray_impacts(const Xray& xray, const Theme& colors, UiState& ui, Requests& out) {
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg |
                                     ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_SizingFixedFit;
  if (!ImGui::BeginTable("impacts", kColumns, kFlags)) return;
  draw_heads();
  const auto impacts = xray.impacts();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(impacts.size()));
  while (clipper.Step())
    for (int k = clipper.DisplayStart; k < clipper.DisplayEnd; ++k) {
      const auto at = static_cast<std::size_t>(k);
      draw_row(xray, {impacts[at], flying(impacts.first(at + 1)), at + 1}, colors, ui, out);
    }
  clipper.End();
  // As in the tree: a user who scrolls while nothing moves may look elsewhere.
  if (ui.xray_seen != xray.at())
    ImGui::SetScrollY(static_cast<float>(xray.at()) * clipper.ItemsHeight -
                      ImGui::GetWindowHeight() / 2);
  ui.xray_seen = xray.at();
  ImGui::EndTable();
}

}  // namespace phasebox
