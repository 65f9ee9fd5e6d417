// SPDX-License-Identifier: MIT
// The names by which a user knows the scene and the sprites of a session: those of the recording
// while one plays, else the session's own.
#pragma once
#include <cstdint>
#include <string>

#include "session/session.hpp"

namespace phasebox {

/// The name of the recording that plays, else the id of the scene.
inline std::string scene_name(const Session& session) {
  const RecordingPlayback* show = session.playback();
  return show ? show->name() : std::string(session.settings().scene->id);
}
/// The number by which a user knows the sprite: the id of its recorded box while a recording
/// plays, else the sprite's own id.
inline std::int64_t shown_id(const Session& session, SpriteId id) {
  const RecordingPlayback* show = session.playback();
  return show && id < show->ids().size() ? show->ids()[id] : static_cast<std::int64_t>(id);
}
/// Returns `shown_id` as text. A sprite's own id has grouped thousands ("12,345"); a recorded id
/// has not, because it is a name.
std::string shown_id_text(const Session&, SpriteId);
/// Returns the text with the number behind each "#" (as "#12"), a sprite id, replaced by the
/// recorded id of that box.
std::string with_recorded_ids(std::string text, const RecordingPlayback&);

}  // namespace phasebox
