// SPDX-License-Identifier: MIT
// All that the window works on: the session, what is seen of it, and what the user is doing.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/statistics.hpp"
#include "io/files/step_log.hpp"
#include "lab/lab.hpp"
#include "plugin/plugin_list.hpp"
#include "session/session.hpp"
#include "ui/model/actions/actions.hpp"
#include "ui/model/pointer_tool.hpp"
#include "ui/model/ui_state.hpp"
#include "view/camera.hpp"
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
struct Gui;

/// The last kLength values.
class Series {
 public:
  static constexpr std::size_t kLength = 120;
  static constexpr std::size_t kMinSamples = 5;  ///< of a median
  static constexpr double kSeconds = 1;          ///< that a median covers

  /// `now` in s; it never goes back.
  void push(double value, double now) {
    samples_.push_back({value, now});
    if (samples_.size() > kLength) samples_.pop_front();
  }
  void clear() { samples_.clear(); }
  std::size_t size() const { return samples_.size(); }
  /// Of the last second, or five if steps are slower; none if too few or the clock is too coarse.
  std::optional<double> median(double now) const {
    if (size() < kMinSamples) return {};
    std::vector<double> values;
    for (auto s = samples_.rbegin(); s != samples_.rend(); ++s) {
      if (values.size() >= kMinSamples && s->at < now - kSeconds) break;
      values.push_back(s->value);
    }
    if (clock_step > 0) level(values, clock_step);
    const double median = phasebox::median(values);
    return clock_step > 0 && median == 0 ? std::nullopt : std::optional(median);
  }

 private:
  struct Sample {
    double value, at;
  };
  std::deque<Sample> samples_;
};

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

namespace request {

struct ClosePopups {};

struct Quit {};
/// Switches between full screen and a window.
struct FullScreen {};

/// Saves a picture to a new file in the current folder.
struct Picture {
  std::string name = {};           ///< as that of data; empty for a screenshot
  std::optional<Aabb> where = {};  ///< screen px; none: the whole window
};

/// Begins to film the window, or ends it and saves the film to a new file in the current folder.
struct Film {};

/// Copies a link that shows in a browser what is shown now.
struct CopyLink {};

}  // namespace request

/// What only the window itself can do.
using HostRequest = std::variant<request::Quit, request::FullScreen, request::Picture,
                                 request::Film, request::CopyLink>;

/// Anything else that is to be done to the model: a file opened, a question answered.
using Deed = std::function<void(ApplicationModel&)>;

/// All requests: to session and view (`Command`), to the studies, to the model, to the window.
using Request =
    std::variant<Command, LabCommand, Invocation, Deed, request::ClosePopups, HostRequest>;

/// What was requested, in order; carried out after drawing.
using Requests = std::vector<Request>;

/// One function for each kind of request.
template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

/// What the program knows of a drawer's tool; declared at the end of the tool's file in ui/tools/.
struct ToolRow {
  ActionRow action;            ///< opens it, and closes it again; its id is that of the tool
  std::string_view title;      ///< on its tab
  std::string_view icon = {};  ///< before it, a letter of the window's font
  /// Fills the drawer's window.
  void (*draw)(const Gui&);
  bool wants_all_tests = false;  ///< it counts or lists single tests, so it needs all events
  void (*opened)(ApplicationModel&) = nullptr;  ///< after its action has opened it
  void (*unseen)(ApplicationModel&) = nullptr;  ///< each frame without it: ends what it alone shows
  bool (*is_listed)(const ApplicationModel&) = nullptr;  ///< whether it is of use; null: always
};

/// The tool with that id, or null.
const ToolRow* find_tool(std::span<const ToolRow* const> tools, std::string_view id);

/// The state behind the window. No SDL, no GL, no ImGui calls.
struct ApplicationModel {
  static constexpr std::uint64_t kMaxPairs = phasebox::kMaxPairs;  ///< beyond it, refuse
  static constexpr std::size_t kTraceLimit = 65'536;
  static constexpr std::size_t kFullTrace = kMaxShownEvents;  ///< while all tests are wanted

  static constexpr std::size_t kManySprites = 3'000;  ///< whose detection may take long

  explicit ApplicationModel(ImageSet images);
  ~ApplicationModel();
  ApplicationModel(const ApplicationModel&) = delete;
  ApplicationModel& operator=(const ApplicationModel&) = delete;

  /// First, so that it ends last: session and studies have instances of them.
  std::shared_ptr<Plugins> plugins;
  Session session;
  std::unique_ptr<KeptRecord> record;          ///< what was done so far, for reports; never null
  std::map<std::string, std::string> machine;  ///< facts about it, for reports and records
  Lab lab;
  std::unique_ptr<LiveFeed> live;           ///< the game that is followed, or null
  std::unique_ptr<StepLog> log;             ///< where the steps' statistics go, or null
  std::unique_ptr<RecordFile> record_file;  ///< where the commands go as they come, or null
  std::unique_ptr<Autosave> autosave;       ///< null: this window's state is not saved

  ViewOptions view;
  std::span<const ToolRow* const> tools;  ///< of the drawer; the frontend sets them
  UiState ui;
  Camera camera;
  /// What a lesson puts aside and gives back.
  struct BeforeLesson {
    std::uint64_t change;  ///< number of the last one before it
    ViewOptions view;
    bool paused;
    decltype(UiState::section_open) section_open;
    bool panel_beside;
  };
  std::optional<BeforeLesson> before_lesson;  ///< while one is open
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

  // What the last frame was found to be, and how far it is with that.
  bool paused = false;
  bool changed = true;  ///< since the last detection or event log
  EventLog trace{kTraceLimit};
  std::uint64_t trace_number = 0;  ///< of event logs taken
  Counters counters;
  bool is_counted = false;  ///< the counters are of what runs now
  std::vector<Remark> remarks;
  PhaseSeries phases;
  bool has_searched = false;  ///< for pairs, since it was last judged
  bool is_canceled = false;   ///< the last search was ended early
  double next_detection = 0;  ///< s; earliest repetition while nothing moves
  double steps_per_second = 0, frames_per_second = 0;  ///< lately
  Detail detail = Detail::full;                        ///< of the sprites in the field
  std::span<const std::uint64_t> textures;             ///< [images] for ImGui
  double now = 0;                                      ///< s

  /// A toast; with a topic it takes the place of the last one on the same topic.
  void note(std::string text, std::string topic = {}) {
    ui.messages.say(Message::Kind::note, std::move(text), now, std::move(topic));
  }
  void warn(std::string text) { ui.messages.say(Message::Kind::warning, std::move(text), now); }

  /// Through `Session::apply`; a refusal becomes a toast. Owner "view" is the view options.
  bool apply(const Command& command);
  /// Finds and times the frame's pairs; at rest, again until timed, in a fifth of all time at most.
  void detect();
  bool wants_times() const;
  /// After a detection: pauses and says so if it ended early; asks if motion made very many pairs.
  void judge_detection();
  /// Carries out what a question asked, or takes it back.
  void answer(bool yes);
  /// To the studies; refusals are toasts. Long work, with all after it, waits in `waiting_studies`.
  void study(const LabCommand& command);
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
  const ToolRow* open_tool() const { return find_tool(tools, ui.tool); }
  /// The contestant under the pointer; none while the race has lanes.
  std::optional<std::size_t> lit_runner() const;
  /// What the field shows: the event log of that contestant, or of the session.
  const EventLog& field_trace() const;
  /// Contacts that n misses: all while paused, else those missed for a while, as rings would
  /// flicker.
  std::vector<MissedContact> missed_contacts() const;
  /// Whether what is shown counts or lists single tests, and so wants all events.
  bool wants_all_tests() const;

  /// Asks the open query again, of the boxes as they are now.
  void refresh_query();
  /// Shows the whole field, and keeps doing so when the window changes.
  void show_whole_field();
  /// Fits the camera to what it follows.
  void follow();
  /// The session's groups and the view's.
  std::vector<ParamGroup> groups() const;
  /// Those selected that there are still.
  std::vector<SpriteId> selected() const;
  /// The selected sprites, or the one under the pointer.
  std::vector<SpriteId> chosen() const;
};

/// The region query that is open, or null.
inline const RegionQuery* region_query_of(const ApplicationModel& model) {
  return model.region_query ? &*model.region_query : nullptr;
}

/// About how many candidate pairs the sprites have; 0 where they cannot be too many.
std::uint64_t expected_pairs(const Session& session);
/// Asks about the pairs of the scene that the window starts with, or refuses them.
Status check_first_pairs(ApplicationModel& model);

/// Carries out the set-up of a step that has begun, with the panel in sight; nothing otherwise.
void set_up_lesson(ApplicationModel& model);
/// Closes the lesson; sprites, algorithms and view are as before it.
void leave_lesson(ApplicationModel& model);
/// The view without what a lesson or the scene has switched on.
ViewOptions view_of_user(const ApplicationModel& model);
/// Lets the open lesson look at the frame traced last; `is_editing` while a widget is held.
void look_at_lesson(ApplicationModel& model, bool is_editing);

/// Whether an action that switches something is on now, for check marks; nothing for the others.
std::optional<bool> is_on(const ActionRow& row, const ApplicationModel& model);
/// Why an overlay has nothing to draw now, as a sentence; empty if it may, or for other parameters.
std::string_view lack_of(Owner owner, std::string_view key, const Session&, const EventLog&);
inline ParamGroup view_group(const ViewOptions& view) {
  return {Owner::view(), "View", view_rows(), &view};
}
/// The parameters of an owner, the view's among them.
ParamGroup param_group(const Session& session, const ViewOptions& view, Owner owner);

}  // namespace phasebox::ui
