// SPDX-License-Identifier: MIT
// Contestants for tests: of the registry, or planted, with entries that are in none.
#pragma once
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/race.hpp"
#include "collide/registry.hpp"

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

/// Of the registry, with values by key.
inline Contestant contestant(std::string_view id,
                             std::vector<std::pair<std::string_view, double>> values = {}) {
  Contestant made{.entry = find_entry(broadphases(), id)};
  for (const auto& [key, value] : values) made.set(*find_param(rows_of(*made.entry), key), value);
  return made;
}

/// Leaves the first pair out.
class Forgetful final : public Broadphase {
 public:
  ParamView params() override { return {}; }
  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
    PairSink all;
    find_entry(broadphases(), "quadtree")->make()->find_pairs(f, all, log);
    for (std::size_t k = 1; k < all.size(); ++k) out.push(all.items()[k]);
  }
};
inline Contestant forgetful() {
  return planted("forgetful", [] { return std::make_unique<Forgetful>(); });
}

}  // namespace phasebox::test
