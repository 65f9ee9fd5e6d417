// SPDX-License-Identifier: MIT
// The interface of a broadphase: boxes in, candidate pairs out, a whole frame at a time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.hpp"
#include "collide/event_log.hpp"
#include "collide/frame.hpp"
#include "collide/param.hpp"
#include "collide/segment.hpp"
#include "collide/sink.hpp"
#include "collide/walkthrough.hpp"

namespace phasebox {

/// One sprite that was added or removed between two frames. Ids are dense: a new sprite gets the
/// next id at the end, and when a sprite is removed, the last one takes its id. In a list of edits,
/// each id means what it meant after the edits before it.
struct Edit {
  enum class Kind : std::uint8_t { add, remove } kind;
  SpriteId id;          ///< add: the id of the new sprite; remove: the id that became free
  SpriteId moved_from;  ///< remove: the last sprite's id, whose sprite now has `id` (the same
                        ///< number if the last sprite itself was removed); add: equal to `id`
};

/// A sentence for the user about the last frame, as the window and the command line show it.
struct Remark {
  bool warning = false;  ///< whether the user should change something, such as a parameter
  Sentence text;  ///< where an argument is "#12", the user sees the name of the sprite with id 12
};

/// The work of one query along a sorted row of box ends (delimiters), if its walk stopped by one of
/// the rules that the algorithm offers. Only sort and sweep has several rules.
struct QueryCost {
  std::string_view stop;                 ///< the rule's name, one of the choices of its parameter
  std::uint64_t visited = 0, tests = 0;  ///< delimiters visited; boxes compared with the query's
  bool is_chosen = false;                ///< whether `Broadphase::query` stops by this rule
};

struct BroadphaseEntry;

/// Finds the eligible pairs of a frame whose boxes overlap, each once, in any order. Boxes that
/// only touch do not overlap (see `overlaps`); `eligible` decides by filters and static flags. All
/// such pairs are found, unless `is_exact` is false.
///
/// How it is used: `reset` with the first frame, then `find_pairs` for every frame. Between two
/// calls of `find_pairs` every box, filter and static flag may have changed in any way. When the
/// number of sprites changes, or which sprite has which id, `edit` or `reset` must come before the
/// next `find_pairs`. An instance is used by one thread at a time.
class Broadphase {
 public:
  virtual ~Broadphase() = default;

  /// The parameters of this instance: what `Param::set` writes through the view holds after the
  /// next `reset`. Valid as long as the instance.
  virtual ParamView params() = 0;
  /// False while a parameter is set so that some pairs which overlap are left out on purpose. Pairs
  /// that do not overlap are never found.
  virtual bool is_exact() const { return true; }
  /// Forgets all that was kept from earlier frames. The caller must call it when the scene or a
  /// parameter has changed. The frame is the one that `find_pairs` sees next. May allocate.
  virtual void reset(const Frame&) {}
  /// Is told which sprites were added or removed since the last frame, in the order in which that
  /// happened; `frame` is the one after all of them. The base class resets; an algorithm overrides
  /// it to keep what still holds.
  virtual void edit(const Frame& frame, std::span<const Edit>) { reset(frame); }
  /// Appends the pairs. Once warm it allocates nothing, as a rule: memory grows when a frame has
  /// more sprites or pairs than any before, or first needs a structure that no frame has needed.
  /// `log` is null or gets the events, which may allocate. When the frame's limit stops the search,
  /// the sink is empty afterwards, and a `reset` must come before the next call.
  virtual void find_pairs(const Frame&, PairSink&, Recorder* log) = 0;
  /// Appends every sprite whose box overlaps `box`, each once, whatever its filter. Valid after
  /// `find_pairs` of the same frame. `log` is null or gets the events. The base class scans all
  /// boxes. May allocate.
  virtual void query(const Frame&, const Aabb& box, Sink<SpriteId>&, Recorder* log);
  /// Appends every sprite whose box the segment in the middle of the band meets, each once, perhaps
  /// with some that it does not meet. Valid when `query` is. Returns false, and appends nothing,
  /// where the algorithm has no walk along a segment, or none after this frame. Call
  /// `query_segment` instead: it has the exact answer for every broadphase.
  virtual bool query_along(const Frame&, const SegmentBand&, Sink<SpriteId>&) { return false; }
  /// Appends the cost of the query of a box by each rule by which its walk may stop. All rules give
  /// the same answer; each is walked to measure it. Appends nothing where the algorithm has no such
  /// rules to choose from. Valid when `query` is. Allocates.
  virtual void query_costs(const Frame&, const Aabb&, std::vector<QueryCost>&) {}
  /// Returns the registry entry of the algorithm that does the work at present, where this one runs
  /// others (`auto`); null where it does the work itself.
  virtual const BroadphaseEntry* delegate() const { return nullptr; }
  /// Whether a frame of so many boxes that is not traced is answered by the loop over all pairs
  /// that small frames share (kernels/small_frame.hpp), so that its time says nothing about the
  /// algorithm.
  virtual bool runs_small_frame_loop(std::size_t /*boxes*/) const { return false; }
  /// Appends what a user should know about the frame that `find_pairs` has just seen, such as the
  /// cell size that was chosen.
  virtual void remark(const Frame&, std::vector<Remark>&) const {}
};

/// Every broadphase calls this at the end of `find_pairs`. It stops the search if there are more
/// pairs than the frame's limit allows, and clears the pairs of a search that was stopped, by
/// itself or by another thread.
inline void drop_if_stopped(const Frame& f, PairSink& out) {
  if (f.limit && out.size() > f.limit->max_pairs) f.limit->stop(WorkLimit::Reason::pairs);
  if (is_stopped(f)) out.clear();
}

/// Base of the algorithms: it holds the parameters `P` with their `Rows`. `Self` has the body
/// `template <class T> void run(const Frame&, PairSink&, T& trace)`, which is compiled twice: with
/// `NoTrace` for frames without a log, which are the ones that are timed, and with `Recorder`.
template <class Self, class P, const auto& Rows>
class BroadphaseOf : public Broadphase {
 public:
  ParamView params() final { return {&p_, Rows}; }
  void find_pairs(const Frame& f, PairSink& out, [[maybe_unused]] Recorder* log) final {
    WorkLimit* const outer = out.limit();
    out.set_limit(f.limit);
    auto& self = static_cast<Self&>(*this);
    NoTrace off;
#ifndef PHASEBOX_NO_LOG  // if defined, logs stay empty and the library is a third smaller
    if (log)
      self.run(f, out, *log);
    else
#endif
      self.run(f, out, off);
    out.set_limit(outer);
    drop_if_stopped(f, out);
  }

 protected:
  P p_;
};

/// Tests one pair of sprites and emits it if it is eligible and the boxes overlap. Logs a `skip` if
/// it is not eligible, else an event of kind `test`, and a `hit` if the boxes overlap. Algorithms
/// whose traced body compares boxes two by two use it, so that their events mean the same.
template <class T>
inline void test_pair(const Frame& f, SpriteId i, SpriteId j, PairSink& out, T& trace,
                      std::uint16_t depth = 0, EventKind test = EventKind::test) {
  if (!eligible(f, i, j)) {
    if constexpr (T::on) trace.add({EventKind::skip, Axis::x, depth, i, j});
    return;
  }
  if constexpr (T::on) trace.add({test, Axis::x, depth, i, j});
  if (!overlaps(f.boxes[i], f.boxes[j])) return;
  if constexpr (T::on) trace.add({EventKind::hit, Axis::x, depth, i, j});
  out.emit(i, j);
}

/// Tests a pair that is kept from frame to frame; the log shows it as a `recheck`.
template <class T>
inline void recheck_pair(const Frame& f, SpriteId i, SpriteId j, PairSink& out, T& trace) {
  test_pair(f, i, j, out, trace, 0, EventKind::recheck);
}

/// The role of an algorithm in studies that compare several, such as a race.
enum class BroadphaseRole : std::uint8_t {
  contender,  ///< is compared with the others, on scenes of any size
  reference,  ///< tests all n (n - 1) / 2 pairs of n sprites, so it is left out where n is large
  chooser,    ///< runs one of the others (`Broadphase::delegate`) and has no method of its own
};

/// Makes instances of an algorithm: a function and the context that it is called with.
class BroadphaseMaker {
 public:
  using Make = std::unique_ptr<Broadphase> (*)(const void* context);

  /// `make` is called with `context`, which must live as long as the entry.
  constexpr BroadphaseMaker(Make make, const void* context = nullptr)  // NOLINT: of a function
      : make_(make), context_(context) {}

  std::unique_ptr<Broadphase> operator()() const { return make_(context_); }

 private:
  Make make_;
  const void* context_;
};

/// One line of the registry: an algorithm, what is said about it, and how an instance is made. The
/// `id` is unique and in kebab-case, as the command line and files name it. `title` is the name in
/// the window, `summary` one sentence on what it does, `source` the publication it comes from.
struct BroadphaseEntry {
  std::string_view id, title, summary, source;
  BroadphaseMaker make;          ///< makes an instance with the default parameters
  Walkthrough walkthrough = {};  ///< how the window shows it step by step
  /// True when the time of a frame depends on what was kept from the frame before, and so on how
  /// much has moved. A single frame then does not measure the algorithm. An algorithm that only
  /// keeps a structure of the static sprites has false here.
  bool is_coherent = false;
  /// How complex it is to implement and to set up, from 1 (two loops) to 9. The number is a
  /// judgment. Where algorithms are about equally fast, the one with the smallest is recommended.
  std::uint8_t complexity = 5;
  BroadphaseRole role = BroadphaseRole::contender;
  std::string_view file = {};  ///< the path of the plug-in it comes from; else empty
};

/// Creates a `Self` with default parameters. A registry line's `make` points at an instance of this
/// template, such as `make_broadphase<Rdc>`.
template <class Self>
std::unique_ptr<Broadphase> make_broadphase(const void* = nullptr) {
  return std::make_unique<Self>();
}

/// Returns all broadphases: the library's own in teaching order, then those that were added by
/// `add_broadphase`. A span taken earlier stays valid when one is added; it lacks the new one.
std::span<const BroadphaseEntry* const> broadphases();
/// Returns the library's own broadphases in teaching order, also those that a program has replaced.
std::span<const BroadphaseEntry* const> own_broadphases();

/// The number of entries that may be added to the library's own at a time.
inline constexpr std::size_t kMaxAddedBroadphases = 64;

/// Adds an entry, such as a plug-in's, to the end of the list. Returns false, and adds nothing,
/// where `kMaxAddedBroadphases` are there already. The entry must keep its address until it is
/// removed. Other threads may read the list meanwhile, but not add to it.
bool add_broadphase(const BroadphaseEntry& entry);
/// Removes an entry that was added; the library's own cannot be removed. No other thread may use
/// the list meanwhile, and spans taken earlier are no longer valid.
void remove_broadphase(const BroadphaseEntry& entry);
/// Puts an entry into the list in the place of the one that has its id; there must be one. The entry
/// must keep its address. No other thread may use the list meanwhile, and nothing may have been made
/// of the entry that is replaced.
void replace_broadphase(const BroadphaseEntry& entry);

}  // namespace phasebox
