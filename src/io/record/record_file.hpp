// SPDX-License-Identifier: MIT
// What a session does from a snapshot on, every command with its step and hashes of the state:
// kept, written as a text file (docs/file-formats.md), and repeated without a window.
#pragma once
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "io/files/text_file.hpp"
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

/// The record of a session so far, in bounded memory: beyond it a new snapshot begins it.
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

inline constexpr int kRecordVersion = 1;
/// Bytes of a record or of an autosaved state, which may hold a box recording.
inline constexpr std::uint64_t kMaxRecordText = std::uint64_t{4} << 30;

/// What the first line says beside the versions, for people: "system", "view.theme", ...
using RecordFacts = std::map<std::string, std::string>;

/// A record that has been read.
struct SessionRecord {
  std::string version;  ///< of the program that wrote it
  RecordFacts facts;
  std::vector<RecordEntry> entries;  ///< the first one is a snapshot; steps ascend
  std::vector<std::size_t> lines;    ///< [entries] their lines in the file, from 1
  bool has_end = false;              ///< else its program was ended early
};

/// Reads the text of a record; the first bad line is refused as `file:line: what, rule`.
Result<SessionRecord> parse_record(std::string_view text, std::string_view file_name);
Result<SessionRecord> load_record(const std::filesystem::path& path);

/// A whole record that ends with that state after so many steps. Refuses what no scene file holds.
Result<std::string> record_text(const RecordFacts& facts, const std::deque<RecordEntry>& entries,
                                std::uint64_t steps, const StateHash& end);
/// Saves what was kept and the present state, in place of an old file at once.
Status save_record(const std::filesystem::path& path, const RecordFacts& facts,
                   const KeptRecord& kept, const Session& session);

/// A record that is written while the session runs.
class RecordFile : public SessionRecorder {
 public:
  /// Begins the file with the session as it is. `Session::tell` or a KeptRecord tell it of more.
  static Result<std::unique_ptr<RecordFile>> open(const std::filesystem::path& path,
                                                  const RecordFacts& facts, Session& session);
  /// Why nothing more is written; said once.
  Status take_error() { return std::exchange(error_, std::nullopt); }
  /// Ends it with the state of the session.
  Status close();

 private:
  RecordFile(Session& session, LineFile file) : SessionRecorder(session), file_(std::move(file)) {}
  void take(RecordEntry entry) override;

  LineFile file_;
  Status error_;
};

/// The first state that is not as recorded.
struct Divergence {
  std::uint64_t step = 0;  ///< since the record began
  std::size_t line = 0;    ///< of the file
  StateHash recorded, found;
  std::optional<std::uint64_t> equal_until;  ///< the last step whose state was as recorded
};

struct ReplayResult {
  std::uint64_t steps = 0, commands = 0, hashes = 0;  ///< that were repeated and compared
  StateHash end;                                      ///< of the last state
  std::optional<Divergence> divergence;
};

/// Repeats all of it, or with `verify` up to the first difference. A command that the session
/// refuses is an error, `file:line: what, rule`.
Result<ReplayResult> replay(const SessionRecord& record, std::string_view file_name, bool verify);

}  // namespace phasebox
