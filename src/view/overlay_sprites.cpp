// SPDX-License-Identifier: MIT
// Sprites: pictures, boxes, pins, candidates, collisions, velocities, numbers, and the hand on
// them.
#include "view/overlay_sprites.hpp"

#include <bit>
#include <charconv>
#include <utility>

namespace phasebox {
namespace {

using Kind = Layer::Kind;

// A sprite's note: bit 31 says that it collides, the rest is the number of its group plus one, or
// of its box tests.
constexpr std::uint32_t kCollides = 0x8000'0000;

constexpr Colour kWhite{255, 255, 255, 255};
constexpr float kVelocitySteps = 30;      // an arrow shows where the sprite is after so many steps
constexpr std::size_t kMaxLabels = 2000;  // more is neither legible nor quick

Colour mixed(Colour a, Colour b, float t) {
  const auto channel = [t](std::uint8_t p, std::uint8_t q) {
    return static_cast<std::uint8_t>(static_cast<float>(p) * (1 - t) + static_cast<float>(q) * t);
  };
  return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), channel(a.a, b.a)};
}

// White images have no colour of their own, and would vanish on a white ground.
bool is_blank(const Image& image) {
  const auto white = [&](std::size_t pixel) {
    const auto* p = image.rgba.data() + 4 * pixel;
    return p[0] == 255 && p[1] == 255 && p[2] == 255 && p[3] == 255;
  };
  const auto pixels =
      static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  return white(0) && white(pixels / 2) && white(pixels - 1);
}

Vec2 to_world(const Pose& pose, Vec2 scale, Vec2 image_point) {
  return pose.position + rotate(pose.rotation, image_point * scale);
}

}  // namespace

SpriteView::SpriteView(const Canvas& c, const Session& session, std::span<const Event> broad,
                       const ViewOptions& options)
    : c_(c), session_(session), options_(options), frame_(session.frame()) {
  const std::size_t n = std::min({frame_.size(), frame_.poses.size(), session.world().size()});
  count_ = static_cast<SpriteId>(n);
  auto& notes = c.list.scratch;
  notes.assign(n, 0);
  if (options.colour_by == ColourBy::group)
    for (const Event& e : broad)
      if (e.mark == Mark::member && e.a < n) notes[e.a] = (e.b + 1) & ~kCollides;
  if (options.colour_by == ColourBy::cost)
    for (const Event& e : broad)
      if (e.mark == Mark::test && e.a < n && e.b < n)
        top_cost_ = std::max({top_cost_, ++notes[e.a], ++notes[e.b]});
  for (const Contact& contact : session.contacts())
    if (contact.pair.b < n) {
      notes[contact.pair.a] |= kCollides;
      notes[contact.pair.b] |= kCollides;
    }
  if (options.colour_by == ColourBy::speed)
    for (const Vec2 v : session.world().velocities()) top_speed_ = std::max(top_speed_, length(v));
}

bool SpriteView::collides(SpriteId i) const {
  return options_.collisions && (c_.list.scratch[i] & kCollides);
}

// From slow or cheap, 0, to fast or dear, 1.
Colour SpriteView::warmth(float t) const { return c_.theme.heat_at(t); }

// The colour that the options give the sprite; white leaves the picture as it is.
Colour SpriteView::own_colour(SpriteId i) const {
  const auto& tints = c_.theme.group_tints;
  switch (options_.colour_by) {
    case ColourBy::group: {
      const std::uint32_t group = c_.list.scratch[i] & ~kCollides;
      return group ? tints[(group - 1) % tints.size()] : c_.theme[Role::temporary_group];
    }
    case ColourBy::cost:
      return warmth(static_cast<float>(c_.list.scratch[i] & ~kCollides) /
                    static_cast<float>(std::max(top_cost_, 1u)));
    case ColourBy::speed:
      return warmth(top_speed_ > 0 ? length(session_.world().velocities()[i]) / top_speed_ : 0);
    case ColourBy::category: {
      const auto bits = static_cast<unsigned>(session_.world().filters()[i].category);
      return bits ? tints[static_cast<std::size_t>(std::countr_zero(bits)) % tints.size()]
                  : c_.theme[Role::temporary_group];
    }
    case ColourBy::image: break;
  }
  // One colour per object, so that the eye can follow it from frame to frame.
  if (const TraceShow* show = session_.show())
    return tints[static_cast<std::uint64_t>(show->ids()[i]) % tints.size()];
  const std::uint16_t image = session_.world().images()[i];
  return is_blank(session_.images()[image]) ? tints[image % tints.size()] : kWhite;
}

Picture SpriteView::picture(SpriteId i) const {
  const World& world = session_.world();
  const Image& image = session_.images()[world.images()[i]];
  const Pose& pose = frame_.poses[i];
  const Vec2 scale = world.scales()[i];
  const Vec2 half = Vec2{static_cast<float>(image.width), static_cast<float>(image.height)} * 0.5f;
  const Vec2 pivot{static_cast<float>(image.pivot_x), static_cast<float>(image.pivot_y)};
  Picture p;
  p.center = to_world(pose, scale, half - pivot);
  p.half_x = rotate(pose.rotation, {half.x * scale.x, 0});
  p.half_y = rotate(pose.rotation, {0, half.y * scale.y});
  p.image = world.images()[i];
  const Colour own = own_colour(i);
  if (options_.colour_by == ColourBy::image) {
    p.tint = own;
  } else {
    p.glow = own.with_alpha(0.75f);  // mixed, not multiplied: the picture's own hue must not win
  }
  if (collides(i)) {
    const Colour red = c_.theme[Role::collision];
    // A shade that stands for a number must stay as it is.
    const bool is_measured =
        options_.colour_by == ColourBy::cost || options_.colour_by == ColourBy::speed;
    if (!is_measured) p.glow = mixed(p.glow.a ? p.glow : red.with_alpha(0), red, 0.33f);
    p.outline = red;
    if (c_.theme.hatch_collisions) p.hatch = red.with_alpha(0.8f);
  }
  return p;
}

// Recorded boxes are nothing but boxes; what lies under them must still be seen.
void SpriteView::draw_recorded_boxes() const {
  Layer& fill = c_.layer(Kind::fill);
  Layer& outline = c_.layer(Kind::outline);
  each([&](SpriteId i) {
    const Colour own = own_colour(i);
    const Colour colour = collides(i) ? mixed(own, c_.theme[Role::collision], 0.6f) : own;
    fill.add(frame_.boxes[i], colour.with_alpha(0.3f));
    outline.add(frame_.boxes[i], colour.with_alpha(0.9f));
  });
}

void SpriteView::draw_pictures(Detail detail) const {
  if (session_.show()) return draw_recorded_boxes();
  if (detail == Detail::full) {
    auto& pictures = c_.list.open_pictures();
    each([&](SpriteId i) { pictures.push_back(picture(i)); });
    return;
  }
  Layer& fill = c_.layer(Kind::fill);
  const auto& tints = c_.theme.group_tints;
  each([&](SpriteId i) {
    Colour colour = own_colour(i);
    if (colour == kWhite) colour = tints[session_.world().images()[i] % tints.size()];
    if (collides(i)) colour = c_.theme[Role::collision];
    fill.add(frame_.boxes[i], colour.with_alpha(0.85f));
  });
}

void SpriteView::draw_boxes() const {
  Layer& outline = c_.layer(Kind::outline);
  each([&](SpriteId i) { outline.add(frame_.boxes[i], c_.theme[Role::box]); });
}

// A pin stuck into the sprite, on a halo of the ground's colour.
void SpriteView::draw_pins() const {
  constexpr float kSmallest = 14, kHead = 3, kStem = 8;
  Layer& halo = c_.layer(Kind::line, 4);
  Layer& halo_heads = c_.layer(Kind::disc);
  Layer& stems = c_.layer(Kind::line, 2);
  Layer& heads = c_.layer(Kind::disc);
  const auto statics = session_.world().statics();
  const Colour ground = c_.theme[Role::background], ink = c_.theme[Role::text];
  each([&](SpriteId i) {
    const Vec2 size = extent(frame_.boxes[i]);
    if (!statics[i] || std::max(size.x, size.y) < c_.px(kSmallest)) return;
    const Vec2 foot = frame_.poses[i].position + Vec2{0, c_.px(kStem / 2)};
    const Vec2 top = foot - Vec2{0, c_.px(kStem)};
    halo.add(foot, top, ground);
    halo_heads.add(square(top, c_.px(kHead + 1)), ground);
    stems.add(foot, top, ink);
    heads.add(square(top, c_.px(kHead)), ink);
  });
}

void SpriteView::draw_candidates() const {
  Layer& lines = c_.layer(Kind::line);
  for (const Pair pair : session_.pairs()) {
    if (pair.b >= count_) continue;
    const Vec2 a = center(frame_.boxes[pair.a]), b = center(frame_.boxes[pair.b]);
    if (c_.sees(a, b)) lines.add(a, b, c_.theme[Role::candidate]);
  }
}

// Pictures carry their outline and hatch themselves; they follow the opaque area.
void SpriteView::draw_collisions(Detail detail) const {
  if (detail == Detail::full) draw_contact_points();
  if (detail == Detail::full && options_.sprites && !session_.show()) return;
  Layer& hatch = c_.layer(Kind::hatch);
  Layer& boxes = c_.layer(Kind::outline, 2);
  const Colour colour = c_.theme[Role::collision];
  const Colour stripes = options_.sprites && !session_.show() ? c_.theme[Role::background] : colour;
  each([&](SpriteId i) {
    if (!collides(i)) return;
    if (c_.theme.hatch_collisions) hatch.add(frame_.boxes[i], stripes.with_alpha(0.6f));
    boxes.add(frame_.boxes[i], colour);
  });
}

// Small crosses, one per cell of the screen at most: where many sprites lie on each other, the same
// place would be marked a hundred times.
void SpriteView::draw_contact_points() const {
  constexpr float kArm = 3, kCell = 16;
  const float arm = c_.px(kArm), cell = kCell * c_.camera.line_scale;
  const Vec2 cells = extent(c_.camera.viewport) * (1 / cell);
  const auto columns = static_cast<std::size_t>(std::max(0.0f, cells.x)) + 1;
  const auto rows = static_cast<std::size_t>(std::max(0.0f, cells.y)) + 1;
  auto& taken = c_.list.pixel_scratch;
  taken.assign(columns * rows, 0);
  Layer& crosses = c_.layer(Kind::line, 1.25f);
  for (const Contact& contact : session_.contacts()) {
    const Vec2 p = contact.point;
    const Vec2 at = (c_.camera.to_screen(p) - c_.camera.viewport.min) * (1 / cell);
    if (at.x < 0 || at.y < 0 || at.x > cells.x || at.y > cells.y) continue;
    auto& here = taken[static_cast<std::size_t>(at.y) * columns + static_cast<std::size_t>(at.x)];
    if (std::exchange(here, std::uint8_t{1})) continue;
    crosses.add(p - Vec2{arm, 0}, p + Vec2{arm, 0}, c_.theme[Role::text]);
    crosses.add(p - Vec2{0, arm}, p + Vec2{0, arm}, c_.theme[Role::text]);
  }
}

void SpriteView::draw_velocities() const {
  Layer& lines = c_.layer(Kind::line, 1.5f);
  const auto velocities = session_.world().velocities();
  for (SpriteId i = 0; i < count_; ++i) {
    if (velocities[i] == Vec2{}) continue;
    const Vec2 from = frame_.poses[i].position, to = from + velocities[i] * kVelocitySteps;
    if (c_.sees(from, to)) add_arrow(lines, from, to, c_.px(5), c_.theme[Role::velocity]);
  }
}

void SpriteView::draw_ids() const {
  constexpr float kSmallest = 10;
  each([&](SpriteId i) {
    if (c_.list.labels.size() >= kMaxLabels) return;
    if (extent(frame_.boxes[i]).x < c_.px(kSmallest)) return;
    char text[24];
    const TraceShow* show = session_.show();
    const std::int64_t number = show ? show->ids()[i] : static_cast<std::int64_t>(i);
    const auto used =
        static_cast<std::size_t>(std::to_chars(text, text + sizeof text, number).ptr - text);
    c_.list.labels.push_back({frame_.boxes[i].min, c_.theme[Role::text], std::string(text, used)});
  });
}

void SpriteView::draw_hand(const Interaction& hand) const {
  const Colour colour = c_.theme[Role::selection];
  Layer& selected = c_.layer(Kind::dashed_outline, 2);
  for (const SpriteId i : hand.selected)
    if (i < count_ && c_.sees(frame_.boxes[i]))
      selected.add(grown(frame_.boxes[i], c_.px(4)), colour);
  if (hand.hovered && *hand.hovered < count_)
    c_.layer(Kind::dashed_outline)
        .add(grown(frame_.boxes[*hand.hovered], c_.px(4)), colour.with_alpha(0.8f));
  if (hand.aim) {
    const auto [from, to] = *hand.aim;
    c_.layer(Kind::disc).add(square(from, c_.px(4)), c_.theme[Role::aim]);
    add_arrow(c_.layer(Kind::line, 2), from, to, c_.px(12), c_.theme[Role::aim]);
  }
  if (hand.rubber_band) {
    c_.layer(Kind::fill).add(*hand.rubber_band, colour.with_alpha(0.06f));
    c_.layer(Kind::dashed_outline).add(*hand.rubber_band, colour);
  }
}

}  // namespace phasebox
