// SPDX-License-Identifier: MIT
// All that is checked of a broadphase, and the worlds on which.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "contract/checks.hpp"
#include "contract/trial.hpp"

namespace phasebox::contract {

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
  Violations (*check)(const Subject&, const Trial&, const HeapMeter&);
};
std::span<const PromiseRow> promises();
const PromiseRow* find_promise(std::string_view id);

/// World number `number` of a check: by turns the list of worlds, lives, tiny and made-up worlds,
/// with further seeds in each round. No frames where the promise is not checked on that world.
Trial trial_of(const PromiseRow& promise, std::uint64_t seed, std::size_t number);

/// How many worlds one round has.
std::size_t worlds_in_a_round();

}  // namespace phasebox::contract
