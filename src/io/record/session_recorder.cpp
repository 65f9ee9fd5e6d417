// SPDX-License-Identifier: MIT
// Makes entries of commands and steps, and keeps them in bounded memory.
#include "io/record/session_recorder.hpp"

#include <utility>

namespace phasebox {
namespace {

/// The weight of an entry against kMaxKept: 1, plus the sprites and boxes that its command holds.
std::size_t weight_of(const RecordEntry& entry) {
  std::size_t weight = 1;
  const auto* command = std::get_if<Command>(&entry.what);
  const auto add = [&](const auto& c) {
    if constexpr (requires { c.ids; }) weight += c.ids.size();
    if constexpr (requires { c.document; })
      if (c.document && c.document->sprites) weight += c.document->sprites->size();
    if constexpr (requires { c.trace; }) weight += c.trace->ids.size();
    if constexpr (requires { c.frames; })
      for (const BoxFrame& frame : c.frames) weight += frame->ids.size();
  };
  if (command) std::visit(add, *command);
  return weight;
}

}  // namespace

StateHash state_hash(const Session& session) {
  if (session.is_detected()) return {true, session.hash()};
  return {false, session.world().hash()};
}

void SessionRecorder::begin() {
  first_change_ = session_.history().last_number() + 1;
  first_step_ = furthest_ = session_.steps();
  take({step_, std::make_shared<const Snapshot>(session_.snapshot())});
}

// Whether replaying the command needs only what happened since the record began. The command has
// been applied already, so an undone change is now the next to be redone, and vice versa.
bool SessionRecorder::is_known(const Session& session, const Command& command) const {
  if (std::holds_alternative<command::Undo>(command))
    return session.history().redo_number() >= first_change_;
  if (std::holds_alternative<command::Redo>(command))
    return session.history().undo_number() >= first_change_;
  if (const auto* seek = std::get_if<command::SeekStep>(&command))
    return seek->step >= first_step_ && seek->step <= furthest_;
  return true;
}

void SessionRecorder::applied(const Session& session, const Command& command) {
  if (!is_known(session, command)) return begin();
  take({step_, command});
  // A command that restarts the scene counts steps from 0 again, and one cannot seek to the steps
  // before it. Undo may bring back sprites with their past steps, which a replay that began later
  // does not have.
  const bool goes_back = std::holds_alternative<command::Undo>(command) ||
                         std::holds_alternative<command::Redo>(command);
  const bool is_less =
      !std::holds_alternative<command::SeekStep>(command) && session.steps() < first_step_;
  if (goes_back || is_less) first_step_ = furthest_ = session.steps();
}

void SessionRecorder::stepped(const Session& session) {
  ++step_;
  furthest_ = session.steps();
  if (step_ % kHashEvery == 0) take({step_, state_hash(session)});
}

void KeptRecord::applied(const Session& of, const Command& command) {
  SessionRecorder::applied(of, command);
  if (next_) next_->applied(of, command);
  keep_within_bound();
}

void KeptRecord::stepped(const Session& of) {
  SessionRecorder::stepped(of);
  if (next_) next_->stepped(of);
  keep_within_bound();
}

// Begins again with a new snapshot when too much is kept, but not while the pointer holds a sprite,
// which no snapshot contains.
void KeptRecord::keep_within_bound() {
  if (kept_ > kMaxKept && !session().held()) begin();
}

void KeptRecord::take(RecordEntry entry) {
  if (std::holds_alternative<std::shared_ptr<const Snapshot>>(entry.what)) {
    entries_.clear();
    kept_ = 0;
  }
  kept_ += weight_of(entry);
  entries_.push_back(std::move(entry));
}

}  // namespace phasebox
