// SPDX-License-Identifier: MIT
// A queue of boxes, and the swaps from each frame to the next.
#include "lab/world_lines/world_lines.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace phasebox {

Status WorldLines::apply(const WatchWorldLines&, const Session& session) {
  if (std::exchange(is_on_, true)) return {};
  look(session);  // a paused picture has its first frame too
  return {};
}

Status WorldLines::apply(const StopWorldLines&, const Session&) {
  *this = {};
  return {};
}

std::size_t WorldLines::capacity(std::size_t sprites) {
  const std::size_t bytes = std::max<std::size_t>(sprites, 1) * sizeof(Aabb);
  return std::clamp<std::size_t>(kMaxBytes / bytes, 2, kMaxFrames);
}

void WorldLines::look(const Session& session) {
  const std::uint64_t population = session.population_changes();
  const bool is_other = std::exchange(population_, population) != population;
  const std::uint64_t step = session.steps();
  const auto boxes = session.frame().boxes;
  const bool is_kept =
      !frames_.empty() && step >= frames_.front().step && step <= frames_.back().step;
  const auto at = static_cast<std::size_t>(is_kept ? step - frames_.front().step : 0);
  // Going back counts as another population as well, but shows what was seen.
  if (is_kept && std::ranges::equal(frames_[at].boxes, boxes)) return;
  if (is_other || (!is_kept && !frames_.empty() && step != frames_.back().step + 1))
    frames_.clear();
  else if (is_kept)
    frames_.resize(at);  // what came after it is another future
  push(step, boxes);
}

// The memory of the oldest frame serves the newest.
void WorldLines::push(std::uint64_t step, std::span<const Aabb> boxes) {
  Kept kept;
  while (frames_.size() >= capacity(boxes.size())) {
    kept = std::move(frames_.front());
    frames_.pop_front();
  }
  kept.step = step;
  kept.boxes.assign(boxes.begin(), boxes.end());
  frames_.push_back(std::move(kept));
}

std::vector<SpriteId> lines_shown(std::span<const SpriteId> selection, std::size_t sprites) {
  const std::size_t all = selection.empty() ? sprites : selection.size();
  std::vector<SpriteId> shown(std::min(all, WorldLines::kMaxSprites));
  if (selection.empty())
    std::iota(shown.begin(), shown.end(), SpriteId{0});
  else
    std::copy_n(selection.begin(), shown.size(), shown.begin());
  std::erase_if(shown, [&](SpriteId id) { return id >= sprites; });
  return shown;
}

namespace {

// Begins at even places, ends at odd ones.
void read_boundaries(const std::vector<Aabb>& boxes, Axis axis, std::span<const SpriteId> sprites,
                     std::vector<float>& into) {
  into.clear();
  for (const SpriteId id : sprites)
    into.push_back(low(boxes[id], axis)), into.push_back(high(boxes[id], axis));
}

std::uint32_t insertion_swaps(std::vector<std::size_t>& order, const std::vector<float>& place) {
  std::uint32_t swaps = 0;
  for (std::size_t k = 1; k < order.size(); ++k)
    for (std::size_t at = k; at > 0 && place[order[at]] < place[order[at - 1]]; --at, ++swaps)
      std::swap(order[at], order[at - 1]);
  return swaps;
}

}  // namespace

std::vector<std::uint32_t> crossings(const std::deque<WorldLines::Kept>& frames, Axis axis,
                                     std::span<const SpriteId> sprites) {
  std::vector<std::uint32_t> swaps;
  std::vector<std::size_t> order(2 * sprites.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<float> place;
  for (const WorldLines::Kept& frame : frames) {
    read_boundaries(frame.boxes, axis, sprites, place);
    const std::uint32_t made = insertion_swaps(order, place);
    swaps.push_back(swaps.empty() ? 0 : made);
  }
  return swaps;
}

}  // namespace phasebox
