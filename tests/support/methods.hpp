// SPDX-License-Identifier: MIT
// Broadphases by their ids: what they log of a world, what they say of it, what a query looks at.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "collide/registry.hpp"
#include "support/checks.hpp"

namespace phasebox::test {

inline std::unique_ptr<Broadphase> broadphase_with(std::string_view id,
                                                   const Settings& settings = {}) {
  auto made = find_entry(broadphases(), id)->make();
  set_params(made->params(), settings);
  return made;
}

/// Everything that it does in a frame.
inline Recorder traced(Broadphase& broadphase, const BoxWorld& world) {
  Recorder log(2'000'000);
  pairs_of(broadphase, world.frame(), &log);
  return log;
}
/// The same of a new one.
inline Recorder traced(std::string_view id, const BoxWorld& world, const Settings& settings = {}) {
  const auto made = broadphase_with(id, settings);
  made->reset(world.frame());
  return traced(*made, world);
}

/// What a query logs, once the frame has been searched.
inline Recorder traced_query(Broadphase& broadphase, const BoxWorld& world, const Aabb& box) {
  Recorder log(10'000);
  Sink<SpriteId> found;
  broadphase.query(world.frame(), box, found, &log);
  return log;
}

inline std::vector<std::string> remarks_of(const Broadphase& broadphase, const BoxWorld& world) {
  std::vector<Remark> remarks;
  broadphase.remark(world.frame(), remarks);
  std::vector<std::string> texts;
  for (const Remark& remark : remarks) texts.push_back(remark.text);
  return texts;
}
/// The first of them.
inline std::string remark_of(const Broadphase& broadphase, const BoxWorld& world) {
  const auto texts = remarks_of(broadphase, world);
  return texts.empty() ? "" : texts[0];
}

/// Small boxes in a large field.
inline BoxWorld spread(std::size_t n, std::uint64_t seed = 1) {
  Random random(seed);
  return world_of("spread", random_boxes(random, n, 4000, 4000, 10));
}

}  // namespace phasebox::test
