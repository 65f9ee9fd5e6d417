// SPDX-License-Identifier: MIT
// All that the interface shows, in one place and read-only.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "lab/lab.hpp"
#include "session/session.hpp"
#include "ui/model/actions/action_row.hpp"
#include "ui/model/series.hpp"
#include "ui/model/ui_state.hpp"
#include "view/camera.hpp"
#include "view/scene_view.hpp"
#include "view/space/space_view.hpp"
#include "view/view_options.hpp"

namespace phasebox {

class LiveFeed;

/// All that the interface shows; it changes none of it.
struct Model {
  const Session& session;
  const ViewOptions& view;
  const Counters& counters;
  bool is_counted = false;  ///< the counters are of what runs now
  std::span<const Remark> remarks;
  const EventLog& trace;           ///< of the last traced frame
  std::uint64_t trace_number = 0;  ///< another one for every event log taken
  const Lab& lab;
  const Camera& camera;
  const RegionQuery* region_query;  ///< the query that is open, or null
  const LiveFeed* live;             ///< the game that is followed, or null
  const PhaseSeries& phases;
  double steps_per_second = 0, frames_per_second = 0;
  bool paused = false;
  Detail detail = Detail::full;  ///< of the sprites in the field
  std::span<const SpriteId> selection;
  std::optional<SpriteId> hovered;  ///< sprite under the pointer
  bool pointer_in_field = false, pointer_in_space = false;
  std::span<const SpaceLabel> space_labels;  ///< of the 3D view
  const OrbitCamera* space = nullptr;        ///< its eye, or null while it is off
  std::optional<std::pair<Vec2, Vec2>> aim;  ///< from where, to the pointer; screen px; a launch
  double aim_speed = 0;                      ///< px per step
  std::span<const std::uint64_t> textures;   ///< [images] for ImGui
  double now = 0;                            ///< s
};

/// Whether an action that switches something is on now, for check marks; nothing for the others.
std::optional<bool> is_on(const ActionRow& row, const Model& model, const UiState& ui);
/// Why an overlay has nothing to draw now, as a sentence; empty when it may have, and for every
/// other parameter.
std::string_view lack_of(Owner owner, std::string_view key, const Session&, const EventLog&,
                         const Lab&);
/// The view options as parameters.
inline ParamGroup view_group(const ViewOptions& view) {
  return {Owner::view(), "View", view_rows(), &view};
}
/// The parameters of an owner, the view's among them.
ParamGroup param_group(const Session& session, const ViewOptions& view, Owner owner);

}  // namespace phasebox
