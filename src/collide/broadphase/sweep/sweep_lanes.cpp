// SPDX-License-Identifier: MIT
// The lanes' memory, and what happens to the pairs that met in them.
#include "collide/broadphase/sweep/sweep_lanes.hpp"

#include <algorithm>
#include <limits>

#include "collide/broadphase/sweep/sweep_kernel.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kBlock = 4096;  // boxes; each may meet all that follow

struct Kept {
  const Frame& frame;
  PairSink& out;
};

void keep_all(void* context, const Pair* pairs, std::size_t n) {
  PairSink& out = static_cast<Kept*>(context)->out;
  std::copy_n(pairs, n, out.room(n));
  out.commit(n);
}

template <bool TestBoxes>
void keep_some(void* context, const Pair* pairs, std::size_t n) {
  const auto& [f, out] = *static_cast<Kept*>(context);
  Pair* const to = out.room(n);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const Pair p = pairs[k];
    to[kept] = p;
    kept += eligible(f, p.a, p.b) && (!TestBoxes || overlaps(f.boxes[p.a], f.boxes[p.b]));
  }
  out.commit(kept);
}

}  // namespace

void SweepLanes::reserve(std::size_t n) {
  for (auto* lane : {&begin_, &end_, &low_, &high_}) lane->reserve(n + kMaxLanes);
  id_.reserve(n + kMaxLanes);
}

void SweepLanes::resize(std::size_t n) {
  size_ = n;
  if (begin_.size() < n + kMaxLanes) {
    for (auto* lane : {&begin_, &end_, &low_, &high_}) lane->resize(n + kMaxLanes);
    id_.resize(n + kMaxLanes);
  }
  std::fill_n(begin_.data() + n, kMaxLanes, std::numeric_limits<float>::infinity());
}

void SweepLanes::find_pairs(const Frame& f, std::size_t from, std::size_t to, Check check,
                            PairSink& out) const {
  Kept kept{f, out};
  const bool has_rules = !f.filters.empty() || !f.is_static.empty();
  PairBatch batch(check == Check::rules_and_boxes ? keep_some<true>
                  : has_rules                     ? keep_some<false>
                                                  : keep_all,
                  &kept);
  const SweepRow row{begin_.data(), end_.data(), low_.data(), high_.data(), id_.data()};
  for (std::size_t block = from; block < to; block += kBlock) {
    check_limit(f);
    sweep_row(row, block, std::min(block + kBlock, to), batch);
  }
  batch.flush();
}

void SweepLanes::find_all_pairs(const Frame& f, Check check, PairSink& out) {
  const unsigned parts = parts_of(size_, f.threads, kMinPerPart);
  if (part_out_.size() + 1 < parts) part_out_.resize(parts - 1);
  for (PairSink& part : part_out_) part.clear(), part.obey(f.limit);
  for_each_part(parts, [&](unsigned part) {
    find_pairs(f, part_begin(size_, parts, part), part_begin(size_, parts, part + 1), check,
               part == 0 ? out : part_out_[part - 1]);
  });
  if (parts > 1) append_parts(std::span(part_out_).first(parts - 1), out);
}

/// Each part keeps room for all pairs: the next frame may have as many, all of them in one part.
void SweepLanes::append_parts(std::span<PairSink> parts, PairSink& out) {
  for (PairSink& part : parts) {
    std::ranges::copy(part.items(), out.room(part.size()));
    out.commit(part.size());
    part.clear();
  }
  for (PairSink& part : parts) part.room(out.size());
}

std::size_t SweepLanes::query(const Reach& box, std::size_t from, std::size_t to,
                              SpriteId* out) const {
  return meet_row({begin_.data(), end_.data(), low_.data(), high_.data(), id_.data()}, from, to,
                  box, out);
}

}  // namespace phasebox
