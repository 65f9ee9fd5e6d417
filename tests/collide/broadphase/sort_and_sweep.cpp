// SPDX-License-Identifier: MIT
// What sort-and-sweep claims beyond the contract: order of delimiters, void, axis, short queries.
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "support/methods.hpp"

namespace phasebox::test {
namespace sort_and_sweep_test {

std::unique_ptr<Broadphase> make_sweep(const Settings& settings = {{"axis", 0}}) {
  return broadphase_with("sort-and-sweep", settings);
}

/// A box on [from, to] of the x axis.
Aabb on_x(float from, float to) { return {{from, 0}, {to, 10}}; }

/// Open counts after each delimiter, in the order of the sweep.
std::vector<std::uint32_t> open_counts(std::vector<Aabb> boxes) {
  const BoxWorld world = world_of("row", std::move(boxes));
  const Recorder log = traced(*make_sweep(), world);
  std::vector<std::uint32_t> counts;
  for (const Event& e : log.events())
    if (e.kind == EventKind::order) counts.push_back(e.b);
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

// Touching boxes do not interfere; what may not collide does all the same.
TEST(SortAndSweep, InterferingPairsAndVoidsAreReported) {
  BoxWorld world = world_of("row", {on_x(0, 4), on_x(2, 6), on_x(6, 9), on_x(20, 21), on_x(8, 8)});
  world.boxes[1] = translated(world.boxes[1], {0, 50});
  world.is_static = {1, 1, 0, 0, 0};
  const auto sweep = make_sweep();
  Recorder log;
  EXPECT_EQ(pairs_of(*sweep, world.frame(), &log).size(), 1u);
  EXPECT_EQ(log.measured(Measure::interfering), 2u) << "0 and 1; 2 and 4";
  EXPECT_EQ(log.count(EventKind::test), 1u);
  EXPECT_EQ(log.measured(Measure::voids), 3u) << "at 6, 9 and 21";
  EXPECT_EQ(remark_of(*sweep, world),
            "Swept along x, as chosen. 2 pairs overlap on this axis; 3 voids.");
  pairs_of(*sweep, world.frame());
  EXPECT_EQ(remark_of(*sweep, world), "Swept along x, as chosen.") << "not counted";
}

TEST(SortAndSweep, SaysWhichAxisItTookAndWhy) {
  const BoxWorld world =
      world_of("wide", {{{0, 0}, {2, 2}}, {{100, 0}, {102, 2}}, {{50, 30}, {52, 32}}});
  const auto sweep = make_sweep({{"axis", 2}});
  pairs_of(*sweep, world.frame());
  EXPECT_EQ(remark_of(*sweep, world),
            "Swept along x: the centers spread by 41 px along it, by 14 px along y.");
}

TEST(SortAndSweep, BoxesApartOnTheSweptAxisAreNotCompared) {
  const Recorder log = traced(*make_sweep(), make_world("touching grid"));
  const std::uint64_t columns = 18, rows = 18;
  EXPECT_EQ(log.count(EventKind::test), columns * (rows * (rows - 1) / 2));
}

Axis swept_axis(Broadphase& sweep, const std::vector<Aabb>& boxes) {
  return traced(sweep, world_of("spread", boxes)).events()[0].axis;
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

/// Boxes of 4 px along the falling or rising diagonal, none of which overlap.
BoxWorld diagonal(float rise) {
  std::vector<Aabb> boxes;
  boxes.reserve(500);
  for (int k = 0; k < 500; ++k) {
    const float at = static_cast<float>(k % 2 == 0 ? k : 501 - k) * 3;
    boxes.push_back({{at, rise * at}, {at + 4, rise * at + 4}});
  }
  return world_of("diagonal", std::move(boxes));
}

std::uint64_t tests_along(double axis, const BoxWorld& world) {
  return traced(*make_sweep({{"axis", axis}}), world).count(EventKind::test);
}

TEST(SortAndSweep, OnASlantedRowThePrincipalDirectionLiesBetweenTheAxes) {
  for (const float rise : {1.0f, -1.0f}) {
    std::vector<Aabb> boxes;
    for (int k = 0; k < 400; ++k) {
      const float at = static_cast<float>(k);
      boxes.push_back({{2 * at, rise * at}, {2 * at + 30, rise * at + 5}});
    }
    const BoxWorld world = world_of("row", boxes);
    EXPECT_LT(tests_along(3, world), tests_along(0, world)) << rise;
    EXPECT_GT(tests_along(3, world), tests_along(1, world)) << rise;
  }
}

constexpr double kGivenAngle = 4;

std::uint64_t tests_at(double degrees, const BoxWorld& world) {
  const auto sweep = make_sweep({{"axis", kGivenAngle}, {"angle", degrees}});
  return traced(*sweep, world).count(EventKind::test);
}

TEST(SortAndSweep, AnyAngleCanBeSwept) {
  for (const BoxWorld& world : make_worlds(1))
    EXPECT_EQ(tests_at(180, world), tests_at(0, world)) << world.label();
  const BoxWorld falling = diagonal(1), rising = diagonal(-1);
  EXPECT_LT(tests_at(45, falling), tests_at(135, falling));
  EXPECT_LT(tests_at(135, rising), tests_at(45, rising));
  const auto sweep = make_sweep({{"axis", kGivenAngle}, {"angle", 30}});
  pairs_of(*sweep, falling.frame());
  EXPECT_EQ(remark_of(*sweep, falling), "Swept along a line at 30.0 degrees, as set.");
}

TEST(SortAndSweep, ThePrincipalDirectionIsThatOfTheSpreadAndIsKeptForTheInterval) {
  const auto direction = [](Broadphase& sweep, const BoxWorld& world) {
    pairs_of(sweep, world.frame());
    const std::string text = remark_of(sweep, world);
    EXPECT_NE(text.find("where the centers spread most"), text.npos) << text;
    const std::size_t open = std::min(text.find('('), text.size());
    return text.substr(open, text.find(')') + 1 - open);
  };
  const auto sweep = make_sweep({{"axis", 3}, {"axis-interval", 2}});
  EXPECT_EQ(direction(*sweep, diagonal(1)), "(0.71, 0.71)");
  EXPECT_EQ(direction(*sweep, diagonal(-1)), "(0.71, 0.71)");
  EXPECT_EQ(direction(*sweep, diagonal(-1)), "(0.71, -0.71)");
  const auto on_axes = make_sweep({{"axis", 3}, {"axis-interval", 1}});
  EXPECT_EQ(direction(*on_axes, world_of("wide", kWide)), "(1.00, 0.01)");
  EXPECT_EQ(direction(*on_axes, world_of("tall", kTall)), "(0.01, 1.00)");
  EXPECT_EQ(direction(*on_axes, make_world("all identical")), "(1.00, 0.00)");
}

TEST(SortAndSweep, ASlantedSweepMissesNothingHoweverTheProjectionIsRounded) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    for (const float scale : {1e-44f, 1.0f, 1e7f, 2e37f}) {
      std::vector<Aabb> boxes = random_boxes(random, 60, 9, 9, 3);
      const Vec2 far{random.uniform(-1, 1), random.uniform(-1, 1)};
      for (Aabb& b : boxes) b = {(b.min + far) * scale, (b.max + far) * scale};
      boxes.push_back({boxes[0].max, boxes[0].max});
      boxes.push_back({boxes[1].min, {boxes[1].min.x, boxes[1].max.y}});
      boxes[2].max.x = std::nextafter(boxes[2].max.x, 3e38f);
      boxes[3].min.y = std::nextafter(boxes[3].min.y, -3e38f);
      const BoxWorld world = world_of("scaled", std::move(boxes));
      const BroadphaseEntry& entry = *find_entry(broadphases(), "sort-and-sweep");
      std::vector<Settings> slants{{{"axis", 3}}};
      for (const double angle : {0.0, 0.5, 33.0, 90.0, 135.0, 179.5, 180.0})
        slants.push_back({{"axis", kGivenAngle}, {"angle", angle}});
      for (const Settings& slant : slants) {
        const auto wrong = check_pairs(subject_of(entry, slant), world);
        EXPECT_TRUE(wrong.empty()) << join(wrong) << " seed " << seed << " scale " << scale;
      }
    }
  }
}

struct Answer {
  std::vector<SpriteId> ids;
  std::uint64_t visits = 0;
};
Answer ask(const std::vector<Aabb>& boxes, const Aabb& box) {
  const BoxWorld world = world_of("row", boxes);
  const auto sweep = make_sweep();
  pairs_of(*sweep, world.frame());
  Recorder log;
  auto ids = found_near(*sweep, world.frame(), box, &log);
  return {std::move(ids), log.count(EventKind::visit)};
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

/// What a query logs.
struct Logged {
  std::vector<QueryRule> rules;  // of the visits
  Ids visited;
  Ending why = Ending::none;
  std::uint64_t tests = 0, hits = 0;
};
Logged logged(const std::vector<Aabb>& boxes, const Aabb& box, double stop = 0) {
  const BoxWorld world = world_of("row", boxes);
  const auto sweep = make_sweep({{"axis", 0}, {"query-stop", stop}});
  pairs_of(*sweep, world.frame());
  Recorder log(1000);
  const Ids found = found_near(*sweep, world.frame(), box, &log);
  Logged all;
  all.tests = log.count(EventKind::test), all.hits = log.count(EventKind::hit);
  EXPECT_EQ(all.hits, found.size());
  for (const Event& e : log.events())
    if (e.kind == EventKind::visit) all.rules.push_back(e.rule), all.visited.push_back(e.a);
  EXPECT_EQ(log.events().back().kind, EventKind::leave);
  EXPECT_EQ(log.count(EventKind::leave), 1u);
  all.why = log.events().back().ending;
  return all;
}
using Rules = std::vector<QueryRule>;
constexpr double kCounted = 0, kVoid = 1, kNone = 2;

TEST(SortAndSweep, AQueryLogsEachRuleByWhichItTakesOrPassesADelimiter) {
  using enum QueryRule;
  // 0 spans the box, 1 ends in it, 2 begins and ends in it, 3 begins in it and ends behind 0, 4
  // begins past it.
  const std::vector<Aabb> boxes{on_x(0, 100), on_x(5, 50), on_x(52, 55), on_x(57, 120),
                                on_x(70, 80)};
  const Logged all = logged(boxes, on_x(40, 60));
  EXPECT_EQ(all.visited, (Ids{1, 2, 2, 3, 4, 4, 0}));
  EXPECT_EQ(all.rules, (Rules{ends_from_left, begins_inside, ends_from_inside, begins_inside,
                              begins_past, ends_from_inside, ends_from_left}));
  EXPECT_EQ(all.why, Ending::none_spans) << "3 is still open";
  EXPECT_EQ(all.tests, 4u);
  EXPECT_EQ(all.hits, 4u);
}

TEST(SortAndSweep, AQueryComparesWhatInterferesWhetherOrNotItOverlapsAcross) {
  const Logged all = logged({on_x(0, 100), {{45, 500}, {46, 510}}}, on_x(40, 60));
  EXPECT_EQ(all.tests, 2u);
  EXPECT_EQ(all.hits, 1u);
}

TEST(SortAndSweep, AQueryStopsByThreeRules) {
  // 0 spans the box; 1 begins before 0 ends; then void; then 2.
  const std::vector<Aabb> boxes{on_x(0, 70), on_x(65, 90), on_x(200, 210)};
  const Aabb box = on_x(40, 60);
  const Logged counted = logged(boxes, box, kCounted), at_void = logged(boxes, box, kVoid),
               none = logged(boxes, box, kNone);
  EXPECT_EQ(counted.visited, (Ids{1, 0})) << "0 was all that spans the start";
  EXPECT_EQ(counted.why, Ending::none_spans);
  EXPECT_EQ(at_void.visited, (Ids{1, 0, 1})) << "1 is open until 90";
  EXPECT_EQ(at_void.why, Ending::touches_void);
  EXPECT_EQ(none.visited, (Ids{1, 0, 1, 2, 2}));
  EXPECT_EQ(none.why, Ending::row_end);
  for (const Logged& all : {counted, at_void, none}) EXPECT_EQ(all.tests, 1u);
}

TEST(SortAndSweep, AQueryFromTheLastDelimitersOnEndsWithTheRow) {
  for (const double stop : {kCounted, kVoid, kNone}) {
    EXPECT_EQ(logged({on_x(0, 10)}, on_x(5, 20), stop).why, Ending::row_end) << stop;
    EXPECT_EQ(logged({}, on_x(5, 20), stop).why, Ending::row_end) << stop;
  }
}

TEST(SortAndSweep, AQueryLogsItsProbesOfBothRows) {
  const BoxWorld world = world_of("row", row_of_boxes(1000));
  const auto sweep = make_sweep();
  pairs_of(*sweep, world.frame());
  const Recorder log = traced_query(*sweep, world, on_x(5001, 5012));
  std::uint64_t probes[2] = {};
  for (const Event& e : log.events()) {
    if (e.kind != EventKind::probe) continue;
    ++probes[e.b];
    const float at = e.b != 0 ? e.box.min.x : e.box.max.x;
    EXPECT_EQ(e.rule, at < 5001 ? QueryRule::left : QueryRule::not_left) << e.a;
    EXPECT_EQ(e.box, world.boxes[e.a]);
  }
  for (const std::uint64_t n : probes) EXPECT_TRUE(n >= 9 && n <= 10) << n;
}

/// The costs by counted, void and none, each of which finds what a scan of all boxes finds.
void check_costs(const BoxWorld& world, Broadphase& sweep, const Aabb& box) {
  const std::string where = world.label() + describe(box);
  const Ids truth = exact_near(world.frame(), box);
  const ParamView params = sweep.params();
  const Param& stop = *find_param(params.rows, "query-stop");
  const std::string chosen = format_value(stop, stop.get(params.object));
  std::vector<QueryCost> costs;
  sweep.query_costs(world.frame(), box, costs);
  ASSERT_EQ(costs.size(), 3u);
  EXPECT_LE(costs[0].visited, costs[1].visited) << where;
  EXPECT_LE(costs[1].visited, costs[2].visited) << where;
  EXPECT_LE(costs[2].visited, 2 * world.boxes.size()) << where;
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(costs[k].is_chosen, costs[k].stop == chosen) << where;
    set_params(sweep.params(), {{"query-stop", static_cast<double>(k)}});
    Recorder log;
    EXPECT_EQ(found_near(sweep, world.frame(), box, &log), truth) << where << costs[k].stop;
    EXPECT_EQ(costs[k].visited, log.count(EventKind::visit)) << where << costs[k].stop;
    EXPECT_EQ(costs[k].tests, log.count(EventKind::test)) << where << costs[k].stop;
    EXPECT_EQ(costs[k].tests, costs[0].tests) << where << costs[k].stop;
  }
}

TEST(SortAndSweep, EveryStopFindsWhatAScanFindsAndCountsNoMoreThanTheNext) {
  std::uint64_t differs[2] = {};
  for (const double axis : {0.0, 1.0, 3.0})
    for (const char* name : {"sparse", "dense", "clusters", "mixed scales", "touching grid"}) {
      const BoxWorld world = make_world(name);
      const auto sweep = make_sweep({{"axis", axis}});
      pairs_of(*sweep, world.frame());
      Random random(7);
      Aabb all = world.boxes[0];
      for (const Aabb& each : world.boxes) all = united(all, each);
      for (int k = 0; k < 40; ++k) {
        const Vec2 a{random.uniform(all.min.x, all.max.x), random.uniform(all.min.y, all.max.y)};
        const Vec2 part = extent(all) * 0.2f;
        const Vec2 size{random.uniform(0, part.x), random.uniform(0, part.y)};
        check_costs(world, *sweep, {a, a + size});
        std::vector<QueryCost> costs;
        sweep->query_costs(world.frame(), {a, a + size}, costs);
        differs[0] += costs[0].visited < costs[1].visited;
        differs[1] += costs[1].visited < costs[2].visited;
      }
    }
  EXPECT_GT(differs[0], 0u) << "the three rules are three";
  EXPECT_GT(differs[1], 0u);
}

}  // namespace sort_and_sweep_test
}  // namespace phasebox::test
