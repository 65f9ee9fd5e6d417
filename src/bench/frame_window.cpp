// SPDX-License-Identifier: MIT
// Places windows over a recording.
#include "bench/frame_window.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.hpp"

namespace phasebox {
namespace {

// Places of windows: stratified, in an order of which any beginning is spread (J. G. van der
// Corput, 1935).

constexpr std::size_t kPlaces = 12;       // as many before windows become longer than a few frames
constexpr std::size_t kShortWindow = 16;  // timed frames below which there are fewer places
constexpr std::size_t kLongWindow = 150;  // timed frames above which there are more places
constexpr std::size_t kMinWarmUp = 2, kMaxWarmUp = 10;

/// The sequence 0, 1/2, 1/4, 3/4, 1/8, ...: the binary digits of k in reverse behind the point.
double reversed_bits(std::size_t k) {
  double value = 0, part = 0.5;
  for (; k > 0; k >>= 1, part /= 2)
    if (k & 1) value += part;
  return value;
}

/// The numbers 0 to n - 1 in an order of which any first few are spread.
std::vector<std::size_t> spread_order(std::size_t n) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [](std::size_t k) { return reversed_bits(k); });
  // `order` lists by reversed value; its inverse gives each number its turn.
  std::vector<std::size_t> turns(n);
  for (std::size_t k = 0; k < n; ++k) turns[order[k]] = k;
  return turns;
}

}  // namespace

std::vector<FrameWindow> whole_recording(std::size_t of, std::size_t warm_up) {
  if (of == 0) return {};
  const std::size_t warm = std::min(warm_up, of / 4);
  return {{.begin = 0, .warm_up = warm, .timed = of - warm}};
}

std::vector<FrameWindow> spread_windows(std::size_t of, std::size_t timed, std::size_t round) {
  timed = std::max<std::size_t>(timed, 1);
  const std::size_t few = std::clamp<std::size_t>(timed / kShortWindow, 1, kPlaces);
  const std::size_t places = std::max(few, timed / kLongWindow);
  const std::size_t length = (timed + places - 1) / places;
  const std::size_t warm = std::clamp(length / 3, kMinWarmUp, kMaxWarmUp);
  const std::size_t slot = of / places;
  if (slot < length + 5 * warm / 2 || 5 * timed >= 4 * of) return whole_recording(of, 0);
  std::vector<FrameWindow> windows;
  for (const std::size_t k : spread_order(places)) {
    const std::size_t warm_up = warm + k % 4 * warm / 2;
    // Places are in step neither with the other parts nor with the other rounds.
    const double at = 0.5 + 0.7549 * static_cast<double>(k) + 0.6180 * static_cast<double>(round);
    const auto room = static_cast<double>(slot - length - warm_up);
    windows.push_back({.begin = k * slot + static_cast<std::size_t>((at - std::floor(at)) * room),
                       .warm_up = warm_up,
                       .timed = length});
  }
  return windows;
}

FrameCoverage coverage_of(const std::vector<FrameWindow>& windows, std::size_t of) {
  std::vector<bool> is_timed(of);
  for (const FrameWindow& w : windows)
    for (std::size_t frame = w.begin + w.warm_up; frame < std::min(w.end(), of); ++frame)
      is_timed[frame] = true;
  return {.used = static_cast<std::size_t>(std::ranges::count(is_timed, true)),
          .of = of,
          .places = windows.size()};
}

}  // namespace phasebox
