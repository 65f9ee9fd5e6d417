// SPDX-License-Identifier: MIT
// The words for impacts: which sprites meet, when, how fast, and which one carries the other.
#include "lab/xray/impact_text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace phasebox {
namespace {

/// An impact with the names of its sprites.
struct Told {
  const Impact& i;
  std::int64_t a, b;
  Told(const Impact& impact, const Scenery& scenery)
      : i(impact), a(scenery.name(impact.a)), b(scenery.name(impact.b)) {}
  bool is_with_border() const { return i.b == Impact::kWall; }
};

// The impulse is that on b: against gravity, b is the one that is carried.
std::string resting(const Told& t, Vec2 gravity) {
  if (t.is_with_border()) return fmt::format("{} rests on the border", t.a);
  const float lift = -(t.i.impulse.x * gravity.x + t.i.impulse.y * gravity.y);
  if (lift == 0) return fmt::format("{} and {} rest on each other", t.a, t.b);
  return fmt::format("{} rests on {}", lift > 0 ? t.b : t.a, lift > 0 ? t.a : t.b);
}

// What comes to rest on the way says when; all others rest from the start of the step on.
std::string rest(const Told& t, Vec2 gravity) {
  const std::string when = t.i.time > 0 ? fmt::format("from {:.2f} of the step on ", t.i.time) : "";
  return fmt::format("{}{}: an impulse of {} keeps them from approaching", when,
                     resting(t, gravity), size_of(t.i.impulse));
}

std::string meeting(const Told& t) {
  const std::string before = speed_of(-t.i.before), after = speed_of(t.i.after);
  if (t.is_with_border())
    return fmt::format("{} meets the border at {} px per step and parts at {}", t.a, before, after);
  return fmt::format("{} and {} meet at {} px per step and part at {}", t.a, t.b, before, after);
}

}  // namespace

std::size_t flying(std::span<const Impact> impacts) {
  return static_cast<std::size_t>(std::ranges::count(impacts, false, &Impact::rests));
}

std::string sentence(std::span<const Impact> impacts, std::size_t n, Vec2 gravity,
                     const Scenery& scenery) {
  if (n == 0 || n > impacts.size()) return {};
  const Impact& i = impacts[n - 1];
  const Told told(i, scenery);
  if (i.rests) return rest(told, gravity);
  return fmt::format("impact {} of {}, at {:.2f} of the step: {}", flying(impacts.first(n)),
                     flying(impacts), i.time, meeting(told));
}

std::string partners(const Impact& i, const Scenery& scenery) {
  const Told t(i, scenery);
  return t.is_with_border() ? fmt::format("{} and the border", t.a)
                            : fmt::format("{} and {}", t.a, t.b);
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
