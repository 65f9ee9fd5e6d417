// SPDX-License-Identifier: MIT
// Which sprite a ray meets: slabs of the solid first, then its pixels one by one.
#include <algorithm>
#include <cmath>
#include <limits>

#include "view/space/space_view.hpp"

namespace phasebox {
namespace {

constexpr float kNever = std::numeric_limits<float>::max();

struct Span {
  float from, to;
  bool is_empty() const { return !(from <= to); }
};

// Where `at + along * t` lies between `lo` and `hi`.
Span clipped(Span s, float at, float along, float lo, float hi) {
  if (std::abs(along) < 1e-9f) return at < lo || at > hi ? Span{1, 0} : s;
  const float a = (lo - at) / along, b = (hi - at) / along;
  return {std::max(s.from, std::min(a, b)), std::min(s.to, std::max(a, b))};
}

// A coordinate along the ray: in half-extents of the footprint.
struct Linear {
  float at, along;
  float operator()(float t) const { return at + along * t; }
};

Linear across(const Ray& ray, const Solid& s, Vec2 half) {
  const float unit = 1 / std::max(length_squared(half), 1e-12f);
  return {dot(Vec2{ray.from.x, ray.from.z} - s.center, half) * unit,
          dot(Vec2{ray.along.x, ray.along.z}, half) * unit};
}

bool is_opaque(const Image& image, float u, float v) {
  const auto cell = [](float part, int side) {
    return std::clamp(static_cast<int>((part + 1) / 2 * static_cast<float>(side)), 0, side - 1);
  };
  const auto x = static_cast<std::size_t>(cell(u, image.width));
  const auto y = static_cast<std::size_t>(cell(v, image.height));
  return image.alpha[y * static_cast<std::size_t>(image.width) + x] > 0;
}

// The first place inside the span where the picture is opaque; half a pixel at a time.
float first_opaque(const Image& image, Linear u, Linear v, Span s) {
  const float wide = std::abs(u.along) * static_cast<float>(image.width);
  const float high = std::abs(v.along) * static_cast<float>(image.height);
  constexpr float kMaxSteps = 4096;
  const float steps = std::clamp(std::ceil((wide + high) * (s.to - s.from)), 1.0f, kMaxSteps);
  for (float k = 0; k <= steps; ++k) {
    const float t = s.from + (s.to - s.from) * (k / steps);
    if (is_opaque(image, u(t), v(t))) return t;
  }
  return kNever;
}

}  // namespace

std::optional<SpaceHit> pick_space(const SpaceList& list, const ImageSet& images, const Ray& ray) {
  SpriteId seen = 0, near = 0;
  float seen_at = kNever, near_at = kNever;
  for (SpriteId i = 0; i < list.solids.size(); ++i) {
    const Solid& s = list.solids[i];
    const Linear u = across(ray, s, s.half_x), v = across(ray, s, s.half_y);
    Span span = clipped({0, kNever}, ray.from.y, ray.along.y, list.walls ? s.base : s.top, s.top);
    span = clipped(clipped(span, u.at, u.along, -1, 1), v.at, v.along, -1, 1);
    if (span.is_empty() || span.from >= seen_at) continue;
    const bool has_picture = !list.boxes && s.image < images.size();
    const float t = has_picture ? first_opaque(images[s.image], u, v, span) : span.from;
    if (t < seen_at) seen_at = t, seen = i;
    if (span.from < near_at) near_at = span.from, near = i;
  }
  if (seen_at < kNever) return SpaceHit{seen, ray.at(seen_at)};
  if (near_at < kNever) return SpaceHit{near, ray.at(near_at)};
  return {};
}

}  // namespace phasebox
