// SPDX-License-Identifier: MIT
// A running sandbox without a window: the one interface to its state. Commands change it, steps
// advance it.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

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

/// Gets a call after each command and each step, on the thread that made it.
class SessionObserver {
 public:
  virtual ~SessionObserver() = default;
  /// The command was carried out.
  virtual void applied(const Session&, const Command&) = 0;
  /// A step was made.
  virtual void stepped(const Session&) = 0;
};

/// The limit of candidate pairs per frame in window and CLI. So many pairs take 160 MB, and more
/// where a narrowphase keeps contacts.
inline constexpr std::uint64_t kMaxPairs = 20'000'000;
/// The limit of events that are kept of a frame whose tests are all shown; 32 bytes each.
inline constexpr std::size_t kMaxShownEvents = 4'000'000;

/// How the set of sprites has changed. An algorithm that has seen all earlier changes can apply the
/// last ones, any other must reset.
struct PopulationChanges {
  std::uint64_t count = 0;       ///< times that sprites were inserted, removed or replaced
  std::span<const Edit> last{};  ///< what the last `detect` passed to the algorithms
};

/// A running sandbox without a window.
class Session {
 public:
  /// Starts the first scene with RDC and n-sampled pixels. `images` holds every image that a scene
  /// names.
  explicit Session(ImageSet images) : s_(std::move(images)) {}
  /// Restores a snapshot; ids and values have been checked.
  explicit Session(const Snapshot&);
  /// Carries the command out and remembers it for undo, or refuses it and changes nothing.
  Status apply(const Command&);
  /// Sets the observer that is told of every command and step from now on; null for none. It must
  /// outlive the session.
  void tell(SessionObserver* observer) { observer_ = observer; }
  Snapshot snapshot() const;

  /// Makes one fixed step of 1/60 s: moves the sprites, with what they do to each other on the way,
  /// then detects. Returns the wall time of each phase.
  PhaseTimes step();
  /// Makes one step without detection. `pairs` and `contacts` stay those of an earlier step.
  void move() {
    PhaseTimes times;
    s_.advance(times);
    s_.place();
    if (observer_) observer_->stepped(*this);
  }
  /// Finds boxes, pairs and contacts of the world as it stands, so that a paused picture shows what
  /// is true after an edit. Returns the wall time of each phase.
  PhaseTimes detect() {
    work().begin();
    PhaseTimes times;
    s_.detect(times);
    return times;
  }

  /// The work limit of detections and traced runs. Another thread may stop the one that runs;
  /// there are no pairs then until the next `step` or `detect`. `max_pairs` is unlimited at first
  /// and does not hold for dynamics, which needs all pairs. Only callers that search a `frame()`
  /// themselves call `begin`.
  WorkLimit& work() const { return s_.pipeline.work(); }
  /// Whether pairs and contacts are those of the world as it stands.
  bool is_detected() const { return s_.pipeline.is_detected(); }

  /// Replaces `found` by the sprites whose boxes overlap `box` now, as the chosen broadphase finds
  /// them. `log` is null or gets the events of the query. Detects first if pairs are stale; finds
  /// nothing if that detection was stopped.
  void query(const Aabb& box, Sink<SpriteId>& found, Recorder* log) {
    found.clear();
    if (log) log->clear();
    if (!is_detected()) detect();
    if (is_detected()) s_.settings.broadphase.instance().query(frame(), box, found, log);
  }

  /// Runs the frame again on separate instances and records their events, so that a trace never
  /// changes what is measured.
  void trace(EventLog& into);
  Counters counters(const EventLog& log) const {
    Counters c = counters_of(log, s_.settings.shown_broadphase(), world().size());
    c.candidates = pairs().size();
    c.collisions = contacts().size();
    return c;
  }
  /// Returns the broadphase's remarks about the last traced frame, preceded by a warning if the
  /// step exceeded the pair limit.
  std::vector<Remark> remarks() const;

  const World& world() const { return s_.world; }
  const ImageSet& images() const { return s_.images; }
  const Settings& settings() const { return s_.settings; }
  /// The impacts of the last step. Empty while sprites pass through each other or a recording
  /// plays, and after a change since that step.
  ImpactLog impact_log() const {
    return s_.playback ? ImpactLog{} : s_.simulation.impact_log(s_.settings.response);
  }
  /// Whether the last step was made without collision response, because more pairs than
  /// ContactGraph::kMaxPairs might have met.
  bool exceeds_pair_limit() const { return !s_.playback && s_.simulation.exceeds_pair_limit(); }
  /// The box recording that plays in place of a scene, or null.
  const RecordingPlayback* playback() const {
    return s_.playback ? &s_.playback->recording : nullptr;
  }
  /// The scene file that sprites and settings came from or were saved to. Its path is empty if
  /// there is none, or if the scene has made its sprites again.
  const SceneFile& file() const { return s_.file; }
  /// Notes that the session in its present state has been saved to `file`.
  void saved_as(SceneFile file) {
    s_.file = std::move(file);
    s_.revision.saved = s_.revision.now;
    ++s_.changes;
  }
  /// Whether there are edits by the user that are neither saved nor undone, or boxes of a running
  /// game that no file holds.
  bool has_unsaved() const {
    return (playback() && playback()->is_unsaved()) || s_.revision.now != s_.revision.saved;
  }
  /// Notes that the present state came from `file`, and whether it had been edited since it was
  /// saved there. An empty `file` keeps later changes from being saved over the last one.
  void came_from(SceneFile file, bool has_unsaved) {
    s_.file = std::move(file);
    ++s_.changes;
    if (has_unsaved) s_.revision.edited();
  }
  /// Notes the name and the absolute path of the file that the playing recording was saved to.
  void recording_saved_as(std::string name, std::string path) {
    s_.playback->recording.saved_as(std::move(name), std::move(path));
    ++s_.changes;
  }
  /// The number of commands carried out, and of changes of the file or of plug-ins. While it stays
  /// the same, everything that steps do not move is unchanged.
  std::uint64_t changes() const { return s_.changes; }
  /// The area that a camera should show, in world px: the world's field, or all that a recording
  /// ever covers.
  Aabb field() const { return s_.playback ? playback()->field() : s_.settings.world.field(); }
  Frame frame() const { return s_.frame(); }
  std::span<const Pair> pairs() const { return s_.pipeline.pairs(); }           ///< sorted
  std::span<const Contact> contacts() const { return s_.pipeline.contacts(); }  ///< sorted by pair
  std::uint64_t steps() const { return s_.steps; }
  std::optional<SpriteId> held() const {
    return s_.held ? std::optional(s_.held->id) : std::nullopt;
  }
  /// Keeps the world of each step from now on, so that SeekStep can go back to it, as long as the
  /// number of sprites stays and no recording plays. Costs a copy of the world per step, which
  /// `step` does not count in its times.
  void keep_frames() { s_.past.switch_on(); }
  const PastFrames& past() const { return s_.past; }
  PopulationChanges population_changes() const {
    return {s_.population_changes, s_.pipeline.last_edits()};
  }
  /// Empties the undo history, so that the user cannot go back behind the present state.
  void forget_history() { history_.forget(); }
  const UndoHistory& history() const { return history_; }

  /// Takes broadphases that were added, and the new code of plug-ins, into use. Values that were
  /// set are kept by their keys where they are still allowed. Empties the undo history if a plug-in
  /// now has other parameters.
  void renew_broadphases();

  /// Sets how many threads an algorithm may use, from 1; no answer depends on it.
  void set_threads(unsigned n) { s_.pipeline.threads = n; }
  SceneDocument document() const;

  /// Hashes world, pairs and contacts bit for bit: equal for every exact broadphase.
  std::uint64_t hash() const;

 private:
  SessionState s_;
  UndoHistory history_;
  SessionObserver* observer_ = nullptr;
};

/// Returns the remarks of an algorithm that has seen the session's current frame. While a recording
/// plays, they name boxes by their recorded ids.
std::vector<Remark> remarks_of(const Session& session, const Broadphase& algorithm);
/// Boxes of the same sprites one step ago [n]; empty when that frame is not known.
std::vector<Aabb> boxes_before(const Session& session);
/// Sets the parameters in order, until one is refused; returns its error.
Status apply_settings(Session& session, std::span<const SceneSetting> settings);

}  // namespace phasebox
