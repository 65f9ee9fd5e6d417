// SPDX-License-Identifier: MIT
// All that the window works on: the session, what is seen of it, and what the user is doing.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/files/step_log.hpp"
#include "plugin/plugin_list.hpp"
#include "ui/model/model.hpp"
#include "ui/model/pointer_tool.hpp"
#include "ui/model/requests.hpp"
#include "ui/model/workspace.hpp"
#include "view/scene_view.hpp"

namespace phasebox {

/// The state behind the window. No SDL, no GL, no ImGui calls.
struct ApplicationModel : Workspace, FrameState {
  static constexpr std::size_t kFullTrace = kMaxShownEvents;  ///< while all tests are wanted

  static constexpr std::size_t kManySprites = 3'000;  ///< whose detection may take long

  explicit ApplicationModel(ImageSet images);

  ViewOptions view;
  std::span<const ToolRow* const> tools;  ///< of the drawer; the frontend sets them
  UiState ui;
  Camera camera;
  SpaceView space;               ///< the 3D view; it shows the same session and selection
  bool whole_field = true;       ///< the camera follows the field's size until it is moved
  std::optional<Aabb> followed;  ///< the part of the field that it follows instead of all
  std::vector<SpriteId> selection;
  std::optional<RegionQuery> region_query;  ///< the query that is open
  PointerTool pointer_tool;
  Requests requests;     ///< not yet carried out
  std::size_t lane = 0;  ///< the lane under the pointer, whose field the camera shows
  std::vector<LabCommand> waiting_studies;
  bool popup_open = false;  ///< a menu is open

  /// A toast; with a topic it takes the place of the last one on the same topic.
  void note(std::string text, std::string topic = {}) {
    ui.messages.say(Message::Kind::note, std::move(text), now, std::move(topic));
  }
  void warn(std::string text) { ui.messages.say(Message::Kind::warning, std::move(text), now); }

  /// Through `Session::apply`; a refusal becomes a toast. Owner "view" is the view options.
  bool apply(const Command& command);
  /// Looks for the pairs of the current frame, and times it. While nothing moves this is
  /// repeated until there are times to show, in a fifth of all time at most.
  void detect();
  bool wants_times() const;
  /// After each detection: says so and pauses when it was ended early, or asks when motion has made
  /// very many pairs.
  void judge_detection();
  /// Carries out what a question asked, or takes it back.
  void answer(bool yes);
  /// To the studies; a refusal becomes a toast. What may take long with many sprites waits in
  /// `waiting_studies`, with all that comes after it.
  void study(const LabCommand& command);
  /// Carries out what waits.
  void catch_up_studies();
  void study_now(const LabCommand& command);
  /// Shows the studies a frame.
  void observe();
  /// Does work of the studies; out of memory ends them with a warning, and not the program.
  void guard_studies(const std::function<void()>& work);
  /// The traced run was ended early: there are no counters and nothing to draw of it.
  void forget_trace();
  /// One step; the selection follows its objects where a recording renumbers them.
  PhaseTimes step();
  /// The tool in the drawer, or null.
  const ToolRow* open_tool() const { return find_tool(tools, ui.tool); }
  /// Whether what is shown counts or lists single tests, and so wants all events.
  bool wants_all_tests() const;
  /// Ends what only tools show that are not open.
  void end_unseen_studies();
  /// Asks the open query again, of the boxes as they are now.
  void refresh_query();
  /// Shows the whole field, and keeps doing so when the window changes.
  void show_whole_field();
  /// Fits the camera to what it follows.
  void follow();
  /// The session's groups and the view's.
  std::vector<ParamGroup> groups() const;
  /// The ids that the selected objects have in the box recording that plays; none without one.
  std::vector<std::int64_t> selected_objects() const;
  void select_objects(std::span<const std::int64_t> ids);
  /// The selected sprites, or the one under the pointer.
  std::vector<SpriteId> chosen() const;
};

/// What a command did that shows only at a second glance; empty for the others.
std::string done_text(const Command& command);

/// About how many candidate pairs the session's sprites have; 0 where they are so few that they
/// cannot be too many.
std::uint64_t expected_pairs(const Session& session);
/// Why so many pairs are refused: what, rule, remedy.
Error too_many_pairs(const Session& session, std::uint64_t pairs);
/// Asks about the pairs of the scene that the window starts with, or refuses them.
Status check_first_pairs(ApplicationModel& model);

// The lessons at the model: their set-ups carried out, their goals looked at.

/// Carries out the set-up of a step that has begun, with the panel in sight; nothing otherwise.
void set_up_lesson(ApplicationModel& model);
/// Lets the open lesson look at the frame that was traced last; `is_editing` while a widget is
/// held.
void look_at_lesson(ApplicationModel& model, bool is_editing);

}  // namespace phasebox
