// SPDX-License-Identifier: MIT
// States saved on a thread of their own; numbers taken by locks.
#include "ui/model/files/autosave.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/number_format.hpp"
#include "io/boxes/box_file.hpp"
#include "io/files/text_file.hpp"
#include "io/record/record_file.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/files/files.hpp"

namespace phasebox::ui {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStem = "autosave-", kStateEnding = ".state", kLockEnding = ".lock";

fs::path lock_of(fs::path state) { return state.replace_extension(kLockEnding); }

bool is_state(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.starts_with(kStem) && name.ends_with(kStateEnding);
}

AutosaveHead head_of(const ApplicationModel& model) {
  const Session& session = model.session;
  const RecordingPlayback* show = session.show();
  const std::string& path = session.file().path;
  const std::string what =
      show ? fmt::format("{}, frame {} of {}", show->name(), show->frame() + 1, show->size())
           : fmt::format("{}, {}{}",
                         path.empty() ? fmt::format("scene {}", session.scene().title)
                                      : fs::path(path).filename().string(),
                         counted(session.world().size(), "sprite"),
                         session.has_unsaved() ? ", with unsaved changes" : "");
  return {.saved_at = fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(std::time(nullptr))),
          .what = what,
          .file = path,
          .recording = show ? show->path() : "",
          .frame = show ? show->frame() : 0,
          .has_unsaved = session.has_unsaved(),
          .paused = model.paused};
}

SceneDocument document_of_window(const ApplicationModel& model) {
  SceneDocument document = document_of(model);
  if (model.session.show()) document.sprites.reset();
  return document;
}

Status write_state(const fs::path& file, const AutosaveHead& head, const SceneDocument& document,
                   std::span<const ParamGroup> groups) {
  const Result<std::string> scene = scene_text(document, groups);
  if (!scene) return Error{file.string() + ": " + scene.error().text};
  return write_file_atomically(file, autosave_text(head, *scene));
}

// Set aside for inspection.
std::string set_state_aside(const fs::path& file, const std::string& why) {
  fs::path aside = file;
  aside += ".broken";
  std::error_code error;
  fs::rename(file, aside, error);
  return fmt::format("What a window left could not be restored ({}); it is now {}", why,
                     error ? file.string() : aside.string());
}

void show_recording(ApplicationModel& model, const AutosaveHead& head,
                    const std::string& narrowphase) {
  Result<BoxRecording> loaded = load_box_recording(head.recording);
  if (!loaded) return model.warn(loaded.error().text);
  const auto boxes = std::make_shared<const BoxRecording>(*std::move(loaded));
  const fs::path path(head.recording);
  if (!model.apply(command::OpenRecording{boxes, path.filename().string(), head.recording})) return;
  model.apply(command::SelectNarrowphase{narrowphase});
  model.apply(command::SeekRecording{std::min<std::size_t>(head.frame, boxes->size() - 1)});
}

}  // namespace

Result<std::unique_ptr<Autosave>> Autosave::begin(const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return Error{fmt::format("{}: {}", folder.string(), failed.message())};
  constexpr int kMaxWindows = 1000;
  for (int number = 1; number <= kMaxWindows; ++number) {
    const fs::path file = folder / fmt::format("{}{}{}", kStem, number, kStateEnding);
    if (fs::exists(file, failed)) continue;  // another window's, or left by one
    int code = 0;
    auto lock = os::LockedFile::take(lock_of(file), code);
    if (!lock && code != EWOULDBLOCK)
      return Error{fmt::format("{}: cannot be written: {}", lock_of(file).string(),
                               std::generic_category().message(code))};
    if (!lock || fs::exists(file, failed)) continue;
    std::unique_ptr<Autosave> autosave(new Autosave(*std::move(lock), file));
    autosave->find_left(folder);
    return autosave;
  }
  return Error{fmt::format("{}: has the states of {} windows; delete unused ones", folder.string(),
                           kMaxWindows)};
}

void Autosave::find_left(const fs::path& folder) {
  std::error_code failed;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder, failed))
    if (is_state(entry.path())) files.push_back(entry.path());
  std::ranges::sort(files, std::ranges::greater{}, [&](const fs::path& file) {
    return std::pair(fs::last_write_time(file, failed), file);
  });
  for (const fs::path& file : files) {
    int code = 0;
    auto lock = os::LockedFile::take(lock_of(file), code);
    if (!lock) continue;  // its window is open
    const Result<std::string> text = read_file(file, kMaxRecordText);
    if (!text) continue;  // it has just been answered in another window
    auto state = parse_autosave(*text, file.string());
    if (state) {
      left_.push_back({*std::move(lock), file, *std::move(state)});
    } else {
      trouble_ = set_state_aside(file, state.error().text);
      lock->remove();
    }
  }
}

void Autosave::ask(ApplicationModel& model) const {
  model.ui.recovery_asked.reset();
  if (left_.empty()) return;
  const AutosaveHead& head = left_.front().state.head;
  model.ui.recovery_asked = {head.saved_at, head.what};
}

void Autosave::tend(ApplicationModel& model) {
  if (!trouble_.empty()) model.warn(std::exchange(trouble_, {}));
  const std::uint64_t changes = model.session.changes();
  if (!seen_) {
    seen_ = changes;
    next_ = model.now + kInterval;
  }
  using std::chrono::seconds;
  if (result_.valid() && result_.wait_for(seconds(0)) == std::future_status::ready) {
    const Status error = result_.get();
    // The same trouble every half minute is said once.
    if (error && error->text != last_error_)
      model.warn("The window's state is not saved: " + error->text);
    last_error_ = error ? error->text : "";
    if (!error) seen_ = saving_, is_there_ = true;
  }
  if (result_.valid() || changes == *seen_ || model.now < next_) return;
  next_ = model.now + kInterval;
  saving_ = changes;
  result_ =
      std::async(std::launch::async,
                 [file = file_, head = head_of(model), document = document_of_window(model),
                  groups = model.groups()] { return write_state(file, head, document, groups); });
}

void Autosave::wait() {
  if (result_.valid()) result_.wait();
}

Status Autosave::save_now(const ApplicationModel& model) {
  wait();
  Status error = write_state(file_, head_of(model), document_of_window(model), model.groups());
  if (!error) seen_ = model.session.changes(), is_there_ = true;
  return error;
}

Status Autosave::keep(const ApplicationModel& model) {
  if (seen_ && model.session.changes() != *seen_) return save_now(model);
  if (!is_there_) finish();
  return {};
}

void Autosave::finish() {
  wait();
  std::error_code ignored;
  fs::remove(file_, ignored);
  lock_.remove();
}

bool Autosave::restore(ApplicationModel& model, const AutosaveState& state) {
  Result<SceneDocument> scene = parse_scene(state.scene, "scene", model.groups());
  if (!scene) {
    model.warn(set_state_aside(left_.front().file, scene.error().text));
    return false;
  }
  const auto document = std::make_shared<const SceneDocument>(*std::move(scene));
  if (!open_document(model, document)) return false;
  SceneFile file;
  // A file that is gone since is not one to save over without being asked.
  if (auto on_disk = load_scene_file(state.head.file, model.groups()); on_disk)
    file = {state.head.file, std::make_shared<const SceneDocument>(*std::move(on_disk))};
  model.session.came_from(std::move(file), state.head.has_unsaved);
  if (!state.head.recording.empty()) show_recording(model, state.head, document->narrowphase);
  model.paused = state.head.paused;
  model.show_whole_field();
  return true;
}

// What was left goes only when it is in this window's own state.
void Autosave::recover(ApplicationModel& model, Recovery how) {
  if (left_.empty() || how == Recovery::later) return model.ui.recovery_asked.reset();
  Left& left = left_.front();
  bool is_done = how == Recovery::discard;
  if (how == Recovery::restore && restore(model, left.state)) {
    const Status error = save_now(model);
    is_done = !error;
    if (error)
      model.warn("The window's state is not saved: " + error->text);
    else
      model.note("Restored " + left.state.head.what);
  }
  std::error_code ignored;
  if (is_done) fs::remove(left.file, ignored);
  if (!fs::exists(left.file, ignored)) left.lock.remove();
  left_.pop_front();
  ask(model);
}

}  // namespace phasebox::ui
