// SPDX-License-Identifier: MIT
// The steps that are due in a frame, the clock that says how many, and what long work needs of a
// window.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collide/image.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/input.hpp"
#include "world/flight.hpp"

namespace phasebox {

/// What the user did while long work ran.
struct Waited {
  bool pauses = false;
  std::vector<KeyPress> keys;  ///< for afterward
};

/// A window, or in tests what takes its place.
class Host {
 public:
  virtual ~Host() = default;
  /// Monotonic, in s; read several times in a frame.
  virtual double seconds() const = 0;
  /// Begins a frame of Dear ImGui's backends, before the input is written.
  virtual void begin_frame() = 0;
  /// Loads the fonts again, between two frames, with these Chinese letters; the file of the Chinese
  /// font, or empty.
  virtual std::string reload_fonts(float scale, const std::string& chinese) = 0;
  /// A texture for each of the images, by number.
  virtual std::span<const std::uint64_t> textures(const ImageSet& images) = 0;
  /// Runs a job that may take long, and returns when it has ended. A window keeps answering
  /// meanwhile; nothing but the job may look at what the job changes.
  virtual Waited run_apart(const std::function<void()>& job) = 0;
};

// Wall time into fixed steps, and rates per second.

inline constexpr int kMaxCatchUp = 15;  ///< steps in one frame; more are dropped, not owed

/// How many steps are due. After a long frame the simulation catches up a little and then lets go,
/// so that a slow machine shows slow motion rather than nothing.
class StepClock {
 public:
  int due(double now) {
    const double passed = last_ < 0 ? 0 : now - last_;
    last_ = now;
    owed_ += passed * kStepsPerSecond;
    const double whole = std::floor(owed_);
    owed_ -= whole;
    return static_cast<int>(std::min<double>(whole, kMaxCatchUp));
  }
  /// Time that passes until the next call does not count.
  void hold() {
    last_ = -1;
    owed_ = 0;
  }

 private:
  double last_ = -1, owed_ = 0;
};

/// Events per second, over the last half second or more.
class RateMeter {
 public:
  void add(int events, double now) {
    if (since_ < 0) since_ = now;
    events_ += events;
    if (now - since_ < 0.5) return;
    rate_ = events_ / (now - since_);
    since_ = now;
    events_ = 0;
  }
  double rate() const { return rate_; }

 private:
  double since_ = -1, rate_ = 0;
  int events_ = 0;
};

// The work of a frame: the steps that are due, the event log, the lanes of a race.

/// Decides frame by frame what is worked out again. What is expensive is done less often, and what
/// may take long runs apart.
class StepLoop {
 public:
  /// Both outlive it.
  StepLoop(ApplicationModel& model, Host& host) : model_(model), host_(host) {}

  /// Steps or detection, then query, event log, lanes and lesson of the frame at `model.now`.
  void work(bool is_editing);
  /// A study has changed what the lanes show.
  void look_into_lanes_again() { lanes_are_current_ = false; }
  /// The next work may take so long that it runs apart.
  bool is_heavy() const;
  double steps_per_second() const { return steps_.rate(); }
  /// Keys that were pressed while work ran apart.
  std::vector<KeyPress> take_keys() { return std::exchange(keys_, {}); }

 private:
  void simulate();
  void detect_in_place();
  int due_steps();
  void run_steps();
  void observe();
  void refresh_trace();
  void take_trace();
  void fit_recording();
  void refresh_remarks();
  void refresh_lanes();
  void run_apart(const std::function<void()>& job);

  ApplicationModel& model_;
  Host& host_;
  StepClock clock_;
  RateMeter steps_;
  std::vector<KeyPress> keys_;
  double traced_at_ = -1, trace_took_ = 0, remarked_at_ = -1;  // s
  const BroadphaseEntry* remarked_by_ = nullptr;
  std::uint64_t remarked_trace_ = 0;  // the number of the event log that they were made with
  bool trace_is_current_ = false;
  double lanes_at_ = -1, lanes_took_ = 0;  // s: when the lanes were looked into, and for how long
  bool lanes_are_current_ = false;
  double worked_ = 0;  // s that the last steps or detection took
};

}  // namespace phasebox
