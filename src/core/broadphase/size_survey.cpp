// SPDX-License-Identifier: MIT
// Counting sizes, and weighing sizes of cells against each other.
#include "core/broadphase/size_survey.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/broadphase/box_lanes.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kSamples = 512;
constexpr float kLargestFloat = std::numeric_limits<float>::max();
constexpr float kSmallestCell = std::numeric_limits<float>::min();
constexpr float kSlack = 1 + 1.0f / 64;  // for sizes a little above the largest of the sample

std::size_t octave_of(float size) { return std::bit_cast<std::uint32_t>(size) >> 23; }

float finite_size_of(const Aabb& box) { return std::min(size_of(box) + 0.0f, kLargestFloat); }

}  // namespace

SizeSurvey::SizeSurvey(std::span<const Aabb> boxes) : n_(static_cast<double>(boxes.size())) {
  if (boxes.empty()) return;
  const Extremes all = extremes_of(boxes);
  bounds_ = all.bounds;
  largest_ = std::min(all.largest, kLargestFloat);
  sample(boxes);
}

/// One box of each of `kSamples` stretches, not always the same one: a regular choice would see
/// only the large boxes if every tenth were large.
void SizeSurvey::sample(std::span<const Aabb> boxes) {
  const std::size_t samples = std::min(boxes.size(), kSamples), stretch = boxes.size() / samples;
  boxes_per_sample_ = n_ / static_cast<double>(samples);
  for (std::size_t k = 0; k < samples; ++k) {
    const std::size_t within = (k * 0x9E3779B9u >> 16) % stretch;
    const float size = finite_size_of(boxes[k * stretch + within]);
    Octave& octave = octaves_[octave_of(size)];
    ++octave.count;
    octave.largest = std::max(octave.largest, size);
  }
}

double SizeSurvey::count(float from, float to) const {
  double samples = 0;
  for (const Octave& octave : octaves_)
    if (octave.count > 0 && octave.largest > from && octave.largest <= to) samples += octave.count;
  return samples * boxes_per_sample_;
}

double SizeSurvey::area() const { return width() * height(); }
double SizeSurvey::width() const {
  return static_cast<double>(bounds_.max.x) - static_cast<double>(bounds_.min.x);
}
double SizeSurvey::height() const {
  return static_cast<double>(bounds_.max.y) - static_cast<double>(bounds_.min.y);
}

float SizeSurvey::finest_cell(double cells) const {
  const double side = std::max({std::sqrt(area() / cells), width() / cells, height() / cells});
  return static_cast<float>(
      std::clamp(side, static_cast<double>(kSmallestCell), static_cast<double>(kLargestFloat)));
}

/// For each octave of sizes that occurs: the boxes up to it, s of them, would be kept in cells as
/// large as the largest of them, and each would look at 4.5 cells on average; the others, l, would
/// be compared with each other and with what they cover. The unit is one comparison of vectors.
float SizeSurvey::best_cell() const {
  constexpr double kPerVector = 8, kRunsPerBox = 2, kCellsPerBox = 4.5, kPerLarge = 16;
  const double area = this->area();
  double best_cost = std::numeric_limits<double>::infinity(), small = 0;
  float best = 0;
  for (const Octave& octave : octaves_) {
    if (octave.count == 0) continue;
    small += octave.count * boxes_per_sample_;
    const auto cell = static_cast<double>(octave.largest);
    const double large = n_ - small;
    const double share = area > 0 ? std::min(1.0, kCellsPerBox * cell * cell / area) : 1;
    const double cost = small * (kRunsPerBox + small * share / kPerVector) +
                        large * (kPerLarge + large / (2 * kPerVector));
    if (cost < best_cost) best_cost = cost, best = octave.largest;
  }
  // Points only: cells for about one each.
  return best == 0 ? finest_cell(std::max(1.0, n_))
                   : std::clamp(best * kSlack, kSmallestCell, kLargestFloat);
}

}  // namespace phasebox
