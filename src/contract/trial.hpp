// SPDX-License-Identifier: MIT
// Trials of a broadphase: parameters, and frames of objects that move, appear and vanish.
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

// Parameters are named by key here, as a process without an instance of the broadphase has no rows.

/// A value for one parameter.
struct Setting {
  std::string key;
  double value = 0;
  bool operator==(const Setting&) const = default;
};
using Settings = std::vector<Setting>;

/// Writes settings as "max-objects=16 looseness=1.5", with every digit; empty without settings.
std::string settings_text(const Settings& settings);
/// Writes settings with `before` in front of each: " --set max-objects=16 --set looseness=1.5".
std::string settings_text(const Settings& settings, std::string_view before);

/// Reads a text of `settings_text`; nothing where it is not such a text.
std::optional<Settings> parse_settings(std::string_view text);

/// Returns the settings that a check tries: the defaults first, then each parameter alone at its
/// low and its high end, all low, all high, and `random_ones` random ones.
std::vector<Settings> settings_to_try(std::span<const Param> rows, std::size_t random_ones,
                                      std::uint64_t seed);

/// Reads `--set KEY=TEXT` for the owner of these rows. The key may begin with the owner's id and a
/// dot. Fails for an unknown key or a value out of range.
Result<Setting> read_setting(std::span<const Param> rows, std::string_view owner,
                             std::string_view key, std::string_view text);

/// Sets parameters; asserts that every key exists.
void set_params(ParamView view, const Settings& settings);

// ---- trials

/// One frame of a trial, with a row for each object that is in it.
struct TrialFrame {
  std::vector<std::int64_t> ids;        ///< [n] ascending
  std::vector<Aabb> boxes;              ///< [n]
  std::vector<Filter> filters;          ///< [n], or empty in all frames of the trial
  std::vector<std::uint8_t> is_static;  ///< [n], or empty in all frames of the trial
  bool is_reset = false;  ///< whether another world begins; the first frame begins one
  Settings sets;          ///< parameters that are set before that reset

  std::size_t size() const { return ids.size(); }
  bool operator==(const TrialFrame&) const = default;
};

/// Frames that one instance searches one after another.
struct Trial {
  std::string name;
  std::uint64_t seed = 0;  ///< the seed of the checks' own random numbers
  std::vector<TrialFrame> frames;
  /// Whether the edits of each removal include an object that is added and removed between the same
  /// two frames.
  bool has_transients = false;
  FilterRule rule = FilterRule::both;

  /// The number of objects in the largest frame.
  std::size_t max_boxes() const;
  /// "'touching grid' (seed 1)".
  std::string label() const;
  bool operator==(const Trial&) const = default;
};

/// Makes the frame of a world. `ids` are [n], in any order; without them, the sprites' numbers are
/// the ids.
TrialFrame frame_of(const BoxWorld& world, std::span<const std::int64_t> ids = {});
/// Makes the world of one frame of a trial, for checks of single worlds.
BoxWorld world_of(const Trial& trial, std::size_t frame);

/// Makes a trial of one frame.
Trial still_trial(const BoxWorld& world);
/// Makes a trial of a world in motion: with jumps, additions, removals, a reset to another world,
/// and the removal of all objects at the end.
Trial moving_trial(const BoxWorld& world);
/// Makes a trial of so many worlds with fewer than 14 boxes each, one frame per world. Coordinates
/// are small whole numbers, so that many edges coincide.
Trial tiny_trial(std::uint64_t seed, std::size_t worlds);
/// Makes a trial of so many worlds with fewer than 100 boxes each, on eighths of a pixel: some
/// boxes are large, some static, and each belongs to one of three teams. Each world has three
/// frames: as made, moved, and back.
Trial made_up_trial(std::uint64_t seed, std::size_t worlds);

/// Returns the trial with parameters that change: each reset after the first sets the next one of
/// `all`, in turn.
Trial with_changes(Trial trial, std::span<const Settings> all);

/// Holds a copy of a column that ends right before memory without access. A broadphase that reads
/// past the end of the copy, or writes to it, crashes the process.
class GuardedMemory {
 public:
  /// Copies the given rows of a column, in that order, and protects the copy from writes. Returns
  /// an empty span for an empty column. Valid until the next call.
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

/// Goes through the frames of a trial and prepares any number of broadphases for each of them.
class Player {
 public:
  /// The trial must outlive the player.
  explicit Player(const Trial& trial) : trial_(&trial) {}
  /// Goes to the next frame.
  void advance();
  /// Calls `reset` or `edit` of a broadphase, as the current frame needs it, or neither. Parameters
  /// that change with a reset are set first.
  void tell(Broadphase& broadphase) const;
  /// The current frame; valid until the next `advance`.
  Frame frame() const { return shown_; }
  /// The number of the current frame, from 0.
  std::size_t number() const { return next_ - 1; }
  /// Whether the current frame is the last one.
  bool is_over() const { return next_ == trial_->frames.size(); }

 private:
  void add_transients();

  const Trial* trial_;
  DenseNumbers<std::int64_t> numbers_;
  std::vector<Edit> edits_;
  GuardedMemory boxes_, filters_, is_static_;
  Frame shown_;
  std::size_t next_ = 0;
};

// Lives are trials in which everything happens that may happen between two frames.

/// The kinds of change that happen to the objects of a life. Each kind is a trial of its own, so
/// that a fault names its kind.
enum class Happening : std::uint8_t { motion, arrivals, teleports, flags, everything, count_ };
inline constexpr std::size_t kHappenings = static_cast<std::size_t>(Happening::count_);

/// Makes a life of `frames` frames with about `objects` objects. Every kind has motion and pauses,
/// in which no object moves. In `flags`, objects change between static and moving, and filters
/// change.
Trial world_life(Happening happening, std::size_t objects, int frames, std::uint64_t seed);

// The file of a trial is a box recording, which every command and the window can read. Its comments
// hold what only a check needs.

/// The largest text of a trial, bytes.
inline constexpr std::uint64_t kMaxTrialText = std::uint64_t{256} << 20;
/// The largest number of frames. Each frame takes memory even without a box.
inline constexpr std::size_t kMaxTrialFrames = 100'000;

/// The note about a failure in the file of a trial.
struct TrialNote {
  std::string promise;  ///< id of the broken promise; empty: all promises are to be checked
  std::string what;     ///< one line about the violation
  std::string command;  ///< the command that repeats it
};

/// A trial with its note.
struct TrialFile {
  Trial trial;
  TrialNote note;
};

/// Writes the file of a trial.
std::string trial_text(const TrialFile& file);

/// Reads the file of a trial, or any box recording, whose frames are then one world in motion.
/// `file_name` begins the text of an error.
Result<TrialFile> parse_trial(std::string_view text, const std::string& file_name);

// Shrinking finds a small trial that fails from a large one (delta debugging: A. Zeller and R.
// Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE Transactions on Software
// Engineering 28(2), 2002).

/// Returns the smallest trial it finds for which `fails` is still true. It leaves out frames,
/// objects, rules, resets and rows, and makes coordinates small whole numbers. `fails` can end the
/// search at any time by returning false from then on.
Trial shrink(Trial trial, const std::function<bool(const Trial&)>& fails);

}  // namespace phasebox::contract
