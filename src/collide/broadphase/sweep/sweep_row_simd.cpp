// SPDX-License-Identifier: MIT
// The loops over rows of boxes (Highway; compiled once per instruction set), and rows by length.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/broadphase/sweep/sweep_row_simd.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "collide/broadphase/kernels/box_columns_simd.hpp"
#include "collide/broadphase/sweep/sweep_row.hpp"

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {

namespace {

/// Box i against those behind it, many at a time: a branch asks whether any of them met, one
/// whether the row goes on. That each ends behind the begin of box i is known from the order.
/// Returns the number of pairs, and adds to `tests` how many boxes were compared, without the last
/// vector. With `Often` the first few, mostly all, are stored without a branch, which would be
/// unpredictable where every other box has a pair.
template <bool Often>
HWY_INLINE std::size_t sweep_from(const Columns& boxes, std::size_t i, PairWriter& out,
                                  std::size_t& tests) {
  const Floats d;
  const SpreadBox<Floats> box(boxes, i);
  std::size_t found = 0;
  for (std::size_t j = i + 1;; j += hn::Lanes(d)) {
    const auto begun = hn::Lt(hn::LoadU(d, boxes.min_x + j), box.max_x);
    const auto met = hn::And(begun, overlaps_along_y(box, boxes, j));
    if ((Often && j == i + 1) || !is_none(d, met)) {
      out.prepare();
      found += emit_hits(d, box.id, hn::LoadU(Ids(), boxes.id + j), met, out);
    }
    if (hn::AllTrue(d, begun)) continue;
    tests += j - i;
    return found;
  }
}

/// The last block says how the next one is best taken; the pairs are the same. How many boxes were
/// compared.
std::int64_t Sweep(const BoxColumns& row, Run run, PairWriter& out) {
  constexpr std::uint32_t kBlock = 128, kOften = kBlock / 6;
  const Columns boxes(row);
  std::size_t found = 0, tests = 0;
  while (run.begin < run.end) {
    const std::uint32_t end = std::min(run.begin + kBlock, run.end);
    std::size_t count = 0;
    if (found > kOften)
      for (; run.begin < end; ++run.begin) count += sweep_from<true>(boxes, run.begin, out, tests);
    else
      for (; run.begin < end; ++run.begin) count += sweep_from<false>(boxes, run.begin, out, tests);
    found = count;
  }
  return static_cast<std::int64_t>(tests);
}

/// Emits the box with those of the other row from `at` on that begin before it ends. Both edges are
/// compared: which flat boxes come first is known within a row only.
HWY_INLINE void meet(const SpreadBox<Floats>& box, const Columns& boxes, std::size_t at,
                     PairWriter& out) {
  const Floats d;
  for (;; at += hn::Lanes(d)) {
    const auto met = overlaps_each(box, boxes, at);
    if (!is_none(d, met)) {
      out.prepare();
      emit_hits(d, box.id, hn::LoadU(Ids(), boxes.id + at), met, out);
    }
    if (!hn::AllTrue(d, hn::Lt(hn::LoadU(d, boxes.min_x + at), box.max_x))) return;
  }
}

/// Boxes of one row against those of another, from the first that may reach them. `reach` grows, so
/// what ends before one of the boxes ends before the next.
void SweepReaching(const BoxColumns& row, Run run, const BoxColumns& other,
                   std::span<const float> reach, PairWriter& out) {
  constexpr std::size_t kStep = 8;
  const Columns from(row), to(other);
  std::size_t first = 0;
  for (std::size_t step = std::bit_floor(std::max(reach.size(), std::size_t{1})); step >= kStep;
       step /= 2)
    if (first + step <= reach.size() && reach[first + step - 1] <= from.min_x[run.begin])
      first += step;
  for (std::uint32_t i = run.begin; i < run.end; ++i) {
    while (first + kStep <= reach.size() && reach[first + kStep - 1] <= from.min_x[i])
      first += kStep;
    meet(SpreadBox<Floats>(from, i), to, first, out);
  }
}

/// Stops where boxes begin at the end of `seen` or behind.
std::size_t Query(const BoxColumns& row, const Aabb& seen, std::size_t from, std::size_t to,
                  SpriteId* out) {
  const Floats d;
  const SpreadBox<Floats> box(seen);
  const Columns boxes(row);
  std::size_t found = 0;
  for (; from < to && boxes.min_x[from] < seen.max.x; from += hn::Lanes(d)) {
    const auto met = hn::And(overlaps_each(box, boxes, from), hn::FirstN(d, to - from));
    if (is_none(d, met)) continue;
    hn::StoreU(compressed(d, hn::LoadU(Ids(), boxes.id + from), met), Ids(), out + found);
    found += count_of(d, met);
  }
  return found;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace phasebox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasebox {

HWY_EXPORT(Sweep);
HWY_EXPORT(SweepReaching);
HWY_EXPORT(Query);

namespace {

/// Calls `sweep` with one block of the run after the other, and asks before each whether to go on:
/// each box may meet all that follow.
template <class Sweep>
void in_sweep_blocks(const Frame& f, Run run, Sweep sweep) {
  constexpr std::uint32_t kBlock = 1024;
  for (; run.begin < run.end; run.begin = std::min(run.begin + kBlock, run.end)) {
    if (is_stopped(f)) return;
    sweep(Run{run.begin, std::min(run.begin + kBlock, run.end)});
  }
}

/// Zero and the smallest share a class with others: no length is negative.
std::size_t class_of(float length) { return std::bit_cast<std::uint32_t>(length + 0.0f) >> 24; }

float length_of(const Aabb& seen) { return seen.max.x - seen.min.x; }

}  // namespace

void SweepRow::note_reach(Run run) {
  reach_.resize(size());
  float furthest = -std::numeric_limits<float>::infinity();
  for (std::uint32_t k = run.begin; k < run.end; ++k)
    reach_[k] = furthest = std::max(furthest, end(k));
}

/// A product instead of a branch that would come out either way.
std::size_t SweepRow::first_behind(float begin, Run run) const {
  std::size_t first = run.begin, size = run.size();
  while (size > 1) {
    const std::size_t half = size / 2;
    first += half * static_cast<std::size_t>(reach_[first + half - 1] <= begin);
    size -= half;
  }
  return first + static_cast<std::size_t>(size == 1 && reach_[first] <= begin);
}

void SweepRow::find_pairs(const Frame& f, Check check, PairSink& out,
                          std::span<const SweepRow> others, std::atomic<std::int64_t>* left) {
  std::size_t all = size();
  for (const SweepRow& other : others) all += other.size();
  const unsigned parts = PairParts::parts_for(f, all);
  pair_parts_.find(f, parts, out, [&](unsigned part, PairSink& found) {
    PairWriter writer(f, found, check);
    in_sweep_blocks(f, part_of(size(), parts, part), [&](Run block) {
      if (left && *left < 0) return;
      const std::int64_t tests = HWY_DYNAMIC_DISPATCH(Sweep)(boxes_, block, writer);
      if (left) *left -= tests;
      for (const SweepRow& other : others)
        HWY_DYNAMIC_DISPATCH(SweepReaching)(boxes_, block, other.boxes_, other.reach_, writer);
    });
  });
}

std::size_t SweepRow::query(const Aabb& seen, std::size_t from, std::size_t to,
                            SpriteId* out) const {
  return HWY_DYNAMIC_DISPATCH(Query)(boxes_, seen, from, to, out);
}

const LengthRows& LengthRows::of(const Frame& f, std::optional<Axis> axis) {
  if (!is_filled_)
    lay_out(f, axis ? *axis : covariance_of(f).widest(), f.size(),
            [](std::size_t k) { return static_cast<SpriteId>(k); });
  return *this;
}

const LengthRows& LengthRows::of(const Frame& f, std::span<const SpriteId> ids) {
  if (!is_filled_)
    lay_out(f, covariance_of(f).widest(), ids.size(), [ids](std::size_t k) { return ids[k]; });
  return *this;
}

template <class IdOf>
void LengthRows::lay_out(const Frame& f, Axis axis, std::size_t n, IdOf id_of) {
  axis_ = axis;
  boxes_.resize(n);
  const std::span<const Delimiter> begins =
      along_axis(axis, [&](auto see) { return sort_.begins(f, n, id_of, see); });
  count(begins, f);
  std::array<std::uint32_t, kClasses> next{};
  for (std::size_t k = 0; k < row_count_; ++k) next[k] = rows_[k].begin;
  for (const Delimiter d : begins) {
    const Aabb seen = seen_along(f.boxes[d.id], axis);
    boxes_.set(next[row_of_class_[class_of(length_of(seen))]]++, d.id, seen);
  }
  for (const Row& row : std::span(rows_).first(row_count_)) boxes_.note_reach(row);
  is_filled_ = true;
}

void LengthRows::count(std::span<const Delimiter> begins, const Frame& f) {
  rows_.fill({});
  float first = kMaxFloat, last = -kMaxFloat;
  for (const Delimiter d : begins) {
    const Aabb seen = seen_along(f.boxes[d.id], axis_);
    const float length = length_of(seen);
    Row& row = rows_[class_of(length)];
    ++row.end;
    row.longest = std::max(row.longest, length);
    first = std::min(first, seen.min.x), last = std::max(last, seen.max.x);
  }
  choose_rows(last * 0.5f - first * 0.5f);
}

/// A class joins the next longer one where the boxes that it adds to what a query looks at take no
/// longer than to find the place in one more row. `across`: half of the stretch of all.
void LengthRows::choose_rows(float across) {
  constexpr double kPlace = 200;  // boxes that are compared in that time
  row_count_ = 0;
  Row open{};
  std::size_t from = 0;
  for (std::size_t c = 0; c < kClasses; ++c) {
    const Row here = rows_[c];
    if (here.end == 0) continue;
    const double more = static_cast<double>(here.longest) - static_cast<double>(open.longest);
    const double added = open.end * more / (2 * static_cast<double>(across) + 1e-30);
    if (open.end > 0 && added > kPlace) {
      rows_[row_count_++] = open;
      open = {};
    }
    open.end += here.end, open.longest = here.longest;
    for (; from <= c; ++from) row_of_class_[from] = static_cast<std::uint8_t>(row_count_);
  }
  if (open.end > 0) rows_[row_count_++] = open;
  for (std::size_t k = 1; k < row_count_; ++k) {
    rows_[k].begin = rows_[k - 1].end;
    rows_[k].end += rows_[k].begin;
  }
}

/// What is found is gathered first, so that `out` grows by no more than that.
void LengthRows::query(const Aabb& box, Sink<SpriteId>& out, Recorder* log) const {
  constexpr std::size_t kBlock = 256;
  std::array<SpriteId, kBlock + BoxColumns::kPadding> gathered;
  const Aabb seen = seen_along(box, axis_);
  for (const Row& row : std::span(rows_).first(row_count_)) {
    std::size_t at = boxes_.first_behind(seen.min.x, row);
    for (std::size_t end; at < row.end && boxes_.begin(at) < seen.max.x; at = end) {
      end = std::min(at + kBlock, std::size_t{row.end});
      if (log)
        for (std::size_t k = at; k < end && boxes_.begin(k) < seen.max.x; ++k)
          log->add({EventKind::visit, axis_, 0, boxes_.id(k), 0, boxes_.box(k, axis_)});
      const std::size_t found = boxes_.query(seen, at, end, gathered.data());
      std::copy_n(gathered.data(), found, out.room(found));
      out.commit(found);
    }
  }
}

}  // namespace phasebox
#endif
