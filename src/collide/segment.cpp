// SPDX-License-Identifier: MIT
// Finds the sprites that a segment meets, by a walk along it or by box queries around its pieces.
#include "collide/segment.hpp"

#include <cmath>
#include <limits>

#include "collide/broadphase.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kMaxPieces = 256;

/// The mean longer side of up to 16 boxes, px, by which the length of a piece is chosen; 0 without
/// boxes.
float typical_size(const Frame& f) {
  constexpr std::size_t kSamples = 16;
  const std::size_t step = std::max<std::size_t>(1, f.size() / kSamples);
  float sum = 0;
  std::size_t samples = 0;
  for (std::size_t k = 0; k < f.size() && samples < kSamples; k += step, ++samples)
    sum += std::max(extent(f.boxes[k]).x, extent(f.boxes[k]).y) / kSamples;
  return samples == 0 ? 0 : sum * (static_cast<float>(kSamples) / static_cast<float>(samples));
}

/// The number of equal pieces into which a segment is cut, 1 to kMaxPieces. The shorter side of the
/// box around a piece is at most two typical boxes long, unless that takes too many pieces. An
/// upright or level segment stays whole: the box around it covers little else.
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

/// The margin, px, that covers the rounding of a piece's ends and of the place where a box is
/// entered: a few units in the last place of the farthest coordinate. It is never 0, so that no
/// piece is flat and a box that only touches a piece overlaps the box around it.
float slack_of(const Segment& s) {
  const float farthest =
      std::max({std::abs(s.from.x), std::abs(s.from.y), std::abs(s.to.x), std::abs(s.to.y)});
  return 8 * std::numeric_limits<float>::epsilon() * farthest + std::numeric_limits<float>::min();
}

/// Queries the broadphase around each piece. A box is reported by the piece in which the segment
/// enters it, and so once.
void query_by_pieces(Broadphase& broadphase, const Frame& frame, const Segment& segment,
                     const SegmentBand& band, Sink<SpriteId>& near, Sink<SegmentHit>& out,
                     Recorder* log) {
  const std::size_t pieces = pieces_of(segment, frame);
  const auto piece_of = [&](double at) {
    return std::min(static_cast<std::size_t>(at * static_cast<double>(pieces)), pieces - 1);
  };
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    near.clear();
    broadphase.query(frame, around_piece(segment, piece, pieces), near, log);
    for (const SpriteId id : near.items()) {
      if (!band.may_meet(frame.boxes[id])) continue;
      const std::optional<double> at = entry_of(frame.boxes[id], segment);
      if (at && piece_of(*at) == piece) out.push({id, *at});
    }
  }
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

SegmentBand::SegmentBand(const Segment& s)
    : bounds(around_piece(s, 0, 1)), from(s.from), normal{}, slack(2 * slack_of(s)) {
  // Bounds beyond the largest float are infinite; they are clamped, as no cell has such a column.
  bounds.min = {std::max(bounds.min.x, -kMaxFloat), std::max(bounds.min.y, -kMaxFloat)};
  bounds.max = {std::min(bounds.max.x, kMaxFloat), std::min(bounds.max.y, kMaxFloat)};
  const double x = static_cast<double>(s.to.x) - static_cast<double>(s.from.x);
  const double y = static_cast<double>(s.to.y) - static_cast<double>(s.from.y);
  slope = x / y;
  const double length = std::hypot(x, y);
  // Near the largest float the differences in `may_meet` would be infinite. The normal then stays
  // 0, so that the bounds alone decide.
  if (length == 0 || slack > kMaxFloat * (4 * std::numeric_limits<float>::epsilon())) return;
  const double side = y < 0 ? -1 : 1;
  normal = {static_cast<float>(y * side / length), static_cast<float>(-x * side / length)};
}

SegmentBand::Stretch SegmentBand::between(double top, double bottom) const {
  if (!std::isfinite(slope)) return {bounds.min.x, bounds.max.x};
  const auto x_at = [&](double y) {
    const double within =
        std::clamp(y, static_cast<double>(bounds.min.y), static_cast<double>(bounds.max.y));
    const double x = static_cast<double>(from.x) + (within - static_cast<double>(from.y)) * slope;
    return std::clamp(x, static_cast<double>(bounds.min.x), static_cast<double>(bounds.max.x));
  };
  const auto [left, right] = std::minmax({x_at(top), x_at(bottom)});
  const auto wider = static_cast<double>(slack), most = static_cast<double>(kMaxFloat);
  return {static_cast<float>(std::max(left - wider, -most)),
          static_cast<float>(std::min(right + wider, most))};
}

void scan_along(const Frame& frame, const SegmentBand& band, Sink<SpriteId>& out) {
  for (SpriteId id = 0; id < frame.size(); ++id)
    if (band.may_meet(frame.boxes[id])) out.push(id);
}

void query_segment(Broadphase& broadphase, const Frame& frame, const Segment& segment,
                   Sink<SpriteId>& near, Sink<SegmentHit>& out, Recorder* log) {
  const SegmentBand band(segment);
  near.clear();
  if (log || !broadphase.query_along(frame, band, near))
    return query_by_pieces(broadphase, frame, segment, band, near, out, log);
  for (const SpriteId id : near.items())
    if (const auto at = entry_of(frame.boxes[id], segment)) out.push({id, *at});
}

}  // namespace phasebox
