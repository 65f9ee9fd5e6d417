// SPDX-License-Identifier: MIT
// Reads the user's settings from JSON, writes them, and merges those of two windows.
#include "ui/user_settings.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <system_error>

#include "io/archive/archive.hpp"
#include "io/archive/json.hpp"
#include "io/files/text_file.hpp"
#include "language/format_sentence.hpp"
#include "ui/model/open_lesson.hpp"
#include "ui/registry.hpp"

namespace phasebox {

using namespace ui;

void read(const Reader& at, std::optional<DesktopPoint>& position) {
  constexpr Whole kDesktop{-(1 << 16), 1 << 16};  // px
  if (at.json().is_null() || !at.is_list_of(2, "must be an array of 2 values")) return;
  DesktopPoint& point = position.emplace();
  read(at.element(0), point.x, kDesktop);
  read(at.element(1), point.y, kDesktop);
}
void write(Json& to, const std::optional<DesktopPoint>& position) {
  if (position) to = Json::array({position->x, position->y});
}

void read(const Reader& at, std::optional<Language>& language) {
  std::string id;
  read(at, id);
  const auto found = std::ranges::find(kLanguageIds, id);
  if (found != kLanguageIds.end()) language = static_cast<Language>(found - kLanguageIds.begin());
}
void write(Json& to, const std::optional<Language>& language) {
  to = language ? kLanguageIds[static_cast<std::size_t>(*language)] : "";
}

void read(const Reader& at, ViewOptions& view) {
  at.each_member([&](const std::string& key, const Reader& one) {
    const Param* row = find_param(view_rows(), key);
    if (!row || !one.is_text()) return;
    const Result<double> value = parse_value(*row, *one.json().text());
    if (value.failed()) return one.refuse(value.error().text);
    row->set(&view, *value);
  });
}
void write(Json& to, const ViewOptions& view) {
  for (const Param& row : view_rows()) to[row.key] = format_value(row, row.get(&view));
}

using SectionsOpen = std::array<bool, kSections>;
void read(const Reader& at, SectionsOpen& open) {
  FieldReader f(at);
  for (std::size_t i = 0; i < kSections; ++i)
    f.optional(section_title(static_cast<Section>(i)), open[i]);
}
void write(Json& to, const SectionsOpen& open) {
  for (std::size_t i = 0; i < kSections; ++i) to[section_title(static_cast<Section>(i))] = open[i];
}

void read(const Reader& at, std::set<std::string>& ids) {
  std::vector<std::string> all;
  read(at, all);
  ids = {all.begin(), all.end()};
}

namespace {

constexpr int kVersion = 1;
constexpr JsonStyle kStyle{.indent = 2, .is_sorted = true};

// Reads the keys that the user has changed. An entry that is no list of key names does not fail
// here: it becomes a name that is no key, and KeyMap::load refuses it with the action's id.
KeyNames keys_of(const Json& json) {
  KeyNames keys;
  if (!json.members()) return keys;
  for (const auto& [id, names] : *json.members()) {
    ReadState state;
    read(Reader(names, state), keys[id]);
    if (state.status.failed()) keys[id] = {"not a list of names"};
  }
  return keys;
}

/// A JSON object inside the settings; `fields` names its members to a FieldReader or FieldWriter.
/// Members that it does not name are ignored, because a newer Phasebox may have written them.
template <class F>
struct Part {
  F fields;
};
template <class F>
Part(F) -> Part<F>;  // clang 14 deduces no F for an aggregate by itself
template <class F>
void read(const Reader& at, const Part<F>& part) {
  FieldReader f(at);
  part.fields(f);
}
template <class F>
void write(Json& to, const Part<F>& part) {
  FieldWriter f(to);
  part.fields(f);
}

void fields(auto& a, Is<UserSettings> auto& s) {
  a.optional("window", Part{[&](auto& f) {
               f.optional("width", s.window.width, Whole{320, 16384});
               f.optional("height", s.window.height, Whole{240, 16384});
               f.optional("position", s.window.position);
               f.optional("maximized", s.window.is_maximized);
             }});
  a.optional("ui_scale", s.ui_scale, Between{0, 4});
  a.optional("view", s.view);
  a.optional("threads", s.threads);
  a.optional("panel", Part{[&](auto& f) {
               f.optional("open", s.panel_open);
               f.optional("beside", s.panel_beside);
               f.optional("race_plot", s.race_plot);
               f.optional("welcomed", s.is_welcomed);
               f.optional("width", s.panel_width, Between{100, 4000});
               f.optional("space_share", s.space_share, Between{0, 1});
               f.optional("large_statistics", s.large_statistics);
               // Not "sections", under which older files have values of another kind.
               f.optional("unfolded", s.section_open);
             }});
  // Older files have in this object a height for each tool; those are ignored.
  a.optional("drawer", Part{[&](auto& f) {
               f.optional("height", s.drawer_height, Between{1, 4000});
             }});
  a.optional("recent", s.recent);
  a.optional("launch", Part{[&](auto& f) {
               f.optional("image", s.launch_image);
               f.optional("size", s.launch_size, Between{4, 512});
             }});
  a.optional("lessons", Part{[&](auto& f) {
               f.optional("language", s.language);
               f.optional("finished", s.finished_lessons);
             }});
}

Json to_json(const UserSettings& settings) {
  Json json{{"version", kVersion}, {"keys", settings.keys}};
  FieldWriter f(json);
  fields(f, settings);
  return json;
}

Result<UserSettings> from_json(const Json& json) {
  ReadState state{"settings"};
  const Reader at(json, state);
  FieldReader f(at);
  UserSettings settings;
  fields(f, settings);
  if (const Json* keys = json.find("keys")) settings.keys = keys_of(*keys);
  if (state.status.failed()) return state.status.error();
  return settings;
}

Sentence set_aside(const std::filesystem::path& file, const Sentence& why) {
  std::filesystem::path aside = file;
  aside += ".broken";
  std::error_code error;
  std::filesystem::rename(file, aside, error);
  return say("The settings could not be read ({}); they are now {}, and defaults are used", why,
             error ? "ignored" : Sentence::as_is(aside.string()));
}

Json merged(const Json& before, const Json& mine, const Json& theirs) {
  if (!mine.members()) return json_text(mine) == json_text(before) ? theirs : mine;
  Json all = theirs.members() ? theirs : Json::object();
  const auto member = [](const Json& json, const std::string& key) {
    const Json* found = json.find(key);
    return found ? *found : Json();
  };
  for (const auto& [key, value] : *mine.members())
    all[key] = merged(member(before, key), value, member(all, key));
  return all;
}

// Returns the language that the first non-empty variable of LC_ALL, LC_MESSAGES and LANG asks for;
// English if all are empty.
Language environment_language() {
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* locale = std::getenv(variable); locale && *locale)
      return language_of_locale(locale);
  return Language::english;
}

}  // namespace

UserSettings merged(const UserSettings& before, const UserSettings& mine,
                    const UserSettings& theirs) {
  // Keys are not merged action by action, because two actions could get the same key. All come from
  // one of the two windows.
  const auto without_keys = [](UserSettings settings) {
    settings.keys.clear();
    return to_json(settings);
  };
  auto read = from_json(merged(without_keys(before), without_keys(mine), without_keys(theirs)));
  assert(!read.failed() && "parts of settings are settings");
  UserSettings all = read.failed() ? mine : *std::move(read);
  all.finished_lessons = mine.finished_lessons;
  all.finished_lessons.insert(theirs.finished_lessons.begin(), theirs.finished_lessons.end());
  all.keys = mine.keys != before.keys ? mine.keys : theirs.keys;
  return all;
}

std::string settings_text(const UserSettings& settings) {
  return json_text(to_json(settings), kStyle) + "\n";
}

Result<UserSettings> parse_settings(std::string_view text) {
  const Result<Json> json = parse_json(text, "settings", 1, JsonReal::float64);
  if (json.failed()) return json.error();
  return from_json(*json);
}

UserSettings load_settings(const std::filesystem::path& file, Sentence& trouble) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return {};
  Result<UserSettings> settings = opened(file, kMaxSettingsFile, parse_settings);
  if (!settings.failed()) return *std::move(settings);
  trouble = set_aside(file, settings.error().text);
  return {};
}

Status save_settings(const std::filesystem::path& file, const UserSettings& settings) {
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (error)
    return Error{say("{}: {}", Sentence::as_is(file.parent_path().string()),
                     Sentence::as_is(error.message()))};
  return write_file_atomically(file, settings_text(settings));
}

void adopt_settings(ApplicationModel& model, const UserSettings& settings) {
  model.view = settings.view;
  UiState& ui = model.ui;
  static_cast<KeptLayout&>(ui) = settings;
  model.use_threads(settings.threads);
  ui.language = settings.language.value_or(environment_language());
  model.lab.lessons.set_finished(settings.finished_lessons);
  for (const Sentence& fault : ui.keys.load(settings.keys, actions())) model.warn(fault);
  const int image = model.session.images().find(settings.launch_image);
  ui.launch_image = static_cast<std::uint16_t>(std::max(0, image));
}

UserSettings current_settings(const ApplicationModel& model, UserSettings before) {
  before.view = view_of_user(model);
  const UiState& ui = model.ui;
  static_cast<KeptLayout&>(before) = ui;
  if (const auto& lesson = model.before_lesson) {
    before.section_open = lesson->section_open;
    before.panel_beside = lesson->panel_beside;
  }
  if (ui.scale_is_chosen) before.ui_scale = ui.scale;
  if (before.language || ui.language != environment_language()) before.language = ui.language;
  before.finished_lessons = model.lab.lessons.finished();
  before.keys = ui.keys.names();
  if (ui.launch_image < model.session.images().size())
    before.launch_image = model.session.images()[ui.launch_image].name;
  return before;
}

}  // namespace phasebox
