// SPDX-License-Identifier: MIT
// Goes to past steps, undoes and redoes changes.
#include "session/command/history.hpp"

#include <optional>
#include <utility>

#include "session/editor.hpp"

namespace phasebox {
namespace {

/// Changes a sprite of the world from `from` to `to`, of which one may be none: the sprite does not
/// exist then.
void carry(World& world, const Patch& patch, const std::optional<Sprite>& from,
           const std::optional<Sprite>& to) {
  if (!from) return world.insert(patch.id, *to);
  if (!to) return world.remove(patch.id);
  if (!patch.is_traits) return world.set(patch.id, *to);
  Sprite sprite = world.get(patch.id);  // which may have moved since
  sprite.filter = to->filter;
  sprite.volume = to->volume;
  world.set(patch.id, sprite);
}

// Exchanges the values that a change keeps with those of the session: to undo it (`backwards`) or
// to redo it.
void restore(Editor& editor, Change& kept, bool backwards) {
  SessionState& s = editor.s;
  s.held.reset();
  s.forget_frames();
  if (kept.whole) {
    Change::Whole now = editor.whole();
    now.past = s.past.take();
    s.adopt(std::move(kept.whole->state));
    s.past = std::move(kept.whole->past);
    s.steps = kept.whole->steps;
    if (s.playback)
      s.playback->recording.follow(false);  // the game that it followed may have ended
    s.file = std::move(kept.whole->file);
    s.revision.saved = kept.whole->saved_revision;
    kept.whole = std::move(now);
  } else {
    Editor unkept{s, editor.history};  // its patches are dropped, because `kept` has them
    for (ParamValue& p : kept.params) p.value = unkept.set_param(p.owner, p.key, p.value);
    s.world.wake();
  }
  if (kept.scene_count) {
    Scene& scene = s.settings.scene.instance();
    const std::uint32_t now = scene.count();
    scene.set_count(*kept.scene_count);
    kept.scene_count = now;
  }
  if (kept.tuning) std::swap(*kept.tuning, s.settings.tuning);
  if (kept.broad) kept.broad = &s.settings.broadphase.select(*kept.broad);
  if (kept.narrow) kept.narrow = &s.settings.narrowphase.select(*kept.narrow);
  if (kept.broad || kept.narrow) s.pipeline.forget_algorithms();
  if (backwards)
    for (auto p = kept.patches.rbegin(); p != kept.patches.rend(); ++p)
      carry(s.world, *p, p->after, p->before);
  else
    for (const Patch& p : kept.patches) carry(s.world, p, p.before, p.after);
  std::swap(kept.revision, s.revision.now);
  s.population_changed();
}

}  // namespace

Status Editor::operator()(const command::SeekStep& c) {
  if (s.playback) return Error{"recorded boxes play; go to a frame of theirs instead of a step"};
  if (c.step == s.steps) return {};
  const Sentence step = Sentence::as_is(c.step);
  if (!s.past.find(c.step)) {
    if (s.past.empty()) return Error{Sentence("step {} is not kept; no step is", {step})};
    return Error{Sentence("step {} is not kept; those from {} to {} are",
                          {step, Sentence::as_is(s.past.first()), Sentence::as_is(s.past.last())})};
  }
  s.past.put(std::as_const(s.world), s.steps);
  const World* there = s.past.find(c.step);
  if (!there) return Error{Sentence("step {} has just been forgotten", {step})};
  s.world = *there;
  s.steps = c.step;
  s.held.reset();
  s.simulation.forget_impacts();
  s.population_changed();
  return {};
}

Status Editor::operator()(const command::Undo&) {
  if (!history.can_undo()) return Error{"there is nothing to undo"};
  restore(*this, history.undo(), true);
  return {};
}

Status Editor::operator()(const command::Redo&) {
  if (!history.can_redo()) return Error{"there is nothing to redo"};
  restore(*this, history.redo(), false);
  return {};
}

}  // namespace phasebox
