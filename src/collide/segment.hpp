// SPDX-License-Identifier: MIT
// Segment casts: where a segment enters a box, and which sprites of a frame it meets.
#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>

#include "collide/frame.hpp"

namespace phasebox {

class Broadphase;
class Recorder;

/// A straight segment between two points, px. Both are finite and may be the same.
struct Segment {
  Vec2 from, to;
};

/// A sprite whose box a segment meets.
struct SegmentHit {
  SpriteId id;
  double at;  ///< place on the segment where it enters the box, from 0 (`from`, also where the
              ///< segment begins inside) to 1 (`to`)
};

/// Returns where a segment enters a box, 0 to 1, or nothing where it does not meet the box. Edges
/// belong to the box here, so a segment that only touches the box meets it. The answer is computed
/// in doubles from the unchanged floats, and every segment cast must agree with it.
std::optional<double> entry_of(const Aabb& box, const Segment& segment);

/// Returns the box around one of the equal pieces into which a segment is cut, px. The box is a
/// little larger than the piece, so that every box which the segment meets there by `entry_of`
/// overlaps it, also one that it only touches.
Aabb around_piece(const Segment& segment, std::size_t piece, std::size_t pieces);

/// A segment that is widened by a few units in the last place of its farthest coordinate, for a
/// quick test in floats. The width makes up for rounding, so that no box is ruled out that the
/// segment meets by `entry_of`. A box is ruled out where its bounds and the segment's are apart, or
/// where all corners of their intersection lie on one side of the segment.
struct SegmentBand {
  explicit SegmentBand(const Segment& segment);

  /// Whether the band may meet the box. False only where the segment does not meet the box. True
  /// only where the segment comes about as close to it as the band is wide, or where the bounds
  /// alone decide (`normal` is 0).
  bool may_meet(const Aabb& box) const {
    const Vec2 low{std::max(box.min.x, bounds.min.x), std::max(box.min.y, bounds.min.y)};
    const Vec2 high{std::min(box.max.x, bounds.max.x), std::min(box.max.y, bounds.max.y)};
    const float above = normal.y * (low.y - from.y), below = normal.y * (high.y - from.y);
    const float least = normal.x * (low.x - from.x) + std::min(above, below);
    const float most = normal.x * (high.x - from.x) + std::max(above, below);
    // One branch replaces four: in the walks that call this, none of them is predictable.
    const auto in_bounds =
        static_cast<unsigned>(low.x <= high.x) & static_cast<unsigned>(low.y <= high.y);
    const auto beside = static_cast<unsigned>(least > slack) | static_cast<unsigned>(most < -slack);
    return (in_bounds & ~beside) != 0;
  }
  /// A range of x, px.
  struct Stretch {
    float left, right;
  };
  /// Returns the range of x, px, that the band covers between the heights `top` and `bottom`, px.
  /// Where the segment is level, this is the range of the whole band.
  Stretch between(double top, double bottom) const;

  Aabb bounds;   ///< px, the box around the band, clamped to finite floats
  Vec2 from;     ///< px, an end of the segment
  Vec2 normal;   ///< unit, with x >= 0; 0 where the bounds alone decide, as for a point
  float slack;   ///< px, the width of the band to either side
  double slope;  ///< px to the right for each px down; not finite where the segment is level
};

/// Appends every sprite whose box the band may meet (`SegmentBand::may_meet`). It tests all boxes
/// of the frame, which is the quickest for few boxes.
void scan_along(const Frame& frame, const SegmentBand& band, Sink<SpriteId>& out);

/// Appends every sprite whose box the segment meets, each once, in any order, with the place of
/// entry. The answer is exactly that of `entry_of` for all boxes. Valid after `find_pairs` of the
/// same frame, for coordinates up to a tenth of the largest float.
///
/// Cost: a walk along the segment where the broadphase has one (`Broadphase::query_along`).
/// Otherwise the segment is cut into at most 256 pieces of about two boxes' length, each of which
/// takes one box query (`Broadphase::query`). The queried boxes together are as long as the segment
/// and about as wide as a few sprites, which is far less than the box around a slanted segment.
/// `near` is work space; the call allocates only where `near` or `out` must grow. With a `log`,
/// which gets the events of the box queries, there is no walk. Idea: the sampling of J. Amanatides
/// and A. Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing", 1987, by pieces or rows instead
/// of cells.
void query_segment(Broadphase& broadphase, const Frame& frame, const Segment& segment,
                   Sink<SpriteId>& near, Sink<SegmentHit>& out, Recorder* log = nullptr);

}  // namespace phasebox
