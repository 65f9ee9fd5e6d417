// SPDX-License-Identifier: MIT
// Distributes windows over a recording: one in each equal part, listed in the order of van der
// Corput's sequence, so that any first few are spread (J. G. van der Corput, 1935).
#include "bench/frame_window.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kPlaces = 12;       // windows, until each has kLongWindow timed frames
constexpr std::size_t kShortWindow = 16;  // least timed frames of one of several windows
constexpr std::size_t kLongWindow = 150;  // least timed frames per window beyond kPlaces windows
// Frames; the shortest warm-up of a set of windows lies between these.
constexpr std::size_t kMinWarmUp = 2, kMaxWarmUp = 10;

/// Term k of the sequence 0, 1/2, 1/4, 3/4, 1/8, ...: the binary digits of k in reverse order
/// behind the point.
double reversed_bits(std::size_t k) {
  double value = 0, part = 0.5;
  for (; k > 0; k >>= 1, part /= 2)
    if (k & 1) value += part;
  return value;
}

/// The numbers 0 to n - 1 in an order in which any first few are spread over the range.
std::vector<std::size_t> spread_order(std::size_t n) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [](std::size_t k) { return reversed_bits(k); });
  // `order` is sorted by the reversed value. Its inverse lists the rank of each number's value,
  // which is the sequence itself, scaled to 0 to n - 1.
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
    // The offset within a part, as a share of the room left: these factors keep it from repeating
    // from part to part and from round to round.
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
