// SPDX-License-Identifier: MIT
// From a command to its change.
#include "session/editor.hpp"

#include <utility>
#include <variant>

#include "session/effects.hpp"

namespace phasebox {
namespace {

// Changes are undone sprite by sprite, so no frame may be gone to in which the ids mean others:
// another population begins again.
void forget_past(SessionState& s, const Effects& effects) {
  if (s.past.empty() || effects.only_looks) return;
  const bool is_resized = s.past.find(s.past.last())->size() != s.world.size();
  if (s.playback || is_resized || effects.repopulates) return s.past.forget();
  s.past.forget_after(s.steps);
}

// What rests may not rest any longer. Commands that bring other sprites say which of these sleep.
bool changes_rules(const Effects& effects) {
  return !effects.only_looks && !effects.keeps_times && !effects.repopulates;
}

}  // namespace

Status Editor::apply(SessionState& s, const Command& c) {
  const Effects effects = effects_of(c);
  if (s.playback && effects.edits_sprites) return Error{kAsRecorded};
  Run run{s, history};
  const std::uint64_t revision = s.revision.now;
  if (auto error = std::visit(run, c)) return error;
  if (changes_rules(effects)) s.world.wake();
  forget_past(s, effects);
  s.pipeline.outdate_pairs();
  ++s.changes;
  if (run.change.empty()) return {};
  run.change.title = title_of(c);
  run.change.revision = revision;
  if (run.change.whole)
    s.revision.begun();
  else if (effects.is_saved)
    s.revision.edited();
  history.push(std::move(run.change));
  return {};
}

}  // namespace phasebox
