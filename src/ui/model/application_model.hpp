// SPDX-License-Identifier: MIT
// The application model: the session, the studies, the view and the state of the user interface.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/sentence.hpp"
#include "io/files/step_log.hpp"
#include "lab/lab.hpp"
#include "plugin/plugin_list.hpp"
#include "session/findings.hpp"
#include "session/session.hpp"
#include "ui/model/actions/action_row.hpp"
#include "ui/model/phase_series.hpp"
#include "ui/model/pointer_tool.hpp"
#include "ui/model/requests.hpp"
#include "ui/model/tool_row.hpp"
#include "ui/model/ui_state.hpp"
#include "view/camera.hpp"
#include "view/region_query.hpp"
#include "view/scene_view.hpp"
#include "view/space/space_view.hpp"
#include "view/view_options.hpp"

namespace phasebox {
class KeptRecord;
class RecordFile;
}  // namespace phasebox

namespace phasebox::ui {

class Autosave;
class LiveFeed;

/// The outputs that are written while the window runs.
struct Outputs {
  std::unique_ptr<KeptRecord> record;  ///< all commands so far, for reports; never null
  std::unique_ptr<StepLog> log;  ///< gets the statistics of each step; null: no log is written
  std::unique_ptr<RecordFile> record_file;  ///< gets each command that `record` gets, or null
  std::unique_ptr<Autosave> autosave;       ///< null: this window's state is not saved
};

/// Says how the field is shown: by which cameras, which part of it, and in which detail.
struct ShownField {
  Camera camera;
  SpaceView space;               ///< the 3D view; it shows the same session and selection
  bool whole_field = true;       ///< the camera shows all of the field until it is moved
  std::optional<Aabb> followed;  ///< world px; shown in place of all while whole_field
  /// Index of the lane that the pointer was in last; the camera shows its field.
  std::size_t lane = 0;
  Detail detail = Detail::full;             ///< how the sprites in the field are drawn
  std::span<const std::uint64_t> textures;  ///< [images] texture ids for ImGui
};

/// The state of the search for pairs: whether it is due, how it ended, how long its phases take.
struct Detection {
  bool changed = true;        ///< sprites or settings changed since the last detection
  bool has_searched = false;  ///< pairs were searched for since the last judge_detection()
  bool is_canceled = false;   ///< the last search for pairs was ended early
  double next_detection = 0;  ///< s, the earliest time of a repetition while paused
  PhaseSeries phases;         ///< times of the last steps and detections
};

/// The last event log of the session's algorithms, with its counts and remarks. It is taken after
/// the detection of a frame; where that is slow, not in every frame, so it may be of an earlier
/// one.
struct FrameTrace {
  static constexpr std::size_t kLimit = 65'536;  ///< most events kept of each phase
  /// Most events kept of each phase while wants_all_tests() is true and kLimit is too few.
  static constexpr std::size_t kFull = kMaxShownEvents;

  EventLog log{kLimit};
  std::uint64_t number = 0;     ///< number of event logs taken or forgotten so far
  Counters counters;            ///< counts of `log`
  bool is_counted = false;      ///< the counters belong to the algorithms that run now
  std::vector<Remark> remarks;  ///< what the broadphase says about the frame
};

/// The speeds that can be chosen: how many times as fast as real time the simulation runs.
inline constexpr std::array kSpeeds{0.1, 0.25, 0.5, 1.0, 2.0, 4.0};

/// The time of the current frame, the speed of the simulation, and how many steps and frames there
/// were per second over the last half second or more.
struct FrameClock {
  double now = 0;    ///< s, by the host's clock
  double speed = 1;  ///< one of kSpeeds; every session starts at 1
  double steps_per_second = 0, frames_per_second = 0;
};

/// The state behind the window: session, studies, view and what the user is doing. It calls neither
/// SDL nor OpenGL nor Dear ImGui, so tests run it without a window.
struct ApplicationModel {
  static constexpr std::uint64_t kMaxPairs = phasebox::kMaxPairs;  ///< more pairs are refused

  /// A search for the pairs of more sprites than these may take so long that it runs on a thread of
  /// its own, if the host can start one.
  static constexpr std::size_t kManySprites = 3'000;

  explicit ApplicationModel(ImageSet images);
  ~ApplicationModel();
  ApplicationModel(const ApplicationModel&) = delete;
  ApplicationModel& operator=(const ApplicationModel&) = delete;

  /// Declared first so that it is destroyed last: session and studies hold instances of plug-ins.
  std::shared_ptr<Plugins> plugins;
  Session session;
  std::map<std::string, std::string> machine;  ///< facts about this machine, for reports
  std::uint8_t machine_threads = 1;            ///< that run at the same time; 1: there is no choice
  Lab lab;
  std::unique_ptr<LiveFeed> live;  ///< the game that is followed, or null
  Outputs outputs;

  ViewOptions view;
  std::span<const ToolRow* const> tools;  ///< tools of the drawer; the frontend sets them
  UiState ui;
  ShownField field;
  /// The state from before a lesson, which leave_lesson() restores.
  struct BeforeLesson {
    std::uint64_t change;  ///< number of the last change in the undo history before the lesson
    ViewOptions view;
    bool paused;
    decltype(UiState::section_open) section_open;
    bool panel_beside;
    Camera camera{};
    bool whole_field = true;
    ListingSet listings = 0;
  };
  /// Set from the first step of a lesson until it is left.
  std::optional<BeforeLesson> before_lesson;
  std::vector<SpriteId> selection;
  std::optional<RegionQuery> region_query;  ///< the region query that is shown, or none
  PointerTool pointer_tool;
  Requests requests;                        ///< requests that are not yet carried out
  std::vector<LabCommand> waiting_studies;  ///< commands that catch_up_studies() carries out

  bool paused = false;
  FrameClock clock;
  // The results of the current frame: first the pairs are searched for, then an event log is taken.
  Detection detection;
  FrameTrace traced;

  /// Shows a message as a toast. It replaces the last toast if that has the same text or, unless it
  /// is empty, the same topic.
  void note(Sentence text, std::string topic = {}) {
    ui.messages.say(Message::Kind::note, std::move(text), clock.now, std::move(topic));
  }
  /// Shows a note about a file or folder that was written; its path becomes a link.
  void note_file(Sentence text, const std::filesystem::path& file);
  /// Shows a warning as a toast. It replaces the last toast if that has the same text.
  void warn(Sentence text) { ui.messages.say(Message::Kind::warning, std::move(text), clock.now); }

  /// Applies a command to the session, or to the view options where it sets a parameter of the
  /// owner "view". Returns false when it was refused, or taken back because it would make more than
  /// kMaxPairs pairs; a toast then says so. Changes of a parameter join for undo while the
  /// pointer's button is not pressed again.
  bool apply(Command command);
  /// Sets how many threads the search for pairs may use, at most all of the machine; 0: all. Times
  /// are measured again.
  void use_threads(std::uint8_t threads);
  /// Searches for the pairs of the current frame. If the search was not ended early, it adds the
  /// times to `detection.phases` and sets `next_detection` so that repetitions while paused take at
  /// most a fifth of all time.
  void detect();
  /// Whether the detection of a paused frame should be repeated now, because too few times were
  /// measured for a median.
  bool wants_times() const;
  /// Judges the last search for pairs: pauses with a message if it ended early, and pauses with a
  /// question if motion made more pairs than the user has allowed.
  void judge_detection();
  /// Answers the question that is open. Yes quits, keeps the pairs that were asked about, replaces
  /// a file, or restores a state; no stays, takes back the change that would make the pairs (or
  /// stays paused, if motion made them), goes back to the file picker, or leaves the state for the
  /// next start.
  void answer(bool yes);
  /// Gives a command to the studies; a refusal becomes a warning. A command that may take long
  /// waits in `waiting_studies` for catch_up_studies(), and so do all commands after it.
  void study(const LabCommand& command);
  /// Carries out the commands in `waiting_studies`, however long they take.
  void catch_up_studies();
  /// Carries out a command of the studies at once, however long it takes.
  void study_now(const LabCommand& command);
  /// Shows the current frame to the studies; does nothing while its pairs are unknown.
  void observe();
  /// Runs work of the studies. If memory runs out, it ends the studies with a warning and not the
  /// program.
  void guard_studies(const std::function<void()>& work);
  /// Empties event log and remarks and marks the counters as invalid, because the run that made
  /// them was canceled or its algorithm has gone.
  void forget_trace();
  /// Advances the session by one step and returns how long each phase took. In a recording, whose
  /// frames may number their objects again, the same objects stay selected. Adds the step to the
  /// log that is written, if any.
  PhaseTimes step();
  /// Returns the tool that is open in the drawer, or null.
  const ToolRow* open_tool() const { return find_tool(tools, ui.tool); }
  /// Returns the index of the race's contestant whose line in the race tool is under the pointer;
  /// none while the race has lanes.
  std::optional<std::size_t> lit_runner() const;
  /// Returns the event log whose structure the field draws: that of the contestant lit_runner() if
  /// there is one, else `traced.log`.
  const EventLog& field_trace() const;
  /// Whether the user looks at pixels: a lesson is open, or a tool about them.
  bool looks_at_pixels() const;
  /// Returns the contacts that n-sampled pixels miss: all of them while paused, else those missed
  /// for 15 frames or more, as their rings would flicker. None unless `looks_at_pixels`.
  std::vector<MissedContact> missed_contacts() const;
  /// Whether the open tool or the colors count or list single tests, and so need all events.
  bool wants_all_tests() const;

  /// Repeats the region query that is shown, in the shape that the view options choose, for the
  /// boxes as they are now. A click asks for a point, or for what is nearest to it. Does nothing
  /// without a query, or while the pairs are unknown.
  void refresh_query();
  /// Shows the whole field, and keeps doing so when the window changes until the camera is moved.
  void show_whole_field();
  /// Fits the camera to the whole field, or to `followed`.
  void follow();
  /// Returns the parameter groups of the session and of the view.
  std::vector<ParamGroup> groups() const;
  /// Returns the selection without sprites that no longer exist.
  std::vector<SpriteId> selected() const;
  /// Returns the selected sprites, or the one under the pointer if none is selected; empty if there
  /// is neither.
  std::vector<SpriteId> chosen() const;
};

/// Returns the region query that is open, or null.
inline const RegionQuery* region_query_of(const ApplicationModel& model) {
  return model.region_query ? &*model.region_query : nullptr;
}

/// Estimates how many candidate pairs the sprites have. Returns 0 without an estimate if there are
/// so few sprites that they cannot have more than Questions::kAskedPairs.
std::uint64_t expected_pairs(const Session& session);
/// Checks the scene that the window starts with: refuses more than kMaxPairs candidate pairs, and
/// opens a question where there are more than UiState::kAskedPairs.
Status check_first_pairs(ApplicationModel& model);

/// Whether an action that switches something is on now, for check marks; none for other actions.
std::optional<bool> is_on(const ActionRow& row, const ApplicationModel& model);
/// Says in a sentence why the overlay that a view option switches has nothing to draw now; empty
/// where it has, and for parameters that are no overlays.
Sentence lack_of(Owner owner, std::string_view key, const Session&, const EventLog&);
/// Returns the view options as a group of parameters.
inline ParamGroup view_group(const ViewOptions& view) {
  return {Owner::view(), "View", view_rows(), &view};
}
/// Returns the parameters of an owner: a part of the session, or the view.
ParamGroup param_group(const Session& session, const ViewOptions& view, Owner owner);

}  // namespace phasebox::ui
