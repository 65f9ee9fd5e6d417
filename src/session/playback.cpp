// SPDX-License-Identifier: MIT
// Replaces the numbers of sprites in texts by the ids of their recorded boxes.
#include "session/playback.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>
#include <system_error>

namespace phasebox {

// A number without a box in the recording stays as it is.
std::string Playback::named(std::string text) const {
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
