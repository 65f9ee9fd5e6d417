// SPDX-License-Identifier: MIT
// Writes the numbers of sprites as a user knows them, and replaces them in finished texts.
#include "session/shown_names.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>
#include <system_error>

#include "base/number_format.hpp"

namespace phasebox {

std::string shown_id_text(const Session& session, SpriteId id) {
  return session.playback() ? std::to_string(shown_id(session, id)) : grouped(id);
}

// A number that is no sprite's id in the shown frame stays as it is.
std::string with_recorded_ids(std::string text, const RecordingPlayback& recording) {
  const std::span<const std::int64_t> ids = recording.ids();
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    out += text[at++];
    std::size_t number = 0;
    const auto [end, failure] =
        std::from_chars(text.data() + at, text.data() + text.size(), number);
    if (out.back() != '#' || failure != std::errc{} || number >= ids.size()) continue;
    out += std::to_string(ids[number]);
    at = static_cast<std::size_t>(end - text.data());
  }
  return out;
}

}  // namespace phasebox
