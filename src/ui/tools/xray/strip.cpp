// SPDX-License-Identifier: MIT
// The X-ray's strip along the axis, and that of impacts along time.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "lab/xray.hpp"
#include "ui/language/tr.hpp"
#include "ui/tools/xray/parts.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {
namespace {

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
void draw_ticks(const Gui& gui, ImDrawList& list, const Strip& strip, const Place& p) {
  float last[2] = {-1e9f, -1e9f};
  const bool has_names = strip.ticks.size() <= 48;
  for (const Tick& tick : strip.ticks) {
    const float x = p.x(strip, tick.at), height = 12 * gui.ui.scale;
    float& before = last[tick.opens ? 1 : 0];
    if (x - before < 1 && x >= before) continue;
    before = x;
    const Color color =
        gui.colors[tick.opens ? Role::open_boundary : Role::close_boundary].with_alpha(
            tick.is_done || !strip.counts ? 1.0f : 0.4f);
    const float top = tick.opens ? p.base + 1 : p.base + 1 + height;
    list.AddLine({x, top}, {x, top + height}, packed(color), (has_names ? 2 : 1) * gui.ui.scale);
  }
}

// Names of sprites where they find room beside each other.
void draw_names(const Gui& gui, ImDrawList& list, const Xray& xray, const Strip& strip,
                const Place& p) {
  // A name among several ticks of one pixel would say nothing.
  if (static_cast<float>(strip.ticks.size()) > p.max.x - p.min.x) return;
  float free[2] = {-1e9f, -1e9f};
  for (const Tick& tick : strip.ticks) {
    const std::string name = std::to_string(xray.name(tick.sprite));
    const float width = ImGui::CalcTextSize(name.c_str()).x * 0.8f;
    const float x = p.x(strip, tick.at) + 3 * gui.ui.scale;
    float& from = free[tick.opens ? 1 : 0];
    if (x < from || x + width > p.max.x + 8 * gui.ui.scale) continue;
    from = x + width + 2 * gui.ui.scale;
    const float y = p.base + (tick.opens ? 0 : 12) * gui.ui.scale;
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize() * 0.8f, {x, y},
                 packed(gui.colors[tick.is_done ? Role::text : Role::text_dim]), name.c_str());
  }
}

void draw_curve(const Gui& gui, ImDrawList& list, const Strip& strip, const Place& p) {
  const ImU32 fill = packed(gui.colors[Role::sweep].with_alpha(0.35f));
  const ImU32 line = packed(gui.colors[Role::sweep].with_alpha(1));
  float x = p.min.x, y = p.base;
  for (const Tick& tick : strip.ticks) {
    if (!tick.is_done) break;
    const float to = p.x(strip, tick.at);
    if (y < p.base) list.AddRectFilled({x, y}, {to, p.base}, fill);
    list.AddLine({x, y}, {to, y}, line, 1.5f * gui.ui.scale);
    const float next = p.base - static_cast<float>(tick.count) * p.unit;
    list.AddLine({to, y}, {to, next}, line, 1.5f * gui.ui.scale);
    x = to, y = next;
  }
}

// Nothing is open: where boundaries are counted a cut, where a sweep walks void.
void draw_gaps(const Gui& gui, ImDrawList& list, const Strip& strip, const Place& p) {
  const ImU32 ink = packed(gui.colors[Role::final_group]);
  for (std::size_t k = 0; k + 1 < strip.ticks.size(); ++k) {
    if (!strip.ticks[k].is_done || strip.ticks[k].count > 0) continue;
    const float from = p.x(strip, strip.ticks[k].at), to = p.x(strip, strip.ticks[k + 1].at);
    const float x = (from + to) / 2;
    list.AddRectFilled({from, p.min.y}, {std::max(to, from + 1), p.base},
                       packed(gui.colors[Role::final_group].with_alpha(0.2f)));
    for (float y = p.min.y; y < p.base; y += 8 * gui.ui.scale)
      list.AddLine({x, y}, {x, std::min(y + 5 * gui.ui.scale, p.base)}, ink, 2 * gui.ui.scale);
  }
}

void draw_here(const Gui& gui, ImDrawList& list, const Strip& strip, const Place& p) {
  if (!strip.here) return;
  const float x = std::clamp(p.x(strip, *strip.here), p.min.x, p.max.x);
  list.AddLine({x, p.min.y}, {x, p.base + 24 * gui.ui.scale}, packed(gui.colors[Role::accent]),
               2 * gui.ui.scale);
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
void draw_asked(const Gui& gui, ImDrawList& list, const Xray& xray, const Strip& strip,
                const Place& p) {
  const auto x = [&](float at) { return std::clamp(p.x(strip, at), p.min.x, p.max.x); };
  const float from = x(low(*xray.asked(), strip.axis)), to = x(high(*xray.asked(), strip.axis));
  list.AddRectFilled({from, p.min.y}, {std::max(to, from + 1), p.max.y},
                     packed(gui.colors[Role::query].with_alpha(0.12f)));
}

// How many are open, at most in each pixel column; what is walked stands out.
void draw_open(const Gui& gui, ImDrawList& list, const Strip& strip, const Place& p) {
  float from = p.min.x;
  std::uint32_t most = 0;
  for (std::size_t k = 0; k + 1 < strip.ticks.size(); ++k) {
    const Tick& tick = strip.ticks[k];
    const float to = p.x(strip, strip.ticks[k + 1].at);
    most = std::max(most, tick.count);
    if (to - from < 1) continue;
    list.AddRectFilled({from, p.base - static_cast<float>(most) * p.unit}, {to, p.base},
                       packed(gui.colors[Role::sweep].with_alpha(tick.is_done ? 0.45f : 0.15f)));
    from = to, most = 0;
  }
}

// Past the box's end and the last delimiter that each rule looks at.
void draw_stops(const Gui& gui, ImDrawList& list, const Xray& xray, const QueryRow& row,
                const Stretch& sight, const Strip& strip, const Place& p) {
  const float box_end = p.x(strip, high(*xray.asked(), strip.axis));
  float y = p.min.y;
  for (const QueryCost& cost : xray.costs()) {
    const std::size_t stop = row.first + static_cast<std::size_t>(cost.looked_at);
    if (stop <= sight.begin || stop > sight.end) continue;
    const float last = p.x(strip, strip.ticks[stop - 1 - sight.begin].at);
    const float x = is_straight(xray) ? std::max(last, std::min(box_end, p.max.x)) : last;
    const Color ink = gui.colors[cost.is_chosen ? Role::text : Role::text_dim];
    list.AddLine({x, p.min.y}, {x, p.base}, packed(ink), gui.ui.scale);
    const std::string name(tr(cost.stop));
    const float width = ImGui::CalcTextSize(name.c_str()).x + 3 * gui.ui.scale;
    const float at = x + width > p.max.x ? x - width : x + 3 * gui.ui.scale;
    list.AddText({at, y}, packed(ink), name.c_str());
    y += ImGui::GetTextLineHeight();
  }
}

// The impacts of the step as a list: when, which sprites, how fast, how hard; the current one
// stays in sight.

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

void draw_row(const Gui& gui, const Xray& xray, std::size_t k) {
  const std::size_t event = k + 1;
  const Impact& impact = xray.impacts()[k];
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  if (event == xray.at())
    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0,
                           packed(gui.colors[Role::accent].with_alpha(0.28f)));
  const std::string id = fmt::format("##{}", event);
  if (ImGui::Selectable(id.c_str(), false, ImGuiSelectableFlags_SpanAllColumns))
    gui.out.emplace_back(XrayCommand{SeekXray{event}});
  remember_rect(gui, fmt::format("xray.impact.{}", event));
  ImGui::SameLine(0, 0);
  const Color ink = gui.colors[event <= xray.at() ? Role::text : Role::text_dim];
  text(impact.rests ? "rest" : std::to_string(flying(xray.impacts().first(event))), ink);
  draw_cells(xray, impact, ink);
}

}  // namespace

void draw_xray_strip(const Gui& gui, const Xray& xray) {
  const Walk& walk = xray.broad();
  const std::size_t done = xray.done_broad();
  const WalkPass* pass = done == 0 ? walk.pass(walk.size()) : walk.pass(done - 1);
  if (!pass || done == 0)
    return text_wrapped(gui, "The boundaries of each pass appear here.", Role::text_dim);
  Strip strip = strip_of(walk, *pass, done);
  if (strip.ticks.empty() && pass->has_order) return;
  lay_out(strip);
  std::string title = title_of(walk, strip);
  if (text_width(title) > ImGui::GetContentRegionAvail().x) title = short_title_of(strip);
  text(gui, title, Role::text_dim);
  const Place p = place_of(strip, gui.ui.scale);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (strip.counts) draw_gaps(gui, list, strip, p);
  if (strip.counts) draw_curve(gui, list, strip, p);
  list.AddLine({p.min.x, p.base}, {p.max.x, p.base}, packed(gui.colors[Role::text_dim]),
               gui.ui.scale);
  draw_ticks(gui, list, strip, p);
  draw_names(gui, list, xray, strip, p);
  if (!strip.counts && xray.state().line) strip.here = low(*xray.state().line, strip.axis);
  draw_here(gui, list, strip, p);
}

void draw_xray_query_strip(const Gui& gui, const Xray& xray) {
  text_wrapped(gui, cost_text(xray.costs()), Role::text_dim);
  const QueryRow row = query_row(xray);
  const Stretch sight = stretch_in_sight(xray, row);
  const Strip strip = strip_of(row, sight);
  if (strip.ticks.empty()) return;
  const Place p = place_of(strip, gui.ui.scale);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (is_straight(xray)) draw_asked(gui, list, xray, strip, p);
  draw_open(gui, list, strip, p);
  draw_stops(gui, list, xray, row, sight, strip, p);
  list.AddLine({p.min.x, p.base}, {p.max.x, p.base}, packed(gui.colors[Role::text_dim]),
               gui.ui.scale);
  draw_ticks(gui, list, strip, p);
  draw_names(gui, list, xray, strip, p);
  draw_here(gui, list, strip, p);
}

void draw_xray_impacts(const Gui& gui, const Xray& xray) {
  constexpr TableColumn kColumns[] = {
      {"no.", 3},     {"time", 3},    {"sprites", TableColumn::kRest},
      {"meet at", 4}, {"part at", 4}, {"impulse", 4.5f}};
  if (!begin_table(gui, "impacts", kColumns, kScrollingTable)) return;
  const float height =
      draw_rows(xray.impacts().size(), [&](std::size_t k) { draw_row(gui, xray, k); });
  // As in the tree: a user who scrolls while nothing moves may look elsewhere.
  if (gui.ui.xray_seen != xray.at())
    ImGui::SetScrollY(static_cast<float>(xray.at()) * height - ImGui::GetWindowHeight() / 2);
  gui.ui.xray_seen = xray.at();
  ImGui::EndTable();
}

}  // namespace phasebox::ui
