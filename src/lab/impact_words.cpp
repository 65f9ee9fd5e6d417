// SPDX-License-Identifier: MIT
// The words for impacts: who meets whom, when, how fast, and who carries whom.
#include "lab/impact_words.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace phasebox {
namespace {

// The impulse is that on b: against gravity, b is the one that is carried.
std::string resting(const Impact& i, Vec2 gravity) {
  if (i.b == Impact::kWall) return fmt::format("{} rests on the border", i.a);
  const float lift = -(i.impulse.x * gravity.x + i.impulse.y * gravity.y);
  if (lift == 0) return fmt::format("{} and {} rest on each other", i.a, i.b);
  return fmt::format("{} rests on {}", lift > 0 ? i.b : i.a, lift > 0 ? i.a : i.b);
}

// Who comes to rest on the way says when; all others rest from the start of the step on.
std::string rest(const Impact& i, Vec2 gravity) {
  const std::string when = i.time > 0 ? fmt::format("from {:.2f} of the step on ", i.time) : "";
  return fmt::format("{}{}: an impulse of {} keeps them from approaching", when,
                     resting(i, gravity), size_of(i.impulse));
}

std::string meeting(const Impact& i) {
  const std::string before = speed_of(-i.before), after = speed_of(i.after);
  if (i.b == Impact::kWall)
    return fmt::format("{} meets the border at {} px per step and parts at {}", i.a, before, after);
  return fmt::format("{} and {} meet at {} px per step and part at {}", i.a, i.b, before, after);
}

}  // namespace

std::size_t flying(std::span<const Impact> impacts) {
  return static_cast<std::size_t>(std::ranges::count(impacts, false, &Impact::rests));
}

std::string sentence(std::span<const Impact> impacts, std::size_t n, Vec2 gravity) {
  if (n == 0 || n > impacts.size()) return {};
  const Impact& i = impacts[n - 1];
  if (i.rests) return rest(i, gravity);
  return fmt::format("impact {} of {}, at {:.2f} of the step: {}", flying(impacts.first(n)),
                     flying(impacts), i.time, meeting(i));
}

std::string met_by(const Impact& i) {
  return i.b == Impact::kWall ? "the border" : std::to_string(i.b);
}

std::string speed_of(float along_normal) {
  if (along_normal < 0.0005f) return "0";
  return along_normal < 0.095f ? fmt::format("{:.3f}", along_normal)
                               : fmt::format("{:.1f}", along_normal);
}

std::string size_of(Vec2 impulse) {
  const float size = length(impulse);
  if (size < 999.5f) return fmt::format("{:.3g}", size);
  const std::string words = fmt::format("{:.1e}", size);  // "1.2e+04"
  const std::size_t e = words.find('e');
  return fmt::format("{}e{}", words.substr(0, e), std::stoi(words.substr(e + 1)));
}

}  // namespace phasebox
