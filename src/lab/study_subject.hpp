// SPDX-License-Identifier: MIT
// A study's subject: the session, a clone, whether it is still shown; on what, with what and when.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "session/session.hpp"

namespace phasebox {

/// A session as a study found it, by everything that does not move by itself: which scene, file or
/// recording, how many sprites of which kind, which settings of world, scene and response.
struct Subject {
  std::string title;  ///< "mixed", "drift.csv"
  std::string name;   ///< "scene mixed, 500 sprites, seed 1"; "drift.csv, 40 frames"
  std::uint64_t signature = 0;
};

/// Whether the number of sprites is a part of what a result is about.
enum class SubjectCount : std::uint8_t { left_out, named };

/// "Flash, 60 sprites, seed 1", or the recording's name: the subject where edits do not matter.
std::string subject_text(const Session& session, SubjectCount count);

/// O(sprites).
Subject subject_of(const Session& session);

/// Whether a session is still what a study was about. Looks again only after commands.
class SubjectWatch {
 public:
  void begin(const Session& session);
  const Subject& subject() const { return subject_; }
  bool has_changed(const Session& session) const;
  /// "Found for scene mixed, 500 sprites, seed 1; the scene has changed since."
  std::string sentence(const Session& session) const;

 private:
  Subject subject_;
  mutable std::uint64_t seen_ = 0;  // the session's changes when it was compared last
  mutable bool has_changed_ = false;
};

/// Same sprites, images, parameters, algorithms (or recording frame), no undo; equal state hashes.
Session clone_session(const Session& session);

/// A word that a POSIX shell takes for this text; quoted only where that is needed.
std::string shell_word(std::string_view text);

/// Facts for a report, each "unknown" where the system does not say.
struct Machine {
  std::string processor = "unknown";  ///< "AMD Ryzen 7 5800X 8-Core Processor"
  std::string cores = "unknown";      ///< that the program may use: "16"
  std::string system = "unknown";     ///< "Debian GNU/Linux 12 (bookworm), x86_64"
  std::string compiler = "unknown";   ///< of this program: "GCC 12.2.0"
  std::string version = "unknown";    ///< of Phasebox
};

Machine this_machine();

/// The same by name, for files that say where they were made: "compiler", "cores", ...
std::map<std::string, std::string> machine_facts();

/// The processor's name in a text like Linux's /proc/cpuinfo; empty where it has none.
std::string processor_in(std::string_view cpuinfo);
/// The system's name in a text like /etc/os-release; empty where it has none.
std::string system_in(std::string_view os_release);

/// The date in UTC, "2026-03-01".
std::string today();

}  // namespace phasebox
