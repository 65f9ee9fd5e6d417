// SPDX-License-Identifier: MIT
// The subject of a study: a session, by everything that does not move by itself.
#pragma once
#include <cstdint>
#include <string>

#include "base/sentence.hpp"
#include "session/session.hpp"

namespace phasebox {

/// Identifies a session by everything that does not move by itself: its scene, file or recording,
/// the number and kinds of its sprites, and the settings of world, scene and response.
struct Subject {
  std::string title;  ///< "mixed", "drift.csv"
  Sentence name;      ///< "scene mixed, 500 sprites, seed 1"; "drift.csv, 40 frames"
  std::uint64_t signature = 0;
};

/// Whether `subject_text` names the number of sprites.
enum class SubjectCount : std::uint8_t { left_out, named };

/// The scene with its seed ("Flash, 60 sprites, seed 1"), or the recording's name. Edits do not
/// change it.
Sentence subject_text(const Session& session, SubjectCount count);

/// Describes and hashes the session. O(sprites).
Subject subject_of(const Session& session);

/// Tells whether a session is still what a study was about. Compares again only after commands.
class SubjectWatch {
 public:
  void begin(const Session& session);
  const Subject& subject() const { return subject_; }
  bool has_changed(const Session& session) const;
  /// One sentence: "Found for scene mixed, 500 sprites, seed 1; the scene has changed since."
  Sentence sentence(const Session& session) const;

 private:
  Subject subject_;
  mutable std::uint64_t seen_ = 0;  // the session's change count at the last comparison
  mutable bool has_changed_ = false;
};

/// A copy with the same sprites, images, parameters, algorithms and recording frame, without undo
/// history. State hashes are equal.
Session clone_session(const Session& session);

}  // namespace phasebox
