// SPDX-License-Identifier: MIT
// Keeps the boxes of each step, and counts how often begins and ends of boxes change places.
#include "lab/box_history.hpp"

#include <numeric>
#include <optional>
#include <utility>

namespace phasebox {
namespace {

/// Sorts `order`, indices into `place`, by insertion, and returns the number of swaps.
std::uint32_t insertion_swaps(std::vector<std::size_t>& order, const std::vector<float>& place) {
  std::uint32_t swaps = 0;
  for (std::size_t k = 1; k < order.size(); ++k)
    for (std::size_t at = k; at > 0 && place[order[at]] < place[order[at - 1]]; --at, ++swaps)
      std::swap(order[at], order[at - 1]);
  return swaps;
}

/// Returns the ids that edits have given to new sprites in place of old ones, ascending; none when
/// other ids changed, too.
std::optional<std::vector<SpriteId>> born_in_place(std::span<const Edit> edits) {
  std::vector<SpriteId> born;
  for (; edits.size() >= 2; edits = edits.subspan(2)) {
    const bool replaces = edits[0].kind == Edit::Kind::add && edits[1].kind == Edit::Kind::remove &&
                          edits[1].moved_from == edits[0].id;
    if (!replaces) return {};
    born.push_back(edits[1].id);
  }
  if (!edits.empty()) return {};
  std::ranges::sort(born);
  born.erase(std::unique(born.begin(), born.end()), born.end());
  return born;
}

}  // namespace

Status BoxHistory::apply(const KeepBoxes& watch, const Session& session) {
  const bool was_on = is_on_;
  if (!watch.on) close();
  is_on_ = watch.on;
  if (!was_on) observe(session);  // so that there is a frame even while the session is paused
  return {};
}

void BoxHistory::observe(const Session& session) {
  if (!is_on_) return;
  const PopulationChanges changes = session.population_changes();
  const std::uint64_t made = changes.count - std::exchange(population_, changes.count);
  std::optional<std::vector<SpriteId>> born;  // none: ids may stand for other sprites than before
  if (made == 0) born.emplace();
  if (made > 0 && made == changes.last.size()) born = born_in_place(changes.last);
  const std::uint64_t step = session.steps();
  const auto boxes = session.frame().boxes;
  const bool is_kept =
      !frames_.empty() && step >= frames_.front().step && step <= frames_.back().step;
  const auto at = static_cast<std::size_t>(is_kept ? step - frames_.front().step : 0);
  const bool is_again = std::exchange(seen_, step) == step;
  // Going back in time counts as a population change, although the frame is one that was kept.
  if (is_kept && std::ranges::equal(frames_[at].boxes, boxes)) return;
  // A sprite that is dragged while paused changes the frame, but not who was born in it.
  if (is_again && is_kept && made == 0) born = std::move(frames_[at].born);
  if (!born || (!is_kept && !frames_.empty() && step != frames_.back().step + 1))
    frames_.clear();
  else if (is_kept)
    frames_.resize(at);  // the frames from here on belong to a future that was changed
  push(step, boxes, std::move(born).value_or(std::vector<SpriteId>()));
}

// Appends a frame and reuses the memory of the oldest one when the queue is full.
void BoxHistory::push(std::uint64_t step, std::span<const Aabb> boxes, std::vector<SpriteId> born) {
  Kept kept;
  while (frames_.size() >= capacity(boxes.size())) {
    kept = std::move(frames_.front());
    frames_.pop_front();
  }
  kept.step = step;
  kept.boxes.assign(boxes.begin(), boxes.end());
  kept.born = std::move(born);
  frames_.push_back(std::move(kept));
}

std::vector<SpriteId> lines_shown(std::span<const SpriteId> selection, std::size_t sprites) {
  const std::size_t all = selection.empty() ? sprites : selection.size();
  std::vector<SpriteId> shown(std::min(all, BoxHistory::kMaxSprites));
  if (selection.empty())
    std::iota(shown.begin(), shown.end(), SpriteId{0});
  else
    std::copy_n(selection.begin(), shown.size(), shown.begin());
  std::erase_if(shown, [&](SpriteId id) { return id >= sprites; });
  return shown;
}

std::vector<std::uint32_t> crossings(const std::deque<BoxHistory::Kept>& frames, Axis axis,
                                     std::span<const SpriteId> sprites) {
  std::vector<std::uint32_t> swaps;
  std::vector<std::size_t> order(2 * sprites.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<float> place;
  for (const BoxHistory::Kept& frame : frames) {
    place.clear();  // begins at even indices, ends at odd ones
    for (const SpriteId id : sprites) {
      place.push_back(low(frame.boxes[id], axis));
      place.push_back(high(frame.boxes[id], axis));
    }
    const std::uint32_t made = insertion_swaps(order, place);
    swaps.push_back(swaps.empty() ? 0 : made);
  }
  return swaps;
}

}  // namespace phasebox
