// SPDX-License-Identifier: MIT
// Trials of a broadphase: parameters, and frames of objects that move, appear and vanish. A check
// runs a broadphase on them and judges its answers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/os/child.hpp"
#include "base/result.hpp"
#include "collide/broadphase.hpp"
#include "collide/dense_numbers.hpp"
#include "collide/param.hpp"
#include "contract/worlds.hpp"

namespace phasebox::contract {

// Settings name parameters by key, because the parent process of a check makes no instance of the
// broadphase, which may crash, and so has no rows of its parameters.

/// A value for one parameter.
struct Setting {
  std::string key;   ///< the parameter's key, without its owner
  double value = 0;  ///< in the parameter's unit; the index of a choice, 0 or 1 for a flag
  bool operator==(const Setting&) const = default;
};
using Settings = std::vector<Setting>;

/// Writes settings as "max-objects=16 looseness=1.5", with all digits that a double needs; empty
/// without settings.
std::string settings_text(const Settings& settings);
/// Writes the same with `before` in front of each setting instead of spaces between them: with
/// " --set " it is " --set max-objects=16 --set looseness=1.5".
std::string settings_text(const Settings& settings, std::string_view before);

/// Reads a text that `settings_text(settings)` wrote; nothing when it is no such text. Whether a
/// broadphase has such parameters is not checked.
std::optional<Settings> parse_settings(std::string_view text);

/// Returns the settings that a check tries for a broadphase with these parameters: first the
/// defaults, as an empty list; then each parameter alone at the lower and the upper end of its
/// range; all at the lower end; all at the upper end; and `random_ones` times random values for
/// all. Without parameters there are only the defaults.
std::vector<Settings> settings_to_try(std::span<const Param> rows, std::size_t random_ones,
                                      std::uint64_t seed);

/// Reads the option `--set KEY=TEXT` for a broadphase with id `owner` and these parameters. The key
/// may begin with the id and a dot. Fails for an unknown key, and for a text that is no value of
/// the parameter or out of its range.
Result<Setting> read_setting(std::span<const Param> rows, std::string_view owner,
                             std::string_view key, std::string_view text);

/// Sets parameters of an instance. Each setting must name one of them.
void set_params(ParamView view, const Settings& settings);

// ---- trials

/// One frame of a trial. Row i of each column belongs to the same object; n is the number of
/// objects in this frame.
struct TrialFrame {
  std::vector<std::int64_t> ids;  ///< [n] ascending; an object keeps its id until the next reset
  std::vector<Aabb> boxes;        ///< [n] px
  std::vector<Filter> filters;    ///< [n], or empty in all frames of the trial
  std::vector<std::uint8_t> is_static;  ///< [n], or empty in all frames of the trial
  bool is_reset = false;  ///< whether another world begins here, as it always does at frame 0
  Settings sets;          ///< parameters that are set before a reset; without one they do nothing

  std::size_t size() const { return ids.size(); }
  bool operator==(const TrialFrame&) const = default;
};

/// Frames that one instance of a broadphase searches one after another.
struct Trial {
  std::string name;
  std::uint64_t seed = 0;  ///< with which it was made; checks seed random numbers with it, too
  std::vector<TrialFrame> frames;
  /// Whether each removal of an object comes with an object that is added and removed between the
  /// same two frames, so that no frame shows it.
  bool has_transients = false;
  FilterRule rule = FilterRule::both;

  /// The number of objects in the largest frame.
  std::size_t max_boxes() const;
  /// Returns the name and the seed for messages, such as "'touching grid' (seed 1)".
  std::string label() const;
  bool operator==(const Trial&) const = default;
};

/// Makes the frame of a world. `ids` has the id of each sprite, in any order but all different;
/// when it is empty, the sprites' numbers are the ids.
TrialFrame frame_of(const BoxWorld& world, std::span<const std::int64_t> ids = {});
/// Makes a world of the objects in frame number `frame` of a trial, for checks of single worlds.
/// The row of an object becomes its number.
BoxWorld world_of(const Trial& trial, std::size_t frame);

/// Makes a trial of one frame, which shows the world.
Trial still_trial(const BoxWorld& world);
/// Makes a trial of nine frames of a world in motion: boxes move and some jump, objects are added
/// and removed, another world begins at frame 5, and in the last frame all objects are gone.
Trial moving_trial(const BoxWorld& world);
/// Makes a trial of `worlds` random worlds with fewer than 14 boxes each, one frame for each world.
/// Coordinates are small whole numbers, so that many edges coincide.
Trial tiny_trial(std::uint64_t seed, std::size_t worlds);
/// Makes a trial of `worlds` random worlds with fewer than 100 boxes each, whose coordinates are
/// eighths of a pixel. Some boxes are large, some are static, and each belongs to one of three
/// teams, by its category: boxes of team 0 accept all, those of the others all but their own team.
/// Each world has three frames: as made, with all boxes moved, and as made again.
Trial made_up_trial(std::uint64_t seed, std::size_t worlds);

/// Returns the trial with parameters that change: each reset after that of frame 0 sets the next
/// settings of `all`, and after the last ones the first ones again.
Trial with_changes(Trial trial, std::span<const Settings> all);

/// Holds a copy of a column that cannot be written and ends right before memory that cannot be
/// read. A broadphase that reads past the end of the copy, or writes to it, crashes the process.
class GuardedMemory {
 public:
  /// Copies the rows of a column with these indices, in their order, and protects the copy from
  /// writes. Returns the copy, which is valid until the next call, or an empty span for an empty
  /// column.
  template <class T>
  std::span<const T> show(const std::vector<T>& column, std::span<const std::uint32_t> rows) {
    if (column.empty()) return {};
    const std::size_t bytes = rows.size() * sizeof(T);
    if (bytes > pages_.size()) pages_ = os::Pages(2 * bytes);
    pages_.set_writable(true);
    T* const begin = reinterpret_cast<T*>(pages_.end() - bytes);
    for (std::size_t i = 0; i < rows.size(); ++i) begin[i] = column[rows[i]];
    pages_.set_writable(false);
    return {begin, rows.size()};
  }

 private:
  os::Pages pages_{1};
};

/// Goes through the frames of a trial, and gives each of them to any number of broadphases that
/// have seen the frames before.
class Player {
 public:
  /// The trial must outlive the player.
  explicit Player(const Trial& trial) : trial_(&trial) {}
  /// Goes to the next frame, at first to frame 0. There must be one.
  void advance();
  /// Prepares a broadphase for the current frame: calls its `reset` where a world begins, after
  /// setting the parameters that the frame names; else its `edit` if objects were added or removed.
  void tell(Broadphase& broadphase) const;
  /// The current frame. Its spans are valid until the next `advance`.
  Frame frame() const { return shown_; }
  /// The number of the current frame, from 0.
  std::size_t number() const { return next_ - 1; }
  /// Whether the current frame is the last one.
  bool is_over() const { return next_ == trial_->frames.size(); }

 private:
  /// Adds an object that is removed again to each removal in `edits_`.
  void add_transients();

  const Trial* trial_;
  DenseNumbers<std::int64_t> numbers_;
  std::vector<Edit> edits_;
  GuardedMemory boxes_, filters_, is_static_;
  Frame shown_;
  std::size_t next_ = 0;
};

// A life is a long trial with what happens to the objects of a game: they move, jump, come and go.

/// What happens to the objects of a life beside plain motion: nothing more, objects that are added
/// and removed, boxes that jump, filters and static flags that change, or in each frame one of
/// these. Each is a trial of its own, so that the name of a failed trial tells what the broadphase
/// cannot bear.
enum class Happening : std::uint8_t { motion, arrivals, teleports, flags, everything, count_ };
inline constexpr std::size_t kHappenings = static_cast<std::size_t>(Happening::count_);

/// Makes a life of `frames` frames that begins with `objects` objects; their number changes where
/// they are added and removed. Nothing moves in every seventh frame, and at every 97th another
/// world begins.
Trial world_life(Happening happening, std::size_t objects, int frames, std::uint64_t seed);

// The file of a trial is a box recording, a CSV text that commands and the window can read as such.
// Lines of comments in it hold what only a check needs: resets, settings, the broken promise.

/// The size of the largest file of a trial that is read, in bytes.
inline constexpr std::uint64_t kMaxTrialText = std::uint64_t{256} << 20;
/// The most frames that the comments of a file may ask for. A limit is needed, as each frame takes
/// memory even without a box.
inline constexpr std::size_t kMaxTrialFrames = 100'000;

/// What the comments of a trial's file say about the failure for which it was written.
struct TrialNote {
  std::string promise;  ///< id of the broken promise; empty: the trial is for all promises
  std::string what;     ///< one line about the violation
  std::string command;  ///< the command line that repeats the check of this trial
};

/// A trial with its note.
struct TrialFile {
  Trial trial;
  TrialNote note;
};

/// Returns the text of a trial's file.
std::string trial_text(const TrialFile& file);

/// Reads the text of a trial's file. Any other box recording is read as a trial of one world in
/// motion, without a note and with `file_name` as its name. `file_name` also begins the text of an
/// error.
Result<TrialFile> parse_trial(std::string_view text, const std::string& file_name);

// Shrinking makes a small trial that fails from a large one (delta debugging: A. Zeller and R.
// Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE Transactions on Software
// Engineering 28(2), 2002).

/// Returns the smallest trial it finds for which `fails` is still true, or the given trial, for
/// which it must be true. It leaves out frames, objects, filters, static flags, settings, resets,
/// and objects from single frames, and makes coordinates small whole numbers. `fails` can end the
/// search at any time by returning false from then on; the smallest trial so far is then returned.
Trial shrink(Trial trial, const std::function<bool(const Trial&)>& fails);

}  // namespace phasebox::contract
