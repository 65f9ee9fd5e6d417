// SPDX-License-Identifier: MIT
// The loops over boxes that are in no order, and the pair writer (Highway; compiled once per
// instruction set).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/broadphase/kernels/box_columns_loops_simd.cpp"
#include <bit>

#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "collide/broadphase/kernels/box_columns_simd.hpp"
#include "collide/broadphase/kernels/small_frame.hpp"

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {
namespace {

VectorTarget ThisTarget() {
  return {hwy::TargetName(HWY_TARGET), hn::Lanes(hn::ScalableTag<float>())};
}

/// Returns the smallest box around all boxes, of which there is at least one. The last vector
/// overlaps the one before it, as a box that is read twice changes nothing.
Aabb BoundsOf(std::span<const Aabb> boxes) {
  const Floats d;
  const std::size_t step = hn::Lanes(d), n = boxes.size();
  if (n < step) {
    Aabb all = boxes[0];
    for (const Aabb& box : boxes) all = united(all, box);
    return all;
  }
  auto left = hn::Set(d, std::numeric_limits<float>::infinity()), top = left;
  auto right = hn::Neg(left), bottom = right;
  for (std::size_t at = 0; at < n; at = at + step < n ? std::min(at + step, n - step) : n) {
    FloatVec min_x, min_y, max_x, max_y;
    hn::LoadInterleaved4(d, &boxes[at].min.x, min_x, min_y, max_x, max_y);
    left = hn::Min(left, min_x);
    top = hn::Min(top, min_y);
    right = hn::Max(right, max_x);
    bottom = hn::Max(bottom, max_y);
  }
  return {{hn::GetLane(hn::MinOfLanes(d, left)), hn::GetLane(hn::MinOfLanes(d, top))},
          {hn::GetLane(hn::MaxOfLanes(d, right)), hn::GetLane(hn::MaxOfLanes(d, bottom))}};
}

/// Writes the edges of the boxes to columns of the same size. The ids in the columns have no
/// meaning afterwards. The last vector overlaps the one before it.
void SplitEdges(std::span<const Aabb> from, BoxColumns& to) {
  const Floats d;
  const std::size_t step = hn::Lanes(d), n = from.size();
  if (n < step) {
    for (std::size_t k = 0; k < n; ++k) to.set(k, from[k], 0);
    return;
  }
  for (std::size_t at = 0; at < n; at = at + step < n ? std::min(at + step, n - step) : n) {
    FloatVec min_x, min_y, max_x, max_y;
    hn::LoadInterleaved4(d, &from[at].min.x, min_x, min_y, max_x, max_y);
    hn::StoreU(min_x, d, to.min_x.data() + at);
    hn::StoreU(min_y, d, to.min_y.data() + at);
    hn::StoreU(max_x, d, to.max_x.data() + at);
    hn::StoreU(max_y, d, to.max_y.data() + at);
  }
}

/// Writes the overlapping pairs of box i with the boxes after it to `to`; returns the end of what
/// was written.
HWY_INLINE Pair* pairs_of(const Aabb& ith, std::size_t i, const Columns& boxes, std::size_t n,
                          Pair* to) {
  const Floats d;
  const Ids ids;
  const SpreadBox<Floats> box(ith, static_cast<SpriteId>(i));
  for (std::size_t j = i + 1; j < n; j += hn::Lanes(d)) {
    const auto met = overlaps_each(box, boxes, j);
    if (is_none(d, met)) continue;
    const auto others = compressed(d, hn::Iota(ids, static_cast<SpriteId>(j)), met);
    const std::size_t count = count_of(d, met);
    store_pairs(ids, box.id, others, count, &to->a);
    to += count;
  }
  return to;
}

#if HWY_TARGET == HWY_SCALAR
std::size_t PairsOf16(const Aabb* boxes, std::size_t n, Pair* to) {
  const Pair* const begin = to;
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = i + 1; j < n; ++j) {
      *to = {i, j};
      to += overlaps(boxes[i], boxes[j]);
    }
  return static_cast<std::size_t>(to - begin);
}
std::size_t PairsOf64(const FewBoxes& boxes, Pair* to) { return PairsOf16(boxes.all, boxes.n, to); }
#else
/// Returns the mask as bits, the lowest for the first lane.
HWY_INLINE std::uint64_t bits_of(Hits hits) {
  constexpr std::size_t kLanes = hn::MaxLanes(Floats());
  std::uint8_t bytes[8];
  hn::StoreMaskBits(Floats(), hits, bytes);
  if constexpr (kLanes <= 8) {
    return bytes[0];
  } else {
    std::uint16_t two;
    std::memcpy(&two, bytes, sizeof two);
    return two;
  }
}

/// The edges of up to `kBoxes` boxes as vectors, in registers where there are enough of these. It
/// is not made through memory: a vector that is read right after its boxes were stored would have
/// to wait for the stores.
template <std::size_t kBoxes>
class FewEdges {
 public:
  /// Loads the edges of `n` boxes. `from(position)` points to the boxes of the vector that begins
  /// at that position.
  template <class From>
  HWY_INLINE FewEdges(std::size_t n, From from) : count_((n + kLanes - 1) / kLanes) {
    for (std::size_t v = 0; v < (kIsSmall ? kVectors : count_); ++v) {
      const Aabb* const boxes = from(v * kLanes);
      hn::LoadInterleaved4(Floats(), &boxes->min.x, min_x_[v], min_y_[v], max_x_[v], max_y_[v]);
    }
  }
  /// Returns a set of bits, bit k for the box at position k, of the boxes that overlap `box`. Those
  /// before the vector in which `first` lies may be left out.
  HWY_INLINE std::uint64_t overlapping(const Aabb& box, std::size_t first) const {
    const SpreadBox<Floats> b(box);
    std::uint64_t bits = 0;
    for (std::size_t v = kIsSmall ? 0 : first / kLanes; v < (kIsSmall ? kVectors : count_); ++v) {
      const auto x = hn::And(hn::Lt(min_x_[v], b.max_x), hn::Lt(b.min_x, max_x_[v]));
      const auto y = hn::And(hn::Lt(min_y_[v], b.max_y), hn::Lt(b.min_y, max_y_[v]));
      bits |= bits_of(hn::And(x, y)) << v * kLanes;
    }
    return bits;
  }

 private:
  static constexpr std::size_t kLanes = hn::MaxLanes(Floats()), kVectors = kBoxes / kLanes;
  static constexpr bool kIsSmall = kBoxes <= 16;  // counted loops stay in registers
  std::size_t count_;
  FloatVec min_x_[kVectors], min_y_[kVectors], max_x_[kVectors], max_y_[kVectors];
};

/// Writes the overlapping pairs of up to 16 padded boxes; returns how many. The overlaps of four
/// boxes make one word of bits, so that four boxes share one branch that is hard to predict.
std::size_t PairsOf16(const Aabb* boxes, std::size_t n, Pair* to) {
  // [i / 4] For the four boxes from i on: 16 bits for each, in which those of the boxes after it
  // are set. They leave each pair in once.
  constexpr std::uint64_t kBehind[] = {0xFFF0'FFF8'FFFC'FFFE, 0xFF00'FF80'FFC0'FFE0,
                                       0xF000'F800'FC00'FE00, 0x0000'8000'C000'E000};
  const Pair* const begin = to;
  const FewEdges<16> edges(n, [boxes](std::size_t at) { return boxes + at; });
  for (std::uint32_t i = 0; i + 1 < n; i += 4) {
    const std::uint32_t rows = std::min(4u, static_cast<std::uint32_t>(n) - 1 - i);
    std::uint64_t bits = 0;
    for (std::uint32_t k = 0; k < rows; ++k) bits |= edges.overlapping(boxes[i + k], 0) << 16 * k;
    for (bits &= kBehind[i / 4]; bits != 0; bits &= bits - 1) {
      const auto at = static_cast<std::uint32_t>(std::countr_zero(bits));
      *to++ = {i + at / 16, at % 16};
    }
  }
  return static_cast<std::size_t>(to - begin);
}

/// Writes the overlapping pairs of up to 64 boxes; returns how many. Each box's first pair is
/// stored without a branch: every other box has one, few have two.
std::size_t PairsOf64(const FewBoxes& boxes, Pair* to) {
  const Pair* const begin = to;
  const FewEdges<64> edges(boxes.n, [&](std::size_t at) { return boxes.from(at); });
  for (std::uint32_t i = 0; i + 1 < boxes.n; ++i) {
    std::uint64_t bits = edges.overlapping(boxes.all[i], i + 1) & ~std::uint64_t{1} << i;
    *to = {i, static_cast<std::uint32_t>(std::countr_zero(bits))};
    to += bits != 0;
    for (bits &= bits - 1; bits != 0; bits &= bits - 1)
      *to++ = {i, static_cast<std::uint32_t>(std::countr_zero(bits))};
  }
  return static_cast<std::size_t>(to - begin);
}
#endif

/// Writes the overlapping pairs of each box of the range `rows` with all boxes after it; returns
/// how many. Vectors may reach past the last box, where the padding overlaps nothing.
std::size_t PairsOfRows(const Aabb* boxes, const BoxColumns& columns, Run rows, Pair* to) {
  const Columns all(columns);
  const Pair* const begin = to;
  for (std::uint32_t i = rows.begin; i < rows.end; ++i)
    to = pairs_of(boxes[i], i, all, columns.size(), to);
  return static_cast<std::size_t>(to - begin);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace phasebox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasebox {

HWY_EXPORT(ThisTarget);
HWY_EXPORT(BoundsOf);
HWY_EXPORT(PairsOf16);
HWY_EXPORT(PairsOf64);
HWY_EXPORT(PairsOfRows);
HWY_EXPORT(SplitEdges);

VectorTarget vector_target() { return HWY_DYNAMIC_DISPATCH(ThisTarget)(); }

Aabb bounds_of(std::span<const Aabb> boxes) {
  return boxes.empty() ? Aabb{} : HWY_DYNAMIC_DISPATCH(BoundsOf)(boxes);
}

void PairWriter::flush(const Frame& f, Check check, Sink<Pair>& out, std::size_t n) {
  if (n == 0) return;
  Pair* const pairs = out.room(n);
  out.offer(n);
  if (check == Check::rules) n = keep_eligible<false>(f, pairs, n, pairs);
  if (check == Check::rules_and_boxes) n = keep_eligible<true>(f, pairs, n, pairs);
  out.commit(n);
}

Pair* PairWriter::next_block(const Frame& f, Check check, Sink<Pair>& out, std::size_t full) {
  flush(f, check, out, full);
  return out.room(kBlock);
}

void PairWriter::append(std::span<const Pair> pairs) {
  while (!pairs.empty()) {
    prepare();
    const auto now = pairs.first(std::min<std::size_t>(pairs.size(), kRun));
    std::ranges::copy(now, at_);
    keep(now.size());
    pairs = pairs.subspan(now.size());
  }
}

/// Appends the pairs of the other parts to `out`, each on all threads. Then gives each sink room
/// for all pairs: the next frame may have as many, all of them in one part.
void PairParts::join(unsigned parts, PairSink& out) {
  const auto others = std::span(others_).first(parts - 1);
  for (PairSink& other : others) {
    Pair* const to = out.room(other.size());
    for_each_part(parts, [&](unsigned part) {
      const std::size_t begin = part_begin(other.size(), parts, part);
      const std::size_t end = part_begin(other.size(), parts, part + 1);
      std::copy_n(other.items().data() + begin, end - begin, to + begin);
    });
    out.commit(other.size());
    other.clear();
  }
  for (PairSink& other : others) other.room(out.size() + PairWriter::kBlock);
}

void find_few_pairs(const Frame& f, PairSink& out) {
  const std::size_t n = f.size();
  if (n < 2) return;
  Pair* const to = out.room(n * (n - 1) / 2 + 1);
  std::size_t found = 0;
  if (n <= 16)
    found = HWY_DYNAMIC_DISPATCH(PairsOf16)(PaddedBoxes(f.boxes).data(), n, to);
  else
    found = HWY_DYNAMIC_DISPATCH(PairsOf64)(FewBoxes(f.boxes), to);
  if (has_rules(f)) found = keep_eligible<false>(f, to, found, to);
  out.commit(found);
}

void find_all_pairs(const Frame& f, BoxColumns& boxes, PairSink& out) {
  constexpr std::size_t kBlock = 4096;
  if (f.size() <= kFewBoxes) return find_few_pairs(f, out);
  const auto n = static_cast<std::uint32_t>(f.size());
  boxes.resize(n);
  HWY_DYNAMIC_DISPATCH(SplitEdges)(f.boxes, boxes);
  const bool filters = has_rules(f);
  const auto at_once = static_cast<std::uint32_t>(std::max<std::size_t>(kBlock / n, 1));
  for (Run rows{0, 0}; rows.end < n;) {
    if (is_stopped(f)) return;
    rows = {rows.end, std::min(rows.end + at_once, n)};
    Pair* const to =
        out.room(std::size_t{rows.size()} * (n - 1 - rows.begin) + BoxColumns::kPadding);
    std::size_t found = HWY_DYNAMIC_DISPATCH(PairsOfRows)(f.boxes.data(), boxes, rows, to);
    if (filters) found = keep_eligible<false>(f, to, found, to);
    out.commit(found);
  }
  out.try_reserve(kBlock + n);
}

}  // namespace phasebox
#endif
