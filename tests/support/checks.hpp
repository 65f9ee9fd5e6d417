// SPDX-License-Identifier: MIT
// What a broadphase has promised, as functions that list the broken promises instead of asserting.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collide/broadphase.hpp"
#include "support/worlds.hpp"

namespace phasebox::test {

/// One line each: which algorithm, on which world, what.
using Violations = std::vector<std::string>;

/// The first few lines, for a failure message.
std::string join(const Violations& violations);

struct Setting {
  std::string_view key;
  double value = 0;
};
using Settings = std::vector<Setting>;

/// The defaults; each row alone at its low and at its high end; all low; all high; `random_ones`
/// random combinations.
std::vector<Settings> settings_to_try(std::span<const Param> rows, std::size_t random_ones,
                                      std::uint64_t seed);

/// Sets them; asserts that every key exists.
void set_params(ParamView view, const Settings& settings);

/// A broadphase under test: new instances of one kind, with the same parameters.
struct Subject {
  std::string label;
  std::function<std::unique_ptr<Broadphase>()> make;
};
Subject subject_of(const BroadphaseEntry& entry, const Settings& settings = {});

/// The pairs of one frame as the broadphase gives them. Does not reset it.
std::vector<Pair> pairs_of(Broadphase& broadphase, const Frame& frame, Recorder* log = nullptr);
std::vector<Pair> sorted(std::vector<Pair> pairs);

/// "[min_x min_y, max_x max_y]", every digit.
std::string describe(const Aabb& box);

/// How `found` differs from the oracle's `exact`: pairs not in order, out of range, doubled,
/// invented and, where the set must be exact, missing.
Violations compare(std::span<const Pair> found, std::span<const Pair> exact, bool must_be_exact,
                   const Frame& frame, const std::string& where);

/// A new frame gives the oracle's pairs, untraced and traced.
Violations check_pairs(const Subject& subject, const BoxWorld& world, std::span<const Pair> exact);

/// The same sprites in another order give the same pairs under their new names.
Violations check_order(const Subject& subject, const BoxWorld& world);

/// One instance follows a moving world: jumps, additions, removals, a reset to another world, and
/// the removal of all.
Violations check_motion(const Subject& subject, const BoxWorld& world);

/// Queries of boxes of all kinds give what a scan gives, each sprite once.
Violations check_near(const Subject& subject, const BoxWorld& world);

/// Warmed on the world, and on as many pairs as it can have, further frames allocate nothing.
Violations check_steady_state(const Subject& subject, const BoxWorld& world);

/// The same frame twice gives the same pairs; two instances give them in the same order.
Violations check_determinism(const Subject& subject, const BoxWorld& world);

}  // namespace phasebox::test
