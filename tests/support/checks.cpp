// SPDX-License-Identifier: MIT
// The contract, as tests of algorithms use it.
#include "support/checks.hpp"

#include <algorithm>

namespace phasebox::test {

std::vector<BoxWorld> make_worlds(std::uint64_t seed) {
  std::vector<BoxWorld> worlds;
  for (const contract::WorldMaker& maker : contract::world_makers())
    worlds.push_back(contract::make_world(maker, seed));
  return worlds;
}

std::string join(const Violations& violations) {
  constexpr std::size_t kMax = 6;
  std::string text;
  for (std::size_t k = 0; k < std::min(kMax, violations.size()); ++k)
    text += "\n  " + violations[k];
  if (violations.size() > kMax)
    text += "\n  ... and " + std::to_string(violations.size() - kMax) + " more";
  return text;
}

Violations check_pairs(const Subject& subject, const BoxWorld& world) {
  const contract::Trial still = still_trial(world);
  Violations found = check_frames(subject, still);
  return found.empty() ? contract::find_promise("traced")->check(subject, still) : found;
}

}  // namespace phasebox::test
