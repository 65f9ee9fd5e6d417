// SPDX-License-Identifier: MIT
// Scatters boxes to stretches of the table, then sorts each stretch by slot.
#include "collide/broadphase/grid/cell_scatter.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/parallel.hpp"

namespace phasebox {
void CellScatter::sort(std::span<const Aabb> boxes, std::span<const SpriteId> ids,
                       std::span<const std::uint32_t> slots, unsigned parts, const SlotTable& to) {
  const std::size_t table = to.starts.size() - 2;
  const auto bits = static_cast<unsigned>(std::bit_width(table));
  shift_ = std::max(bits, kStretchBits) - kStretchBits;
  scattered_.resize(boxes.size());
  order_.resize(boxes.size());
  counts_.resize(parts * kStretches);
  begins_.resize(kStretches + 1);
  count(slots, parts);
  start_from_counts(parts);
  scatter(boxes, ids, slots, parts);
  for_each_part(parts, [&](unsigned part) { sort_part(parts, part, to); });
  to.starts.front() = 0;
  to.starts.back() = static_cast<std::uint32_t>(boxes.size());
}

void CellScatter::count(std::span<const std::uint32_t> slots, unsigned parts) {
  for_each_part(parts, [&](unsigned part) {
    std::uint32_t* const own = counts_.data() + part * kStretches;
    std::fill_n(own, kStretches, 0u);
    const Run run = part_of(slots.size(), parts, part);
    for (std::uint32_t k = run.begin; k < run.end; ++k) ++own[stretch_of(slots[k])];
  });
}

void CellScatter::start_from_counts(unsigned parts) {
  std::uint32_t start = 0;
  for (std::size_t stretch = 0; stretch < kStretches; ++stretch) {
    begins_[stretch] = start;
    for (unsigned part = 0; part < parts; ++part)
      start += std::exchange(counts_[part * kStretches + stretch], start);
  }
  begins_[kStretches] = start;
}

/// Copies each box to its stretch. Prefetches by hand: a thousand stretches are written to, too
/// many for the processor to foresee the next line of each.
void CellScatter::scatter(std::span<const Aabb> boxes, std::span<const SpriteId> ids,
                          std::span<const std::uint32_t> slots, unsigned parts) {
  constexpr std::size_t kAhead = 8;
  for_each_part(parts, [&](unsigned part) {
    std::uint32_t* const next = counts_.data() + part * kStretches;
    const Run run = part_of(slots.size(), parts, part);
    for (std::uint32_t k = run.begin; k < run.end; ++k) {
      const std::uint32_t at = next[stretch_of(slots[k])]++;
      __builtin_prefetch(scattered_.data() + at + kAhead, 1);
      scattered_[at] = {boxes[k], slots[k], ids.empty() ? k : ids[k]};
    }
  });
}

/// Sorts the stretches of one part. Parts get stretches with about equally many boxes. A part's
/// scratch in `order_` begins where its boxes do, so parts do not share it.
void CellScatter::sort_part(unsigned parts, unsigned part, const SlotTable& to) {
  const auto first_of = [&](unsigned number) {
    const auto at = std::ranges::lower_bound(begins_, part_begin(scattered_.size(), parts, number));
    return std::min(static_cast<std::size_t>(at - begins_.begin()), kStretches);
  };
  const std::size_t first = part == 0 ? 0 : first_of(part);
  const std::size_t end = part + 1 == parts ? kStretches : first_of(part + 1);
  for (std::size_t stretch = first; stretch < end; ++stretch)
    sort_stretch(stretch, order_.data() + begins_[first], to);
}

/// Sorts the boxes of one stretch by slot. It counts one slot ahead: after the sums `starts[s + 1]`
/// is where slot s begins, and filling moves it to the slot's end, where the next slot begins. The
/// order is found first, so that the table is written from left to right.
void CellScatter::sort_stretch(std::size_t stretch, std::uint32_t* order,
                               const SlotTable& to) const {
  const std::size_t slots = to.starts.size() - 2;
  const std::size_t first = std::min(stretch << shift_, slots);
  const std::size_t last = std::min((stretch + 1) << shift_, slots);
  const auto starts = to.starts.subspan(first + 1, last - first);
  const std::uint32_t begin = begins_[stretch], n = begins_[stretch + 1] - begin;
  const PlacedBox* const placed = scattered_.data() + begin;
  std::ranges::fill(starts, 0u);
  for (std::uint32_t k = 0; k < n; ++k) ++starts[placed[k].slot - first];
  std::uint32_t start = begin;
  for (std::uint32_t& s : starts) start += std::exchange(s, start);
  for (std::uint32_t k = 0; k < n; ++k) order[starts[placed[k].slot - first]++ - begin] = k;
  for (std::uint32_t k = 0; k < n; ++k) {
    const PlacedBox& p = placed[order[k]];
    to.boxes.set(begin + k, p.box, p.id);
    to.slot_of_box[begin + k] = p.slot;
  }
}

}  // namespace phasebox
