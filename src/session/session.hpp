// SPDX-License-Identifier: MIT
// A session: a running sandbox without a window, and the one interface to its state. Commands
// change it, and steps advance it.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "collide/shape_query.hpp"
#include "session/command.hpp"
#include "session/counters.hpp"
#include "session/event_log.hpp"
#include "session/past_frames.hpp"
#include "session/phase_times.hpp"
#include "session/session_state.hpp"
#include "session/snapshot.hpp"
#include "session/undo_history.hpp"

namespace phasebox {

class Session;

/// Gets a call after each command that was carried out and after each step, on the thread that made
/// it. Recorders of commands use it.
class SessionObserver {
 public:
  virtual ~SessionObserver() = default;
  /// The command was carried out.
  virtual void applied(const Session&, const Command&) = 0;
  /// A step was made.
  virtual void stepped(const Session&) = 0;
};

/// The limit of candidate pairs per frame that the window and the command line set. So many pairs
/// take 160 MB, and more if a narrowphase keeps data for each.
inline constexpr std::uint64_t kMaxPairs = 20'000'000;
/// The limit of events that are kept of a frame whose tests are all shown; 32 bytes each.
inline constexpr std::size_t kMaxShownEvents = 4'000'000;

/// How the set of sprites has changed, for algorithms outside of the session. One that has seen all
/// changes but the last ones can apply these; any other must reset.
struct PopulationChanges {
  std::uint64_t count = 0;          ///< insertions, removals and changes that need a reset
  std::span<const Edit> last{};     ///< insertions and removals before the last detection
  std::span<const Edit> pending{};  ///< those since then; valid until the session changes
};

/// A running sandbox without a window: a scene or a recording, its settings, and the collisions of
/// the present frame.
class Session {
 public:
  /// Starts the first scene with RDC and n-sampled pixels. `images` must hold every image that a
  /// scene names.
  explicit Session(ImageSet images) : s_(std::move(images)) {}
  /// Restores a snapshot, whose ids and values must have been checked. The undo history is empty.
  explicit Session(const Snapshot&);
  /// Carries the command out and, if undo can take it back, adds it to the history. Or returns an
  /// error and changes nothing.
  Status apply(const Command&);
  /// Sets the observer that is told of every command and step from now on; null for none. It must
  /// outlive the session.
  void tell(SessionObserver* observer) { observer_ = observer; }
  /// A copy of all that later steps depend on (see Snapshot).
  Snapshot snapshot() const;

  /// Makes one fixed step of 1/60 s: moves the sprites, by dynamics if the collision response is
  /// on, and then finds pairs and contacts. While a recording plays, it shows the next frame
  /// instead of moving. Returns the wall time of each phase.
  PhaseTimes step();
  /// Makes one step without detection, for callers that need the sprites alone. `pairs` and
  /// `contacts` stay those of an earlier step, and `is_detected` is false.
  void move() {
    PhaseTimes times;
    s_.advance(times);
    s_.place();
    if (observer_) observer_->stepped(*this);
  }
  /// Finds boxes, pairs and contacts of the present world without a step, as after an edit while
  /// the session is paused. Returns the wall time of each phase.
  PhaseTimes detect() {
    work().begin();
    PhaseTimes times;
    s_.detect(times);
    return times;
  }

  /// The work limit of detections and traces, by which another thread may stop the one that runs. A
  /// detection that was stopped leaves no pairs until the next `step` or `detect`. `max_pairs` is
  /// unlimited at first; it does not bound dynamics, which needs all pairs. `step`, `detect` and
  /// `trace` call `begin` themselves.
  WorkLimit& work() const { return s_.pipeline.work(); }
  /// Whether pairs and contacts are those of the present world.
  bool is_detected() const { return s_.pipeline.is_detected(); }

  /// Replaces `found` by what a query finds (see `query_shape`, whose box it returns), as the
  /// chosen broadphase answers it. Replaces `*log`, if not null, by the events of the query.
  /// Detects first if pairs are stale; finds nothing if that detection was stopped.
  Aabb query(const ShapeQuery& asked, Sink<SpriteId>& found, Recorder* log) {
    found.clear();
    if (log) log->clear();
    if (!is_detected()) detect();
    if (!is_detected()) return {};
    return query_shape(s_.settings.broadphase.instance(), frame(), asked, found, log);
  }

  /// Runs the frame again on separate instances of the algorithms and replaces `into` by their
  /// events, so that a trace does not change what is measured.
  void trace(EventLog& into);
  /// The counters of the present frame, by the event log of its trace.
  Counters counters(const EventLog& log) const {
    Counters c = counters_of(log, s_.settings.shown_broadphase(), world().size());
    c.candidates = pairs().size();
    c.collisions = contacts().size();
    return c;
  }
  /// Returns the broadphase's remarks about the last traced frame, or about the last measured one
  /// if none was traced or the broadphase keeps state from frame to frame. A warning comes before
  /// them if the last step exceeded the pair limit.
  std::vector<Remark> remarks() const;

  const World& world() const { return s_.world; }
  const ImageSet& images() const { return s_.images; }
  const Settings& settings() const { return s_.settings; }
  /// The impacts of the last step. Empty while the collision response is off or a recording plays,
  /// and if sprites were inserted, removed or replaced, or another step was shown, since that step.
  ImpactLog impact_log() const {
    return s_.playback ? ImpactLog{} : s_.simulation.impact_log(s_.settings.response);
  }
  /// Whether the last step was made without collision response although it is on, because more
  /// pairs than ContactGraph::kMaxPairs might have met.
  bool exceeds_pair_limit() const { return !s_.playback && s_.simulation.exceeds_pair_limit(); }
  /// The box recording that plays in place of a scene, or null.
  const RecordingPlayback* playback() const {
    return s_.playback ? &s_.playback->recording : nullptr;
  }
  /// The scene file that sprites and settings came from or were last saved to. Its path is empty if
  /// there is none, or if the file holds sprites and the scene has made its own since.
  const SceneFile& file() const { return s_.file; }
  /// Notes that the present state has been saved to `file`, so nothing is unsaved.
  void saved_as(SceneFile file) {
    s_.file = std::move(file);
    s_.revision.saved = s_.revision.now;
    ++s_.changes;
  }
  /// Whether there are user edits that are neither saved nor undone, or frames of a live recording
  /// that no file holds.
  bool has_unsaved() const {
    return (playback() && playback()->is_unsaved()) || s_.revision.now != s_.revision.saved;
  }
  /// Notes that the present state came from `file`, and whether it has edits that are not saved
  /// there. An empty `file` means that it came from none, so that saving asks for a name.
  void came_from(SceneFile file, bool has_unsaved) {
    s_.file = std::move(file);
    ++s_.changes;
    if (has_unsaved) s_.revision.edited();
  }
  /// Notes the name and the absolute path of the file that the recording was saved to. A recording
  /// must play.
  void recording_saved_as(std::string name, std::string path) {
    s_.playback->recording.saved_as(std::move(name), std::move(path));
    ++s_.changes;
  }
  /// The number of commands carried out, and of changes of the file and of plug-ins. While it stays
  /// the same, settings, images and file are unchanged, and only steps have changed sprites.
  std::uint64_t changes() const { return s_.changes; }
  /// The area that a camera should show, in world px: the world's field, or all that a recording
  /// ever covers.
  Aabb field() const { return s_.playback ? playback()->field() : s_.settings.world.field(); }
  /// The present frame, as algorithms get it; its views are valid until the session changes.
  Frame frame() const { return s_.frame(); }
  std::span<const Pair> pairs() const { return s_.pipeline.pairs(); }           ///< sorted
  std::span<const Contact> contacts() const { return s_.pipeline.contacts(); }  ///< sorted by pair
  /// The number of steps since the scene or recording started.
  std::uint64_t steps() const { return s_.steps; }
  /// The sprite that the pointer holds, if any.
  std::optional<SpriteId> held() const {
    return s_.held ? std::optional(s_.held->id) : std::nullopt;
  }
  /// Keeps the worlds of the last steps from now on (see PastFrames), so that SeekStep can go back
  /// to them. Commands that change the number of sprites forget them, and recordings have none.
  /// This costs a copy of the world per step, which the times of `step` do not contain.
  void keep_frames() { s_.past.switch_on(); }
  const PastFrames& past() const { return s_.past; }
  PopulationChanges population_changes() const {
    return {s_.population_changes, s_.pipeline.last_edits(), s_.pipeline.pending_edits()};
  }
  /// Empties the undo history, so that nothing before the present state can be restored.
  void forget_history() { history_.forget(); }
  /// Keeps all changes after the one of that number (UndoHistory::keep_after).
  void keep_changes_after(std::optional<std::uint64_t> number) { history_.keep_after(number); }
  const UndoHistory& history() const { return history_; }

  /// Takes broadphases that were added to the registry, and the new code of plug-ins, into use.
  /// Parameters that were set keep their values, found by key, where the new code still allows
  /// them. Empties the undo history if a plug-in now has other parameters.
  void renew_broadphases();

  /// Sets how many threads an algorithm may use, from 1; no answer depends on it.
  void set_threads(unsigned n) { s_.pipeline.threads = n; }
  unsigned threads() const { return s_.pipeline.threads; }
  /// The session as a document that a scene file holds: settings, sprites and the images they show.
  SceneDocument document() const;

  /// A hash of world, pairs and contacts, bit for bit. All exact broadphases give the same.
  std::uint64_t hash() const;

 private:
  SessionState s_;
  UndoHistory history_;
  SessionObserver* observer_ = nullptr;
};

/// Returns the remarks of `algorithm`, which has seen the session's present frame. While a
/// recording plays, they name boxes by their recorded ids instead of sprite ids.
std::vector<Remark> remarks_of(const Session& session, const Broadphase& algorithm);
/// The boxes of the same sprites one step ago [n], world px; empty if that frame is not kept.
std::vector<Aabb> boxes_before(const Session& session);
/// Sets the parameters in order, until one is refused, and returns that error. Those before it stay
/// set.
Status apply_settings(Session& session, std::span<const SceneSetting> settings);

}  // namespace phasebox
