// SPDX-License-Identifier: MIT
// What a broadphase promises, as functions that check a promise and return the list of violations
// that they found.
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

// The functions below compute the right answers by the definition of overlap and eligibility alone.
// They share no code with the broadphases that they judge.

/// Returns all eligible overlapping pairs (a, b) with a < b, sorted by a, then b. It compares every
/// two boxes: O(n^2).
std::vector<Pair> exact_pairs(const Frame& frame);

/// Returns the same as `exact_pairs`. In frames of more than 4,000 boxes it compares only boxes
/// whose ranges of x overlap, which is faster.
std::vector<Pair> true_pairs(const Frame& frame);

/// Returns the sprites whose boxes overlap `box`, in ascending order. O(n).
std::vector<SpriteId> exact_near(const Frame& frame, const Aabb& box);

// ---- checks

/// The violations that a check found; empty when the promise is kept. Each is a text with the
/// broadphase, the world and the fault.
using Violations = std::vector<std::string>;

/// A broadphase under check with its parameters.
struct Subject {
  std::string label;  ///< id and settings, for messages
  /// Makes another instance with these parameters.
  std::function<std::unique_ptr<Broadphase>()> make;
  /// Null, or where a check writes the number of the trial's frame that it is checking, from 0.
  std::atomic<std::uint32_t>* place = nullptr;
  /// A plug-in: the text with which its warnings begin, which count as violations. Empty for other
  /// broadphases.
  std::string warning = {};
  /// True for a broadphase that chooses another one to run by measured times. The order of its
  /// pairs, and what it allocates, may then differ from run to run.
  bool is_chooser = false;
  HeapMeter heap = {};  ///< of this process; without it, allocations are not checked

  /// Writes the number of the frame that is being checked to `place`, if there is one.
  void at(std::size_t frame) const {
    if (place) place->store(static_cast<std::uint32_t>(frame), std::memory_order_relaxed);
  }
};
/// Makes the subject of a broadphase of the registry or of a plug-in, with these settings and else
/// the defaults. The entry must outlive the subject.
Subject subject_of(const BroadphaseEntry& entry, const Settings& settings = {});

/// Returns the pairs that `find_pairs` of the broadphase gives for a frame, in its order. The
/// caller has called `reset` or `edit` as needed. `log` is null or gets the events.
std::vector<Pair> pairs_of(Broadphase& broadphase, const Frame& frame, Recorder* log = nullptr);
/// Returns the pairs sorted by a, then b.
std::vector<Pair> sorted(std::vector<Pair> pairs);

/// Writes a box as "[min_x min_y, max_x max_y]" in px, with all digits that a float needs.
std::string describe(const Aabb& box);

/// Compares the pairs `found`, in any order, with the right answer `exact`, which is sorted.
/// Violations are pairs that are not a < b < frame.size(), pairs given more than once, pairs that
/// are not in `exact` and, if `must_be_exact`, pairs of `exact` that are missing. Their texts begin
/// with `where`.
Violations compare(std::span<const Pair> found, std::span<const Pair> exact, bool must_be_exact,
                   const Frame& frame, const std::string& where);

/// Checks the pairs that one instance finds in each frame of the trial, in order. Returns the
/// violations of the first wrong frame; empty if there is none.
Violations check_frames(const Subject& subject, const Trial& trial);
/// Checks the box queries of one instance in each frame of the trial, in order, and that it finds
/// the same pairs as an instance without queries. A frame gets up to 71 queries, or 5 random ones
/// of them where the trial has more than 20 frames. Returns the violations of the first wrong
/// frame; empty if there is none.
Violations check_queries(const Subject& subject, const Trial& trial);

// The list of promises, and the worlds on which each is checked.

/// The kind of trial on which a promise is checked.
enum class Shown : std::uint8_t {
  still,   ///< worlds in which no box moves: one frame each
  moving,  ///< worlds in which boxes move and are added and removed from frame to frame
  any,     ///< all that `moving` has, and tiny worlds of one frame
  large,   ///< 12,000 boxes, enough for several threads; only every tenth world of a check
  huge,    ///< more than 66,000 boxes, more than 16 bits can number; only one world
};

/// One promise that every broadphase makes.
struct PromiseRow {
  std::string_view id, title;  ///< for files, "exact-pairs"; for users, "exact pairs"
  std::string_view rule;       ///< what is promised, in one sentence
  Shown shown;
  Violations (*check)(const Subject&, const Trial&);
};
/// All promises, in the order in which they are checked.
std::span<const PromiseRow> promises();
/// Returns the promise with that id, or null.
const PromiseRow* find_promise(std::string_view id);

/// Returns the trial on which a check looks at world `number`, counted from 0. A round goes through
/// all kinds of world, then through lives, tiny and made-up worlds; the next round does the same
/// with another seed. The trial has no frames when the promise is not checked on that world.
Trial trial_of(const PromiseRow& promise, std::uint64_t seed, std::size_t number);

/// The number of worlds in one round of `trial_of`.
std::size_t worlds_in_a_round();

}  // namespace phasebox::contract
