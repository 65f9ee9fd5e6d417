// SPDX-License-Identifier: MIT
// Opens the window: reads settings and options, sets up the model, runs the loop, saves settings.
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
#include "base/parallel.hpp"
#include "cli/terminal.hpp"
#include "io/files/step_log.hpp"
#include "io/files/text_file.hpp"
#include "io/record/record_file.hpp"
#include "plugin/plugin_list.hpp"
#include "ui/model/files/autosave.hpp"
#include "ui/model/files/files.hpp"
#include "ui/model/files/lesson_files.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/settings_keeper.hpp"
#include "ui/user_settings.hpp"

namespace phasebox {

using namespace ui;

namespace {

// Returns the path of this user's settings file: in $XDG_CONFIG_HOME/phasebox, else on Linux in
// ~/.config/phasebox, else in the folder that SDL names, or in the current one.
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

// Returns where the window is to be opened: as the settings say, unless the command line gives a
// size. Such a size is exact, and the window is centered and not maximized.
WindowPlace choose_place(const cli::LaunchOptions& options, const UserSettings& settings) {
  if (!options.is_sized) return settings.window;
  return {options.width, options.height, {}, false, true};
}

// Loads the built-in lessons and those in the user's folder, and begins the wanted one, if any.
// Must run after the other options have been applied, because the lesson changes what they set.
Status load_lessons(ApplicationModel& model, const std::optional<std::string>& wanted) {
  Result<std::vector<Lesson>> lessons = cli::builtin_lessons();
  if (lessons.failed()) return lessons.error();
  model.lab.lessons.load(*std::move(lessons));
  list_lessons(model, settings_file().parent_path() / "lessons");
  if (!wanted) return {};
  model.session.forget_history();
  return begin_lesson(model, *wanted);
}

Status configure_model(ApplicationModel& model, cli::LaunchOptions options) {
  const bool opens_picture = options.file && content_kind(*options.file) == FileKind::picture;
  const bool opens_lesson = options.file && is_lesson_file(*options.file);
  if (opens_lesson) options.lesson = options.file;
  if (options.file && !opens_picture && !opens_lesson) options.scene = options.file;
  if (Status status = cli::configure(model.session, options, {&model.view, view_rows()});
      status.failed())
    return status;
  tell_notes(model);
  if (const auto& document = model.session.file().document) model.paused = document->paused;
  const RecordingPlayback* show = model.session.playback();
  if (const std::string path = show ? show->path() : model.session.file().path; !path.empty())
    remember_file(model, path);
  if (opens_picture) open_file(model, *options.file);
  if (options.follow) {
    if (Status status =
            begin_following(model, *options.follow, options.keep, options.reading.origin);
        status.failed())
      return status;
    // Following a game has chosen the narrowphase "none", as a file of recorded boxes does. A
    // narrowphase from the command line is chosen again.
    if (options.narrowphase) model.apply(command::SelectNarrowphase{*options.narrowphase});
    model.session.forget_history();
  }
  return load_lessons(model, options.lesson);
}

// Opens the start page, unless the user has left it in an earlier run or the options name a scene,
// file, lesson or game to show.
void welcome(ApplicationModel& model, const cli::LaunchOptions& options) {
  model.ui.welcome_open = !model.ui.is_welcomed && !options.scene && !options.file &&
                          !options.lesson && !options.follow;
}

// Returns facts about OpenGL and the display, which records and reports begin with.
std::map<std::string, std::string> display_facts(const Renderer& renderer) {
  const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
  return {{"OpenGL", fmt::format("{}, {}", version ? version : "unknown", renderer.device())},
          {"video", SDL_GetCurrentVideoDriver()}};
}

Status begin_logs(ApplicationModel& model, const cli::LaunchOptions& options) {
  if (!options.log.empty()) {
    Result<StepLog> log = StepLog::open(options.log);
    if (log.failed()) return log.error();
    model.outputs.log = std::make_unique<StepLog>(*std::move(log));
  }
  if (options.record.empty()) return {};
  auto record = RecordFile::open(options.record, record_facts(model), model.session);
  if (record.failed()) return record.error();
  model.outputs.record_file = *std::move(record);
  model.outputs.record->pass_on(model.outputs.record_file.get());
  return {};
}

// Removes the autosave, since the user has quit. If a signal has ended the program, unsaved changes
// are saved in it instead, because the user may not have meant to quit.
void end_autosave(ApplicationModel& model) {
  if (!model.outputs.autosave) return;
  if (!os::StopSignals::arrived()) return model.outputs.autosave->finish();
  if (const Status status = model.outputs.autosave->keep(model); status.failed())
    cli::report(status.error(), cli::kDone);
}

}  // namespace

int open_window(const cli::LaunchOptions& options) {
  const std::array outputs{OutputFile{"--log", options.log},
                           OutputFile{"--record", options.record}};
  if (const Status status = check_outputs(outputs, options.file.value_or(cli::input_file(options)));
      status.failed())
    return cli::report(status.error());
  const std::filesystem::path file = settings_file();
  Sentence trouble;
  UserSettings settings = load_settings(file, trouble);
  auto model = std::make_unique<ApplicationModel>(builtin_images());
  if (has_threads())
    model->machine_threads =
        static_cast<std::uint8_t>(std::clamp(std::thread::hardware_concurrency(), 1u, 255u));
  model->plugins = options.plugins;
  adopt_settings(*model, settings);
  if (const Status status = configure_model(*model, options); status.failed())
    return cli::report(status.error());
  if (const Status status = check_first_pairs(*model); status.failed())
    return cli::report(status.error());
  model->ui.answers_recordings = true;
  answer_recording(*model);

  auto window = GlWindow::open("Phasebox", choose_place(options, settings));
  if (window.failed()) return cli::report(window.error(), cli::kOurFailure);
  auto renderer = Renderer::create();
  if (renderer.failed()) return cli::report(renderer.error(), cli::kOurFailure);
  model->machine = display_facts(**renderer);
  if (const Status status = begin_logs(*model, options); status.failed())
    return cli::report(status.error());
  // The factor of text and widgets is that of the command line, else of the settings, else of the
  // screen; 0 stands for none.
  if (options.ui_scale > 0) settings.ui_scale = options.ui_scale;
  model->ui.scale_follows_screen = settings.ui_scale == 0;
  model->ui.scale = settings.ui_scale > 0 ? settings.ui_scale : (*window)->screen_scale();
  if (!trouble.empty()) model->warn(trouble);
  welcome(*model, options);
  begin_autosave(*model, file.parent_path());

  const GlWindow& shown = **window;
  ApplicationModel& state = *model;
  // Settings that the command line has set are not saved, unless the user changes them.
  SettingsKeeper keeper(file, settings);
  os::StopSignals stop;
  Application application(*std::move(window), *std::move(renderer), std::move(model),
                          options.dump_state, &keeper);
  application.run();
  if (state.outputs.log)
    if (const Status status = state.outputs.log->close(); status.failed())
      cli::report(status.error(), cli::kDone);
  if (state.outputs.record_file)
    if (const Status status = state.outputs.record_file->close(); status.failed())
      cli::report(status.error(), cli::kDone);
  end_autosave(state);
  const PlaceWatch& places = shown.places();
  if (const Status status = keeper.finish(state, places.first(), places.last()); status.failed())
    return cli::report(status.error(), cli::kDone);  // the window itself has not failed
  return cli::kDone;
}

}  // namespace phasebox
