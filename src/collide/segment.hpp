// SPDX-License-Identifier: MIT
// Segments, where they enter boxes, and which sprites of a frame one meets.
#pragma once
#include <cstddef>
#include <optional>

#include "base/geometry.hpp"
#include "collide/broadphase.hpp"
#include "collide/frame.hpp"
#include "collide/sink.hpp"

namespace phasebox {

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

/// Appends every sprite whose box the segment meets, each once, in any order: exactly those for
/// which `entry_of` says so, with what it says. Valid after `find_pairs` of the same frame, for
/// coordinates up to a tenth of the largest float.
///
/// The segment is cut into pieces of about two boxes' length, and the broadphase is asked what lies
/// around each; a box is reported by the piece in which the segment enters it. Cost: at most 256
/// box queries (`Broadphase::query`), their boxes together as long as the segment and about as wide
/// as a few sprites, so far less than the box around a slanted one. Allocates when `near`, which is
/// work space, is smaller than ever. Idea: the sampling of J. Amanatides and A. Woo, "A Fast Voxel
/// Traversal Algorithm for Ray Tracing", 1987, by pieces instead of cells.
void query_segment(Broadphase& broadphase, const Frame& frame, const Segment& segment,
                   Sink<SpriteId>& near, Sink<SegmentHit>& out);

}  // namespace phasebox
