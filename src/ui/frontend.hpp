// SPDX-License-Identifier: MIT
// The frontend: it turns the input, time and screen size of a frame into steps of the simulation,
// drawings, and requests to the window. It needs no window itself.
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

#include "base/number_format.hpp"
#include "base/sentence.hpp"
#include "collide/image.hpp"
#include "ui/model/field_panes.hpp"
#include "ui/model/layout.hpp"
#include "ui/model/steering_keys.hpp"
#include "world/flight.hpp"

namespace phasebox::ui {

enum class KeysFor : std::uint8_t;

/// What the user did in the box that is shown while long work runs (draw_waiting_box).
struct InputMeanwhile {
  /// Cancels: end the work now. Pauses: let it end by itself. Both pause the simulation.
  bool cancels = false, pauses = false;
  std::vector<KeyPress> keys;  ///< keys pressed meanwhile, to be handled after the work
};

/// What the box over long work says of it. It is made before the work begins, because the work may
/// change the session in another thread.
struct LongWork {
  explicit LongWork(const ApplicationModel& model)
      : algorithm(model.session.settings().broadphase->title),
        sprites(counted(model.session.world().size(), "sprite")),
        is_paused(model.paused) {}
  Sentence algorithm, sprites;
  bool is_paused;  ///< the simulation is paused already, so that there is no button for it
};

/// The window that shows the frontend, as far as the frontend needs it. Tests implement it without
/// a window.
class Host {
 public:
  virtual ~Host() = default;
  /// Returns the time of a monotonic clock, in s since any moment. It advances during a frame, so
  /// that work can be timed.
  virtual double seconds() const = 0;
  /// Begins a frame of Dear ImGui's backends, before the input is written.
  virtual void begin_frame() = 0;
  /// Reloads the fonts in sizes that are multiplied by `scale`; called between frames of Dear
  /// ImGui. `chinese` is UTF-8 text with all letters beyond Latin that the interface may show.
  /// Returns the path of the font that has them; empty if `chinese` is empty or no such font is
  /// found.
  virtual std::string reload_fonts(float scale, const std::string& chinese) = 0;
  /// Returns the texture ids of all images, [images.size()], in the order of `images`. Images that
  /// are new or have changed are uploaded first.
  virtual std::span<const std::uint64_t> textures(const ImageSet& images) = 0;
  /// Runs a job that may take seconds, and returns when it has ended. A window may run it in
  /// another thread and show a box to cancel it; it must not read meanwhile what the job changes.
  /// Returns what the user did meanwhile.
  virtual InputMeanwhile run_apart(const std::function<void()>& job) = 0;
};

/// The most steps that one frame makes up for. Steps beyond these are never made.
inline constexpr int kMaxCatchUp = 15;

/// Counts the steps that are due after the time that has passed, kStepsPerSecond of them per
/// second. After a long frame at most kMaxCatchUp are due, so that a simulation that is too slow
/// runs in slow motion and does not fall ever further behind.
class StepClock {
 public:
  /// Returns the number of steps that are due since the last call, 0 to kMaxCatchUp; 0 in the first
  /// call and in the first after hold(). `now` is the time in s; `speed` is how many times as fast
  /// as real time the simulation runs, which changes the number of steps and never their length.
  int due(double now, double speed = 1) {
    const double passed = last_ < 0 ? 0 : now - last_;
    last_ = now;
    owed_ += passed * kStepsPerSecond * speed;
    const double whole = std::floor(owed_);
    owed_ -= whole;
    return static_cast<int>(std::min<double>(whole, kMaxCatchUp));
  }
  /// Stops the clock until the next call of due(): the time in between makes no steps due.
  void hold() {
    last_ = -1;
    owed_ = 0;
  }

 private:
  // Time of the last call of due() in s, negative while the clock is held; and the part of a step,
  // 0 to 1, by which the time exceeds the steps made due.
  double last_ = -1, owed_ = 0;
};

/// Measures how many events come per second. The rate is computed again about every half second,
/// from the events since the last time.
class RateMeter {
 public:
  /// Counts `events` that came until `now`, in s. Call it often, with 0 events too.
  void add(int events, double now) {
    if (since_ < 0) since_ = now;
    events_ += events;
    if (now - since_ < 0.5) return;
    rate_ = events_ / (now - since_);
    since_ = now;
    events_ = 0;
  }
  /// Returns the events per second; 0 during the first half second.
  double rate() const { return rate_; }

 private:
  // When the count began, in s, negative before the first call of add(); and the events per s.
  double since_ = -1, rate_ = 0;
  int events_ = 0;
};

/// Does the computing of each frame of the window: steps of the simulation or a detection of pairs,
/// the region query, the event log, and the lanes of a race. Logs that are expensive are not taken
/// in every frame, and work that may take long is run by Host::run_apart.
class StepLoop {
 public:
  /// Keeps references to model and host, which must outlive the loop.
  StepLoop(ApplicationModel& model, Host& host) : model_(model), host_(host) {}

  /// Does the work of the frame at `model.clock.now`. `is_editing` is true while the user drags or
  /// types in a widget; an open lesson then does not react yet.
  void work(bool is_editing);
  /// Marks the lanes of the race as out of date. Called after each command to the studies, because
  /// it may have changed what the lanes show.
  void look_into_lanes_again() { lanes_are_current_ = false; }
  /// Whether the next work may take so long that it is run by Host::run_apart: the last took long,
  /// or there are very many candidate pairs or sprites.
  bool is_heavy() const;

  /// Returns the keys that were pressed while work ran in Host::run_apart, and forgets them.
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
  // s: from when on the next event log may be taken (0 again after a change, undo or redo); when
  // the last picture was worked on, and how long after the one before.
  double trace_due_ = 0, pictured_at_ = 0, between_pictures_ = 0;
  // The number of the change that undo would take back, as of the frame before; 0: none.
  std::uint64_t last_change_ = 0;
  // Frames still to wait until the question about many pairs has left the screen.
  int frames_to_wait_ = 0;
  // FrameTrace::number of the event log that the remarks are about.
  std::uint64_t remarked_trace_ = 0;
  // ApplicationModel::lit_runner() of the frame before.
  std::optional<std::size_t> lit_;
  // No step, detection or change of what is detected has come since the event log was taken.
  bool trace_is_current_ = false;
  // s: from when on contestants of the race may run again to be drawn, in their lanes or because
  // the pointer is over one.
  double lanes_due_ = 0;
  bool lanes_are_current_ = false;
  // s that the job of the last call of run_apart() took.
  double worked_ = 0;
};

/// The user interface, frame by frame. It needs a Dear ImGui context, but neither SDL nor OpenGL,
/// so tests run it without a window.
class Frontend {
 public:
  /// Keeps references to model and host, which must outlive it. `draws_in_software` says that no
  /// GPU draws the window: scenes with many sprites are then drawn with less detail.
  Frontend(ApplicationModel& model, Host& host, bool draws_in_software);

  /// Whether keys should stay in the queue: a text field that was just asked for will get the focus
  /// within a few frames. What the user types right after G, for example, is thus not lost.
  bool keys_wait() const;
  /// Whether a text field has the focus, which takes any number of characters per frame.
  bool is_typing() const;
  /// Does a whole frame except rendering: takes the input, computes, fills panes() and the list of
  /// the 3D view, and builds ImGui's windows, which the caller then renders. `screen` is its size
  /// in px, `now` the host's time in s.
  void frame(const FrameInput& input, Vec2 screen, double now);
  /// Carries out, in order, what panels and tools have requested while they were drawn. Call it
  /// once after each frame. Returns the requests that only the window can carry out.
  std::vector<HostRequest> carry_out();

  const std::vector<FieldPane>& panes() const { return panes_; }
  const Layout& layout() const { return layout_; }
  const StepLoop& loop() const { return loop_; }
  std::uint64_t frames() const { return frame_; }
  /// Returns the detail with which the sprites in the field are drawn: always full where a GPU
  /// draws.
  Detail detail() const;

 private:
  void refresh_fonts();
  void lay_out(Vec2 screen);
  void take_input(const FrameInput& input);

  /// What had the keyboard at the beginning of a frame, before ImGui saw the frame's input.
  struct KeyboardOwner {
    /// Whether a text field had the focus; whether something had it that Esc leaves first: a popup,
    /// a widget that was being changed, or a child window.
    bool is_typing, is_held;
    int popups;  ///< number of nested popups that were open
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
  SteeringKeys steering_;
  Layout layout_{};
  std::vector<FieldPane> panes_;
  RateMeter frames_;
  std::uint64_t frame_ = 0;
  // Tab has moved the focus in the last frame, so settle_step() must be called in this one.
  bool steps_focus_ = false;
  // What the fonts were last loaded for: language, scale, how often lessons were loaded, and the
  // letters beyond ASCII in file names.
  std::tuple<Language, float, std::uint64_t, std::string> lettered_;
  // Theme and scale that ImGui's style was last set to.
  std::optional<std::pair<ThemeId, float>> styled_;
};

}  // namespace phasebox::ui
