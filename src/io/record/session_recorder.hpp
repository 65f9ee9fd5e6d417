// SPDX-License-Identifier: MIT
// Records what happens to a session as entries: a snapshot, then every command with its step and
// hashes of the state.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <variant>

#include "session/session.hpp"
#include "session/snapshot.hpp"

namespace phasebox {

/// A hash of the session's state: of the world and its pairs (`is_of_all`) where the pairs of the
/// present state had been detected, else of the world alone.
struct StateHash {
  bool is_of_all = true;
  std::uint64_t value = 0;
  bool operator==(const StateHash&) const = default;
};
StateHash state_hash(const Session& session);

/// One entry of a record, a line of its file.
struct RecordEntry {
  std::uint64_t step = 0;  ///< steps made since the record began
  std::variant<std::shared_ptr<const Snapshot>, Command, StateHash> what;
};

/// Observes a session and turns what happens into entries. An undo or redo of a change, or a seek
/// to a step, from before the record began cannot be replayed: instead of such a command a snapshot
/// of its result is taken.
class SessionRecorder : public SessionObserver {
 public:
  static constexpr std::uint64_t kHashEvery = 10;  ///< a hash is recorded every so many steps

  explicit SessionRecorder(Session& session) : session_(session) {}
  void applied(const Session& session, const Command& command) override;
  void stepped(const Session& session) override;
  std::uint64_t step() const { return step_; }

 protected:
  /// Receives the next entry. The first one is a snapshot.
  virtual void take(RecordEntry entry) = 0;
  /// Takes a snapshot of the session as it is now. Later entries build on it.
  void begin();
  Session& session() const { return session_; }

 private:
  bool is_known(const Session& session, const Command& command) const;

  Session& session_;
  std::uint64_t step_ = 0;
  std::uint64_t first_change_ = 0;  // number (UndoHistory) of the first change that replay can undo
  // steps of the session between which replay can seek
  std::uint64_t first_step_ = 0, furthest_ = 0;
};

/// Keeps the record of a session in bounded memory: when it exceeds kMaxKept, a new snapshot
/// replaces what was kept, as soon as the pointer holds no sprite.
class KeptRecord : public SessionRecorder {
 public:
  /// The bound: the number of entries, plus the sprites and boxes that their commands hold.
  static constexpr std::size_t kMaxKept = 100'000;

  explicit KeptRecord(Session& session) : SessionRecorder(session) {
    begin();
    session.tell(this);
  }
  ~KeptRecord() override { session().tell(nullptr); }
  KeptRecord(const KeptRecord&) = delete;
  KeptRecord& operator=(const KeptRecord&) = delete;

  const std::deque<RecordEntry>& entries() const { return entries_; }
  /// Sets an observer that gets all further notifications as well; null for none.
  void pass_on(SessionObserver* next) { next_ = next; }

  void applied(const Session& session, const Command& command) override;
  void stepped(const Session& session) override;

 private:
  void take(RecordEntry entry) override;
  void keep_within_bound();

  std::deque<RecordEntry> entries_;
  std::size_t kept_ = 0;
  SessionObserver* next_ = nullptr;
};

}  // namespace phasebox
