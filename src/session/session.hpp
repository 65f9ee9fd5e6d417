// SPDX-License-Identifier: MIT
// A running sandbox: the one interface to its state. Commands change it, steps advance it.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "session/command.hpp"
#include "session/pipeline.hpp"
#include "session/session_state.hpp"

namespace phasebox {

class Session;

/// Is called after each change, on the thread that made it.
class SessionObserver {
 public:
  virtual ~SessionObserver() = default;
  /// The command was carried out.
  virtual void applied(const Session&, const Command&) = 0;
  /// A step was made.
  virtual void stepped(const Session&) = 0;
};

/// Candidate pairs of a frame in window and CLI: 160 MB, more where a narrowphase keeps contacts.
inline constexpr std::uint64_t kMaxPairs = 20'000'000;
/// Events kept of a frame of which every test is shown; 32 bytes each.
inline constexpr std::size_t kMaxShownEvents = 4'000'000;

/// A running sandbox without a window.
class Session {
 public:
  /// Starts the first scene with RDC and n-sampled pixels. `images`: all that the scenes name.
  explicit Session(ImageSet images) : s_(std::move(images)) {}
  /// Restores a snapshot; ids and values have been checked.
  explicit Session(const Snapshot&);
  /// Carries the command out and remembers it for undo, or refuses it and changes nothing.
  Status apply(const Command& c) {
    Status error = phasebox::apply(s_, history_, c);
    if (!error && observer_) observer_->applied(*this, c);
    return error;
  }
  /// Tells it of all commands and steps from now on; null for none. It must outlive the session.
  void tell(SessionObserver* observer) { observer_ = observer; }
  Snapshot snapshot() const;

  /// One fixed step of 1/60 s: move, with what sprites do to each other on the way, then detect.
  PhaseTimes step();
  /// The same without looking for pairs: those of the step before stay.
  void move() {
    PhaseTimes times;
    s_.advance(times);
    s_.place();
    if (observer_) observer_->stepped(*this);
  }
  /// Boxes, pairs and contacts of the world as it stands; keeps a paused picture true.
  PhaseTimes detect() {
    begin_work();
    PhaseTimes times;
    s_.detect(times);
    return times;
  }

  /// Ends the running detection or trace from another thread: no pairs until `step` or `detect`.
  void stop_detection() { s_.pipeline.work().stop(); }
  /// Clears the request of `stop_detection`: for users of `frame()`.
  void begin_work() const { s_.pipeline.work().begin(); }
  /// Stops detections with more candidates; unlimited at first. Dynamics needs all pairs: no limit.
  void limit_pairs(std::uint64_t most) { s_.pipeline.work().max_pairs = most; }
  /// Whether the last detection or traced run was ended early, and why.
  WorkLimit::Reason stopped() const { return s_.pipeline.work().reason(); }
  /// Pairs and contacts are those of the world as it stands.
  bool is_detected() const { return s_.pipeline.is_detected(); }

  /// Queries the chosen broadphase for the sprites whose boxes overlap `box` now; `log` is
  /// null or gets what was looked at. Detects first when something has changed.
  void near(const Aabb& box, Sink<SpriteId>& found, Recorder* log) {
    found.clear();
    if (log) log->clear();
    if (!is_detected()) detect();
    if (is_detected()) s_.settings.broadphase.instance().query(frame(), box, found, log);
  }
  /// What the same query costs by each rule that may stop it; empty for one way, or unknown pairs.
  std::vector<QueryCost> query_costs(const Aabb& box) {
    std::vector<QueryCost> costs;
    if (is_detected()) s_.settings.broadphase.instance().query_costs(frame(), box, costs);
    return costs;
  }

  /// Reruns the frame with own instances and recorder: looking never changes what is measured.
  void trace(EventLog& into);
  Counters counters(const EventLog& log) const {
    Counters c = counters_of(log, shown_broadphase(), world().size());
    c.candidates = pairs().size();
    c.collisions = contacts().size();
    return c;
  }
  /// Whether the chosen narrowphase compares circles before it reads pixels.
  bool compares_circles() const { return value(narrowphase(), "circle-reject").value_or(0) != 0; }
  /// From all pairs to the collisions: each stage with the pairs that it leaves.
  std::vector<Stage> stages(const Counters&) const;
  /// What the algorithm has to say about the last traced frame.
  std::vector<Remark> remarks() const;
  /// Of an algorithm that has seen the frame; recorded boxes go by the ids of their recording.
  std::vector<Remark> remarks_of(const Broadphase&) const;

  /// How a user calls a sprite: by its number, or by the id of the recorded box.
  std::int64_t name_of(SpriteId id) const {
    return show() && id < show()->ids().size() ? show()->ids()[id] : static_cast<std::int64_t>(id);
  }
  /// The same as text: "12,345", or an id as it was recorded.
  std::string number_text(SpriteId id) const;
  const World& world() const { return s_.world; }
  const ImageSet& images() const { return s_.images; }
  const WorldOptions& options() const { return s_.settings.world; }
  const ResponseOptions& response() const { return s_.settings.response; }
  /// What the images are made of, where that is not as the response says; [images] or fewer.
  /// Of the last step; empty while sprites pass through each other.
  std::span<const Impact> impacts() const {
    const Dynamics* stepped = s_.playback ? nullptr : s_.simulation.dynamics_of_step(response());
    return stepped ? stepped->impacts() : std::span<const Impact>();
  }
  /// The heap of times of the same step.
  std::span<const HeapChange> impact_heap() const {
    const Dynamics* stepped = s_.playback ? nullptr : s_.simulation.dynamics_of_step(response());
    return stepped ? stepped->heap() : std::span<const HeapChange>();
  }
  ImpactCounts impact_counts() const {
    const Dynamics* stepped = s_.playback ? nullptr : s_.simulation.dynamics_of_step(response());
    return stepped ? stepped->counts() : ImpactCounts{};
  }
  /// The last step was without response: more pairs than ContactGraph::kMaxPairs might have met.
  bool exceeds_pair_limit() const { return !s_.playback && s_.simulation.exceeds_pair_limit(); }
  /// Energy and momentum of all sprites as they move now. O(n h) for hulls of h corners.
  Mechanics mechanics() const { return phasebox::mechanics(s_.world, s_.images, response()); }
  /// What the author of the scene's file calls it and says of it, or empty.
  const std::string& title() const { return s_.settings.scene_title; }
  const std::string& note() const { return s_.settings.scene_note; }
  /// The id of the scene, or the name of the recording.
  std::string scene_name() const { return show() ? show()->name() : std::string(scene().id); }
  /// The box recording that plays in place of a scene, or null.
  const RecordingPlayback* show() const { return s_.playback ? &s_.playback->recording : nullptr; }
  /// The scene file of sprites and settings; no path if none is known or sprites were made again.
  const SceneFile& file() const { return s_.file; }
  /// The session in its present state has been saved there.
  void saved_as(SceneFile file) {
    s_.file = std::move(file), s_.revision.saved = s_.revision.now, ++s_.changes;
  }
  /// What is made of it from now on is not to be saved over the file that it came from.
  void forget_file() { s_.file = {}, ++s_.changes; }
  /// The user's edits are neither saved nor undone; or boxes came from a running game, in no file.
  bool has_unsaved() const {
    return (show() && show()->is_unsaved()) || s_.revision.now != s_.revision.saved;
  }
  /// What is there now was restored: it came from that file, and may have been changed since.
  void came_from(SceneFile file, bool has_unsaved) {
    s_.file = std::move(file), ++s_.changes;
    if (has_unsaved) s_.revision.edited();
  }
  /// The recording that plays has been saved there.
  void recording_saved_as(std::string name, std::string path) {
    s_.playback->recording.saved_as(std::move(name), std::move(path)), ++s_.changes;
  }
  /// How many commands were carried out: what does not move by itself is as it was if this is.
  std::uint64_t changes() const { return s_.changes; }
  /// What a camera should show: the world's field, or all that a recording ever covers.
  Aabb field() const { return s_.playback ? show()->field() : options().field(); }
  Frame frame() const { return s_.frame(); }
  std::span<const Pair> pairs() const { return s_.pipeline.pairs(); }           ///< sorted
  std::span<const Contact> contacts() const { return s_.pipeline.contacts(); }  ///< sorted by pair
  std::uint64_t steps() const { return s_.steps; }
  std::optional<SpriteId> held() const {
    return s_.held ? std::optional(s_.held->id) : std::nullopt;
  }
  bool is_exact() const { return s_.settings.broadphase.instance().is_exact(); }
  /// From now on frames that pass are kept, to go back to with SeekStep, as long as the number of
  /// sprites stays and no recorded boxes play. A copy of the world per step, which is not timed.
  void keep_frames() { s_.past.switch_on(); }
  const PastFrames& past() const { return s_.past; }
  /// Boxes of the same sprites one step ago [n]; empty when that frame is not known.
  std::vector<Aabb> boxes_before() const;
  /// How often sprites were inserted, removed or replaced. The latest are `last_edits`, what the
  /// last detect told the algorithms: one that has seen all before can apply them, others restart.
  std::uint64_t population_changes() const { return s_.population_changes; }
  std::span<const Edit> last_edits() const { return s_.pipeline.last_edits(); }
  /// What was done so far is where the user starts from: it cannot be undone.
  void forget_history() { history_.forget(); }
  const UndoHistory& history() const { return history_; }

  /// Broadphases were added or plug-ins have new code: used from now on. Set values stay by key
  /// where still allowed; with other parameters than before, nothing can be undone.
  void renew_broadphases();

  /// How many threads an algorithm may use, from 1; no answer depends on it.
  void set_threads(unsigned n) { s_.pipeline.threads = n; }
  /// What to set the scene to for `count` sprites at the same density; empty if it is no workload.
  std::vector<SceneSetting> workload(std::uint32_t count) const {
    return s_.settings.scene.instance().workload(count);
  }

  const SceneEntry& scene() const { return s_.settings.scene.entry(); }
  const BroadphaseEntry& broadphase() const { return s_.settings.broadphase.entry(); }
  /// The broadphase at work: the chosen one, or its delegate.
  const BroadphaseEntry& shown_broadphase() const {
    const BroadphaseEntry* delegate = s_.settings.broadphase.instance().delegate();
    return delegate ? *delegate : broadphase();
  }
  const NarrowphaseEntry& narrowphase() const { return s_.settings.narrowphase.entry(); }

  /// Every parameter there is: world, scene, all broadphases, all narrowphases.
  std::vector<ParamGroup> groups() const { return s_.settings.groups(); }
  /// The group of that owner; without rows where it is not the session's.
  ParamGroup group(Owner owner) const { return s_.settings.group(owner); }
  /// Of one parameter; nothing where the owner has no such row.
  std::optional<double> value(Owner owner, std::string_view key) const {
    return s_.settings.value(owner, key);
  }
  /// The first owner in use (broadphase, narrowphase, scene, world) with that key, or none.
  Owner owner_of(std::string_view key) const { return s_.settings.owner_of(key); }

  SceneDocument document() const;

  /// Of world, pairs and contacts, bit for bit: equal for every exact broadphase.
  std::uint64_t hash() const;

 private:
  SessionState s_;
  UndoHistory history_;
  SessionObserver* observer_ = nullptr;
};

/// Sets each of them, until one is refused.
Status apply_settings(Session& session, std::span<const SceneSetting> settings);

}  // namespace phasebox
