// SPDX-License-Identifier: MIT
// One line of JSON, and the scene as it is.
#include "io/autosave_file.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "io/archive/archive.hpp"

namespace phasebox {
namespace {

constexpr int kAutosaveVersion = 1;

void fields(auto& a, Is<AutosaveHead> auto& head) {
  a.field("saved", head.saved_at);
  a.field("what", head.what);
  a.field("file", head.file);
  a.field("recording", head.recording);
  a.field("frame", head.frame);
  a.field("unsaved", head.has_unsaved);
  a.field("paused", head.paused);
}

}  // namespace

std::string autosave_text(const AutosaveHead& head, std::string_view scene) {
  Json json{{"phasebox-autosave", kAutosaveVersion}};
  FieldWriter f(json);
  fields(f, head);
  return json_text(json) + "\n" + std::string(scene);
}

Result<AutosaveState> parse_autosave(std::string_view text, std::string_view file_name) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const Result<Json> json = parse_json(text.substr(0, end), file_name);
  if (!json) return json.error();
  ReadState reading{fmt::format("{}:1", file_name)};
  const Reader at(*json, reading);
  AutosaveState state;
  if (at.is_version("phasebox-autosave", kAutosaveVersion, "state of a window")) {
    FieldReader f(at);
    fields(f, state.head);
  }
  if (reading.error) return *std::move(reading.error);
  state.scene = text.substr(std::min(end + 1, text.size()));
  return state;
}

}  // namespace phasebox
