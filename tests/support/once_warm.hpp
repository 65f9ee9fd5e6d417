// SPDX-License-Identifier: MIT
// What an algorithm allocates once it has seen its largest frame.
#pragma once
#include <cstdint>
#include <string_view>

#include "base/random.hpp"
#include "collide/registry.hpp"
#include "support/allocations.hpp"
#include "support/checks.hpp"

namespace phasebox::test {

/// Allocations of a frame in which all boxes have jumped far, after two frames without motion.
inline std::uint64_t allocated_once_warm(std::string_view id, BoxWorld world, unsigned threads) {
  Frame frame = world.frame();
  frame.threads = threads;
  Random random(5);
  const auto method = find_entry(broadphases(), id)->make();
  PairSink out;
  out.room(1'000'000);
  method->find_pairs(frame, out, nullptr);
  method->find_pairs(frame, out, nullptr);
  jostle(world, random, 1e4f);
  out.clear();
  const std::uint64_t before = allocations();
  method->find_pairs(frame, out, nullptr);
  return allocations() - before;
}

}  // namespace phasebox::test
