// SPDX-License-Identifier: MIT
// The one owner of state: a world, the chosen algorithms, and the interface that changes both.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/radix_sort.hpp"
#include "collide/broadphase.hpp"
#include "collide/frame.hpp"
#include "collide/narrowphase.hpp"
#include "collide/param.hpp"
#include "session/command.hpp"
#include "session/frame_history.hpp"
#include "session/history.hpp"
#include "world/dynamics/dynamics.hpp"
#include "world/recording_playback.hpp"
#include "world/scene/scene.hpp"
#include "world/world.hpp"
#include "world/world_options.hpp"

namespace phasebox {

/// Wall time of each phase of one step, in ms.
struct PhaseTimes {
  double move = 0, broad = 0, sort = 0, narrow = 0, respond = 0;
  double total() const { return move + broad + sort + narrow + respond; }
};

/// What the traced run of one frame showed; made on demand, never inside the timed step.
struct EventLog {
  Recorder broad, narrow;
  explicit EventLog(std::size_t limit = 0) : broad(limit), narrow(limit) {}
};

/// Counters of one frame, the same for every algorithm (ALGORITHMS, section 6).
struct Counters {
  std::uint64_t sprites = 0;
  std::uint64_t box_tests = 0;  ///< every comparison of two boxes, `rechecks` included
  std::uint64_t candidates = 0, collisions = 0, pixel_reads = 0;
  std::uint64_t groups = 0;  ///< final groups, cells or nodes; `part` says which
  std::string_view part = "group";
  bool has_parts = true;       ///< false: the algorithm makes neither groups nor cells nor nodes
  std::uint64_t rechecks = 0;  ///< tests of pairs kept from frame to frame
  std::optional<std::uint64_t> interfering{};  ///< pairs that overlap on the swept line, if any
  std::optional<std::uint64_t> voids{};        ///< times that nothing is open on it
  std::optional<double> retrieved{};           ///< objects retrieved per object, of a quadtree
  std::uint64_t boundaries = 0;                ///< boundaries sorted
  std::uint64_t swaps = 0;  ///< neighbors that changed places in a list kept sorted
  std::uint32_t depth = 0;
};

/// Largest population; more is refused.
inline constexpr std::uint32_t kMaxSprites = 2'000'000;

/// A running sandbox without a window.
class Session {
 public:
  /// Starts the first scene with RDC and n-sampled pixels. `images` must hold the images that the
  /// scenes name.
  explicit Session(ImageSet images);
  Session(Session&&) noexcept;
  ~Session();

  /// Carries the command out and remembers it for undo, or refuses it and changes nothing.
  Status apply(const Command&);

  /// One fixed step of 1/60 s: move, with what sprites do to each other on the way, then detect.
  PhaseTimes step();
  /// The same without looking for pairs: those of the step before stay.
  void move();
  /// Boxes, pairs and contacts of the world as it stands; keeps a paused picture true.
  PhaseTimes detect();

  /// Ends the detection or traced run under way, from another thread: what was found so far is
  /// dropped, and there are no pairs until the next `step` or `detect`.
  void stop_detection() { work_->stop(); }
  /// Whatever was ended before, what begins now may run: for users of `frame()`.
  void begin_work() const { work_->begin(); }
  /// A detection that finds more candidates than this is stopped. Unlimited at first. Dynamics is
  /// not limited: it must know all pairs.
  void limit_pairs(std::uint64_t most) { work_->max_pairs = most; }
  /// Whether the last detection or traced run was ended early, and why.
  WorkLimit::Reason stopped() const { return work_->reason(); }
  /// Pairs and contacts are those of the world as it stands.
  bool is_detected() const { return is_detected_; }

  /// Asks the chosen broadphase which sprites' boxes overlap `box`, as things stand now; `log` is
  /// null or gets what was looked at. Detects first when something has changed.
  void near(const Aabb& box, Sink<SpriteId>& found, Recorder* log);

  /// Runs the same algorithms over the current frame once more, on instances of their own, with the
  /// recorder on: looking at an algorithm never changes what is measured.
  void trace(EventLog& into);
  Counters counters(const EventLog&) const;
  /// What the algorithm has to say about the last traced frame.
  std::vector<Remark> remarks() const;
  /// Of an algorithm that has seen the frame; recorded boxes go by the ids of their recording.
  std::vector<Remark> remarks_of(const Broadphase&) const;

  const World& world() const { return world_; }
  const ImageSet& images() const { return images_; }
  const WorldOptions& options() const { return options_; }
  const ResponseOptions& response() const { return response_; }
  /// Of the last step; empty while sprites pass through each other.
  std::span<const Impact> impacts() const;
  ImpactCounts impact_counts() const;
  /// Energy and momentum of all sprites as they move now. O(n h) for hulls of h corners.
  Mechanics mechanics() const { return phasebox::mechanics(world_, images_, response_); }
  /// The box recording that plays in place of a scene, or null.
  const RecordingPlayback* show() const { return show_ ? &*show_ : nullptr; }
  /// The scene file that the sprites and settings came from or were saved to; no path where none
  /// is known, or where the sprites were made again since.
  const SceneFile& file() const { return file_; }
  /// The session as it stands has been saved there.
  void saved_as(SceneFile file) { file_ = std::move(file), ++changes_; }
  /// How many commands were carried out: what does not move by itself is as it was if this is.
  std::uint64_t changes() const { return changes_; }
  /// What a camera should show: the world's field, or all that a recording ever covers.
  Aabb field() const { return show_ ? show_->field() : options_.field(); }
  Frame frame() const;
  std::span<const Pair> pairs() const { return pairs_.items(); }           ///< sorted
  std::span<const Contact> contacts() const { return contacts_.items(); }  ///< sorted by pair
  std::uint64_t steps() const { return steps_; }
  std::optional<SpriteId> held() const { return held_; }
  bool is_exact() const;
  /// From now on the frames that pass are kept, to go back to with SeekStep: as long as the number
  /// of sprites stays, and no recorded boxes play. A copy of the world per step, outside of what is
  /// timed.
  void keep_frames() { frames_.switch_on(); }
  const FrameHistory& past() const { return frames_; }
  /// Boxes of the same sprites one step ago [n]; empty when that frame is not known.
  std::vector<Aabb> boxes_before() const;
  /// How often sprites were inserted, removed or replaced so far. The latest of these changes are
  /// `last_edits`, what the last detect told the algorithms: one that has seen all before can
  /// apply them, every other begins again.
  std::uint64_t population_changes() const { return population_changes_; }
  std::span<const Edit> last_edits() const { return last_edits_; }
  /// What was done so far is where the user starts from: it cannot be undone.
  void forget_history() { history_ = {}; }
  bool can_undo() const { return history_.can_undo(); }
  bool can_redo() const { return history_.can_redo(); }
  /// What undo would take back and redo bring back, for messages.
  std::string_view undo_title() const { return history_.undo_title(); }
  std::string_view redo_title() const { return history_.redo_title(); }

  /// How many threads an algorithm may use, from 1; no answer depends on it.
  void set_threads(unsigned n) { threads_ = n; }
  /// What the scene must be set to for `count` sprites, to be as dense as with any other count;
  /// empty when it is no workload.
  std::vector<SceneSetting> workload(std::uint32_t count) const;

  const SceneEntry& scene() const { return *scenes()[scene_]; }
  const BroadphaseEntry& broadphase() const { return *broadphases()[broad_]; }
  /// The broadphase at work: the chosen one, or its delegate.
  const BroadphaseEntry& shown_broadphase() const {
    const BroadphaseEntry* delegate = broadphases_[broad_]->delegate();
    return delegate ? *delegate : broadphase();
  }
  const NarrowphaseEntry& narrowphase() const { return *narrowphases()[narrow_]; }

  /// Every parameter there is: world, scene, all broadphases, all narrowphases.
  std::vector<ParamGroup> groups() const;
  /// The group of that owner; without rows where it is not the session's.
  ParamGroup group(Owner owner) const;
  /// The owner among those in use now (broadphase, narrowphase, scene, world, in this order) that
  /// has a row with that key; none when none has.
  Owner owner_of(std::string_view key) const;

  SceneDocument document() const;

  /// Of every world column, the pairs and the contacts, bit for bit: equal for every exact
  /// broadphase.
  std::uint64_t hash() const;

 private:
  struct Apply;  // one overload per command
  friend struct Apply;

  ParamView view(Owner owner) const;
  SceneContext scene_context();
  SceneDocument settings() const;
  void adopt(const SceneDocument& settings);
  Change::Whole whole() const { return {world_, settings(), show_, file_}; }
  void load_scene();
  void resize_world(std::uint32_t count, Change&);
  void restore(Change&, bool backwards);
  void show_frame(std::size_t frame);
  void end_show();
  void note_edit(Edit);
  void forget_frames();
  void population_changed();
  void place_recording();
  void keep_frame();
  void forget_past(const Command&);
  void advance(PhaseTimes& times);
  void step_dynamics();
  const Dynamics* last_push() const;
  void refresh();
  PhaseTimes find_all();
  void forget_pairs();

  ImageSet images_;
  World world_;
  WorldOptions options_;
  ResponseOptions response_;
  // One instance per registry line, so that each keeps its parameters while another one is chosen.
  std::vector<std::unique_ptr<Scene>> scenes_;
  std::vector<std::unique_ptr<Broadphase>> broadphases_;
  std::vector<std::unique_ptr<Narrowphase>> narrowphases_;
  std::size_t scene_ = 0, broad_ = 0, narrow_ = 0;

  struct ShadowInstances;  // the traced shadow instances of the chosen algorithms
  std::unique_ptr<ShadowInstances> shadow_;
  struct DynamicsStep;  // what sprites need that push each other
  std::unique_ptr<DynamicsStep> dynamics_;

  std::optional<RecordingPlayback> show_;
  SceneFile file_;

  std::unique_ptr<WorkLimit> work_ = std::make_unique<WorkLimit>();
  std::vector<Transform> transforms_;
  std::vector<Aabb> boxes_;
  bool filters_in_use_ = false, statics_in_use_ = false, must_reset_ = true;
  bool is_detected_ = false;  // nothing has changed since the last detect
  std::vector<Edit> edits_, last_edits_;
  std::uint64_t population_changes_ = 0, changes_ = 0;
  PairSink pairs_;
  RadixSort<Pair, 64> pair_sort_;
  Sink<Contact> contacts_;
  std::uint64_t steps_ = 0;
  unsigned threads_ = 1;
  std::optional<SpriteId> held_;
  Sprite grabbed_;  // the held sprite as it was
  Vec2 grip_;       // px, where it is held: from its position, before turning
  Vec2 hand_at_;    // px, the same in the world, when it was taken
  Vec2 pulled_to_;  // px, where that point is pulled to, while sprites push each other
  History history_;
  FrameHistory frames_;
};

/// Sets each of them, until one is refused.
Status apply_settings(Session& session, std::span<const SceneSetting> settings);

}  // namespace phasebox
