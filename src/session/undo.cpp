// SPDX-License-Identifier: MIT
// How commands are taken back, and made again.
#include <utility>

#include "session/editor.hpp"

namespace phasebox {

static_assert(kMaxSprites * sizeof(Patch) <= History::kMaxBytes, "the largest edit can be undone");

namespace {

// The sprite has gone on moving since.
void set_traits(World& world, SpriteId id, const Sprite& from) {
  Sprite sprite = world.get(id);
  sprite.filter = from.filter;
  sprite.volume = from.volume;
  world.set(id, sprite);
}

void revert(World& world, const Patch& p) {
  switch (p.kind) {
    case Patch::Kind::add: return world.remove(p.id);
    case Patch::Kind::remove: return world.insert(p.id, p.before);
    case Patch::Kind::set: return world.set(p.id, p.before);
    case Patch::Kind::traits: return set_traits(world, p.id, p.before);
  }
}

void repeat(World& world, const Patch& p) {
  switch (p.kind) {
    case Patch::Kind::add: world.add(p.after); return;
    case Patch::Kind::remove: return world.remove(p.id);
    case Patch::Kind::set: return world.set(p.id, p.after);
    case Patch::Kind::traits: return set_traits(world, p.id, p.after);
  }
}

}  // namespace

Status Editor::Run::operator()(const command::Undo&) {
  if (!history.can_undo()) return Error{"there is nothing to undo"};
  restore(history.undo(), true);
  return {};
}

Status Editor::Run::operator()(const command::Redo&) {
  if (!history.can_redo()) return Error{"there is nothing to redo"};
  restore(history.redo(), false);
  return {};
}

void Editor::Run::exchange(ParamValue& p) {
  const ParamGroup group = s.settings.group(p.owner);
  const double now = find_param(group.rows, p.key)->get(group.object);
  Run{s, history}.set_param({p.owner, p.key, p.value});  // what it patches stands in the change
  p.value = now;
}

void Editor::Run::restore(Change& kept, bool backwards) {
  s.held.reset();
  s.forget_frames();
  if (kept.whole) {
    Change::Whole now = whole();
    adopt(kept.whole->settings);
    s.world = std::move(kept.whole->world);
    s.playback = std::move(kept.whole->playback);
    if (s.playback) s.playback->recording.follow(false);  // its game may have gone since
    s.file = std::move(kept.whole->file);
    s.revision.saved = kept.whole->saved_revision;
    s.settings.tuning = std::move(kept.whole->tuning);
    s.settings.materials = std::move(kept.whole->materials);
    kept.whole = std::move(now);
  } else if (kept.param) {
    exchange(*kept.param);
  }
  if (!kept.whole) s.world.wake();
  for (ParamValue& p : kept.params) exchange(p);
  if (kept.scene_count) {
    Scene& scene = s.settings.scene.instance();
    const std::uint32_t now = scene.count();
    scene.set_count(*kept.scene_count);
    kept.scene_count = now;
  }
  if (kept.tuning) std::swap(*kept.tuning, s.settings.tuning);
  if (kept.materials) std::swap(*kept.materials, s.settings.materials);
  if (kept.broad) kept.broad = &s.settings.broadphase.select(*kept.broad);
  if (kept.narrow) kept.narrow = &s.settings.narrowphase.select(*kept.narrow);
  if (kept.broad || kept.narrow) s.pipeline.forget_algorithms();
  if (backwards)
    for (auto p = kept.patches.rbegin(); p != kept.patches.rend(); ++p) revert(s.world, *p);
  else
    for (const Patch& p : kept.patches) repeat(s.world, p);
  std::swap(kept.revision, s.revision.now);
  s.population_changed();
}

}  // namespace phasebox
