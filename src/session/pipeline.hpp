// SPDX-License-Identifier: MIT
// From sprites to contacts: boxes, candidate pairs, confirmed pairs, what each phase took; and what
// one traced frame showed: its counters, and boundaries that coincide exactly.
#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/radix_sort.hpp"
#include "collide/broadphase.hpp"
#include "collide/event_log.hpp"
#include "session/settings.hpp"

namespace phasebox {

/// Made on demand by a second run of the same algorithms, never inside the timed step.
struct EventLog {
  Recorder broad, narrow;
  explicit EventLog(std::size_t limit = 0) : broad(limit), narrow(limit) {}
};

/// What the first so many events of a log amount to.
struct WalkState {
  std::uint64_t events = 0;                            ///< taken so far
  std::array<std::uint64_t, kEventKindCount> count{};  ///< of them, by kind; rechecks are tests too
  std::vector<SpriteId> open{};                        ///< sprites between their boundaries here
  std::vector<SpriteId> part{};                        ///< opened since nothing was open
  std::uint32_t cuts = 0;               ///< times that nothing was open, in this pass
  std::uint32_t boundaries = 0;         ///< of this pass, so far
  Axis axis = Axis::x;                  ///< of the pass
  std::optional<std::uint32_t> at{};    ///< number of the current part
  std::optional<Pair> pair{};           ///< the two sprites looked at last
  std::optional<Aabb> line{};           ///< the last boundary of the pass
  EventPhase turn = EventPhase::opens;  ///< of the last event

  std::uint64_t counted(EventKind m) const { return count[static_cast<std::size_t>(m)]; }
  bool operator==(const WalkState&) const = default;
};

/// The same for every algorithm (ALGORITHMS, section 6).
struct Counters {
  std::uint64_t sprites = 0;
  std::uint64_t box_tests = 0;  ///< every comparison of two boxes, `rechecks` included
  std::uint64_t candidates = 0, collisions = 0, pixel_reads = 0;
  std::uint64_t circle_rejects = 0;  ///< candidates left out before their pixels were read
  std::uint64_t groups = 0;          ///< final groups, cells or nodes; `part` says which
  std::string_view part = "group";
  bool has_parts = true;       ///< false: the algorithm makes neither groups nor cells nor nodes
  std::uint64_t rechecks = 0;  ///< tests of pairs kept from frame to frame
  std::optional<std::uint64_t> interfering{};  ///< pairs that overlap on the swept line, if any
  std::optional<std::uint64_t> voids{};        ///< times that nothing is open on it
  std::optional<double> retrieved{};           ///< objects retrieved per object, of a quadtree
  std::optional<std::uint64_t> kept{};         ///< pairs of hulls with the features of before
  std::optional<std::uint64_t> walked{};       ///< steps of walks from feature to feature
  std::optional<std::uint64_t> searched{};     ///< pairs of hulls that GJK searched
  std::uint64_t boundaries = 0;                ///< boundaries sorted
  std::uint64_t swaps = 0;  ///< neighbors that changed places in a list kept sorted
  std::uint32_t depth = 0;
};

/// What came of two sprites that were looked at. Filtered: they may not collide.
enum class PairOutcome : std::uint8_t { missed, hit, filtered };

/// What is left after a stage of detection, of all pairs of sprites.
struct Stage {
  std::string_view name;  ///< of one: "pair", "box", "circle", "hit"
  std::uint64_t pairs;
};

/// All but candidates and collisions, which a log does not hold.
Counters counters_of(const EventLog&, const BroadphaseEntry&, std::uint64_t sprites);

/// Wall time of each phase of one step, in ms.
struct PhaseTimes {
  double move = 0, broad = 0, sort = 0, narrow = 0, respond = 0;
  double total() const { return move + broad + sort + narrow + respond; }
};

/// A contact that sampled pixels did not find: its pair, one pixel of it, and for how many frames.
struct MissedContact {
  Pair pair;
  Vec2 at;
  std::uint64_t frames;
};

/// A place that is pointed out, with a word beside it or none.
struct MarkedPlace {
  Vec2 at;  ///< world px
  std::string_view what;
};

/// Adds the time since it was made, or since the last lap, to a phase.
class PhaseTimer {
 public:
  void lap(double& ms) {
    const auto now = Clock::now();
    ms += std::chrono::duration<double, std::milli>(now - since_).count();
    since_ = now;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point since_ = Clock::now();
};

/// A place with two boundaries or more.
struct CoincidentBoundary {
  float at = 0;             ///< world px; on a slanted line from the origin's foot on it
  std::uint32_t count = 0;  ///< boundaries, from 2
};

/// Boundaries of both axes; each counts once, however often it was sorted.
struct Coinciding {
  std::uint64_t boundaries = 0;  ///< those that lie where another one of their axis lies
  std::uint64_t all = 0;
};

/// Finds such places in the boundaries of an event log. Keeps its memory to allocate no more.
class CoincidentBoundaryFinder {
 public:
  /// Those on the axis, ascending; valid until the next call. O(m log m) for m boundaries. Where
  /// a slanted line is `swept` they are of that line: of its nearer axis, and places on it.
  std::span<const CoincidentBoundary> find(std::span<const Event> events, Axis axis,
                                           std::optional<Vec2> swept = {});
  /// Different boundaries that the last call saw.
  std::uint64_t boundaries() const { return keys_.size(); }

 private:
  std::vector<std::uint64_t> keys_;  // place, then sprite and end
  std::vector<CoincidentBoundary> found_;
};

/// How many boundaries coincide among those of an event log. O(m log m).
Coinciding coinciding_boundaries(std::span<const Event> events, std::optional<Vec2> swept = {});

/// The boundaries of a sweep along that line are points on it, neither x nor y.
inline bool is_slanted(std::optional<Vec2> swept) {
  return swept && swept->x != 0 && swept->y != 0;
}

/// Runs the chosen algorithms over one population. Knows no commands. Frames need world and images.
class Pipeline {
 public:
  /// Boxes of the sprites as they stand now.
  void place(const World&, const ImageSet&, const WorldOptions&);
  /// The same of boxes that are known, [n].
  void place(const World&, std::span<const Aabb> boxes, FilterRule);
  /// The sprites have moved: boxes and pairs are of a frame that has passed.
  void outdate() { is_placed_ = is_detected_ = false; }
  /// Something was changed that pairs depend on.
  void outdate_pairs() { is_detected_ = false; }
  bool is_placed() const { return is_placed_; }
  bool is_detected() const { return is_detected_; }

  Frame frame(const World&, const ImageSet&) const;
  std::span<const Aabb> boxes() const { return boxes_; }

  /// A sprite was inserted or removed: the algorithms are told with the next frame.
  void note(Edit edit, std::size_t sprites);
  /// Nothing that an algorithm kept is valid now.
  void forget_frames() {
    must_reset_ = true;
    if (shadow_) shadow_->must_reset = true;
  }
  /// Other algorithms were chosen.
  void forget_algorithms() {
    must_reset_ = true;
    shadow_.reset();
  }
  /// Another value of a parameter: algorithms begin again.
  void reset_algorithms() { must_reset_ = true; }
  /// Old pairs may name sprites that are gone.
  void clear_pairs() {
    pairs_.clear();
    contacts_.clear();
  }

  /// Candidates and contacts of the frame; none when the search was ended early.
  void detect(const Frame&, const Settings&, PhaseTimes&);
  /// The same once more on other instances, recorded; contacts are confirmed of `detect`'s pairs.
  void trace(const Frame&, const Settings&, EventLog& into);
  /// For a frame that passes: traced instances that keep something of it see it too, so that
  /// counters are of one step, however few frames are traced. Nothing where there are none, or
  /// where sprites are many: then they begin again with the frame before the next one traced.
  void keep_up(const Frame&, const Settings&);
  bool is_behind() const { return shadow_ && shadow_->is_behind && shadow_->keeps; }
  void catch_up(const Frame& before, const Settings&);
  /// The traced instance of the broadphase, or null before the first trace.
  const Broadphase* traced() const { return shadow_ ? shadow_->broad.get() : nullptr; }

  std::span<const Pair> pairs() const { return pairs_.items(); }           ///< sorted
  std::span<const Contact> contacts() const { return contacts_.items(); }  ///< sorted by pair
  /// What the last `detect` told the algorithms.
  std::span<const Edit> last_edits() const { return last_edits_; }
  WorkLimit& work() const { return *work_; }
  unsigned threads = 1;

 private:
  /// Instances that run again for the event log; changes in frames they missed add up in `edits`.
  struct ShadowInstances {
    ShadowInstances(const BroadphaseEntry& b, const NarrowphaseEntry& n)
        : entry(&b), broad(b.make()), narrow(n.make()) {}

    const BroadphaseEntry* entry;
    std::unique_ptr<Broadphase> broad;
    std::unique_ptr<Narrowphase> narrow;
    PairSink pairs;
    Sink<Contact> contacts;
    bool must_reset = true;
    bool is_due = true;      ///< it has not seen the boxes as they are
    bool is_behind = false;  ///< ... nor those of the frame before
    bool keeps = true;       ///< its counters depend on these
    std::vector<Edit> edits{};
  };

  void placed(FilterRule);
  ShadowInstances& shadow_for(const Settings&);
  void run_shadow(ShadowInstances&, const Frame&, EventLog& into);

  std::unique_ptr<WorkLimit> work_ = std::make_unique<WorkLimit>();
  std::unique_ptr<ShadowInstances> shadow_;
  std::vector<Transform> transforms_;
  std::vector<Aabb> boxes_;
  FilterRule rule_ = FilterRule::both;
  bool is_placed_ = false, is_detected_ = false, must_reset_ = true;
  std::vector<Edit> edits_, last_edits_;
  PairSink pairs_;
  RadixSort<Pair, 64> pair_sort_;
  Sink<Contact> contacts_;
};

/// Makes the rows of `to` what those of `from` are; whether one was not.
bool copy_params(ParamView from, ParamView to);

}  // namespace phasebox
