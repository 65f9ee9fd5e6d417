// SPDX-License-Identifier: MIT
// RDC with the switches that only teach, beside the library's own.
#include "world/scene/taught_rdc.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "support/methods.hpp"
#include "support/rdc_reference.hpp"

namespace phasebox::test {
namespace taught_rdc_test {

Groups groups_of(const BoxWorld& world, const Settings& settings) {
  return logged_groups(traced("rdc", world, settings));
}

/// Squares of 16 px in a row, each touching the next.
BoxWorld touching_row(int count, float left) {
  BoxWorld world = world_of("row", {});
  for (int k = 0; k < count; ++k) {
    const float x = left + 16 * static_cast<float>(k);
    world.boxes.push_back({{x, 0}, {x + 16, 16}});
  }
  return world;
}

TEST(TaughtRdc, takes_the_place_of_the_librarys_own_and_of_no_other) {
  const auto listed = broadphases(), own = own_broadphases();
  ASSERT_GE(listed.size(), own.size());
  for (std::size_t k = 0; k < own.size(); ++k) {
    EXPECT_EQ(listed[k]->id, own[k]->id);
    EXPECT_EQ(listed[k] == own[k], own[k]->id != "rdc") << own[k]->id;
  }
}

bool is_same(const Event& a, const Event& b) {
  return a.kind == b.kind && a.axis == b.axis && a.depth == b.depth && a.a == b.a && a.b == b.b &&
         a.box == b.box && a.ending == b.ending;
}

TEST(TaughtRdc, logs_and_finds_what_the_librarys_own_does_where_no_switch_is_used) {
  for (const BoxWorld& world : make_worlds(1))
    for (const double order : {0.0, 1.0}) {
      const auto taught = find_entry(broadphases(), "rdc")->make(),
                 own = find_entry(own_broadphases(), "rdc")->make();
      for (Broadphase* rdc : {taught.get(), own.get()}) {
        set_params(rdc->params(), {{"group-size", 2}, {"tie-order", order}});
        rdc->reset(world.frame());
      }
      EXPECT_TRUE(std::ranges::equal(traced(*taught, world).events(),
                                     traced(*own, world).events(), is_same))
          << world.label() << ", tie order " << order;
      EXPECT_EQ(pairs_of(*taught, world.frame()), pairs_of(*own, world.frame()))
          << world.label() << ", tie order " << order;
    }
}

TEST(TaughtRdc, groups_flicker_as_sorted_while_the_sprites_move) {
  const Settings settings{{"group-size", 1}, {"tie-order", 2}};
  std::set<Groups> seen;
  for (int step = 0; step < 20; ++step) {
    const BoxWorld world = touching_row(12, static_cast<float>(step));
    const Groups groups = groups_of(world, settings);
    EXPECT_GT(groups.size(), 1u) << "some ties part";
    EXPECT_LT(groups.size(), 12u) << "some ties join";
    EXPECT_EQ(groups, groups_of(world, settings)) << "equal frames give equal groups";
    seen.insert(groups);
  }
  EXPECT_GT(seen.size(), 10u);
}

bool has_extent(const Aabb& box) { return box.min.x < box.max.x && box.min.y < box.max.y; }

/// The shuffled groups are unions of those of closes-first, and parts of those of opens-first. A
/// point opens before any close where it lies, so points are not looked at.
TEST(TaughtRdc, the_order_of_ties_only_changes_whether_touching_sprites_share_a_group) {
  for (const BoxWorld& world : make_worlds(1)) {
    if (!std::ranges::all_of(world.boxes, has_extent)) continue;
    std::vector<std::map<SpriteId, std::uint32_t>> group(3);
    for (std::size_t order = 0; order < 3; ++order) {
      const Recorder log = traced("rdc", world,
                                  {{"group-size", 1},
                                   {"max-depth", 1},
                                   {"static-groups", 0},
                                   {"tie-order", static_cast<double>(order)}});
      for (const Event& e : log.events())
        if (e.kind == EventKind::member) group[order][e.a] = e.b;
    }
    const auto refines = [&](std::size_t fine, std::size_t coarse) {
      std::map<std::uint32_t, std::uint32_t> into;
      return std::ranges::all_of(group[fine], [&](const auto& member) {
        const std::uint32_t whole = group[coarse][member.first];
        return into.emplace(member.second, whole).first->second == whole;
      });
    };
    EXPECT_TRUE(refines(0, 2)) << world.label();
    EXPECT_TRUE(refines(2, 1)) << world.label();
  }
}

TEST(TaughtRdc, a_swap_parts_what_a_tie_holds_together) {
  const BoxWorld world = touching_row(4, 16);
  const Settings settings{
      {"group-size", 1}, {"tie-order", 1}, {"leaf-test", 0}, {"swap-x", 48}};
  EXPECT_EQ(groups_of(world, settings), (Groups{{0, 1}, {2, 3}}));
  const auto rdc = broadphase_with("rdc", settings);
  Recorder log(1000);
  EXPECT_EQ(sorted(pairs_of(*rdc, world.frame(), &log)), exact_pairs(world.frame()));
  EXPECT_EQ(remark_of(*rdc, world), "2 groups held by a tie: 2 extra tests.");
}

TEST(TaughtRdc, a_swap_turns_a_tie_round_in_every_order_and_at_that_place_alone) {
  const BoxWorld world = touching_row(2, 16);
  for (const double order : {0.0, 1.0, 2.0}) {
    const auto groups = [&](double at) {
      return groups_of(world, {{"group-size", 1}, {"tie-order", order}, {"swap-x", at}}).size();
    };
    EXPECT_EQ(groups(0) + groups(32), 3u) << order;
    EXPECT_EQ(groups(0), groups(16)) << order;
  }
}

}  // namespace taught_rdc_test
}  // namespace phasebox::test
