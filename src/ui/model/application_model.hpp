// SPDX-License-Identifier: MIT
// All that the window works on: the session, what is seen of it, and what the user is doing.
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/files/step_log.hpp"
#include "io/record/record_file.hpp"
#include "lab/lab.hpp"
#include "plugin/plugins.hpp"
#include "session/session.hpp"
#include "ui/model/files/autosave.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/model/model.hpp"
#include "ui/model/pointer/pointer_tool.hpp"
#include "ui/model/pointer/space_pointer.hpp"
#include "ui/model/requests.hpp"
#include "ui/model/tool_row.hpp"
#include "view/scene_view.hpp"

namespace phasebox {

/// The state behind the window. No SDL, no GL, no ImGui calls.
struct ApplicationModel {
  static constexpr std::size_t kTraceLimit = 65'536;
  static constexpr std::size_t kFullTrace = kMaxShownEvents;  ///< while all tests are wanted

  static constexpr std::uint64_t kAskedPairs = 5'000'000;  ///< candidates; beyond it, ask
  static constexpr std::size_t kManySprites = 3'000;       ///< whose detection may take long
  static constexpr std::uint64_t kMaxPairs = phasebox::kMaxPairs;  ///< beyond it, refuse

  explicit ApplicationModel(ImageSet images)
      : session(std::move(images)), allowed_pairs(kAskedPairs) {
    session.keep_frames();
    session.limit_pairs(kMaxPairs);
  }

  /// First, so that it ends last: session and studies have instances of them.
  std::shared_ptr<Plugins> plugins = std::make_shared<Plugins>();
  Session session;
  KeptRecord record{session};                  ///< what was done so far, for reports
  std::map<std::string, std::string> machine;  ///< facts about it, for reports and records
  Lab lab;
  ViewOptions view;
  std::span<const ToolRow* const> tools;  ///< that may stand in the drawer; of the frontend
  UiState ui;
  Camera camera;
  SpaceView space;               ///< the 3D view; it shows the same session and selection
  bool whole_field = true;       ///< the camera follows the field's size until it is moved
  std::optional<Aabb> followed;  ///< the part of the field that it follows instead of all
  std::vector<SpriteId> selection;
  std::optional<RegionQuery> region_query;  ///< the query that is open
  PointerTool pointer_tool;
  bool paused = false;
  bool changed = true;  ///< since the last detection or event log
  EventLog trace{kTraceLimit};
  std::uint64_t trace_number = 0;  ///< of event logs taken
  Counters counters;
  bool is_counted = false;  ///< the counters are of what runs now
  std::vector<Remark> remarks;
  PhaseSeries phases;
  Requests requests;          ///< not yet carried out
  std::size_t lane = 0;       ///< the lane under the pointer, whose field the camera shows
  bool has_searched = false;  ///< for pairs, since it was last judged
  bool is_canceled = false;   ///< the last search was ended early
  std::vector<LabCommand> waiting_studies;
  double next_detection = 0;                ///< s; earliest repetition while nothing moves
  std::uint64_t allowed_pairs;              ///< that the user need not be asked about
  bool may_undo_pairs = false;              ///< what made the pairs asked about can be taken back
  std::unique_ptr<LiveFeed> live;           ///< the game that is followed, or null
  std::optional<StepLog> log;               ///< where the steps' statistics go
  std::unique_ptr<RecordFile> record_file;  ///< where the commands go as they come, or null
  std::unique_ptr<Autosave> autosave;       ///< null: this window's state is not saved
  double steps_per_second = 0;              ///< lately
  bool popup_open = false;                  ///< a menu stands open
  double now = 0;                           ///< s

  /// A toast; with a topic it takes the place of the last one on the same topic.
  void note(std::string text, std::string topic = {}) {
    ui.messages.say(Message::Kind::note, std::move(text), now, std::move(topic));
  }
  void warn(std::string text) { ui.messages.say(Message::Kind::warning, std::move(text), now); }

  /// Through `Session::apply`; a refusal becomes a toast. Owner "view" is the view options.
  bool apply(const Command& command);
  /// Looks for the pairs of the frame as it stands, and times it. While nothing moves this is
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

}  // namespace phasebox
