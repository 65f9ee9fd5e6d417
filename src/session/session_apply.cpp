// SPDX-License-Identifier: MIT
// What is shown and by which algorithms: scenes, documents, parameters, choices.
#include <algorithm>
#include <utility>

#include "collide/registry.hpp"
#include "session/effects.hpp"
#include "session/session_parts.hpp"

namespace phasebox {
namespace {

constexpr const char* kAsRecorded =
    "a box recording plays and its boxes are as recorded; start a scene to change sprites";

Error no_parameter(Owner owner, std::string_view key) {
  return {"there is no parameter '" + full_name(owner, key) + "'"};
}

}  // namespace

Status Session::apply(const Command& c) {
  if (show_ && effects_of(c).edits_sprites) return Error{kAsRecorded};
  Apply apply{*this};
  if (auto error = std::visit(apply, c)) return error;
  forget_past(c);
  is_detected_ = false;
  ++changes_;
  if (apply.change.empty()) return {};
  apply.change.title = title_of(c);
  history_.push(std::move(apply.change));
  return {};
}

Status Session::Apply::operator()(const command::LoadScene& c) {
  if (!find_entry(phasebox::scenes(), c.id)) return unknown_id("scene", c.id, phasebox::scenes());
  change.whole = s.whole();
  s.end_show();
  s.file_ = {};
  // A user who chose another value keeps it; the last scene's settings end with that scene.
  for (const SceneSetting& p : s.scene().settings) {
    const ParamView view = s.view(p.owner);
    const Param& row = *find_param(view.rows, p.key);
    if (row.get(view.object) == p.value) row.set(view.object, row.init);
  }
  select_scene(c.id);
  for (const SceneSetting& p : s.scene().settings) {
    const ParamView view = s.view(p.owner);
    find_param(view.rows, p.key)->set(view.object, p.value);
  }
  s.load_scene();
  return {};
}

Status Session::Apply::operator()(const command::Restart&) {
  change.whole = s.whole();
  if (!s.show_) return s.load_scene(), Status{};
  s.steps_ = 0;
  s.show_frame(0);
  s.population_changed();
  return {};
}

Status Session::Apply::operator()(const command::OpenDocument& c) {
  const SceneDocument& d = *c.document;
  if (auto error = check_document(d)) return error;
  change.whole = s.whole();
  s.show_.reset();
  s.adopt(d);
  s.load_scene();
  if (d.sprites) show(d);
  s.file_ = c.path.empty() ? SceneFile{} : SceneFile{c.path, c.document};
  return {};
}

Status Session::Apply::operator()(const command::SetParam& c) {
  const ParamView view = s.view(c.owner);
  const Param* row = find_param(view.rows, c.key);
  if (!row) return no_parameter(c.owner, c.key);
  if (auto error = check_value(*row, c.value)) return error;
  if (s.show_ && (c.owner == Owner::scene() || c.owner == Owner::world()))
    return Error{c.key + ": " + kAsRecorded};
  if (c.owner == Owner::scene() && c.key == "count")
    return (*this)(command::SetCount{static_cast<std::uint32_t>(c.value)});
  if (effects_of(c).repopulates) change.whole = s.whole();
  change.param = ParamValue{c.owner, c.key, row->get(view.object)};
  set_param(c);
  return {};
}

Status Session::Apply::operator()(const command::SelectBroadphase& c) {
  const auto* entry = find_entry(phasebox::broadphases(), c.id);
  if (!entry) return unknown_id("broadphase", c.id, phasebox::broadphases());
  change.broad = std::exchange(s.broad_, index_of(phasebox::broadphases(), c.id));
  algorithms_changed();
  return {};
}

Status Session::Apply::operator()(const command::SelectNarrowphase& c) {
  const auto* entry = find_entry(phasebox::narrowphases(), c.id);
  if (!entry) return unknown_id("narrowphase", c.id, phasebox::narrowphases());
  change.narrow = std::exchange(s.narrow_, index_of(phasebox::narrowphases(), c.id));
  if (s.show_) s.show_->narrowphase_before.reset();  // chosen now, so kept after the recording
  algorithms_changed();
  return {};
}

Status Session::Apply::operator()(const command::UseBroadphase& c) {
  const auto* entry = find_entry(phasebox::broadphases(), c.id);
  if (!entry) return unknown_id("broadphase", c.id, phasebox::broadphases());
  const ParamView view = s.view(*entry);
  for (const auto& [key, value] : c.values) {
    const Param* row = find_param(view.rows, key);
    if (!row) return no_parameter(*entry, key);
    if (auto error = check_value(*row, value)) return error;
  }
  for (const auto& [key, value] : c.values) {
    const Param& row = *find_param(view.rows, key);
    change.params.push_back({*entry, key, row.get(view.object)});
    row.set(view.object, value);
  }
  return (*this)(command::SelectBroadphase{c.id});
}

Status Session::Apply::operator()(const command::AddImage& c) {
  if (s.images_.size() >= 65535) return Error{"65,535 images are the most a session can hold"};
  s.images_.add(c.image);
  return {};
}

void Session::Apply::algorithms_changed() {
  s.must_reset_ = true;
  s.shadow_.reset();
}

void Session::Apply::set_param(const command::SetParam& c) {
  const ParamView view = s.view(c.owner);
  const Volume volume_before = s.options_.volume;
  find_param(view.rows, c.key)->set(view.object, c.value);
  s.must_reset_ = true;
  if (effects_of(c).repopulates) return s.load_scene();
  if (c.owner != Owner::world()) return;
  if (c.key == "volume")
    for (SpriteId id = 0; id < s.world_.size(); ++id) {
      const Sprite before = s.world_.get(id);
      set_volume(id, s.options_.volume);
      // The others go back with the parameter.
      if (before.volume != volume_before)
        change.patches.push_back({Patch::Kind::traits, id, before, s.world_.get(id)});
    }
  s.refresh();
}

Status Session::Apply::check_document(const SceneDocument& d) const {
  const auto* scene = find_entry(phasebox::scenes(), d.scene);
  if (!scene) return unknown_id("scene", d.scene, phasebox::scenes());
  if (!find_entry(phasebox::broadphases(), d.broadphase))
    return unknown_id("broadphase", d.broadphase, phasebox::broadphases());
  if (!find_entry(phasebox::narrowphases(), d.narrowphase))
    return unknown_id("narrowphase", d.narrowphase, phasebox::narrowphases());
  const auto preset = scene->make();
  for (const ParamValue& p : d.params) {
    if (p.owner == Owner::view()) continue;  // the window's, not ours
    const auto rows = p.owner == Owner::scene() ? preset->params().rows : s.view(p.owner).rows;
    const Param* row = find_param(rows, p.key);
    if (!row) return no_parameter(p.owner, p.key);
    if (auto error = check_value(*row, p.value)) return error;
  }
  if (!d.sprites) return {};
  if (auto error = check_room(d.sprites->size())) return error;
  for (const Sprite& sprite : *d.sprites)
    if (auto error = check_new_sprite(sprite, d.images.size())) return error;
  return {};
}

// Puts the document's own sprites in place of the scene's.
void Session::Apply::show(const SceneDocument& d) {
  std::vector<std::uint16_t> number;
  for (const auto& image : d.images) {
    const int known = s.images_.find(image->name);
    const bool is_same =
        known >= 0 && s.images_[static_cast<std::size_t>(known)].rgba == image->rgba;
    number.push_back(is_same ? static_cast<std::uint16_t>(known) : s.images_.add(image));
  }
  s.world_.clear();
  s.world_.reserve(d.sprites->size());
  for (Sprite sprite : *d.sprites) {
    sprite.image = number[sprite.image];
    s.world_.add(sprite);
  }
  s.world_.set_cached_impulses(d.cached_impulses);
  s.population_changed();
}

void Session::adopt(const SceneDocument& d) {
  Apply apply{*this};
  apply.select_scene(d.scene);
  broad_ = Apply::index_of(phasebox::broadphases(), d.broadphase);
  narrow_ = Apply::index_of(phasebox::narrowphases(), d.narrowphase);
  for (const ParamValue& p : d.params) {
    const ParamView v = view(p.owner);
    if (const Param* row = find_param(v.rows, p.key)) row->set(v.object, p.value);
  }
  apply.algorithms_changed();
}

}  // namespace phasebox
