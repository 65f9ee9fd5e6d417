// SPDX-License-Identifier: MIT
// What a broadphase has promised, as functions that list the broken promises instead of asserting.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/race.hpp"
#include "collide/broadphase.hpp"
#include "contract/trial.hpp"
#include "contract/worlds.hpp"

namespace phasebox::contract {

// The right answer, by the definition and by nothing else; shares no code with what it judges.

/// All eligible overlapping pairs, sorted. O(n^2).
std::vector<Pair> exact_pairs(const Frame& frame);

/// The same, of many boxes by a sweep along x.
std::vector<Pair> true_pairs(const Frame& frame);

/// Every sprite whose box overlaps `box`, ascending.
std::vector<SpriteId> exact_near(const Frame& frame, const Aabb& box);

// ---- checks

/// One line each: which algorithm, on which world, what.
using Violations = std::vector<std::string>;

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
  HeapMeter heap = {};

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

/// One instance goes through all frames and gives the true pairs; the first wrong frame counts.
Violations check_frames(const Subject& subject, const Trial& trial);
/// The same for queries: of all kinds in the first frames, of a few in each of a long trial.
Violations check_queries(const Subject& subject, const Trial& trial);

// All that is checked of a broadphase, and the worlds on which.

/// Which of a world's trials a promise is checked on.
enum class Shown : std::uint8_t {
  still,   ///< worlds that stand still, or begin again
  moving,  ///< worlds that move
  any,     ///< those that move where there are, else those that stand still
  large,   ///< enough boxes for several threads, with every tenth world
  huge,    ///< more boxes than 16 bits can number, once
};

/// One promise of a broadphase.
struct PromiseRow {
  std::string_view id, title;  ///< "exact-pairs"; "exact pairs"
  std::string_view rule;       ///< one sentence
  Shown shown;
  Violations (*check)(const Subject&, const Trial&);
};
std::span<const PromiseRow> promises();
const PromiseRow* find_promise(std::string_view id);

/// World number `number` of a check: by turns the list of worlds, lives, tiny and made-up worlds,
/// with further seeds in each round. No frames where the promise is not checked on that world.
Trial trial_of(const PromiseRow& promise, std::uint64_t seed, std::size_t number);

/// How many worlds one round has.
std::size_t worlds_in_a_round();

}  // namespace phasebox::contract
