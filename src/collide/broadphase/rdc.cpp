// SPDX-License-Identifier: MIT
// Recursive dimensional clustering (S. Rabin, Game Programming Gems 2, 2.7; the Flash demo and
// article by Mike, lab.polygonal.de).
#include "collide/broadphase.hpp"
#include "collide/broadphase/kernels/small_frame.hpp"
#include "collide/broadphase/rdc/rdc.hpp"

namespace phasebox {
namespace {

/// Cuts the sprites into groups wherever a whole group leaves an empty stripe on one axis, then
/// each group on the other axis, and so on. A group is final when neither axis cuts it, when it has
/// at most `group-size` sprites, or when it is `max-depth` splits deep; pairs are looked for inside
/// final groups. On an axis every sprite opens at `min + t` and closes at `max - t` (never past its
/// middle), where t is the contact threshold; where the running count of open sprites falls to 0, a
/// group ends. The tie order decides whether sprites that touch share a group. Inside a group the
/// real boxes are compared, so the answer is exact for t <= 0, and for t > 0 holds at least the
/// pairs of the boxes inset by t.
///
/// Static sprites are clustered by themselves when `static-groups` is on, once, until one of them,
/// its box or a parameter changes. A moving sprite is compared with the bounds of the static
/// groups, and with the members of those that it overlaps; such pairs are exact whatever t is.
///
/// Cost: a pass over a group of m sorts m boundaries, O(m); a pass that finds no stripe mostly
/// does not even do that. The depth is typically a few passes; at worst every pass splits off one
/// sprite: O(n^2) time, O(n) memory (waiting groups are disjoint, and lie on an explicit stack).
/// Where nothing splits, the comparisons inside the one group do all the work. A moving sprite
/// finds its static groups in O(log of their number + those beside it). A query takes O(log n +
/// sprites beside the box, a few times sqrt(n) where they lie evenly), the first of a frame O(n)
/// more: moving sprites are laid out in rows for it, see LengthRows; static ones are found as a
/// moving sprite finds them. Keeps between frames: the static groups; its memory. Source: S. Rabin,
/// "Recursive Dimensional Clustering: A Fast Algorithm for Collision Detection", Game Programming
/// Gems 2, 2001, section 2.7; the Flash demo and article "Collision detection with Recursive
/// Dimensional Clustering" by Mike, lab.polygonal.de.
using Rdc = RdcOf<TieRule>;

constexpr auto kCode = std::to_array<CodeLine>({
    {"take a waiting group, sort where sprites open", EventKind::enter},
    {"  the next sprite opens: counter + 1", {EventKind::boundary, EventPhase::opens}},
    {"  keep the furthest close: counter - 1", {EventKind::boundary, EventPhase::closes}},
    {"  the next opens behind it: counter 0, a cut", {EventKind::boundary, EventPhase::empties}},
    {"no cut: try the other axis", EventKind::leave},
    {"cut: its parts wait, for the other axis", EventKind::split},
    {"small, too deep, or cut by neither axis: final", EventKind::group},
    {"  its members", EventKind::member},
    {"a moving sprite visits static groups", EventKind::visit},
    {"in a group: compare all pairs, or sweep it", EventKind::test | EventKind::skip},
    {"  they overlap: a candidate pair", EventKind::hit},
    kSmallFrameLine,
});

}  // namespace

extern const BroadphaseEntry rdc_entry{
    "rdc",
    "RDC",
    "Recursive dimensional clustering cuts the sprites into groups at empty stripes, axis after "
    "axis, and tests inside the groups.",
    "Steve Rabin, Recursive Dimensional Clustering: A Fast Algorithm for Collision Detection, Game "
    "Programming Gems 2, 2001; Flash demo and article by Mike, "
    "http://lab.polygonal.de/tag/broadphase/",
    make_broadphase<Rdc, SmallFrame>,
    {.code = kCode,
     .part = "group",
     .counts_boundaries = true,
     .limit = "group-size",
     .counted = "group"},
    false,
    5};

}  // namespace phasebox
