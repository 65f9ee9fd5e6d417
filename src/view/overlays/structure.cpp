// SPDX-License-Identifier: MIT
// Overlays of divisions: grid, broadphase structure, boundaries, group links, the sweep line.
#include <cmath>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include "base/rotation.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

// The overlay "grid": a scale on the ground, or the grid to which sprites snap.

constexpr float kGridStep = 80;  // world px; divides 1280 and 720, so that lines meet the border
constexpr float kMinGridPitch = 40;  // screen px; closer lines would be a texture, not a scale
constexpr float kMinSnapPitch = 8;   // the snap grid may be finer: its lines are what is looked at

// The step, doubled or halved until its lines lie well apart on the screen.
float grid_pitch(const Camera& camera, const WorldOptions& world) {
  const float least = (world.snap ? kMinSnapPitch : kMinGridPitch) * camera.line_scale;
  float step = world.snap ? world.snap_size : kGridStep;
  while (step * camera.zoom < least) step *= 2;
  if (!world.snap)
    while (step * camera.zoom >= 4 * least) step /= 2;
  return step;
}

void draw_grid(const Canvas& c, const FieldState& state) {
  const Aabb field = state.session.field();
  WorldOptions world = state.session.options();
  if (state.session.show()) world.snap = false;  // recorded boxes are where they are
  if (!c.sees(field)) return;
  const Aabb part = intersection(field, c.sight);
  const float step = grid_pitch(c.camera, world);
  constexpr float kMaxLines = 1e6f;  // far out, where floats have no room for a grid
  for (const Vec2 end : {part.min, part.max})
    if (!(std::max(std::abs(end.x), std::abs(end.y)) < kMaxLines * step)) return;
  Layer& lines = c.line();
  const auto first = [step](float from) { return static_cast<int>(std::floor(from / step)) + 1; };
  // By number, not by adding up: a step that is too small for the float would never arrive.
  for (const Axis axis : {Axis::x, Axis::y})
    for (int k = first(low(part, axis)); static_cast<float>(k) * step < high(part, axis); ++k) {
      const float at = static_cast<float>(k) * step;
      lines.add(on_axis(axis, at, low(part, other(axis))),
                on_axis(axis, at, high(part, other(axis))), c[Role::grid]);
    }
}

// "structure": groups, cells, nodes, fat AABBs, swaps, a sweep's open set; narrowphase looks.

// Along a slanted line a delimiter is a point, and has no edge to stand on.
bool is_profiled(const Event& e) {
  return e.kind == EventKind::order && e.depth == 0 && e.box.min != e.box.max;
}

// The more there are, the fainter: together they must not hide what they run across.
void fade(Layer& layer, float weight, float least, float most) {
  const auto count = static_cast<float>(std::max<std::size_t>(layer.shapes.size(), 1));
  const float alpha = std::clamp(weight / std::sqrt(count), least, most);
  for (Shape& shape : layer.shapes) shape.color = shape.color.with_alpha(alpha);
}

// The events of a kind in a layer of their own.
Layer& draw_kind(const Canvas& c, std::span<const Event> events, EventKind kind, Layer::Kind as,
                 Role role) {
  Layer& layer = c.layer(as);
  for (const Event& e : events)
    if (e.kind == kind && c.sees(e.box)) layer.add(e.box, c[role]);
  return layer;
}

// Open boxes as a profile at the boundaries' lowest (rightmost) end: at zero the sweep meets void.
void draw_sweep(const Canvas& c, std::span<const Event> events) {
  constexpr float kHeight = 56;
  const auto first = std::ranges::find_if(events, is_profiled);
  Layer& bars = c.fill();
  if (first == events.end()) return;
  const Axis axis = first->axis;
  std::uint32_t most = 1;
  float base = high(first->box, other(axis));
  for (const Event& e : events)
    if (is_profiled(e)) most = std::max(most, e.b), base = std::max(base, high(e.box, other(axis)));
  const float unit = c.px(kHeight) / static_cast<float>(most);
  const Event* last = &*first;
  for (const Event& e : events) {
    if (!is_profiled(e) || e.axis != axis) continue;
    const float top = base - static_cast<float>(last->b) * unit;
    const Aabb bar{on_axis(axis, low(last->box, axis), top), on_axis(axis, low(e.box, axis), base)};
    if (last->b > 0 && c.sees(bar)) bars.add(bar, c[Role::sweep].with_alpha(0.28f));
    last = &e;
  }
}

bool is_group(const Event& e) { return e.kind == EventKind::group || e.kind == EventKind::split; }

void draw_parts(const Canvas& c, std::span<const Event> events, Detail detail,
                std::span<const float> strengths) {
  // World px: longer side of the smallest part drawn, and filled; more would be a veil, and slow.
  const float least = detail == Detail::density ? c.px(4) : 0;
  const float least_filled = detail == Detail::full ? 0 : c.px(12);
  Layer& fills = c.fill();
  Layer& splits = c.outline(1.5f);
  Layer& deep_splits = c.outline();
  Layer& nodes = c.outline();
  Layer& groups = c.outline();
  Layer& tied_groups = c.dashed_outline(2);
  std::uint16_t deepest = 1;
  for (const Event& e : events) deepest = std::max(deepest, e.depth);
  const bool splits_are_nodes = has_nodes(events);
  std::size_t next = 0;  // among the groups
  for (const Event& e : events) {
    const std::size_t k = is_group(e) ? next++ : strengths.size();
    const float strength = k < strengths.size() ? strengths[k] : 1;
    if (!is_part(e.kind) || !c.sees(e.box)) continue;
    const float longer = std::max(extent(e.box).x, extent(e.box).y);
    if (longer < least) continue;
    const float rest = 1 - static_cast<float>(e.depth) / static_cast<float>(deepest);
    if (e.kind == EventKind::split) {
      if (splits_are_nodes) continue;
      // Thinner with depth, and fainter by so little that every theme keeps 3:1 to the background.
      Layer& outlines = rest > 0.5f ? splits : deep_splits;
      outlines.add(e.box, c[Role::temporary_group].with_alpha((0.8f + 0.2f * rest) * strength));
    } else if (e.kind == EventKind::group) {
      // A group of one has nothing to compare; it is there, but quiet.
      const float weight = (e.b == 1 ? 0.4f : 1.0f) * strength;
      fills.add(e.box, c[Role::final_group].with_alpha(0.07f * weight));
      // Outside of boxes that fill it, whose edges would hide it.
      (e.ending == Ending::tie ? tied_groups : groups)
          .add(grown(e.box, c.px(2)), c[Role::final_group].with_alpha(weight));
    } else {
      const Color color = c.theme.at_depth(e.depth);
      const float full = static_cast<float>(std::min(e.b, 8u)) / 8;
      // Nested nodes lie on each other, so each one is faint.
      if (e.b && longer >= least_filled) fills.add(e.box, color.with_alpha(0.01f + 0.03f * full));
      nodes.add(e.box, color.with_alpha(e.b ? 0.75f : 0.3f));
    }
  }
  fade(nodes, 12, 0.35f, 1);
  if (detail == Detail::full) return;
  // Cells share most of their edges.
  MergedEdges& merged = c.list.edge_scratch;
  merged.begin(c.camera);
  for (const Shape& s : nodes.shapes) merged.add({s.a, s.b}, s.color);
  nodes.shapes.clear();
  merged.draw(c.list.layer(Layer::Kind::fill, 1, Layer::Space::screen));
}

void draw_all(const Canvas& c, std::span<const Event> events, Detail detail,
              std::span<const float> strengths = {}) {
  draw_parts(c, events, detail, strengths);
  fade(draw_kind(c, events, EventKind::fat, Layer::Kind::dashed_outline, Role::fat), 4, 0.25f,
       0.8f);
  fade(draw_kind(c, events, EventKind::swap, Layer::Kind::line, Role::swap), 2, 0.08f, 0.7f);
  draw_sweep(c, events);
}

template <EventKind kind>
bool has_broad(const EventLog& log, const Camera&) {
  return log.broad.count(kind) > 0;
}

template <EventKind kind>
bool has_narrow(const EventLog& log, const Camera&) {
  return log.narrow.count(kind) > 0;
}

bool has_cells(const EventLog& log, const Camera&) {
  using enum EventKind;
  return log.broad.count(cell) + log.broad.count(node) + log.narrow.count(cell) +
             log.narrow.count(node) + log.narrow.count(visit) >
         0;
}

constexpr std::array kStructureLegend{
    LegendLine{Role::final_group, "final group", has_broad<EventKind::group>},
    LegendLine{Role::temporary_group, "temporary group",
               [](const EventLog& log, const Camera&) {
                 return log.broad.count(EventKind::split) > 0 &&
                        log.broad.count(EventKind::node) == 0;
               }},
    LegendLine{Role::node, "cell or node, by depth", has_cells},
    LegendLine{Role::fat, "fat AABB, kept", has_broad<EventKind::fat>},
    LegendLine{Role::swap, "neighbors swapped", has_broad<EventKind::swap>},
    LegendLine{Role::sweep, "open in the sweep",
               [](const EventLog& log, const Camera&) {
                 return std::ranges::any_of(log.broad.events(), is_profiled);
               }},
    LegendLine{Role::hull, "convex hull", has_narrow<EventKind::edge>},
    LegendLine{Role::closest, "closest points", has_narrow<EventKind::closest>},
    LegendLine{Role::sample, "pixel read",
               [](const EventLog& log, const Camera& camera) {
                 return log.narrow.count(EventKind::read) > 0 && shows_pixels(camera);
               }},
};

// The overlay "boundaries": where boxes begin and end along the axes, with ticks on the rulers.

constexpr std::array kBoundaryLegend{
    LegendLine{Role::open_boundary, "open boundary", has_broad<EventKind::boundary>},
    LegendLine{Role::close_boundary, "close boundary", has_broad<EventKind::boundary>},
    LegendLine{Role::text, "dot: boundaries coincide", has_broad<EventKind::boundary>},
    LegendLine{Role::accent, "ring: swapped by a click", has_broad<EventKind::group>},
    LegendLine{Role::final_group, "dashed: held by a tie", has_broad<EventKind::group>},
};

// Where the user has reversed the order; 0: nowhere.
float swapped_at(const Session& session, Axis axis) {
  const std::string_view key = axis == Axis::x ? "swap-x" : "swap-y";
  return static_cast<float>(session.value(session.broadphase(), key).value_or(0));
}

void draw_slanted_boundaries(const Canvas&, const FieldState&);

void draw_boundaries(const Canvas& c, const FieldState& state) {
  if (is_slanted(state.events.swept)) return draw_slanted_boundaries(c, state);
  Layer& lines = c.line();
  for (const Event& e : state.events.broad)
    if (e.kind == EventKind::boundary && c.sees(e.box))
      lines.add(e.box, boundary_color(e, c.theme));
  fade(lines, 4, 0.1f, 0.4f);
}

// Open ticks fill the outer half of the strip, close ticks the inner: seen without color.
void draw_ruler(const Canvas& c, std::span<const Event> events, Axis axis) {
  const Aabb& port = c.camera.viewport;
  const float from = low(port, axis), width = kRulerWidth * c.camera.line_scale;
  const float side = low(port, other(axis));
  auto& ticks = c.list.pixel_scratch;
  ticks.assign(static_cast<std::size_t>(std::max(0.0f, high(port, axis) - from)), 0);
  // One tick per pixel at most, whatever the number of boundaries: bit 0 open, bit 1 close.
  for (const Event& e : events) {
    if (e.kind != EventKind::boundary || e.axis != axis) continue;
    const float at = along(c.camera.to_screen(e.box.min), axis) - from;
    if (at >= 0 && at < static_cast<float>(ticks.size()))
      ticks[static_cast<std::size_t>(at)] |= e.b ? 1 : 2;
  }

  Layer& fill = c.list.layer(Layer::Kind::fill, 1, Layer::Space::screen);
  fill.add(on_axis(axis, from, side), on_axis(axis, high(port, axis), side + width),
           c[Role::panel]);
  const float half = side + width / 2;
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const float at = from + static_cast<float>(i);
    if (ticks[i] & 1)
      fill.add(on_axis(axis, at, side + 1), on_axis(axis, at + 1, half), c[Role::open_boundary]);
    if (ticks[i] & 2)
      fill.add(on_axis(axis, at, half), on_axis(axis, at + 1, side + width - 1),
               c[Role::close_boundary]);
  }
  fill.add(on_axis(axis, from, side + width), on_axis(axis, high(port, axis), side + width + 1),
           c[Role::panel_border]);
}

// Dots where boundaries coincide exactly, one per pixel; from three a number by the ruler if room.
void draw_coincident(const Canvas& c, const FieldState& state, Axis axis) {
  const Aabb& port = c.camera.viewport;
  const float scale = c.camera.line_scale, side = low(port, other(axis)), kFar = 22 * scale;
  Layer& dots = c.list.layer(Layer::Kind::disc, 1, Layer::Space::screen);
  Layer& rings = c.list.layer(Layer::Kind::ring, 2, Layer::Space::screen);
  const float swapped = swapped_at(state.session, axis);
  float last_dot = std::numeric_limits<float>::lowest(), last_number = last_dot;
  for (const CoincidentBoundary& place : c.list.coincident_scratch.find(state.events.broad, axis)) {
    const float at = along(c.camera.to_screen(Vec2{place.at, place.at}), axis);
    if (at < low(port, axis) || at >= high(port, axis) || at - last_dot < 1) continue;
    last_dot = at;
    const Vec2 middle = on_axis(axis, at, side + kRulerWidth * scale / 2);
    const float radius = (place.count > 2 ? 4.5f : 3.5f) * scale;
    dots.add(square(middle, radius), c[Role::text]);
    if (swapped != 0 && place.at == swapped)
      rings.add(square(middle, radius + 3 * scale), c[Role::accent]);
    if (place.count < 3 || at - last_number < kFar) continue;
    last_number = at;
    const Vec2 corner =
        on_axis(axis, at - (axis == Axis::x ? 4 : 8) * scale, side + (kRulerWidth + 2) * scale);
    c.label(c.camera.to_world(corner), std::to_string(place.count));
  }
}

void draw_rulers(const Canvas& c, const FieldState& state) {
  if (is_slanted(state.events.swept)) return;
  for (const Axis axis : {Axis::x, Axis::y}) draw_ruler(c, state.events.broad, axis);
  for (const Axis axis : {Axis::x, Axis::y}) draw_coincident(c, state, axis);
  const Vec2 corner = c.camera.viewport.min;
  const float size = kRulerWidth * c.camera.line_scale;
  c.list.layer(Layer::Kind::fill, 1, Layer::Space::screen)
      .add(corner, corner + Vec2{size, size}, c[Role::panel]);
}

std::string_view lacks_boundaries(const Session& session, const EventLog& log) {
  if (log.broad.count(EventKind::boundary) > 0) return "";
  const Walkthrough& how = session.shown_broadphase().walkthrough;
  const auto is_lit = [](const CodeLine& line) { return line.lit_by & on(EventKind::boundary); };
  if (std::ranges::none_of(how.code, is_lit))
    return how.counted == "cell" ? "This broadphase has cells, no boundaries on an axis."
           : how.counted == "node"
               ? "This broadphase has nodes, no boundaries on an axis."
               : "This broadphase compares boxes without boundaries on an axis.";
  return log.broad.events().empty() ? "" : "No boundaries were sorted in this frame.";
}

// The overlay "sweep-line": the one line that a sweep runs along, with every box on it.

constexpr float kProfileHeight = 72, kTickLength = 7, kLineGap = 2;  // screen px

bool has_swept_line(const EventLog& log, const Camera&) { return log.broad.swept().has_value(); }

constexpr std::array kSweepLineLegend{
    LegendLine{Role::accent, "swept line", has_swept_line},
    LegendLine{Role::open_boundary, "begin of a box on it", has_swept_line},
    LegendLine{Role::close_boundary, "end of a box on it", has_swept_line},
    LegendLine{Role::sweep, "boxes open there", has_swept_line},
};

// Through the middle of the field; places on it are counted in world px from there.
struct SweptLine {
  Vec2 middle, along;

  Vec2 across() const { return {along.y, -along.x}; }
  Vec2 at(float place, float aside) const { return middle + along * place + across() * aside; }
  float place_of(const Event& boundary) const { return dot(boundary.box.min - middle, along); }
  /// Half of what a box of that extent covers on the line.
  float half_of(Vec2 extent) const {
    return (std::abs(along.x) * extent.x + std::abs(along.y) * extent.y) / 2;
  }
};

// What lies on one screen pixel of the line.
struct LinePixel {
  std::int64_t number = 0;
  bool begins = false, ends = false;
  std::uint32_t most = 0, after = 0;  // boxes open: on it, and behind it
};

// Calls with every pixel that has boundaries, and the number of the next that has.
template <class Use>
void each_pixel(std::span<const Event> events, const SweptLine& line, float size, Use use) {
  LinePixel pixel;
  std::uint32_t open = 0;
  for (const Event& e : events) {
    if (e.kind != EventKind::boundary) continue;
    const auto number = static_cast<std::int64_t>(std::floor(line.place_of(e) / size));
    if (number != pixel.number) {
      use(pixel, number);
      pixel = {.number = number, .begins = false, .ends = false, .most = open, .after = open};
    }
    if (!e.b && open == 0) continue;
    open = e.b ? open + 1 : open - 1;
    (e.b ? pixel.begins : pixel.ends) = true;
    pixel.most = std::max(pixel.most, open), pixel.after = open;
  }
  use(pixel, pixel.number + 1);
}

// One column for each pixel, since a rectangle cannot be turned.
class SweepProfile {
 public:
  SweepProfile(const Canvas& c, const FieldState& state)
      : c_(c),
        state_(state),
        line_{center(state.session.field()), *state.events.swept},
        pixel_(1 / c.camera.zoom),
        events_(state.events.broad) {
    const Vec2 sight = extent(c.sight);
    const float middle = dot(center(c.sight) - line_.middle, line_.along);
    first_ = pixel_at(middle - line_.half_of(sight)),
    last_ = pixel_at(middle + line_.half_of(sight));
    is_whole_ = static_cast<std::size_t>(std::ranges::count(
                    events_, EventKind::boundary, &Event::kind)) == 2 * state.frame.size();
    each_pixel(events_, line_, pixel_, [&](const LinePixel& p, std::int64_t) {
      if (p.most > most_) most_ = p.most, widest_ = p.number;
    });
  }

  void draw_axis() const {
    draw_ticks();
    const float half = line_.half_of(extent(state_.session.field()));
    c_.line(2).add(line_.at(-half, 0), line_.at(half, 0), c_[Role::accent]);
  }
  void draw() const {
    draw_columns();
    draw_axis();
    if (most_ == 0 || !is_whole_) return;
    const Vec2 at = line_.at(middle_of(widest_), height(most_)) + Vec2{c_.px(4), -c_.px(18)};
    c_.label(at, fmt::format("max {} open", most_));
  }
  // Where boundaries coincide to the bit, at most one dot per pixel.
  void draw_dots() const {
    Layer& dots = c_.disc();
    std::int64_t last = first_ - 1;
    for (const Axis axis : {Axis::x, Axis::y})
      for (const auto& [at, count] :
           c_.list.coincident_scratch.find(events_, axis, state_.events.swept)) {
        const float place = at - dot(line_.middle, line_.along);
        if (pixel_at(place) <= last || pixel_at(place) > last_) continue;
        last = pixel_at(place);
        dots.add(
            square(line_.at(place, -c_.px(kLineGap + kTickLength)), c_.px(count > 2 ? 4.5f : 3.5f)),
            c_[Role::text]);
      }
  }

 private:
  std::int64_t pixel_at(float place) const {
    return static_cast<std::int64_t>(std::floor(place / pixel_));
  }
  float middle_of(std::int64_t pixel) const { return (static_cast<float>(pixel) + 0.5f) * pixel_; }
  float height(std::uint32_t open) const {
    return c_.px(kLineGap) +
           c_.px(kProfileHeight) * static_cast<float>(open) / static_cast<float>(most_);
  }

  void draw_columns() const {
    // A screen pixel wide each, on a dense screen as well.
    Layer& fill = c_.list.layer(Layer::Kind::line, 1);
    Layer& top = c_.line(1.5f);
    float before = height(0);
    each_pixel(events_, line_, pixel_, [&](const LinePixel& p, std::int64_t next) {
      if (p.most > 0) add_column(fill, p.number, p.most);
      const std::int64_t from = std::max(p.number + 1, first_), to = std::min(next, last_);
      for (std::int64_t k = from; k < to && p.after > 0; ++k) add_column(fill, k, p.after);
      add_step(top, p, next, before);
      before = height(p.after);
    });
  }
  void add_column(Layer& fill, std::int64_t pixel, std::uint32_t open) const {
    if (pixel < first_ || pixel > last_) return;
    const float place = middle_of(pixel);
    fill.add(line_.at(place, c_.px(kLineGap)), line_.at(place, height(open)),
             c_[Role::sweep].with_alpha(0.35f));
  }
  // The edge of the profile: up to the most that is open, down to what stays open, and along.
  void add_step(Layer& top, const LinePixel& p, std::int64_t next, float before) const {
    const Color color = c_[Role::sweep];
    const float place = middle_of(p.number), most = height(p.most), after = height(p.after);
    if (next < first_ || p.number > last_) return;
    if (most > std::min(before, after))
      top.add(line_.at(place, std::min(before, after)), line_.at(place, most), color);
    if (p.after > 0) top.add(line_.at(place, after), line_.at(middle_of(next), after), color);
  }

  // Begins stand at the line, ends below them: the place tells them apart without the color.
  void draw_ticks() const {
    Layer& ticks = c_.line(1);
    const float near = -c_.px(kLineGap), middle = near - c_.px(kTickLength),
                far = middle - c_.px(kTickLength);
    each_pixel(events_, line_, pixel_, [&](const LinePixel& p, std::int64_t) {
      if (p.number < first_ || p.number > last_) return;
      const float place = middle_of(p.number);
      if (p.begins)
        ticks.add(line_.at(place, near), line_.at(place, middle), c_[Role::open_boundary]);
      if (p.ends)
        ticks.add(line_.at(place, middle), line_.at(place, far), c_[Role::close_boundary]);
    });
  }

  const Canvas& c_;
  const FieldState& state_;
  SweptLine line_;
  float pixel_;  // world px that a screen px is
  std::span<const Event> events_;
  std::int64_t first_ = 0, last_ = 0;  // pixels in sight
  bool is_whole_ = false;  // the log has all boundaries: not cut off, nor walked through
  std::uint32_t most_ = 0;
  std::int64_t widest_ = 0;  // the first pixel where so many are open
};

void draw_slanted_boundaries(const Canvas& c, const FieldState& state) {
  const SweepProfile profile(c, state);
  if (!state.options.shows(Overlay::sweep_line)) profile.draw_axis();
  profile.draw_dots();
}

void draw_sweep_line(const Canvas& c, const FieldState& state) {
  if (!state.events.swept) return;
  SweepProfile(c, state).draw();
  const auto handles = sweep_handles(state.session, state.options);
  if (!handles) return;
  Layer& fills = c.disc();
  Layer& rings = c.ring(2);
  for (const Vec2 at : *handles) {
    fills.add(square(at, c.px(kSweepHandle)), c[Role::panel]);
    rings.add(square(at, c.px(kSweepHandle)), c[Role::accent]);
  }
}

}  // namespace

extern const OverlayRow grid_overlay{.id = "grid",
                                     .title = "Grid",
                                     .help = "Draw the background grid.",
                                     .is_on = true,
                                     .ground = draw_grid};

std::span<const float> FadeIn::look(std::span<const Event> events, double now) {
  const auto size = [](const Aabb& box) { return extent(box).x * extent(box).y; };
  const bool is_first = parts_.empty();
  std::vector<Part> before = std::exchange(parts_, {});
  strengths_.clear();
  for (const Event& e : events) {
    if (!is_group(e)) continue;
    const auto known = std::ranges::find_if(before, [&](const Part& part) {
      return overlaps(part.box, e.box) &&
             2 * size(intersection(part.box, e.box)) >= size(united(part.box, e.box));
    });
    const double since = is_first ? -kSeconds : known == before.end() ? now : known->since;
    parts_.push_back({e.box, since});
    strengths_.push_back(static_cast<float>(std::min((now - since) / kSeconds, 1.0)));
    if (parts_.size() > kMaxParts) return clear(), strengths_;
  }
  return strengths_;
}

void draw_structure(const Canvas& c, std::span<const Event> events) {
  draw_all(c, events, Detail::full);
}

extern const OverlayRow structure_overlay{
    .id = "structure",
    .title = "Groups and structure",
    .help = "Draw groups, cells or nodes of the broadphase.",
    .key = 'q',
    .is_on = true,
    .legend = kStructureLegend,
    .under = [](const Canvas& c,
                const FieldState& s) { draw_all(c, s.events.broad, s.detail, s.hand.strengths); },
    .over =
        [](const Canvas& c, const FieldState& s) {
          draw_closer_look(c, s.events.narrow);
          draw_lattice(c, s);
        }};

extern const OverlayRow boundaries_overlay{
    .id = "boundaries",
    .title = "Boundaries",
    .help = "Draw the sorted open and close boundaries, with ticks on the rulers.",
    .key = 'd',
    .legend = kBoundaryLegend,
    .over = draw_boundaries,
    .rulers = draw_rulers,
    .lack = lacks_boundaries};

std::optional<std::array<Vec2, 2>> sweep_handles(const Session& session,
                                                 const ViewOptions& options) {
  constexpr float kWithin = 0.94f;  // of the way to the field's border
  if (!options.shows(Overlay::sweep_line) || session.broadphase().id != "sort-and-sweep") return {};
  const Owner sweep = session.broadphase();
  const Param& axis = *find_param(session.group(sweep).rows, "axis");
  if (format_value(axis, *session.value(sweep, "axis")) != "angle") return {};
  const Rotation turn = rotation(static_cast<float>(*session.value(sweep, "angle")) * (kPi / 180));
  const Vec2 half = extent(session.field()) * (kWithin / 2), middle = center(session.field());
  const float reach = std::min(half.x / std::max(std::abs(turn.c), 1e-6f),
                               half.y / std::max(std::abs(turn.s), 1e-6f));
  const Vec2 arm = Vec2{turn.c, turn.s} * reach;
  return std::array{middle + arm, middle - arm};
}

double sweep_angle_through(const Session& session, Vec2 world) {
  const Vec2 arm = world - center(session.field());
  const double degrees = std::atan2(static_cast<double>(arm.y), static_cast<double>(arm.x)) *
                         (180 / static_cast<double>(kPi));
  // A line has two directions; rounding may make a tiny negative angle 180.
  const double upward = degrees < 0 ? degrees + 180 : degrees;
  return upward < 180 ? upward : 0;
}

extern const OverlayRow sweep_line_overlay{
    .id = "sweep-line",
    .title = "Swept axis",
    .help =
        "Draw the line of sort and sweep: wherever many boxes are open, each is compared with "
        "many.",
    .legend = kSweepLineLegend,
    .over = draw_sweep_line,
    .lack = [](const Session&, const EventLog& log) -> std::string_view {
      const bool is_known = !log.broad.events().empty();
      return is_known && !log.broad.swept() ? "Only sort and sweep runs along one line." : "";
    }};

}  // namespace phasebox
