// SPDX-License-Identifier: MIT
// Does what every command needs: refusals while a recording plays, waking sprites, revisions, undo.
#include "session/editor.hpp"

#include <utility>
#include <variant>

#include "session/limits.hpp"

namespace phasebox {
namespace {

static_assert(kMaxSprites * sizeof(Patch) <= UndoHistory::kMaxBytes,
              "the largest edit can be undone");

// Forgets the past frames that a command has made invalid. If it changed the number of sprites, or
// may have replaced all, or a recording plays, that is every frame, because undo patches single
// sprites by their ids and must not meet other ids. Else it is the frames after the present step.
// Commands that move nothing (`only_looks`) keep all.
void forget_past(SessionState& s, const Effects& effects) {
  if (s.past.empty() || effects.only_looks) return;
  const bool is_resized = s.past.find(s.past.last())->size() != s.world.size();
  if (s.playback || is_resized || effects.repopulates) return s.past.forget();
  s.past.forget_after(s.steps);
}

// Whether the command, which was carried out, has undone or redone a change of all sprites. The
// past is then that of the sprites which came back.
bool has_restored_all(const UndoHistory& history, const Command& c) {
  const Change* restored = std::holds_alternative<command::Undo>(c)   ? history.to_redo()
                           : std::holds_alternative<command::Redo>(c) ? history.to_undo()
                                                                      : nullptr;
  return restored && restored->whole;
}

}  // namespace

Status apply(SessionState& s, UndoHistory& history, const Command& c) {
  const Effects effects = effects_of(c);
  if (s.playback && effects.edits_sprites) return Error{kAsRecorded};
  Editor editor{s, history};
  const std::uint64_t revision = s.revision.now;
  if (auto status = std::visit(editor, c); status.failed()) return status;
  // A change may take away what sleeping sprites rest on, so all sprites wake. Commands that
  // replace the sprites bring the sleep of the new ones with them.
  if (!effects.only_looks && !effects.keeps_times && !effects.repopulates) s.world.wake();
  if (editor.change.whole) editor.change.whole->past = s.past.take();
  if (!has_restored_all(history, c)) forget_past(s, effects);
  s.pipeline.outdate_pairs();
  ++s.changes;
  if (editor.change.empty()) return {};
  if (editor.change.title.empty()) editor.change.title = title_of(c);
  editor.change.revision = revision;
  if (editor.change.whole)
    s.revision.begun();
  else if (effects.is_saved)
    s.revision.edited();
  history.push(std::move(editor.change));
  return {};
}

}  // namespace phasebox
