// SPDX-License-Identifier: MIT
// Broadphases by their ids: what they log of a world, what they say of it, what a query looks at.
#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

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

/// What a query finds, ascending, once the frame has been searched.
inline std::vector<SpriteId> found_near(Broadphase& broadphase, const Frame& frame, const Aabb& box,
                                        Recorder* log = nullptr) {
  Sink<SpriteId> found;
  broadphase.query(frame, box, found, log);
  std::ranges::sort(found.items());
  return {found.items().begin(), found.items().end()};
}

/// A frame gives the exact pairs.
inline void expect_exact(Broadphase& broadphase, const BoxWorld& world, const std::string& where) {
  const Frame f = world.frame();
  const Violations found = compare(pairs_of(broadphase, f), exact_pairs(f), true, f, where);
  ASSERT_TRUE(found.empty()) << join(found);
}

/// A box comes, without rules; the edit that says so.
inline Edit add_box(BoxWorld& world, const Aabb& box) {
  const auto id = static_cast<SpriteId>(world.size());
  if (world.filters.size() == world.size()) world.filters.emplace_back();
  if (world.is_static.size() == world.size()) world.is_static.push_back(0);
  world.boxes.push_back(box);
  return {Edit::Kind::add, id, id};
}
/// A sprite goes, and the last one gets its id.
inline Edit remove_box(BoxWorld& world, SpriteId id) {
  const auto last = static_cast<SpriteId>(world.size() - 1);
  const auto take_out = [id](auto& column) {
    if (column.empty()) return;
    column[id] = column.back();
    column.pop_back();
  };
  take_out(world.boxes), take_out(world.filters), take_out(world.is_static);
  return {Edit::Kind::remove, id, last};
}

/// What a new one says of a world.
inline std::vector<Remark> remarks_on(std::string_view id, const BoxWorld& world,
                                      const Settings& settings = {}) {
  const auto made = broadphase_with(id, settings);
  pairs_of(*made, world.frame());
  std::vector<Remark> remarks;
  made->remark(world.frame(), remarks);
  return remarks;
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
