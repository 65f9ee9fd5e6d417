// SPDX-License-Identifier: MIT
// Recursive dimensional clustering with these settings, and what it logs of a world.
#pragma once
#include <memory>

#include "collide/registry.hpp"
#include "support/checks.hpp"

namespace phasebox::test {

inline std::unique_ptr<Broadphase> make_rdc(const Settings& settings) {
  auto rdc = find_entry(broadphases(), "rdc")->make();
  set_params(rdc->params(), settings);
  return rdc;
}

inline Recorder traced_rdc(const BoxWorld& world, const Settings& settings) {
  Recorder log(1'000'000);
  const auto rdc = make_rdc(settings);
  rdc->reset(world.frame());
  pairs_of(*rdc, world.frame(), &log);
  return log;
}

}  // namespace phasebox::test
