// SPDX-License-Identifier: MIT
// Opening the window.
#include "app/window_main.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <thread>

#include <epoxy/gl.h>
#include <fmt/format.h>
#include <SDL.h>

#include "app/application.hpp"
#include "base/os/system.hpp"
#include "cli/terminal.hpp"
#include "io/boxes/box_file.hpp"
#include "io/files/step_log.hpp"
#include "io/files/text_file.hpp"
#include "io/record/record_file.hpp"
#include "plugin/plugin_list.hpp"
#include "ui/model/files/autosave.hpp"
#include "ui/model/files/files.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/user_settings.hpp"
#include "ui/widgets/dear_imgui.hpp"

namespace phasebox {

using namespace ui;

namespace {

// The file of this user: in $XDG_CONFIG_HOME/phasebox or the system's default folder.
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

// From launch options and settings to a running window, and back to settings.

// A size that was asked for is taken as it is: centered, not maximized.
WindowPlace choose_place(const cli::LaunchOptions& options, const UserSettings& settings) {
  if (!options.is_sized) return settings.window;
  return {options.width, options.height, {}, false, true};
}

// The lesson that was asked for begins under all other options.
Status load_lessons(ApplicationModel& model, const std::optional<std::string>& wanted) {
  Result<std::vector<Lesson>> lessons = cli::builtin_lessons();
  if (!lessons) return lessons.error();
  model.lab.lessons.load(*std::move(lessons));
  list_lessons(model, settings_file().parent_path() / "lessons");
  if (!wanted) return {};
  model.session.forget_history();
  return begin_lesson(model, *wanted);
}

Status configure_model(ApplicationModel& model, cli::LaunchOptions options) {
  const bool opens_picture = options.file && kind_of(*options.file) == FileKind::picture;
  const bool opens_lesson = options.file && is_lesson_file(*options.file);
  if (opens_lesson) options.lesson = options.file;
  if (options.file && !opens_picture && !opens_lesson) options.scene = options.file;
  if (Status error = cli::configure(model.session, options, {&model.view, view_rows()}))
    return error;
  tell_notes(model);
  if (const auto& document = model.session.file().document) model.paused = document->paused;
  const RecordingPlayback* show = model.session.show();
  if (const std::string path = show ? show->path() : model.session.file().path; !path.empty())
    remember_file(model, path);
  if (opens_picture) open_file(model, *options.file);
  if (options.follow) {
    if (Status error = begin_following(model, *options.follow, options.keep)) return error;
    // A narrowphase that was asked for stays, as it does with a file of recorded boxes.
    if (options.narrowphase) model.apply(command::SelectNarrowphase{*options.narrowphase});
    model.session.forget_history();
  }
  return load_lessons(model, options.lesson);
}

// A user who has left the start page or says what to show does not need it.
void welcome(ApplicationModel& model, const cli::LaunchOptions& options) {
  model.ui.welcome_open = !model.ui.is_welcomed && !options.scene && !options.file &&
                          !options.lesson && !options.follow;
}

// For records and reports.
std::map<std::string, std::string> display_facts(const Renderer& renderer) {
  const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
  return {{"OpenGL", fmt::format("{}, {}", version ? version : "unknown", renderer.device())},
          {"video", SDL_GetCurrentVideoDriver()}};
}

Status begin_logs(ApplicationModel& model, const cli::LaunchOptions& options) {
  if (!options.log.empty()) {
    Result<StepLog> log = StepLog::open(options.log);
    if (!log) return log.error();
    model.log = std::make_unique<StepLog>(*std::move(log));
  }
  if (options.record.empty()) return {};
  auto record = RecordFile::open(options.record, record_facts(model), model.session);
  if (!record) return record.error();
  model.record_file = *std::move(record);
  model.record->pass_on(model.record_file.get());
  return {};
}

// On SIGTERM and SIGINT the autosave is kept: the user may not have meant to lose the window.
void end_autosave(ApplicationModel& model) {
  if (!model.autosave) return;
  if (!os::StopSignals::arrived()) return model.autosave->finish();
  if (const Status error = model.autosave->keep(model)) cli::report(*error, cli::kDone);
}

}  // namespace

int open_window(const cli::LaunchOptions& options) {
  const std::array outputs{OutputFile{"--log", options.log},
                           OutputFile{"--record", options.record}};
  if (const Status error = check_outputs(outputs, options.file.value_or(cli::input_file(options))))
    return cli::report(*error);
  const std::filesystem::path file = settings_file();
  std::string trouble;
  UserSettings settings = load_settings(file, trouble);
  auto model = std::make_unique<ApplicationModel>(builtin_images());
  model->session.set_threads(std::max(1u, std::thread::hardware_concurrency()));
  model->plugins = options.plugins;
  adopt_settings(*model, settings);
  if (const Status error = configure_model(*model, options)) return cli::report(*error);
  if (const Status error = check_first_pairs(*model)) return cli::report(*error);

  auto window = GlWindow::open("Phasebox", choose_place(options, settings));
  if (!window) return cli::report(window.error(), cli::kOurFailure);
  auto renderer = Renderer::create();
  if (!renderer) return cli::report(renderer.error(), cli::kOurFailure);
  model->machine = display_facts(**renderer);
  if (const Status error = begin_logs(*model, options)) return cli::report(*error);
  // The command line goes before the settings, the settings before the screen.
  if (options.ui_scale > 0) settings.ui_scale = options.ui_scale;
  model->ui.scale_follows_screen = settings.ui_scale == 0;
  model->ui.scale = settings.ui_scale > 0 ? settings.ui_scale : (*window)->screen_scale();
  if (!trouble.empty()) model->warn(trouble);
  welcome(*model, options);
  begin_autosave(*model, file.parent_path());

  const GlWindow& shown = **window;
  ApplicationModel& state = *model;
  // What the command line asked for is no choice to be kept.
  UserSettings at_start = current_settings(state, settings);
  os::StopSignals stop;
  Application application(*std::move(window), *std::move(renderer), std::move(model),
                          options.dump_state);
  application.run();
  if (state.log)
    if (const Status error = state.log->close()) cli::report(*error, cli::kDone);
  if (state.record_file)
    if (const Status error = state.record_file->close()) cli::report(*error, cli::kDone);
  end_autosave(state);
  UserSettings now = current_settings(state, settings);
  at_start.window = shown.places().first();
  now.window = shown.places().last();
  const UserSettings saved = merged(at_start, now, load_settings(file, trouble));
  if (const Status error = save_settings(file, saved))
    return cli::report(*error, cli::kDone);  // the window did what it was asked to
  return cli::kDone;
}

}  // namespace phasebox
