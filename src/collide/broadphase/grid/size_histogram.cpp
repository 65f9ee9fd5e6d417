// SPDX-License-Identifier: MIT
// Counting sizes, and weighing sizes of cells against each other.
#include "collide/broadphase/grid/size_histogram.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "collide/broadphase/kernels/box_extremes.hpp"

namespace phasebox {
namespace {

constexpr float kSmallestCell = std::numeric_limits<float>::min();
constexpr float kSlack = 1 + 1.0f / 64;  // for sizes a little above the largest of the sample

float finite_size_of(const Aabb& box) { return std::min(size_of(box) + 0.0f, kMaxFloat); }

double width_of(const Aabb& box) {
  return static_cast<double>(box.max.x) - static_cast<double>(box.min.x);
}
double height_of(const Aabb& box) {
  return static_cast<double>(box.max.y) - static_cast<double>(box.min.y);
}

/// Calls `f` with one box of each of `most` stretches, not always the same one: a regular choice
/// would see only the large boxes if every tenth were large.
template <class F>
void each_sample(std::span<const Aabb> boxes, std::size_t most, F f) {
  const std::size_t samples = std::min(boxes.size(), most), stretch = boxes.size() / samples;
  if (stretch == 1) return std::ranges::for_each(boxes.first(samples), f), void();
  const auto words = static_cast<std::uint32_t>(stretch);  // dividing these takes half the time
  for (std::size_t k = 0; k < samples; ++k)
    f(boxes[k * stretch + static_cast<std::uint32_t>(k * 0x9E3779B9u >> 16) % words]);
}

/// From the first to the last quarter of the positions, and half as far again to both sides: all of
/// them if they lie evenly.
std::pair<float, float> middle_of(std::span<float> row) {
  const auto first = row.begin() + static_cast<std::ptrdiff_t>(row.size() / 4);
  const auto last = row.begin() + static_cast<std::ptrdiff_t>(row.size() * 3 / 4);
  std::nth_element(row.begin(), last, row.end());
  std::nth_element(row.begin(), first, last);
  const auto from = static_cast<double>(*first), to = static_cast<double>(*last);
  const double margin = (to - from) / 2, most = static_cast<double>(kMaxFloat);
  return {static_cast<float>(std::max(from - margin, -most)),
          static_cast<float>(std::min(to + margin, most))};
}

Aabb core_of(std::span<const Aabb> boxes) {
  constexpr std::size_t kCorners = 64;
  std::array<float, kCorners> xs, ys;
  std::size_t n = 0;
  each_sample(boxes, kCorners, [&](const Aabb& box) { xs[n] = box.min.x, ys[n++] = box.min.y; });
  const auto [left, right] = middle_of(std::span(xs).first(n));
  const auto [top, bottom] = middle_of(std::span(ys).first(n));
  return {{left, top}, {right, bottom}};
}

/// The part of `length` that two cells cover: what a box looks at along one axis.
double share_of(double cell, double length) {
  constexpr double kCells = 2.1;
  return kCells * cell < length ? kCells * cell / length : 1;
}

}  // namespace

SizeHistogram::SizeHistogram(std::span<const Aabb> boxes) : n_(static_cast<double>(boxes.size())) {
  if (boxes.empty()) return;
  const Extremes all = extremes_of(boxes);
  bounds_ = all.bounds;
  largest_ = std::min(all.largest, kMaxFloat);
  core_ = core_of(boxes);
  sample(boxes);
}

void SizeHistogram::sample(std::span<const Aabb> boxes) {
  boxes_per_sample_ = n_ / static_cast<double>(std::min(boxes.size(), kSamples));
  static_assert(kSamples % OctaveTally::kBlock == 0);
  std::array<float, kSamples> sizes;
  std::size_t n = 0;
  each_sample(boxes, kSamples, [&](const Aabb& box) {
    samples_[n] = box;
    sizes[n++] = finite_size_of(box);
  });
  samples_in_use_ = n;
  const std::size_t padded =
      (n + OctaveTally::kBlock - 1) / OctaveTally::kBlock * OctaveTally::kBlock;
  std::fill(sizes.begin() + static_cast<std::ptrdiff_t>(n),
            sizes.begin() + static_cast<std::ptrdiff_t>(padded),
            std::numeric_limits<float>::infinity());
  for (float first = 0; first <= kMaxFloat;) {
    const OctaveTally tally = tally_octave(sizes.data(), padded, first);
    if (tally.count > 0) octaves_[octaves_in_use_++] = {tally.count, tally.largest};
    first = tally.next;
  }
}

double SizeHistogram::count(float from, float to) const {
  double samples = 0;
  for (const Octave& octave : octaves())
    if (octave.largest > from && octave.largest <= to) samples += octave.count;
  return samples * boxes_per_sample_;
}

double SizeHistogram::count(Vec2 above, Vec2 upto) const {
  double samples = 0;
  for (std::size_t k = 0; k < samples_in_use_; ++k) {
    const Vec2 size = extent(samples_[k]);
    samples += size.x > above.x && size.y > above.y && size.x <= upto.x && size.y <= upto.y;
  }
  return samples * boxes_per_sample_;
}

Aabb SizeHistogram::begins(Vec2 upto) const {
  constexpr std::size_t kFew = 64;
  Aabb all{{kMaxFloat, kMaxFloat}, {-kMaxFloat, -kMaxFloat}};
  std::size_t samples = 0;
  for (const Aabb& box : std::span(samples_).first(samples_in_use_)) {
    if (extent(box).x > upto.x || extent(box).y > upto.y) continue;
    all = united(all, {box.min, box.min});
    ++samples;
  }
  return samples < kFew ? bounds_ : all;
}

float finest_cell(const Aabb& bounds, double most) {
  const double cells = std::max(1.0, most);
  const double width = width_of(bounds), height = height_of(bounds);
  const double side = std::max({std::sqrt(width * height / cells), width / cells, height / cells});
  return static_cast<float>(
      std::clamp(side, static_cast<double>(kSmallestCell), static_cast<double>(kMaxFloat)));
}

/// For each octave of sizes that occurs: the boxes up to it, s of them, would be kept in cells as
/// large as the largest of them, and each would look at 4.5 cells, which hold some share of all;
/// the others, l, would be compared with each other and with what they cover. The unit is one
/// comparison of vectors.
float SizeHistogram::best_cell() const {
  constexpr double kPerVector = 8, kRunsPerBox = 2, kPerLarge = 16;
  const double width = width_of(core_), height = height_of(core_);
  double best_cost = std::numeric_limits<double>::infinity(), small = 0;
  float best = 0;
  for (const Octave& octave : octaves()) {
    small += octave.count * boxes_per_sample_;
    const auto cell = static_cast<double>(octave.largest);
    const double large = n_ - small;
    const double share = share_of(cell, width) * share_of(cell, height);
    const double cost = small * (kRunsPerBox + small * share / kPerVector) +
                        large * (kPerLarge + large / (2 * kPerVector));
    if (cost < best_cost) best_cost = cost, best = octave.largest;
  }
  // Points only: cells for about one each.
  return best == 0 ? finest_cell(core_, n_) : std::clamp(best * kSlack, kSmallestCell, kMaxFloat);
}

}  // namespace phasebox
