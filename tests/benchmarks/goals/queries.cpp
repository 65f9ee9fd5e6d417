// SPDX-License-Identifier: MIT
// Goals for queries after a frame: which boxes overlap a region, beside Boost's packed R-tree over
// the same boxes.
#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/random.hpp"
#include "query_race.hpp"

namespace phasebox::goals {
namespace {

constexpr float kSprite = 24, kTenSprites = 240;  // px; sprites are 8 to 40 px wide

/// Squares at random places.
std::vector<Aabb> regions_in(const Aabb& bounds, float side) {
  Random random{11};
  std::vector<Aabb> all;
  while (all.size() < kQuestions) {
    const float x = random.uniform(bounds.min.x, bounds.max.x);
    const float y = random.uniform(bounds.min.y, bounds.max.y);
    all.push_back({{x, y}, {x + side, y + side}});
  }
  return all;
}

std::vector<SpriteId> sorted_ids(const Answer<SpriteId>& answer, std::size_t k) {
  Sink<SpriteId> found;
  answer(k, found);
  std::vector<SpriteId> ids(found.items().begin(), found.items().end());
  std::ranges::sort(ids);
  return ids;
}

void check_answers(std::string_view id, const QueryField& field,
                   std::span<const Answer<SpriteId>> answers) {
  for (std::size_t k = 0; k < kQuestions; ++k)
    for (const auto& answer : answers)
      if (sorted_ids(answer, k) != sorted_ids(answers[0], k))
        give_up(fmt::format("{}: {} is WRONG: region {} differs", field.name, id, k));
}

template <std::size_t NodeSize>
Answer<SpriteId> by_boost(const QueryField& field, const PackedRtree<NodeSize>& tree,
                          const std::vector<Aabb>& regions) {
  return [&](std::size_t k, Sink<SpriteId>& out) {
    const Aabb& r = regions[k];
    const typename PackedRtree<NodeSize>::Box box{{r.min.x, r.min.y}, {r.max.x, r.max.y}};
    tree.each_met(box, [&](SpriteId id) {
      if (overlaps(field.boxes()[id], r)) out.push(id);
    });
  };
}

double region_ratio(const BroadphaseEntry& entry, const QueryField& field, float side) {
  const std::vector<Aabb> regions = regions_in(field.bounds, side);
  const std::unique_ptr<Broadphase> ours = made_ready(entry, field);
  const Frame last = field.last();
  const std::vector<Answer<SpriteId>> answers{
      [&](std::size_t k, Sink<SpriteId>& out) { ours->query(last, regions[k], out, nullptr); },
      by_boost(field, field.eight, regions), by_boost(field, field.sixteen, regions)};
  check_answers(entry.id, field, answers);
  return times_the_best<SpriteId>(answers);
}

Measured worst_region(const BroadphaseEntry& entry) {
  return worst_of_fields([&](const QueryField& field) {
    Measured worst;
    for (const float side : {kSprite, kTenSprites}) {
      const double ratio = region_ratio(entry, field, side);
      if (ratio > worst.value) worst = {ratio, fmt::format("{}, {} px", field.name, side)};
    }
    return worst;
  });
}

std::vector<Goal> query_goals() {
  return goals_of_contenders("region of 24 or 240 px: times Boost's packed R-tree", worst_region);
}

}  // namespace

extern const Topic queries_topic{"queries", "Queries", query_goals};

}  // namespace phasebox::goals
