// SPDX-License-Identifier: MIT
// What the interface itself remembers from frame to frame.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/accuracy/accuracy.hpp"
#include "lab/bake/bake.hpp"
#include "lab/horizon/horizon.hpp"
#include "lab/lessons/language.hpp"
#include "lab/why/why.hpp"
#include "session/coincident_boundaries.hpp"
#include "ui/model/actions/key_editor.hpp"
#include "ui/model/files/file_picker.hpp"
#include "ui/model/messages.hpp"
#include "ui/model/value_wheel.hpp"
#include "view/scene_view.hpp"
#include "world/scene/scene.hpp"

namespace phasebox {

/// Sections of the panel.
enum class Section : std::uint8_t {
  scene,
  broadphase,
  narrowphase,
  response,
  show,
  statistics,
  count_
};
inline constexpr std::size_t kSections = static_cast<std::size_t>(Section::count_);
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

/// What the tool "Why" has taken from the last event log, and what it points out in the field.
struct WhyView {
  std::uint64_t trace_number = ~std::uint64_t{0};
  Attribution made;
  Comparisons shown;
};

/// How many boundaries coincide in the event log of that number.
struct CoincidingView {
  std::uint64_t trace_number = ~std::uint64_t{0};
  Coinciding found;
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

/// What is chosen in the tools "Tune" and "Cliffs" for the next start.
struct StudyChoices {
  float tune_budget = 20, cliff_budget = 30;  ///< s
  int objective = 0;                          ///< Objective
  std::string cliff_y = "size";
  std::vector<std::string> cliff_entries;  ///< ids; empty: the default ones
  std::string cliff_shown;                 ///< whose map; empty: the first
};

/// How the tool "Race" is looked at.
struct RaceUiState {
  std::optional<std::size_t> runner;  ///< whose parameters are shown
  bool scrolls_to_runner = false;     ///< they are to come into sight
  bool by_tests = false;              ///< ranked by box tests, not by time
  std::size_t plot = 0;               ///< which of its plots
};

/// The focus of the keyboard in menus, panel, drawer and windows.
struct KeyboardFocus {
  bool is_on = false;  ///< keys move it, and press what has it
  int steps = 0;       ///< to the next (1) or previous (-1) part of the window, in this frame
};

/// What the interface itself remembers.
struct UiState {
  static constexpr float kMinScale = 0.5f, kMaxScale = 4;  ///< of text and widgets
  float scale = 1;
  bool scale_is_chosen = false;       ///< in the window, not by the screen or the command line
  bool scale_follows_screen = false;  ///< it is that of the screen on which the window is
  /// Text and widgets in another size, within the bounds.
  void choose_scale(float wanted) {
    scale = std::clamp(wanted, kMinScale, kMaxScale);
    scale_is_chosen = true, scale_follows_screen = false;
  }
  bool panel_open = true;
  float panel_width = 340;  ///< px before scaling
  std::array<bool, kSections> section_open{true, true, true, false, false, true};
  bool large_statistics = false;
  bool is_filmed = false;    ///< the window is
  float space_share = 0.5f;  ///< part of the field that the 3D view has
  bool help_open = false, messages_open = false, quit_asked = false;
  bool has_unsaved = false;  ///< sprites were changed by hand since the last save
  std::optional<PairQuestion> pairs_asked;
  std::optional<RecoveryQuestion> recovery_asked;
  /// A question stands over the window: nothing behind it answers keys or the mouse.
  bool has_modal() const {
    return quit_asked || pairs_asked.has_value() || recovery_asked.has_value();
  }
  /// Another question comes first.
  bool asks_about_recovery() const { return recovery_asked && !quit_asked && !pairs_asked; }
  std::string tool;  ///< id of the tool in the drawer; empty: closed
  /// Heights that the user gave the drawer, by tool; px before scaling.
  std::map<std::string, float> drawer_heights;
  StudyChoices study;
  RaceUiState race;
  double xray_speed = 8;      ///< X-ray: events per second, when it plays
  std::size_t xray_seen = 0;  ///< X-ray: event for which its tree was scrolled last
  /// Language wanted for the interface and the lessons, and the file of the Chinese font that is
  /// loaded, or empty.
  Language language = Language::english;
  std::string chinese_font;
  bool chinese_is_missing = false;  ///< its font was looked for in vain
  bool scrubbing = false;           ///< the user drags the bar of frames: playback waits
  bool opens_menu = false;          ///< opens the field's menu at the pointer
  Vec2 menu_at;                     ///< screen px
  std::uint16_t launch_image = 0;
  float launch_size = 48;  ///< px, longer side
  MessageLog messages;
  FilePicker picker;
  std::optional<ParamValue> typing;  ///< value being typed, not yet entered
  std::string scroll_to;             ///< "owner.key", or the name of a list, to be scrolled to
  std::string focus_on;              ///< "owner.key" whose text field is to get the focus
  int keys_wait = 0;                 ///< frames for which keys wait for that field, at most
  float statistics_height = 200;     ///< px, of all of them; measured while drawing
  float sections_height = 400;       ///< px, of all other sections; measured while drawing
  KeyboardFocus keyboard;
  KeyMap keys;         ///< of the actions
  KeyNames idle_keys;  ///< in the settings file, but of no use to this Phasebox
  KeyEditor key_editor;
  std::string help_filter;                                  ///< what is searched in the help
  std::map<std::string_view, ScenePicture> scene_pictures;  ///< by id, made when first seen
  std::vector<WidgetRect> rects;                            ///< of the last frame
  std::string status;  ///< what the status line says about the algorithm
  WhyView why;
  CoincidingView coinciding;
  HorizonFinder horizon;
  ValueWheel value_wheel;
  Axis world_line_axis = Axis::x;  ///< of the tool "World lines"
  AccuracyOptions accuracy;        ///< to be measured next
  BakeOptions bake;                ///< of the next start
};

}  // namespace phasebox
