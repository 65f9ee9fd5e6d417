// SPDX-License-Identifier: MIT
// Does what is due before and after a command of any kind.
#include "session/editor.hpp"

#include <utility>
#include <variant>

#include "session/limits.hpp"

namespace phasebox {
namespace {

static_assert(kMaxSprites * sizeof(Patch) <= UndoHistory::kMaxBytes,
              "the largest edit can be undone");

// Forgets the past frames that a command makes invalid. Undo patches single sprites by their ids,
// so no past frame with other ids may be shown: a change of the population drops all of them, any
// other change those after the present step.
void forget_past(SessionState& s, const Effects& effects) {
  if (s.past.empty() || effects.only_looks) return;
  const bool is_resized = s.past.find(s.past.last())->size() != s.world.size();
  if (s.playback || is_resized || effects.repopulates) return s.past.forget();
  s.past.forget_after(s.steps);
}

}  // namespace

Status apply(SessionState& s, UndoHistory& history, const Command& c) {
  const Effects effects = effects_of(c);
  if (s.playback && effects.edits_sprites) return Error{kAsRecorded};
  Editor editor{s, history};
  const std::uint64_t revision = s.revision.now;
  if (auto status = std::visit(editor, c); status.failed()) return status;
  // A change may end the rest of sleeping sprites, so all wake. Commands that replace the sprites
  // bring their sleep with them.
  if (!effects.only_looks && !effects.keeps_times && !effects.repopulates) s.world.wake();
  forget_past(s, effects);
  s.pipeline.outdate_pairs();
  ++s.changes;
  if (editor.change.empty()) return {};
  editor.change.title = title_of(c);
  editor.change.revision = revision;
  if (editor.change.whole)
    s.revision.begun();
  else if (effects.is_saved)
    s.revision.edited();
  history.push(std::move(editor.change));
  return {};
}

}  // namespace phasebox
