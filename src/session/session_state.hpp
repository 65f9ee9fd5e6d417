// SPDX-License-Identifier: MIT
// What a session is made of, what follows from changes of a part, and how commands are undone.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "session/command.hpp"
#include "session/pipeline.hpp"
#include "session/settings.hpp"
#include "world/dynamics/dynamics.hpp"
#include "world/recording_playback.hpp"
#include "world/scene/document.hpp"
#include "world/world.hpp"

namespace phasebox {

/// Whole worlds by the number of their step, without a gap, bounded in number and memory; the
/// oldest is forgotten first, and its memory serves the newest. Copies 40 bytes per sprite.
class PastFrames {
 public:
  static constexpr std::size_t kMaxFrames = 600, kMaxBytes = std::size_t{64} << 20;

  /// Off, which costs nothing, until it is switched on.
  void switch_on() { is_on_ = true; }
  bool is_on() const { return is_on_; }

  /// Keeps the world of that step and forgets those after it.
  void note(const World& world, std::uint64_t step) {
    if (!is_on_) return;
    forget_after(step);
    put(world, step);
  }
  /// The same, but what came after stays: only another step is shown.
  void put(const World& world, std::uint64_t step);
  /// The world of that step, or null. Valid until the next change.
  const World* find(std::uint64_t step) const {
    return empty() || step < first_ || step > last() ? nullptr : &worlds_[step - first_];
  }

  bool empty() const { return worlds_.empty(); }
  std::uint64_t first() const { return first_; }              ///< only when not empty
  std::uint64_t last() const { return first_ + size() - 1; }  ///< only when not empty
  std::size_t size() const { return worlds_.size(); }
  void forget_after(std::uint64_t step) {
    if (!empty() && step < last()) worlds_.resize(step < first_ ? 0 : step - first_ + 1);
  }
  void forget() { worlds_.clear(); }

 private:
  bool is_on_ = false;
  std::deque<World> worlds_;
  std::uint64_t first_ = 0;
};

/// What one step looks at beside the world.
struct StepContext {
  const ImageSet& images;
  const Settings& settings;
  std::span<const Aabb> boxes;  ///< [n] of the frame before
  std::optional<Pull> pull;     ///< by the pointer, of the sprite that it holds
  unsigned threads = 1;
};

/// A scene steers, free flight moves, and dynamics lets sprites push each other.
class Simulation {
 public:
  /// One step of 1/60 s.
  void advance(World&, const StepContext&, PhaseTimes&);
  /// The sprites are not those of the step before: dynamics begins again, without impacts.
  void forget() {
    if (response_) response_->must_reset = true;
    has_stepped_ = false, exceeds_pair_limit_ = false;
  }
  /// The entry of the broadphase makes other instances now.
  void renew_broadphase() {
    if (response_) response_->finder = response_->entry->make();
    forget();
  }
  /// Another step is shown than the last that was made.
  void forget_impacts() { has_stepped_ = false; }
  /// Of the last step, where sprites push each other and nothing has changed since; else null.
  const Dynamics* dynamics_of_step(const ResponseOptions& options) const {
    return has_stepped_ && options.is_on() ? &response_->dynamics : nullptr;
  }
  /// The last step was made without response: more pairs might have met than it can hold.
  bool exceeds_pair_limit() const { return exceeds_pair_limit_; }

 private:
  /// Dynamics; a second broadphase sees swept AABBs, so the measured one is undisturbed.
  struct Response {
    explicit Response(const BroadphaseEntry& b) : entry(&b), finder(b.make()) {}

    const BroadphaseEntry* entry;
    std::unique_ptr<Broadphase> finder;
    Dynamics dynamics;
    bool must_reset = true;
  };

  bool push(World&, const StepContext&);

  std::unique_ptr<Response> response_;
  bool has_stepped_ = false, exceeds_pair_limit_ = false;
};

/// A box recording plays, one frame per step, again and again. Boxes are as recorded, bit for bit.
struct Playback {
  explicit Playback(RecordingPlayback from_start) : recording(std::move(from_start)) {}
  /// A text that names sprites, "#12", with the ids of their boxes in the recording.
  std::string named(std::string text) const;

  RecordingPlayback recording;
  /// To be chosen again after the recording; null once the user has chosen another one.
  const NarrowphaseEntry* narrowphase_before = nullptr;
};

/// The pointer's hold on a sprite.
struct Hold {
  SpriteId id = 0;
  Sprite before;  ///< the sprite as it was
  Vec2 grip;      ///< px, where it is held: from its position, before turning
  Vec2 offset;    ///< px, the same in the world, when it was taken
  Vec2 target;    ///< px, where that point is pulled to, while sprites push each other
};

/// Which state of sprites is there, which is spare. Numbers are unique: undo restores the old one.
struct Revision {
  std::uint64_t now = 0;    ///< another one whenever sprites are changed by hand
  std::uint64_t saved = 0;  ///< in a file, or as a scene made them
  std::uint64_t last = 0;   ///< given so far

  void edited() { now = ++last; }
  void begun() { now = saved = ++last; }
};

/// What commands replace as a whole, and undo brings back.
struct WholeState {
  SceneDocument settings;  ///< without images and sprites
  World world;
  std::optional<Playback> playback;
};

/// Commands change it, a session runs it.
struct SessionState {
  explicit SessionState(ImageSet known_images) : images(std::move(known_images)) { load_scene(); }

  ImageSet images;
  World world;
  Settings settings;
  Pipeline pipeline;
  Simulation simulation;
  std::optional<Playback> playback;  ///< plays in place of the simulation
  SceneFile file;                    ///< that sprites and settings came from or were saved to
  Revision revision;
  std::optional<Hold> held;
  PastFrames past;
  std::uint64_t steps = 0;
  std::uint64_t population_changes = 0;  ///< sprites inserted, removed or replaced so far
  std::uint64_t changes = 0;             ///< commands carried out

  Frame frame() const {
    Frame f = pipeline.frame(world, images);
    f.step = steps;
    f.tuning = settings.tuning;
    return f;
  }

  WholeState whole() const { return {settings.document(), world, playback}; }
  /// Puts all of it in place of what is there; ids and values have been checked.
  void adopt(WholeState from) {
    settings.adopt(from.settings);
    world = std::move(from.world);
    playback = std::move(from.playback);
    pipeline.forget_algorithms();
  }

  /// One step without looking for pairs.
  void advance(PhaseTimes&);
  /// Boxes if they are stale, pairs and contacts.
  void detect(PhaseTimes& times) {
    PhaseTimer timer;
    if (!pipeline.is_placed()) place();
    timer.lap(times.move);
    pipeline.detect(frame(), settings, times);
  }

  /// Boxes of the sprites as they stand now.
  void place() {
    // Recorded boxes are taken as they are: position and scale would round them.
    if (playback)
      pipeline.place(world, playback->recording.boxes(), playback->recording.rule());
    else
      pipeline.place(world, images, settings.world);
  }
  /// The scene's sprites from its start, in place of these.
  void load_scene();
  SceneContext scene_context() const {
    return {images, settings.world, settings.scene.instance().count()};
  }
  /// Goes to a frame of the recording that plays.
  void show_frame(std::size_t frame) {
    for (const Edit& edit : playback->recording.show(frame, world)) note(edit);
  }
  /// The narrowphase that a recording had set goes with it, unless another one was chosen.
  void end_playback() {
    if (!playback) return;
    if (playback->narrowphase_before) settings.narrowphase.select(*playback->narrowphase_before);
    pipeline.forget_algorithms();
    playback.reset();
  }
  /// A sprite was inserted or removed.
  void note(Edit edit) {
    ++population_changes;
    pipeline.note(edit, world.size());
    simulation.forget();
  }
  /// Nothing that an algorithm kept is valid now.
  void forget_frames() {
    ++population_changes;
    pipeline.forget_frames();
    simulation.forget();
  }
  /// Old pairs may name sprites that are gone.
  void population_changed() {
    pipeline.clear_pairs();
    place();
  }
};

/// A value that a scene keeps for when it is chosen again.
struct SceneValue {
  const SceneEntry* scene;
  std::string key;
  double value;
};

/// All that the future depends on: not the undo history, past frames or the pointer's hold.
struct Snapshot {
  ImageSet images;
  WholeState state;
  std::uint64_t steps = 0;
  std::vector<SceneValue> scenes{};  ///< of all scenes, where they are not the defaults
};

/// One sprite inserted, removed or set.
struct Patch {
  SpriteId id;
  std::optional<Sprite> before, after;  ///< none: it was not there
  bool is_traits = false;               ///< sets filter and volume, and leaves it where it is
};

/// What one command replaced. Sprites keep moving after it, so undoing restores what the command
/// touched and nothing else; only commands that replaced the whole world bring a whole world back.
/// Undoing exchanges the values kept here for the session's, so that the same change redoes.
struct Change {
  struct Whole {
    WholeState state;
    SceneFile file;  ///< that the sprites came from
    std::uint64_t saved_revision = 0;
  };
  std::vector<Patch> patches;
  std::optional<Whole> whole;
  std::optional<std::uint32_t> scene_count;
  const BroadphaseEntry* broad = nullptr;    ///< that was chosen before; null: not changed
  const NarrowphaseEntry* narrow = nullptr;  ///< likewise
  std::vector<ParamValue> params{};          ///< what they were
  std::optional<std::vector<ImageTuning>> tuning{};
  std::string title{};         ///< for messages
  std::uint64_t revision = 0;  ///< of the sprites before, SessionState::revision
  std::uint64_t number = 0;    ///< from 1, in the order in which changes were made

  bool empty() const {
    return patches.empty() && params.empty() && !whole && !broad && !narrow && !tuning;
  }
  /// What it keeps that nothing else does: rows of patches, a world, the boxes of a recording that
  /// has grown (each change may hold others of them), the sprites of a scene file.
  std::size_t bytes() const;
};

/// Two stacks of changes, bounded in number and memory; the oldest is forgotten first.
class UndoHistory {
 public:
  static constexpr std::size_t kMaxChanges = 200;
  /// The newest change is kept whatever it takes: of every sprite of the largest world, as much.
  static constexpr std::size_t kMaxBytes = std::size_t{256} << 20;

  /// A new change; forgets what could be redone. Consecutive values of one parameter are one.
  void push(Change change);
  bool can_undo() const { return !done_.empty(); }
  bool can_redo() const { return !undone_.empty(); }
  /// What would be undone or redone next; empty when there is nothing.
  std::string_view undo_title() const {
    return can_undo() ? std::string_view(done_.back().title) : "";
  }
  std::string_view redo_title() const {
    return can_redo() ? std::string_view(undone_.back().title) : "";
  }
  /// Their numbers; 0 when there is nothing.
  std::uint64_t undo_number() const { return can_undo() ? done_.back().number : 0; }
  std::uint64_t redo_number() const { return can_redo() ? undone_.back().number : 0; }
  /// Of the last change that was made.
  std::uint64_t last_number() const { return last_number_; }
  void forget() { done_.clear(), undone_.clear(); }
  /// Moves the newest change over to the other stack; the caller carries it out.
  Change& undo() { return move_newest(done_, undone_); }
  Change& redo() { return move_newest(undone_, done_); }

 private:
  static Change& move_newest(std::deque<Change>& from, std::deque<Change>& to) {
    assert(!from.empty());
    to.push_back(std::move(from.back()));
    from.pop_back();
    return to.back();
  }

  std::deque<Change> done_, undone_;
  std::uint64_t last_number_ = 0;
};

/// Carries the command out and remembers it for undo, or refuses it and changes nothing.
Status apply(SessionState&, UndoHistory&, const Command&);

/// Largest population, and most images; more is refused.
inline constexpr std::uint32_t kMaxSprites = 2'000'000, kMaxImages = 65'535;

/// Pixels of all images of a session together; one takes 5 bytes, and some more once looked at.
inline constexpr std::uint64_t kMaxImagePixels = 100'000'000;

/// Refuses more images than a sprite can number.
Status check_images(std::size_t images);
/// Refuses more pixels of all images together.
Status check_pixels(std::uint64_t pixels);
/// Refuses an n or an inset that the parameters would refuse as well.
Status check_tuning(const ImageTuning& tuning);

}  // namespace phasebox
