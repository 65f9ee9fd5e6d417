// SPDX-License-Identifier: MIT
// The promises of a broadphase, as functions that return a list of violations instead of asserting.
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

// The right answers follow from the definition alone. They share no code with what they judge.

/// Returns all eligible overlapping pairs, sorted. O(n^2).
std::vector<Pair> exact_pairs(const Frame& frame);

/// Returns all eligible overlapping pairs, sorted. Frames of more than 4,000 boxes are swept along
/// x.
std::vector<Pair> true_pairs(const Frame& frame);

/// Returns every sprite whose box overlaps `box`, ascending. O(n).
std::vector<SpriteId> exact_near(const Frame& frame, const Aabb& box);

// ---- checks

/// The violations that a check found. Each is a text with the algorithm, the world and the fault.
using Violations = std::vector<std::string>;

/// A broadphase under test: it makes instances of one kind with the same parameters.
struct Subject {
  std::string label;
  std::function<std::unique_ptr<Broadphase>()> make;
  /// Null, or the place to which the number of the frame under check is written.
  std::atomic<std::uint32_t>* place = nullptr;
  /// The beginning of the warnings about what the program refused of a plug-in; empty for others.
  std::string warning = {};
  /// True for a broadphase that runs others, chosen by their times. Only the order of its pairs may
  /// differ from run to run.
  bool is_chooser = false;
  HeapMeter heap = {};

  /// Notes the number of the frame under check.
  void at(std::size_t frame) const {
    if (place) place->store(static_cast<std::uint32_t>(frame), std::memory_order_relaxed);
  }
};
/// Makes the subject of an entry, whose instances have these settings. The entry must outlive it.
Subject subject_of(const BroadphaseEntry& entry, const Settings& settings = {});

/// Returns the pairs of one frame as the broadphase gives them. Does not reset it.
std::vector<Pair> pairs_of(Broadphase& broadphase, const Frame& frame, Recorder* log = nullptr);
std::vector<Pair> sorted(std::vector<Pair> pairs);

/// Writes a box as "[min_x min_y, max_x max_y]", with every digit.
std::string describe(const Aabb& box);

/// Compares the pairs `found` with the right answer `exact`, which is sorted. Violations are pairs
/// that are not a < b < n, duplicates, false positives and, where the set must be exact, false
/// negatives.
Violations compare(std::span<const Pair> found, std::span<const Pair> exact, bool must_be_exact,
                   const Frame& frame, const std::string& where);

/// Checks the pairs of one instance that goes through all frames. Returns the violations of the
/// first wrong frame.
Violations check_frames(const Subject& subject, const Trial& trial);
/// Checks the queries of one instance that goes through all frames, and that they change no pairs.
/// Each frame gets queries of all kinds, or a random few where the trial has more than 20 frames.
/// Returns the violations of the first wrong frame.
Violations check_queries(const Subject& subject, const Trial& trial);

// The list of promises, and the worlds on which each is checked.

/// The trials on which a promise is checked.
enum class Shown : std::uint8_t {
  still,   ///< worlds that stand still, or begin again
  moving,  ///< worlds that move
  any,     ///< worlds in motion where the list has them, else worlds that stand still
  large,   ///< a world with enough boxes for several threads, at every tenth number
  huge,    ///< one world with more boxes than 16 bits can number
};

/// One promise of a broadphase.
struct PromiseRow {
  std::string_view id, title;  ///< "exact-pairs"; "exact pairs"
  std::string_view rule;       ///< one sentence
  Shown shown;
  Violations (*check)(const Subject&, const Trial&);
};
/// All promises, in the order in which they are checked.
std::span<const PromiseRow> promises();
/// Returns the promise with that id, or null.
const PromiseRow* find_promise(std::string_view id);

/// Returns the trial of world `number` of a check. A round goes through the list of worlds, lives,
/// tiny and made-up worlds; each round has another seed. The trial has no frames where the promise
/// is not checked on that world.
Trial trial_of(const PromiseRow& promise, std::uint64_t seed, std::size_t number);

/// The number of worlds in one round.
std::size_t worlds_in_a_round();

}  // namespace phasebox::contract
