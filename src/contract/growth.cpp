// SPDX-License-Identifier: MIT
// Times frames of doubling size.
#include "contract/growth.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/stopwatch.hpp"

namespace phasebox::contract {
namespace {

/// The least of several warm frames, ms.
double frame_ms(const Subject& subject, std::size_t boxes) {
  constexpr int kFrames = 6;
  constexpr float kAreaPerBox = 900;
  Random random(boxes);
  const float side = std::sqrt(kAreaPerBox * static_cast<float>(boxes));
  BoxWorld world = world_of("growth", random_boxes(random, boxes, side, side, 20));
  const auto broadphase = subject.make();
  broadphase->reset(world.frame());
  PairSink pairs;
  double least = 0;
  for (int k = 0; k < kFrames; ++k) {
    pairs.clear();
    const Stopwatch watch;
    broadphase->find_pairs(world.frame(), pairs, nullptr);
    const double ms = watch.ms(true);
    if (k == 1 || (k > 1 && ms < least)) least = ms;
    jostle(world, random, 1);
  }
  return std::max(least, 1e-6);
}

/// The slope of a straight line through logarithms, by least squares.
double fitted(std::span<const Growth::Point> points) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const Growth::Point& p : points) {
    const double a = std::log(static_cast<double>(p.boxes)), b = std::log(p.ms);
    n += 1, x += a, y += b, xx += a * a, xy += a * b;
  }
  return n < 2 ? 1 : (n * xy - x * y) / (n * xx - x * x);
}

}  // namespace

Growth growth_of(const Subject& subject, const std::function<void(const Growth&)>& tell) {
  constexpr std::uint32_t kFewest = 500, kMost = 16'000;
  constexpr double kLong = 200;  // ms
  Growth growth;
  for (std::uint32_t boxes = kFewest; boxes <= kMost; boxes *= 2) {
    growth.points.push_back({boxes, frame_ms(subject, boxes)});
    const std::size_t left_out =
        growth.points.size() > 3 ? 1 : 0;  // what does not grow counts there
    growth.exponent = fitted(std::span(growth.points).subspan(left_out));
    tell(growth);
    if (growth.points.back().ms > kLong) break;
  }
  return growth;
}

std::string growth_text(const Growth& growth) {
  if (growth.points.empty()) return {};
  const auto &first = growth.points.front(), &last = growth.points.back();
  return fmt::format("n^{}: {} at {} boxes, {} at {}", rounded(std::max(growth.exponent, 0.0), 1),
                     duration(first.ms), grouped(first.boxes), duration(last.ms),
                     grouped(last.boxes));
}

double predicted_seconds(const Growth& growth, std::size_t boxes) {
  if (growth.points.empty()) return 0;
  const auto& last = growth.points.back();
  const double times = static_cast<double>(boxes) / static_cast<double>(last.boxes);
  return last.ms / 1000 * std::pow(times, std::max(growth.exponent, 1.0));
}

}  // namespace phasebox::contract
