// SPDX-License-Identifier: MIT
// Puts the impacts of a step into words, and rebuilds the heap of impact times.
#include "lab/xray/impacts.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

// Names the sprite that carries the other, or the border. `a` and `b` are the numbers by which
// texts call the sprites. The impulse acts on b, so b is carried when it points against gravity.
Sentence resting(const Impact& i, std::int64_t a, std::int64_t b, Vec2 gravity) {
  if (i.b == Impact::kWall) return say("{} rests on the border", a);
  const float lift = -(i.impulse.x * gravity.x + i.impulse.y * gravity.y);
  if (lift == 0) return say("{} and {} rest on each other", a, b);
  return say("{} rests on {}", lift > 0 ? b : a, lift > 0 ? a : b);
}

Sentence meeting(const Impact& i, std::int64_t a, std::int64_t b) {
  const std::string before = speed_of(-i.before), after = speed_of(i.after);
  if (i.b == Impact::kWall)
    return say("{} meets the border at {} px per step and parts at {}", a, before, after);
  return say("{} and {} meet at {} px per step and part at {}", a, b, before, after);
}

// Whether a jump through the impacts stops after `n` of them: at the start, at the end, at each
// impact of sprites that flew into each other, and at the first of a run of resting ones.
bool is_stop(std::span<const Impact> impacts, std::size_t n) {
  if (n == 0 || n == impacts.size()) return true;
  return !impacts[n - 1].rests || n == 1 || !impacts[n - 2].rests;
}

}  // namespace

std::size_t flying(std::span<const Impact> impacts) {
  return static_cast<std::size_t>(std::ranges::count(impacts, false, &Impact::rests));
}

std::vector<PairToCome> pairs_to_come(std::span<const HeapChange> heap, std::size_t n) {
  using Why = HeapChange::Why;
  std::map<std::pair<SpriteId, SpriteId>, PairToCome> all;
  if (heap.size() == ImpactLog::kMaxKept) return {};
  Why last = Why::looked;
  for (const HeapChange& c : heap) {
    // Of the changes after impact n only those count that insert pairs again because of it; the
    // others happened on the way to the next impact.
    if (c.after > n || (c.after == n && c.why == Why::looked)) break;
    if (c.why == Why::begins && last != Why::begins) all.clear();
    last = c.why;
    const SpriteId b = c.b >= HeapChange::kFirstBorder ? Impact::kWall : c.b;
    all[{c.a, c.b}] = {c.a, b, c.time, c.why == Why::met && c.after == n};
  }
  std::vector<PairToCome> sorted;
  for (const auto& [key, pair] : all)
    if (pair.time < 1) sorted.push_back(pair);
  std::ranges::stable_sort(sorted, {}, &PairToCome::time);
  return sorted;
}

Sentence sentence(std::span<const Impact> impacts, std::size_t n, Vec2 gravity,
                  const SceneState& scene) {
  if (n == 0 || n > impacts.size()) return {};
  const Impact& i = impacts[n - 1];
  const std::int64_t a = scene.name(i.a), b = scene.name(i.b);
  if (!i.rests)
    return say("impact {} of {}, at {:.2f} of the step: {}", flying(impacts.first(n)),
               flying(impacts), i.time, meeting(i, a, b));
  const Sentence rest = resting(i, a, b, gravity), impulse = size_of(i.impulse);
  // A time is named only when the sprites came to rest within the step.
  if (i.time > 0)
    return say("from {:.2f} of the step on {}: an impulse of {} keeps them from approaching",
               i.time, rest, impulse);
  return say("{}: an impulse of {} keeps them from approaching", rest, impulse);
}

Sentence partners(SpriteId a, SpriteId b, const SceneState& scene) {
  if (b == Impact::kWall) return say("{} and the border", scene.name(a));
  return say("{} and {}", scene.name(a), scene.name(b));
}

std::string speed_of(float along_normal) {
  if (along_normal < 0.0005f) return "0";
  return along_normal < 0.095f ? fmt::format("{:.3f}", along_normal)
                               : fmt::format("{:.1f}", along_normal);
}

Sentence size_of(Vec2 impulse) {
  const float size = length(impulse);
  if (size < 999.5f) return Sentence::as_is(fmt::format("{:.3g}", size));
  const std::string words = fmt::format("{:.1e}", size);  // "1.2e+04"
  const std::size_t e = words.find('e');
  return Sentence::as_is(fmt::format("{}e{}", words.substr(0, e), std::stoi(words.substr(e + 1))));
}

std::size_t next_stop(std::span<const Impact> impacts, std::size_t n, bool forward) {
  if (n == 0 && !forward) return 0;
  do n = forward ? n + 1 : n - 1;
  while (!is_stop(impacts, n));
  return n;
}

}  // namespace phasebox
