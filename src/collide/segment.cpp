// SPDX-License-Identifier: MIT
// Segment casts by pieces.
#include "collide/segment.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace phasebox {
namespace {

constexpr std::size_t kMaxPieces = 256;

/// Of a few boxes, px: what a piece of a segment is measured by.
float typical_size(const Frame& f) {
  constexpr std::size_t kSamples = 16;
  const std::size_t step = std::max<std::size_t>(1, f.size() / kSamples);
  float sum = 0;
  std::size_t samples = 0;
  for (std::size_t k = 0; k < f.size() && samples < kSamples; k += step, ++samples)
    sum += std::max(extent(f.boxes[k]).x, extent(f.boxes[k]).y) / kSamples;
  return samples == 0 ? 0 : sum * (static_cast<float>(kSamples) / static_cast<float>(samples));
}

/// A box around an upright or level segment holds nothing else.
std::size_t pieces_of(const Segment& s, const Frame& f) {
  const float shorter = std::min(std::abs(s.to.x - s.from.x), std::abs(s.to.y - s.from.y));
  const float pieces = std::ceil(shorter / (typical_size(f) * 2));
  if (!(pieces > 1)) return 1;
  return static_cast<std::size_t>(std::min(pieces, static_cast<float>(kMaxPieces)));
}

Vec2 point_at(const Segment& s, std::size_t piece, std::size_t pieces) {
  if (piece == pieces) return s.to;
  const float part = static_cast<float>(piece) / static_cast<float>(pieces);
  return s.from * (1 - part) + s.to * part;
}

/// What the rounding of a piece's ends, and of where a box is entered, may come to: a few units in
/// the last place of the farthest coordinate. Never 0, so that no piece is flat and boxes which
/// only touch one overlap what is around it.
float slack_of(const Segment& s) {
  const float farthest =
      std::max({std::abs(s.from.x), std::abs(s.from.y), std::abs(s.to.x), std::abs(s.to.y)});
  return 8 * std::numeric_limits<float>::epsilon() * farthest + std::numeric_limits<float>::min();
}

}  // namespace

std::optional<double> entry_of(const Aabb& box, const Segment& segment) {
  double begin = 0, end = 1;
  for (const Axis axis : {Axis::x, Axis::y}) {
    const double at = static_cast<double>(along(segment.from, axis));
    const double step = static_cast<double>(along(segment.to, axis)) - at;
    const double low_off = static_cast<double>(low(box, axis)) - at;
    const double high_off = static_cast<double>(high(box, axis)) - at;
    if (step == 0) {
      if (low_off > 0 || high_off < 0) return {};
      continue;
    }
    const double first = low_off / step, last = high_off / step;
    begin = std::max(begin, std::min(first, last));
    end = std::min(end, std::max(first, last));
  }
  return begin <= end ? std::optional(begin) : std::nullopt;
}

Aabb around_piece(const Segment& segment, std::size_t piece, std::size_t pieces) {
  const Vec2 begin = point_at(segment, piece, pieces), end = point_at(segment, piece + 1, pieces);
  return grown(united({begin, begin}, {end, end}), slack_of(segment));
}

void query_segment(Broadphase& broadphase, const Frame& frame, const Segment& segment,
                   Sink<SpriteId>& near, Sink<SegmentHit>& out) {
  const std::size_t pieces = pieces_of(segment, frame);
  const auto piece_of = [&](double at) {
    return std::min(static_cast<std::size_t>(at * static_cast<double>(pieces)), pieces - 1);
  };
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    near.clear();
    broadphase.query(frame, around_piece(segment, piece, pieces), near, nullptr);
    for (const SpriteId id : near.items()) {
      const std::optional<double> at = entry_of(frame.boxes[id], segment);
      if (at && piece_of(*at) == piece) out.push({id, *at});
    }
  }
}

}  // namespace phasebox
