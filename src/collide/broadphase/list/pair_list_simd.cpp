// SPDX-License-Identifier: MIT
// The loops over kept boxes and pairs (Highway; compiled once per instruction set). Pairs name
// boxes in any order, so these are read where they lie, not from columns.
#include <cassert>

#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/broadphase/list/pair_list.hpp"
#include "collide/broadphase/list/skin.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/broadphase/list/pair_list_simd.cpp"
#include <hwy/foreach_target.h>
// After foreach_target, which includes this file once per instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasebox::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A `Skin` in floats, the type of box edges; `per_way` is 1 / way, or 0 where the way is unknown.
struct FloatSkin {
  float margin, ahead, jump, per_way;
};
FloatSkin in_floats(const Skin& skin) {
  const auto clamped = [](double v) {
    return static_cast<float>(std::min(v, static_cast<double>(kMaxFloat)));
  };
  return {clamped(skin.margin), clamped(skin.ahead), clamped(skin.jump),
          skin.way > 0 ? clamped(1 / skin.way) : 0};
}

constexpr Pair ascending(Pair p) { return {std::min(p.a, p.b), std::max(p.a, p.b)}; }

#if HWY_TARGET == HWY_SCALAR

void put_on(std::span<const Aabb> boxes, const FloatSkin& skin, Vec2 common, Aabb* past,
            float* paces, Aabb* skins) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Aabb now = boxes[i], then = translated(std::exchange(past[i], now), common);
    const float longest = longest_way(then, now);
    const float pace = longest <= skin.jump ? longest * skin.per_way : Pace::kNew;
    paces[i] = std::max(pace, paces[i] * Pace::kKept);
    const float margin = skin.margin * Pace::margin(paces[i]);
    const auto wider = [&](float outwards) {
      const float way = outwards * skin.ahead;
      return margin + (std::abs(way) <= skin.jump ? std::max(way, 0.0f) : 0.0f);
    };
    skins[i] = {{lower(now.min.x, wider(then.min.x - now.min.x)),
                 lower(now.min.y, wider(then.min.y - now.min.y))},
                {higher(now.max.x, wider(now.max.x - then.max.x)),
                 higher(now.max.y, wider(now.max.y - then.max.y))}};
  }
}

bool all_within(const Aabb* boxes, const Aabb* skins, std::size_t n) {
  bool is_within = true;
  for (std::size_t i = 0; i < n; ++i) is_within &= contains(skins[i], boxes[i]);
  return is_within;
}

template <PairOrder kOrder>
HWY_INLINE std::size_t keep_overlapping(std::span<const Aabb> boxes, std::span<const Pair> list,
                                        Pair* out) {
  std::size_t kept = 0;
  for (const Pair p : list) {
    out[kept] = kOrder == PairOrder::ascending ? p : ascending(p);
    kept += overlaps(boxes[p.a], boxes[p.b]);
  }
  return kept;
}

#else

static_assert(sizeof(Aabb) == 4 * sizeof(float), "a box is min x, min y, max x, max y");

/// Returns a vector by whose `Xor` the max edges of boxes change their sign, so that one comparison
/// of a direction serves all four edges.
template <class D>
hn::Vec<D> max_signs(D d) {
  alignas(16) static constexpr float kSigns[4] = {0.0f, 0.0f, -0.0f, -0.0f};
  return hn::LoadDup128(d, kSigns);
}

/// Returns `Pace::margin` of each lane.
template <class D>
HWY_INLINE hn::Vec<D> pace_margin(D d, hn::Vec<D> pace) {
  const auto fast = hn::Min(pace, hn::Set(d, Pace::kFastest));
  const auto usual = hn::Min(hn::Max(pace, hn::Set(d, Pace::kSlowest)), hn::Set(d, Pace::kUsual));
  return hn::IfThenElse(hn::Gt(pace, hn::Set(d, Pace::kFast)), fast, usual);
}

/// Does the work of `put_on_skins` as if no sprite were static, one box to a vector. With the signs
/// of the max edges changed, an edge that moves outwards gets smaller, whichever of the four it is.
void put_on(std::span<const Aabb> boxes, const FloatSkin& skin, Vec2 common, Aabb* past,
            float* paces, Aabb* skins) {
  const hn::FixedTag<float, 4> d;
  const auto signs = max_signs(d), zero = hn::Zero(d);
  alignas(16) const float ways[4] = {common.x, common.y, common.x, common.y};
  const auto moved = hn::Load(d, ways), jump = hn::Set(d, skin.jump);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto now = hn::LoadU(d, &boxes[i].min.x);
    const auto then = hn::Add(hn::LoadU(d, &past[i].min.x), moved);
    hn::StoreU(now, d, &past[i].min.x);
    const auto from = hn::Xor(now, signs), outwards = hn::Sub(hn::Xor(then, signs), from);
    auto longest = hn::Abs(outwards);
    longest = hn::Max(longest, hn::Shuffle2301(longest));
    longest = hn::Max(longest, hn::Shuffle1032(longest));
    auto pace = hn::IfThenElse(hn::Le(longest, jump), hn::Mul(longest, hn::Set(d, skin.per_way)),
                               hn::Set(d, Pace::kNew));
    pace = hn::Max(pace, hn::Set(d, paces[i] * Pace::kKept));
    paces[i] = hn::GetLane(pace);
    const auto way = hn::Mul(outwards, hn::Set(d, skin.ahead));
    const auto ahead = hn::IfThenElse(hn::Le(hn::Abs(way), jump), hn::Max(way, zero), zero);
    const auto wider = hn::Add(hn::Mul(hn::Set(d, skin.margin), pace_margin(d, pace)), ahead);
    const auto to = hn::Max(hn::Sub(from, wider), hn::Set(d, -kMaxFloat));
    hn::StoreU(hn::Xor(to, signs), d, &skins[i].min.x);
  }
}

bool all_within(const Aabb* boxes, const Aabb* skins, std::size_t n) {
  const hn::ScalableTag<float> d;
  const auto signs = max_signs(d);
  const float *const box = &boxes->min.x, *const skin = &skins->min.x;
  auto is_within = hn::Eq(signs, signs);
  for (std::size_t at = 0; at < 4 * n; at += hn::Lanes(d)) {
    const auto inner = hn::Xor(hn::LoadU(d, box + at), signs);
    const auto outer = hn::Xor(hn::LoadU(d, skin + at), signs);
    is_within = hn::And(is_within, hn::Le(outer, inner));
  }
  return hn::AllTrue(d, is_within);
}

/// Writes the pairs whose boxes overlap to `out`, in their order; returns how many. A box is one
/// vector of 16 bytes. No branch can be mispredicted: a pair is overwritten unless its boxes
/// overlap.
template <PairOrder kOrder>
HWY_INLINE std::size_t keep_overlapping(std::span<const Aabb> boxes, std::span<const Pair> list,
                                        Pair* out) {
  if (list.empty()) return 0;  // there may be no boxes to point at
  const hn::FixedTag<float, 4> d;
  const auto signs = max_signs(d);
  const float* const edges = &boxes[0].min.x;
  std::size_t kept = 0;
  for (const Pair p : list) {
    const auto a = hn::LoadU(d, edges + 4 * std::size_t{p.a});
    const auto b = hn::LoadU(d, edges + 4 * std::size_t{p.b});
    const auto overlap = hn::Lt(hn::Xor(a, signs), hn::Xor(hn::Shuffle1032(b), signs));
    out[kept] = kOrder == PairOrder::ascending ? p : ascending(p);
    kept += hn::AllTrue(d, overlap);
  }
  return kept;
}

#endif

std::size_t KeepOverlapping(std::span<const Aabb> boxes, std::span<const Pair> list,
                            PairOrder order, Pair* out) {
  return order == PairOrder::ascending ? keep_overlapping<PairOrder::ascending>(boxes, list, out)
                                       : keep_overlapping<PairOrder::as_met>(boxes, list, out);
}

void PutOnSkins(std::span<const Aabb> boxes, const Skin& skin, Vec2 common, Aabb* past,
                float* paces, Aabb* skins) {
  put_on(boxes, in_floats(skin), common, past, paces, skins);
}

/// Compares whole blocks of 64 boxes with their skin boxes. Boxes are compared one by one only in a
/// block with one outside, and in a last block that is not whole.
std::size_t FindOutside(std::span<const Aabb> boxes, std::span<const Aabb> skins, SpriteId* out,
                        std::size_t most) {
  constexpr std::size_t kBlock = 64;
  std::size_t found = 0;
  for (std::size_t from = 0; from < boxes.size(); from += kBlock) {
    const std::size_t stop = std::min(boxes.size(), from + kBlock);
    if (stop - from == kBlock && all_within(boxes.data() + from, skins.data() + from, kBlock))
      continue;
    for (std::size_t i = from; i < stop; ++i) {
      if (contains(skins[i], boxes[i])) continue;
      if (found == most) return most + 1;
      out[found++] = static_cast<SpriteId>(i);
    }
  }
  return found;
}

}  // namespace phasebox::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasebox {

HWY_EXPORT(FindOutside);
HWY_EXPORT(KeepOverlapping);
HWY_EXPORT(PutOnSkins);

void put_on_skins(std::span<const Aabb> boxes, std::span<const std::uint8_t> is_static,
                  const Skin& skin, std::span<Aabb> past, std::span<float> paces,
                  std::span<Aabb> skins, Vec2 common) {
  assert(past.size() == boxes.size() && skins.size() == boxes.size() &&
         paces.size() == boxes.size() && "one of each for every box");
  HWY_DYNAMIC_DISPATCH(PutOnSkins)(boxes, skin, common, past.data(), paces.data(), skins.data());
  for (std::size_t i = 0; i < is_static.size(); ++i)
    if (is_static[i]) skins[i] = boxes[i];
}

std::size_t find_outside(std::span<const Aabb> boxes, std::span<const Aabb> skins, SpriteId* out,
                         std::size_t most) {
  assert(boxes.size() == skins.size() && "every box has a skin");
  return HWY_DYNAMIC_DISPATCH(FindOutside)(boxes, skins, out, most);
}

void emit_overlapping(const Frame& frame, std::span<const Pair> list, PairOrder order,
                      PairSink& out) {
  std::array<Pair, 1024> kept;  // overlapping pairs, eligible or not
  while (!list.empty()) {
    const auto now = list.first(std::min(list.size(), kept.size()));
    const std::size_t n =
        HWY_DYNAMIC_DISPATCH(KeepOverlapping)(frame.boxes, now, order, kept.data());
    Pair* const to = out.room(n);
    if (has_rules(frame))
      out.commit(keep_eligible<false>(frame, kept.data(), n, to));
    else {
      std::copy_n(kept.data(), n, to);
      out.commit(n);
    }
    list = list.subspan(now.size());
  }
}

}  // namespace phasebox
#endif
