// SPDX-License-Identifier: MIT
// One broadphase over swelled boxes; what overlaps now and in straight flight is told from its
// pairs.
#include "lab/horizon/horizon.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "collide/registry.hpp"

namespace phasebox {

std::string describe(const Horizon& horizon, std::string_view time) {
  if (!horizon.is_counted)
    return fmt::format("Counted for at most {} sprites and {} pairs.",
                       grouped(HorizonFinder::kMaxSprites), grouped(HorizonFinder::kMaxPairs));
  std::string words = fmt::format("{} now, {} {} if all fly straight",
                                  counted(horizon.now, "candidate"), grouped(horizon.within), time);
  if (horizon.extra > 0) words += fmt::format(", {} more by acceleration", grouped(horizon.extra));
  return words + ".";
}

const Horizon& HorizonFinder::find(const Session& session, const StraightFlight& ahead) {
  const Asked asked{session.steps(), session.changes(), session.population_changes(), ahead};
  if (asked_ == asked) return found_;
  asked_ = asked;
  found_ = {};
  found_.is_counted = session.world().size() <= kMaxSprites && sweep(session, ahead);
  if (!found_.is_counted) return found_;
  const auto boxes = session.frame().boxes;
  for (const Pair pair : pairs_.items()) take(session.world(), boxes, pair, ahead);
  std::ranges::sort(found_.impacts, {},
                    [](const ComingImpact& i) { return std::tuple(i.seconds, key(i.pair)); });
  return found_;
}

// Whether it came to its end.
bool HorizonFinder::sweep(const Session& session, const StraightFlight& ahead) {
  if (!finder_) finder_ = find_entry(broadphases(), "sort-and-sweep")->make();
  Frame frame = session.frame();
  boxes_.resize(frame.size());
  for (SpriteId i = 0; i < boxes_.size(); ++i)
    boxes_[i] = box_of_flight(session.world(), i, frame.boxes[i], ahead);
  WorkLimit limit;
  limit.max_pairs = kMaxPairs;
  frame.boxes = boxes_, frame.limit = &limit;
  pairs_.clear();
  finder_->reset(frame);
  finder_->find_pairs(frame, pairs_, nullptr);
  return !limit.is_stopped();
}

void HorizonFinder::take(const World& world, std::span<const Aabb> boxes, Pair pair,
                         const StraightFlight& ahead) {
  const auto [i, j] = pair;
  const StraightFlight straight = ahead.without_acceleration();
  found_.now += overlaps(boxes[i], boxes[j]);
  if (!overlaps(box_of_flight(world, i, boxes[i], straight),
                box_of_flight(world, j, boxes[j], straight))) {
    ++found_.extra;
    return;
  }
  ++found_.within;
  const auto time =
      first_contact(boxes[i], flight_velocity(world, i), boxes[j], flight_velocity(world, j));
  if (time && *time > 0 && *time <= ahead.seconds) found_.impacts.push_back({pair, *time});
}

}  // namespace phasebox
