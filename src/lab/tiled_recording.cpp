// SPDX-License-Identifier: MIT
// Repeats a recording side by side, for what it would be with many times as many boxes.
#include "lab/tiled_recording.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace phasebox {
namespace {

/// Distance from copy to copy, px: the extent of all boxes of these frames and a gap.
Vec2 pitch_of(const Recording& from, std::size_t first, std::size_t end) {
  constexpr float kGap = 0.002f;  // share of the extent; more than what floats round off
  Aabb all = from.boxes(first).empty() ? Aabb{} : from.boxes(first)[0];
  for (std::size_t f = first; f < end; ++f)
    for (const Aabb& box : from.boxes(f)) all = united(all, box);
  const Vec2 size = extent(all);
  return {std::max(size.x, 1.0f) * (1 + kGap), std::max(size.y, 1.0f) * (1 + kGap)};
}

/// Carries the ids of objects through the edits that lead to a frame; new objects get `next`.
void follow_edits(std::vector<std::int64_t>& ids, std::span<const Edit> edits, std::int64_t& next) {
  for (const Edit& e : edits)
    if (e.kind == Edit::Kind::add) {
      ids.push_back(next++);
    } else {
      ids[e.id] = ids[e.moved_from];
      ids.pop_back();
    }
}

}  // namespace

BoxRecording tiled(const Recording& from, std::size_t first, std::size_t frames,
                   std::size_t times) {
  const std::size_t end = std::min(first + frames, from.size());
  const Vec2 pitch = pitch_of(from, first, end);
  const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(times))));
  BoxRecording to;
  to.unit = from.unit();
  to.rule = from.frame(first).rule;
  std::vector<std::int64_t> ids(from.boxes(first).size());
  std::iota(ids.begin(), ids.end(), std::int64_t{0});
  auto next = static_cast<std::int64_t>(ids.size());
  std::vector<std::size_t> order;  // indices of the frame's boxes, by id
  for (std::size_t f = first; f < end; ++f) {
    if (f > first) follow_edits(ids, from.edits(f), next);
    order.resize(ids.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return ids[i]; });
    for (const std::size_t i : order)
      for (std::size_t t = 0; t < times; ++t) {
        const Vec2 by{pitch.x * static_cast<float>(t % columns),
                      pitch.y * static_cast<float>(t / columns)};
        const Aabb& box = from.boxes(f)[i];
        to.ids.push_back(ids[i] * static_cast<std::int64_t>(times) + static_cast<std::int64_t>(t));
        to.boxes.push_back({box.min + by, box.max + by});
        to.filters.push_back(from.filters(f).empty() ? Filter{} : from.filters(f)[i]);
        to.is_static.push_back(from.is_static(f).empty() ? 0 : from.is_static(f)[i]);
      }
    to.frames.push_back(static_cast<std::int64_t>(f));
    to.begins.push_back(to.ids.size());
  }
  return to;
}

}  // namespace phasebox
