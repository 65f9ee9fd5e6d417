// SPDX-License-Identifier: MIT
// What is on and what is off; the scenes in groups.
#include "ui/model/model.hpp"

#include <algorithm>
#include <array>

#include "collide/registry.hpp"
#include "ui/model/ui_state.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox {

// What is on and what is off.

ParamGroup param_group(const Session& session, const ViewOptions& view, Owner owner) {
  if (owner == Owner::view()) return view_group(view);
  return session.group(owner);
}

std::string_view lack_of(Owner owner, std::string_view key, const Session& session,
                         const EventLog& log) {
  const OverlayRow* overlay = owner == Owner::view() ? find_overlay(key) : nullptr;
  if (!overlay || !overlay->lack) return {};
  return overlay->lack(session, log);
}

std::optional<bool> is_on(const ActionRow& row, const Model& model, const UiState& ui) {
  if (row.is_on) return row.is_on(model, ui);
  if (row.perform) return {};
  if (!row.owner) return row.id == ui.tool;
  const ParamGroup group = param_group(model.session, model.view, row.owner);
  const Param* param = find_param(group.rows, row.key);
  if (!param || param->kind != Param::Kind::flag) return {};
  return param->get(group.object) != 0;
}

// The scenes in their groups, and how each begins.

namespace {

constexpr std::uint32_t kPictured = 150;  // sprites of a picture, at most

struct GroupRow {
  std::string_view title;
  std::array<std::string_view, 9> ids;
};

// A scene without a row belongs to the last group.
constexpr std::array kRows = std::to_array<GroupRow>({
    {"Learn",
     {"sprites", "flash-demo", "lesson", "even", "touching", "clusters", "mixed-sizes", "walls",
      "ht-quadtree"}},
    {"Games", {"teams", "shooter", "platformer", "bullets", "breakout"}},
    {"Dynamics", {"pile", "billiards", "newtons-cradle", "stack", "pour"}},
    {"Benchmarks", {}},
});

std::size_t row_of_scene(std::string_view id) {
  for (std::size_t k = 0; k < kRows.size(); ++k)
    if (std::ranges::find(kRows[k].ids, id) != kRows[k].ids.end()) return k;
  return kRows.size() - 1;
}

}  // namespace

std::span<const SceneGroup> scene_groups() {
  static const std::vector<SceneGroup> kGroups = [] {
    std::vector<SceneGroup> groups;
    for (const GroupRow& row : kRows) groups.push_back({row.title, {}});
    for (const SceneEntry* entry : scenes())
      groups[row_of_scene(entry->id)].scenes.push_back(entry);
    return groups;
  }();
  return kGroups;
}

ScenePicture scene_picture(const SceneEntry& entry, const ImageSet& images) {
  const auto scene = entry.make();
  WorldOptions world;
  for (const SceneSetting& setting : entry.settings) {
    const ParamView own = scene->params();
    if (setting.owner == Owner::world())
      if (const Param* row = find_param(kWorldRows, setting.key)) row->set(&world, setting.value);
    if (setting.owner == Owner::scene())
      if (const Param* row = find_param(own.rows, setting.key)) row->set(own.object, setting.value);
  }
  const std::uint32_t count = scene->count();
  const std::uint32_t stride = std::max(1u, (count + kPictured - 1) / kPictured);
  const SceneContext context{images, world, count};
  ScenePicture picture{{world.width, world.height}, {}};
  for (std::uint32_t i = 0; i < count; i += stride)
    picture.sprites.push_back(scene_sprite(*scene, context, i));
  return picture;
}

}  // namespace phasebox
