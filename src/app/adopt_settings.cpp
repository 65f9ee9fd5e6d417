// SPDX-License-Identifier: MIT
// What a window takes from the settings at its start, and gives back at its end.
#include "app/adopt_settings.hpp"

#include <algorithm>
#include <string>

#include "ui/registry.hpp"

namespace phasebox {
namespace {

// What settings and window keep under the same names.
template <class From, class To>
void copy_layout(const From& from, To& to) {
  to.panel_open = from.panel_open;
  to.panel_width = from.panel_width;
  to.drawer_heights = from.drawer_heights;
  to.space_share = from.space_share;
  to.section_open = from.section_open;
  to.large_statistics = from.large_statistics;
  to.launch_size = from.launch_size;
  to.idle_keys = from.idle_keys;
}

}  // namespace

void adopt_settings(ApplicationModel& model, const UserSettings& settings) {
  model.view = settings.view;
  UiState& ui = model.ui;
  copy_layout(settings, ui);
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
  copy_layout(ui, before);
  if (ui.scale_is_chosen) before.ui_scale = ui.scale;
  if (before.language || ui.language != environment_language()) before.language = ui.language;
  before.finished_lessons = model.lab.lessons.finished();
  before.keys = ui.keys.names();
  if (ui.launch_image < model.session.images().size())
    before.launch_image = model.session.images()[ui.launch_image].name;
  return before;
}

}  // namespace phasebox
