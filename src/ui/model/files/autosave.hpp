// SPDX-License-Identifier: MIT
// Saves the window's state while it runs, and restores the states of windows that ended early.
#pragma once
#include <atomic>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/os/files.hpp"
#include "base/os/worker.hpp"
#include "base/sentence.hpp"
#include "io/files/text_file.hpp"
#include "io/scene_file.hpp"
#include "world/recording_playback.hpp"

namespace phasebox::ui {

struct ApplicationModel;

/// The user's decision about the state of a window that ended early. `restore` opens the state in
/// this window, `discard` deletes it, and `later` keeps it, so that the next start asks again.
enum class Recovery : unsigned char { restore, discard, later };

/// The recorded boxes of a followed game that the user has not saved to a file.
struct GameFrames {
  std::shared_ptr<const BoxRecording> origin;  ///< identifies the game by its address; null: none
  KeptFrames frames;
};

/// The file in which the frames of a followed game are saved, beside the file of the state, which
/// names it. A new file gets the other one of two names, so that the old file stays until a state
/// that names the new one is saved.
class GameFile {
 public:
  explicit GameFile(std::filesystem::path state) : state_(std::move(state)) {}

  /// Appends the frames that are new, and returns the file's name without its folder. It begins a
  /// new file for another game, after a failed write, and when most rows of the file are of frames
  /// that are no longer kept.
  Result<std::string> save(const GameFrames& game);
  /// Removes the files of both names but this one. Call it once a state that names this one is on
  /// the disk; with an empty name it removes both.
  void remove_except(const std::string& name) const;

 private:
  std::filesystem::path path() const;

  std::filesystem::path state_;
  bool is_second_ = true;  // the file has the second of the two names
  std::optional<LineFile> file_;
  std::shared_ptr<const BoxRecording> origin_;
  std::size_t rows_ = 0;              // rows in the file
  std::optional<std::int64_t> last_;  // number of the last frame in the file
};

/// Saves the state of this window to a file while it runs, and recovers those of other windows.
/// Each window takes a free number and locks it while its process lives, so a state whose lock is
/// free was left by a window that ended early.
class Autosave {
 public:
  static constexpr double kDelay = 2;      ///< s from a change until it is saved
  static constexpr double kGameDelay = 1;  ///< the same while a game is unsaved
  /// After a save began, the next waits for at least this many times as long as the save took, so
  /// that a large world is being written for at most a twentieth of the time: one of 100,000
  /// sprites takes 0.5 s.
  static constexpr double kRest = 20;

  /// Takes a number in that folder, which is created if it does not exist, and lists the states
  /// that were left there. Refuses a folder that cannot be written, or that holds 1,000 states.
  static Result<std::unique_ptr<Autosave>> begin(const std::filesystem::path& folder);
  ~Autosave() { wait(); }

  /// Begins to save on a thread of its own when something changed kDelay ago and the last save
  /// began long enough ago (kRest). Saves nothing while a lesson is open. Warns when a save has
  /// failed, once per error; it is tried again. Call it once per frame.
  void tend(ApplicationModel& model);
  /// Whether tend() has yet to save a change that it has seen.
  bool is_behind() const { return is_saving_ || changed_at_; }
  /// Blocks until a save that runs has ended; returns at once if none runs.
  void wait();
  /// Opens the question about the newest state that was left, if there is one.
  void ask(ApplicationModel& model) const;
  /// Carries out the answer to that question, and opens it for the next state unless it was
  /// `later`.
  void recover(ApplicationModel& model, Recovery how);
  /// Is called before the first step of a lesson replaces the sprites. Saves what has changed since
  /// the last save: the next start is to offer that and not the sprites of the lesson. Blocks.
  void begin_lesson(ApplicationModel& model);
  /// Is called when a signal ends the program. Saves what has changed since the last save, unless a
  /// lesson is open, so that the next start offers it; if nothing has ever changed, nothing is left
  /// to offer. Blocks.
  Status keep(const ApplicationModel& model);
  /// Is called when the user quits. Removes the state, its game files and the lock, as nothing is
  /// to be restored.
  void finish();

  const std::filesystem::path& file() const { return file_; }

 private:
  struct Left {
    os::LockedFile lock;
    std::filesystem::path file;
    AutosaveState state;
  };

  Autosave(os::LockedFile lock, std::filesystem::path file)
      : lock_(std::move(lock)), file_(std::move(file)), game_(file_) {}
  void find_left(const std::filesystem::path& folder);
  bool restore(ApplicationModel& model, const AutosaveState& state);
  Status write(AutosaveHead head, const SceneDocument& document, const GameFrames& game,
               std::span<const ParamGroup> groups);
  Status save_now(const ApplicationModel& model);

  os::LockedFile lock_;
  std::filesystem::path file_;
  GameFile game_;                      // used by the worker while it saves
  std::deque<Left> left_;              // states that were left, the newest first
  Sentence trouble_;                   // error of a state that was left; tend() says it
  std::optional<std::uint64_t> seen_;  // Session::changes() at the first frame or last save
  std::uint64_t saving_ = 0;           // Session::changes() of the state last begun to be saved
  std::optional<double> changed_at_;   // s, when a change since `saving_` or `seen_` was first seen
  bool is_saving_ = false;             // a save was begun, and tend() has not seen its result
  std::atomic<bool> is_saved_ = false;  // the worker is done, and `result_` may be read
  Status result_;                       // written by the worker
  double saved_at_ = 0;                 // s, when the last save began
  double took_ = 0;                     // s, that the last save took; written by the worker
  std::string last_error_;              // error of the last save, so that it is said once
  bool is_there_ = false;               // a state of this window is on the disk
  os::Worker worker_;
};

/// Begins to save the window's state in that folder, and asks about states that were left there.
/// Warns when the folder cannot be used; then nothing is saved.
void begin_autosave(ApplicationModel& model, const std::filesystem::path& folder);

}  // namespace phasebox::ui
