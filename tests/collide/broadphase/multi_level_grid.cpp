// SPDX-License-Identifier: MIT
// Grids of several levels: cells, sizes, and boxes sorted by cell.
#include "collide/broadphase/grid/multi_level_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "collide/broadphase/grid/cell_grid.hpp"
#include "collide/broadphase/grid/cell_scatter.hpp"
#include "collide/broadphase/grid/grid_kernels.hpp"
#include "collide/broadphase/grid/size_sample.hpp"
#include "support/methods.hpp"
#include "support/once_warm.hpp"
#include "support/vector_targets.hpp"

namespace phasebox::test {

// What the sector methods share: cells in order, slots that keep neighbors apart, vector loops
// that agree with plain ones, threads that change nothing.

namespace multi_level_grid_test {

constexpr float kLargest = std::numeric_limits<float>::max();
constexpr float kDenormal = std::numeric_limits<float>::denorm_min();
constexpr std::array<std::string_view, 3> kSectorMethods{"uniform-grid", "spatial-hash",
                                                         "hierarchical-grid"};

TEST(CellGrid, LinesNeverDecreaseFromLeftToRight) {
  for (const float cell : {kDenormal, 1e-3f, 1.0f, 37.5f, 1e7f, 1e30f, kLargest}) {
    const CellGrid grid = CellGrid::wrapped({cell, cell}, 1, 64);
    std::vector<float> row{-kLargest, -1e30f,    -1e7f, -37.5f, -1,   -kDenormal, -0.0f,
                           0,         kDenormal, 1,     37.5f,  1e7f, 1e30f,      kLargest};
    Random random(1);
    for (int k = 0; k < 1000; ++k) row.push_back(random.uniform(-1e5f, 1e5f));
    std::sort(row.begin(), row.end());
    for (std::size_t k = 1; k < row.size(); ++k)
      EXPECT_LE(grid.column(row[k - 1]), grid.column(row[k])) << cell << ": " << row[k];
  }
}

// Wide boxes cover more cells than the table has slots: row by row, each row would hold them all.
TEST(MultiLevelGrid, LooksIntoAWrappedGridCompareNoBoxTwice) {
  Random random(5);
  std::vector<Aabb> boxes;
  constexpr std::uint32_t kSmall = 400, kWide = 20;
  for (std::uint32_t k = 0; k < kSmall; ++k) {
    const float x = random.uniform(0, 4000), y = random.uniform(0, 60);
    boxes.push_back({{x, y}, {x + 1, y + 1}});
  }
  for (std::uint32_t k = 0; k < kWide; ++k) {
    const float y = random.uniform(0, 20);
    boxes.push_back({{1000, y}, {1800, y + 30}});
  }
  Frame frame;
  frame.boxes = boxes;
  MultiLevelGrid stack;
  stack.begin(boxes.size());
  stack.add_wrapped({2, 2}, 1, 512);
  stack.build(frame, boxes, {}, {{0, 0}, {4000, 61}});
  PairSink out;
  const auto work = stack.find_pairs(frame, nullptr, out, ~0ull);
  EXPECT_LE(work.tests, 2 * kSmall * kWide);
  std::size_t pairs = 0;
  for (std::size_t a = 0; a < boxes.size(); ++a)
    for (std::size_t b = a + 1; b < boxes.size(); ++b) pairs += overlaps(boxes[a], boxes[b]);
  EXPECT_EQ(out.size(), pairs);
}

TEST(CellGrid, ACellHoldsItsMinEdgeAndNotItsMaxEdge) {
  const CellGrid grid = CellGrid::wrapped({8, 8}, 1, 64);
  EXPECT_EQ(grid.column(0), 0);
  EXPECT_EQ(grid.column(7.99f), 0);
  EXPECT_EQ(grid.column(8), 1);
  EXPECT_EQ(grid.column(-0.01f), -1);
  EXPECT_EQ(grid.box_of(1, -1), (Aabb{{8, -8}, {16, 0}}));
}

TEST(CellGrid, NeighborsThatABoxMeetsNeverShareASlot) {
  for (std::uint32_t reach = 1; reach <= CellGrid::kMaxWrappedReach; ++reach)
    for (std::size_t slots = 1; slots <= 1u << 20; slots *= 2) {
      const CellGrid grid = CellGrid::wrapped({10, 10}, reach, slots);
      const auto apart = static_cast<std::int32_t>(2 * reach);
      std::set<std::uint32_t> seen;
      for (std::int32_t row = 0; row <= apart; ++row)
        for (std::int32_t column = 0; column <= apart; ++column)
          EXPECT_TRUE(seen.insert(grid.slot(column - 3, row + 12345)).second)
              << "reach " << reach << ", " << grid.slots << " slots";
    }
}

TEST(MultiLevelGrid, SlotsAreTheSameFromVectorsAsOneByOne) {
  for (const BoxWorld& world : make_worlds(1)) {
    if (world.boxes.empty()) continue;
    MultiLevelGrid stack;
    stack.begin(world.size());
    for (const Vec2 cell :
         {Vec2{0.5f, 0.5f}, Vec2{8, 8}, Vec2{300, 4}, Vec2{2, 900}, Vec2{200, 200}})
      stack.add_wrapped(cell, 1, 64);
    stack.build(world.frame(), world.boxes, {}, bounds_of(world.boxes));
    std::vector<CellGrid> grids(stack.grids().begin(), stack.grids().end());
    CellGrid catch_all;
    catch_all.first_slot = grids.back().first_slot + grids.back().slots;
    grids.push_back(catch_all);
    std::vector<std::uint32_t> slots(world.size());
    for (const auto used : {std::span(grids), std::span(grids).last(2), std::span(grids).last(1)}) {
      place_boxes(world.boxes, used, slots.data());
      for (std::size_t i = 0; i < world.size(); ++i)
        ASSERT_EQ(slots[i], shared_slot(world.boxes[i], used))
            << world.label() << ' ' << describe(world.boxes[i]);
    }
  }
}

TEST(BoundsOfBoxes, AreTheSameFromVectorsAsOneByOne) {
  for_all_targets([](const char* target) {
    for (const BoxWorld& world : make_worlds(1))
      for (std::size_t n = 1; n <= world.size(); n = 2 * n + 1) {
        const auto some = std::span(world.boxes).first(n);
        Aabb plain = some[0];
        for (const Aabb& box : some) plain = united(plain, box);
        EXPECT_EQ(bounds_of(some), plain) << target << ' ' << world.label();
      }
  });
}

Vec2 best_cell(const std::vector<Aabb>& boxes) {
  return SizeSample(boxes, bounds_of(boxes)).best_cell();
}

TEST(SizeSample, CellsAreAsLargeAsMostBoxesNotAsTheLargest) {
  Random random(1);
  auto boxes = random_boxes(random, 2000, 4000, 4000, 40);
  for (std::size_t k = 0; k < boxes.size(); k += 100)
    boxes[k].max = boxes[k].min + Vec2{2000, 1500};
  const float cell = best_cell(boxes).x;
  EXPECT_GE(cell, 39);
  EXPECT_LE(cell, 50);
}

TEST(SizeSample, SizesInARegularOrderDoNotMisleadIt) {
  Random random(1);
  auto boxes = random_boxes(random, 51200, 10000, 10000, 20);
  for (std::size_t k = 0; k < boxes.size(); k += 100) boxes[k].max = boxes[k].min + Vec2{900, 900};
  EXPECT_LE(best_cell(boxes).x, 25);
}

TEST(SizeSample, CellsOfLongThinBoxesAreLongAndThin) {
  Random random(1);
  auto boxes = random_boxes(random, 2000, 4000, 4000, 10);
  for (Aabb& box : boxes) box.max.x = box.min.x + 900;
  EXPECT_GE(best_cell(boxes).x, 900);
  EXPECT_LE(best_cell(boxes).y, 11);
}

TEST(SizeSample, ACellAlwaysHasASize) {
  const std::vector<std::vector<Aabb>> worlds{
      {},
      {{{3, 3}, {3, 3}}},
      {{{0, 0}, {0, 0}}, {{9, 9}, {9, 9}}},
      {{{0, 0}, {kDenormal, kDenormal}}},
      {{{-kLargest, -kLargest}, {kLargest, kLargest}}},
      std::vector<Aabb>(100, Aabb{{-kLargest, 0}, {kLargest, kDenormal}})};
  for (const auto& boxes : worlds) {
    const Vec2 cell = best_cell(boxes);
    EXPECT_TRUE(std::isfinite(cell.x) && cell.x > 0) << cell.x;
    EXPECT_TRUE(std::isfinite(cell.y) && cell.y > 0) << cell.y;
  }
}

std::vector<Aabb> crowd(std::size_t n) {
  Random random(n);
  const auto side = static_cast<float>(std::sqrt(2000.0 * static_cast<double>(n)));
  auto boxes = random_boxes(random, n, side, side, 40);
  for (std::size_t k = 0; k < n; k += 500) boxes[k].max = boxes[k].min + Vec2{900, 600};
  return boxes;
}

TEST(MultiLevelGrid, AnyNumberOfThreadsFindsTheSamePairs) {
  const BoxWorld world = world_of("crowd", crowd(70000));
  Frame frame = world.frame();
  for (const std::string_view id : kSectorMethods) {
    const auto method = find_entry(broadphases(), id)->make();
    frame.threads = 1;
    const auto alone = sorted(pairs_of(*method, frame));
    EXPECT_GT(alone.size(), 35000u);
    for (const unsigned threads : {2u, 3u, 64u}) {
      frame.threads = threads;
      const auto found = pairs_of(*method, frame);
      EXPECT_EQ(found, pairs_of(*method, frame)) << id << ": the order is not the same again";
      EXPECT_TRUE(sorted(found) == alone) << id << " with " << threads << " threads";
    }
  }
}

TEST(MultiLevelGrid, ThreadsAllocateNothingOnceWarm) {
  const BoxWorld world = world_of("crowd", crowd(40000));
  for (const std::string_view id : kSectorMethods)
    EXPECT_EQ(allocated_once_warm(id, world, 2), 0u) << id;
}

/// Small boxes, and one in ten 100 to 1,000 times as long as wide, either way round.
BoxWorld walls(std::size_t n) {
  Random random(31);
  const auto side = static_cast<float>(std::sqrt(900.0 * static_cast<double>(n)));
  auto boxes = random_boxes(random, n, side, side, 20);
  for (std::size_t k = 0; k < n; k += 10) {
    const float length = random.uniform(200, 2000), width = random.uniform(2, 8);
    const Vec2 size = k % 20 == 0 ? Vec2{length, width} : Vec2{width, length};
    boxes[k].max = boxes[k].min + size;
  }
  return world_of("walls", boxes);
}

TEST(MultiLevelGrid, LongThinBoxesHaveThePairsOfBruteForceOnEveryKindOfVector) {
  if (!test::kIsOptimized) GTEST_SKIP() << "nothing is optimized";
  const BoxWorld world = walls(4000);
  const auto exact = exact_pairs(world.frame());
  ASSERT_GT(exact.size(), 8000u);
  for_all_targets([&](const char* target) {
    for (const std::string_view id : kSectorMethods) {
      const Subject subject = subject_of(*find_entry(broadphases(), id));
      EXPECT_EQ(join(check_pairs(subject, world)), "") << target;
      EXPECT_EQ(join(check_queries(subject, still_trial(world))), "") << target;
    }
  });
}

/// A caller may do with static sprites what it likes; each frame is compared with the definition.
TEST(StaticsOfGrids, NothingThatAStaticSpriteDoesIsMissed) {
  for (const std::string_view id : kSectorMethods) {
    Random random(17);
    BoxWorld world = world_of("half static", crowd(1500));
    world.is_static.assign(world.size(), 1);
    for (std::size_t i = 0; i < world.size(); i += 20) world.is_static[i] = 0;
    const auto method = find_entry(broadphases(), id)->make();
    for (int frame = 0; frame < 40; ++frame) {
      for (std::size_t i = 0; i < world.size(); i += 20)
        world.boxes[i] = translated(world.boxes[i], {random.uniform(-9, 9), 3});
      const auto some = static_cast<std::size_t>(random.below(1500));
      if (frame % 3 == 1) world.boxes[some] = translated(world.boxes[some], {40, -25});
      if (frame % 7 == 2 && frame < 36) world.is_static[some] ^= 1;
      if (frame == 20) world.filters.assign(world.size(), Filter{1, 1});
      if (frame > 20 && frame % 5 == 0) world.filters[some] = {2, 2};
      if (frame == 30) std::fill(world.is_static.begin(), world.is_static.end(), std::uint8_t{1});
      if (frame == 33) std::fill_n(world.is_static.begin(), 1000, std::uint8_t{0});
      if (frame == 36) world.is_static.clear();
      EXPECT_TRUE(sorted(pairs_of(*method, world.frame())) == exact_pairs(world.frame()))
          << id << ", frame " << frame;
      const Aabb around = grown(world.boxes[some], 50);
      EXPECT_EQ(found_near(*method, world.frame(), around), exact_near(world.frame(), around))
          << id << ", frame " << frame;
    }
  }
}

TEST(StaticsOfGrids, StaticSpritesThatStayAreNotComparedWithEachOther) {
  BoxWorld world = world_of("pile", std::vector<Aabb>(1000, Aabb{{0, 0}, {9, 9}}));
  world.is_static.assign(world.size(), 1);
  world.is_static[500] = world.is_static[501] = 0;
  for (const std::string_view id : kSectorMethods) {
    const auto method = find_entry(broadphases(), id)->make();
    for (int frame = 0; frame < 3; ++frame) {
      Recorder log(100000);
      EXPECT_EQ(pairs_of(*method, world.frame(), &log).size(), 2 * 998u + 1) << id;
      EXPECT_EQ(log.count(EventKind::test), 2 * 998u + 1) << id;
      EXPECT_EQ(log.count(EventKind::skip), 0u) << id;
    }
  }
}

TEST(StaticsOfGrids, OtherFlagsAllocateNothing) {
  BoxWorld world = world_of("crowd", crowd(3000));
  world.is_static.assign(world.size(), 1);
  for (const std::string_view id : kSectorMethods) {
    std::fill_n(world.is_static.begin(), 100, std::uint8_t{0});
    const auto method = find_entry(broadphases(), id)->make();
    PairSink out;
    out.room(1000000);
    method->find_pairs(world.frame(), out, nullptr);
    const std::uint64_t before = allocations();
    for (const std::size_t moving : {1500u, 700u, 0u, 2000u, 900u}) {
      std::fill(world.is_static.begin(), world.is_static.end(), std::uint8_t{1});
      std::fill_n(world.is_static.begin(), moving, std::uint8_t{0});
      out.clear();
      method->find_pairs(world.frame(), out, nullptr);
    }
    EXPECT_EQ(allocations(), before) << id;
  }
}

/// Cells from 1 px to the size of the field; one box in forty is much larger than most.
TEST(MultiLevelGrid, CellsOfAnySizeGiveThePairsOfBruteForce) {
  Random random(13);
  auto boxes = random_boxes(random, 400, 900, 600, 40);
  for (std::size_t k = 0; k < boxes.size(); k += 40) boxes[k].max = boxes[k].min + Vec2{300, 220};
  const BoxWorld world = world_of("field", boxes);
  const auto exact = exact_pairs(world.frame());
  ASSERT_GT(exact.size(), 400u);
  for (const std::string_view id : kSectorMethods)
    for (const double cell : {1.0, 1.7, 3.0, 10.0, 39.0, 160.0, 900.0}) {
      const BroadphaseEntry& entry = *find_entry(broadphases(), id);
      const std::string key(entry.make()->params().rows[0].key);
      const Subject subject = subject_of(entry, {{key, cell}});
      EXPECT_EQ(join(check_pairs(subject, world)), "");
      EXPECT_EQ(join(check_queries(subject, still_trial(world))), "");
    }
}

/// Boxes in ever larger worlds, up to where floats end.
TEST(MultiLevelGrid, NothingGrowsWhenBoxesSpread) {
  Random random(3);
  const auto boxes = random_boxes(random, 2000, 1000, 1000, 20);
  for (const std::string_view id : kSectorMethods) {
    const auto method = find_entry(broadphases(), id)->make();
    PairSink out;
    out.room(100000);
    BoxWorld world = world_of("spreading", boxes);
    method->find_pairs(world.frame(), out, nullptr);
    const std::uint64_t before = allocations();
    for (const float scale : {1e2f, 1e4f, 1e7f, 1e20f, 1e35f}) {
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Vec2 at = boxes[i].min * scale;
        world.boxes[i] = {at, at + extent(boxes[i])};
      }
      out.clear();
      method->find_pairs(world.frame(), out, nullptr);
    }
    EXPECT_EQ(allocations(), before) << id;
  }
}

/// Every box is in one cell, and the cell it is in holds its min corner.
TEST(MultiLevelGrid, TheEventLogShowsEachBoxInTheCellOfItsMinCorner) {
  const BoxWorld world = make_world("lattice");
  for (const std::string_view id : kSectorMethods) {
    const auto method = find_entry(broadphases(), id)->make();
    set_params(method->params(), {{std::string(method->params().rows[0].key), 3}});
    Recorder log(100000);
    pairs_of(*method, world.frame(), &log);
    Aabb cell;
    std::uint32_t number = 0, left = 0, members = 0;
    for (const Event& e : log.events()) {
      if (e.kind == EventKind::cell) {
        EXPECT_EQ(left, 0u) << id;
        cell = e.box, number = e.a, left = e.b;
      }
      if (e.kind != EventKind::member) continue;
      ++members, --left;
      EXPECT_EQ(e.b, number) << id;
      EXPECT_TRUE(contains(cell, world.boxes[e.a].min)) << id << ' ' << describe(cell);
    }
    EXPECT_EQ(members, world.size()) << id;
    EXPECT_EQ(log.count(EventKind::hit), exact_pairs(world.frame()).size()) << id;
  }
}

TEST(MultiLevelGrid, AQueryVisitsTheCellsAroundItOnly) {
  const BoxWorld world = make_world("touching grid");
  const Aabb box{{100, 100}, {104, 104}};
  for (const std::string_view id : kSectorMethods) {
    const auto method = find_entry(broadphases(), id)->make();
    pairs_of(*method, world.frame());
    Recorder log(1000);
    EXPECT_EQ(found_near(*method, world.frame(), box, &log).size(), 1u) << id;
    EXPECT_GE(log.count(EventKind::visit), 1u) << id;
    EXPECT_LE(log.count(EventKind::visit), 9u) << id;
    for (const Event& e : log.events())
      if (e.kind == EventKind::visit) {
        EXPECT_TRUE(contains({{40, 40}, {160, 160}}, e.box)) << id << ' ' << describe(e.box);
      }
  }
}

/// Small boxes that crowd, and as many large ones that lie apart.
std::vector<Aabb> clump_among_large(std::size_t n) {
  Random random(5);
  const float side = std::sqrt(static_cast<float>(n)) * 700;
  auto boxes = random_boxes(random, n, 600, 600, 4);
  for (std::size_t k = 0; k < n; k += 2) {
    const Vec2 at{random.uniform(0, side), random.uniform(0, side)};
    boxes[k] = {at, at + Vec2{1000, 1000}};
  }
  return boxes;
}
/// Every size in every clump: no size of cell suits them.
std::vector<Aabb> clumps_of_all_sizes(std::size_t n) {
  Random random(6);
  std::vector<Aabb> boxes;
  for (std::size_t k = 0; k < n; ++k) {
    const float size = std::exp2(random.uniform(0, 10));
    const Vec2 at{random.uniform(0, 9) + 1e6f * static_cast<float>(k % 2),
                  1e4f * random.uniform(0, 9)};
    boxes.push_back({at, at + (k % 3 == 0 ? Vec2{size, 1} : Vec2{1, size})});
  }
  return boxes;
}

/// No world makes a frame quadratic: what the docstrings promise, by counts.
TEST(MultiLevelGrid, ComparesFewBoxesOnTheWorstWorlds) {
  constexpr std::size_t kBoxes = 30'000;
  constexpr std::uint64_t kEach = 4100;  // all pairs are 15,000 each
  for (const auto& boxes : {clump_among_large(kBoxes), clumps_of_all_sizes(kBoxes)}) {
    const BoxWorld world = world_of("cliff", boxes);
    for (const std::string_view id : kSectorMethods) {
      const auto method = find_entry(broadphases(), id)->make();
      const auto tree =
          sorted(pairs_of(*find_entry(broadphases(), "interval-tree")->make(), world.frame()));
      for (int frame = 0; frame < 2; ++frame) {
        Recorder log;
        EXPECT_TRUE(sorted(pairs_of(*method, world.frame(), &log)) == tree) << id;
        EXPECT_LT(log.count(EventKind::test), kEach * (boxes.size() + tree.size())) << id;
        EXPECT_EQ(log.count(EventKind::hit), tree.size()) << id;
      }
    }
  }
}

/// A row of wide boxes, as many high ones in one point as cells of the row keep, and one box that
/// is far from all: its size is between theirs.
TEST(MultiLevelGrid, OneBoxFarAwayDoesNotSpreadTheCellsOfAll) {
  Random random(8);
  std::vector<Aabb> boxes{{{7e7f, 7e7f}, {7e7f + 64, 7e7f + 8}}};
  for (int k = 0; k < 18'000; ++k) {
    const float size = std::exp2(random.uniform(-1.3f, 1.3f)), at = random.uniform(0, 13'000);
    const float other = random.uniform(-1, 1);
    if (k % 40 == 0)
      boxes.push_back({{9000 + other, 9000}, {9000 + other + size, 9000 + 130 * size}});
    else
      boxes.push_back({{0, at}, {35 * size, at + 3.5f * size}});
  }
  const BoxWorld world = world_of("line and point", boxes);
  Recorder log;
  const std::size_t pairs =
      pairs_of(*find_entry(broadphases(), "hierarchical-grid")->make(), world.frame(), &log).size();
  EXPECT_LT(log.count(EventKind::test), 4 * pairs + 40 * world.size());
}

TEST(MultiLevelGrid, ABoxIsComparedWithItsNeighborsOnly) {
  Random random(1);
  const BoxWorld world = world_of("even", random_boxes(random, 2000, 3000, 3000, 30));
  for (const std::string_view id : kSectorMethods) {
    Recorder log;
    pairs_of(*find_entry(broadphases(), id)->make(), world.frame(), &log);
    EXPECT_LT(log.count(EventKind::test), 10 * world.size()) << id;
  }
}

}  // namespace multi_level_grid_test

// The sort in two steps gives the table of a plain stable sort, on any number of threads.

namespace cell_scatter_test {

struct Sorted {
  BoxColumns boxes;
  std::vector<std::uint32_t> slot_of_box, starts;
};

struct Input {
  std::vector<Aabb> boxes{};
  std::vector<SpriteId> ids{};  // or none
  std::vector<std::uint32_t> slots{};
  std::size_t table = 0;
};

/// Every fourth box in one slot, the others anywhere.
Input some(std::size_t n, std::size_t table, bool has_ids) {
  Random random(n + table);
  Input in{.boxes = random_boxes(random, n, 100, 100, 5), .table = table};
  for (std::size_t k = 0; k < n; ++k) {
    const auto any = static_cast<std::uint32_t>(random.uniform(0, static_cast<float>(table)));
    in.slots.push_back(k % 4 == 0 ? 0 : std::min(any, static_cast<std::uint32_t>(table - 1)));
    if (has_ids) in.ids.push_back(static_cast<SpriteId>(3 * k + 1));
  }
  return in;
}

Sorted sorted_in_two_steps(CellScatter& scatter, const Input& in, unsigned parts) {
  Sorted out;
  out.boxes.resize(in.boxes.size());
  out.slot_of_box.resize(in.boxes.size()), out.starts.resize(in.table + 2, 77);
  scatter.sort(in.boxes, in.ids, in.slots, parts, {out.boxes, out.slot_of_box, out.starts});
  return out;
}

void expect_stable_sort(const Input& in, const Sorted& out, unsigned parts) {
  std::vector<std::uint32_t> order(in.boxes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t k) { return in.slots[k]; });
  for (std::size_t at = 0; at < order.size(); ++at) {
    const std::uint32_t k = order[at];
    ASSERT_EQ(out.boxes.id[at], in.ids.empty() ? k : in.ids[k]) << at << " parts " << parts;
    ASSERT_EQ(out.boxes.box(at), in.boxes[k]) << at << " parts " << parts;
    ASSERT_EQ(out.slot_of_box[at], in.slots[k]) << at << " parts " << parts;
  }
  for (std::uint32_t slot = 0; slot <= in.table; ++slot) {
    const auto before = std::ranges::count_if(in.slots, [&](auto s) { return s < slot; });
    ASSERT_EQ(out.starts[slot], static_cast<std::uint32_t>(before)) << slot << " parts " << parts;
  }
  ASSERT_EQ(out.starts.back(), in.boxes.size());
}

TEST(CellScatter, GivesTheTableOfAStableSort) {
  CellScatter scatter;
  for (const std::size_t n : {0u, 1u, 50u, 3000u})
    for (const std::size_t table : {1u, 2u, 700u, 1024u, 5001u})
      for (const bool has_ids : {false, true})
        for (const unsigned parts : {1u, 2u, 3u, 64u}) {
          const Input in = some(n, table, has_ids);
          expect_stable_sort(in, sorted_in_two_steps(scatter, in, parts), parts);
        }
}

TEST(CellScatter, GridsFindTheSamePairsInWorldsThatNeedIt) {
  constexpr std::size_t kMany = 1u << 18;
  ASSERT_TRUE(CellScatter::is_worth(kMany));
  Random random(8);
  const BoxWorld world = world_of("many", random_boxes(random, kMany, 40'000, 40'000, 40));
  Frame frame = world.frame();
  const auto all = sorted(pairs_of(*find_entry(broadphases(), "quadtree")->make(), frame));
  EXPECT_GT(all.size(), 1000u);
  for (const std::string_view id : {"uniform-grid", "spatial-hash", "hierarchical-grid"}) {
    const auto grid = find_entry(broadphases(), id)->make();
    for (const unsigned threads : {1u, 2u}) {
      frame.threads = threads;
      EXPECT_TRUE(sorted(pairs_of(*grid, frame)) == all) << id << threads;
    }
  }
}

}  // namespace cell_scatter_test
}  // namespace phasebox::test
