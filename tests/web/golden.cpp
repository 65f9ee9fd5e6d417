// SPDX-License-Identifier: MIT
// In WebAssembly each scene ends in the state in which it ends everywhere, with every broadphase.
#include "../session/golden.hpp"

#include <cstdio>

#include "collide/registry.hpp"
#include "world/scene/taught_rdc.hpp"

int main() {
  using namespace phasebox;
  using namespace phasebox::test::golden_test;
  use_taught_rdc();
  int wrong = 0;
  for (const Golden& golden : kGolden)
    for (const BroadphaseEntry* entry : broadphases()) {
      const std::uint64_t hash = state_of(golden.scene, entry->id, 1);
      if (hash == golden.hash) continue;
      ++wrong;
      std::printf("%s with %s: %016llx\n", std::string(golden.scene).c_str(),
                  std::string(entry->id).c_str(), static_cast<unsigned long long>(hash));
    }
  std::printf("%zu scenes, %zu broadphases, %d wrong\n", std::size(kGolden), broadphases().size(),
              wrong);
  return wrong == 0 && std::size(kGolden) == scenes().size() ? 0 : 1;
}
