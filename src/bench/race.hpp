// SPDX-License-Identifier: MIT
// An algorithm with settings; and the measuring loop: algorithms race over the same recorded
// frames, or over windows of them, after each has proved its pairs.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/recording.hpp"
#include "collide/broadphase.hpp"
#include "collide/segment.hpp"
#include "session/command.hpp"

namespace phasebox {

enum class QueryKind : std::uint8_t {
  box,      ///< what overlaps a square around an object
  circle,   ///< what comes nearer to an object's center than half the size
  nearest,  ///< the eight objects nearest to an object's center; the size is where it begins to
            ///< look
  segment,  ///< what a segment of that length meets, from one object's center towards another's
};
inline constexpr std::array<std::string_view, 4> kQueryKindNames{"box", "circle", "nearest",
                                                                 "segment"};

/// Queries in each frame, around random objects: the same ones for every broadphase.
struct QueryLoad {
  std::size_t count = 0;  ///< in each frame; 0: none
  float size = 96;        ///< px, as the kind says
  QueryKind kind = QueryKind::box;
  bool is_only = false;  ///< the queries alone are timed, the frame's pairs are found beside
};

/// ", 200 queries per frame (box, 96 px)"; empty where nothing is asked.
std::string queries_text(const QueryLoad& load);

/// Asks a broadphase by `Broadphase::query` or `query_segment`, as a game would.
class QueryRun {
 public:
  explicit QueryRun(const QueryLoad& load) : load_(load) {}

  /// All queries of a frame, which `find_pairs` has seen; `number` is the frame's and chooses the
  /// objects. Appends the query's number and each sprite found, in any order.
  void ask(Broadphase& broadphase, const Frame& frame, std::size_t number, PairSink& answers);

 private:
  struct Near {
    double distance;  // squared, px
    SpriteId id;
    auto operator<=>(const Near&) const = default;
  };

  void ask_nearest(Broadphase& broadphase, const Frame& frame, Vec2 middle);

  QueryLoad load_;
  Sink<SpriteId> found_;
  Sink<SegmentHit> hits_;
  std::vector<Near> near_;
};

class Session;

/// A value for one parameter of an algorithm.
struct Setting {
  const Param* row;  ///< of the entry; stays valid when a plug-in is loaded again
  double value;
  bool operator==(const Setting&) const = default;
};

/// A broadphase with settings; every parameter that is not named has its default.
struct Contestant {
  const BroadphaseEntry* entry = nullptr;
  std::vector<Setting> settings{};  ///< in the order of the rows, none at its default

  /// Sets one parameter; the default takes it out again.
  void set(const Param& row, double value) {
    std::erase_if(settings, [&](const Setting& s) { return s.row == &row; });
    if (value == row.init) return;
    settings.push_back({&row, value});
    std::ranges::sort(settings, {}, &Setting::row);
  }
  /// The value of a parameter, named or not.
  double value(const Param& row) const {
    const auto it = std::ranges::find(settings, &row, &Setting::row);
    return it == settings.end() ? row.init : it->value;
  }
  std::unique_ptr<Broadphase> make() const {
    auto made = entry->make();
    for (const Setting& s : settings) s.row->set(made->params().object, s.value);
    return made;
  }
  /// Refuses values that a parameter cannot have.
  Status check() const {
    for (const Setting& s : settings)
      if (auto error = check_value(*s.row, s.value)) return error;
    return {};
  }
  /// "max-objects=16 looseness=1.5", or "defaults".
  std::string settings_text() const;
  /// "quadtree max-objects=16"; "quadtree" with defaults.
  std::string name() const {
    const std::string id(entry->id);
    return settings.empty() ? id : id + " " + settings_text();
  }
  /// "Quadtree, max objects 16", for tables.
  std::string title() const;
  /// "--set quadtree.max-objects=16 --set ...", for the command line; empty with defaults.
  std::string set_options() const;
  bool operator==(const Contestant&) const = default;
};

/// The rows of an entry, as they are now.
std::span<const Param> rows_of(const BroadphaseEntry& entry);

/// The same values, as far as the entry's rows allow; a plug-in that is loaded again has its own.
Contestant renewed(const Contestant& contestant);

/// The broadphase with the parameters that the session has for it.
Contestant contestant_of(const BroadphaseEntry& entry, const Session& session);

/// What makes the session use it, the choice and all its parameters: one change.
Command apply_command(const Contestant& contestant);

/// Consecutive frames. An algorithm begins each window from a reset; the first frames bring what it
/// keeps from frame to frame into the state that it has in a game, and are not timed.
struct FrameWindow {
  std::size_t begin = 0;    ///< the first frame that is run
  std::size_t warm_up = 0;  ///< frames that are run untimed
  std::size_t timed = 0;    ///< frames after those

  std::size_t end() const { return begin + warm_up + timed; }
  bool operator==(const FrameWindow&) const = default;
};

/// How much of a recording was timed.
struct FrameCoverage {
  std::size_t used = 0, of = 0;  ///< different frames; frames of the recording
  std::size_t places = 0;        ///< windows

  bool is_all() const { return used == of; }
  bool operator==(const FrameCoverage&) const = default;
};

/// One window over all `of` frames; fewer than `warm_up` frames warm up where there are few.
std::vector<FrameWindow> whole_recording(std::size_t of, std::size_t warm_up);

/// Windows that time about `timed` of `of` frames: up to 12 places, longer windows before more
/// places, the whole recording where little of it would be left out. Each lies at a place of its
/// own within an equal part of the recording; `round` chooses other places. Any first few of them
/// are spread over the recording too. The lengths of the warm-ups differ, so that work done every
/// few dozen frames (a list made again) is neither always timed nor never.
std::vector<FrameWindow> spread_windows(std::size_t of, std::size_t timed, std::size_t round = 0);

/// Counts frames that lie in several windows once.
FrameCoverage coverage_of(const std::vector<FrameWindow>& windows, std::size_t of);

/// What the program knows about its heap; null functions: it does not know. Core does not replace
/// operator new, the executables do.
struct HeapMeter {
  std::uint64_t (*allocations)() = nullptr;  ///< calls of operator new so far
  std::uint64_t (*bytes)() = nullptr;        ///< in use now
};

struct RaceOptions {
  /// Which frames; empty: all, of which the first `warm_up` are not timed.
  std::vector<FrameWindow> windows{};
  std::size_t warm_up = 10;
  unsigned threads = 1;  ///< Frame::threads
  bool is_wall = false;  ///< whether one thread is timed by the wall clock too, as several are
  /// ms that one contestant may take for its checks, and again for its timed frames; then it gets
  /// no more frames, but at least `fewest` timed ones. 0: no limit.
  double budget = 0;
  std::size_t fewest = 3;
  bool check_first = true;  ///< whether all frames are checked before any is timed
  bool count_tests = true;  ///< whether there is a stage 4
  HeapMeter heap{};
  QueryLoad queries{};  ///< asked after each find_pairs, checked and timed with it
};

/// A frame in the order in which a race runs it.
struct RaceStep {
  std::size_t frame = 0;  ///< of the recording
  std::size_t place = 0;  ///< number of its window
  bool is_begin = false;  ///< of a window: algorithms are reset
  bool is_timed = false;
};

/// Whether the algorithm traced anything beside its pairs: adapters of other libraries do not.
bool says_anything(const Recorder& log);

/// Whether a frame of so many boxes takes the algorithm less than about a second: the reference is
/// left out of races beyond 20,000.
bool is_affordable(const BroadphaseEntry& entry, std::size_t boxes);

/// What a contestant has shown in a race so far.
struct RaceResult {
  enum class Verdict : std::uint8_t { pending, right, wrong };

  Contestant contestant;
  std::string name;  ///< in this race

  Verdict verdict = Verdict::pending;
  bool is_exact = true;         ///< false: a parameter lets it leave pairs out, and none is missed
  std::string fault{};          ///< wrong: which frame, and what it found
  std::vector<double> times{};  ///< ms, one per timed frame
  std::optional<double> box_tests{};    ///< of a frame, traced; mean over a few
  std::optional<double> allocations{};  ///< per timed frame
  std::optional<double> bytes{};        ///< kept after the checks, per box of the largest frame
};

/// Contestants over a recording, one small piece of work at a time, so that the caller can draw a
/// progress bar, a window, or stop. In this order:
/// 1. the truth about every frame;
/// 2. each contestant: are the pairs of every frame right? A wrong one is out (`check_first`);
/// 3. frame by frame, in an order that rotates: find_pairs is timed (and `edit`, where the
///    population changes), its pairs are compared (again);
/// 4. each contestant: the box tests of a few frames, counted by the recorder on an instance of its
///    own.
/// Every window begins with a reset, which is not timed. Each run finds the frame's
/// boxes freshly written to the same place, as in a game.
class Race {
 public:
  /// The recording must outlive the race. With `known`, the truth that it holds is believed, and
  /// what is found is added to it.
  Race(const Recording&, RaceOptions, FrameTruth* known = nullptr);
  Race(const Race&) = delete;
  Race& operator=(const Race&) = delete;

  /// Before the first `advance`.
  void enter(Contestant contestant, std::string name) {
    assert(stage_ == Stage::truth && step_ == 0 && "contestants enter before the race");
    results_.push_back({.contestant = std::move(contestant), .name = std::move(name)});
    lanes_.emplace_back();
  }
  void enter(const Contestant& contestant) { enter(contestant, contestant.name()); }

  /// Does the next piece of work; false when nothing is left.
  bool advance();
  /// 0 to 1.
  double progress() const;
  /// What `advance` is about, for people: "checking quadtree".
  std::string phase() const;

  std::span<const RaceResult> results() const { return results_; }
  /// Pairs per frame, mean over the frames known so far.
  double mean_pairs() const { return truth_->mean_pairs(); }
  /// The timed frames in their order: time k of a contestant is of step k here. (Not of one whose
  /// budget ended within the first warm-up: it was timed there.)
  std::vector<RaceStep> timed_steps() const {
    std::vector<RaceStep> timed;
    std::ranges::copy_if(steps_, std::back_inserter(timed), &RaceStep::is_timed);
    return timed;
  }
  FrameCoverage coverage() const { return coverage_of(options_.windows, recording_.size()); }

 private:
  enum class Stage : std::uint8_t { truth, check, time, count, done };
  /// What a contestant needs while it runs.
  struct Lane {
    std::unique_ptr<Broadphase> algorithm;
    PairSink pairs;
    std::size_t steps = 0;          // how many are to be run: all, or as many as the budget allowed
    std::size_t first_timed = 0;    // no earlier than this, and where the window says so
    double spent = 0;               // ms in this stage
    std::uint64_t allocations = 0;  // during all timed frames
  };

  void find_truth();
  void prepare();
  void check();
  void end_check();
  void time();
  void time_one(Lane&, RaceResult&, std::size_t which);
  void count_tests();
  double count_at(Lane& shadow, std::size_t step, bool& is_known);
  std::vector<std::size_t> counted_steps() const;
  Frame show(std::size_t frame);
  double run(Lane&, const RaceStep&);
  const PairDigest& true_answers(std::size_t frame);
  bool is_right(const Lane&, std::size_t frame);
  void reject(std::size_t which, std::size_t frame);
  void go_to(Stage);

  const Recording& recording_;
  RaceOptions options_;
  std::vector<RaceStep> steps_;
  std::optional<FrameTruth> own_truth_;
  FrameTruth* truth_;
  std::vector<RaceResult> results_;
  std::vector<Lane> lanes_;
  std::vector<Aabb> now_;
  QueryRun queries_;
  PairSink answers_;                                     // of the last run
  std::vector<std::optional<PairDigest>> true_answers_;  // [frames]
  Stage stage_ = Stage::truth;
  std::size_t step_ = 0, turn_ = 0;  // the next piece: step, and contestant or rotation
  std::uint64_t max_pairs_ = 0, heap_before_ = 0;
};

}  // namespace phasebox
