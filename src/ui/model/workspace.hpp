// SPDX-License-Identifier: MIT
// What the window works on: the session, the studies beside it, and the files that are written
// meanwhile.
#pragma once
#include <map>
#include <memory>
#include <string>

#include "lab/lab.hpp"
#include "session/session.hpp"

namespace phasebox {

class Autosave;
class KeptRecord;
class LiveFeed;
class Plugins;
class RecordFile;
class StepLog;

/// The session and what is attached to it; no view of it.
struct Workspace {
  static constexpr std::uint64_t kMaxPairs = phasebox::kMaxPairs;  ///< beyond it, refuse

  explicit Workspace(ImageSet images);
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  /// First, so that it ends last: session and studies have instances of them.
  std::shared_ptr<Plugins> plugins;
  Session session;
  std::unique_ptr<KeptRecord> record;          ///< what was done so far, for reports; never null
  std::map<std::string, std::string> machine;  ///< facts about it, for reports and records
  Lab lab;
  std::unique_ptr<LiveFeed> live;           ///< the game that is followed, or null
  std::unique_ptr<StepLog> log;             ///< where the steps' statistics go, or null
  std::unique_ptr<RecordFile> record_file;  ///< where the commands go as they come, or null
  std::unique_ptr<Autosave> autosave;       ///< null: this window's state is not saved
};

}  // namespace phasebox
