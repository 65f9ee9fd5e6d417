// SPDX-License-Identifier: MIT
// From options, groups, collisions and speeds to one color per sprite.
#include "view/overlays/sprite_colors.hpp"

#include <algorithm>
#include <bit>

namespace phasebox {
namespace {

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
