// SPDX-License-Identifier: MIT
// Records of sessions as text files (docs/file-formats.md), one line of JSON per entry.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "io/files/text_file.hpp"
#include "io/record/session_recorder.hpp"

namespace phasebox {

inline constexpr int kRecordVersion = 1;
/// The largest record or autosaved state in bytes; either may hold a box recording.
inline constexpr std::uint64_t kMaxRecordText = std::uint64_t{4} << 30;

/// What the first line of a record says beside the versions, for people to read: "system",
/// "view.theme", ...
using RecordFacts = std::map<std::string, std::string>;

/// A record as read from its file.
struct SessionRecord {
  std::string version;  ///< version of the program that wrote it
  RecordFacts facts;
  std::vector<RecordEntry> entries;  ///< the first one is a snapshot; steps never descend
  /// [entries] the number of each entry's line in the file, from 1
  std::vector<std::size_t> lines;
  bool has_end = false;  ///< false: the program ended before it could write the last line
};

/// Parses the text of a record. The first bad line is refused as `file:line: what, rule`.
Result<SessionRecord> parse_record(std::string_view text, std::string_view file_name);
Result<SessionRecord> load_record(const std::filesystem::path& path);

/// Returns the text of a whole record, whose last line says that the state after `steps` steps has
/// the hash `end`. Refuses a state that no scene file can hold.
Result<std::string> record_text(const RecordFacts& facts, const std::deque<RecordEntry>& entries,
                                std::uint64_t steps, const StateHash& end);
/// Saves the kept entries, and the hash of the session's present state, replacing an old file
/// atomically.
Status save_record(const std::filesystem::path& path, const RecordFacts& facts,
                   const KeptRecord& kept, const Session& session);

/// Writes a record to a file while the session runs.
class RecordFile : public SessionRecorder {
 public:
  /// Creates the file with a snapshot of the session. The caller makes the record an observer of
  /// the session, by `Session::tell` or KeptRecord::pass_on, so that it gets what follows.
  static Result<std::unique_ptr<RecordFile>> open(const std::filesystem::path& path,
                                                  const RecordFacts& facts, Session& session);
  /// Returns the first error, once: of writing, or of an entry that no file can hold. Nothing more
  /// is written after it, because later entries build on the one that is missing.
  Status take_status() { return std::exchange(status_, Status{}); }
  /// Ends the file, by a last line with the hash of the session's state unless there was an error.
  Status close();

 private:
  RecordFile(Session& session, LineFile file) : SessionRecorder(session), file_(std::move(file)) {}
  void take(RecordEntry entry) override;

  LineFile file_;
  Status status_;            // of the last entry, until it is taken
  bool has_failed_ = false;  // whether an entry is missing
};

}  // namespace phasebox
