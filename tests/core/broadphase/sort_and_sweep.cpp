// SPDX-License-Identifier: MIT
// What sort-and-sweep claims beyond the contract: order of delimiters, void, axis, short queries.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "core/registry.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
namespace {

std::unique_ptr<Broadphase> make_sweep(const Settings& settings = {{"axis", 0}}) {
  auto sweep = find_entry(broadphases(), "sort-and-sweep")->make();
  set_params(sweep->params(), settings);
  return sweep;
}

/// A box on [from, to] of the x axis.
Aabb on_x(float from, float to) { return {{from, 0}, {to, 10}}; }

/// Open counts after each delimiter, in the order of the sweep.
std::vector<std::uint32_t> open_counts(std::vector<Aabb> boxes) {
  const BoxWorld world = world_of("row", std::move(boxes));
  Recorder log(10000);
  pairs_of(*make_sweep(), world.frame(), &log);
  std::vector<std::uint32_t> counts;
  for (const Event& e : log.events())
    if (e.mark == Mark::order) counts.push_back(e.b);
  return counts;
}

using Counts = std::vector<std::uint32_t>;

TEST(SortAndSweep, ADelimiterAfterWhichNothingIsOpenTouchesVoid) {
  EXPECT_EQ(open_counts({on_x(0, 1), on_x(2, 3)}), (Counts{1, 0, 1, 0}));
  EXPECT_EQ(open_counts({on_x(0, 2), on_x(1, 3)}), (Counts{1, 2, 1, 0}));
  EXPECT_EQ(open_counts({on_x(0, 9), on_x(1, 3)}), (Counts{1, 2, 1, 0}));
}

TEST(SortAndSweep, TouchingBoxesHaveVoidBetweenThem) {
  EXPECT_EQ(open_counts({on_x(5, 9), on_x(0, 5)}), (Counts{1, 0, 1, 0}));
}

TEST(SortAndSweep, ABoxWithoutWidthOpensBeforeItCloses) {
  EXPECT_EQ(open_counts({on_x(5, 5)}), (Counts{1, 0}));
  EXPECT_EQ(open_counts({on_x(0.0f, -0.0f)}), (Counts{1, 0}));
  EXPECT_EQ(open_counts({on_x(5, 5), on_x(5, 5)}), (Counts{1, 2, 1, 0}));
}

TEST(SortAndSweep, BoxesApartOnTheSweptAxisAreNotCompared) {
  const BoxWorld world = make_world("touching grid");
  Recorder log;
  pairs_of(*make_sweep(), world.frame(), &log);
  const std::uint64_t columns = 18, rows = 18;
  EXPECT_EQ(log.count(Mark::test), columns * (rows * (rows - 1) / 2));
}

TEST(SortAndSweep, SortsTwoBoundariesPerBox) {
  Recorder log;
  pairs_of(*make_sweep(), make_world("sparse").frame(), &log);
  EXPECT_EQ(log.count(Mark::boundary), 1200u);
  EXPECT_EQ(log.count(Mark::order), 1200u);
}

Axis swept_axis(Broadphase& sweep, const std::vector<Aabb>& boxes) {
  const BoxWorld world = world_of("spread", boxes);
  Recorder log(1);
  pairs_of(sweep, world.frame(), &log);
  return log.events()[0].axis;
}

const std::vector<Aabb> kWide{{{0, 0}, {1, 1}}, {{50, 2}, {51, 3}}, {{90, 1}, {91, 2}}};
const std::vector<Aabb> kTall{{{0, 0}, {1, 1}}, {{2, 50}, {3, 51}}, {{1, 90}, {2, 91}}};

TEST(SortAndSweep, MaxVarianceSweepsTheAxisOfTheWidestSpread) {
  EXPECT_EQ(swept_axis(*make_sweep({{"axis", 2}}), kWide), Axis::x);
  EXPECT_EQ(swept_axis(*make_sweep({{"axis", 2}}), kTall), Axis::y);
  EXPECT_EQ(swept_axis(*make_sweep({{"axis", 1}}), kWide), Axis::y);
  EXPECT_EQ(swept_axis(*make_sweep({{"axis", 0}}), kTall), Axis::x);
}

TEST(SortAndSweep, TheAxisIsLookedAtAgainAfterTheInterval) {
  const auto sweep = make_sweep({{"axis", 2}, {"axis-interval", 3}});
  EXPECT_EQ(swept_axis(*sweep, kWide), Axis::x);
  EXPECT_EQ(swept_axis(*sweep, kTall), Axis::x);
  EXPECT_EQ(swept_axis(*sweep, kTall), Axis::x);
  EXPECT_EQ(swept_axis(*sweep, kTall), Axis::y);
}

struct Answer {
  std::vector<SpriteId> ids;
  std::uint64_t visits = 0;
};
Answer ask(const std::vector<Aabb>& boxes, const Aabb& box) {
  const BoxWorld world = world_of("row", boxes);
  const auto sweep = make_sweep();
  pairs_of(*sweep, world.frame());
  Sink<SpriteId> out;
  Recorder log;
  sweep->find_near(world.frame(), box, out, &log);
  Answer answer{{out.items().begin(), out.items().end()}, log.count(Mark::visit)};
  std::ranges::sort(answer.ids);
  return answer;
}

std::vector<Aabb> row_of_boxes(int n) {
  std::vector<Aabb> boxes;
  boxes.reserve(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k)
    boxes.push_back(on_x(static_cast<float>(k) * 10, static_cast<float>(k) * 10 + 5));
  return boxes;
}

using Ids = std::vector<SpriteId>;

TEST(SortAndSweep, AQueryWalksItsOwnStretchOnly) {
  const Answer answer = ask(row_of_boxes(1000), on_x(5001, 5012));
  EXPECT_EQ(answer.ids, (Ids{500, 501}));
  EXPECT_EQ(answer.visits, 2u);
}

TEST(SortAndSweep, VoidInsideTheBoxDoesNotEndAQuery) {
  EXPECT_EQ(ask(row_of_boxes(10), on_x(12, 47)).ids, (Ids{1, 2, 3, 4}));
  EXPECT_EQ(ask(row_of_boxes(10), on_x(-100, 1000)).ids.size(), 10u);
}

TEST(SortAndSweep, AQueryInVoidOrBesideAllBoxesLooksAtNothing) {
  for (const Aabb& box : {on_x(6, 9), on_x(-9, -1), on_x(1000, 1001), on_x(-9, 0), on_x(96, 99)}) {
    const Answer answer = ask(row_of_boxes(10), box);
    EXPECT_TRUE(answer.ids.empty()) << describe(box);
    EXPECT_EQ(answer.visits, 0u) << describe(box);
  }
}

TEST(SortAndSweep, ABoxThatSpansTheWholeQueryIsFoundAtItsEnd) {
  EXPECT_EQ(ask({on_x(0, 100), on_x(20, 21), on_x(60, 61)}, on_x(40, 41)).ids, (Ids{0}));
  EXPECT_EQ(ask({on_x(0, 100), on_x(1, 99), on_x(2, 42)}, on_x(40, 41)).ids, (Ids{0, 1, 2}));
  EXPECT_EQ(ask({on_x(0, 100)}, on_x(40, 40)).ids, (Ids{0})) << "a point within";
}

TEST(SortAndSweep, AQueryEndsWhereTheLastSpanningBoxDoesNotAtTheNextVoid) {
  std::vector<Aabb> chain;
  chain.reserve(1000);
  for (int k = 0; k < 1000; ++k)
    chain.push_back(on_x(static_cast<float>(k) * 10, static_cast<float>(k) * 10 + 11));
  const Answer answer = ask(chain, on_x(5003, 5004));
  EXPECT_EQ(answer.ids, (Ids{500}));
  EXPECT_LE(answer.visits, 2u);
}

}  // namespace
}  // namespace phasebox::test
