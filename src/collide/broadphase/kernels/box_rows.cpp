// SPDX-License-Identifier: MIT
// The loops over columns of boxes, for the widest vectors that the machine at hand has (Highway).
#include "collide/broadphase/kernels/box_rows.hpp"

// Highway compiles this file once per kind of machine.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/broadphase/kernels/box_rows.cpp"
#include <hwy/foreach_target.h>
// After foreach_target, by Highway's rule.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Floats = hn::ScalableTag<float>;
using Ids = hn::RebindToUnsigned<Floats>;
using Lanes = hn::Vec<Floats>;

HWY_INLINE std::size_t lanes() { return hn::Lanes(Floats{}); }

/// One box in every lane.
struct Spread {
  Lanes min_x, min_y, max_x, max_y;
};
HWY_INLINE Spread spread(const Aabb& box) {
  const Floats d;
  return {hn::Set(d, box.min.x), hn::Set(d, box.min.y), hn::Set(d, box.max.x),
          hn::Set(d, box.max.y)};
}

/// The predicate `overlaps`, lane by lane; lanes at or behind `end` are no rows.
HWY_INLINE hn::Mask<Floats> overlapping(const Spread& box, const BoxRows::ConstColumns& rows,
                                        std::size_t at, std::size_t end) {
  const Floats d;
  const auto x = hn::And(hn::Lt(box.min_x, hn::LoadU(d, rows.max_x + at)),
                         hn::Lt(hn::LoadU(d, rows.min_x + at), box.max_x));
  const auto y = hn::And(hn::Lt(box.min_y, hn::LoadU(d, rows.max_y + at)),
                         hn::Lt(hn::LoadU(d, rows.min_y + at), box.max_y));
  const auto both = hn::And(x, y);
  return at + lanes() <= end ? both : hn::And(both, hn::FirstN(d, end - at));
}

HWY_INLINE hn::Vec<Ids> ids(const SpriteId* from) { return hn::LoadU(Ids{}, from); }

/// Appends what `a` overlaps among rows [at, end). Writes whole vectors: `Hits` has room behind.
HWY_INLINE void hit(const Spread& a, SpriteId id, const BoxRows::ConstColumns& rows, RowRun run,
                    Hits& hits) {
  const Ids d;
  std::size_t size = hits.size;
  for (std::size_t at = run.from; at < run.to; at += lanes()) {
    const auto mask = overlapping(a, rows, at, run.to);
    if (hn::AllFalse(Floats{}, mask)) continue;
    const auto met = hn::RebindMask(d, mask);
    hn::StoreU(hn::Compress(ids(rows.id + at), met), d, hits.b + size);
    hn::StoreU(hn::Set(d, id), d, hits.a + size);
    size += hn::CountTrue(d, met);
  }
  hits.size = size;
}

/// A short run, held in registers while box after box is compared with it.
struct Held {
  Lanes min_x, min_y, max_x, max_y;
  hn::Vec<Ids> id;
  hn::Mask<Floats> rows;  // lanes that are rows
};
/// Of at most as many rows as there are lanes.
HWY_INLINE Held held(const BoxRows::ConstColumns& rows, RowRun run) {
  const Floats d;
  return {hn::LoadU(d, rows.min_x + run.from),
          hn::LoadU(d, rows.min_y + run.from),
          hn::LoadU(d, rows.max_x + run.from),
          hn::LoadU(d, rows.max_y + run.from),
          ids(rows.id + run.from),
          hn::FirstN(d, run.size())};
}

/// As `hit`, with those of the held rows that `rows` names.
HWY_INLINE void hit_held(const Spread& a, SpriteId id, const Held& b, hn::Mask<Floats> rows,
                         Hits& hits) {
  const Ids d;
  const auto x = hn::And(hn::Lt(a.min_x, b.max_x), hn::Lt(b.min_x, a.max_x));
  const auto y = hn::And(hn::Lt(a.min_y, b.max_y), hn::Lt(b.min_y, a.max_y));
  const auto mask = hn::And(hn::And(x, y), rows);
  if (hn::AllFalse(Floats{}, mask)) return;
  const auto met = hn::RebindMask(d, mask);
  hn::StoreU(hn::Compress(b.id, met), d, hits.b + hits.size);
  hn::StoreU(hn::Set(d, id), d, hits.a + hits.size);
  hits.size += hn::CountTrue(d, met);
}

std::size_t keep(const BoxRows& from, RowRun run, const Aabb& box, BoxRows& to, std::size_t at) {
  const Floats d;
  const Spread all = spread(box);
  const BoxRows::ConstColumns in = from.columns();
  const BoxRows::Columns out = to.columns();
  const std::size_t start = at;
  for (std::size_t row = run.from; row < run.to; row += lanes()) {
    const auto mask = overlapping(all, in, row, run.to);
    if (hn::AllFalse(d, mask)) continue;
    hn::StoreU(hn::Compress(hn::LoadU(d, in.min_x + row), mask), d, out.min_x + at);
    hn::StoreU(hn::Compress(hn::LoadU(d, in.min_y + row), mask), d, out.min_y + at);
    hn::StoreU(hn::Compress(hn::LoadU(d, in.max_x + row), mask), d, out.max_x + at);
    hn::StoreU(hn::Compress(hn::LoadU(d, in.max_y + row), mask), d, out.max_y + at);
    hn::StoreU(hn::Compress(ids(in.id + row), hn::RebindMask(Ids{}, mask)), Ids{}, out.id + at);
    at += hn::CountTrue(d, mask);
  }
  return at - start;
}

std::size_t across(const BoxRows& a, RowRun left, const BoxRows& b, RowRun right, Hits& hits) {
  const BoxRows::ConstColumns rows = b.columns();
  std::size_t row = left.from;
  if (right.size() <= lanes()) {
    const Held few = held(rows, right);
    for (; row < left.to && hits.size + right.size() <= Hits::kMax; ++row)
      hit_held(spread(a.box(row)), a.id(row), few, few.rows, hits);
    return row;
  }
  for (; row < left.to && hits.size + right.size() <= Hits::kMax; ++row)
    hit(spread(a.box(row)), a.id(row), rows, right, hits);
  return row;
}

std::size_t within(const BoxRows& rows, std::size_t from, RowRun run, Hits& hits) {
  const BoxRows::ConstColumns columns = rows.columns();
  std::size_t row = from;
  if (run.to - from <= lanes()) {
    const Held few = held(columns, {from, run.to});
    for (; row < run.to && hits.size + (run.to - row) <= Hits::kMax; ++row) {
      const auto later = hn::AndNot(hn::FirstN(Floats{}, row + 1 - from), few.rows);
      hit_held(spread(rows.box(row)), rows.id(row), few, later, hits);
    }
    return row;
  }
  for (; row < run.to && hits.size + (run.to - row) <= Hits::kMax; ++row)
    hit(spread(rows.box(row)), rows.id(row), columns, {row + 1, run.to}, hits);
  return row;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace phasebox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasebox {

HWY_EXPORT(keep);
HWY_EXPORT(across);
HWY_EXPORT(within);

std::size_t keep_overlapping(const BoxRows& from, RowRun run, const Aabb& box, BoxRows& to,
                             std::size_t at) {
  return HWY_DYNAMIC_DISPATCH(keep)(from, run, box, to, at);
}

std::size_t hit_across(const BoxRows& a, RowRun left, const BoxRows& b, RowRun right, Hits& hits) {
  return HWY_DYNAMIC_DISPATCH(across)(a, left, b, right, hits);
}

std::size_t hit_within(const BoxRows& rows, std::size_t from, RowRun run, Hits& hits) {
  return HWY_DYNAMIC_DISPATCH(within)(rows, from, run, hits);
}

}  // namespace phasebox
#endif
