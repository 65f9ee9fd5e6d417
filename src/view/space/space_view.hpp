// SPDX-License-Identifier: MIT
// Draws the field in perspective: sprites are raised from the ground, and the depth of the
// structure is shown as height.
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

/// The height of the structure's depths in one frame.
struct Heights {
  float layer = 0;            ///< units per depth, as in the options, or less so that all fit
  std::uint16_t deepest = 0;  ///< greatest depth of all groups, cells and nodes
  std::uint64_t groups = 0, cells = 0, nodes = 0;  ///< numbers of those that have a height
  float at(std::uint16_t depth) const { return layer * static_cast<float>(depth); }
};
/// The heights for these events of a broadphase. All layers together are at most kTallest units
/// high, however deep the structure is. All members are 0 while the structure is hidden. O(events).
Heights heights_of(std::span<const Event> events, const ViewOptions&);
inline constexpr float kTallest = 420;

/// The height, in units, for which a camera that shows all leaves room. It depends on the options
/// alone and not on the depth of a frame.
float default_height(const ViewOptions&);

/// Draws a session into the list, with these events of its broadphase: all of an event log, a
/// prefix of them, or none. With Detail::solid, or while a recording plays, solids are plain boxes.
/// Every sprite has the colors that draw_session gives it; solid i is sprite i.
void draw_space(const Session&, std::span<const Event> events, const ViewOptions&,
                const Interaction&, Detail, SpaceList&);

/// The sprite that a ray meets, and where.
struct SpaceHit {
  SpriteId sprite = 0;
  Vec3 at;  ///< units
};
/// The first sprite along the ray whose picture is opaque where the ray meets it; else the first
/// one whose rectangle the ray meets. `list` must be the one that is on the screen. O(sprites).
std::optional<SpaceHit> pick_space(const SpaceList&, const ImageSet&, const Ray&);

/// A sentence that says what height means now: "Height: depth of the groups, 0 to 3, 40 px each".
Sentence height_note(const Session&, std::span<const Event> events, const ViewOptions&);

/// The areas of the flat view and the 3D view on the screen, px: side by side in a wide field, one
/// above the other in a narrow one.
struct Panes {
  Aabb flat, space;
  bool side_by_side = true;
};
/// Divides the field at a whole px. The 3D pane gets `share` of it, at least 0.15 and at most 0.85;
/// `scale` is that of the interface.
Panes split_panes(const Aabb& field, float share, float scale);

}  // namespace phasebox
