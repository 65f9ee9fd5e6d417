// SPDX-License-Identifier: MIT
// The frontend without a window: from a frame's input, time and size to steps, drawing, requests.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "collide/image.hpp"
#include "ui/model/layout.hpp"
#include "world/flight.hpp"

namespace phasebox::ui {

enum class KeysFor : std::uint8_t;

/// What the user did while long work ran.
struct Waited {
  bool cancels = false, pauses = false;
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
  /// Reloads the fonts between frames, with these Chinese letters; their font's file, or empty.
  virtual std::string reload_fonts(float scale, const std::string& chinese) = 0;
  /// A texture for each of the images, by number.
  virtual std::span<const std::uint64_t> textures(const ImageSet& images) = 0;
  /// Runs a long job until it ends. A window still answers; only the job may read what it changes.
  virtual Waited run_apart(const std::function<void()>& job) = 0;
};

inline constexpr int kMaxCatchUp = 15;  ///< steps in one frame; more are dropped, not owed

/// How many steps are due; only a few after a long frame: slow motion rather than a standstill.
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

/// What each frame works out again: what is expensive less often, and what may take long apart.
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

  /// Keys that were pressed while work ran apart.
  std::vector<KeyPress> take_keys() { return std::exchange(keys_, {}); }

 private:
  void simulate();

  void run_steps();

  bool waits();
  void refresh_trace();
  void take_trace();

  void refresh_remarks();

  void run_apart(const std::function<void()>& job);

  ApplicationModel& model_;
  Host& host_;
  StepClock clock_;
  RateMeter steps_;
  std::vector<KeyPress> keys_;
  double traced_at_ = -1, trace_took_ = 0, remarked_at_ = -1;  // s
  std::uint64_t last_change_ = 0;  // number of the change that was made last
  int frames_to_wait_ = 0;         // until a question is off the screen
  const BroadphaseEntry* remarked_by_ = nullptr;
  std::uint64_t remarked_trace_ = 0;  // the number of the event log that they were made with
  std::optional<std::size_t> lit_;    // contestant, in the frame before
  bool trace_is_current_ = false;
  double lanes_at_ = -1, lanes_took_ = 0;  // s: when the lanes were looked into, and for how long
  bool lanes_are_current_ = false;
  double worked_ = 0;  // s that the last steps or detection took
};

/// Frame after frame. Needs a Dear ImGui context, not SDL or OpenGL: windows and tests draw it.
class Frontend {
 public:
  /// Both outlive it. `draws_in_software`: many sprites are drawn with less detail.
  Frontend(ApplicationModel& model, Host& host, bool draws_in_software);

  /// Whether keys stay queued: after G they belong to the field it opens, however slow frames are.
  bool keys_wait() const;
  /// A frame, up to rendering by ImGui; `now` in s, size in px. Composes `panes` and the 3D list.
  void frame(const FrameInput& input, Vec2 screen, double now);
  /// Carries out the requests in order, once after each drawn frame; returns those for the window.
  std::vector<HostRequest> carry_out();

  const std::vector<FieldPane>& panes() const { return panes_; }
  const Layout& layout() const { return layout_; }
  const StepLoop& loop() const { return loop_; }
  std::uint64_t frames() const { return frame_; }
  /// Of the sprites in the field.
  Detail detail() const;

 private:
  void refresh_fonts();
  void lay_out(Vec2 screen);
  void take_input(const FrameInput& input);

  /// What had the keyboard before a frame.
  struct KeyboardOwner {
    /// A text field; a popup, a widget that is being changed, or a part that the focus entered.
    bool is_typing, is_held;
    int popups;  ///< that were open
  };
  KeysFor keys_for() const;
  void take_key(const KeyPress& press, KeyboardOwner owner);
  bool take_focus_key(const KeyPress& press, KeyboardOwner owner);

  void choose_lane(Vec2 pointer);

  void draw_interface();
  void carry_out(const Request& request, std::vector<HostRequest>& left);

  ApplicationModel& model_;
  Host& host_;
  const bool draws_in_software_;
  StepLoop loop_;
  Layout layout_{};
  std::vector<FieldPane> panes_;
  RateMeter frames_;
  std::uint64_t frame_ = 0;
  bool steps_focus_ = false;  // Tab was pressed in the last frame
  std::tuple<Language, float, std::uint64_t, std::string> lettered_;  // what the letters are of
  std::optional<std::pair<ThemeId, float>> styled_;  // theme and scale that ImGui wears
};

}  // namespace phasebox::ui
