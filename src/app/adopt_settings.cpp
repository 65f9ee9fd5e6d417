// SPDX-License-Identifier: MIT
#include "app/adopt_settings.hpp"

#include <algorithm>
#include <string>

#include "ui/registry.hpp"

namespace phasebox {

void adopt_settings(ApplicationModel& model, const UserSettings& settings) {
  model.view = settings.view;
  UiState& ui = model.ui;
  ui.panel_open = settings.panel_open;
  ui.panel_width = settings.panel_width;
  ui.drawer_heights = settings.drawer_heights;
  ui.space_share = settings.space_share;
  ui.section_open = settings.section_open;
  ui.large_statistics = settings.large_statistics;
  ui.launch_size = settings.launch_size;
  ui.language = settings.language.value_or(environment_language());
  model.lab.lessons.set_finished(settings.finished_lessons);
  ui.idle_keys = settings.idle_keys;
  for (const std::string& fault : ui.keys.load(settings.keys, actions(), ui.idle_keys))
    model.warn(fault);
  const int image = model.session.images().find(settings.launch_image);
  ui.launch_image = static_cast<std::uint16_t>(std::max(0, image));
}

UserSettings current_settings(const ApplicationModel& model, UserSettings before) {
  before.view = model.view;
  const UiState& ui = model.ui;
  before.panel_open = ui.panel_open;
  before.panel_width = ui.panel_width;
  before.drawer_heights = ui.drawer_heights;
  before.space_share = ui.space_share;
  before.section_open = ui.section_open;
  before.large_statistics = ui.large_statistics;
  before.launch_size = ui.launch_size;
  if (ui.scale_is_chosen) before.ui_scale = ui.scale;
  if (before.language || ui.language != environment_language()) before.language = ui.language;
  before.finished_lessons = model.lab.lessons.finished();
  before.keys = ui.keys.names();
  before.idle_keys = ui.idle_keys;
  if (ui.launch_image < model.session.images().size())
    before.launch_image = model.session.images()[ui.launch_image].name;
  return before;
}

}  // namespace phasebox
