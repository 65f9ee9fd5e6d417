// SPDX-License-Identifier: MIT
// Commands about what is shown and by which algorithms: scenes, documents, parameters, choices.
#include <algorithm>
#include <utility>

#include "collide/registry.hpp"
#include "session/editor.hpp"
#include "session/effects.hpp"

namespace phasebox {
namespace {

// The list ends with an image that has something of its own.
template <class Value>
void set_of_image(std::vector<Value>& all, std::size_t image, const Value& value) {
  if (image >= all.size()) all.resize(image + 1);
  all[image] = value;
  while (!all.empty() && all.back() == Value{}) all.pop_back();
}

}  // namespace

Status Editor::Run::operator()(const command::LoadScene& c) {
  const SceneEntry* entry = find_entry(scenes(), c.id);
  if (!entry) return unknown_id("scene", c.id, scenes());
  change.whole = whole();
  s.end_playback();
  s.file = {};
  s.settings.load_scene(*entry);
  s.pipeline.forget_algorithms();
  s.load_scene();
  return {};
}

Status Editor::Run::operator()(const command::Restart&) {
  change.whole = whole();
  if (!s.playback) return s.load_scene(), Status{};
  s.steps = 0;
  s.playback->recording.follow(false);
  s.show_frame(0);
  s.population_changed();
  return {};
}

Status Editor::Run::operator()(const command::OpenDocument& c) {
  const SceneDocument& d = *c.document;
  if (auto error = check_document(d)) return error;
  change.whole = whole();
  s.playback.reset();
  adopt(d);
  s.settings.tuning.clear();
  s.settings.materials.clear();
  s.load_scene();
  if (d.sprites) show(d);
  s.file = c.path.empty() ? SceneFile{} : SceneFile{c.path, c.document};
  return {};
}

Status Editor::Run::operator()(const command::SetParam& c) {
  if (auto error = s.settings.check(c.owner, c.key, c.value)) return error;
  if (s.playback && (c.owner == Owner::scene() || c.owner == Owner::world()))
    return Error{c.key + ": " + kAsRecorded};
  if (c.owner == Owner::scene() && c.key == "count")
    return (*this)(command::SetCount{static_cast<std::uint32_t>(c.value)});
  if (effects_of(c).repopulates) change.whole = whole();
  const ParamGroup group = s.settings.group(c.owner);
  change.param = ParamValue{c.owner, c.key, find_param(group.rows, c.key)->get(group.object)};
  set_param(c);
  return {};
}

Status Editor::Run::operator()(const command::SelectBroadphase& c) {
  const auto entries = s.settings.broadphase.entries();
  const BroadphaseEntry* entry = find_entry(entries, c.id);
  if (!entry) return unknown_id("broadphase", c.id, entries);
  change.broad = &s.settings.broadphase.select(*entry);
  s.pipeline.forget_algorithms();
  return {};
}

Status Editor::Run::operator()(const command::SelectNarrowphase& c) {
  const NarrowphaseEntry* entry = find_entry(narrowphases(), c.id);
  if (!entry) return unknown_id("narrowphase", c.id, narrowphases());
  change.narrow = &s.settings.narrowphase.select(*entry);
  if (s.playback) s.playback->narrowphase_before = nullptr;
  s.pipeline.forget_algorithms();
  return {};
}

Status Editor::Run::operator()(const command::UseBroadphase& c) {
  const auto entries = s.settings.broadphase.entries();
  const BroadphaseEntry* entry = find_entry(entries, c.id);
  if (!entry) return unknown_id("broadphase", c.id, entries);
  for (const auto& [key, value] : c.values)
    if (auto error = s.settings.check(*entry, key, value)) return error;
  for (const auto& [key, value] : c.values)
    change.params.push_back({*entry, key, s.settings.set(*entry, key, value)});
  return (*this)(command::SelectBroadphase{c.id});
}

Status Editor::Run::operator()(const command::AddImage& c) {
  if (auto error = check_images(s.images.size() + 1)) return error;
  if (auto error = check_pixels(s.images.pixels() + pixels_of(*c.image))) return error;
  s.images.add(c.image);
  return {};
}

Status Editor::Run::operator()(const command::TuneImage& c) {
  if (auto error = check_image(c.image)) return error;
  if (auto error = check_tuning(c.tuning)) return error;
  change.tuning = s.settings.tuning;
  set_of_image(s.settings.tuning, c.image, c.tuning);
  return {};
}

Status Editor::Run::operator()(const command::SetMaterial& c) {
  if (auto error = check_image(c.image)) return error;
  if (auto error = check_material(c.material)) return error;
  change.materials = s.settings.materials;
  set_of_image(s.settings.materials, c.image, c.material);
  return {};
}

Status Editor::Run::check_image(std::size_t image) const {
  if (image < s.images.size()) return {};
  return Error{"there is no image " + std::to_string(image) + "; the last one is " +
               std::to_string(s.images.size() - 1)};
}

Status check_material(const ImageMaterial& m) {
  if (!(m.restitution <= 1)) return Error{"restitution: must be a number from 0 to 1"};
  if (!(m.friction <= 4)) return Error{"friction: must be a number from 0 to 4"};
  return {};
}

Status check_tuning(const ImageTuning& t) {
  if (t.n < 0 || t.n > 32)
    return Error{"n: " + std::to_string(t.n) + " is not a whole number from 1 to 32 px"};
  if (!(t.inset <= 100)) return Error{"inset: must be a number from 0 to 100 percent"};
  return {};
}

void Editor::Run::adopt(const SceneDocument& d) {
  s.settings.adopt(d);
  s.pipeline.forget_algorithms();
}

void Editor::Run::set_param(const command::SetParam& c) {
  const Volume volume_before = s.settings.world.volume;
  s.settings.set(c.owner, c.key, c.value);
  s.pipeline.reset_algorithms();
  if (effects_of(c).repopulates) return s.load_scene();
  if (c.owner != Owner::world()) return;
  if (c.key == "volume") set_volumes(volume_before);
  s.place();
}

// Those that had the world's volume go back with the parameter.
void Editor::Run::set_volumes(Volume before) {
  for (SpriteId id = 0; id < s.world.size(); ++id) {
    const Sprite sprite = s.world.get(id);
    set_volume(id, s.settings.world.volume);
    if (sprite.volume != before)
      change.patches.push_back({Patch::Kind::traits, id, sprite, s.world.get(id)});
  }
}

Status Editor::Run::check_document(const SceneDocument& d) const {
  const SceneEntry* scene = find_entry(scenes(), d.scene);
  if (!scene) return unknown_id("scene", d.scene, scenes());
  const auto entries = s.settings.broadphase.entries();
  if (!find_entry(entries, d.broadphase)) return unknown_id("broadphase", d.broadphase, entries);
  if (!find_entry(narrowphases(), d.narrowphase))
    return unknown_id("narrowphase", d.narrowphase, narrowphases());
  Settings as_document;
  as_document.scene.select(*scene);
  for (const ParamValue& p : d.params) {
    if (p.owner == Owner::view()) continue;  // the window's, not ours
    if (auto error = as_document.check(p.owner, p.key, p.value)) return error;
  }
  if (!d.sprites) return {};
  if (auto error = check_room(d.sprites->size())) return error;
  if (auto error = check_document_images(d)) return error;
  for (const ImageTuning& tuning : d.tuning)
    if (auto error = check_tuning(tuning)) return error;
  for (const ImageMaterial& material : d.materials)
    if (auto error = check_material(material)) return error;
  for (const Sprite& sprite : *d.sprites)
    if (auto error = check_new_sprite(sprite, d.images.size())) return error;
  return {};
}

// Images stay in the session, so only those that it does not know count.
Status Editor::Run::check_document_images(const SceneDocument& d) const {
  std::size_t images = s.images.size();
  std::uint64_t pixels = s.images.pixels();
  for (const auto& image : d.images) {
    if (s.images.find_same(*image) >= 0) continue;
    ++images;
    pixels += pixels_of(*image);
  }
  if (auto error = check_images(images)) return error;
  return check_pixels(pixels);
}

// Puts the document's own sprites in place of the scene's.
void Editor::Run::show(const SceneDocument& d) {
  std::vector<std::uint16_t> number;
  for (const auto& image : d.images) {
    const int known = s.images.find_same(*image);
    number.push_back(known >= 0 ? static_cast<std::uint16_t>(known) : s.images.add(image));
  }
  for (std::size_t i = 0; i < std::min(d.tuning.size(), number.size()); ++i)
    set_of_image(s.settings.tuning, number[i], d.tuning[i]);
  for (std::size_t i = 0; i < std::min(d.materials.size(), number.size()); ++i)
    set_of_image(s.settings.materials, number[i], d.materials[i]);
  s.world.clear();
  s.world.reserve(d.sprites->size());
  for (Sprite sprite : *d.sprites) {
    sprite.image = number[sprite.image];
    s.world.add(sprite);
  }
  s.world.set_cached_impulses(d.cached_impulses);
  s.world.set_quiet_steps(d.quiet_steps);
  s.population_changed();
}

}  // namespace phasebox
