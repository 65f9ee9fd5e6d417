// SPDX-License-Identifier: MIT
// The 3D view's part of the state dump.
#include "app/space_dump.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "ui/model/application_model.hpp"

namespace phasebox {
namespace {

using nlohmann::json;

constexpr std::size_t kSolids = 200;  // described one by one, at most

json point_json(Vec2 v) { return json::array({v.x, v.y}); }

}  // namespace

json space_state(const ApplicationModel& model) {
  if (!model.view.space) return {};
  const OrbitCamera& camera = model.space.camera;
  json tops = json::array(), bases = json::array();
  const auto& solids = model.space.list.solids;
  for (std::size_t i = 0; i < std::min(solids.size(), kSolids); ++i) {
    const Solid& s = solids[i];
    const auto at = camera.to_screen({s.center.x, s.top, s.center.y});
    tops.push_back(at ? point_json(*at) : json());
    bases.push_back(s.base);
  }
  return {{"yaw", camera.yaw},
          {"pitch", camera.pitch},
          {"distance", camera.distance},
          {"target", {camera.target.x, camera.target.y, camera.target.z}},
          {"whole", model.space.whole},
          {"pane", json::array({camera.viewport.min.x, camera.viewport.min.y, camera.viewport.max.x,
                                camera.viewport.max.y})},
          {"note", height_note(model.session, model.trace.broad.events(), model.view)},
          {"plates", model.space.list.plates.size()},
          {"tops", tops},
          {"bases", bases}};
}

}  // namespace phasebox
