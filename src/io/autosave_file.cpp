// SPDX-License-Identifier: MIT
// One line of JSON, and the scene as it is.
#include "io/autosave_file.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "io/json.hpp"

namespace phasebox {
namespace {

constexpr int kAutosaveVersion = 1;

Error no_state(std::string_view file_name) {
  return {fmt::format("{}:1: no state of a window; the first line must say what it is", file_name)};
}

}  // namespace

std::string autosave_text(const AutosaveHead& head, std::string_view scene) {
  return json_text({{"phasebox-autosave", kAutosaveVersion},
                    {"saved", head.saved_at},
                    {"what", head.what},
                    {"file", head.file},
                    {"recording", head.recording},
                    {"frame", head.frame},
                    {"unsaved", head.has_unsaved},
                    {"paused", head.paused}}) +
         "\n" + std::string(scene);
}

Result<AutosaveState> parse_autosave(std::string_view text, std::string_view file_name) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  try {
    const Json json = Json::parse(text.substr(0, end));
    if (json.at("phasebox-autosave") != kAutosaveVersion)
      return Error{fmt::format("{}:1: version {} is not known, this program reads version {}",
                               file_name, json_text(json.at("phasebox-autosave")),
                               kAutosaveVersion)};
    AutosaveState state;
    AutosaveHead& head = state.head;
    head.saved_at = json.at("saved").get<std::string>();
    head.what = json.at("what").get<std::string>();
    head.file = json.at("file").get<std::string>();
    head.recording = json.at("recording").get<std::string>();
    if (!json.at("frame").is_number_unsigned()) return no_state(file_name);
    head.frame = json.at("frame").get<std::uint64_t>();
    head.has_unsaved = json.at("unsaved").get<bool>();
    head.paused = json.at("paused").get<bool>();
    state.scene = text.substr(std::min(end + 1, text.size()));
    return state;
  } catch (const Json::exception&) {
    return no_state(file_name);
  }
}

}  // namespace phasebox
