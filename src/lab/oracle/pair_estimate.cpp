// SPDX-License-Identifier: MIT
// How many candidate pairs a frame has, before anything looks for them.
#include "lab/oracle/pair_estimate.hpp"

#include <algorithm>

namespace phasebox {
namespace {

constexpr std::size_t kBoxTests = 64'000'000;               // at most, of an estimate
constexpr std::size_t kMinSample = 32, kMaxSample = 1'000;  // sprites

std::uint64_t pairs_of(const Frame& frame, SpriteId i) {
  const Aabb box = frame.boxes[i];
  std::uint64_t count = 0;
  for (SpriteId k = 0; k < frame.size(); ++k)
    count += overlaps(box, frame.boxes[k]) && k != i && eligible(frame, i, k) ? 1u : 0u;
  return count;
}

}  // namespace

std::uint64_t estimate_pairs(const Frame& frame) {
  const std::size_t n = frame.size();
  if (n < 2) return 0;
  const std::size_t most = std::clamp(kBoxTests / n, kMinSample, kMaxSample);
  const std::size_t stride = (n + most - 1) / most;
  std::uint64_t found = 0, asked = 0;
  for (std::size_t i = stride / 2; i < n; i += stride, ++asked)
    found += pairs_of(frame, static_cast<SpriteId>(i));
  return asked == 0 ? 0 : found * n / (2 * asked);
}

}  // namespace phasebox
