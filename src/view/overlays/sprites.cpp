// SPDX-License-Identifier: MIT
// Sprites: pictures, pins, and the pointer on them.
#include "view/overlays/sprites.hpp"

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

}  // namespace phasebox
