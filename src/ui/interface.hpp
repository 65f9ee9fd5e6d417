// SPDX-License-Identifier: MIT
// The interface around the field: a function from the present state to the user's requests.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/lab.hpp"
#include "lab/lessons/language.hpp"
#include "lab/why/why.hpp"
#include "session/session.hpp"
#include "ui/actions.hpp"
#include "ui/file_picker.hpp"
#include "ui/messages.hpp"
#include "ui/scene_list.hpp"
#include "ui/series.hpp"
#include "view/camera.hpp"
#include "view/draw_list.hpp"
#include "view/scene_view.hpp"
#include "view/space/space_view.hpp"
#include "view/theme.hpp"
#include "view/view_options.hpp"

namespace phasebox {

/// The phases of a step, in the order of PhaseTimes, and their sum.
struct PhaseSeries {
  Series move, broad, sort, narrow, respond, total;
  void push(const PhaseTimes& t, double now) {
    push_detection(t, now);
    move.push(t.move, now), respond.push(t.respond, now), total.push(t.total(), now);
  }
  /// Of a frame in which nothing moved.
  void push_detection(const PhaseTimes& t, double now) {
    broad.push(t.broad, now), sort.push(t.sort, now), narrow.push(t.narrow, now);
  }
  void clear() { *this = {}; }
};

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
std::string_view section_title(Section section);

/// All that the interface shows; it changes none of it.
struct Model {
  const Session& session;
  const ViewOptions& view;
  const Counters& counters;
  bool is_counted = false;  ///< the counters are of what runs now
  std::span<const Remark> remarks;
  const EventLog& trace;           ///< of the last traced frame
  std::uint64_t trace_number = 0;  ///< another one for every event log taken
  const Lab& lab;
  const Camera& camera;
  const RegionQuery* region_query;  ///< the query that is open, or null
  const PhaseSeries& phases;
  double steps_per_second = 0, frames_per_second = 0;
  bool paused = false;
  bool solid_sprites = false;  ///< the level of detail is reduced
  std::span<const SpriteId> selection;
  std::optional<SpriteId> hovered;  ///< sprite under the pointer
  bool pointer_in_field = false, pointer_in_space = false;
  std::span<const SpaceLabel> space_labels;  ///< of the 3D view
  const OrbitCamera* space = nullptr;        ///< its eye, or null while it is off
  std::optional<std::pair<Vec2, Vec2>> aim;  ///< from where, to the pointer; screen px; a launch
  double aim_speed = 0;                      ///< px per step
  std::span<const std::uint64_t> textures;   ///< [images] for ImGui
  double now = 0;                            ///< s
};

/// A plot to be saved in the current folder.
struct Export {
  std::string name;            ///< kebab-case, part of the file's name
  Aabb where;                  ///< screen px; what is to be the picture
  std::string csv;             ///< its data; empty: the picture is wanted
  std::string ending = "csv";  ///< of the data
};

/// What the user requests, to be carried out after drawing.
struct Requests {
  std::vector<Command> commands;  ///< owner "view" means the view options
  std::vector<LabCommand> lab;
  std::vector<Invocation> actions;
  std::vector<Export> exports;
  std::optional<std::filesystem::path> open, save;
  std::optional<bool> answer;  ///< to the question that stands over the window
};

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

/// A change that would make so many candidate pairs that the user is asked first.
struct PairQuestion {
  std::uint64_t pairs = 0;  ///< about how many
  std::size_t sprites = 0;
  bool by_motion = false;  ///< they came by themselves: there is nothing to take back
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

/// What the interface itself remembers.
struct UiState {
  float scale = 1;
  bool panel_open = true;
  float panel_width = 340;  ///< px before scaling
  std::array<bool, kSections> section_open{true, true, true, false, false, true};
  bool large_statistics = false;
  float space_share = 0.5f;  ///< part of the field that the 3D view has
  bool help_open = false, messages_open = false, quit_asked = false;
  bool has_unsaved = false;  ///< sprites were changed by hand since the last save
  std::optional<PairQuestion> pairs_asked;
  /// A question stands over the window: nothing behind it answers keys or the mouse.
  bool has_modal() const { return quit_asked || pairs_asked.has_value(); }
  std::string tool;  ///< id of the tool in the drawer; empty: closed
  /// Heights that the user gave the drawer, by tool; px before scaling.
  std::map<std::string, float> drawer_heights;
  StudyChoices study;
  RaceUiState race;
  double xray_speed = 8;      ///< X-ray: events per second, when it plays
  std::size_t xray_seen = 0;  ///< X-ray: event for which its tree was scrolled last
  /// Language wanted for the lessons, and the file of the Chinese font that is loaded, or empty.
  Language language = Language::english;
  std::string chinese_font;
  bool chinese_is_missing = false;  ///< its font was looked for in vain
  bool scrubbing = false;           ///< the user drags the bar of frames: playback waits
  bool menu_wanted = false;         ///< opens the field's menu at the pointer
  Vec2 menu_at;                     ///< screen px
  std::uint16_t launch_image = 0;
  float launch_size = 48;  ///< px, longer side
  MessageLog messages;
  FilePicker picker;
  std::optional<ParamValue> typing;  ///< value being typed, not yet entered
  std::string scroll_wanted;         ///< "owner.key", or the name of a list, to be scrolled to
  std::string focus_wanted;          ///< "owner.key" whose text field is to get the focus
  int keys_wait = 0;                 ///< frames for which keys wait for that field, at most
  float statistics_height = 200;     ///< px, of all of them; measured while drawing
  float sections_height = 400;       ///< px, of all other sections; measured while drawing
  std::string help_filter;           ///< what is searched in the help
  std::map<std::string_view, ScenePicture> scene_pictures;  ///< by id, made when first seen
  std::vector<WidgetRect> rects;                            ///< of the last frame
  std::string status;  ///< what the status line says about the algorithm
  WhyView why;
  AccuracyOptions accuracy;  ///< to be measured next
};

/// What there is to lay out.
struct LayoutNeeds {
  bool frames = false, space = false;  ///< recorded boxes play; the 3D view is on
  Vec2 world{16, 9};                   ///< sides of the field, in any unit
};

/// Where everything is on the screen, px.
struct Layout {
  Aabb menu_bar, field, panel, status;
  Aabb bar;     ///< above the field: time and launching
  Aabb notes;   ///< legend, remarks and messages: below the field, or beside it
  Aabb space;   ///< the 3D view beside or below the field; no area while it is off
  Aabb frames;  ///< the bar of frames under the field; no height while no recording plays
  Aabb drawer;  ///< below both; no height while it is closed
  /// The strips that are dragged to resize panel and drawer; they overlap neither. No area while
  /// the part that they resize is closed.
  Aabb panel_grip, drawer_grip;
};

/// Divides a screen of that size; nothing covers the field.
Layout layout(const UiState& ui, Vec2 screen, const LayoutNeeds& needs = {});

/// Height of the open tool's drawer, as the user chose it or as the tool needs it; px before
/// scaling.
float drawer_height(const UiState& ui);

/// Draws everything but the field itself, between ImGui::NewFrame and ImGui::Render.
void draw_interface(const Model& model, UiState& ui, const Layout& at, Requests& out);

/// The labels of the field's draw list, under all windows.
void draw_labels(const DrawList& list, const Camera& camera);

/// Whether an action that switches something is on now, for check marks; nothing for the others.
std::optional<bool> is_on(const ActionRow& row, const Model& model, const UiState& ui);

}  // namespace phasebox
