// SPDX-License-Identifier: MIT
// The skin boxes of a neighbor list: how much wider than its sprite's box each of them is.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "base/geometry.hpp"

namespace phasebox {

/// How much wider the skin boxes of a list are than their boxes. An edge also reaches ahead in the
/// direction in which it has moved since an earlier frame, whose boxes are called `past`.
struct Skin {
  double margin = 0;  ///< px on every side, for a sprite that moves as most do
  double ahead = 0;   ///< factor on the distance an edge has moved since `past`: how far it reaches
  double jump = 0;    ///< px; an edge that would reach further ahead does not reach ahead at all
  double way = 0;     ///< px, the mean distance that sprites have moved since `past`; 0: unknown
};
/// The pace of a sprite: how far it moved in its last lists at most, as a multiple of the mean of
/// all sprites. It decides how wide the sprite's margin is. The paces of sprites that all move
/// alike are 1 to 3.5: these get the same margin.
struct Pace {
  static constexpr float kNew = 1.5f;    ///< the pace of a sprite of which nothing is known
  static constexpr float kKept = 0.97f;  ///< the share of the last pace kept for a new list
  static constexpr float kSlowest = 0.3f, kUsual = 1, kFast = 3.5f, kFastest = 16;

  /// Returns the margin of a sprite of this pace, as a multiple of `Skin::margin`.
  static float margin(float pace) {
    return pace > kFast ? std::min(pace, kFastest) : std::clamp(pace, kSlowest, kUsual);
  }
};

/// Returns v - by, but never less than the lowest finite float; `by` is not negative. `higher`
/// returns v + by, but never more than the largest float.
inline float lower(float v, float by) { return std::max(v - by, -kMaxFloat); }
inline float higher(float v, float by) { return std::min(v + by, kMaxFloat); }

/// Writes the skin box of each box to `skins`; that of a static sprite is its box. `past` holds the
/// boxes of an earlier frame, since which all have moved by `common`, px, beside their own motion;
/// it is overwritten by `boxes`. Brings the `paces` up to date. All spans are [n]; `is_static` may
/// be empty. Skin boxes are finite and contain their boxes.
void put_on_skins(std::span<const Aabb> boxes, std::span<const std::uint8_t> is_static,
                  const Skin& skin, std::span<Aabb> past, std::span<float> paces,
                  std::span<Aabb> skins, Vec2 common = {});

/// Returns how far the edge of a box has moved that has moved furthest, px.
inline float longest_way(const Aabb& then, const Aabb& now) {
  const Vec2 low = now.min - then.min, high = now.max - then.max;
  return std::max(std::max(std::abs(low.x), std::abs(low.y)),
                  std::max(std::abs(high.x), std::abs(high.y)));
}
/// Returns the mean of `longest_way` over a sample of up to 256 sprites, px, without static ones
/// and those that moved further than `jump`; 0 where none is left. The motion `common` is
/// subtracted from that of each sprite first.
inline double mean_way(std::span<const Aabb> past, std::span<const Aabb> boxes,
                       std::span<const std::uint8_t> is_static, double jump, Vec2 common) {
  constexpr std::size_t kSome = 256;
  double sum = 0;
  std::size_t seen = 0;
  const std::size_t taken = std::min(boxes.size(), kSome);
  for (std::size_t k = 0; k < taken; ++k) {
    const std::size_t id = k * boxes.size() / taken;
    const auto way = static_cast<double>(longest_way(translated(past[id], common), boxes[id]));
    if (way <= jump && (is_static.empty() || !is_static[id])) {
      sum += way;
      ++seen;
    }
  }
  return seen > 0 ? sum / static_cast<double>(seen) : 0;
}

/// Writes to `to` the boxes moved by -`way`, px, and made a little wider, so that boxes which
/// overlap do so there too in spite of rounding. Both spans are [n]; `way` is far from the largest
/// float.
inline void move_back(std::span<const Aabb> boxes, Vec2 way, std::span<Aabb> to) {
  const auto by = [](float v) {
    return std::abs(v) * 0x1p-22f + std::numeric_limits<float>::min();
  };
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Vec2 low = boxes[i].min - way, high = boxes[i].max - way;
    to[i] = {{lower(low.x, by(low.x)), lower(low.y, by(low.y))},
             {higher(high.x, by(high.x)), higher(high.y, by(high.y))}};
  }
}

}  // namespace phasebox
