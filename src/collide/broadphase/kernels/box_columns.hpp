// SPDX-License-Identifier: MIT
// Boxes in columns, as vectors read them, their common bounds, and pairs written in blocks.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "base/geometry.hpp"
#include "base/parallel.hpp"
#include "collide/frame.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// A range of positions, [begin, end), in columns or lists.
struct Run {
  std::uint32_t begin = 0, end = 0;

  std::uint32_t size() const { return end - begin; }
};

/// Returns part `part` of a run that is cut into `parts` parts of about equal size.
inline Run part_of(Run run, unsigned parts, unsigned part) {
  if (parts == 1) return run;  // saves the division
  return {run.begin + static_cast<std::uint32_t>(part_begin(run.size(), parts, part)),
          run.begin + static_cast<std::uint32_t>(part_begin(run.size(), parts, part + 1))};
}
/// Returns part `part` of the first `n` positions, cut into `parts` parts of about equal size.
inline Run part_of(std::size_t n, unsigned parts, unsigned part) {
  return part_of(Run{0, static_cast<std::uint32_t>(n)}, parts, part);
}
/// Cuts a run, or the first `all` positions, into `parts` parts of about equal size, and calls `f`
/// with each, on as many threads.
template <class All, class F>
void for_each_run(All all, unsigned parts, F f) {
  for_each_part(parts, [&](unsigned part) { f(part_of(all, parts, part)); });
}

/// Boxes with their sprites, in an algorithm's order. `box_columns_simd.hpp` has the loops.
///
/// Behind the last box lies padding for one vector, so loops may read and write whole vectors. The
/// padding begins nowhere (`min_x` is infinite) and so overlaps nothing, until a loop writes there.
/// Where a run ends before the last box, the loop masks the boxes behind the run.
struct BoxColumns {
  static constexpr std::size_t kPadding = 16;  ///< the most boxes that one instruction compares

  std::vector<float> min_x, min_y, max_x, max_y;
  std::vector<SpriteId> id;

  /// Makes room for `n` boxes, all of which the caller must set. Allocates when that is more than
  /// ever.
  void resize(std::size_t n) {
    size_ = n;
    if (id.size() < n + kPadding) {
      for (auto* edge : {&min_x, &min_y, &max_x, &max_y}) edge->resize(n + kPadding);
      id.resize(n + kPadding);
    }
    std::fill_n(min_x.data() + n, kPadding, std::numeric_limits<float>::infinity());
  }
  std::size_t size() const { return size_; }

  void set(std::size_t at, const Aabb& box, SpriteId sprite) {
    min_x[at] = box.min.x;
    min_y[at] = box.min.y;
    max_x[at] = box.max.x;
    max_y[at] = box.max.y;
    id[at] = sprite;
  }
  /// Sets each position `at` of the run to sprite `id_of(at)` with the box `seen(box)`, where `box`
  /// is that of the sprite in `boxes`. Prefetches the boxes, which may be read in any order.
  template <class IdOf, class Seen = std::identity>
  void gather(std::span<const Aabb> boxes, Run run, IdOf id_of, Seen seen = {}) {
    constexpr std::uint32_t kAhead = 24;
    for (std::uint32_t at = run.begin; at < run.end; ++at) {
      __builtin_prefetch(&boxes[id_of(std::min(at + kAhead, run.end - 1))]);
      const SpriteId sprite = id_of(at);
      set(at, seen(boxes[sprite]), sprite);
    }
  }

  Aabb box(std::size_t at) const { return {{min_x[at], min_y[at]}, {max_x[at], max_y[at]}}; }
  /// Returns the smallest box around those of the run, which is not empty.
  Aabb bounds(Run run) const {
    Aabb all = box(run.begin);
    for (std::uint32_t at = run.begin + 1; at < run.end; ++at) all = united(all, box(at));
    return all;
  }

 private:
  std::size_t size_ = 0;
};

// What the vector loops need to know of the machine, and of moving lanes.

/// The instruction set that the vector loops use on this machine.
struct VectorTarget {
  const char* name;    ///< Highway's name for it, such as "AVX2"; "one lane" without Highway
  std::size_t floats;  ///< floats in one vector
};
VectorTarget vector_target();

/// A table [mask of eight lanes] that tells how to move the lanes set in the mask to the front, in
/// order: an entry has four bits for each lane of the result, the number of the lane it comes from.
/// Highway 1.0 has such a table inside its function for AVX2, and GCC copies it, a kilobyte, before
/// each use.
inline constexpr std::array<std::uint32_t, 256> kCompressTable = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t mask = 0; mask < 256; ++mask) {
    std::uint32_t set = 0;
    for (std::uint32_t lane = 0; lane < 8; ++lane)
      if (mask >> lane & 1) table[mask] |= lane << 4 * set++;
  }
  return table;
}();

/// A copy of up to 16 boxes, followed by boxes that overlap nothing. It is made by two copies of a
/// fixed size, which may overlap, so that no function is called.
class PaddedBoxes {
 public:
  explicit PaddedBoxes(std::span<const Aabb> from) {
    constexpr float kNone = std::numeric_limits<float>::infinity();
    std::fill_n(boxes_, 16, Aabb{{kNone, kNone}, {-kNone, -kNone}});
    switch (from.size() / 4) {
      case 0:
        if (from.size() >= 2)
          copy_ends<2>(from);
        else if (from.size() == 1)
          boxes_[0] = from[0];
        break;
      case 1: copy_ends<4>(from); break;
      default: copy_ends<8>(from);
    }
  }
  const Aabb* data() const { return boxes_; }

 private:
  template <std::size_t n>
  void copy_ends(std::span<const Aabb> from) {
    const std::size_t second = from.size() - n;
    std::memcpy(boxes_, from.data(), n * sizeof(Aabb));
    std::memcpy(boxes_ + second, from.data() + second, n * sizeof(Aabb));
  }

  Aabb boxes_[16];
};

/// A view of boxes in groups of 16, with a padded copy of the last group where it is not whole.
struct FewBoxes {
  explicit FewBoxes(std::span<const Aabb> boxes)
      : all(boxes.data()), n(boxes.size()), whole(n - n % 16), rest(boxes.subspan(whole)) {}

  /// Returns a pointer to the boxes from position `at` on, for a vector of at most 16 boxes. `at`
  /// is a multiple of the vector's length.
  const Aabb* from(std::size_t at) const {
    return at < whole ? all + at : rest.data() + (at - whole);
  }

  const Aabb* all;
  std::size_t n, whole;
  PaddedBoxes rest;
};

/// Returns the longer side of a box, px.
inline float size_of(const Aabb& box) { return std::max(extent(box).x, extent(box).y); }

/// Returns the smallest box around all; an empty span gives a box at the origin.
Aabb bounds_of(std::span<const Aabb> boxes);
/// Returns the smallest box around the boxes of `ids`, of which there is at least one.
inline Aabb bounds_of(const Frame& f, std::span<const SpriteId> ids) {
  Aabb box = f.boxes[ids[0]];
  for (const SpriteId id : ids) box = united(box, f.boxes[id]);
  return box;
}

// All loops over many boxes emit pairs in one way: written in blocks, filtered, appended.

/// Copies those of `n` pairs that are eligible to `to`, in their order, without branches on the
/// outcome. With `kTestsBoxes` their boxes must overlap too. Returns the number of pairs copied.
/// `to` has room for `n` pairs and may be `pairs` itself.
template <bool kTestsBoxes>
inline std::size_t keep_eligible(const Frame& f, const Pair* pairs, std::size_t n, Pair* to) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const Pair p = pairs[k];
    to[kept] = p;
    kept += eligible(f, p.a, p.b) && (!kTestsBoxes || overlaps(f.boxes[p.a], f.boxes[p.b]));
  }
  return kept;
}

/// Lets an inner loop write pairs directly into the memory of a sink, a block at a time, so that it
/// calls nothing for a pair. When a block is full, and in the destructor, the pairs are checked and
/// those that fail are left out. Nothing else may use the sink meanwhile. The destructor reserves
/// one more block: a later frame with as many pairs then allocates nothing.
class PairWriter {
 public:
  static constexpr std::uint32_t kRun = 512;       ///< pairs for which one `prepare` makes room
  static constexpr std::size_t kBlock = 2 * kRun;  ///< pairs for which memory is taken at a time

  /// The condition that a pair must meet to be emitted.
  enum class Check : std::uint8_t {
    none,             ///< always met
    rules,            ///< the pair is eligible
    rules_and_boxes,  ///< it is eligible and its boxes overlap, which a loop may not have compared
  };

  /// Makes a writer whose caller writes each pair with the smaller id first. Where the frame has no
  /// filters and no static flags, `Check::rules` is left out.
  PairWriter(const Frame& f, PairSink& out, Check check = Check::rules)
      : frame_(f), out_(out), check_(check), sorts_(true) {
    if (check == Check::rules && !has_rules(f)) check_ = Check::none;
  }
  /// Makes a writer without a check, which takes the ids of a pair in either order.
  PairWriter(const Frame& f, Sink<Pair>& out)
      : frame_(f), out_(out), check_(Check::none), sorts_(false) {}
  ~PairWriter() {
    flush(frame_, check_, out_, count());
    out_.try_reserve(kBlock);
  }
  PairWriter(const PairWriter&) = delete;
  PairWriter& operator=(const PairWriter&) = delete;

  /// Makes room for `kRun` pairs and a vector of further ones that are not kept; to be called
  /// before they are written. It is inlined: a call for each box would take a third of a grid's
  /// time.
  [[gnu::always_inline]] void prepare() {
    if (end_ - at_ >= std::ptrdiff_t{kRun + BoxColumns::kPadding}) [[likely]]
      return;
    const std::size_t full = count();
    begin_ = at_ = end_;  // the block is flushed once only, though taking the next one may throw
    begin_ = at_ = next_block(frame_, check_, out_, full);
    end_ = begin_ + kBlock;
  }
  /// Returns where the next pair belongs. The caller writes pairs there and then calls `keep`.
  Pair* at() const { return at_; }
  /// Takes the first `n` of the pairs that the caller has written at `at()`; they are checked
  /// later.
  void keep(std::size_t n) { at_ += n; }
  /// Whether the caller must write pairs with the smaller id first.
  bool sorts() const { return sorts_; }

  /// Whether the search for which it writes must end.
  bool is_stopped() const { return phasebox::is_stopped(frame_); }

  /// Copies pairs into the sink. Where `sorts` is true, each has the smaller id first.
  void append(std::span<const Pair> pairs);

 private:
  // Static functions, so that a writer's pointers can stay in registers.
  static void flush(const Frame& f, Check check, Sink<Pair>& out, std::size_t n);
  static Pair* next_block(const Frame& f, Check check, Sink<Pair>& out, std::size_t full);
  std::size_t count() const { return static_cast<std::size_t>(at_ - begin_); }

  const Frame& frame_;
  Sink<Pair>& out_;
  Check check_;
  bool sorts_;
  Pair *begin_ = nullptr, *at_ = nullptr, *end_ = nullptr;
};

/// Finds pairs on several threads, each with a sink of its own, and joins the sinks in the order of
/// the parts, so that the result does not depend on which thread was faster.
class PairParts {
 public:
  /// Returns the number of parts for `n` boxes: at most one for each thread, of at least 16,384
  /// boxes. Waking a thread takes longer than fewer boxes do.
  static unsigned parts_for(const Frame& f, std::size_t n) { return parts_of(n, f.threads, 16384); }

  /// Calls `find(part, sink)` for each part, on as many threads. The first part writes to `out`;
  /// the pairs of the others are appended in the parts' order.
  template <class Find>
  void find(const Frame& f, unsigned parts, PairSink& out, Find find) {
    if (others_.size() + 1 < parts) others_.resize(parts - 1);
    for (PairSink& other : others_) {
      other.clear();
      other.set_limit(f.limit);
    }
    for_each_part(parts, [&](unsigned part) { find(part, part == 0 ? out : others_[part - 1]); });
    if (parts > 1) join(parts, out);
    out.try_reserve(PairWriter::kBlock);  // a block of free memory for the next frame's writer
  }

 private:
  void join(unsigned parts, PairSink& out);

  std::vector<PairSink> others_;  // [part - 1] the pairs of all parts but the first
};

}  // namespace phasebox
