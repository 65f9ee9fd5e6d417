// SPDX-License-Identifier: MIT
// Baked static boxes: every structure gives what a linear scan gives, and looks at less.
#include "lab/bake/bake.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "support/checks.hpp"

namespace phasebox::test {
namespace bake_test {

constexpr BakeKind kKinds[] = {BakeKind::groups, BakeKind::quadtree, BakeKind::bsp};

StaticBoxes all_static(std::vector<Aabb> boxes) {
  StaticBoxes statics{std::move(boxes), {}};
  statics.ids.resize(statics.boxes.size());
  std::iota(statics.ids.begin(), statics.ids.end(), std::int64_t{100});
  return statics;
}

std::vector<std::uint32_t> scan(const std::vector<Aabb>& boxes, const Aabb& box) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t k = 0; k < boxes.size(); ++k)
    if (overlaps(boxes[k], box)) found.push_back(k);
  return found;
}

std::vector<std::uint32_t> asked(const Baked& baked, const Aabb& box, QueryWork& work) {
  std::vector<std::uint32_t> found;
  baked.overlapping(box, found, work);
  std::ranges::sort(found);
  return found;
}

std::string label(const BakeOptions& options) {
  return std::string(kBakeKindNames[static_cast<std::size_t>(options.kind)]) + ", leaves of " +
         std::to_string(options.leaf_size) + ", depth " + std::to_string(options.max_depth);
}

void expect_as_scan(const Baked& baked, const std::string& where) {
  Random random(7);
  const std::vector<Aabb>& boxes = baked.statics.boxes;
  std::vector<Aabb> queries = random_boxes(random, 100, 900, 700, 90);
  queries.insert(queries.end(), boxes.begin(), boxes.end());
  for (const Aabb& box : boxes) queries.push_back({box.max, box.max + Vec2{3, 3}});
  queries.push_back({{-kMaxFloat, -kMaxFloat}, {kMaxFloat, kMaxFloat}});
  for (const Aabb& query : queries) {
    QueryWork work;
    ASSERT_EQ(asked(baked, query, work), scan(boxes, query)) << where;
    ASSERT_LE(work.members, boxes.size()) << where;
  }
}

TEST(Bake, gives_what_a_linear_scan_gives_in_every_world) {
  for (const BoxWorld& world : make_worlds(3)) {
    if (world.size() == 0) continue;
    for (const BakeKind kind : kKinds)
      for (const BakeOptions& options :
           {BakeOptions{kind}, BakeOptions{kind, 1, kMaxBakeDepth}, BakeOptions{kind, 30, 2}})
        expect_as_scan(bake(all_static(world.boxes), options),
                       world.label() + ", " + label(options));
  }
}

TEST(Bake, has_every_box_once_and_within_its_node) {
  Random random(5);
  for (const BakeKind kind : kKinds) {
    const Baked baked = bake(all_static(random_boxes(random, 500, 800, 600, 40)), {kind});
    std::vector<std::uint32_t> of_nodes;
    for (const BakedNode& node : baked.nodes)
      for (const std::uint32_t member : baked.members_of(node)) {
        of_nodes.push_back(member);
        EXPECT_TRUE(contains(node.box, baked.statics.boxes[member])) << member;
      }
    EXPECT_EQ(of_nodes.size(), 500u);
    std::ranges::sort(of_nodes);
    EXPECT_EQ(std::ranges::adjacent_find(of_nodes), of_nodes.end());
  }
}

TEST(Bake, keeps_the_leaf_size_and_the_depth_where_boxes_can_be_parted) {
  std::vector<Aabb> lattice;
  for (int x = 0; x < 16; ++x)
    for (int y = 0; y < 16; ++y) {
      const Vec2 at{static_cast<float>(20 * x), static_cast<float>(20 * y)};
      lattice.push_back({at, at + Vec2{8, 8}});
    }
  for (const BakeKind kind : kKinds) {
    const Baked baked = bake(all_static(lattice), {kind, 4});
    for (const BakedNode& node : baked.nodes)
      EXPECT_TRUE(node.first_child > 0 || node.member_count <= 4) << node.member_count;
    const Baked shallow = bake(all_static(lattice), {kind, 4, 2});
    EXPECT_LE(shallow.depth(), 2u);
  }
}

TEST(Bake, saves_most_tests_of_a_small_query_in_a_large_level) {
  Random random(11);
  const StaticBoxes statics = all_static(random_boxes(random, 4000, 4000, 4000, 20));
  for (const BakeKind kind : {BakeKind::quadtree, BakeKind::bsp}) {
    const Baked baked = bake(statics, {kind});
    QueryWork work;
    for (const Aabb& query : random_boxes(random, 100, 4000, 4000, 30))
      ASSERT_EQ(asked(baked, query, work), scan(statics.boxes, query));
    EXPECT_LT(work.tests(), 100u * 4000u / 20) << label({kind});
    EXPECT_GT(work.nodes, 100u);
  }
}

TEST(Bake, of_identical_boxes_ends) {
  for (const BakeKind kind : kKinds) {
    const Baked baked = bake(all_static(std::vector<Aabb>(50, {{5, 5}, {6, 6}})), {kind, 1});
    QueryWork work;
    EXPECT_EQ(asked(baked, {{5.5f, 5.5f}, {9, 9}}, work).size(), 50u);
    EXPECT_EQ(work.members, 50u);
  }
}

TEST(Bake, of_one_point_has_one_node) {
  for (const BakeKind kind : kKinds)
    EXPECT_EQ(bake(all_static({{{1, 1}, {1, 1}}}), {kind, 1}).nodes.size(), 1u);
}

TEST(Bake, takes_the_cut_that_parts_without_straddling) {
  const Baked baked =
      bake(all_static(
               {{{0, 0}, {10, 10}}, {{0, 20}, {10, 30}}, {{2, 40}, {12, 50}}, {{0, 60}, {9, 70}}}),
           {BakeKind::bsp, 2});
  ASSERT_EQ(baked.nodes.size(), 3u);
  EXPECT_EQ(baked.nodes[0].axis, Axis::y);
  EXPECT_EQ(baked.nodes[0].position, 30);
  EXPECT_EQ(baked.nodes[0].member_count, 0u);
  EXPECT_EQ(baked.nodes[1].member_count, 2u);
  EXPECT_EQ(baked.nodes[2].member_count, 2u);
  QueryWork work;
  EXPECT_EQ(asked(baked, {{1, 1}, {2, 2}}, work), std::vector<std::uint32_t>{0});
  EXPECT_EQ(work.nodes, 1u) << "the cut";
  EXPECT_EQ(work.members, 2u) << "the back leaf";
}

TEST(Bake, keeps_what_straddles_in_the_node_of_the_cut) {
  const Baked baked =
      bake(all_static({{{0, 0}, {10, 10}}, {{0, 20}, {10, 30}}, {{0, 5}, {10, 25}}}),
           {BakeKind::bsp, 1});
  ASSERT_EQ(baked.nodes.size(), 3u);
  EXPECT_EQ(baked.members_of(baked.nodes[0]).size(), 1u);
  EXPECT_EQ(baked.members_of(baked.nodes[0])[0], 2u);
}

TEST(StaticBoxes, are_those_of_a_frame_with_their_names) {
  BoxWorld world = world_of("three", {{{0, 0}, {1, 1}}, {{2, 2}, {3, 3}}, {{4, 4}, {5, 5}}});
  world.is_static = {1, 0, 1};
  EXPECT_EQ(static_boxes(world.frame()).ids, (std::vector<std::int64_t>{0, 2}));
  const std::int64_t names[] = {7, 8, -9};
  const StaticBoxes named = static_boxes(world.frame(), names);
  EXPECT_EQ(named.ids, (std::vector<std::int64_t>{-9, 7})) << "by id";
  EXPECT_EQ(named.boxes[0], world.boxes[2]);
  world.is_static.clear();
  EXPECT_TRUE(static_boxes(world.frame()).boxes.empty());
}

}  // namespace bake_test
}  // namespace phasebox::test
