// SPDX-License-Identifier: MIT
// How commands are taken back, and made again.
#include <utility>

#include "session/session_parts.hpp"

namespace phasebox {
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

Status Session::Apply::operator()(const command::Undo&) {
  if (!s.history_.can_undo()) return Error{"there is nothing to undo"};
  s.restore(s.history_.undo(), true);
  return {};
}

Status Session::Apply::operator()(const command::Redo&) {
  if (!s.history_.can_redo()) return Error{"there is nothing to redo"};
  s.restore(s.history_.redo(), false);
  return {};
}

void Session::restore(Change& change, bool backwards) {
  Apply apply{*this};
  const auto exchange = [&](ParamValue& p) {
    const ParamView v = view(p.owner);
    const double now = find_param(v.rows, p.key)->get(v.object);
    apply.set_param({p.owner, p.key, p.value});
    p.value = now;
  };
  held_.reset();
  forget_frames();
  if (change.whole) {
    Change::Whole now = whole();
    adopt(change.whole->settings);
    world_ = std::move(change.whole->world);
    show_ = std::move(change.whole->show);
    file_ = std::move(change.whole->file);
    change.whole = std::move(now);
  } else if (change.param) {
    exchange(*change.param);
  }
  for (ParamValue& p : change.params) exchange(p);
  if (change.scene_count) {
    Scene& preset = *scenes_[scene_];
    const std::uint32_t now = preset.count();
    preset.set_count(*change.scene_count);
    change.scene_count = now;
  }
  if (change.broad) std::swap(broad_, *change.broad);
  if (change.narrow) std::swap(narrow_, *change.narrow);
  if (change.broad || change.narrow) apply.algorithms_changed();
  if (backwards)
    for (auto p = change.patches.rbegin(); p != change.patches.rend(); ++p) revert(world_, *p);
  else
    for (const Patch& p : change.patches) repeat(world_, p);
  population_changed();
}

}  // namespace phasebox
