// SPDX-License-Identifier: MIT
// Goals for small worlds: 10 to 200 boxes, where most games live. A call takes so little that
// thousands are timed together, in processor time.
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "collide/registry.hpp"
#include "goal.hpp"
#include "races.hpp"

namespace phasebox::goals {
namespace {

constexpr std::uint32_t kFrames = 60;

/// ns per call of `find_pairs`: the median of rounds, each of every frame a hundred times over.
double ns_per_call(const BroadphaseEntry& entry, const Recording& frames) {
  constexpr std::size_t kRounds = 15, kTimes = 100;
  const std::unique_ptr<Broadphase> broadphase = entry.make();
  broadphase->reset(frames.frame(0));
  PairSink pairs;
  std::vector<double> rounds(kRounds);
  for (double& ns : rounds) {
    const double start = worked();
    for (std::size_t k = 0; k < kTimes; ++k)
      for (std::size_t frame = 0; frame < frames.size(); ++frame) {
        pairs.clear();
        broadphase->find_pairs(frames.frame(frame), pairs, nullptr);
      }
    ns = (worked() - start) / static_cast<double>(kTimes * frames.size());
  }
  std::ranges::nth_element(rounds, rounds.begin() + kRounds / 2);
  return rounds[kRounds / 2];
}

const BroadphaseEntry& brute_force() { return *find_entry(broadphases(), "brute-force"); }

Goal per_object(std::uint32_t boxes, double bar) {
  return {
      .claim = fmt::format("brute force, `uniform`, {} boxes: per box", boxes),
      .bar = bar,
      .unit = "ns",
      .measure = [boxes] {
        return Measured{ns_per_call(brute_force(), recorded("uniform", boxes, kFrames)) / boxes};
      }};
}

/// The entry that takes longest over the frames.
Measured slowest(const Recording& frames) {
  Measured worst;
  for (const BroadphaseEntry* entry : broadphases()) {
    if (entry->role == BroadphaseRole::chooser) continue;  // a goal of its own
    const double ns = ns_per_call(*entry, frames);
    if (ns > worst.value) worst = {ns, std::string(entry->id)};
  }
  return worst;
}

Measured slowest_without_boxes() {
  Recording frames;
  for (int k = 0; k < 60; ++k) frames.add(std::span<const Aabb>());
  return slowest(frames);
}

std::vector<Goal> small_goals() {
  return {per_object(10, 5),
          per_object(50, 9),
          {.claim = "a call without boxes, slowest but `auto`",
           .bar = 150,
           .unit = "ns",
           .measure = slowest_without_boxes},
          {.claim = "a call with 10 boxes, `uniform`, slowest but `auto`",
           .bar = 150,
           .unit = "ns",
           .measure = [] { return slowest(recorded("uniform", 10, kFrames)); }}};
}

}  // namespace

extern const Topic small_worlds_topic{"small-worlds", "Small worlds", small_goals};

}  // namespace phasebox::goals
