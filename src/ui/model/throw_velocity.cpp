// SPDX-License-Identifier: MIT
// The velocity of a sprite that is thrown, and its cap.
#include "ui/model/throw_velocity.hpp"

#include <algorithm>
#include <iterator>

namespace phasebox::ui {
namespace {

constexpr double kThrowWindow = 0.08;  // s over which the pointer's velocity is taken
constexpr double kStep = 1.0 / 60;     // s
constexpr float kMaxThrow = 100;       // px per step

}  // namespace

void ThrowVelocity::add(double now, Vec2 world) {
  places_.push_back({now, world});
  while (places_.size() > 3 && now - places_.front().time > 2 * kThrowWindow) places_.pop_front();
}

Vec2 ThrowVelocity::at(double now) const {
  if (places_.size() < 2) return {};
  auto recent = std::ranges::find_if(
      places_, [&](const Place& place) { return now - place.time <= kThrowWindow; });
  // At least the last three places are used if there are so many, even where slow frames put fewer
  // into the time window: the newest place alone may be that of the release.
  recent = std::min(recent, places_.end() - std::min<std::ptrdiff_t>(3, std::ssize(places_)));
  const Place& last = places_.back();
  const double passed = last.time - recent->time;
  if (passed <= 0) return {};
  const Vec2 v = (last.world - recent->world) * static_cast<float>(kStep / passed);
  const float speed = length(v);
  return speed > kMaxThrow ? v * (kMaxThrow / speed) : v;
}

}  // namespace phasebox::ui
