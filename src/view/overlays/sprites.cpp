// SPDX-License-Identifier: MIT
// Sprites: pictures, boxes, pins, candidates, collisions, velocities, numbers, and the pointer on
// them.
#include "view/overlays/sprites.hpp"

#include <charconv>
#include <utility>

namespace phasebox {
namespace {

using Kind = Layer::Kind;

constexpr float kVelocitySteps = 30;      // an arrow shows where the sprite is after so many steps
constexpr std::size_t kMaxLabels = 2000;  // more is neither legible nor quick

}  // namespace

SpriteView::SpriteView(const Canvas& c, const Session& session, std::span<const Event> broad,
                       const ViewOptions& options)
    : c_(c),
      session_(session),
      options_(options),
      frame_(session.frame()),
      colors_(session, broad, options, c.theme, c.list.scratch),
      count_(colors_.count()) {}

// Recorded boxes are nothing but boxes; what lies under them must still be seen.
void SpriteView::draw_recorded_boxes() const {
  Layer& fill = c_.layer(Kind::fill);
  Layer& outline = c_.layer(Kind::outline);
  each([&](SpriteId i) {
    const Color color = colors_.recorded(i);
    fill.add(frame_.boxes[i], color.with_alpha(0.3f));
    outline.add(frame_.boxes[i], color.with_alpha(0.9f));
  });
}

void SpriteView::draw_pictures(Detail detail) const {
  if (session_.show()) return draw_recorded_boxes();
  if (detail == Detail::full) {
    auto& pictures = c_.list.open_pictures();
    each([&](SpriteId i) { pictures.push_back(colors_.picture(i)); });
    return;
  }
  Layer& fill = c_.layer(Kind::fill);
  each([&](SpriteId i) { fill.add(frame_.boxes[i], colors_.plain(i).with_alpha(0.85f)); });
}

void SpriteView::draw_boxes() const {
  Layer& outline = c_.layer(Kind::outline);
  each([&](SpriteId i) { outline.add(frame_.boxes[i], c_.theme[Role::box]); });
}

// A pin stuck into the sprite, on a halo of the ground's color.
void SpriteView::draw_pins() const {
  constexpr float kSmallest = 14, kHead = 3, kStem = 8;
  Layer& halo = c_.layer(Kind::line, 4);
  Layer& halo_heads = c_.layer(Kind::disc);
  Layer& stems = c_.layer(Kind::line, 2);
  Layer& heads = c_.layer(Kind::disc);
  const auto statics = session_.world().statics();
  const Color ground = c_.theme[Role::background], ink = c_.theme[Role::text];
  each([&](SpriteId i) {
    const Vec2 size = extent(frame_.boxes[i]);
    if (!statics[i] || std::max(size.x, size.y) < c_.px(kSmallest)) return;
    const Vec2 foot = frame_.transforms[i].position + Vec2{0, c_.px(kStem / 2)};
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
  const Color color = c_.theme[Role::collision];
  const Color stripes = options_.sprites && !session_.show() ? c_.theme[Role::background] : color;
  each([&](SpriteId i) {
    if (!colors_.collides(i)) return;
    if (c_.theme.hatch_collisions) hatch.add(frame_.boxes[i], stripes.with_alpha(0.6f));
    boxes.add(frame_.boxes[i], color);
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
    const Vec2 from = frame_.transforms[i].position, to = from + velocities[i] * kVelocitySteps;
    if (c_.sees(from, to)) add_arrow(lines, from, to, c_.px(5), c_.theme[Role::velocity]);
  }
}

void SpriteView::draw_ids() const {
  constexpr float kSmallest = 10;
  each([&](SpriteId i) {
    if (c_.list.labels.size() >= kMaxLabels) return;
    if (extent(frame_.boxes[i]).x < c_.px(kSmallest)) return;
    char text[24];
    const RecordingPlayback* show = session_.show();
    const std::int64_t number = show ? show->ids()[i] : static_cast<std::int64_t>(i);
    const auto used =
        static_cast<std::size_t>(std::to_chars(text, text + sizeof text, number).ptr - text);
    c_.list.labels.push_back({frame_.boxes[i].min, c_.theme[Role::text], std::string(text, used)});
  });
}

void SpriteView::draw_hand(const Interaction& hand) const {
  const Color color = c_.theme[Role::selection];
  Layer& selected = c_.layer(Kind::dashed_outline, 2);
  for (const SpriteId i : hand.selected)
    if (i < count_ && c_.sees(frame_.boxes[i]))
      selected.add(grown(frame_.boxes[i], c_.px(4)), color);
  if (hand.hovered && *hand.hovered < count_)
    c_.layer(Kind::dashed_outline)
        .add(grown(frame_.boxes[*hand.hovered], c_.px(4)), color.with_alpha(0.8f));
  if (hand.aim) {
    const auto [from, to] = *hand.aim;
    c_.layer(Kind::disc).add(square(from, c_.px(4)), c_.theme[Role::aim]);
    add_arrow(c_.layer(Kind::line, 2), from, to, c_.px(12), c_.theme[Role::aim]);
  }
  if (hand.rubber_band) {
    c_.layer(Kind::fill).add(*hand.rubber_band, color.with_alpha(0.06f));
    c_.layer(Kind::dashed_outline).add(*hand.rubber_band, color);
  }
}

}  // namespace phasebox
