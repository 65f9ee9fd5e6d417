// SPDX-License-Identifier: MIT
// Takes samples of boxes, and estimates the work that cells of different sizes would be.
#include "collide/broadphase/grid/size_sample.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace phasebox {
namespace {

constexpr float kSmallestCell = std::numeric_limits<float>::min();

double width_of(const Aabb& box) {
  return static_cast<double>(box.max.x) - static_cast<double>(box.min.x);
}
double height_of(const Aabb& box) {
  return static_cast<double>(box.max.y) - static_cast<double>(box.min.y);
}
/// Returns the octave of the box's longer side: the exponent of the float. Positive floats sort as
/// their bits do, and the exponent is the highest of these.
std::size_t octave_of(const Aabb& box) {
  return std::bit_cast<std::uint32_t>(size_of(box) + 0.0f) >> 23;
}

/// Calls `f` with one box of each of `most` equal stretches, or with all boxes where they are few.
/// The place within a stretch is irregular: in a regular scene every tenth box may be a large one.
template <class F>
void each_sample(std::span<const Aabb> boxes, std::size_t most, F f) {
  const std::size_t samples = std::min(boxes.size(), most), stretch = boxes.size() / samples;
  if (stretch == 1) {
    std::ranges::for_each(boxes.first(samples), f);
    return;
  }
  const auto words = static_cast<std::uint32_t>(stretch);  // 32 bits divide in half the time
  for (std::size_t k = 0; k < samples; ++k)
    f(boxes[k * stretch + static_cast<std::uint32_t>(k * 0x9E3779B9u >> 16) % words]);
}

/// Returns the range in which most positions lie: from the first quartile to the third, widened on
/// both sides by half of that distance. Evenly spread positions all lie in it. Reorders `row`.
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

}  // namespace

SizeSample::SizeSample(std::span<const Aabb> boxes, const Aabb& bounds)
    : bounds_(bounds), all_(static_cast<double>(boxes.size())) {
  if (!boxes.empty()) each_sample(boxes, kMax, [&](const Aabb& box) { samples_[size_++] = box; });
  boxes_per_sample_ = all_ / std::max(1.0, static_cast<double>(size_));
  const Aabb core = core_of(boxes);
  origin_ = core.min;
  const float farthest = std::max(
      {std::abs(core.min.x), std::abs(core.min.y), std::abs(core.max.x), std::abs(core.max.y)});
  const float side = size_of({core.min * 0.5f, core.max * 0.5f});
  smallest_cell_ = std::max({kSmallestCell, farthest * 0x1p-24f, side * 0x1p-16f});
  find_octaves();
}

void SizeSample::find_octaves() {
  std::ranges::sort(std::span(samples_).first(size_), {}, octave_of);
  for (std::size_t k = 0; k < size_; ++k)
    if (k == 0 || octave_of(samples_[k]) != octave_of(samples_[k - 1]))
      begins_[octaves_++] = static_cast<std::uint16_t>(k);
  begins_[octaves_] = static_cast<std::uint16_t>(size_);
}

Aabb core_of(std::span<const Aabb> boxes) {
  constexpr std::size_t kCorners = 256;
  if (boxes.empty()) return {};
  std::array<float, kCorners> xs, ys;
  std::size_t n = 0;
  each_sample(boxes, kCorners, [&](const Aabb& box) {
    xs[n] = box.min.x;
    ys[n++] = box.min.y;
  });
  const auto [left, right] = middle_of(std::span(xs).first(n));
  const auto [top, bottom] = middle_of(std::span(ys).first(n));
  return {{left, top}, {right, bottom}};
}

double tests_of_sweep(std::span<const Aabb> boxes, Axis axis) {
  constexpr std::size_t kSamples = 256;
  std::array<float, kSamples> begins, ends;
  std::size_t n = 0;
  each_sample(boxes, kSamples, [&](const Aabb& box) {
    begins[n] = low(box, axis);
    ends[n++] = high(box, axis);
  });
  const auto sort = [n](std::span<float> row) { std::ranges::sort(row.first(n)); };
  sort(begins);
  sort(ends);
  // Counts at each end the other boxes that have begun and not ended. A box of no extent on the
  // axis has not begun before its own end, so it is left out by the maximum.
  std::size_t met = 0;
  for (std::size_t end = 0, begun = 0; end < n; ++end) {
    while (begun < n && begins[begun] < ends[end]) ++begun;
    met += std::max(begun, end + 1) - end - 1;
  }
  const double each = static_cast<double>(boxes.size()) / static_cast<double>(n);
  return each * each * static_cast<double>(met);
}

/// The number of cells whose boxes a box is compared with in its own grid: half of its own cell,
/// the one to the right, and three below.
constexpr double kCellsMet = 4.5;

/// Returns about how many boxes one of these is compared with in its own grid: those in `kCellsMet`
/// cells of size `cell`. The estimate counts the pairs of samples that share a rectangle of about
/// that area. Where these are few, larger rectangles are counted as well, and the largest estimate
/// holds. Samples that share an entry of the hash table by chance are too few to matter.
double SizeSample::crowd(std::span<const Aabb> samples, Vec2 cell) const {
  constexpr float kSide = 2.1f, kLarger = 4, kFarthest = 0x1p30f;
  constexpr std::uint32_t kEnough = 48, kTableBits = 12;
  std::array<std::uint16_t, 1u << kTableBits> met;
  Vec2 side = cell * kSide;
  double most = 0, times = 2 * boxes_per_sample_ / static_cast<double>(samples.size());
  for (bool goes_on = true; goes_on; side = side * kLarger, times /= 16) {
    met.fill(0);
    const Vec2 per_px{std::min(1 / side.x, kMaxFloat), std::min(1 / side.y, kMaxFloat)};
    const auto line = [=](float at) {
      return static_cast<std::uint32_t>(
          static_cast<std::int32_t>(std::clamp(at, -kFarthest, kFarthest)));
    };
    std::uint32_t pairs = 0;
    for (const Aabb& box : samples) {
      const Vec2 at = (box.min - origin_) * per_px;
      pairs += met[(line(at.x) * 0x9E3779B1u + line(at.y) * 0x85EBCA77u) >> (32 - kTableBits)]++;
    }
    most = std::max(most, times * static_cast<double>(pairs));
    goes_on = pairs < kEnough && (static_cast<double>(side.x) < width_of(bounds_) ||
                                  static_cast<double>(side.y) < height_of(bounds_));
  }
  return most;
}

GridWork SizeSample::work_of(std::span<const Aabb> samples, Vec2 cell) const {
  if (samples.empty()) return {};
  const double met = crowd(samples, cell), vectors = met / PlanCosts::kVector;
  // However crowded the cells are, no two boxes are compared more than once.
  const double boxes = boxes_of(samples), own = std::min(vectors, boxes / 2 / PlanCosts::kVector);
  return {boxes * (PlanCosts::kOwnRuns + own), PlanCosts::kNearby + 2 * vectors, met / kCellsMet};
}

Vec2 SizeSample::cell_around(std::span<const Aabb> boxes) const {
  constexpr float kThin = 2;
  Vec2 cell{smallest_cell_, smallest_cell_};
  for (const Aabb& box : boxes) cell = common_cell(cell, extent(box));
  const float longer = std::max(cell.x, cell.y);
  if (kThin * std::min(cell.x, cell.y) > longer) cell = {longer, longer};
  return {std::min(cell.x * kSlack, kMaxFloat), std::min(cell.y * kSlack, kMaxFloat)};
}

double times_to_cover(const Aabb& bounds, Vec2 cell, double cells) {
  const double columns = width_of(bounds) / static_cast<double>(cell.x);
  const double rows = height_of(bounds) / static_cast<double>(cell.y);
  return std::max({std::sqrt(columns * rows / cells), columns / cells, rows / cells});
}

/// A grid has about two slots per box, so a cell is expected to hold at least half a box.
double SizeSample::cost_of_covered(std::span<const Aabb> samples, Vec2 cell, double boxes,
                                   double in_cell) const {
  constexpr double kAround = 2;
  double cost = 0;
  for (const Aabb& box : samples) {
    const double rows = height_of(box) / static_cast<double>(cell.y) + kAround;
    const double columns = width_of(box) / static_cast<double>(cell.x) + kAround;
    const double met = std::min(std::max(0.5, in_cell) * rows * columns, boxes);
    cost += PlanCosts::kCovering + std::min(PlanCosts::kRow * rows + met / PlanCosts::kVector,
                                            2 * boxes / PlanCosts::kVector);
  }
  return boxes_per_sample_ * cost;
}

/// Tries each octave of sizes that occurs as the last one kept in the grid: the boxes up to it
/// would lie in cells as large as the largest of them, and the larger boxes would be compared with
/// each other and with the boxes in the cells they cover.
Vec2 SizeSample::best_cell() const {
  double best_cost = std::numeric_limits<double>::infinity();
  Vec2 best{};
  for (std::size_t end = 1; end <= octaves_; ++end) {
    const auto small = octaves(0, end);
    const Vec2 cell = cell_around(small);
    const auto large = octaves(end, octaves_);
    const GridWork work = work_of(small, cell);
    const double cost = work.within + cost_of_all(boxes_of(large)) +
                        cost_of_covered(large, cell, all_, work.in_cell);
    if (cost < best_cost) {
      best_cost = cost;
      best = cell;
    }
  }
  return octaves_ > 0 ? best : Vec2{smallest_cell_, smallest_cell_};
}

}  // namespace phasebox
