// SPDX-License-Identifier: MIT
// Records of sessions as text files (docs/file-formats.md), and a record repeated without a
// window.
#pragma once
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "io/files/text_file.hpp"
#include "io/record/session_recorder.hpp"

namespace phasebox {

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

/// The text of a whole record that ends with that state after so many steps. Refuses a snapshot
/// whose sprites no scene file holds.
Result<std::string> record_text(const RecordFacts& facts, const std::deque<RecordEntry>& entries,
                                std::uint64_t steps, const StateHash& end);
/// Saves what was kept and the present state, in place of an old file at once.
Status save_record(const std::filesystem::path& path, const RecordFacts& facts,
                   const KeptRecord& kept, const Session& session);

/// A record that is written while the session runs.
class RecordFile : public SessionRecorder {
 public:
  /// Begins the file with the session as it stands. It is told of the session by `Session::tell` or
  /// by a KeptRecord.
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
