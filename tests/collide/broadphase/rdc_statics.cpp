// SPDX-License-Identifier: MIT
// What recursive dimensional clustering keeps of static sprites, and what a query looks at.
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "rdc_of.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
namespace rdc_statics_test {

/// Static bricks in two heaps, and some moving sprites.
BoxWorld heaps() {
  Random random(5);
  BoxWorld world = world_of("heaps", random_boxes(random, 40, 100, 100, 30));
  for (const Aabb& b : random_boxes(random, 40, 100, 100, 30))
    world.boxes.push_back(translated(b, {500, 0}));
  world.is_static.assign(80, 1);
  for (const Aabb& b : random_boxes(random, 30, 700, 100, 30)) world.boxes.push_back(b);
  world.is_static.resize(110, 0);
  return world;
}

/// Boundaries that a traced frame sorted of static sprites.
std::uint64_t static_boundaries(Broadphase& rdc, const BoxWorld& world) {
  Recorder log(1'000'000);
  EXPECT_EQ(sorted(pairs_of(rdc, world.frame(), &log)), exact_pairs(world.frame()));
  std::uint64_t count = 0;
  for (const Event& e : log.events())
    count += e.kind == EventKind::boundary && !world.is_static.empty() && world.is_static[e.a];
  return count;
}

TEST(Rdc, StaticSpritesAreClusteredOnceUntilOneOfThemChanges) {
  BoxWorld world = heaps();
  const auto rdc = make_rdc({});
  rdc->reset(world.frame());
  EXPECT_GT(static_boundaries(*rdc, world), 0u);
  EXPECT_EQ(static_boundaries(*rdc, world), 0u);
  world.boxes[100] = translated(world.boxes[100], {7, 7});
  EXPECT_EQ(static_boundaries(*rdc, world), 0u) << "a moving sprite moved";
  world.boxes[3].max.x += 1;
  EXPECT_GT(static_boundaries(*rdc, world), 0u) << "a box changed";
  world.is_static[4] = 0;
  EXPECT_GT(static_boundaries(*rdc, world), 0u) << "a flag changed";
  set_params(rdc->params(), {{"group-size", 1}});
  EXPECT_GT(static_boundaries(*rdc, world), 0u) << "a parameter changed";
  world.boxes.pop_back(), world.is_static.pop_back();
  const Edit edit{Edit::Kind::remove, 109, 109};
  rdc->edit(world.frame(), {&edit, 1});
  EXPECT_EQ(static_boundaries(*rdc, world), 0u) << "a moving sprite was removed";
  world.boxes[0] = world.boxes.back(), world.is_static[0] = world.is_static.back();
  world.boxes.pop_back(), world.is_static.pop_back();
  const Edit swap{Edit::Kind::remove, 0, 108};
  rdc->edit(world.frame(), {&swap, 1});
  EXPECT_GT(static_boundaries(*rdc, world), 0u) << "a static sprite was removed";
}

TEST(Rdc, MovingSpritesMeetTheBoundsOfStaticGroupsBeforeTheirMembers) {
  const BoxWorld world = heaps();
  const Recorder log = traced_rdc(world, {{"group-size", 8}});
  std::map<std::uint32_t, std::set<SpriteId>> members;
  std::set<SpriteId> inside;
  for (const Event& e : log.events()) {
    if (e.kind == EventKind::member) members[e.b].insert(e.a);
    if (e.kind == EventKind::visit)
      for (const SpriteId id : members[e.a]) {
        EXPECT_TRUE(world.is_static[id]);
        inside.insert(id);
      }
    const SpriteId first = std::min(e.a, e.b);  // static sprites come first here
    const bool meets_static = e.kind == EventKind::test && world.is_static[first];
    EXPECT_TRUE(!meets_static || inside.contains(first));
  }
  EXPECT_GT(log.count(EventKind::visit), 0u);
  EXPECT_LT(log.count(EventKind::test), 30u * 80 / 4);
}

TEST(Rdc, AFarSpriteLooksAtNoStaticMember) {
  BoxWorld world = heaps();
  world.boxes.resize(80), world.is_static.resize(80);
  world.boxes.push_back({{250, 10}, {260, 20}}), world.is_static.push_back(0);
  EXPECT_EQ(traced_rdc(world, {}).count(EventKind::test), 0u);
}

TEST(Rdc, SaysHowManyStaticGroupsThereAre) {
  const BoxWorld world = heaps();
  const auto rdc = make_rdc({});
  pairs_of(*rdc, world.frame());
  std::vector<Remark> remarks;
  rdc->remark(world.frame(), remarks);
  ASSERT_FALSE(remarks.empty());
  EXPECT_TRUE(remarks[0].text.starts_with("80 static sprites in ")) << remarks[0].text;
}

/// Sprites that a query with the box looks at, after one frame.
std::set<SpriteId> visited(const BoxWorld& world, const Aabb& box, std::uint64_t* groups) {
  const auto rdc = make_rdc({{"group-size", 4}});
  pairs_of(*rdc, world.frame());
  Sink<SpriteId> found;
  Recorder log(1000);
  rdc->query(world.frame(), box, found, &log);
  std::set<SpriteId> sprites;
  for (const Event& e : log.events()) {
    if (e.a < world.size() && e.box == world.boxes[e.a])
      sprites.insert(e.a);
    else
      ++*groups;
  }
  return sprites;
}

TEST(Rdc, AQueryLooksOnlyIntoTheGroupsThatItReaches) {
  const BoxWorld world = heaps();  // static ones at 0 and 500, moving ones all over
  std::uint64_t groups = 0;
  const auto left = visited(world, {{0, 0}, {50, 50}}, &groups);
  EXPECT_GT(groups, 0u);
  EXPECT_FALSE(left.empty());
  for (SpriteId id = 40; id < 80; ++id) EXPECT_FALSE(left.contains(id)) << "the heap at 500";
  std::uint64_t none = 0;
  EXPECT_TRUE(visited(world, {{5000, 0}, {5050, 50}}, &none).empty());
  EXPECT_EQ(none, 0u);
}

}  // namespace rdc_statics_test
}  // namespace phasebox::test
