// SPDX-License-Identifier: MIT
// The frontend, which needs no window: it turns a frame's input, time and size into steps, drawings
// and requests.
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
#include "ui/model/field_panes.hpp"
#include "ui/model/layout.hpp"
#include "world/flight.hpp"

namespace phasebox::ui {

enum class KeysFor : std::uint8_t;

/// The user's actions while long work ran.
struct InputMeanwhile {
  bool cancels = false, pauses = false;  ///< end the work now; pause after it
  std::vector<KeyPress> keys;            ///< keys to be handled when the work has ended
};

/// The window that shows the frontend, as far as the frontend needs it. Tests implement it without
/// a window.
class Host {
 public:
  virtual ~Host() = default;
  /// Returns the time of a monotonic clock, in s. It is read several times in a frame.
  virtual double seconds() const = 0;
  /// Begins a frame of Dear ImGui's backends, before the input is written.
  virtual void begin_frame() = 0;
  /// Reloads the fonts, between frames, with the letters in `chinese` besides those that are always
  /// loaded. Returns the file of the font with Chinese letters; empty if none is wanted or found.
  virtual std::string reload_fonts(float scale, const std::string& chinese) = 0;
  /// Returns a texture id for each image, by its number.
  virtual std::span<const std::uint64_t> textures(const ImageSet& images) = 0;
  /// Runs a long job and returns when it has ended. A window reacts meanwhile, but must not read
  /// what the job changes.
  virtual InputMeanwhile run_apart(const std::function<void()>& job) = 0;
};

inline constexpr int kMaxCatchUp = 15;  ///< steps in one frame at most; more are dropped for good

/// Counts the steps that are due by the passed time. After a long frame only kMaxCatchUp are due,
/// so that a slow simulation becomes slow motion and not a standstill.
class StepClock {
 public:
  /// Returns the steps that are due since the last call; `now` in s.
  int due(double now) {
    const double passed = last_ < 0 ? 0 : now - last_;
    last_ = now;
    owed_ += passed * kStepsPerSecond;
    const double whole = std::floor(owed_);
    owed_ -= whole;
    return static_cast<int>(std::min<double>(whole, kMaxCatchUp));
  }
  /// Holds the clock: the time until the next call of due() makes no steps due.
  void hold() {
    last_ = -1;
    owed_ = 0;
  }

 private:
  double last_ = -1, owed_ = 0;  // s, negative while held; steps, a part of one
};

/// Measures events per second over the last half second or more.
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

/// Does the work of each frame: steps or detection, query, event log and lanes. Expensive logs are
/// taken less often than every frame, and work that may take long runs apart by the host.
class StepLoop {
 public:
  /// Keeps references to model and host, which must outlive the loop.
  StepLoop(ApplicationModel& model, Host& host) : model_(model), host_(host) {}

  /// Does steps or a detection, then query, event log, lanes and lesson of the frame at
  /// `model.clock.now`. `is_editing` is true while a widget is held.
  void work(bool is_editing);
  /// Marks the lanes as out of date, because a study has changed what they show.
  void look_into_lanes_again() { lanes_are_current_ = false; }
  /// Whether the next work may take so long that it runs apart.
  bool is_heavy() const;

  /// Moves out the keys that were pressed while work ran apart.
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
  // s: when the last event log was taken, how long it took, and when remarks last changed.
  double traced_at_ = -1, trace_took_ = 0, remarked_at_ = -1;
  std::uint64_t last_change_ = 0;                 // number of the last change, as of the last frame
  int frames_to_wait_ = 0;                        // until a question is off the screen
  const BroadphaseEntry* remarked_by_ = nullptr;  // the broadphase that the remarks are about
  std::uint64_t remarked_trace_ = 0;  // number of the event log that the remarks are about
  std::optional<std::size_t> lit_;    // contestant under the pointer in the frame before
  bool trace_is_current_ = false;
  double lanes_at_ = -1, lanes_took_ = 0;  // s: when lanes were last looked into; how long it took
  bool lanes_are_current_ = false;
  double worked_ = 0;  // s that the last work took
};

/// The user interface, frame by frame. It needs a Dear ImGui context, but neither SDL nor OpenGL,
/// so tests run it without a window.
class Frontend {
 public:
  /// Keeps references to model and host, which must outlive it. With `draws_in_software` many
  /// sprites are drawn with less detail.
  Frontend(ApplicationModel& model, Host& host, bool draws_in_software);

  /// Whether keys stay queued. After G they wait for the text field that it opens, even if frames
  /// are slow.
  bool keys_wait() const;
  /// Does all of a frame up to rendering by ImGui, and fills `panes` and the 3D view's list; `now`
  /// in s, `screen` in px.
  void frame(const FrameInput& input, Vec2 screen, double now);
  /// Carries out the requests in order, once after each drawn frame; returns those for the window.
  std::vector<HostRequest> carry_out();

  const std::vector<FieldPane>& panes() const { return panes_; }
  const Layout& layout() const { return layout_; }
  const StepLoop& loop() const { return loop_; }
  std::uint64_t frames() const { return frame_; }
  /// Returns the detail with which the sprites in the field are drawn.
  Detail detail() const;

 private:
  void refresh_fonts();
  void lay_out(Vec2 screen);
  void take_input(const FrameInput& input);

  /// The part of the interface that had the keyboard before a frame.
  struct KeyboardOwner {
    /// Whether a text field had it; whether a popup, a widget that was being changed, or a part
    /// that the focus had entered had it.
    bool is_typing, is_held;
    int popups;  ///< number of popups that were open
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
  // Language, scale, number of lesson loads, and file names for which the fonts were loaded.
  std::tuple<Language, float, std::uint64_t, std::string> lettered_;
  std::optional<std::pair<ThemeId, float>> styled_;  // theme and scale that ImGui's style has
};

}  // namespace phasebox::ui
