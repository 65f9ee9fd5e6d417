// SPDX-License-Identifier: MIT
// What a broadphase has promised, as functions that list the broken promises instead of asserting.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/race.hpp"
#include "collide/broadphase.hpp"
#include "contract/settings.hpp"
#include "contract/trial.hpp"
#include "contract/worlds.hpp"

namespace phasebox::contract {

/// One line each: which algorithm, on which world, what.
using Violations = std::vector<std::string>;

/// The first few lines, for a failure message.
std::string join(const Violations& violations);

/// A broadphase under test: new instances of one kind, with the same parameters.
struct Subject {
  std::string label;
  std::function<std::unique_ptr<Broadphase>()> make;
  /// Null, or where the number of the frame that is looked at is written.
  std::atomic<std::uint32_t>* place = nullptr;
  /// Of a plug-in: what a warning about pairs that were refused begins with.
  std::string warning = {};
  /// Runs others, chosen by their times: the order of the pairs, and that alone, may differ.
  bool is_chooser = false;

  void at(std::size_t frame) const {
    if (place) place->store(static_cast<std::uint32_t>(frame), std::memory_order_relaxed);
  }
};
Subject subject_of(const BroadphaseEntry& entry, const Settings& settings = {});

/// The pairs of one frame as the broadphase gives them. Does not reset it.
std::vector<Pair> pairs_of(Broadphase& broadphase, const Frame& frame, Recorder* log = nullptr);
std::vector<Pair> sorted(std::vector<Pair> pairs);

/// "[min_x min_y, max_x max_y]", every digit.
std::string describe(const Aabb& box);

/// How `found` differs from the truth `exact`: pairs not in order, out of range, doubled,
/// invented and, where the set must be exact, missing.
Violations compare(std::span<const Pair> found, std::span<const Pair> exact, bool must_be_exact,
                   const Frame& frame, const std::string& where);

/// A new frame gives the true pairs, untraced and traced.
Violations check_pairs(const Subject& subject, const BoxWorld& world, std::span<const Pair> exact);

/// What the program refused of a plug-in in its last search and the queries after it.
Violations refusals(const Subject& subject, const Broadphase& broadphase, const Frame& frame,
                    const std::string& where);

/// Traced or not, the pairs are the same.
Violations check_traced(const Subject& subject, Broadphase& broadphase, const BoxWorld& world);

/// The same sprites in another order give the same pairs under their new names.
Violations check_order(const Subject& subject, Broadphase& plain, Broadphase& mixed,
                       const BoxWorld& world);

/// Queries of boxes of all kinds give what a scan gives, each sprite once.
Violations check_near(const Subject& subject, const BoxWorld& world);

/// Warmed on the world, and on as many pairs as it can have, further frames call no operator new,
/// and memory that operator new does not count does not grow in each of them.
Violations check_steady_state(const Subject& subject, const BoxWorld& world, const HeapMeter& heap);

/// One instance goes through all frames and gives the true pairs; the first wrong frame counts.
Violations check_frames(const Subject& subject, const Trial& trial);
/// The same for queries: of all kinds in the first frames, of a few in each of a long trial.
Violations check_queries(const Subject& subject, const Trial& trial);
/// Two instances give the same list in every frame, and the same frame again the same pairs.
Violations check_again(const Subject& subject, const Trial& trial);
/// With several threads every frame has the pairs that it has with one.
Violations check_threads(const Subject& subject, const Trial& trial);

/// A lattice of 66,000 boxes that do not overlap, and every 997th once more, shifted: the pairs are
/// known without searching.
struct LargeWorld {
  LargeWorld();
  BoxWorld world;
  std::vector<Pair> exact;
};
/// More objects than 16 bits can number.
Violations check_large(const Subject& subject);

}  // namespace phasebox::contract
