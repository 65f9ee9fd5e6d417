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

/// A change of the population between two frames, in the order in which it happened.
struct Edit {
  enum class Kind : std::uint8_t { add, remove } kind;
  SpriteId id;          ///< the sprite added or removed
  SpriteId moved_from;  ///< remove: the sprite that took the freed id had this one before
};

/// A sentence for the user about the last frame.
struct Remark {
  bool warning = false;
  Sentence text;  ///< "#12" as an argument stands for sprite 12, however the user calls it
};

/// The work of one query when its walk stops by one of the possible rules.
struct QueryCost {
  std::string_view stop;                 ///< the rule's name, as the parameter's choice calls it
  std::uint64_t visited = 0, tests = 0;  ///< delimiters visited; boxes compared
  bool is_chosen = false;                ///< whether `Broadphase::query` stops by this rule
};

struct BroadphaseEntry;

/// Finds exactly the eligible overlapping pairs of a frame, each once, in any order.
///
/// Between two calls of `find_pairs` every box, filter and static flag may have changed in any way;
/// the number of sprites and which sprite has which id change only by `edit` or `reset`.
class Broadphase {
 public:
  virtual ~Broadphase() = default;

  virtual ParamView params() = 0;
  /// False while a parameter makes the answer a subset of the exact pairs.
  virtual bool is_exact() const { return true; }
  /// Forgets what was kept; called when the scene or a parameter changed. May allocate.
  virtual void reset(const Frame&) {}
  /// Takes the sprites added or removed since the last frame, in order. The base resets; override
  /// it to keep what still holds.
  virtual void edit(const Frame& frame, std::span<const Edit>) { reset(frame); }
  /// Appends the pairs. Allocates nothing once warm (no more sprites and pairs than before).
  /// `log` is null or gets the events. When the frame's limit stops it, there are no pairs, and a
  /// `reset` must come before the next call.
  virtual void find_pairs(const Frame&, PairSink&, Recorder* log) = 0;
  /// Appends every sprite whose box overlaps `box`, each once; valid after `find_pairs` of the same
  /// frame. The base scans all boxes.
  virtual void query(const Frame&, const Aabb& box, Sink<SpriteId>&, Recorder* log);
  /// Appends every sprite whose box the segment of the band meets, each once, perhaps with some
  /// that it only passes (`SegmentBand::may_meet` tells most of them); valid as `query`. False
  /// where a segment has no way; nothing has then been appended. `query_segment` is for all cases.
  virtual bool query_along(const Frame&, const SegmentBand&, Sink<SpriteId>&) { return false; }
  /// Appends the cost of the query by each rule by which its walk may stop. All rules give the same
  /// answer; each is walked to measure it. Appends nothing where there is only one rule. Valid when
  /// `query` is; allocates.
  virtual void query_costs(const Frame&, const Aabb&, std::vector<QueryCost>&) {}
  /// The algorithm to which this one delegates at present; null when it does the work itself.
  virtual const BroadphaseEntry* delegate() const { return nullptr; }
  /// Appends what a user should know about the frame that `find_pairs` has just seen.
  virtual void remark(const Frame&, std::vector<Remark>&) const {}
};

/// Ends a search: stops it when it found more pairs than the limit allows, and clears the pairs of
/// a search that was stopped.
inline void drop_if_stopped(const Frame& f, PairSink& out) {
  if (f.limit && out.size() > f.limit->max_pairs) f.limit->stop(WorkLimit::Reason::pairs);
  if (is_stopped(f)) out.clear();
}

/// Base of the algorithms: parameters `P` with their `Rows`, and a body
/// `template <class T> void run(const Frame&, PairSink&, T& trace)` that is measured untraced.
template <class Self, class P, const auto& Rows>
class BroadphaseOf : public Broadphase {
 public:
  ParamView params() final { return {&p_, Rows}; }
  void find_pairs(const Frame& f, PairSink& out, [[maybe_unused]] Recorder* log) final {
    WorkLimit* const outer = out.limit();
    out.set_limit(f.limit);
    auto& self = static_cast<Self&>(*this);
    NoTrace off;
#ifndef PHASEBOX_NO_LOG  // without the bodies that log, the library is a third smaller
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

/// Tests one pair for algorithms that compare boxes two by two: logs a skip when it is not
/// eligible, else a test, and emits it when the boxes overlap. Every such comparison goes through
/// here, so the events of all algorithms mean the same.
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

/// The role of an algorithm where several are compared (race, scaling, tune).
enum class BroadphaseRole : std::uint8_t {
  contender,  ///< may win
  reference,  ///< tests all n (n - 1) / 2 pairs, whatever the boxes: too slow for many of them
  chooser,    ///< runs one of the others, see `Broadphase::delegate`: nothing of its own to compare
};

/// Makes instances of an algorithm: a function and the context that it is called with.
class BroadphaseMaker {
 public:
  using Make = std::unique_ptr<Broadphase> (*)(const void* context);

  /// `context` lives as long as the entry.
  constexpr BroadphaseMaker(Make make, const void* context = nullptr)  // NOLINT: of a function
      : make_(make), context_(context) {}

  std::unique_ptr<Broadphase> operator()() const { return make_(context_); }

 private:
  Make make_;
  const void* context_;
};

/// One line of the registry. A new instance has the default parameters.
struct BroadphaseEntry {
  std::string_view id, title, summary, source;  ///< kebab-case; names; one sentence; where from
  BroadphaseMaker make;
  Walkthrough walkthrough = {};  ///< how it is shown step by step
  /// True when the time of a frame depends on what was kept from the frame before, and so on how
  /// much has moved: then a single frame does not measure the algorithm. Memory of static sprites
  /// alone does not count.
  bool is_coherent = false;
  /// The complexity of implementing and setting it up, from 1 (two loops) to 9. Among equally fast
  /// algorithms the simplest is recommended.
  std::uint8_t complexity = 5;
  BroadphaseRole role = BroadphaseRole::contender;
  std::string_view file = {};  ///< path a plug-in was loaded from; empty for the library's own
};

/// Creates a `Self` with default parameters. A registry line's `make` points at an instance of this
/// template, such as `make_broadphase<Rdc>`.
template <class Self>
std::unique_ptr<Broadphase> make_broadphase(const void* = nullptr) {
  return std::make_unique<Self>();
}

/// Returns all broadphases: the library's in teaching order, then those that were added. A list
/// taken earlier stays valid when one is added; it does not contain the new one.
std::span<const BroadphaseEntry* const> broadphases();

inline constexpr std::size_t kMaxAddedBroadphases = 64;

/// Adds an entry to the end of the list. Returns false when kMaxAddedBroadphases have been added
/// already. The entry must keep its address until it is removed.
bool add_broadphase(const BroadphaseEntry& entry);
/// Removes an entry that was added. No other thread may use the list meanwhile.
void remove_broadphase(const BroadphaseEntry& entry);

}  // namespace phasebox
