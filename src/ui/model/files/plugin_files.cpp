// SPDX-License-Identifier: MIT
// What the session, the studies and the window do when there is another plug-in.
#include "ui/model/files/plugin_files.hpp"

#include <string>

#include <fmt/format.h>

#include "io/files/text_file.hpp"
#include "ui/model/application_model.hpp"

namespace phasebox {

extern const ActionRow reload_plugins_action;  // actions/algorithm_actions.cpp
namespace {

// All that was measured, counted or drawn is of the code before.
void use_plugins(ApplicationModel& model) {
  model.session.renew_broadphases();
  model.lab.renew_broadphases();
  model.forget_trace();
  model.phases.clear();
  model.changed = true;
}

}  // namespace

void open_plugin(ApplicationModel& model, const std::filesystem::path& file) {
  model.lab.stop_studies(model.session);
  if (model.autosave) model.autosave->wait();  // it reads the registry
  const auto loaded = model.plugins->load(absolute_path(file));
  if (!loaded) return model.warn(loaded.error().text);
  use_plugins(model);
  if (!model.apply(command::SelectBroadphase{std::string((*loaded)->id)})) return;
  model.note(fmt::format("Loaded {} from {}; {} loads it again", (*loaded)->title,
                         file.filename().string(),
                         key_or_menu(reload_plugins_action, model.ui.keys)));
}

void reload_plugins(ApplicationModel& model) {
  const auto entries = model.plugins->entries();
  if (entries.empty())
    return model.note("There is no plug-in to load again; open one (.so), or start with --plugin");
  model.lab.stop_studies(model.session);
  std::string done;
  for (const BroadphaseEntry* entry : entries) {
    if (const Status error = model.plugins->reload(*entry))
      model.warn(fmt::format("{}; {} stays as it was", error->text, entry->title));
    else
      done += fmt::format("{}{}", done.empty() ? "" : ", ", entry->title);
  }
  if (done.empty()) return;
  use_plugins(model);
  model.note("Loaded again: " + done, "plugin");
}

}  // namespace phasebox
