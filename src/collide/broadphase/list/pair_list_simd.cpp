// SPDX-License-Identifier: MIT
// The loops over kept boxes and pairs (Highway; compiled once per instruction set). Pairs name
// boxes in any order, so these are read where they lie, not from columns.
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/broadphase/list/pair_list.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/broadphase/list/pair_list_simd.cpp"
#include <hwy/foreach_target.h>
// After foreach_target, which includes this file once per instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasebox::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr Pair ascending(Pair p) { return {std::min(p.a, p.b), std::max(p.a, p.b)}; }

#if HWY_TARGET == HWY_SCALAR

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

void PutOnSkins(std::span<const Aabb> boxes, const SkinFloats& skin, const SkinsOut& out) {
  const auto ahead = [&](float now, float then) {
    const float way = (now - then) * skin.ahead;
    return std::abs(way) <= skin.jump ? way : 0;
  };
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (skin.is_static && skin.is_static[i]) {
      out.built[i] = out.skins[i] = out.past[i] = boxes[i];
      continue;
    }
    const Vec2 low = boxes[i].min, high = boxes[i].max;
    const Vec2 old_low = out.past[i].min, old_high = out.past[i].max;
    const float margin = skin.margin;
    out.built[i] = {{lower(low.x, margin + std::max(0.0f, -ahead(low.x, old_low.x))),
                     lower(low.y, margin + std::max(0.0f, -ahead(low.y, old_low.y)))},
                    {higher(high.x, margin + std::max(0.0f, ahead(high.x, old_high.x))),
                     higher(high.y, margin + std::max(0.0f, ahead(high.y, old_high.y)))}};
    out.skins[i] = out.built[i];
    out.past[i] = boxes[i];
  }
}

#else

static_assert(sizeof(Aabb) == 4 * sizeof(float), "a box is min x, min y, max x, max y");
const float* floats(const Aabb* boxes) { return &boxes->min.x; }
float* floats(Aabb* boxes) { return &boxes->min.x; }

/// Turns the signs of the max edges, so that one comparison does for all four.
template <class D>
hn::Vec<D> max_signs(D d) {
  alignas(16) static constexpr float kSigns[4] = {0.0f, 0.0f, -0.0f, -0.0f};
  return hn::LoadDup128(d, kSigns);
}

bool all_within(const Aabb* boxes, const Aabb* skins, std::size_t n) {
  const hn::ScalableTag<float> d;
  const auto signs = max_signs(d);
  const float *box = floats(boxes), *skin = floats(skins);
  auto is_within = hn::Eq(signs, signs);
  for (std::size_t at = 0; at < 4 * n; at += hn::Lanes(d)) {
    const auto inner = hn::Xor(hn::LoadU(d, box + at), signs);
    const auto outer = hn::Xor(hn::LoadU(d, skin + at), signs);
    is_within = hn::And(is_within, hn::Le(outer, inner));
  }
  return hn::AllTrue(d, is_within);
}

/// One box is one vector of 16 bytes. A branch on whether a pair overlaps would be missed often;
/// every pair is written, and the next one overwrites it unless it counts.
template <PairOrder kOrder>
HWY_INLINE std::size_t keep_overlapping(std::span<const Aabb> boxes, std::span<const Pair> list,
                                        Pair* out) {
  if (list.empty()) return 0;  // and maybe no boxes to point at
  const hn::FixedTag<float, 4> d;
  const auto signs = max_signs(d);
  const float* const edges = floats(boxes.data());
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

/// One box at a time, with the signs of the min edges turned: then outwards is up for all four.
void PutOnSkins(std::span<const Aabb> boxes, const SkinFloats& skin, const SkinsOut& out) {
  const hn::FixedTag<float, 4> d;
  const auto inwards = hn::Xor(max_signs(d), hn::Set(d, -0.0f));  // of the min edges
  const auto margin = hn::Set(d, skin.margin), factor = hn::Set(d, skin.ahead);
  const auto jump = hn::Set(d, skin.jump), zero = hn::Zero(d), most = hn::Set(d, kMaxFloat);
  const float* const box = floats(boxes.data());
  float *const past = floats(out.past), *const built = floats(out.built),
               *const skins = floats(out.skins);
  for (std::size_t at = 0; at < 4 * boxes.size(); at += 4) {
    const auto as_is = hn::LoadU(d, box + at);
    if (skin.is_static && skin.is_static[at / 4]) {
      hn::StoreU(as_is, d, built + at), hn::StoreU(as_is, d, skins + at);
      hn::StoreU(as_is, d, past + at);
      continue;
    }
    const auto now = hn::Xor(as_is, inwards);
    const auto then = hn::Xor(hn::LoadU(d, past + at), inwards);
    const auto way = hn::Mul(hn::Sub(now, then), factor);
    const auto ahead = hn::IfThenElseZero(hn::Le(hn::Abs(way), jump), hn::Max(way, zero));
    const auto edge = hn::Min(hn::Add(now, hn::Add(margin, ahead)), most);
    const auto wide = hn::Xor(edge, inwards);
    hn::StoreU(wide, d, built + at);
    hn::StoreU(wide, d, skins + at);
    hn::StoreU(as_is, d, past + at);
  }
}

#endif

std::size_t KeepOverlapping(std::span<const Aabb> boxes, std::span<const Pair> list,
                            PairOrder order, Pair* out) {
  return order == PairOrder::ascending ? keep_overlapping<PairOrder::ascending>(boxes, list, out)
                                       : keep_overlapping<PairOrder::as_met>(boxes, list, out);
}

/// Only a block of boxes with one outside is looked at singly.
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

std::size_t find_outside(std::span<const Aabb> boxes, std::span<const Aabb> skins, SpriteId* out,
                         std::size_t most) {
  assert(boxes.size() == skins.size() && "every box has a skin");
  return HWY_DYNAMIC_DISPATCH(FindOutside)(boxes, skins, out, most);
}

void put_on_skins(std::span<const Aabb> boxes, std::span<const std::uint8_t> is_static,
                  const Skin& skin, std::span<Aabb> past, std::span<Aabb> built,
                  std::span<Aabb> skins) {
  assert(past.size() == boxes.size() && built.size() == boxes.size() &&
         skins.size() == boxes.size() && "one of each for every box");
  const auto clamped = [](double v) {
    return static_cast<float>(std::min(v, static_cast<double>(kMaxFloat)));
  };
  const SkinFloats floats{clamped(skin.margin), clamped(skin.ahead), clamped(skin.jump),
                          is_static.empty() ? nullptr : is_static.data()};
  if (boxes.empty()) return;
  HWY_DYNAMIC_DISPATCH(PutOnSkins)(boxes, floats, {past.data(), built.data(), skins.data()});
}

void emit_overlapping(const Frame& frame, std::span<const Pair> list, PairOrder order,
                      PairSink& out) {
  std::array<Pair, 1024> kept;  // the sink gets those that pass the rules
  while (!list.empty()) {
    const auto now = list.first(std::min(list.size(), kept.size()));
    const std::size_t n =
        HWY_DYNAMIC_DISPATCH(KeepOverlapping)(frame.boxes, now, order, kept.data());
    Pair* const to = out.room(n);
    if (has_rules(frame))
      out.commit(keep_eligible<false>(frame, kept.data(), n, to));
    else
      std::copy_n(kept.data(), n, to), out.commit(n);
    list = list.subspan(now.size());
  }
}

}  // namespace phasebox
#endif
