// SPDX-License-Identifier: MIT
// Sets parameters and chooses algorithms.
#include "session/command/settings.hpp"

#include <cstdint>

#include "collide/registry.hpp"
#include "session/editor.hpp"

namespace phasebox {
namespace {

// Gives every sprite the world's new volume; `before` is the old one. A sprite whose volume
// differed from it gets a patch for undo. Others need none, because undo of the parameter sets them
// back.
void set_volumes(Editor& editor, Volume before) {
  World& world = editor.s.world;
  for (SpriteId id = 0; id < world.size(); ++id) {
    Sprite sprite = world.get(id);
    const bool is_own = sprite.volume != before;
    sprite.volume = editor.s.settings.world.volume;
    is_own ? editor.set(id, sprite, true) : world.set(id, sprite);
  }
}

}  // namespace

Sentence command::SelectBroadphase::undo_title() const { return UseBroadphase{id}.undo_title(); }

Sentence command::SelectNarrowphase::undo_title() const {
  return {"narrowphase {}", {title_in(narrowphases(), id)}};
}

Sentence command::UseBroadphase::undo_title() const {
  return title.empty() ? Sentence("broadphase {}", {title_in(broadphases(), id)}) : title;
}

double Editor::set_param(const Owner& owner, const std::string& key, double value) {
  const Volume volume_before = s.settings.world.volume;
  const double before = s.settings.set(owner, key, value);
  s.pipeline.reset_algorithms();
  if (effects_of(command::SetParam{owner, key, value}).repopulates) {
    s.load_scene();
  } else if (owner == Owner::world()) {
    if (key == "volume") set_volumes(*this, volume_before);
    s.place();
  }
  return before;
}

Status Editor::operator()(const command::SetParam& c) {
  if (auto status = s.settings.check(c.owner, c.key, c.value); status.failed()) return status;
  if (s.playback && (c.owner == Owner::scene() || c.owner == Owner::world()))
    return Error{Sentence("{}: {}", {c.key, kAsRecorded})};
  if (c.owner == Owner::scene() && c.key == "count")
    return (*this)(command::SetCount{static_cast<std::uint32_t>(c.value)});
  if (effects_of(c).repopulates) change.whole = whole();
  change.title = label_of(*find_param(s.settings.group(c.owner).rows, c.key));
  change.joins = c.joins;
  change.params.push_back({c.owner, c.key, set_param(c.owner, c.key, c.value)});
  return {};
}

Status Editor::operator()(const command::SelectBroadphase& c) {
  return (*this)(command::UseBroadphase{c.id});
}

Status Editor::operator()(const command::UseBroadphase& c) {
  const auto entries = s.settings.broadphase.entries();
  const BroadphaseEntry* entry = find_entry(entries, c.id);
  if (!entry) return unknown_id("broadphase", c.id, entries);
  for (const auto& [key, value] : c.values)
    if (auto status = s.settings.check(*entry, key, value); status.failed()) return status;
  for (const auto& [key, value] : c.values)
    change.params.push_back({*entry, key, s.settings.set(*entry, key, value)});
  change.broad = &s.settings.broadphase.select(*entry);
  s.pipeline.forget_algorithms();
  return {};
}

Status Editor::operator()(const command::SelectNarrowphase& c) {
  const NarrowphaseEntry* entry = find_entry(narrowphases(), c.id);
  if (!entry) return unknown_id("narrowphase", c.id, narrowphases());
  change.narrow = &s.settings.narrowphase.select(*entry);
  if (s.playback) s.playback->narrowphase_before = nullptr;
  s.pipeline.forget_algorithms();
  return {};
}

}  // namespace phasebox
