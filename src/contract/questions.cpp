// SPDX-License-Identifier: MIT
// Which boxes are asked about.
#include "contract/questions.hpp"

#include <algorithm>

#include "contract/truth.hpp"

namespace phasebox::contract {
namespace {

std::vector<SpriteId> near_of(Broadphase& broadphase, const Frame& f, const Aabb& box,
                              Recorder* log) {
  Sink<SpriteId> out;
  broadphase.query(f, box, out, log);
  std::vector<SpriteId> ids(out.items().begin(), out.items().end());
  std::sort(ids.begin(), ids.end());
  return ids;
}

Aabb bounds_of(std::span<const Aabb> boxes) {
  Aabb bounds = boxes.empty() ? Aabb{} : boxes[0];
  for (const Aabb& b : boxes) bounds = united(bounds, b);
  return bounds;
}

}  // namespace

std::vector<Aabb> questions(const Frame& f, Random& random) {
  const Aabb all = bounds_of(f.boxes);
  const Vec2 mid = center(all);
  const float step = std::max(1.0f, all.max.x * 0.1f - all.min.x * 0.1f);
  std::vector<Aabb> ask{
      all,
      {mid, mid},
      {all.min, mid},
      {mid, all.max},
      {all.min, all.min},
      {{all.min.x - step, all.min.y - step}, {all.max.x + step, all.max.y + step}},
      {{all.min.x - step, all.min.y}, {all.min.x, all.max.y}},
      {{all.max.x, all.min.y}, {all.max.x + step, all.max.y}},
      {{all.min.x - 2 * step, mid.y}, {all.min.x - step, all.max.y}},
      {{mid.x, all.min.y}, {mid.x, all.max.y}},
      {{all.min.x, mid.y}, {all.max.x, mid.y}}};
  for (int k = 0; k < 12 && f.size() > 0; ++k) {
    const auto any = [&] { return f.boxes[random.below(static_cast<std::uint32_t>(f.size()))]; };
    const Aabb a = any(), b = any();
    ask.push_back(a);
    ask.push_back({a.min, a.min});
    ask.push_back(united(a, b));
    ask.push_back(Aabb{center(a), center(a)});
    ask.push_back(united({a.max, a.max}, {b.min, b.min}));
  }
  std::erase_if(ask, [](const Aabb& b) { return !is_valid(b); });
  return ask;
}

Violations ask_all(Broadphase& broadphase, const Frame& f, std::span<const Aabb> asked,
                   const std::string& where) {
  constexpr std::size_t kShown = 3;
  Violations out;
  Recorder log;
  bool is_shown = false;
  for (const Aabb& box : asked) {
    is_shown = !is_shown;
    const auto found = near_of(broadphase, f, box, is_shown ? &log : nullptr);
    const auto exact = exact_near(f, box);
    if (found == exact) continue;
    out.push_back(where + ": query " + contract::describe(box) + " gives " +
                  std::to_string(found.size()) + " sprites, a scan " +
                  std::to_string(exact.size()));
    if (out.size() >= kShown) break;
  }
  return out;
}

}  // namespace phasebox::contract
