// SPDX-License-Identifier: MIT
// Saves states on a thread of its own, and takes numbers by locks.
#include "ui/model/files/autosave.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/memory_end.hpp"
#include "base/number_format.hpp"
#include "io/boxes/box_file.hpp"
#include "io/boxes/box_follower.hpp"
#include "io/boxes/box_writer.hpp"
#include "io/files/text_file.hpp"
#include "io/record/record_file.hpp"
#include "language/format_sentence.hpp"
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

// Says what a window showed: "scene Mixed, 60 sprites". A state of an earlier version has only the
// English text.
Sentence what_of(const AutosaveHead& head) {
  if (head.frames > 0)
    return say("{}, frame {} of {}", Sentence::as_is(head.name), head.frame + 1, head.frames);
  if (head.scene.empty()) return Sentence::as_is(head.what);
  const Sentence place = head.file.empty()
                             ? say("scene {}", head.scene)
                             : Sentence::as_is(fs::path(head.file).filename().string());
  const Sentence sprites = counted(head.sprites, "sprite");
  return head.has_unsaved ? say("{}, {}, with unsaved changes", place, sprites)
                          : say("{}, {}", place, sprites);
}

AutosaveHead head_of(const ApplicationModel& model) {
  const Session& session = model.session;
  const RecordingPlayback* show = session.playback();
  AutosaveHead head{
      .saved_at = fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(std::time(nullptr))),
      .what = {},
      .scene = std::string(session.settings().scene->title),
      .sprites = session.world().size(),
      .frames = show ? show->size() : 0,
      .file = session.file().path,
      .recording = show ? show->path() : "",
      .game = {},
      .name = show ? show->name() : "",
      .first = show ? show->number(0) : 0,
      .last = show ? show->number(show->size() - 1) : 0,
      .is_swept = show && show->is_swept(),
      .solid = show ? reading_of(*show->origin()).solid : std::vector<std::string>{},
      .is_centered = show && show->origin()->is_centered,
      .frame = show ? show->frame() : 0,
      .has_unsaved = session.has_unsaved(),
      .paused = model.paused};
  head.what = what_of(head).english();
  return head;
}

SceneDocument document_of_window(const ApplicationModel& model) {
  SceneDocument document = document_of(model);
  if (model.session.playback()) document.sprites.reset();
  return document;
}

GameFrames game_of(const Session& session) {
  const RecordingPlayback* show = session.playback();
  if (!show || !show->is_unsaved()) return {};
  return {show->origin(), show->grown()};
}

// Reads the frames of a game that a state names. All of these were written before the state; frames
// after them are left out, because a kill may have cut them.
Result<std::vector<BoxFrame>> frames_of(const AutosaveHead& head, const fs::path& file) {
  return opened(file, kMaxText, [&](const std::string& text) -> Result<std::vector<BoxFrame>> {
    BoxStream stream(file.string());
    stream.give(text);
    stream.end();
    if (stream.status().failed()) return stream.status().error();
    std::vector<BoxFrame> frames = stream.take();
    std::erase_if(frames, [&](const BoxFrame& frame) {
      return frame->frames[0] < head.first || frame->frames[0] > head.last;
    });
    return frames;
  });
}

// Renames a state that cannot be read, so that it can be inspected and is not tried again. Returns
// a warning for the user.
Sentence set_state_aside(const fs::path& file, const Sentence& why) {
  fs::path aside = file;
  aside += ".broken";
  std::error_code error;
  fs::rename(file, aside, error);
  return say("What a window left could not be restored ({}); it is now {}", why,
             Sentence::as_is((error ? file : aside).string()));
}

bool open_recording(ApplicationModel& model, const AutosaveHead& head) {
  const BoxReading reading{head.solid, head.is_centered ? BoxOrigin::center : BoxOrigin::unsaid};
  Result<BoxRecording> loaded = load_box_recording(head.recording, reading);
  // A file that was saved by the window needs no reading but its own.
  if (loaded.failed() && reading != BoxReading{}) loaded = load_box_recording(head.recording);
  if (loaded.failed()) {
    model.warn(loaded.error().text);
    return false;
  }
  return model.apply(
      command::OpenRecording{std::make_shared<const BoxRecording>(*std::move(loaded)),
                             fs::path(head.recording).filename().string(), head.recording});
}

bool open_game(ApplicationModel& model, const AutosaveHead& head, const fs::path& file) {
  Result<std::vector<BoxFrame>> frames = frames_of(head, file);
  if (frames.failed()) {
    model.warn(frames.error().text);
    return false;
  }
  return model.apply(command::OpenRecording{no_boxes(), head.name}) &&
         model.apply(command::GrowRecording{*std::move(frames)});
}

// Restores the narrowphase, the sweep and the frame with which the recording that was just opened
// was shown; opening it has reset them.
void show_recording(ApplicationModel& model, const AutosaveHead& head,
                    const std::string& narrowphase) {
  model.apply(command::SelectNarrowphase{narrowphase});
  if (head.is_swept) model.apply(command::SweepRecording{true});
  const std::size_t last = model.session.playback()->size() - 1;
  model.apply(command::SeekRecording{std::min<std::size_t>(head.frame, last)});
}

Sentence not_saved(const Error& error) {
  return say("The window's state is not saved: {}", error.text);
}

constexpr std::string_view kGameEndings[] = {".a.csv", ".b.csv"};

}  // namespace

fs::path GameFile::path() const {
  return fs::path(state_).replace_extension(kGameEndings[is_second_ ? 1 : 0]);
}

Result<std::string> GameFile::save(const GameFrames& game) {
  constexpr std::size_t kFewRows = 100'000;
  if (!file_ || origin_ != game.origin || rows_ > 2 * game.frames.rows() + kFewRows) {
    is_second_ = !is_second_;
    Result<LineFile> begun = LineFile::open(path(), box_head_text(game.frames[0]));
    if (begun.failed()) return begun.error();
    file_ = *std::move(begun);
    origin_ = game.origin;
    rows_ = 0;
    last_.reset();
  }
  for (std::size_t k = 0; k < game.frames.size(); ++k) {
    const BoxRecording& frame = game.frames[k];
    if (last_ && frame.frames[0] <= *last_) continue;
    if (const Status status = file_->append(box_rows_text(frame)); status.failed()) {
      file_.reset();
      return status.error();
    }
    last_ = frame.frames[0];
    rows_ += frame.ids.size();
  }
  return path().filename().string();
}

void GameFile::remove_except(const std::string& name) const {
  for (const std::string_view ending : kGameEndings) {
    const fs::path file = fs::path(state_).replace_extension(ending);
    std::error_code ignored;
    if (file.filename() != name) fs::remove(file, ignored);
  }
}

Result<std::unique_ptr<Autosave>> Autosave::begin(const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed)
    return Error{
        say("{}: {}", Sentence::as_is(folder.string()), Sentence::as_is(failed.message()))};
  constexpr int kMaxWindows = 1000;
  for (int number = 1; number <= kMaxWindows; ++number) {
    const fs::path file = folder / fmt::format("{}{}{}", kStem, number, kStateEnding);
    if (fs::exists(file, failed)) continue;  // another window uses it or has left it
    int code = 0;
    auto lock = os::LockedFile::take(lock_of(file), code);
    if (!lock && code != EWOULDBLOCK)
      return Error{say("{}: cannot be written: {}", Sentence::as_is(lock_of(file).string()),
                       Sentence::as_is(std::generic_category().message(code)))};
    if (!lock || fs::exists(file, failed)) continue;
    std::unique_ptr<Autosave> autosave(new Autosave(*std::move(lock), file));
    autosave->find_left(folder);
    return autosave;
  }
  return Error{say("{}: has the states of {} windows; delete unused ones",
                   Sentence::as_is(folder.string()), kMaxWindows)};
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
    bool is_read = false;
    auto state = opened(file, kMaxRecordText, [&](const std::string& text) {
      is_read = true;
      return parse_autosave(text, file.string());
    });
    // The file cannot be read: another window has just recovered or discarded it, for example, or
    // there is too little memory for it now.
    if (!is_read) continue;
    if (!state.failed()) {
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
  model.ui.recovery_asked = {head.saved_at, what_of(head)};
}

void Autosave::tend(ApplicationModel& model) {
  if (!trouble_.empty()) model.warn(std::exchange(trouble_, {}));
  const std::uint64_t changes = model.session.changes();
  if (!seen_) seen_ = saving_ = changes;
  if (is_saved_.exchange(false)) {
    wait();
    is_saving_ = false;
    const Status status = std::exchange(result_, {});
    // Each save may fail with the same error, which is said once.
    if (status.failed() && status.error().text != last_error_)
      model.warn(not_saved(status.error()));
    last_error_ = status.failed() ? status.error().text.english() : "";
    if (status.failed()) {
      saving_ = *seen_;
    } else {
      seen_ = saving_;
      is_there_ = true;
    }
  }
  if (model.before_lesson) return;
  const double now = model.clock.now;
  if (changes != saving_ && !changed_at_) changed_at_ = now;
  const RecordingPlayback* show = model.session.playback();
  const double delay = show && show->is_unsaved() ? kGameDelay : kDelay;
  if (is_saving_ || !changed_at_ || now < *changed_at_ + delay || now < saved_at_ + kRest * took_)
    return;
  saved_at_ = now;
  changed_at_.reset();
  saving_ = changes;
  is_saving_ = true;
  worker_.begin(
      [this, head = head_of(model), document = document_of_window(model),
       game = game_of(model.session), groups = model.groups()] {
        using Clock = std::chrono::steady_clock;
        const Clock::time_point begun = Clock::now();
        result_ = write(head, document, game, groups);
        took_ = std::chrono::duration<double>(Clock::now() - begun).count();
        return false;
      },
      [this](bool) { is_saved_ = true; });
}

Status Autosave::write(AutosaveHead head, const SceneDocument& document, const GameFrames& game,
                       std::span<const ParamGroup> groups) {
  const Result<std::string> scene = scene_text(document, groups);
  if (scene.failed())
    return Error{say("{}: {}", Sentence::as_is(file_.string()), scene.error().text)};
  if (game.origin) {
    const Result<std::string> name = game_.save(game);
    if (name.failed()) return name.error();
    head.game = *name;
  }
  if (Status status = write_file_atomically(file_, autosave_text(head, *scene)); status.failed())
    return status;
  game_.remove_except(head.game);
  return {};
}

void Autosave::wait() { worker_.wait(); }

Status Autosave::save_now(const ApplicationModel& model) {
  wait();
  Status status =
      write(head_of(model), document_of_window(model), game_of(model.session), model.groups());
  if (!status.failed()) {
    seen_ = saving_ = model.session.changes();
    changed_at_.reset();
    is_there_ = true;
  }
  return status;
}

Status Autosave::keep(const ApplicationModel& model) {
  const bool is_new = seen_ && !model.before_lesson && model.session.changes() != *seen_;
  if (is_new) return save_now(model);
  if (!is_there_) finish();
  return {};
}

void Autosave::begin_lesson(ApplicationModel& model) {
  if (!seen_ || model.session.changes() == *seen_) return;
  if (const Status status = save_now(model); status.failed()) model.warn(not_saved(status.error()));
}

void Autosave::finish() {
  wait();
  std::error_code ignored;
  fs::remove(file_, ignored);
  game_.remove_except({});
  lock_.remove();
}

bool Autosave::restore(ApplicationModel& model, const AutosaveState& state) {
  Result<SceneDocument> scene = parse_scene(state.scene, "scene", model.groups());
  if (scene.failed()) {
    model.warn(set_state_aside(left_.front().file, scene.error().text));
    return false;
  }
  const auto document = std::make_shared<const SceneDocument>(*std::move(scene));
  if (!open_document(model, document)) return false;
  SceneFile file;
  // A file that no longer exists or cannot be read is not taken over as the scene's file, so that
  // saving asks for a name.
  if (auto on_disk = load_scene_file(state.head.file, model.groups()); !on_disk.failed())
    file = {state.head.file, std::make_shared<const SceneDocument>(*std::move(on_disk))};
  model.session.came_from(std::move(file), state.head.has_unsaved);
  const fs::path folder = left_.front().file.parent_path();
  const fs::path game = fs::path(state.head.game).filename();
  if (!game.empty() && !open_game(model, state.head, folder / game)) return false;
  if (!game.empty() || (!state.head.recording.empty() && open_recording(model, state.head)))
    show_recording(model, state.head, document->narrowphase);
  model.paused = state.head.paused;
  model.show_whole_field();
  return true;
}

// Removes a state that was left only when it is discarded, or when a state of this window that
// holds it is on the disk.
void Autosave::recover(ApplicationModel& model, Recovery how) {
  if (left_.empty() || how == Recovery::later) return model.ui.recovery_asked.reset();
  Left& left = left_.front();
  bool is_done = how == Recovery::discard, is_restored = false;
  if (how == Recovery::restore &&
      !fits_in_memory([&] { is_restored = restore(model, left.state); }))
    model.warn(say("{}: it takes more than the memory left; close other programs",
                   Sentence::as_is(left.file.string())));
  if (is_restored) {
    const Status status = save_now(model);
    is_done = !status.failed();
    if (status.failed())
      model.warn(not_saved(status.error()));
    else
      model.note(say("Restored {}", what_of(left.state.head)));
  }
  std::error_code ignored;
  if (is_done) {
    fs::remove(left.file, ignored);
    GameFile(left.file).remove_except({});
  }
  if (!fs::exists(left.file, ignored)) left.lock.remove();
  left_.pop_front();
  ask(model);
}

void begin_autosave(ApplicationModel& model, const fs::path& folder) {
  auto autosave = Autosave::begin(folder);
  if (autosave.failed()) return model.warn(not_saved(autosave.error()));
  model.outputs.autosave = *std::move(autosave);
  model.outputs.autosave->ask(model);
}

}  // namespace phasebox::ui
