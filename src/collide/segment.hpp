// SPDX-License-Identifier: MIT
// Segments, where they enter boxes, and which sprites of a frame one meets.
#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>

#include "collide/frame.hpp"

namespace phasebox {

class Broadphase;

/// A straight way between two points, px; both finite, and may be the same.
struct Segment {
  Vec2 from, to;
};

/// A sprite whose box a segment meets.
struct SegmentHit {
  SpriteId id;
  double at;  ///< where it enters the box: 0 at `from` (also where it begins inside), 1 at `to`
};

/// Where a segment enters a box, 0 to 1; nothing where it does not meet it. Edges belong to the box
/// here, so a segment that only touches it meets it. Computed in doubles from the floats as they
/// are: this is what every segment cast is compared with.
std::optional<double> entry_of(const Aabb& box, const Segment& segment);

/// The box around one of the equal pieces into which a segment is cut, a little larger than it: so
/// that whatever the segment meets there, by `entry_of`, overlaps it, also where it only touches.
Aabb around_piece(const Segment& segment, std::size_t piece, std::size_t pieces);

/// A segment, a little wider than it is: a few units in the last place of its farthest coordinate,
/// so that in floats, too, no box that the segment meets by `entry_of` is taken for one that it
/// passes. A box is one that it passes where the bounds of the two are apart, or all corners of
/// what the bounds have in common lie on one side of the segment.
struct SegmentBand {
  explicit SegmentBand(const Segment& segment);

  /// False only where the segment does not meet the box; true only where it comes that close.
  bool may_meet(const Aabb& box) const {
    const Vec2 low{std::max(box.min.x, bounds.min.x), std::max(box.min.y, bounds.min.y)};
    const Vec2 high{std::min(box.max.x, bounds.max.x), std::min(box.max.y, bounds.max.y)};
    const float above = normal.y * (low.y - from.y), below = normal.y * (high.y - from.y);
    const float least = normal.x * (low.x - from.x) + std::min(above, below);
    const float most = normal.x * (high.x - from.x) + std::max(above, below);
    // One branch instead of four: the walks that ask cannot foresee any of them.
    const auto in_bounds =
        static_cast<unsigned>(low.x <= high.x) & static_cast<unsigned>(low.y <= high.y);
    const auto beside = static_cast<unsigned>(least > slack) | static_cast<unsigned>(most < -slack);
    return (in_bounds & ~beside) != 0;
  }
  /// Where what lies of it between two heights begins and ends; all of it where it is level.
  struct Stretch {
    float left, right;
  };
  Stretch between(double top, double bottom) const;

  Aabb bounds;
  Vec2 from;     ///< px, an end of the segment
  Vec2 normal;   ///< of length 1, not to the left; 0 where bounds tell enough, as of a point
  float slack;   ///< px, to either side
  double slope;  ///< px to the right for each px down; not finite where the segment is level
};

/// Appends every sprite whose box the band may meet: of few boxes the quickest way.
void scan_along(const Frame& frame, const SegmentBand& band, Sink<SpriteId>& out);

/// Appends every sprite whose box the segment meets, each once, in any order: exactly those for
/// which `entry_of` says so, with what it says. Valid after `find_pairs` of the same frame, for
/// coordinates up to a tenth of the largest float.
///
/// Cost: a walk along the segment where the broadphase has one (`Broadphase::query_along`). Else it
/// is cut into pieces of about two boxes' length, and the broadphase is asked what lies around
/// each; a box is reported by the piece in which the segment enters it: at most 256 box queries
/// (`Broadphase::query`), their boxes together as long as the segment and about as wide as a few
/// sprites, so far less than the box around a slanted one.
/// Allocates when `near`, which is work space, is smaller than ever. Idea: the sampling of J.
/// Amanatides and A. Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing", 1987, by pieces or
/// rows instead of cells.
void query_segment(Broadphase& broadphase, const Frame& frame, const Segment& segment,
                   Sink<SpriteId>& near, Sink<SegmentHit>& out);

}  // namespace phasebox
