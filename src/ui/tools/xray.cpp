// SPDX-License-Identifier: MIT
// The tool "X-ray": sentence, buttons, scrubber, pseudocode, and panes of what the event is about.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "collide/narrowphase/pixels/pixels.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/layout.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {
namespace {

// Enlarges a region of the world: from world px to screen px.
struct Lens {
  Aabb region;
  Vec2 at;
  float zoom;
  Vec2 operator()(Vec2 p) const { return at + (p - region.min) * zoom; }
};

// Levels above it; a quadtree's depth may leap, so the parents count.
std::size_t level_of(std::span<const WalkPart> parts, std::size_t at) {
  std::size_t level = 0;
  while ((at = parts[at].parent) < parts.size()) ++level;
  return level;
}

// What is known of a part when so many events are done.
void tree_row(const Gui& gui, const Walk& walk, std::size_t at, std::size_t done, bool is_lit) {
  const auto parts = walk.parts();
  const WalkPart& part = parts[at];
  const bool is_split = part.split < done, is_done = part.done < done;
  std::string words = fmt::format("{} {} · {}", walk.how().part, part.number, grouped(part.size));
  if (is_split) words += " → " + grouped(part.children);
  // In a narrow pane deep rows share an indentation, so that their names stay in sight.
  const float indent = std::min(static_cast<float>(level_of(parts, at)) * 12 * gui.ui.scale,
                                0.4f * ImGui::GetContentRegionAvail().x);
  const Vec2 from = ImGui::GetCursorScreenPos(), down{0, ImGui::GetTextLineHeight()};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (at == walk.part_at(done))
    list.AddRectFilled(from, from + down + Vec2{ImGui::GetContentRegionAvail().x, 0},
                       gui.ink(Role::accent, 0.28f), gui.px(3));
  for (float x = gui.px(6); x < indent; x += gui.px(12))
    list.AddLine(from + Vec2{x, 0}, from + down + Vec2{x, 0}, gui.ink(Role::panel_border),
                 gui.ui.scale);
  const Role role = is_split ? Role::temporary_group : is_done ? Role::final_group : Role::accent;
  list.AddCircleFilled({from.x + indent + gui.px(6), from.y + down.y / 2}, gui.px(4),
                       gui.ink(role));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent + gui.px(14));
  const float room = ImGui::GetContentRegionAvail().x;
  if (text_width(words) > room) words.erase(0, walk.how().part.size() + 1);  // the heading has it
  text_as_is(fitted_text(words, room), gui.colors[is_lit ? Role::text : Role::text_dim]);
}

constexpr std::size_t kMaxBoxes = 400;  // more are no better than the field
constexpr std::size_t kMaxNames = 16;

// Of two sprites that lie far apart the first one is shown.
bool are_apart(const Focus& focus) {
  if (focus.sprites.size() < 2) return false;
  const Vec2 all = extent(focus.bounds()), one = extent(focus.sprites[0]),
             two = extent(focus.sprites[1]);
  return std::max(all.x, all.y) > 5 * std::max({one.x, one.y, two.x, two.y});
}

// In the shape of the pane, the focus in the middle third.
Lens lens_over(const Focus& focus, Vec2 at, Vec2 room) {
  const Aabb box = are_apart(focus) ? focus.sprites[0] : focus.bounds();
  const Vec2 size = extent(box);
  const float margin = focus.part ? 0.15f : 0.8f;
  const Aabb wide = grown(box, std::max(margin * std::max(size.x, size.y), 1e-6f));
  const float zoom = std::min(room.x / extent(wide).x, room.y / extent(wide).y);
  const Vec2 half{room.x / zoom / 2, room.y / zoom / 2}, middle = center(box);
  return {{middle - half, middle + half}, at, zoom};
}

void draw_boxes(const Gui& gui, ImDrawList& list, const Lens& lens, const Xray& xray,
                std::span<const SpriteId> ids) {
  const auto boxes = xray.boxes();
  for (const SpriteId id : ids)
    list.AddRect(lens(boxes[id].min), lens(boxes[id].max), gui.ink(Role::text_dim, 0.8f));
  for (const SpriteId id : xray.state().open)
    if (id < boxes.size() && overlaps(boxes[id], lens.region))
      list.AddRectFilled(lens(boxes[id].min), lens(boxes[id].max), gui.ink(Role::sweep, 0.5f));
  for (const Pair pair : xray.candidates())
    if (overlaps(boxes[pair.a], lens.region) && overlaps(boxes[pair.b], lens.region))
      list.AddLine(lens(center(boxes[pair.a])), lens(center(boxes[pair.b])),
                   gui.ink(Role::candidate), gui.px(1.5f));
}

// Of neighbors only where the name finds room in the box; those of the focus last, above all.
void write_names(const Gui& gui, ImDrawList& list, const Lens& lens, const Xray& xray,
                 std::span<const SpriteId> ids, const Focus& focus) {
  const auto is_focus = [&](SpriteId id) {
    return std::ranges::find(focus.sprites, xray.boxes()[id]) != focus.sprites.end();
  };
  for (const bool last : {false, true})
    for (const SpriteId id : ids) {
      if (is_focus(id) != last) continue;
      const Aabb& box = xray.boxes()[id];
      const std::string name = std::to_string(xray.name(id));
      const ImVec2 size = ImGui::CalcTextSize(name.c_str()), middle = lens(center(box));
      if (!last && (ids.size() > kMaxNames || extent(box).x * lens.zoom < size.x)) continue;
      const ImVec2 min{middle.x - size.x / 2, middle.y - size.y / 2};
      if (last)
        list.AddRectFilled(min, {min.x + size.x, min.y + size.y}, gui.ink(Role::panel, 0.7f));
      list.AddText(min, gui.ink(last ? Role::text : Role::text_dim), name.c_str());
    }
}

constexpr int kAlpha = 128;          // from which a pixel is drawn as opaque
constexpr float kMaxCells = 12'000;  // drawn at once; larger parts are drawn coarser

/// The events of the current pair: from its `enter` to its end, and how many of them are done.
struct PairEvents {
  std::span<const Event> all;
  std::size_t done = 0;
};

PairEvents events_of_pair(const Xray& xray) {
  const auto events = xray.narrow().events();
  const std::size_t done = xray.done_narrow();
  std::size_t first = done - 1;
  while (first > 0 && events[first].kind != EventKind::enter) --first;
  std::size_t end = first + 1;
  while (end < events.size() && events[end].kind != EventKind::enter) ++end;
  return {events.subspan(first, end - first), done - first};
}

// The common part of both boxes and some px round it; of hulls both boxes.
Aabb region_of(const Xray& xray, Pair pair, std::span<const Event> events) {
  const Aabb &a = xray.boxes()[pair.a], &b = xray.boxes()[pair.b];
  const bool has_hulls = std::ranges::find(events, EventKind::edge, &Event::kind) != events.end();
  const Aabb r = grown(has_hulls || !overlaps(a, b) ? united(a, b) : intersection(a, b), 3);
  return {{std::floor(r.min.x), std::floor(r.min.y)}, {std::ceil(r.max.x), std::ceil(r.max.y)}};
}

void draw_pixels(const Gui& gui, ImDrawList& list, const Lens& lens, const Session& session,
                 Pair pair) {
  const Frame frame = session.frame();
  const PixelView a = pixel_view(frame, pair.a), b = pixel_view(frame, pair.b);
  const Vec2 size = extent(lens.region);
  const int step = std::max(1, static_cast<int>(std::ceil(std::sqrt(size.x * size.y / kMaxCells))));
  const ImU32 only_a = gui.ink(Role::open_boundary, 0.4f);
  const ImU32 only_b = gui.ink(Role::close_boundary, 0.4f);
  const ImU32 both = gui.ink(Role::text, 0.75f);
  const float gap = lens.zoom * static_cast<float>(step) >= 5 ? 0.5f : 0;
  for (float y = lens.region.min.y; y < lens.region.max.y; y += static_cast<float>(step))
    for (float x = lens.region.min.x; x < lens.region.max.x; x += static_cast<float>(step)) {
      const bool in_a = a.alpha(static_cast<int>(x), static_cast<int>(y)) >= kAlpha;
      const bool in_b = b.alpha(static_cast<int>(x), static_cast<int>(y)) >= kAlpha;
      if (!in_a && !in_b) continue;
      const auto cell = static_cast<float>(step);
      const ImVec2 min = lens({x, y}), max = lens({x + cell, y + cell});
      list.AddRectFilled(min, {max.x - gap, max.y - gap},
                         in_a && in_b ? both
                         : in_a       ? only_a
                                      : only_b);
    }
}

// A read of the first sprite is a frame, of the second a dot in it; what is yet to come is faint.
void draw_read(const Gui& gui, ImDrawList& list, const Lens& lens, const Event& e, bool is_done) {
  const ImVec2 min = lens(e.box.min), max = lens(e.box.max);
  const ImU32 ink = gui.ink(Role::accent, is_done ? 1.0f : 0.25f);
  if (e.b == 0)
    draw_outline(list, min, max, ink, (is_done ? 1.5f : 1.0f) * gui.ui.scale);
  else if (max.x - min.x < 1.5f * (max.y - min.y))
    list.AddCircleFilled({(min.x + max.x) / 2, (min.y + max.y) / 2},
                         std::max(2.0f, (max.y - min.y) * 0.25f), ink);
  else
    list.AddRectFilled({min.x, min.y + (max.y - min.y) * 0.35f},
                       {max.x, max.y - (max.y - min.y) * 0.35f}, ink);
}

void draw_event_at(const Gui& gui, ImDrawList& list, const Lens& lens, const Event& e,
                   bool is_done) {
  const ImVec2 min = lens(e.box.min), max = lens(e.box.max);
  if (e.kind == EventKind::read) return draw_read(gui, list, lens, e, is_done);
  if (e.kind == EventKind::edge)
    return list.AddLine(min, max, gui.ink(Role::hull, is_done ? 1.0f : 0.3f), gui.px(1.5f));
  if (!is_done) return;
  switch (e.kind) {
    case EventKind::cell:
      return draw_outline(list, min, max, packed(gui.colors.at_depth(e.depth)), gui.ui.scale);
    case EventKind::feature:
      list.AddLine(min, max, gui.ink(Role::accent), gui.px(4));
      return list.AddCircleFilled(min, gui.px(4), gui.ink(Role::accent));
    case EventKind::closest:
      list.AddLine(min, max, gui.ink(Role::closest), gui.px(2));
      for (const ImVec2 end : {min, max})
        list.AddCircleFilled(end, gui.px(3), gui.ink(Role::closest));
      return;
    case EventKind::hit:
      return list.AddCircle(min, std::max(gui.px(7), lens.zoom), gui.ink(Role::collision), 0,
                            gui.px(3));
    default: return;
  }
}

// The parts that have been begun, as a tree; the path to the current one is lit.
void draw_xray_tree(const Gui& gui, const Xray& xray) {
  const Walk& walk = xray.broad();
  const std::size_t done = xray.done_broad();
  const std::size_t begun = walk.parts_at(done), here = walk.part_at(done);
  text(gui, counted(begun, walk.how().part), Role::text_dim);
  begin_child("parts", {0, 0});
  std::vector<std::uint8_t> lit(walk.parts().size(), 0);
  for (std::size_t at = here; at < lit.size(); at = walk.parts()[at].parent) lit[at] = 1;
  const float row = ImGui::GetTextLineHeight();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gui.px(4), 0));
  draw_rows(
      begun, [&](std::size_t at) { tree_row(gui, walk, at, done, lit[at] != 0); }, row);
  ImGui::PopStyleVar();
  // The current part stays in sight; a user who scrolls while nothing moves may look elsewhere.
  if (here < begun && gui.ui.xray_seen != xray.at())
    ImGui::SetScrollY(static_cast<float>(here) * row - ImGui::GetWindowHeight() / 2);
  gui.ui.xray_seen = xray.at();
  ImGui::EndChild();
}

// Which sprites have been compared with which, as a triangle.
void draw_xray_matrix(const Gui& gui, const Xray& xray) {
  const auto n = static_cast<float>(xray.boxes().size());
  const auto events = xray.broad().events().first(xray.done_broad());
  text(gui, "which sprites were compared", Role::text_dim);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float side = std::min(room.x, room.y), cell = side / std::max(n, 1.0f);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto square = [&](SpriteId a, SpriteId b, Color color) {
    const auto [low, high] = std::minmax(a, b);
    const ImVec2 min{at.x + static_cast<float>(low) * cell, at.y + static_cast<float>(high) * cell};
    list.AddRectFilled(min, {min.x + std::max(cell, 1.0f), min.y + std::max(cell, 1.0f)},
                       packed(color));
  };
  // More would only lie on each other.
  constexpr std::size_t kMax = 40'000;
  const auto shown = events.last(std::min(events.size(), kMax));
  for (const Event& e : shown)
    if (is_test(e.kind)) square(e.a, e.b, gui.colors[Role::temporary_group].with_alpha(0.45f));
  for (const Event& e : shown)
    if (e.kind == EventKind::hit) square(e.a, e.b, gui.colors[Role::candidate]);
  if (const auto pair = xray.broad().state(xray.done_broad()).pair)
    square(pair->a, pair->b, gui.colors[Role::accent]);
  list.AddTriangle(at, {at.x, at.y + side}, {at.x + side, at.y + side}, gui.ink(Role::panel_border),
                   gui.ui.scale);
}

// What the event is about, enlarged, for a field where it is too small to see.
void draw_xray_closeup(const Gui& gui, const Xray& xray) {
  const Focus focus = focus_of(xray);
  if (focus.empty())
    return text_wrapped(gui, "What an event is about appears here, enlarged.", Role::text_dim);
  text_wrapped(
      gui, are_apart(focus) ? fmt::format("close-up of {}", xray.name(xray.now()->a)) : "close-up",
      Role::text_dim);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  if (room.x < 8 || room.y < 8) return;
  const Lens lens = lens_over(focus, at, room);
  std::vector<SpriteId> ids;
  for (SpriteId id = 0; id < xray.boxes().size(); ++id)
    if (overlaps(xray.boxes()[id], lens.region)) ids.push_back(id);
  if (focus.part && ids.size() > kMaxBoxes)
    return text_wrapped(gui, "Large enough in the field.", Role::text_dim);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, {at.x + room.x, at.y + room.y}, true);
  draw_boxes(gui, list, lens, xray, ids);
  const auto frame = [&](const Aabb& box) {
    draw_outline(list, lens(box.min), lens(box.max), gui.ink(Role::accent), gui.px(2));
  };
  if (focus.part) frame(*focus.part);
  for (const Aabb& box : focus.sprites) frame(box);
  write_names(gui, list, lens, xray, ids, focus);
  list.PopClipRect();
}

// Both sprites of the pair that is looked at, their pixels enlarged.
void draw_xray_magnifier(const Gui& gui, const Xray& xray) {
  const Session& session = gui.session;
  if (xray.done_narrow() == 0) return;
  const auto pair = xray.state().pair;
  if (!pair || std::max(pair->a, pair->b) >= session.world().size()) return;
  text(gui, xray.sprite_text(pair->a), Role::open_boundary);
  for (const auto& [words, role] : {std::pair(xray.sprite_text(pair->b), Role::close_boundary),
                                    {"both", Role::text},
                                    {"read", Role::accent}}) {
    ImGui::SameLine();
    text(gui, words, role);
  }
  const PairEvents events = events_of_pair(xray);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const Aabb region = region_of(xray, *pair, events.all);
  const float zoom = std::min(room.x / extent(region).x, room.y / extent(region).y);
  const Lens lens{region, at, std::max(zoom, 0.01f)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, {at.x + room.x, at.y + room.y}, true);
  draw_pixels(gui, list, lens, session, *pair);
  for (std::size_t k = 0; k < events.all.size(); ++k)
    draw_event_at(gui, list, lens, events.all[k], k < events.done);
  const Event& now = events.all[events.done - 1];
  if (now.kind == EventKind::read || now.kind == EventKind::cell)
    draw_outline(list, lens(now.box.min), lens(now.box.max), gui.ink(Role::warning), gui.px(2.5f));
  list.PopClipRect();
}

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

// Boundaries, or the sweep's steps behind them; the counter is from events, as the algorithm's is.
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
    const float x = p.x(strip, tick.at), height = gui.px(12);
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
    const float x = p.x(strip, tick.at) + gui.px(3);
    float& from = free[tick.opens ? 1 : 0];
    if (x < from || x + width > p.max.x + gui.px(8)) continue;
    from = x + width + gui.px(2);
    const float y = p.base + (tick.opens ? 0 : 12) * gui.ui.scale;
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize() * 0.8f, {x, y},
                 gui.ink(tick.is_done ? Role::text : Role::text_dim), name.c_str());
  }
}

void draw_curve(const Gui& gui, ImDrawList& list, const Strip& strip, const Place& p) {
  const ImU32 fill = gui.ink(Role::sweep, 0.35f);
  const ImU32 line = gui.ink(Role::sweep, 1);
  float x = p.min.x, y = p.base;
  for (const Tick& tick : strip.ticks) {
    if (!tick.is_done) break;
    const float to = p.x(strip, tick.at);
    if (y < p.base) list.AddRectFilled({x, y}, {to, p.base}, fill);
    list.AddLine({x, y}, {to, y}, line, gui.px(1.5f));
    const float next = p.base - static_cast<float>(tick.count) * p.unit;
    list.AddLine({to, y}, {to, next}, line, gui.px(1.5f));
    x = to, y = next;
  }
}

// Nothing is open: where boundaries are counted a cut, where a sweep walks void.
void draw_gaps(const Gui& gui, ImDrawList& list, const Strip& strip, const Place& p) {
  const ImU32 ink = gui.ink(Role::final_group);
  for (std::size_t k = 0; k + 1 < strip.ticks.size(); ++k) {
    if (!strip.ticks[k].is_done || strip.ticks[k].count > 0) continue;
    const float from = p.x(strip, strip.ticks[k].at), to = p.x(strip, strip.ticks[k + 1].at);
    const float x = (from + to) / 2;
    list.AddRectFilled({from, p.min.y}, {std::max(to, from + 1), p.base},
                       gui.ink(Role::final_group, 0.2f));
    for (float y = p.min.y; y < p.base; y += gui.px(8))
      list.AddLine({x, y}, {x, std::min(y + gui.px(5), p.base)}, ink, gui.px(2));
  }
}

// The line, what lies on it, and where the walk is.
void draw_axis(const Gui& gui, ImDrawList& list, const Xray& xray, const Strip& strip,
               const Place& p) {
  list.AddLine({p.min.x, p.base}, {p.max.x, p.base}, gui.ink(Role::text_dim), gui.ui.scale);
  draw_ticks(gui, list, strip, p);
  draw_names(gui, list, xray, strip, p);
  if (!strip.here) return;
  const float x = std::clamp(p.x(strip, *strip.here), p.min.x, p.max.x);
  list.AddLine({x, p.min.y}, {x, p.base + gui.px(24)}, gui.ink(Role::accent), gui.px(2));
}

std::string title_of(const Walk& walk, const Strip& strip, bool is_short) {
  const char* axis = strip.axis == Axis::x ? "x" : "y";
  const std::string all = grouped(strip.ticks.size());
  if (!strip.counts) return fmt::format("{}{}: {}", is_short ? "" : "boundaries along ", axis, all);
  if (is_short) return fmt::format("{}: {} of {}", axis, strip.now, strip.most);
  return fmt::format("{} along {} · {} {} of {} at most",
                     walk.how().counts_boundaries ? "boundaries" : "sweep", axis,
                     walk.how().counts_boundaries ? "counter" : "open", strip.now, strip.most);
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
                       gui.ink(Role::sweep, tick.is_done ? 0.45f : 0.15f));
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
    const float width = ImGui::CalcTextSize(name.c_str()).x + gui.px(3);
    const float at = x + width > p.max.x ? x - width : x + gui.px(3);
    list.AddText({at, y}, packed(ink), name.c_str());
    y += ImGui::GetTextLineHeight();
  }
}

// The boundaries of the current pass along a line, the counter as a step curve, cuts and void.
void draw_xray_strip(const Gui& gui, const Xray& xray) {
  const Walk& walk = xray.broad();
  const std::size_t done = xray.done_broad();
  const WalkPass* pass = done == 0 ? walk.pass(walk.size()) : walk.pass(done - 1);
  if (!pass || done == 0)
    return text_wrapped(gui, "The boundaries of each pass appear here.", Role::text_dim);
  Strip strip = strip_of(walk, *pass, done);
  if (strip.ticks.empty() && pass->has_order) return;
  lay_out(strip);
  // What is yet to come would be the answer.
  if (xray.guesses()) std::erase_if(strip.ticks, [](const Tick& tick) { return !tick.is_done; });
  std::string title = title_of(walk, strip, false);
  if (text_width(title) > ImGui::GetContentRegionAvail().x) title = title_of(walk, strip, true);
  text(gui, title, Role::text_dim);
  const Place p = place_of(strip, gui.ui.scale);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (strip.counts) draw_gaps(gui, list, strip, p);
  if (strip.counts) draw_curve(gui, list, strip, p);
  if (!strip.counts && xray.state().line) strip.here = low(*xray.state().line, strip.axis);
  draw_axis(gui, list, xray, strip, p);
}

// The row that a query walks along: its box, what was walked, and where each rule stops.
void draw_xray_query_strip(const Gui& gui, const Xray& xray) {
  text_wrapped(gui, cost_text(xray.costs()), Role::text_dim);
  const QueryRow row = query_row(xray);
  const Stretch sight = stretch_in_sight(xray, row);
  const Strip strip = strip_of(row, sight);
  if (strip.ticks.empty()) return;
  const Place p = place_of(strip, gui.ui.scale);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (is_straight(xray)) {  // the query's own stretch of the line
    const auto x = [&](float at) { return std::clamp(p.x(strip, at), p.min.x, p.max.x); };
    const float from = x(low(*xray.asked(), strip.axis)), to = x(high(*xray.asked(), strip.axis));
    list.AddRectFilled({from, p.min.y}, {std::max(to, from + 1), p.max.y},
                       gui.ink(Role::query, 0.12f));
  }
  draw_open(gui, list, strip, p);
  draw_stops(gui, list, xray, row, sight, strip, p);
  draw_axis(gui, list, xray, strip, p);
}

// The impacts of the step as a list: when, which sprites, how fast, how hard; a click goes there.
void draw_xray_impacts(const Gui& gui, const Xray& xray) {
  constexpr TableColumn kColumns[] = {{"no.", 2.6f},     {"time", 2.6f},
                                      {"sprites", 5},    {"meet at", 3.5f},
                                      {"part at", 3.5f}, {"impulse", TableColumn::kRest}};
  if (!begin_table(gui, "impacts", kColumns, kScrollingTable)) return;
  const float height = draw_rows(xray.impacts().size(), [&](std::size_t k) {
    const std::size_t event = k + 1;
    const Impact& impact = xray.impacts()[k];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (event == xray.at())
      ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, gui.ink(Role::accent, 0.28f));
    const std::string id = fmt::format("##{}", event);
    if (ImGui::Selectable(id.c_str(), false, ImGuiSelectableFlags_SpanAllColumns))
      gui.out.emplace_back(SeekXray{event});
    remember_rect(gui, fmt::format("xray.impact.{}", event));
    ImGui::SameLine(0, 0);
    const Role ink = event <= xray.at() ? Role::text : Role::text_dim;
    text(gui, impact.rests ? "rest" : std::to_string(flying(xray.impacts().first(event))), ink);
    // Speeds of what rests would be noughts and rounding.
    for (const std::string& words :
         {fmt::format("{:.2f}", impact.time), xray.partners(impact),
          impact.rests ? "-" : speed_of(-impact.before),
          impact.rests ? "-" : speed_of(impact.after), size_of(impact.impulse)}) {
      ImGui::TableNextColumn();
      text(gui, words, ink);
    }
  });
  // As in the tree: a user who scrolls while nothing moves may look elsewhere.
  if (gui.ui.xray_seen != xray.at())
    ImGui::SetScrollY(static_cast<float>(xray.at()) * height - ImGui::GetWindowHeight() / 2);
  gui.ui.xray_seen = xray.at();
  ImGui::EndTable();
}

// The heap of times: which pairs may meet next, and which the last impact has put in again.
void draw_xray_heap(const Gui& gui, const Xray& xray, std::span<const PairToCome> pairs) {
  text(gui, counted(pairs.size(), "pair") + " to come", Role::text_dim);
  tooltip(
      "The heap: for each pair the time before which it cannot meet. The earliest is looked at "
      "next. An impact puts all pairs of its sprites in again.");
  constexpr TableColumn kColumns[] = {{"not before", 4.5f}, {"pair", TableColumn::kRest}};
  if (!begin_table(gui, "heap", kColumns, kScrollingTable)) return;
  draw_rows(pairs.size(), [&](std::size_t k) {
    const PairToCome& pair = pairs[k];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    text(gui, fmt::format("{:.3f}", pair.time), pair.is_again ? Role::accent : Role::text_dim);
    remember_rect(gui, fmt::format("xray.heap.{}", k));
    ImGui::TableNextColumn();
    Impact next;
    next.a = pair.a, next.b = pair.b;
    const std::string names = xray.partners(next);
    text(gui, pair.is_again ? names + ": put in again" : names,
         pair.is_again ? Role::accent : Role::text);
  });
  ImGui::EndTable();
}

void ask(const Gui& gui, LabCommand command) { gui.out.emplace_back(std::move(command)); }

bool bar_button(const Gui& gui, const char* title, const char* name, std::string_view help) {
  const bool pressed = button(gui, title, name, help);
  ImGui::SameLine(0, gui.px(4));
  return pressed;
}

void speed_slider(const Gui& gui, const Xray& xray) {
  auto speed = static_cast<float>(gui.ui.xray_speed);
  ImGui::SetNextItemWidth(gui.px(118));
  if (!value_box(gui, "xray.speed", speed, 0, 0.5f, 5000, "%.3g events/s",
                 "Speed at which Play walks, 0.5 to 5,000 events per second.",
                 ImGuiSliderFlags_Logarithmic))
    return;
  gui.ui.xray_speed = static_cast<double>(speed);
  if (xray.speed() > 0) ask(gui, PlayXray{gui.ui.xray_speed});
}

void buttons(const Gui& gui, const Xray& xray) {
  const bool plays = xray.speed() > 0;
  if (bar_button(gui, "|◀", "xray.first", "To the beginning.")) ask(gui, SeekXray{0});
  if (bar_button(gui, "◀◀", "xray.jump-back",
                 "Back to where the last impact, group, cell, pass or pair began."))
    ask(gui, JumpXray{false});
  push_button_repeat();
  if (bar_button(gui, "◀", "xray.back", hint_of(xray_back_action, gui.ui.keys)))
    ask(gui, StepXray{-1});
  pop_button_repeat();
  if (bar_button(gui, plays ? "Hold" : "Play", "xray.play", "Walk by itself, or stand still."))
    ask(gui, PlayXray{plays ? 0 : gui.ui.xray_speed});
  push_button_repeat();
  if (bar_button(gui, "▶", "xray.forward", hint_of(xray_forward_action, gui.ui.keys)))
    ask(gui, StepXray{1});
  pop_button_repeat();
  if (bar_button(gui, "▶▶", "xray.jump", "To the next impact, group, cell, pass or pair."))
    ask(gui, JumpXray{true});
  beside(button_width("▶|"));
  if (bar_button(gui, "▶|", "xray.last", "To the end: the normal run."))
    ask(gui, SeekXray{xray.size()});
  beside(gui.px(118));
  speed_slider(gui, xray);
}

// Whether the frame is walked, or the query that is open in the field.
void walk_choice(const Gui& gui) {
  const Xray& xray = gui.lab.xray;
  if (!gui.model.region_query) return;
  text(gui, "Walk:", Role::text_dim);
  ImGui::SameLine(0, gui.px(6));
  if (round_button(gui, "frame", "xray.walk.frame", !xray.asked(),
                   "How the broadphase finds the pairs of the frame."))
    ask(gui, WalkXray{});
  ImGui::SameLine(0, gui.px(6));
  if (round_button(gui, "query", "xray.walk.query", xray.asked().has_value(),
                   "How it answers the query in the field: which boxes overlap that rectangle."))
    ask(gui, WalkXray{gui.model.region_query->box});
}

// The value of the twin, in a box as in the panel.
void twin_value(const Gui& gui) {
  const Twins& twins = gui.lab.twins;
  const ParamGroup group = twins.session().group(twins.change().owner);
  const Param* row = find_param(group.rows, twins.change().key);
  Requests wanted;
  draw_params({gui.model, gui.ui, wanted, gui.colors},
              {Owner::contestant(0), "", {row, 1}, group.object});
  for (const Request& request : wanted)
    if (const auto* command = std::get_if<Command>(&request))
      if (const auto* c = std::get_if<command::SetParam>(command))
        ask(gui, SetTwin{command::SetParam{twins.change().owner, c->key, c->value}});
}

// The least one, or one that differs by enough to be seen: 1 beside a group size of 8.
double another_value(const Param& row, double value) {
  return value == row.lo ? std::min(row.hi, row.lo + 8) : row.lo;
}

// Which parameter a second walk beside this one has another value of.
void twin_choice(const Gui& gui) {
  const Session& session = gui.session;
  const Twins& twins = gui.lab.twins;
  std::vector<ListLine> lines{{"none", "none"}};
  std::vector<SetTwin> choices{SetTwin{}};
  std::size_t now = 0;
  for (const Owner owner :
       {Owner(session.shown_broadphase()), Owner(session.narrowphase()), Owner::world()}) {
    const ParamGroup group = session.group(owner);
    for (const Param& row : group.rows) {
      if (owner == Owner::world() && !row.key.starts_with("snap")) continue;
      const bool is_shown =
          twins.is_open() && twins.change().owner == owner && twins.change().key == row.key;
      if (is_shown) now = lines.size();
      lines.push_back({spaced(row.key), full_name(owner, row.key), row.help});
      choices.push_back({command::SetParam{owner, std::string(row.key),
                                           another_value(row, row.get(group.object))}});
    }
  }
  beside(text_width("Twin:") + 10 * ImGui::GetFontSize());
  text(gui, "Twin:", Role::text_dim);
  ImGui::SameLine(0, gui.px(6));
  ImGui::SetNextItemWidth(-1);
  const auto chosen =
      choose(gui, "xray.twin", lines[now].title, lines, now,
             "The same frame once more beside this one, with another value of one parameter. What "
             "only one of the two tests or keeps is dashed.");
  if (chosen && *chosen != now) ask(gui, choices[*chosen]);
  if (!twins.is_open()) return;
  twin_value(gui);
  text_wrapped(gui, twins.sentence());
  remember_rect(gui, "xray.twins");
}

// Guesses and twins are of a frame.
void teaching_choice(const Gui& gui) {
  const Xray& xray = gui.lab.xray;
  if (xray.asked()) return;
  bool guesses = xray.guesses() != nullptr;
  if (ImGui::Checkbox(tr_label("Guess"), &guesses)) ask(gui, GuessXray{guesses});
  remember_rect(gui, "xray.guess",
                "Asks what comes before it is shown. 1 to 4 answer; F10 shows it without a guess.");
  twin_choice(gui);
}

// In place of the pseudocode: what comes next, and the score.
void question(const Gui& gui, const Xray& xray, ImVec2 size) {
  const Guesses& guesses = *xray.guesses();
  const auto asked = xray.question();
  begin_child("question", size, true);
  if (guesses.asked > 0 && xray.at() == guesses.until) {
    const bool was_right = guesses.was_right;
    text(gui, was_right ? "Right." : "No.", was_right ? Role::final_group : Role::warning);
    ImGui::SameLine();
  }
  text(gui, fmt::format("{} of {} right", guesses.right, guesses.asked), Role::text_dim);
  remember_rect(gui, "xray.score");
  if (asked) text(gui, "What comes next?", Role::text);
  for (std::size_t k = 0; asked && k < asked->answers.size(); ++k)
    if (button(gui, fmt::format("{}  {}###{}", k + 1, tr(asked->answers[k].c_str()), k),
               fmt::format("xray.answer.{}", k)))
      ask(gui, AnswerXray{k});
  if (xray.done_broad() == xray.broad().size())
    text_wrapped(gui, "The broadphase is done: there are no more questions.", Role::text_dim);
  else if (!asked && button(gui, "Next question", "xray.next-question", "So do the keys 1 to 4."))
    ask(gui, AnswerXray{});
  ImGui::EndChild();
}

// One part of the walk: so many events, behind so many others.
struct ScrubbedPart {
  const char* name;
  std::size_t begin, size;
};

std::vector<ScrubbedPart> parts_of(const Xray& xray) {
  const std::size_t impacts = xray.impacts().size(), broad = xray.broad().size();
  if (xray.asked()) return {{"query", 0, broad}};
  std::vector<ScrubbedPart> parts;
  if (impacts > 0) parts.push_back({"impacts", 0, impacts});
  parts.push_back({"broadphase", impacts, broad});
  parts.push_back({"narrowphase", impacts + broad, xray.narrow().size()});
  return parts;
}

// At its left end nothing of the part is done. A part that is not the current one is dim.
void scrubber(const Gui& gui, const Xray& xray, const ScrubbedPart& part, float width) {
  const std::size_t done = std::clamp(xray.at(), part.begin, part.begin + part.size) - part.begin;
  const bool is_here = xray.at() >= part.begin && xray.at() <= part.begin + part.size;
  int at = static_cast<int>(done);
  ImGui::SetNextItemWidth(width);
  ImGui::BeginDisabled(part.size == 0);
  if (ImGui::SliderInt(fmt::format("##{}", part.name).c_str(), &at, 0,
                       std::max(1, static_cast<int>(part.size)), "",
                       ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput))
    ask(gui, SeekXray{part.begin + static_cast<std::size_t>(std::max(at, 0))});
  ImGui::EndDisabled();
  remember_rect(gui, fmt::format("xray.scrubber.{}", part.name));
  if (!ImGui::IsItemActive())
    tooltip(part.size == 0 ? fmt::format("The {} had nothing to do.", part.name)
                           : fmt::format("Drag to any event of the {}.", part.name));
  std::string words =
      fmt::format("{}: {} of {} events", part.name, grouped(done), grouped(part.size));
  if (text_width(words) > width - gui.px(8))
    words = fmt::format("{} / {}", grouped(done), grouped(part.size));
  text_over(gui, words, is_here ? Role::text : Role::text_dim);
}

void scrubbers(const Gui& gui, const Xray& xray) {
  const auto parts = parts_of(xray);
  const float gap = ImGui::GetStyle().ItemSpacing.x, n = static_cast<float>(parts.size());
  const float width = (ImGui::GetContentRegionAvail().x - gap * (n - 1)) / n;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (k > 0) ImGui::SameLine();
    scrubber(gui, xray, parts[k], width);
  }
  if (xray.dropped() > 0)
    text_wrapped(gui,
                 fmt::format("{} more events are not shown: the walk ends before they come.",
                             grouped(xray.dropped())),
                 Role::warning);
}

void pseudocode(const Gui& gui, const Xray& xray, ImVec2 size) {
  begin_child("code", size, true);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, gui.px(2)));
  const auto lit = xray.line();
  const auto code = xray.code();
  for (std::size_t k = 0; k < code.size(); ++k) {
    if (lit == k) {
      const Vec2 at = ImGui::GetCursorScreenPos() - Vec2{gui.px(4), 0};
      const float width = ImGui::GetContentRegionAvail().x + gui.px(4);
      const float height = ImGui::GetTextLineHeight() + gui.px(2);
      ImDrawList& list = *ImGui::GetWindowDrawList();
      list.AddRectFilled(at, at + Vec2{width, height}, gui.ink(Role::accent, 0.28f), gui.px(3));
      list.AddRectFilled(at, at + Vec2{gui.px(3), height}, gui.ink(Role::accent));
    }
    const std::size_t indent = code[k].text.find_first_not_of(' ');
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + static_cast<float>(indent) * 6 * gui.ui.scale);
    text_wrapped(gui, code[k].text.substr(indent), lit == k ? Role::text : Role::text_dim);
    if (lit == k) ImGui::SetScrollHereY(0.5f);
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

void pane(const Gui& gui, const char* name, ImVec2 size, auto draw) {
  begin_child(name, size, true);
  draw();
  remember_window(gui, std::string("xray.") + name);
  ImGui::EndChild();
}

// Strip and tree, or what the algorithm has of them; else which sprites were compared.
void broad_panes(const Gui& gui, const Xray& xray, ImVec2 room) {
  const float share = room.x < gui.px(420) ? 0.54f : 0.62f;  // of the strip
  const bool has_strip = xray.broad().pass(xray.broad().size()) != nullptr;
  const bool has_tree = !xray.broad().parts().empty();
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float left = has_strip && has_tree ? (room.x - gap) * share : room.x;
  if (has_strip) {
    pane(gui, "strip", {left, room.y}, [&] { draw_xray_strip(gui, xray); });
    if (has_tree) ImGui::SameLine();
  }
  if (has_tree) pane(gui, "tree", {0, room.y}, [&] { draw_xray_tree(gui, xray); });
  if (!has_strip && !has_tree)
    pane(gui, "matrix", {0, room.y}, [&] { draw_xray_matrix(gui, xray); });
}

// What was carried out, and beside or below it what is to come, where anything flies.
void impact_panes(const Gui& gui, const Xray& xray, ImVec2 room) {
  const std::vector<PairToCome> pairs = xray.to_come();
  if (flying(xray.impacts()) == 0 && pairs.empty())
    return pane(gui, "impacts", room, [&] { draw_xray_impacts(gui, xray); });
  const bool is_wide = room.x >= gui.px(480);
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const ImVec2 first =
      is_wide ? ImVec2((room.x - gap) * 0.6f, room.y) : ImVec2(room.x, room.y * 0.5f);
  pane(gui, "impacts", first, [&] { draw_xray_impacts(gui, xray); });
  if (is_wide) ImGui::SameLine();
  pane(gui, "heap", {0, 0}, [&] { draw_xray_heap(gui, xray, pairs); });
}

void panes(const Gui& gui) {
  const Xray& xray = gui.lab.xray;
  const ImVec2 all = ImGui::GetContentRegionAvail();
  const ImVec2 upper{all.x, all.y * 0.52f};
  if (xray.guesses() && xray.phase() != WalkPhase::narrow)
    question(gui, xray, upper);
  else
    pseudocode(gui, xray, upper);
  ImVec2 rest = ImGui::GetContentRegionAvail();
  if (rest.y < gui.px(24)) return;
  if (xray.is_in_impacts()) return impact_panes(gui, xray, rest);
  if (xray.phase() == WalkPhase::narrow)
    return pane(gui, "magnifier", rest, [&] { draw_xray_magnifier(gui, xray); });
  // In a crowded field events are too small to see: a square pane, unless the drawer is too low.
  if (shows_less(xray, gui.model.camera) && rest.y >= gui.px(96)) {
    const float width = std::min(std::max(rest.y, gui.px(140)), rest.x * 0.36f);
    pane(gui, "closeup", {width, rest.y}, [&] { draw_xray_closeup(gui, xray); });
    ImGui::SameLine();
    rest.x -= width + ImGui::GetStyle().ItemSpacing.x;
  }
  if (!xray.asked()) return broad_panes(gui, xray, rest);
  // The row of delimiters where the query walks along one; else what it has found.
  if (xray.costs().empty())
    pane(gui, "found", rest, [&] { text_wrapped(gui, "found: " + xray.list_of(xray.found())); });
  else
    pane(gui, "strip", rest, [&] { draw_xray_query_strip(gui, xray); });
}

void draw_xray(const Gui& gui) {
  const Xray& xray = gui.lab.xray;
  if (!xray.is_open()) {
    text_wrapped(gui,
                 "Freeze the frame and walk through the algorithm at work, event by event: what it "
                 "sorts, counts, cuts and compares. Where sprites push each other, the impacts of "
                 "the step come first. " +
                     key_or_menu(xray_forward_action, gui.ui.keys) + " goes on, " +
                     key_or_menu(xray_back_action, gui.ui.keys) + " back, Esc leaves.");
    ImGui::Spacing();
    return action_button(gui, xray_forward_action, "Freeze this frame", "xray.freeze");
  }
  if (xray.speed() > 0) ask(gui, AdvanceXray{static_cast<double>(ImGui::GetIO().DeltaTime)});
  push_font(reading_font());
  const float top = ImGui::GetCursorPosY(), line = ImGui::GetTextLineHeight();
  text_wrapped(gui, xray.sentence());
  ImGui::PopFont();
  // Room for two lines where one may not do, so that the panes stay where they are.
  ImGui::SetCursorPosY(top + 2 * line + gui.px(4));
  buttons(gui, xray);
  walk_choice(gui);
  teaching_choice(gui);
  scrubbers(gui, xray);
  panes(gui);
}

// At the first event, like the key that steps.
void freeze(ApplicationModel& model) { step_xray(model, 1); }

}  // namespace

// clang-format off
extern const ToolRow xray_tool{
    .action = {"xray", "X-ray",
               "Walk through the algorithm event by event.",
               Menu::tools, {on_key('x')}},
    .title = "X-ray", .icon = "☢", .draw = draw_xray, .opened = freeze};
// clang-format on

}  // namespace phasebox::ui
