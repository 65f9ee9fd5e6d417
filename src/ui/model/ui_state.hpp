// SPDX-License-Identifier: MIT
// What the interface itself remembers from frame to frame.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/accuracy.hpp"
#include "lab/as_written.hpp"
#include "lab/lessons.hpp"
#include "lab/over_time.hpp"
#include "lab/why.hpp"
#include "session/pipeline.hpp"
#include "ui/model/actions/actions.hpp"
#include "ui/model/files/files.hpp"
#include "view/scene_view.hpp"
#include "world/scene/scene.hpp"

namespace phasebox::ui {

struct Message {
  enum class Kind : unsigned char { note, warning } kind;
  std::string text;
  double said_at;     ///< s, by the window's clock
  std::string topic;  ///< what it is about, if a newer word on it takes its place
};

/// The last messages, newest last.
class MessageLog {
 public:
  static constexpr double kToastSeconds = 5;
  static constexpr std::size_t kLimit = 200;

  /// Says it, in place of the last toast if that is shown and has the same text or topic.
  void say(Message::Kind kind, std::string text, double now, std::string topic = {}) {
    if (!all_.empty() && is_toast(all_.back(), now)) {
      const Message& last = all_.back();
      if (last.text == text || (!topic.empty() && last.topic == topic)) all_.pop_back();
    }
    all_.push_back({kind, std::move(text), now, std::move(topic)});
    if (all_.size() > kLimit) all_.pop_front();
  }
  static bool is_toast(const Message& m, double now) { return now - m.said_at < kToastSeconds; }
  const std::deque<Message>& all() const { return all_; }

 private:
  std::deque<Message> all_;
};

/// The value box under the pointer takes the wheel, unless it only comes by as the panel scrolls.
class ValueWheel {
 public:
  using Box = std::uint32_t;  ///< 0: none

  /// Takes the frame's notches for the box under the pointer, or lets them scroll; `now` in s.
  void route(float& notches, double now) {
    const bool is_scrolling = now - scrolled_at_ < kScrolling;
    notches_ = 0;
    if (notches == 0) return;
    if (under_ != 0 && !is_scrolling)
      notches_ = std::exchange(notches, 0.0f);
    else
      scrolled_at_ = now;
  }
  /// Before boxes are drawn; each says then whether it is `under` the pointer.
  void begin() { under_before_ = std::exchange(under_, 0); }
  /// How far this box, which is under the pointer, was turned.
  float under(Box box) {
    under_ = box;
    return box == under_before_ ? std::exchange(notches_, 0.0f) : 0;
  }

 private:
  static constexpr double kScrolling = 0.5;  // s from one turn to the next
  Box under_ = 0, under_before_ = 0;
  float notches_ = 0;
  double scrolled_at_ = -std::numeric_limits<double>::infinity();
};

/// Texts with numbers. They change together, at most four times a second, so that they can be read.
class SteadyTexts {
 public:
  static constexpr double kSeconds = 0.25;

  /// Begins a frame, at `now` s.
  void begin(double now) {
    is_due_ = now - changed_at_ >= kSeconds;
    if (is_due_) changed_at_ = now;
  }
  /// What the widget of that name shows in place of `text`.
  const std::string& show(const std::string& name, std::string text) {
    const auto [shown, is_new] = shown_.try_emplace(name);
    if (is_due_ || is_new) shown->second = std::move(text);
    return shown->second;
  }
  /// What is shown is of something else now: no text stays.
  void clear() { shown_.clear(), changed_at_ = -kSeconds; }

 private:
  double changed_at_ = -kSeconds;
  bool is_due_ = true;
  std::map<std::string, std::string> shown_;
};

/// Sections of the panel.
enum class Section : std::uint8_t { scene, broadphase, narrowphase, response, show, statistics };
inline constexpr std::size_t kSections = 6;
constexpr std::string_view section_title(Section section) {
  constexpr std::array<std::string_view, kSections> kTitles{"Scene",    "Broadphase", "Narrowphase",
                                                            "Response", "Show",       "Statistics"};
  return kTitles[static_cast<std::size_t>(section)];
}

/// A widget's place, for tests that drive the window.
struct WidgetRect {
  std::string name;  ///< "owner.key" of a parameter, or a plain name
  Aabb rect;         ///< screen px
};

/// What was found in an event log, once per log, however often it is looked at.
template <class Found>
struct OncePerTrace {
  std::uint64_t trace_number = ~std::uint64_t{0};
  Found found;
  template <class Find>
  const Found& get(std::uint64_t number, Find find) {
    if (std::exchange(trace_number, number) != number) found = find();
    return found;
  }
};

/// A change that would make so many candidate pairs that the user is asked first.
struct PairQuestion {
  std::uint64_t pairs = 0;  ///< about how many
  std::size_t sprites = 0;
  bool by_motion = false;  ///< they came by themselves: there is nothing to take back
};

/// The state that a window that ended early has left.
struct RecoveryQuestion {
  std::string saved_at, what;
};

/// What is chosen in the tools "Tune" and "Scaling" for the next start.
struct StudyChoices {
  float tune_budget = 20, scaling_budget = 30;  ///< s
  int objective = 0;                            ///< Objective
  std::string scaling_y = "size";               ///< or a parameter's key, or kCountAlone
  std::vector<std::string> scaling_entries;     ///< ids; empty: the default ones
  bool scaling_of_race = false;                 ///< instead: the contestants of the race
  std::string scaling_shown;                    ///< title of whose map; empty: the first
  bool scaling_tests = false;  ///< box tests instead of times, where only the count varies
};

/// What is kept from one start to the next as it is.
struct KeptLayout {
  bool panel_open = true, large_statistics = false;
  bool panel_beside = false;  ///< it is unfolded beside an open tool
  bool is_welcomed = false;   ///< the start page was seen and left
  float panel_width = 400;    ///< of panel and tools beside the field; px before scaling
  float drawer_height = 300;  ///< of the tools below it; px before scaling
  float space_share = 0.5f;   ///< part of the field that the 3D view has
  std::array<bool, kSections> section_open{};  ///< unfolded
  float launch_size = 48;                      ///< px, longer side
  std::vector<std::string> recent;  ///< absolute paths of files opened or saved, the last one first
};

struct UiState : KeptLayout {
  // Windows and questions over the rest.

  static constexpr std::uint64_t kAskedPairs = 5'000'000;  ///< candidates; beyond it, ask

  bool welcome_open = false, help_open = false, messages_open = false, quit_asked = false;
  std::optional<PairQuestion> pairs_asked;
  std::uint64_t allowed_pairs = kAskedPairs;  ///< that the user need not be asked about
  bool may_undo_pairs = false;                ///< what made the pairs asked about can be taken back
  std::optional<RecoveryQuestion> recovery_asked;
  FilePicker picker;
  KeyEditor key_editor;
  std::string help_filter;  ///< what is searched in the help

  void leave_welcome() { welcome_open = false, is_welcomed = true; }
  /// A question is open: nothing behind it answers keys or the mouse.
  bool has_modal() const {
    return quit_asked || pairs_asked.has_value() || recovery_asked.has_value();
  }
  /// Another question comes first.
  bool asks_about_recovery() const { return recovery_asked && !quit_asked && !pairs_asked; }

  static constexpr float kMinScale = 0.5f, kMaxScale = 4;  ///< of text and widgets
  float scale = 1;
  bool scale_is_chosen = false;       ///< in the window, not by the screen or the command line
  bool scale_follows_screen = false;  ///< it is that of the screen on which the window is
  /// Text and widgets in another size, within the bounds.
  void choose_scale(float wanted) {
    scale = std::clamp(wanted, kMinScale, kMaxScale);
    scale_is_chosen = true, scale_follows_screen = false;
  }
  bool energy_open = false;  ///< its curves, in the section Response
  bool is_open(Section s) const { return section_open[static_cast<std::size_t>(s)]; }
  /// Shows the panel, or hides it; beside an open tool it is folded to a strip instead.
  bool& shows_panel() { return tool.empty() ? panel_open : panel_beside; }
  bool shows_panel() const { return tool.empty() ? panel_open : panel_beside; }
  bool shows_energy() const { return shows_panel() && is_open(Section::response) && energy_open; }
  bool lecture = false;          ///< field, sentence, three numbers, and an open lesson alone
  bool is_embedded = false;      ///< in a frame of another page: no menus, launcher and status
  bool is_phone = false;         ///< so narrow that a tool has no room beside an unfolded panel
  bool is_filmed = false;        ///< the window is
  std::string tool;              ///< id of the tool in the drawer; empty: closed
  bool lesson_in_sight = false;  ///< in the frame before
  double collided_at = -std::numeric_limits<double>::infinity();  ///< s, any two sprites, last
  LessonDraft draft;
  std::string dismissed_note;  ///< of a scene; it is not shown again
  StudyChoices study;
  /// How the tool "Race" is looked at.
  struct {
    std::optional<std::size_t> runner;  ///< whose parameters are shown
    std::optional<std::size_t> lit;     ///< under the pointer: its structure is in the field
    bool scrolls_to_runner = false;     ///< they are to come into sight
    bool by_tests = false;              ///< ranked by box tests, not by time
  } race;
  double xray_speed = 8;      ///< X-ray: events per second, when it plays
  bool xray_paused = false;   ///< X-ray: it has paused the simulation, and resumes it
  std::size_t xray_seen = 0;  ///< X-ray: event for which its tree was scrolled last
  /// Wanted for interface and lessons; and the file of the Chinese font that is loaded, or empty.
  Language language = Language::english;
  std::string chinese_font;
  bool chinese_is_missing = false;  ///< its font was looked for in vain
  bool scrubbing = false;           ///< the user drags the bar of frames: playback waits
  int menu_wanted = 0;              ///< of the bar: opens in the next frame; 0: none
  bool opens_menu = false;          ///< opens the field's menu at the pointer
  bool opens_scenes = false;        ///< opens the list of all scenes
  Vec2 menu_at;                     ///< screen px
  std::uint16_t launch_image = 0;
  std::vector<std::uint16_t> launch_strip;  ///< the images used last, at most five
  Flips launch_flips;                       ///< of sprites that are launched
  std::array<char, 256> picture_options{};  ///< being typed, as kPictureOptions
  MessageLog messages;
  /// A value box that is typed in.
  struct Typing {
    std::string name, text;
    std::string before;  ///< its text when that began
    int waits = 0;       ///< frames until the text field must have the focus
  };
  std::optional<Typing> typing;
  std::string scroll_to;          ///< "owner.key", or the name of a list, to be scrolled to
  std::string focus_on;           ///< "owner.key" whose text field is to get the focus
  int keys_wait = 0;              ///< frames for which keys wait for that field, at most
  float statistics_height = 200;  ///< px, of all of them; measured while drawing
  float sections_height = 400;    ///< px, of all other sections; measured while drawing
  /// Its focus in menus, panel, drawer and windows.
  struct {
    bool is_on = false;  ///< keys move it, and press what has it
    int steps = 0;       ///< to the next (1) or previous (-1) part of the window, in this frame
  } keyboard;
  KeyMap keys;                                              ///< of the actions
  std::map<std::string_view, ScenePicture> scene_pictures;  ///< by id, made when first seen
  std::vector<WidgetRect> rects;                            ///< of the last frame
  std::string status;  ///< what the status line says about the algorithm
  OncePerTrace<Attribution> why;
  Comparisons compared;  ///< what the tools point out in the field
  SteadyTexts steady;
  FadeIn fading;  ///< groups of the field
  OncePerTrace<Coinciding> coinciding;
  OncePerTrace<Plot> group_sizes;                        ///< per world and leaf test
  OncePerTrace<std::optional<double>> better_threshold;  ///< four times a second
  /// A source's listing runs beside the algorithm, as `listings` numbers them.
  std::optional<std::size_t> listing;
  OncePerTrace<ListingResult> listed;
  ValueWheel value_wheel;
  Axis world_line_axis = Axis::x;  ///< of the tool "World lines"
  AccuracyOptions accuracy;        ///< to be measured next
};

}  // namespace phasebox::ui
