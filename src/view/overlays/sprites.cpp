// SPDX-License-Identifier: MIT
// Draws sprites (pictures, density, pins), what the pointer does to them, and overlays of single
// sprites: boxes, swept boxes, velocities, ids.
#include <bit>
#include <cmath>

#include "session/shown_names.hpp"
#include "view/group_tints.hpp"
#include "view/overlays/overlay.hpp"
#include "world/flight.hpp"

namespace phasebox {
namespace {

// Draws the boxes of a recording, which has no pictures. Their fill is faint, so that what lies
// under them is seen.
void draw_recorded_boxes(const Canvas& c, const FieldState& state) {
  Layer& fill = c.fill();
  Layer& outline = c.outline();
  state.each(c, [&](SpriteId i) {
    const Color color = state.colors.recorded(i);
    fill.add(state.frame.boxes[i], color.with_alpha(0.3f));
    outline.add(state.frame.boxes[i], color.with_alpha(0.9f));
  });
}

// The density of sprites: if they lie too close to be told apart, squares of the screen are filled
// in the color of the sprites in them.

constexpr float kTooNear = 4;  // screen px from sprite to sprite if they are spread evenly

// The mean color of the sprites in a square, which must have some; the more sprites, the more
// opaque. `most` is the greatest number in a square. Opacity grows with the square root of the
// number, so that one crowded square does not make all others invisible.
Color density_color(const DensityCell& cell, std::uint32_t most) {
  constexpr float kFaintest = 0.12f;
  const auto mean = [&](std::uint32_t sum) {
    return static_cast<std::uint8_t>(sum / cell.sprites);
  };
  const float share = std::sqrt(static_cast<float>(cell.sprites) / static_cast<float>(most));
  return Color{mean(cell.r), mean(cell.g), mean(cell.b)}.with_alpha(kFaintest +
                                                                    (1 - kFaintest) * share);
}

void draw_density(const Canvas& c, const FieldState& state) {
  const ScreenCells squares(c, 8);
  auto& cells = c.list.density_scratch;
  cells.assign(squares.size(), {});
  std::uint32_t most = 1;
  state.each(c, [&](SpriteId i) {
    const auto square = squares.at(center(state.frame.boxes[i]));
    if (!square) return;
    DensityCell& cell = cells[*square];
    const Color color = state.colors.plain(i);
    cell.r += color.r;
    cell.g += color.g;
    cell.b += color.b;
    most = std::max(most, ++cell.sprites);
  });
  Layer& fill = c.list.layer(Layer::Kind::fill, 1, Layer::Space::screen);
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i].sprites > 0) fill.add(squares.place(i), density_color(cells[i], most));
}

void draw_pictures(const Canvas& c, const FieldState& state) {
  if (state.detail == Detail::density) return draw_density(c, state);
  if (state.session.playback()) return draw_recorded_boxes(c, state);
  if (state.detail == Detail::full) {
    auto& pictures = c.list.open_pictures();
    state.each(c, [&](SpriteId i) { pictures.push_back(state.colors.picture(i)); });
    return;
  }
  Layer& fill = c.fill();
  state.each(c, [&](SpriteId i) {
    fill.add(state.frame.boxes[i], state.colors.plain(i).with_alpha(0.85f));
  });
}

// Draws a pin on every static sprite that is large enough on the screen, on a halo in the
// background color.
void draw_pins(const Canvas& c, const FieldState& state) {
  constexpr float kSmallest = 14, kHead = 3, kStem = 8;
  Layer& halo = c.line(4);
  Layer& halo_heads = c.disc();
  Layer& stems = c.line(2);
  Layer& heads = c.disc();
  const auto statics = state.session.world().statics();
  const Color ground = c[Role::background], ink = c[Role::text];
  state.each(c, [&](SpriteId i) {
    const Vec2 size = extent(state.frame.boxes[i]);
    if (!statics[i] || std::max(size.x, size.y) < c.px(kSmallest)) return;
    const Vec2 foot = state.frame.transforms[i].position + Vec2{0, c.px(kStem / 2)};
    const Vec2 top = foot - Vec2{0, c.px(kStem)};
    halo.add(foot, top, ground);
    halo_heads.add(square(top, c.px(kHead + 1)), ground);
    stems.add(foot, top, ink);
    heads.add(square(top, c.px(kHead)), ink);
  });
}

// The overlay "boxes": the axis-aligned boxes of the sprites, which are all that a broadphase gets.

constexpr std::array kBoxLegend{LegendLine{Role::box, "box"}};

void draw_boxes(const Canvas& c, const FieldState& state) {
  if (state.detail == Detail::density) return;  // boxes could not be told apart
  Layer& outline = c.outline();
  state.each(c, [&](SpriteId i) { outline.add(state.frame.boxes[i], c[Role::box]); });
}

// The overlay "swept-boxes": the box around all places where a sprite's box may be within the
// lookahead of the options.

constexpr std::array kSweptLegend{LegendLine{Role::velocity, "swept box; faint: swelled"}};

void draw_swept_boxes(const Canvas& c, const FieldState& state) {
  Layer& outline = c.outline();
  const Color color = c[Role::velocity];
  const World& world = state.session.world();
  const StraightFlight ahead = state.options.lookahead();
  for (SpriteId i = 0; i < state.count(); ++i) {
    const Aabb swelled = box_of_flight(world, i, state.frame.boxes[i], ahead);
    if (!c.sees(swelled)) continue;
    const Aabb swept = box_of_flight(world, i, state.frame.boxes[i], ahead.without_acceleration());
    outline.add(swept, color);
    if (swelled != swept) outline.add(swelled, color.with_alpha(0.4f));
  }
}

// The overlay "velocities": an arrow from each sprite to where it would be some steps later.

constexpr float kVelocitySteps = 30;  // an arrow ends where the sprite would be after so many steps
constexpr std::array kVelocityLegend{LegendLine{Role::velocity, "velocity, 30 steps ahead"}};

void draw_velocities(const Canvas& c, const FieldState& state) {
  Layer& lines = c.line(1.5f);
  const auto velocities = state.session.world().velocities();
  for (SpriteId i = 0; i < state.count(); ++i) {
    if (velocities[i] == Vec2{}) continue;
    const Vec2 from = state.frame.transforms[i].position,
               to = from + velocities[i] * kVelocitySteps;
    if (c.sees(from, to)) add_arrow(lines, from, to, c.px(5), c[Role::velocity]);
  }
}

// The overlay "ids": the sprites' numbers.

constexpr std::size_t kMaxLabels = 2000;  // more are neither legible nor quick

void draw_ids(const Canvas& c, const FieldState& state) {
  constexpr float kSmallest = 10;
  state.each(c, [&](SpriteId i) {
    if (c.list.labels.size() >= kMaxLabels) return;
    if (extent(state.frame.boxes[i]).x < c.px(kSmallest)) return;
    c.label(state.frame.boxes[i].min, std::to_string(shown_id(state.session, i)));
  });
}

// The colors of sprites, by options, groups, collisions, costs, speeds and categories.

// A sprite's note: bit 31 says that it collides. The other bits hold the tint of its group plus one
// (0: it is in no group) if sprites are colored by group, or its number of box tests if by cost.
constexpr std::uint32_t kCollides = 0x8000'0000;

constexpr Color kWhite{255, 255, 255, 255};
constexpr float kAsleep = 0.55f;  // opacity of a sleeping sprite over the background
// Factor of the marks of a collision on a sleeping sprite. What rests touches others all the time.
constexpr float kRestingMark = 0.4f;

// Whether an image is taken as white: its first, middle and last pixel are opaque white. Such
// images have no color of their own and would vanish on a white background.
bool is_blank(const Image& image) {
  const auto white = [&](std::size_t pixel) {
    const auto* p = image.rgba.data() + 4 * pixel;
    return p[0] == 255 && p[1] == 255 && p[2] == 255 && p[3] == 255;
  };
  const auto pixels =
      static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  return white(0) && white(pixels / 2) && white(pixels - 1);
}

}  // namespace

void draw_sprites(const Canvas& c, const FieldState& state) {
  draw_pictures(c, state);
  draw_pins(c, state);
}

void draw_hand(const Canvas& c, const FieldState& state) {
  const Interaction& hand = state.hand;
  const Color color = c[Role::selection];
  Layer& selected = c.dashed_outline(2);
  for (const SpriteId i : hand.selected)
    if (i < state.count() && c.sees(state.frame.boxes[i]))
      selected.add(grown(state.frame.boxes[i], c.px(4)), color);
  if (hand.hovered && *hand.hovered < state.count())
    c.dashed_outline().add(grown(state.frame.boxes[*hand.hovered], c.px(4)),
                           color.with_alpha(0.8f));
  if (hand.aim) {
    const auto [from, to] = *hand.aim;
    c.disc().add(square(from, c.px(4)), c[Role::aim]);
    add_arrow(c.line(2), from, to, c.px(12), c[Role::aim]);
  }
  if (hand.rubber_band) {
    c.fill().add(*hand.rubber_band, color.with_alpha(0.06f));
    c.dashed_outline().add(*hand.rubber_band, color);
  }
}

bool is_crowded(const Session& session, const Camera& camera) {
  const Vec2 field = extent(session.field());
  const auto sprites = static_cast<float>(std::max<std::size_t>(session.world().size(), 1));
  return std::sqrt(field.x * field.y / sprites) * camera.zoom < kTooNear * camera.line_scale;
}

extern const OverlayRow boxes_overlay{.id = "boxes",
                                      .title = "Boxes",
                                      .help = "Draw every sprite's box.",
                                      .key = 'b',
                                      .legend = kBoxLegend,
                                      .under = draw_boxes};

extern const OverlayRow swept_boxes_overlay{
    .id = "swept-boxes",
    .title = "Swept boxes",
    .help =
        "Outline every box united with the one after the horizon, in straight flight; bounces and "
        "turning are ignored.",
    .legend = kSweptLegend,
    .over = draw_swept_boxes};

extern const OverlayRow velocities_overlay{.id = "velocities",
                                           .title = "Velocities",
                                           .help = "Draw every sprite's velocity.",
                                           .key = 'v',
                                           .legend = kVelocityLegend,
                                           .over = draw_velocities};

extern const OverlayRow ids_overlay{.id = "ids",
                                    .title = "Numbers",
                                    .help = "Write every sprite's number.",
                                    .key = 'i',
                                    .over = draw_ids};

Color mixed(Color a, Color b, float t) {
  const auto channel = [t](std::uint8_t p, std::uint8_t q) {
    return static_cast<std::uint8_t>(static_cast<float>(p) * (1 - t) + static_cast<float>(q) * t);
  };
  return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), channel(a.a, b.a)};
}

Color category_color(const Theme& theme, unsigned bits) {
  return bits ? theme.tint(static_cast<std::size_t>(std::countr_zero(bits)))
              : theme[Role::temporary_group];
}

SpriteColors::SpriteColors(const Session& session, std::span<const Event> broad,
                           std::span<const std::uint32_t> tints, const ViewOptions& options,
                           const Theme& theme, std::vector<std::uint32_t>& notes)
    : session_(session), options_(options), theme_(theme), notes_(notes), frame_(session.frame()) {
  const std::size_t n = std::min({frame_.size(), frame_.transforms.size(), session.world().size()});
  count_ = static_cast<SpriteId>(n);
  notes.assign(n, 0);
  if (options.color_by == ColorBy::group && tints.size() == n)
    std::ranges::copy(tints, notes.begin());
  else if (options.color_by == ColorBy::group)
    note_groups(session, broad, notes);
  if (options.color_by == ColorBy::cost)
    for (const Event& e : broad)
      if (is_test(e.kind) && e.a < n && e.b < n)
        top_cost_ = std::max({top_cost_, ++notes[e.a], ++notes[e.b]});
  for (const Contact& contact : session.contacts())
    if (contact.pair.b < n) {
      notes[contact.pair.a] |= kCollides;
      notes[contact.pair.b] |= kCollides;
    }
  if (options.color_by == ColorBy::category && !session.playback())
    steered_ = session.settings().scene.instance().steered_by_keys(session.world());
  if (options.color_by == ColorBy::speed)
    for (const Vec2 v : session.world().velocities()) top_speed_ = std::max(top_speed_, length(v));
}

bool SpriteColors::collides(SpriteId i) const {
  return options_.shows(Overlay::collisions) && (notes_[i] & kCollides);
}

Color SpriteColors::own(SpriteId i) const {
  switch (options_.color_by) {
    case ColorBy::group: {
      const std::uint32_t group = notes_[i] & ~kCollides;
      return group ? theme_.tint(group - 1) : theme_[Role::temporary_group];
    }
    case ColorBy::cost:
      return theme_.heat_at(static_cast<float>(notes_[i] & ~kCollides) /
                            static_cast<float>(std::max(top_cost_, 1u)));
    case ColorBy::speed:
      return theme_.heat_at(top_speed_ > 0 ? length(session_.world().velocities()[i]) / top_speed_
                                           : 0);
    case ColorBy::category:
      return steered_ == i ? theme_[Role::text]
                           : category_color(theme_, session_.world().filters()[i].category);
    case ColorBy::image: break;
  }
  // A recorded object keeps its color, by its id, so that the eye can follow it from frame to
  // frame.
  if (session_.playback()) return theme_.tint(static_cast<std::uint64_t>(shown_id(session_, i)));
  const std::uint16_t image = session_.world().images()[i];
  return is_blank(session_.images()[image]) ? blank() : kWhite;
}

// In the dark and light themes a blue, on which the red of collisions is seen.
Color SpriteColors::blank() const { return mixed(theme_.tint(0), theme_[Role::background], 0.3f); }

Color SpriteColors::plain(SpriteId i) const {
  const Color color = collides(i) ? theme_[Role::collision] : own(i);
  const std::uint16_t picture = session_.images().picture(session_.world().images()[i]);
  const Color shown = color == kWhite ? theme_.tint(picture) : color;
  return sleeps(i) ? mixed(theme_[Role::background], shown, kAsleep) : shown;
}

Picture SpriteColors::picture(SpriteId i) const {
  const World& world = session_.world();
  const Image& image = session_.images()[world.images()[i]];
  const Transform& transform = frame_.transforms[i];
  const Vec2 scale = world.scales()[i];
  const Vec2 half = Vec2{static_cast<float>(image.width), static_cast<float>(image.height)} * 0.5f;
  const Vec2 pivot{static_cast<float>(image.pivot_x), static_cast<float>(image.pivot_y)};
  Picture p;
  p.center = transform.position + rotate(transform.rotation, (half - pivot) * scale);
  p.half_x = rotate(transform.rotation, {half.x * scale.x, 0});
  p.half_y = rotate(transform.rotation, {0, half.y * scale.y});
  p.image = world.images()[i];
  const Color color = own(i);
  if (options_.color_by == ColorBy::image)
    p.tint = color;
  else
    p.glow = color.with_alpha(0.75f);  // strong, so that the picture's own hue does not prevail
  if (sleeps(i)) p.tint = p.tint.with_alpha(kAsleep);
  if (collides(i)) {
    const Color red = theme_[Role::collision];
    // A color that stands for a number (cost, speed) must stay as it is.
    const bool is_measured =
        options_.color_by == ColorBy::cost || options_.color_by == ColorBy::speed;
    const bool is_tinted = options_.color_by == ColorBy::image && color != kWhite;
    const float mark = sleeps(i) ? kRestingMark : 1;
    const float share = mark * (is_tinted ? 0.6f : 0.33f);  // less where it would hide a picture
    if (!is_measured) p.glow = mixed(p.glow.a ? p.glow : red.with_alpha(0), red, share);
    p.outline = red.with_alpha(mark);
    if (theme_.hatch_collisions) p.hatch = red.with_alpha(0.8f * mark);
  }
  return p;
}

}  // namespace phasebox
