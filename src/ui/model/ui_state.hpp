// SPDX-License-Identifier: MIT
// The state of the user interface that lasts from frame to frame and is no part of the session.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/lessons/words.hpp"
#include "lab/published_listings.hpp"
#include "ui/model/actions/key_map.hpp"
#include "ui/model/files/file_picker.hpp"
#include "ui/model/kept_layout.hpp"
#include "ui/model/message_log.hpp"
#include "ui/model/once_per_trace.hpp"
#include "ui/model/own_states.hpp"
#include "ui/model/questions.hpp"
#include "ui/model/steady_texts.hpp"
#include "ui/model/value_wheel.hpp"
#include "view/calm_groups.hpp"
#include "view/comparisons.hpp"
#include "view/group_tints.hpp"

namespace phasebox::ui {

/// The place of a widget in the last frame, for tests that drive the window.
struct WidgetRect {
  std::string name;  ///< "owner.key" of a parameter, or the name of the widget
  Aabb rect;         ///< screen px
};

/// The state of the user interface: what is open, chosen, typed or remembered for drawing.
/// The state that one tool or one panel alone needs is among its OwnStates.
struct UiState : KeptLayout, Questions, OwnStates {
  bool welcome_open = false, help_open = false, messages_open = false;
  /// The answer for a recording that is opened is searched at once; the programs set it.
  bool answers_recordings = false;
  bool is_dragged_over = false;  ///< something is dragged over the window and may be dropped
  FilePicker picker;
  KeyEditor key_editor;
  std::string help_filter;  ///< words that the user searches in the help

  /// Closes the start page if it is open, and notes that it is not to open by itself at later
  /// starts.
  void leave_welcome() {
    if (std::exchange(welcome_open, false)) is_welcomed = true;
  }

  static constexpr float kMinScale = 0.5f, kMaxScale = 4;
  float scale = 1;                    ///< factor of the size of text and widgets
  bool scale_is_chosen = false;       ///< the user has set `scale` in this window
  bool scale_follows_screen = false;  ///< `scale` is set by the screen that shows the window
  /// Sets `scale` as the user's choice, clamped to kMinScale and kMaxScale.
  void choose_scale(float wanted) {
    scale = std::clamp(wanted, kMinScale, kMaxScale);
    scale_is_chosen = true;
    scale_follows_screen = false;
  }
  bool energy_open = false;  ///< the plot of energy is unfolded in the section Response
  bool is_open(Section s) const { return section_open[static_cast<std::size_t>(s)]; }
  /// Whether the panel is shown. The flag may be set, and is another one while a tool is open: a
  /// hidden panel beside a tool is folded to a strip.
  bool& shows_panel() { return tool.empty() ? panel_open : panel_beside; }
  bool shows_panel() const { return tool.empty() ? panel_open : panel_beside; }
  bool shows_energy() const { return shows_panel() && is_open(Section::response) && energy_open; }
  bool lecture = false;      ///< only the field, a sentence, and three numbers or a lesson
  bool is_embedded = false;  ///< part of another page: no menu bar, launcher or status line
  bool is_phone = false;     ///< the page is too narrow for a tool beside the panel
  /// Number of presses of the pointer's buttons, and that at the last change of a parameter.
  std::uint64_t presses = 0, changed_by = 0;
  bool is_filmed = false;      ///< the window is being filmed
  double filmed_since = 0;     ///< when the film began, s by FrameClock::now
  std::string tool;            ///< id of the tool in the drawer; empty: closed
  std::string dismissed_note;  ///< the scene's note if the user dismissed it, so it is hidden
  std::optional<std::size_t> lit_runner;  ///< contestant of the race whose line is pointed at
  /// The language chosen for interface and lessons.
  Language language = Language::english;
  std::string chinese_font;         ///< file of the Chinese font that is loaded, or empty
  bool chinese_is_missing = false;  ///< Chinese is chosen, but no font for it was found
  bool scrubbing = false;           ///< the user drags through time, so the steps wait
  bool opens_menu = false;          ///< the field's menu opens in the next frame, at `menu_at`
  bool opens_scenes = false;        ///< the list of all scenes opens in the next frame
  Vec2 menu_at;                     ///< screen px
  std::uint16_t launch_image = 0;   ///< number of the image that the next launch uses
  Flips launch_flips;               ///< mirroring of launched sprites
  MessageLog messages;
  bool can_open_files = true;  ///< paths in messages are links; false in a browser's page
  /// The text field that stands in place of a value box while the user types in it.
  struct Typing {
    std::string name, text;
    std::string before;  ///< the text when typing began
    int waits = 0;       ///< frames within which the text field must get the focus
  };
  std::optional<Typing> typing;
  std::string scroll_to;  ///< the panel scrolls to "owner.key" or this section or list
  std::string focus_on;   ///< "owner.key" whose text field gets the focus next
  int keys_wait = 0;      ///< most frames for which keys wait until a text field has the focus
  /// The keyboard's focus in menus, panel, drawer and windows.
  struct {
    bool is_on = false;  ///< arrows, Enter and the like act on the focused widget
    int steps = 0;       ///< 1, -1: the focus goes to the next, previous part of the window
  } keyboard;
  KeyMap keys;                    ///< keys of all actions, as the user has changed them
  std::vector<WidgetRect> rects;  ///< places of widgets and windows in the last frame
  std::string status;             ///< text of the status line about the broadphase, for tests
  std::string sentence;           ///< the sentence above the field, "|" and its badge, for tests
  Comparisons compared;           ///< lines and boxes that tools and texts point out in the field
  SteadyTexts steady;
  /// When and under which pointer a careful button appeared, or was enabled, and its last frame.
  struct Appearance {
    int frame = 0;
    double at = 0;  ///< s, of ImGui's clock
    Vec2 pointer{};
    bool is_settled = false;  ///< the pointer has moved since, or some time has passed
  };
  std::map<std::string, Appearance> appeared;  ///< by the names of careful buttons
  CalmGroups groups;                           ///< how groups are drawn, as they glide and fade in
  SteadyTints tints;                           ///< of sprites that are colored by their group
  /// The published listings that run beside the algorithms that they belong to.
  ListingSet listings = 0;
  OncePerTrace<ListingResult> listed;
  ValueWheel value_wheel;
};

}  // namespace phasebox::ui
