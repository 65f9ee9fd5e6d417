// SPDX-License-Identifier: MIT
// Workloads of queries, made once.
#include "query_race.hpp"

#include <map>

#include <fmt/format.h>

namespace phasebox::goals {
namespace {

constexpr std::uint32_t kFrames = 4;

/// The same for all rows.
const QueryField& field_of(std::string_view scene, std::uint32_t count) {
  static std::map<std::pair<std::string_view, std::uint32_t>, std::unique_ptr<QueryField>> fields;
  auto& field = fields[{scene, count}];
  if (!field) field = std::make_unique<QueryField>(scene, count);
  return *field;
}

}  // namespace

QueryField::QueryField(std::string_view scene, std::uint32_t count)
    : name(fmt::format("{}, {}", scene, count)), frames(recorded(scene, count, kFrames)) {
  for (const Aabb& box : boxes()) bounds = united(bounds, box);
}

Measured worst_of_fields(const std::function<Measured(const QueryField&)>& ratio) {
  Measured worst;
  for (const std::uint32_t count : {10'000u, 100'000u})
    for (const std::string_view scene : kWorkloads) {
      const Measured here = ratio(field_of(scene, count));
      if (here.value > worst.value) worst = here;
    }
  return worst;
}

std::unique_ptr<Broadphase> made_ready(const BroadphaseEntry& entry, const QueryField& field) {
  std::unique_ptr<Broadphase> broadphase = entry.make();
  broadphase->reset(field.frames.frame(0));
  PairSink pairs;
  for (std::size_t k = 0; k < field.frames.size(); ++k) {
    pairs.clear();
    broadphase->find_pairs(field.frames.frame(k), pairs, nullptr);
  }
  return broadphase;
}

std::vector<Goal> goals_of_contenders(
    const std::string& claim, const std::function<Measured(const BroadphaseEntry&)>& worst) {
  std::vector<Goal> goals;
  for (const BroadphaseEntry* entry : broadphases())
    if (entry->role == BroadphaseRole::contender)
      goals.push_back({.claim = fmt::format("{}, {}", entry->id, claim),
                       .bar = 1,
                       .measure = [entry, worst] { return worst(*entry); }});
  return goals;
}

}  // namespace phasebox::goals
