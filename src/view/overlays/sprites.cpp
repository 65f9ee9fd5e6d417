// SPDX-License-Identifier: MIT
// Sprites: pictures, their density, pins, the pointer on them, and overlays of single sprites.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include "view/overlays/overlay.hpp"
#include "world/flight.hpp"

namespace phasebox {
namespace {

// Recorded boxes are nothing but boxes; what lies under them must still be seen.
void draw_recorded_boxes(const Canvas& c, const FieldState& state) {
  Layer& fill = c.layer(Layer::Kind::fill);
  Layer& outline = c.layer(Layer::Kind::outline);
  state.each(c, [&](SpriteId i) {
    const Color color = state.colors.recorded(i);
    fill.add(state.frame.boxes[i], color.with_alpha(0.3f));
    outline.add(state.frame.boxes[i], color.with_alpha(0.9f));
  });
}

void draw_pictures(const Canvas& c, const FieldState& state) {
  if (state.detail == Detail::density) return draw_density(c, state);
  if (state.session.show()) return draw_recorded_boxes(c, state);
  if (state.detail == Detail::full) {
    auto& pictures = c.list.open_pictures();
    state.each(c, [&](SpriteId i) { pictures.push_back(state.colors.picture(i)); });
    return;
  }
  Layer& fill = c.layer(Layer::Kind::fill);
  state.each(c, [&](SpriteId i) {
    fill.add(state.frame.boxes[i], state.colors.plain(i).with_alpha(0.85f));
  });
}

// A pin stuck into the sprite, on a halo of the ground's color.
void draw_pins(const Canvas& c, const FieldState& state) {
  constexpr float kSmallest = 14, kHead = 3, kStem = 8;
  Layer& halo = c.layer(Layer::Kind::line, 4);
  Layer& halo_heads = c.layer(Layer::Kind::disc);
  Layer& stems = c.layer(Layer::Kind::line, 2);
  Layer& heads = c.layer(Layer::Kind::disc);
  const auto statics = state.session.world().statics();
  const Color ground = c.theme[Role::background], ink = c.theme[Role::text];
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

}  // namespace

void draw_sprites(const Canvas& c, const FieldState& state) {
  draw_pictures(c, state);
  draw_pins(c, state);
}

void draw_hand(const Canvas& c, const FieldState& state) {
  const Interaction& hand = state.hand;
  const Color color = c.theme[Role::selection];
  Layer& selected = c.layer(Layer::Kind::dashed_outline, 2);
  for (const SpriteId i : hand.selected)
    if (i < state.count() && c.sees(state.frame.boxes[i]))
      selected.add(grown(state.frame.boxes[i], c.px(4)), color);
  if (hand.hovered && *hand.hovered < state.count())
    c.layer(Layer::Kind::dashed_outline)
        .add(grown(state.frame.boxes[*hand.hovered], c.px(4)), color.with_alpha(0.8f));
  if (hand.aim) {
    const auto [from, to] = *hand.aim;
    c.layer(Layer::Kind::disc).add(square(from, c.px(4)), c.theme[Role::aim]);
    add_arrow(c.layer(Layer::Kind::line, 2), from, to, c.px(12), c.theme[Role::aim]);
  }
  if (hand.rubber_band) {
    c.layer(Layer::Kind::fill).add(*hand.rubber_band, color.with_alpha(0.06f));
    c.layer(Layer::Kind::dashed_outline).add(*hand.rubber_band, color);
  }
}

namespace {

// Where sprites lie so close that none is seen by itself: how many there are, square by square.

constexpr float kSquare = 8;   // screen px, before the line scale
constexpr float kTooNear = 4;  // screen px from sprite to sprite, where they lie evenly

/// The squares of the viewport, row by row.
class Squares {
 public:
  Squares(const Canvas& c, std::vector<DensityCell>& cells)
      : camera_(c.camera), side_(kSquare * c.camera.line_scale), cells_(cells) {
    const Vec2 size = extent(camera_.viewport) * (1 / side_);
    columns_ = static_cast<std::size_t>(std::max(0.0f, size.x)) + 1;
    rows_ = static_cast<std::size_t>(std::max(0.0f, size.y)) + 1;
    cells_.assign(columns_ * rows_, {});
  }

  void count(Vec2 world, Color color) {
    const Vec2 at = (camera_.to_screen(world) - camera_.viewport.min) * (1 / side_);
    if (!(at.x >= 0 && at.y >= 0 && at.x < static_cast<float>(columns_) &&
          at.y < static_cast<float>(rows_)))
      return;
    DensityCell& cell =
        cells_[static_cast<std::size_t>(at.y) * columns_ + static_cast<std::size_t>(at.x)];
    ++cell.sprites;
    cell.r += color.r, cell.g += color.g, cell.b += color.b;
  }

  /// The more sprites, the more opaque; in the mean of their colors.
  void draw(Layer& fill) const {
    std::uint32_t most = 1;
    for (const DensityCell& cell : cells_) most = std::max(most, cell.sprites);
    for (std::size_t i = 0; i < cells_.size(); ++i)
      if (cells_[i].sprites > 0) fill.add(place(i), color(cells_[i], most));
  }

 private:
  Aabb place(std::size_t i) const {
    const Vec2 min = camera_.viewport.min + Vec2{static_cast<float>(i % columns_) * side_,
                                                 static_cast<float>(i / columns_) * side_};
    return {min, min + Vec2{side_, side_}};
  }

  // By the root, so that one crowd does not make all else vanish.
  static Color color(const DensityCell& cell, std::uint32_t most) {
    constexpr float kFaintest = 0.12f;
    const auto mean = [&](std::uint32_t sum) {
      return static_cast<std::uint8_t>(sum / cell.sprites);
    };
    const float share = std::sqrt(static_cast<float>(cell.sprites) / static_cast<float>(most));
    return Color{mean(cell.r), mean(cell.g), mean(cell.b)}.with_alpha(kFaintest +
                                                                      (1 - kFaintest) * share);
  }

  const Camera& camera_;
  float side_;
  std::vector<DensityCell>& cells_;
  std::size_t columns_ = 0, rows_ = 0;
};

}  // namespace

bool is_crowded(const Session& session, const Camera& camera) {
  const Vec2 field = extent(session.field());
  const auto sprites = static_cast<float>(std::max<std::size_t>(session.world().size(), 1));
  return std::sqrt(field.x * field.y / sprites) * camera.zoom < kTooNear * camera.line_scale;
}

void draw_density(const Canvas& c, const FieldState& state) {
  Squares squares(c, c.list.density_scratch);
  state.each(
      c, [&](SpriteId i) { squares.count(center(state.frame.boxes[i]), state.colors.plain(i)); });
  squares.draw(c.list.layer(Layer::Kind::fill, 1, Layer::Space::screen));
}

namespace {

// The overlay "boxes": what the broadphase sees of the sprites.

constexpr std::array kBoxLegend{LegendLine{Role::box, "box"}};

void draw_boxes(const Canvas& c, const FieldState& state) {
  if (state.detail == Detail::density) return;  // none is seen by itself
  Layer& outline = c.layer(Layer::Kind::outline);
  state.each(c, [&](SpriteId i) { outline.add(state.frame.boxes[i], c.theme[Role::box]); });
}

}  // namespace

extern const OverlayRow boxes_overlay{.id = "boxes",
                                      .title = "Boxes",
                                      .help = "Draw every sprite's box.",
                                      .key = 'b',
                                      .legend = kBoxLegend,
                                      .under = draw_boxes};

namespace {

// The overlay "swept-boxes": where each box may be until the horizon.

constexpr std::array kSweptLegend{LegendLine{Role::velocity, "swept box; faint: swelled"}};

void draw_swept_boxes(const Canvas& c, const FieldState& state) {
  Layer& outline = c.layer(Layer::Kind::outline);
  const Color color = c.theme[Role::velocity];
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

}  // namespace

extern const OverlayRow swept_boxes_overlay{
    .id = "swept-boxes",
    .title = "Swept boxes",
    .help =
        "Outline every box united with the one after the horizon, in straight flight; bounces and "
        "turning are ignored.",
    .legend = kSweptLegend,
    .over = draw_swept_boxes};

namespace {

// The overlay "velocities": where the sprites will be.

constexpr float kVelocitySteps = 30;  // an arrow shows where the sprite is after so many steps
constexpr std::array kVelocityLegend{LegendLine{Role::velocity, "velocity, 30 steps ahead"}};

void draw_velocities(const Canvas& c, const FieldState& state) {
  Layer& lines = c.layer(Layer::Kind::line, 1.5f);
  const auto velocities = state.session.world().velocities();
  for (SpriteId i = 0; i < state.count(); ++i) {
    if (velocities[i] == Vec2{}) continue;
    const Vec2 from = state.frame.transforms[i].position,
               to = from + velocities[i] * kVelocitySteps;
    if (c.sees(from, to)) add_arrow(lines, from, to, c.px(5), c.theme[Role::velocity]);
  }
}

}  // namespace

extern const OverlayRow velocities_overlay{.id = "velocities",
                                           .title = "Velocities",
                                           .help = "Draw every sprite's velocity.",
                                           .key = 'v',
                                           .legend = kVelocityLegend,
                                           .over = draw_velocities};

namespace {

// The overlay "ids": the sprites' numbers.

constexpr std::size_t kMaxLabels = 2000;  // more is neither legible nor quick

void draw_ids(const Canvas& c, const FieldState& state) {
  constexpr float kSmallest = 10;
  state.each(c, [&](SpriteId i) {
    if (c.list.labels.size() >= kMaxLabels) return;
    if (extent(state.frame.boxes[i]).x < c.px(kSmallest)) return;
    char text[24];
    const RecordingPlayback* show = state.session.show();
    const std::int64_t number = show ? show->ids()[i] : static_cast<std::int64_t>(i);
    const auto used =
        static_cast<std::size_t>(std::to_chars(text, text + sizeof text, number).ptr - text);
    c.list.labels.push_back(
        {state.frame.boxes[i].min, c.theme[Role::text], std::string(text, used)});
  });
}

}  // namespace

extern const OverlayRow ids_overlay{.id = "ids",
                                    .title = "Numbers",
                                    .help = "Write every sprite's number.",
                                    .key = 'i',
                                    .over = draw_ids};

namespace {

// From options, groups, collisions and speeds to one color per sprite.

// A sprite's note: bit 31 says that it collides, the rest is the number of its group plus one, or
// of its box tests.
constexpr std::uint32_t kCollides = 0x8000'0000;

constexpr Color kWhite{255, 255, 255, 255};
constexpr float kAsleep = 0.45f;  // of its picture, over the ground

// White images have no color of their own, and would vanish on a white ground.
bool is_blank(const Image& image) {
  const auto white = [&](std::size_t pixel) {
    const auto* p = image.rgba.data() + 4 * pixel;
    return p[0] == 255 && p[1] == 255 && p[2] == 255 && p[3] == 255;
  };
  const auto pixels =
      static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  return white(0) && white(pixels / 2) && white(pixels - 1);
}

Vec2 to_world(const Transform& transform, Vec2 scale, Vec2 image_point) {
  return transform.position + rotate(transform.rotation, image_point * scale);
}

}  // namespace

Color mixed(Color a, Color b, float t) {
  const auto channel = [t](std::uint8_t p, std::uint8_t q) {
    return static_cast<std::uint8_t>(static_cast<float>(p) * (1 - t) + static_cast<float>(q) * t);
  };
  return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), channel(a.a, b.a)};
}

Color category_color(const Theme& theme, unsigned bits) {
  const auto& tints = theme.group_tints;
  return bits ? tints[static_cast<std::size_t>(std::countr_zero(bits)) % tints.size()]
              : theme[Role::temporary_group];
}

SpriteColors::SpriteColors(const Session& session, std::span<const Event> broad,
                           const ViewOptions& options, const Theme& theme,
                           std::vector<std::uint32_t>& notes)
    : session_(session), options_(options), theme_(theme), notes_(notes), frame_(session.frame()) {
  const std::size_t n = std::min({frame_.size(), frame_.transforms.size(), session.world().size()});
  count_ = static_cast<SpriteId>(n);
  notes.assign(n, 0);
  if (options.color_by == ColorBy::group)
    for (const Event& e : broad)
      if (e.kind == EventKind::member && e.a < n) notes[e.a] = (e.b + 1) & ~kCollides;
  if (options.color_by == ColorBy::cost)
    for (const Event& e : broad)
      if (is_test(e.kind) && e.a < n && e.b < n)
        top_cost_ = std::max({top_cost_, ++notes[e.a], ++notes[e.b]});
  for (const Contact& contact : session.contacts())
    if (contact.pair.b < n) {
      notes[contact.pair.a] |= kCollides;
      notes[contact.pair.b] |= kCollides;
    }
  if (options.color_by == ColorBy::speed)
    for (const Vec2 v : session.world().velocities()) top_speed_ = std::max(top_speed_, length(v));
}

bool SpriteColors::collides(SpriteId i) const {
  return options_.shows(Overlay::collisions) && (notes_[i] & kCollides);
}

Color SpriteColors::own(SpriteId i) const {
  const auto& tints = theme_.group_tints;
  switch (options_.color_by) {
    case ColorBy::group: {
      const std::uint32_t group = notes_[i] & ~kCollides;
      return group ? tints[(group - 1) % tints.size()] : theme_[Role::temporary_group];
    }
    case ColorBy::cost:
      return theme_.heat_at(static_cast<float>(notes_[i] & ~kCollides) /
                            static_cast<float>(std::max(top_cost_, 1u)));
    case ColorBy::speed:
      return theme_.heat_at(top_speed_ > 0 ? length(session_.world().velocities()[i]) / top_speed_
                                           : 0);
    case ColorBy::category: return category_color(theme_, session_.world().filters()[i].category);
    case ColorBy::image: break;
  }
  // One color per object, so that the eye can follow it from frame to frame.
  if (const RecordingPlayback* show = session_.show())
    return tints[static_cast<std::uint64_t>(show->ids()[i]) % tints.size()];
  const std::uint16_t image = session_.world().images()[i];
  return is_blank(session_.images()[image]) ? blank() : kWhite;
}

// A blue that red is seen on.
Color SpriteColors::blank() const {
  return mixed(theme_.group_tints[0], theme_[Role::background], 0.3f);
}

Color SpriteColors::plain(SpriteId i) const {
  if (collides(i)) return theme_[Role::collision];
  const auto& tints = theme_.group_tints;
  const Color color = own(i);
  const Color shown = color == kWhite ? tints[session_.world().images()[i] % tints.size()] : color;
  return sleeps(i) ? mixed(theme_[Role::background], shown, kAsleep) : shown;
}

Color SpriteColors::recorded(SpriteId i) const {
  return collides(i) ? mixed(own(i), theme_[Role::collision], 0.6f) : own(i);
}

Picture SpriteColors::picture(SpriteId i) const {
  const World& world = session_.world();
  const Image& image = session_.images()[world.images()[i]];
  const Transform& transform = frame_.transforms[i];
  const Vec2 scale = world.scales()[i];
  const Vec2 half = Vec2{static_cast<float>(image.width), static_cast<float>(image.height)} * 0.5f;
  const Vec2 pivot{static_cast<float>(image.pivot_x), static_cast<float>(image.pivot_y)};
  Picture p;
  p.center = to_world(transform, scale, half - pivot);
  p.half_x = rotate(transform.rotation, {half.x * scale.x, 0});
  p.half_y = rotate(transform.rotation, {0, half.y * scale.y});
  p.image = world.images()[i];
  const Color color = own(i);
  if (options_.color_by == ColorBy::image) {
    p.tint = color;
  } else {
    p.glow = color.with_alpha(0.75f);  // mixed, not multiplied: the picture's own hue must not win
  }
  if (sleeps(i)) p.tint = p.tint.with_alpha(kAsleep);
  if (collides(i)) {
    const Color red = theme_[Role::collision];
    // A shade that encodes a number must stay as it is.
    const bool is_measured =
        options_.color_by == ColorBy::cost || options_.color_by == ColorBy::speed;
    const float share =
        p.tint.with_alpha(1) == kWhite ? 0.33f : 0.6f;  // no picture that it could hide
    if (!is_measured) p.glow = mixed(p.glow.a ? p.glow : red.with_alpha(0), red, share);
    p.outline = red;
    if (theme_.hatch_collisions) p.hatch = red.with_alpha(0.8f);
  }
  return p;
}

}  // namespace phasebox
