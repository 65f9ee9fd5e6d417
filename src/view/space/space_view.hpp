// SPDX-License-Identifier: MIT
// Fills the list of what the 3D view draws: sprites are raised from the ground, and the depth of
// the broadphase's groups, cells and nodes is shown as height.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "base/sentence.hpp"
#include "session/session.hpp"
#include "view/scene_view.hpp"
#include "view/space/space_list.hpp"
#include "view/view_options.hpp"

namespace phasebox {

/// The heights at which one frame draws the broadphase's groups, cells and nodes, by their depth.
struct Heights {
  float layer = 0;            ///< units per depth: `layer_height` of the options, or less
  std::uint16_t deepest = 0;  ///< greatest depth of the groups, cells and nodes that are drawn
  std::uint64_t groups = 0, cells = 0, nodes = 0;  ///< how many are drawn
  /// The height, in units, of things at that depth.
  float at(std::uint16_t depth) const { return layer * static_cast<float>(depth); }
};
/// The heights for these events of a broadphase. The deepest thing is at most kTallest units high;
/// layers get lower for that if there are many. All members are 0 while the overlay "structure" is
/// off. O(events).
Heights heights_of(std::span<const Event> events, const ViewOptions&);
inline constexpr float kTallest = 420;

/// The height, in units, for which the camera leaves room when it is reset: three layers, at most
/// 200 units, and a sprite. It depends on the options alone, so that the camera is the same for all
/// frames; deeper structures may reach out of sight.
float default_height(const ViewOptions&);

/// Clears the list and draws a session into it, with these events of its broadphase: all of an
/// event log, a prefix of them, or none. With Detail::solid, or while a recording plays, solids are
/// plain boxes. Every sprite has the colors that draw_session gives it. Solid i is sprite i; there
/// are none if the option `sprites` is off. With the option `three_axes` the groups, cells and
/// nodes themselves are left out.
void draw_space(const Session&, std::span<const Event> events, const ViewOptions&,
                const Interaction&, Detail, SpaceList&);

/// Adds a group along three axes, as a box whose x and y are in world px and z in units. A group of
/// a single sprite is fainter.
void draw_space_group(const Box3& group, bool is_single, const ViewOptions&, SpaceList&);

/// The sprite that a ray meets, and where.
struct SpaceHit {
  SpriteId sprite = 0;
  Vec3 at;  ///< units of Ground
};
/// The first solid that the ray meets at a pixel that is not transparent; if there is none, the
/// first one that it meets at all. Plain boxes have no transparent pixels. Nothing if it meets
/// none. `list` must be the one that is on the screen. O(sprites), and O(pixels) along the ray for
/// each that it meets.
std::optional<SpaceHit> pick_space(const SpaceList&, const ImageSet&, const Ray&);

/// A sentence that says what height means in this frame, such as "Height: depth of the groups, 0 to
/// 3, 40 px each", or why it means nothing.
Sentence height_note(const Session&, std::span<const Event> events, const ViewOptions&);

/// The areas of the flat view and the 3D view on the screen, px: side by side, or the flat view
/// above the 3D view where the screen has less than 700 px (times the scale) of width for both.
struct Panes {
  Aabb flat, space;
  bool side_by_side = true;
};
/// Divides the area `field` of the screen, px, at a whole px. The 3D pane gets `share` of it, at
/// least 0.15 and at most 0.85. `scale` is the scale of the interface, 1 on ordinary screens.
Panes split_panes(const Aabb& field, float share, float scale);

}  // namespace phasebox
