// SPDX-License-Identifier: MIT
// The overlay "sweep-line": the one line that a sweep runs along, with ticks where boxes begin and
// end on it and a profile of how many are open.
#include "view/sweep_line.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/rotation.hpp"
#include "session/coincident_boundaries.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

constexpr float kProfileHeight = 72, kTickLength = 7,
                kLineGap = 2;  // screen px before the line scale

bool has_swept_line(const EventLog& log, const Camera&) { return log.broad.swept().has_value(); }

constexpr std::array kSweepLineLegend{
    LegendLine{Role::accent, "swept line", has_swept_line},
    // Three entries have the texts of other overlays, so that the legend lists each color once.
    LegendLine{Role::open_boundary, "open boundary", has_swept_line},
    LegendLine{Role::close_boundary, "close boundary", has_swept_line},
    LegendLine{Role::sweep, "open in the sweep", has_swept_line},
};

// The swept line, drawn through the middle of the field. A place on it is the distance from that
// middle, world px; `along` is its unit vector.
struct SweptLine {
  Vec2 middle, along;

  Vec2 across() const { return {along.y, -along.x}; }
  // The point of the world at a place of the line, `aside` px away from the line.
  Vec2 at(float place, float aside) const { return middle + along * place + across() * aside; }
  // The place of a boundary event on the line.
  float place_of(const Event& boundary) const { return dot(boundary.box.min - middle, along); }
  /// Half of the length, px, that a box of that extent covers on the line.
  float half_of(Vec2 extent) const {
    return (std::abs(along.x) * extent.x + std::abs(along.y) * extent.y) / 2;
  }
};

// The boundaries on one pixel of the line. Pixels are as long as one of the screen and are numbered
// from the middle of the field.
struct LinePixel {
  std::int64_t number = 0;
  bool begins = false, ends = false;
  std::uint32_t most = 0, after = 0;  // boxes open: at most on the pixel, and behind it
};

// Calls `use(pixel, next)` with every pixel of the line that has boundaries, in their order; `next`
// is the number of the following such pixel. The first call may have pixel 0 without boundaries,
// and in the last one `next` is the pixel's neighbor. `size` is the length of a pixel, world px.
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
    pixel.most = std::max(pixel.most, open);
    pixel.after = open;
  }
  use(pixel, pixel.number + 1);
}

// The profile of open boxes along a swept line of any angle. It is drawn as lines, one per screen
// px, because the rectangles of a layer cannot be turned.
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
    first_ = pixel_at(middle - line_.half_of(sight));
    last_ = pixel_at(middle + line_.half_of(sight));
    is_whole_ = static_cast<std::size_t>(std::ranges::count(
                    events_, EventKind::boundary, &Event::kind)) == 2 * state.frame.size();
    each_pixel(events_, line_, pixel_, [&](const LinePixel& p, std::int64_t) {
      if (p.most > most_) {
        most_ = p.most;
        widest_ = p.number;
      }
    });
  }

  // Draws the line and the ticks of boundaries.
  void draw_axis() const {
    draw_ticks();
    const float half = line_.half_of(extent(state_.session.field()));
    c_.line(2).add(line_.at(-half, 0), line_.at(half, 0), c_[Role::accent]);
  }
  // Draws the profile, the line with ticks, and, if all boundaries are known, the greatest number.
  void draw() const {
    draw_columns();
    draw_axis();
    if (most_ == 0 || !is_whole_) return;
    const Vec2 at = line_.at(middle_of(widest_), height(most_)) + Vec2{c_.px(4), -c_.px(18)};
    c_.label(at, std::to_string(most_), Role::text, "max {} open");
  }
  // Draws a dot where boundaries coincide exactly, at most one per pixel.
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
  // The height of the profile over the line, world px, where so many boxes are open.
  float height(std::uint32_t open) const {
    return c_.px(kLineGap) +
           c_.px(kProfileHeight) * static_cast<float>(open) / static_cast<float>(most_);
  }

  void draw_columns() const {
    // Each column is one screen px wide, whatever the line scale, because columns stand side by
    // side.
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
  // Draws the upper edge of the profile at a pixel: upright between the heights before, on and
  // behind the pixel, and along to pixel `next`. `before` is the height before the pixel.
  void add_step(Layer& top, const LinePixel& p, std::int64_t next, float before) const {
    const Color color = c_[Role::sweep];
    const float place = middle_of(p.number), most = height(p.most), after = height(p.after);
    if (next < first_ || p.number > last_) return;
    if (most > std::min(before, after))
      top.add(line_.at(place, std::min(before, after)), line_.at(place, most), color);
    if (p.after > 0) top.add(line_.at(place, after), line_.at(middle_of(next), after), color);
  }

  // Draws ticks of begins beside the line and ticks of ends farther away, so that they differ
  // without color.
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
  float pixel_;  // world px per screen px
  std::span<const Event> events_;
  std::int64_t first_ = 0, last_ = 0;  // numbers of the first and last pixel in sight
  bool is_whole_ = false;              // the events have every boundary of every box
  std::uint32_t most_ = 0;             // the greatest number of open boxes
  std::int64_t widest_ = 0;            // the first pixel where `most_` boxes are open
};

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

void draw_slanted_boundaries(const Canvas& c, const FieldState& state) {
  const SweepProfile profile(c, state);
  if (!state.options.shows(Overlay::sweep_line)) profile.draw_axis();
  profile.draw_dots();
}

std::optional<std::array<Vec2, 2>> sweep_handles(const Session& session,
                                                 const ViewOptions& options) {
  constexpr float kWithin = 0.94f;  // share of the way from the middle to the field's border
  if (!options.shows(Overlay::sweep_line) || session.settings().broadphase->id != "sort-and-sweep")
    return {};
  const Owner sweep = *session.settings().broadphase;
  const Param& axis = *find_param(session.settings().group(sweep).rows, "axis");
  if (format_value(axis, *session.settings().value(sweep, "axis")) != "angle") return {};
  const Rotation turn =
      rotation(static_cast<float>(*session.settings().value(sweep, "angle")) * (kPi / 180));
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
  // A line has two opposite directions. Adding 180 to a tiny negative angle may round to 180, which
  // is 0.
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
