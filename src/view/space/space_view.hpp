// SPDX-License-Identifier: MIT
// The field in perspective: sprites drawn upwards, the structure's depth as height.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "session/session.hpp"
#include "view/scene_view.hpp"
#include "view/space/space_list.hpp"
#include "view/view_options.hpp"

namespace phasebox {

/// What height means in one frame.
struct Heights {
  float layer = 0;            ///< units per depth, as the options ask or as fits
  std::uint16_t deepest = 0;  ///< of all groups, cells and nodes
  std::uint64_t groups = 0, cells = 0, nodes = 0;  ///< how many have a height
  float at(std::uint16_t depth) const { return layer * static_cast<float>(depth); }
};
/// All layers are at most kTallest units high, even of 1000 splits; 0 while structure is hidden.
Heights heights_of(std::span<const Event> events, const ViewOptions&);
inline constexpr float kTallest = 420;

/// Default height, units: a camera showing all leaves room for it, not for each frame's depth.
float default_height(const ViewOptions&);

/// Draws a session into the list, with these events of its broadphase: those of a whole event log,
/// the first of them, or none. With Detail::solid, or where boxes play, solids are plain boxes.
/// Every sprite gets the colors that draw_session gives it; solid i is sprite i.
void draw_space(const Session&, std::span<const Event> events, const ViewOptions&,
                const Interaction&, Detail, SpaceList&);

struct SpaceHit {
  SpriteId sprite = 0;
  Vec3 at;  ///< units
};
/// First sprite whose picture the ray meets where opaque, else whose rectangle; in the list seen.
std::optional<SpaceHit> pick_space(const SpaceList&, const ImageSet&, const Ray&);

/// What height means now, as a sentence: "Height: depth of the groups, 0 to 3, 40 px each".
std::string height_note(const Session&, std::span<const Event> events, const ViewOptions&);

/// Two panes side by side in a wide field, one above the other in a narrow one.
struct Panes {
  Aabb flat, space;
  bool side_by_side = true;
};
/// `share` of the field goes to the 3D pane, whole px; `scale` is that of the interface.
Panes split_panes(const Aabb& field, float share, float scale);

}  // namespace phasebox
