// SPDX-License-Identifier: MIT
// What the article on sort and sweep and the course notes say, written from their words: the row of
// delimiters with its query, the notes' table, slanted lines, and lists that are kept sorted.
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "lab/sweep_directions.hpp"
#include "support/methods.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox::test {
namespace sources_sweep_test {

struct Delimiter {
  float at;
  bool begins;
  SpriteId id;
};

/// The sorted row along an axis; boxes that touch are closed before the next one opens.
std::vector<Delimiter> row_of(const std::vector<Aabb>& boxes, Axis axis) {
  std::vector<Delimiter> row;
  for (SpriteId id = 0; id < boxes.size(); ++id) {
    row.push_back({low(boxes[id], axis), true, id});
    row.push_back({high(boxes[id], axis), false, id});
  }
  std::ranges::stable_sort(row, [](const Delimiter& a, const Delimiter& b) {
    return a.at != b.at ? a.at < b.at : a.begins < b.begins;
  });
  return row;
}

/// Pairs that are open together, and delimiters after which nothing is open.
SweepCount swept(const std::vector<Aabb>& boxes, Axis axis) {
  SweepCount count;
  std::uint64_t open = 0;
  for (const Delimiter& d : row_of(boxes, axis)) {
    if (d.begins) count.interfering += open;
    d.begins ? ++open : --open;
    count.voids += open == 0;
  }
  return count;
}

SweepCount swept_by_product(const std::vector<Aabb>& boxes, const Settings& settings) {
  const Recorder log = traced("sort-and-sweep", world_of("row", boxes), settings);
  return {*log.measured(Measure::interfering), *log.measured(Measure::voids)};
}

// ---- the notes' table

const std::vector<std::pair<float, float>> kTable{{10, 10}, {15, 5}, {18, 8}, {40, 10}, {45, 10}};

TEST(Table, of_the_notes_has_four_pairs_that_interfere_and_two_voids) {
  std::vector<Aabb> boxes;
  for (const auto& [x, width] : kTable) boxes.push_back({{x, 0}, {x + width, 1}});
  const SweepCount notes{4, 2};
  EXPECT_EQ(swept(boxes, Axis::x), notes);
  EXPECT_EQ(swept_by_product(boxes, {{"axis", 0}}), notes);
}

TEST(Table, of_the_scene_is_that_of_the_notes) {
  Session session = in_scene("brown-table");
  session.detect();
  std::vector<std::pair<float, float>> shown;
  for (const Aabb& box : session.frame().boxes) shown.emplace_back(box.min.x, extent(box).x);
  EXPECT_EQ(shown, kTable);
}

// ---- the query

struct Walk {
  std::set<SpriteId> interfering;
  std::uint64_t visited = 0;
};

/// The article's query: a binary search for the start; on the way a begin inside the box
/// interferes, and so does an end whose begin lies left of the start; past the box's end only the
/// second. It stops there at the first place where nothing is open, or, without `stops`, never.
Walk walk(const std::vector<Aabb>& boxes, const Aabb& asked, bool stops) {
  const auto row = row_of(boxes, Axis::x);
  auto at = std::ranges::lower_bound(row, asked.min.x, {}, &Delimiter::at);
  auto open = std::count_if(row.begin(), at, [](const Delimiter& d) { return d.begins; }) -
              std::count_if(row.begin(), at, [](const Delimiter& d) { return !d.begins; });
  Walk done;
  for (; at != row.end(); ++at) {
    const bool is_past = at->at >= asked.max.x;
    if (is_past && stops && open == 0) break;
    ++done.visited;
    open += at->begins ? 1 : -1;
    if (at->begins ? !is_past : boxes[at->id].min.x < asked.min.x) done.interfering.insert(at->id);
  }
  return done;
}

TEST(Query, finds_what_a_scan_finds_by_the_walk_of_the_product) {
  Random random(7);
  for (int round = 0; round < 60; ++round) {
    const auto n = static_cast<std::size_t>(5 + round * 3);
    const BoxWorld world = world_of("query", random_boxes(random, n, 900, 300, 40));
    const Aabb asked = random_boxes(random, 1, 900, 300, 200)[0];
    const auto product = broadphase_with("sort-and-sweep", {{"axis", 0}});
    pairs_of(*product, world.frame());
    std::vector<QueryCost> costs;
    product->query_costs(world.frame(), asked, costs);
    const Walk to_void = walk(world.boxes, asked, true), to_end = walk(world.boxes, asked, false);
    EXPECT_EQ(to_void.interfering, to_end.interfering) << round;
    std::vector<SpriteId> found;
    for (const SpriteId id : to_void.interfering)
      if (overlaps(world.boxes[id], asked)) found.push_back(id);
    EXPECT_EQ(found, exact_near(world.frame(), asked)) << round;
    for (const QueryCost& cost : costs) {
      EXPECT_EQ(cost.tests, to_void.interfering.size()) << round << ' ' << cost.stop;
      const bool is_counted = cost.stop == "counted";
      const std::uint64_t by_rule = (cost.stop == "none" ? to_end : to_void).visited;
      EXPECT_LE(cost.visited, by_rule) << round << ' ' << cost.stop;
      EXPECT_TRUE(is_counted || cost.visited == by_rule) << round << ' ' << cost.stop;
    }
  }
}

// ---- any axis

std::uint64_t along(const std::vector<Aabb>& boxes, float degrees) {
  std::vector<float> begins, ends;
  return count_along(boxes, degrees, begins, ends).interfering;
}

TEST(AnyAxis, of_a_lattice_a_slanted_line_compares_no_two_where_x_and_y_compare_450) {
  std::vector<Aabb> lattice;
  for (int i = 0; i < 100; ++i) {
    const Vec2 corner{40 * static_cast<float>(i % 10), 40 * static_cast<float>(i / 10)};
    lattice.push_back({corner, corner + Vec2{2, 2}});
  }
  EXPECT_EQ(swept(lattice, Axis::x).interfering, 450u);
  EXPECT_EQ(swept(lattice, Axis::y).interfering, 450u);
  EXPECT_EQ(along(lattice, 17), 0u);
  EXPECT_EQ(swept_by_product(lattice, {{"axis", 0}}).interfering, 450u);
  EXPECT_EQ(swept_by_product(lattice, {{"axis", 4}, {"angle", 17}}).interfering, 0u);
}

TEST(AnyAxis, of_one_straight_row_compares_no_fewer_than_the_better_axis) {
  for (const float tilt : {0.1f, 0.6f, 1.0f, 2.5f}) {
    std::vector<Aabb> row;
    for (int i = 0; i < 40; ++i) {
      const Vec2 corner{7 * static_cast<float>(i), 7 * tilt * static_cast<float>(i)};
      row.push_back({corner, corner + Vec2{11, 16}});
    }
    const auto better = std::min(swept(row, Axis::x), swept(row, Axis::y),
                                 [](auto a, auto b) { return a.interfering < b.interfering; });
    for (int degrees = 0; degrees < 180; ++degrees)
      EXPECT_GE(along(row, static_cast<float>(degrees)), better.interfering) << tilt << degrees;
  }
}

// ---- lists kept sorted

/// Pairs of delimiters whose order differs, on both axes: the swaps of an insertion sort.
std::uint64_t exchanges(const std::vector<Aabb>& before, const std::vector<Aabb>& now) {
  std::uint64_t swaps = 0;
  for (const Axis axis : {Axis::x, Axis::y}) {
    std::vector<float> row;
    for (const Delimiter& d : row_of(before, axis))
      row.push_back(d.begins ? low(now[d.id], axis) : high(now[d.id], axis));
    for (std::size_t i = 0; i < row.size(); ++i)
      for (std::size_t j = i + 1; j < row.size(); ++j) swaps += row[j] < row[i];
  }
  return swaps;
}

// O(n + m) of the notes, m for what is very close: beside the swaps only kept pairs are compared.
TEST(ListsKeptSorted, cost_the_swaps_of_an_insertion_sort_and_the_pairs_that_are_close) {
  for (const std::size_t n : {50u, 200u, 800u}) {
    Random random(n);
    const float field = 40 * std::sqrt(static_cast<float>(n));
    BoxWorld world = world_of("drifting", random_boxes(random, n, field, field, 20));
    const auto lists = broadphase_with("incremental-sap");
    auto pairs = pairs_of(*lists, world.frame());
    EXPECT_EQ(traced(*lists, world).count(EventKind::swap), 0u) << "nothing has moved";
    for (int step = 0; step < 3; ++step) {
      const auto before = world.boxes;
      for (Aabb& box : world.boxes) {
        const Vec2 way{random.uniform(-0.1f, 0.1f), random.uniform(-0.1f, 0.1f)};
        box = {box.min + way, box.max + way};
      }
      const Recorder log = traced(*lists, world);
      const std::uint64_t swaps = exchanges(before, world.boxes);
      EXPECT_EQ(log.count(EventKind::swap), swaps) << n;
      EXPECT_LE(log.count(EventKind::test), swaps + pairs.size()) << n;
      EXPECT_LT(log.count(EventKind::test), 2 * n) << "far from n (n - 1) / 2";
      pairs = exact_pairs(world.frame());
    }
  }
}

}  // namespace sources_sweep_test
}  // namespace phasebox::test
