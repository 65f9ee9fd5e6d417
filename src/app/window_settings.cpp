// SPDX-License-Identifier: MIT
// What the window remembers from one start to the next, as JSON.
#include "app/window_settings.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <SDL.h>

#include "io/json.hpp"
#include "io/text_file.hpp"
#include "ui/registry.hpp"

namespace phasebox {
namespace {

// Settings as a JSON file in the user's configuration folder.

using nlohmann::json;

constexpr int kVersion = 1;
constexpr int kFurthest = 1 << 16;  // px, on a desktop

json to_json(const WindowPlace& w) {
  return {{"width", w.width},
          {"height", w.height},
          {"position", w.position ? json{w.position->x, w.position->y} : json()},
          {"maximized", w.is_maximized}};
}

json to_json(const UserSettings& s) {
  json view;
  for (const Param& row : view_rows())
    view[std::string(row.key)] = format_value(row, row.get(&s.view));
  json sections;
  for (std::size_t i = 0; i < kSections; ++i)
    sections[std::string(section_title(static_cast<Section>(i)))] = s.section_open[i];
  return {{"version", kVersion},
          {"window", to_json(s.window)},
          {"ui_scale", s.ui_scale},
          {"view", view},
          {"panel",
           {{"open", s.panel_open},
            {"width", s.panel_width},
            {"space_share", s.space_share},
            {"large_statistics", s.large_statistics},
            {"sections", sections}}},
          {"drawer", s.drawer_heights.empty() ? json::object() : json(s.drawer_heights)},
          {"launch", {{"image", s.launch_image}, {"size", s.launch_size}}},
          {"lessons",
           {{"language", s.language ? kLanguageIds[static_cast<std::size_t>(*s.language)] : ""},
            {"finished", s.finished_lessons}}},
          {"keys", s.keys},
          {"idle_keys", s.idle_keys}};
}

// An entry that is no list of names is kept aside, as one that names no key is.
void read_keys(const json& all, UserSettings& s) {
  if (!all.is_object()) return;
  for (const auto& [id, names] : all.items()) {
    const bool is_list = names.is_array() && std::ranges::all_of(names, [](const json& name) {
                           return name.is_string();
                         });
    s.keys[id] = is_list ? names.get<std::vector<std::string>>()
                         : std::vector{"not a list of names: " + names.dump()};
  }
}

template <class T>
T within(T value, T lo, T hi, const char* name) {
  if (!(value >= lo && value <= hi))
    throw std::range_error(fmt::format("{} must lie from {} to {}", name, lo, hi));
  return value;
}

std::optional<Language> language_named(const std::string& id) {
  const auto found = std::ranges::find(kLanguageIds, id);
  if (found == kLanguageIds.end()) return {};
  return static_cast<Language>(found - kLanguageIds.begin());
}

// JSON numbers may be larger than any int.
int px_within(const json& j, int lo, int hi, const char* name) {
  return static_cast<int>(
      within(j.get<double>(), static_cast<double>(lo), static_cast<double>(hi), name));
}

WindowPlace window_from_json(const json& j) {
  WindowPlace w;
  w.width = px_within(j.value("width", json(w.width)), 320, 16384, "window.width");
  w.height = px_within(j.value("height", json(w.height)), 240, 16384, "window.height");
  w.is_maximized = j.value("maximized", w.is_maximized);
  const json at = j.value("position", json());
  if (at.is_null()) return w;
  const auto px = [&](std::size_t i) {
    return px_within(at.at(i), -kFurthest, kFurthest, "window.position");
  };
  w.position = DesktopPoint{px(0), px(1)};
  return w;
}

// Unknown keys are passed over, so that an older Phasebox reads a newer one's settings.
UserSettings from_json(const json& j) {
  UserSettings s;
  const json panel = j.value("panel", json::object());
  const json view = j.value("view", json::object()), launch = j.value("launch", json::object());
  s.window = window_from_json(j.value("window", json::object()));
  s.ui_scale = within(j.value("ui_scale", s.ui_scale), 0.0f, 4.0f, "ui_scale");
  for (const Param& row : view_rows()) {
    const std::string key(row.key);
    if (!view.contains(key)) continue;
    const Result<double> value = parse_value(row, view.at(key).get<std::string>());
    if (!value) throw std::range_error(fmt::format("view.{}: {}", key, value.error().text));
    row.set(&s.view, *value);
  }
  s.panel_open = panel.value("open", s.panel_open);
  s.large_statistics = panel.value("large_statistics", s.large_statistics);
  s.panel_width = within(panel.value("width", s.panel_width), 100.0f, 4000.0f, "panel.width");
  s.space_share =
      within(panel.value("space_share", s.space_share), 0.0f, 1.0f, "panel.space_share");
  const json sections = panel.value("sections", json::object());
  for (std::size_t i = 0; i < kSections; ++i)
    s.section_open[i] =
        sections.value(std::string(section_title(static_cast<Section>(i))), s.section_open[i]);
  const json drawer = j.value("drawer", json::object());
  for (const auto& [tool, height] : drawer.items())
    s.drawer_heights[tool] = within(height.get<float>(), 1.0f, 4000.0f, "drawer height");
  read_keys(j.value("keys", json::object()), s);
  s.idle_keys = j.value("idle_keys", s.idle_keys);
  const json lessons = j.value("lessons", json::object());
  s.language = language_named(lessons.value("language", ""));
  s.finished_lessons = lessons.value("finished", s.finished_lessons);
  s.launch_image = launch.value("image", s.launch_image);
  s.launch_size = within(launch.value("size", s.launch_size), 4.0f, 512.0f, "launch.size");
  return s;
}

std::string set_aside(const std::filesystem::path& file, const std::string& why) {
  std::filesystem::path aside = file;
  aside += ".broken";
  std::error_code error;
  std::filesystem::rename(file, aside, error);
  return fmt::format("The settings could not be read ({}); they are now {}, and defaults are used",
                     why, error ? "ignored" : aside.string());
}

json merged(const json& before, const json& mine, const json& theirs) {
  if (!mine.is_object()) return mine == before ? theirs : mine;
  json all = theirs.is_object() ? theirs : json::object();
  for (const auto& [key, value] : mine.items()) {
    const json old = before.is_object() ? before.value(key, json()) : json();
    all[key] = merged(old, value, all.value(key, json()));
  }
  return all;
}

}  // namespace

UserSettings merged(const UserSettings& before, const UserSettings& mine,
                    const UserSettings& theirs) {
  // Keys come as a whole from one of both, so that none is used twice.
  const auto without_keys = [](UserSettings settings) {
    settings.keys.clear(), settings.idle_keys.clear();
    return to_json(settings);
  };
  UserSettings all =
      from_json(merged(without_keys(before), without_keys(mine), without_keys(theirs)));
  all.finished_lessons = mine.finished_lessons;
  all.finished_lessons.insert(theirs.finished_lessons.begin(), theirs.finished_lessons.end());
  const UserSettings& with_keys = mine.keys != before.keys ? mine : theirs;
  all.keys = with_keys.keys;
  all.idle_keys = with_keys.idle_keys;
  return all;
}

Language environment_language() {
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* locale = std::getenv(variable); locale && *locale)
      return language_of_locale(locale);
  return Language::english;
}

std::filesystem::path settings_file() {
  const auto from = [](const char* variable) {
    const char* value = std::getenv(variable);
    return std::filesystem::path(value ? value : "");
  };
  constexpr const char* kName = "settings.json";
  if (const auto config = from("XDG_CONFIG_HOME"); config.is_absolute())
    return config / "phasebox" / kName;
#if defined(__linux__)
  if (const auto home = from("HOME"); home.is_absolute())
    return home / ".config" / "phasebox" / kName;
#endif
  char* folder = SDL_GetPrefPath("", "phasebox");
  const std::filesystem::path file = std::filesystem::path(folder ? folder : ".") / kName;
  SDL_free(folder);
  return file;
}

std::string settings_text(const UserSettings& settings) {
  return to_json(settings).dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<UserSettings> parse_settings(std::string_view text) {
  if (auto error = check_json(text, "settings")) return *std::move(error);
  try {
    return from_json(json::parse(text));
  } catch (const std::exception& e) {
    return Error{e.what()};
  }
}

UserSettings load_settings(const std::filesystem::path& file, std::string& trouble) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return {};
  const Result<std::string> text = read_file(file, kMaxSettingsFile);
  Result<UserSettings> settings = text ? parse_settings(*text) : text.error();
  if (settings) return *std::move(settings);
  trouble = set_aside(file, settings.error().text);
  return {};
}

Status save_settings(const std::filesystem::path& file, const UserSettings& settings) {
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (error) return Error{fmt::format("{}: {}", file.parent_path().string(), error.message())};
  return write_file_atomically(file, settings_text(settings));
}

void adopt_settings(ApplicationModel& model, const UserSettings& settings) {
  model.view = settings.view;
  UiState& ui = model.ui;
  static_cast<KeptLayout&>(ui) = settings;
  ui.language = settings.language.value_or(environment_language());
  model.lab.lessons.set_finished(settings.finished_lessons);
  for (const std::string& fault : ui.keys.load(settings.keys, actions(), ui.idle_keys))
    model.warn(fault);
  const int image = model.session.images().find(settings.launch_image);
  ui.launch_image = static_cast<std::uint16_t>(std::max(0, image));
}

UserSettings current_settings(const ApplicationModel& model, UserSettings before) {
  before.view = model.view;
  const UiState& ui = model.ui;
  static_cast<KeptLayout&>(before) = ui;
  if (ui.scale_is_chosen) before.ui_scale = ui.scale;
  if (before.language || ui.language != environment_language()) before.language = ui.language;
  before.finished_lessons = model.lab.lessons.finished();
  before.keys = ui.keys.names();
  if (ui.launch_image < model.session.images().size())
    before.launch_image = model.session.images()[ui.launch_image].name;
  return before;
}

}  // namespace phasebox
