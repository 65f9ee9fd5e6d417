// SPDX-License-Identifier: MIT
// The subject of a study: what identifies the session that it measured, while its sprites move on.
#pragma once
#include <cstdint>
#include <string>

#include "base/sentence.hpp"
#include "session/session.hpp"

namespace phasebox {

/// Identifies a session by what does not change while it runs: the scene and its file, the number
/// of its sprites and their properties except movement, and the settings of world, scene and
/// response; a recording by its file, number of frames and boxes, and field. The algorithms do not
/// count.
struct Subject {
  std::string title;            ///< "mixed", "drift.csv"
  Sentence name;                ///< "scene mixed, 500 sprites, seed 1"; "drift.csv, 40 frames"
  std::uint64_t signature = 0;  ///< a hash; equal for equal subjects
};

/// Whether `subject_text` names the number of sprites.
enum class SubjectCount : std::uint8_t { left_out, named };

/// The scene's title and seed ("Flash, 60 sprites, seed 1"), or the recording's name. Of the user's
/// edits it shows only the number of sprites, if that is named.
Sentence subject_text(const Session& session, SubjectCount count);

/// Describes the session and hashes what identifies it. O(sprites).
Subject subject_of(const Session& session);

/// Tells whether a session is still what a study was about. It compares the subjects only after
/// `Session::changes` has risen, since comparing takes O(sprites).
class SubjectWatch {
 public:
  /// Takes the session as what the study is about.
  void begin(const Session& session);
  const Subject& subject() const { return subject_; }
  bool has_changed(const Session& session) const;
  /// One sentence: "Found for scene mixed, 500 sprites, seed 1.", or with "; the scene has changed
  /// since." at the end.
  Sentence sentence(const Session& session) const;

 private:
  Subject subject_;
  mutable std::uint64_t seen_ = 0;  // the session's change count at the last comparison
  mutable bool has_changed_ = false;
};

/// A copy with the same sprites, images, parameters, algorithms and frame of a recording, without
/// undo history; its pairs are found. The state hashes of both are equal.
Session clone_session(const Session& session);

}  // namespace phasebox
