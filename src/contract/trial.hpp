// SPDX-License-Identifier: MIT
// What a broadphase is tried on: parameters, and frames of objects that move, come and go.
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

// Parameters by key: a process that has no instance of what is checked has no rows.

/// A value for one parameter.
struct Setting {
  std::string key;
  double value = 0;
  bool operator==(const Setting&) const = default;
};
using Settings = std::vector<Setting>;

/// "max-objects=16 looseness=1.5", every digit; empty without any.
std::string settings_text(const Settings& settings);
/// The same with `before` each: " --set max-objects=16 --set looseness=1.5".
std::string settings_text(const Settings& settings, std::string_view before);

/// Reads what `settings_text` writes; nothing where it is no such text.
std::optional<Settings> parse_settings(std::string_view text);

/// The defaults; each row alone at its low and high end; all low; all high; `random_ones` others.
std::vector<Settings> settings_to_try(std::span<const Param> rows, std::size_t random_ones,
                                      std::uint64_t seed);

/// What `--set KEY=TEXT` means to the owner of these rows, whose id may come before, with a dot.
Result<Setting> read_setting(std::span<const Param> rows, std::string_view owner,
                             std::string_view key, std::string_view text);

/// Sets them; asserts that every key exists.
void set_params(ParamView view, const Settings& settings);

// ---- trials

/// One frame: a row for each object that is there.
struct TrialFrame {
  std::vector<std::int64_t> ids;        ///< [n] ascending
  std::vector<Aabb> boxes;              ///< [n]
  std::vector<Filter> filters;          ///< [n], or empty in all frames of the trial
  std::vector<std::uint8_t> is_static;  ///< [n], or empty in all frames of the trial
  bool is_reset = false;                ///< another world begins; so does one in the first frame
  Settings sets;                        ///< parameters that change before that reset

  std::size_t size() const { return ids.size(); }
  bool operator==(const TrialFrame&) const = default;
};

/// Frames that one instance is shown one after another.
struct Trial {
  std::string name;
  std::uint64_t seed = 0;  ///< of the checks' own random numbers
  std::vector<TrialFrame> frames;
  /// Every removal is told with an object that comes and goes between the same two frames.
  bool has_transients = false;
  FilterRule rule = FilterRule::both;

  /// Objects in the frame that has most.
  std::size_t max_boxes() const;
  /// "'touching grid' (seed 1)".
  std::string label() const;
  bool operator==(const Trial&) const = default;
};

/// The objects of a world; without ids [n], which are in any order, with their numbers as ids.
TrialFrame frame_of(const BoxWorld& world, std::span<const std::int64_t> ids = {});
/// The same back, for checks that look at one frame.
BoxWorld world_of(const Trial& trial, std::size_t frame);

/// One frame.
Trial still_trial(const BoxWorld& world);
/// The same world in motion: jumps, additions, removals, a reset to another, removal of all.
Trial moving_trial(const BoxWorld& world);
/// `worlds` worlds of up to 14 boxes on small whole numbers, where every edge meets every other
/// edge; a reset before each.
Trial tiny_trial(std::uint64_t seed, std::size_t worlds);
/// `worlds` worlds of up to a hundred boxes on eighths of a pixel, some large, in three teams, some
/// static; each as made, moved, and back.
Trial made_up_trial(std::uint64_t seed, std::size_t worlds);

/// The same frames, but that each reset after the first changes parameters, to `all` in turn.
Trial with_changes(Trial trial, std::span<const Settings> all);

/// A copy of a column right before memory that may not be touched, and which may not be written
/// while it is shown: reading behind it, or writing to it, ends the process.
class GuardedMemory {
 public:
  /// The column in another order, if it is there; valid until the next call.
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

/// Goes through the frames of a trial, as many broadphases are told what happens as ask.
class Player {
 public:
  explicit Player(const Trial& trial) : trial_(&trial) {}
  /// To the next frame.
  void advance();
  /// Tells a broadphase what came before this frame: a reset, edits, or nothing.
  void tell(Broadphase& broadphase) const;
  Frame frame() const { return shown_; }
  std::size_t number() const { return next_ - 1; }
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

// Lives of worlds: frames in which everything happens that may happen between two frames.

/// What happens to the objects: each kind is a trial of its own, so that a fault names its kind.
enum class Happening : std::uint8_t { motion, arrivals, teleports, flags, everything, count_ };
inline constexpr std::size_t kHappenings = static_cast<std::size_t>(Happening::count_);

/// `frames` frames with about `objects` objects. Pauses (a frame again, unchanged) are part of
/// every kind. Objects change from static to moving and back, and their filters change, in `flags`.
Trial world_life(Happening happening, std::size_t objects, int frames, std::uint64_t seed);

// A trial as a box recording for every command and the window; comments hold what a check knows.

/// Bytes of the text of a trial, and its frames. Each frame takes memory before it has a box.
inline constexpr std::uint64_t kMaxTrialText = std::uint64_t{256} << 20;
inline constexpr std::size_t kMaxTrialFrames = 100'000;

/// What a file says beside its frames.
struct TrialNote {
  std::string promise;  ///< id of the one that is broken; empty: all are to be checked
  std::string what;     ///< one line: how it is broken
  std::string command;  ///< what repeats it
};

struct TrialFile {
  Trial trial;
  TrialNote note;
};

/// The text of the file.
std::string trial_text(const TrialFile& file);

/// Reads it, or any box recording: its frames are then one world in motion.
Result<TrialFile> parse_trial(std::string_view text, const std::string& file_name);

// From a trial that fails to the smallest one found that still does (delta debugging: A. Zeller and
// R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE Transactions on Software
// Engineering 28(2), 2002).

/// Leaves out frames, then objects, then rows, rules and resets, and makes coordinates small whole
/// numbers, as long as `fails` says that what is left still fails. `fails` may end the search at
/// any time by saying no from then on.
Trial shrink(Trial trial, const std::function<bool(const Trial&)>& fails);

}  // namespace phasebox::contract
