// SPDX-License-Identifier: MIT
// Box recordings and scene documents as texts in the JSON of a record.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "collide/box_recording.hpp"
#include "io/archive/archive.hpp"
#include "io/archive/json.hpp"
#include "world/recording_playback.hpp"
#include "world/scene/document.hpp"

namespace phasebox {

/// These write and read a recording as the text of its box file. The text is empty for one that has
/// no boxes yet, to which frames will be added.
void write(Json& to, const std::shared_ptr<const BoxRecording>& boxes);
void read(const Reader& at, std::shared_ptr<const BoxRecording>& boxes);

/// These write and read the frames that are added to a recording as the text of one recording that
/// holds them.
void write(Json& to, const std::vector<BoxFrame>& frames);
void read(const Reader& at, std::vector<BoxFrame>& frames);
/// Returns each frame as a recording of its own; nothing where the recording has no boxes.
std::vector<BoxFrame> frames_of(const BoxRecording& all);

/// `document_text` and `read` write and read a document as the text of a scene file, without the
/// settings of the view.
Result<std::string> document_text(const SceneDocument& document);
void read(const Reader& at, SceneDocument& document);

}  // namespace phasebox
