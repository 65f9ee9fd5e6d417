// SPDX-License-Identifier: MIT
// What a session does from a snapshot on: every command with its step, and hashes of the state.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <variant>

#include "session/session.hpp"
#include "session/session_state.hpp"

namespace phasebox {

/// What the state was: of everything where pairs had been looked for, else of the sprites alone.
struct StateHash {
  bool is_of_all = true;
  std::uint64_t value = 0;
  bool operator==(const StateHash&) const = default;
};
StateHash state_hash(const Session& session);

/// A line of a record.
struct RecordEntry {
  std::uint64_t step = 0;  ///< steps made since the record began
  std::variant<std::shared_ptr<const Snapshot>, Command, StateHash> what;
};

/// Listens to a session as long as it lives. A command that needs what was before the record (undo
/// of an older change, a step from before) is replaced by a snapshot of what it led to.
class SessionRecorder : public SessionObserver {
 public:
  static constexpr std::uint64_t kHashEvery = 10;  ///< steps

  explicit SessionRecorder(Session& session) : session_(session) {}
  void applied(const Session& session, const Command& command) override;
  void stepped(const Session& session) override;
  std::uint64_t step() const { return step_; }

 protected:
  /// The next entry. The first one is a snapshot.
  virtual void take(RecordEntry entry) = 0;
  /// Takes a snapshot of the session as it stands; what comes refers to it.
  void begin();
  Session& session() const { return session_; }

 private:
  bool is_known(const Session& session, const Command& command) const;

  Session& session_;
  std::uint64_t step_ = 0;
  std::uint64_t first_change_ = 0;               // number of the first one that undo may take back
  std::uint64_t first_step_ = 0, furthest_ = 0;  // of the session, that may be gone back to
};

/// The record of a session so far, in bounded memory: beyond the bound it begins again from a
/// snapshot of the present state.
class KeptRecord : public SessionRecorder {
 public:
  /// Commands, sprites and boxes that are kept, at most.
  static constexpr std::size_t kMaxKept = 100'000;

  explicit KeptRecord(Session& session) : SessionRecorder(session) {
    begin();
    session.tell(this);
  }
  ~KeptRecord() override { session().tell(nullptr); }
  KeptRecord(const KeptRecord&) = delete;
  KeptRecord& operator=(const KeptRecord&) = delete;

  const std::deque<RecordEntry>& entries() const { return entries_; }
  /// Gets all entries from now on as well; null: nobody.
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
