// SPDX-License-Identifier: MIT
// Looks up parameters by their owner, and loads scenes together with the settings they come with.
#include "session/settings.hpp"

#include <cassert>
#include <utility>

#include "collide/registry.hpp"

namespace phasebox {
namespace {

template <class Entry>
const Entry& entry_of(std::span<const Entry* const> all, std::string_view id) {
  const Entry* entry = find_entry(all, id);
  assert(entry && "the id is in the registry");
  return *entry;
}

constexpr std::string_view kFirstBroadphase = "rdc", kFirstNarrowphase = "pixel-samples";

// Whether two parameters have the same key and allow the same values.
bool is_same(const Param& a, const Param& b) {
  return a.key == b.key && a.kind == b.kind && a.lo == b.lo && a.hi == b.hi &&
         std::ranges::equal(a.choices, b.choices);
}

// Copies values to the parameters of a new instance by key, because plug-ins may have other
// parameters now. A value that was at its default, or that the new parameter does not allow, is
// left at the new default.
void take_values(ParamView from, ParamView to) {
  for (const Param& row : to.rows) {
    const Param* before = find_param(from.rows, row.key);
    const double value = before ? before->get(from.object) : row.init;
    const bool was_set = before && value != before->init;
    if (was_set && !check_value(row, value).failed()) row.set(to.object, value);
  }
}

}  // namespace

bool copy_params(ParamView from, ParamView to) {
  bool changed = false;
  for (const Param& row : from.rows) {
    if (row.get(from.object) == row.get(to.object)) continue;
    row.set(to.object, row.get(from.object));
    changed = true;
  }
  return changed;
}

Settings::Settings() {
  broadphase.select(entry_of(broadphases(), kFirstBroadphase));
  narrowphase.select(entry_of(narrowphases(), kFirstNarrowphase));
}

template <class Use>
void Settings::each_group(Use use) const {
  const auto give = [&](Owner owner, std::string_view title, ParamView view) {
    use(ParamGroup{owner, title, view.rows, view.object});
  };
  use(ParamGroup{Owner::world(), "World", kWorldRows, &world});
  give(Owner::scene(), scene->title, scene.instance().params());
  use(ParamGroup{Owner::response(), "Response", kResponseRows, &response});
  for (const BroadphaseEntry* entry : broadphase.entries())
    give(*entry, entry->title, broadphase.instance_of(*entry).params());
  for (const NarrowphaseEntry* entry : narrowphases())
    give(*entry, entry->title, narrowphase.instance_of(*entry).params());
}

std::vector<ParamGroup> Settings::groups() const {
  std::vector<ParamGroup> all;
  each_group([&](const ParamGroup& g) { all.push_back(g); });
  return all;
}

ParamGroup Settings::group(Owner owner) const {
  ParamGroup found{};
  each_group([&](const ParamGroup& g) {
    if (g.owner == owner) found = g;
  });
  return found;
}

double Settings::set(Owner owner, std::string_view key, double value) {
  const ParamView rows = view(owner);
  const Param* row = find_param(rows.rows, key);
  assert(row && "the parameter has been checked");
  const double before = row->get(rows.object);
  row->set(rows.object, value);
  return before;
}

void Settings::tune(std::size_t image, const ImageTuning& of_image) {
  if (image >= tuning.size()) tuning.resize(image + 1);
  tuning[image] = of_image;
  while (!tuning.empty() && tuning.back() == ImageTuning{}) tuning.pop_back();
}

bool Settings::renew_broadphases() {
  bool are_same = true;
  for (const BroadphaseEntry* entry : broadphase.entries()) {
    if (entry->file.empty()) continue;
    auto made = entry->make();
    const ParamView before = broadphase.instance_of(*entry).params(), now = made->params();
    take_values(before, now);
    are_same &= std::ranges::equal(before.rows, now.rows, is_same);
    broadphase.replace(*entry, std::move(made));
  }
  broadphase.extend(broadphases());
  return are_same;
}

void Settings::load_scene(const SceneEntry& entry) {
  const SceneEntry& before = *scene;
  if (broadphase->id == before.broadphase)
    broadphase.select(entry_of(broadphases(), kFirstBroadphase));
  if (narrowphase->id == before.narrowphase)
    narrowphase.select(entry_of(narrowphases(), kFirstNarrowphase));
  for (const SceneSetting& s : scene->settings)
    if (s.owner != Owner::view()) end_setting(view(s.owner), s);
  scene.select(entry);
  scene_title.clear();
  scene_note.clear();
  for (const SceneSetting& s : entry.settings)
    if (s.owner != Owner::view()) set(s.owner, s.key, s.value);
  if (!entry.broadphase.empty()) broadphase.select(entry_of(broadphases(), entry.broadphase));
  if (!entry.narrowphase.empty()) narrowphase.select(entry_of(narrowphases(), entry.narrowphase));
}

std::vector<SceneValue> Settings::scene_values() const {
  std::vector<SceneValue> values;
  for (const SceneEntry* entry : scenes()) {
    const ParamView view = scene.instance_of(*entry).params();
    for (const Param& row : view.rows)
      if (const double value = row.get(view.object); value != row.init)
        values.push_back({entry, std::string(row.key), value});
  }
  return values;
}

void Settings::set_scene_values(const std::vector<SceneValue>& values) {
  for (const SceneEntry* entry : scenes()) {
    const ParamView view = scene.instance_of(*entry).params();
    for (const Param& row : view.rows) row.set(view.object, row.init);
  }
  for (const SceneValue& v : values) {
    const ParamView view = scene.instance_of(*v.scene).params();
    find_param(view.rows, v.key)->set(view.object, v.value);
  }
}

SceneDocument Settings::document() const {
  SceneDocument document{.scene = std::string(scene->id),
                         .broadphase = std::string(broadphase->id),
                         .narrowphase = std::string(narrowphase->id),
                         .tuning = tuning,
                         .title = scene_title,
                         .note = scene_note};
  for (const ParamGroup& g : groups())
    for (const Param& row : g.rows)
      document.params.push_back({g.owner, std::string(row.key), row.get(g.object)});
  return document;
}

void Settings::adopt(const SceneDocument& d) {
  scene.select(entry_of(scenes(), d.scene));
  broadphase.select(entry_of(broadphase.entries(), d.broadphase));
  narrowphase.select(entry_of(narrowphases(), d.narrowphase));
  for (const ParamValue& p : d.params)
    if (p.owner != Owner::view()) set(p.owner, p.key, p.value);
  scene_title = d.title;
  scene_note = d.note;
  tuning = d.tuning;
}

}  // namespace phasebox
