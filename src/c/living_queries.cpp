// SPDX-License-Identifier: MIT
// What is at a place: boxes, points, circles, segments, the nearest.
#include <algorithm>
#include <limits>

#include "c/living_world.hpp"
#include "collide/segment.hpp"

namespace phasebox::c {
namespace {

// In doubles: differences of floats are exact enough to compare.
double distance(const Aabb& box, Vec2 p) {
  const auto off = [](float at, float low, float high) {
    return std::max({static_cast<double>(low) - static_cast<double>(at),
                     static_cast<double>(at) - static_cast<double>(high), 0.0});
  };
  const double x = off(p.x, box.min.x, box.max.x), y = off(p.y, box.min.y, box.max.y);
  return std::sqrt(x * x + y * y);
}

}  // namespace

void LivingWorld::hit(Slot slot, float distance) {
  hits_.push_back({handle(slot), objects_[slot].user_data, distance});
}

std::span<const phasebox_hit> LivingWorld::sorted_hits() {
  std::ranges::sort(hits_, {}, [&](const phasebox_hit& h) {
    return std::pair(h.distance, objects_[static_cast<Slot>(h.handle)].serial);
  });
  return hits_;
}

std::span<const phasebox_hit> LivingWorld::in_box(const Aabb& around, std::uint16_t mask) {
  gather(around, [&](Slot s) {
    if ((filter(s).category & mask) && overlaps(box(s), around)) hit(s, 0);
  });
  return sorted_hits();
}

std::span<const phasebox_hit> LivingWorld::at_point(Vec2 p, std::uint16_t mask) {
  gather({p, p}, [&](Slot s) {
    if ((filter(s).category & mask) && contains(box(s), p)) hit(s, 0);
  });
  return sorted_hits();
}

std::span<const phasebox_hit> LivingWorld::in_circle(Circle circle, std::uint16_t mask) {
  gather(square(circle.center, circle.radius), [&](Slot s) {
    const bool is_near = distance(box(s), circle.center) < static_cast<double>(circle.radius);
    if ((filter(s).category & mask) && is_near) hit(s, 0);
  });
  return sorted_hits();
}

// Where there is no way along a segment, piece by piece: of a slanted one's bounds only a band is
// looked at.
std::span<const phasebox_hit> LivingWorld::on_segment(Vec2 from, Vec2 to, std::uint16_t mask) {
  constexpr std::size_t kPieces = 16;
  const Segment segment{from, to};
  const auto look_at = [&](Slot s) {
    if (!(filter(s).category & mask)) return;
    if (const auto at = entry_of(box(s), segment)) hit(s, static_cast<float>(*at));
  };
  begin_gathering();
  if (!gather_along(SegmentBand(segment), look_at)) {
    const bool is_straight = from.x == to.x || from.y == to.y;
    const std::size_t pieces = is_straight ? 1 : kPieces;
    for (std::size_t piece = 0; piece < pieces; ++piece)
      gather_more(around_piece(segment, piece, pieces), look_at);
  }
  return sorted_hits();
}

// In growing squares, until as many lie within the circle that such a square holds.
std::span<const phasebox_hit> LivingWorld::nearest(Vec2 p, std::size_t k, std::uint16_t mask) {
  hits_.clear();
  if (k == 0 || size() == 0) return hits_;
  const Aabb all = bounds_;
  const double farthest = std::max(
      {distance(all, p), static_cast<double>(extent(all).x), static_cast<double>(extent(all).y)});
  const double share = std::sqrt(static_cast<double>(k) / static_cast<double>(size()));
  double reach = std::max(distance(all, p) + farthest * share, 1e-30);
  for (;; reach *= 2) {
    const bool is_all = reach > 4 * farthest || !(reach < static_cast<double>(kMaxFloat) / 4);
    const auto radius = static_cast<float>(std::min(reach, static_cast<double>(kMaxFloat) / 4));
    gather(is_all ? all : square(p, radius), [&](Slot s) {
      const double away = distance(box(s), p);
      if ((filter(s).category & mask) && (is_all || away <= static_cast<double>(radius)))
        hit(s, static_cast<float>(away));
    });
    if (hits_.size() >= k || is_all) break;
  }
  sorted_hits();
  if (hits_.size() > k) hits_.resize(k);
  return hits_;
}

}  // namespace phasebox::c
