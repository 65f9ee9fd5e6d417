// SPDX-License-Identifier: MIT
// What a broadphase is: boxes in, candidate pairs out, a whole frame at a time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collide/event_log.hpp"
#include "collide/frame.hpp"
#include "collide/param.hpp"
#include "collide/segment.hpp"
#include "collide/sink.hpp"

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
  std::string text;  ///< "#12" stands for sprite 12, however the user calls it
};

/// What a query costs by one of the rules by which its walk may stop.
struct QueryCost {
  std::string_view stop;                   ///< the rule, as a parameter calls it
  std::uint64_t looked_at = 0, tests = 0;  ///< delimiters; comparisons of boxes
  bool is_chosen = false;                  ///< `Broadphase::query` stops by this one
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
  /// The scene or a parameter changed: forget what was kept. May allocate.
  virtual void reset(const Frame&) {}
  /// Sprites were added or removed since the last frame; override to do better than a reset.
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
  /// Appends what the same query costs by each rule by which it may stop, all of which give the
  /// same answer: each is walked. Nothing where there is one way only. Valid as `query`; allocates.
  virtual void query_costs(const Frame&, const Aabb&, std::vector<QueryCost>&) {}
  /// The algorithm to which this one delegates at present; null when it does the work itself.
  virtual const BroadphaseEntry* delegate() const { return nullptr; }
  /// What a user should know about the frame that `find_pairs` has just seen.
  virtual void remark(const Frame&, std::vector<Remark>&) const {}
};

/// At the end of a search: too many pairs stop it, and one that was stopped has none.
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

/// For algorithms that compare boxes two by two, the only pair sink: filters, counts, tests, emits.
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

/// The same for a pair that is kept from frame to frame and compared again.
template <class T>
inline void recheck_pair(const Frame& f, SpriteId i, SpriteId j, PairSink& out, T& trace) {
  test_pair(f, i, j, out, trace, 0, EventKind::recheck);
}

/// What part an algorithm takes where several are compared.
enum class BroadphaseRole : std::uint8_t {
  contender,  ///< may win
  reference,  ///< tests all n (n - 1) / 2 pairs, whatever the boxes: too slow for many of them
  chooser,    ///< runs one of the others, see `Broadphase::delegate`: nothing of its own to compare
};

/// Makes instances: a function, and what it needs to know.
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
  /// Its time depends on what it kept from the frame before, so on how much moved since: a single
  /// frame says nothing about it. What it keeps of static sprites alone does not count.
  bool is_coherent = false;
  /// How complex it is to implement and to set up, from 1 (two loops) to 9: of algorithms that are
  /// equally fast the simplest is recommended.
  std::uint8_t complexity = 5;
  BroadphaseRole role = BroadphaseRole::contender;
  std::string_view file = {};  ///< of a plug-in: where it was loaded from
};

/// What a registry line's `make` points at: `make_broadphase<Rdc>`.
template <class Self>
std::unique_ptr<Broadphase> make_broadphase(const void* = nullptr) {
  return std::make_unique<Self>();
}

/// All broadphases: the library's in teaching order, then those that were added. A list that was
/// taken before one is added stays valid, without it.
std::span<const BroadphaseEntry* const> broadphases();

inline constexpr std::size_t kMaxAddedBroadphases = 64;

/// Adds one to the list, behind all others; false when there are kMaxAddedBroadphases already. The
/// entry must stay where it is until it is removed.
bool add_broadphase(const BroadphaseEntry& entry);
/// Takes one out that was added, while no other thread looks at the list.
void remove_broadphase(const BroadphaseEntry& entry);

}  // namespace phasebox
