// SPDX-License-Identifier: MIT
// The rows, and which worlds they are checked on.
#include "contract/promises.hpp"

#include <algorithm>
#include <array>

#include "contract/life.hpp"

namespace phasebox::contract {
namespace {

/// A check of single worlds, on each world that begins in a trial.
template <class Check>
Violations on_each(const Subject& subject, const Trial& trial, Check check) {
  for (std::size_t k = 0; k < trial.frames.size(); ++k) {
    if (k > 0 && !trial.frames[k].is_reset) continue;
    subject.at(k);
    Violations out = check(world_of(trial, k));
    if (!out.empty()) return out;
  }
  return {};
}

// One instance for all worlds, as in a game that changes levels: to make one may take memory that
// costs more than the check.
Violations traced(const Subject& subject, const Trial& trial, const HeapMeter&) {
  const auto broadphase = subject.make();
  return on_each(subject, trial,
                 [&](const BoxWorld& world) { return check_traced(subject, *broadphase, world); });
}

Violations order(const Subject& subject, const Trial& trial, const HeapMeter&) {
  const auto plain = subject.make(), mixed = subject.make();
  return on_each(subject, trial, [&](const BoxWorld& world) {
    return check_order(subject, *plain, *mixed, world);
  });
}

template <auto check>
Violations on_frames(const Subject& subject, const Trial& trial, const HeapMeter&) {
  return check(subject, trial);
}

Violations steady(const Subject& subject, const Trial& trial, const HeapMeter& heap) {
  // A chooser lets algorithms run that are new, and decides by time when: its own tests look at the
  // frames between.
  if (!heap.allocations || subject.is_chooser) return {};
  return on_each(subject, trial,
                 [&](const BoxWorld& world) { return check_steady_state(subject, world, heap); });
}

constexpr PromiseRow kRows[] = {
    {"exact-pairs", "exact pairs",
     "Each eligible overlapping pair once, as a < b, and no other; with is_exact false some may be "
     "missing.",
     Shown::still, on_frames<check_frames>},
    {"lives", "lives",
     "The same through motion, additions, removals, teleports, filters, static flags, resets and "
     "parameters that change.",
     Shown::moving, on_frames<check_frames>},
    {"queries", "queries",
     "A query finds what a scan of all boxes finds, each once, and changes no pairs.", Shown::any,
     on_frames<check_queries>},
    {"traced", "traced", "The pairs are the same when it is watched.", Shown::still, traced},
    {"order", "order", "The pairs do not depend on the order of the boxes.", Shown::still, order},
    {"same-again", "determinism",
     "The same frame again has the same pairs; another instance gives the same list.", Shown::any,
     on_frames<check_again>},
    {"threads", "threads", "2 and 4 threads find what one finds.", Shown::large,
     on_frames<check_threads>},
    {"allocations", "allocations", "Once warm, a frame and a query allocate nothing.", Shown::still,
     steady},
    {"many-objects", "many objects", "The pairs are exact among more than 65,536 boxes.",
     Shown::huge, on_frames<check_frames>},
};

constexpr std::size_t kTiny = 8, kMadeUp = 6;  // trials of a round
constexpr std::size_t kTinyWorlds = 50, kMadeUpWorlds = 20;

Trial large_trial(std::uint64_t seed) {
  constexpr std::size_t kBoxes = 12'000;
  Random random(seed);
  BoxWorld world = world_of("12,000 boxes", random_boxes(random, kBoxes, 6000, 6000, 30));
  world.seed = seed;
  Trial trial = still_trial(world);
  jostle(world, random, 5);
  trial.frames.push_back(frame_of(world));
  return trial;
}

}  // namespace

std::span<const PromiseRow> promises() { return kRows; }

const PromiseRow* find_promise(std::string_view id) {
  const auto* row = std::ranges::find(kRows, id, &PromiseRow::id);
  return row == std::end(kRows) ? nullptr : row;
}

std::size_t worlds_in_a_round() { return world_makers().size() + kHappenings + kTiny + kMadeUp; }

Trial trial_of(const PromiseRow& promise, std::uint64_t seed, std::size_t number) {
  constexpr std::size_t kLarge = 10, kObjects = 120;
  constexpr int kFrames = 300;
  const std::uint64_t own = seed + number / worlds_in_a_round();
  if (promise.shown == Shown::large)
    return number % kLarge == 0 ? large_trial(own * 100 + number) : Trial{};
  if (promise.shown == Shown::huge) return number == 0 ? still_trial(LargeWorld().world) : Trial{};
  std::size_t slot = number % worlds_in_a_round();
  const bool may_move = promise.shown != Shown::still, may_stand = promise.shown != Shown::moving;
  if (slot < world_makers().size()) {
    const BoxWorld world = make_world(world_makers()[slot], own);
    return may_move ? moving_trial(world) : still_trial(world);
  }
  slot -= world_makers().size();
  if (slot < kHappenings)
    return may_move ? life(static_cast<Happening>(slot), kObjects, kFrames, own + slot) : Trial{};
  slot -= kHappenings;
  if (slot < kTiny) return may_stand ? tiny_trial(own * 100 + slot, kTinyWorlds) : Trial{};
  return may_move ? made_up_trial(own * 100 + slot, kMadeUpWorlds) : Trial{};
}

}  // namespace phasebox::contract
