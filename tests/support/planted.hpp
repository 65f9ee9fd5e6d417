// SPDX-License-Identifier: MIT
// Algorithms that a test plants: entries that are in no registry.
#pragma once
#include <optional>
#include <string_view>
#include <utility>

#include "bench/contestant.hpp"

namespace phasebox::test {

/// A contestant whose instances `make` makes, which may capture what the test looks at. Each
/// function object type has one place: planted again, it replaces what was planted there.
template <class Make>
Contestant planted(std::string_view id, Make make) {
  static std::optional<Make> kept;
  static std::optional<BroadphaseEntry> entry;
  kept.emplace(std::move(make));
  entry.emplace(BroadphaseEntry{
      id, id, "Planted by a test.", "", {[](const void*) -> std::unique_ptr<Broadphase> {
        return (*kept)();
      }}});
  return {.entry = &*entry};
}

}  // namespace phasebox::test
