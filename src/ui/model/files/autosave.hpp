// SPDX-License-Identifier: MIT
// The window's state on disk while it runs, and what windows that ended early have left.
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
#include "io/files/text_file.hpp"
#include "io/scene_file.hpp"
#include "world/recording_playback.hpp"

namespace phasebox::ui {

struct ApplicationModel;

/// What is to be done with the state of a window that ended early.
enum class Recovery : unsigned char { restore, discard, later };

/// Boxes that came from a running game and are in no file of the user's.
struct GameFrames {
  std::shared_ptr<const BoxRecording> origin;  ///< tells games apart; null: there are none
  KeptFrames frames;
};

/// A recording that grows beside a state; two names keep the old one until the next state is saved.
class GameFile {
 public:
  explicit GameFile(std::filesystem::path state) : state_(std::move(state)) {}

  /// Appends what is new; begins again for another game, or if most was forgotten. The file's name.
  Result<std::string> save(const GameFrames& game);
  /// Removes what no state names, once it is on the disk: all but that file.
  void remove_except(const std::string& name) const;

 private:
  std::filesystem::path path() const;

  std::filesystem::path state_;
  bool is_second_ = true;  // of the two names
  std::optional<LineFile> file_;
  std::shared_ptr<const BoxRecording> origin_;
  std::size_t rows_ = 0;              // there
  std::optional<std::int64_t> last_;  // number of the last frame there
};

/// A window locks a free number while its process lives; a state with a free lock was left behind.
class Autosave {
 public:
  static constexpr double kInterval = 30;     ///< s between two states, when something changed
  static constexpr double kGameInterval = 1;  ///< s, while a game is followed

  /// Takes a number in that folder, which is made if need be, and looks for what was left.
  static Result<std::unique_ptr<Autosave>> begin(const std::filesystem::path& folder);
  ~Autosave() { wait(); }

  /// To be called once per frame: saves what is due, beside the window, and says what went wrong.
  void tend(ApplicationModel& model);
  /// Until what is being saved is on the disk.
  void wait();
  /// Asks about the newest state that was left, if there is one.
  void ask(ApplicationModel& model) const;
  /// Carries out the answer, and asks about the next.
  void recover(ApplicationModel& model, Recovery how);
  /// The program is to end by a signal: saves what was changed, for the next start.
  Status keep(const ApplicationModel& model);
  /// The user has left: nothing is to be restored.
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
  GameFile game_;                      // of the thread that saves, while there is one
  std::deque<Left> left_;              // newest first
  std::string trouble_;                // with what was left; said with the first frame
  std::optional<std::uint64_t> seen_;  // changes of the session that are saved, or were there first
  std::uint64_t saving_ = 0;           // changes that the state being saved has
  bool is_saving_ = false;             // until what came of it is looked at
  std::atomic<bool> is_saved_ = false;
  Status result_;        // of the worker, until then
  double saved_at_ = 0;  // s
  std::string last_error_;
  bool is_there_ = false;  // a state of this window is on the disk
  os::Worker worker_;
};

/// Begins it in that folder and asks about what was left; warns where the folder cannot be written.
void begin_autosave(ApplicationModel& model, const std::filesystem::path& folder);

}  // namespace phasebox::ui
