// SPDX-License-Identifier: MIT
// What article and book say of recursive dimensional clustering, written from their words: its
// steps give the groups and counts of the product's, and their numbers are true.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "collide/broadphase/rdc/gaps.hpp"
#include "support/methods.hpp"
#include "support/rdc_reference.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox::test {
namespace sources_rdc_test {

/// The article's steps: boundaries, sorted, a counter that ends a group at 0, the other axis next.
/// A group of no more than `group_size`, or one that two passes in a row leave whole, is final.
/// Boxes must have an extent above twice the threshold on both axes.
class BookRdc {
 public:
  explicit BookRdc(RdcSettings settings) : settings_(settings) {}

  void cluster(const std::vector<Aabb>& boxes) {
    boxes_ = boxes;
    std::vector<SpriteId> all(boxes.size());
    std::iota(all.begin(), all.end(), 0);
    analyze(all, settings_.first_axis == FirstAxis::x ? Axis::x : Axis::y, 0);
    std::ranges::sort(groups);
  }

  Groups groups{};
  std::uint64_t tests = 0;  // n (n - 1) / 2 in each final group

 private:
  struct Boundary {
    float at;
    bool opens;
    SpriteId id;
  };

  std::vector<Boundary> sorted_boundaries(const std::vector<SpriteId>& ids, Axis axis) const {
    std::vector<Boundary> row;
    for (const SpriteId id : ids) {
      row.push_back({low(boxes_[id], axis) + settings_.contact_threshold, true, id});
      row.push_back({high(boxes_[id], axis) - settings_.contact_threshold, false, id});
    }
    const bool opens_win = settings_.tie_order == TieOrder::open_first;
    std::ranges::sort(row, [=](const Boundary& a, const Boundary& b) {
      return a.at != b.at ? a.at < b.at : a.opens != b.opens && a.opens == opens_win;
    });
    return row;
  }

  void analyze(const std::vector<SpriteId>& ids, Axis axis, int fruitless) {
    if (ids.size() <= settings_.group_size || fruitless == 2) {
      groups.push_back(ids);
      std::ranges::sort(groups.back());
      tests += ids.size() * (ids.size() - 1) / 2;
      return;
    }
    Groups parts(1);
    int open = 0;
    for (const Boundary& b : sorted_boundaries(ids, axis)) {
      if (b.opens) parts.back().push_back(b.id);
      open += b.opens ? 1 : -1;
      if (open == 0) parts.emplace_back();
    }
    parts.pop_back();
    for (const auto& part : parts) analyze(part, other(axis), parts.size() > 1 ? 0 : fruitless + 1);
  }

  RdcSettings settings_;
  std::vector<Aabb> boxes_;
};

/// Sides of 6 to 24 px, all on whole px, so that many boundaries coincide.
std::vector<Aabb> boxes_on_whole_pixels(std::uint64_t seed, std::uint32_t n, std::uint32_t field) {
  Random random(seed);
  const auto whole = [&](std::uint32_t below) { return static_cast<float>(random.below(below)); };
  std::vector<Aabb> boxes;
  while (boxes.size() < n) {
    const Vec2 corner{whole(field), whole(field)};
    const Vec2 side{6 + whole(19), 6 + whole(19)};
    boxes.push_back({corner, corner + side});
  }
  return boxes;
}

Recorder product_run(const RdcSettings& s, const std::vector<Aabb>& boxes) {
  return traced("rdc", world_of("whole pixels", boxes),
                {{"group-size", static_cast<double>(s.group_size)},
                 {"contact-threshold", static_cast<double>(s.contact_threshold)},
                 {"tie-order", static_cast<double>(s.tie_order)},
                 {"first-axis", static_cast<double>(s.first_axis)},
                 {"leaf-test", 0}});
}

void expect_the_same(const RdcSettings& s, const std::vector<Aabb>& boxes) {
  BookRdc book(s);
  book.cluster(boxes);
  const Recorder log = product_run(s, boxes);
  EXPECT_EQ(logged_groups(log), book.groups)
      << boxes.size() << " boxes, group size " << s.group_size << ", threshold "
      << s.contact_threshold;
  EXPECT_EQ(log.count(EventKind::test), book.tests);
}

TEST(RdcByTheBook, gives_the_groups_and_tests_of_the_product) {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    const auto boxes = boxes_on_whole_pixels(seed, 20 + 30 * (seed % 3), 300 + 200 * (seed % 2));
    for (const std::uint32_t group_size : {1u, 2u, 5u, 10u})
      for (const float threshold : {-4.0f, 0.0f, 0.01f, 2.0f})
        for (const TieOrder order : {TieOrder::close_first, TieOrder::open_first})
          for (const FirstAxis first : {FirstAxis::x, FirstAxis::y})
            expect_the_same({group_size, threshold, order, first}, boxes);
  }
}

TEST(RdcByTheBook, parts_touching_boxes_by_closes_first_or_by_a_tiny_threshold) {
  const std::vector<Aabb> row{{{0, 0}, {16, 16}}, {{16, 0}, {32, 16}}, {{32, 0}, {48, 16}}};
  const auto groups = [&](TieOrder order, float threshold) {
    const RdcSettings settings{1, threshold, order, FirstAxis::x};
    expect_the_same(settings, row);
    return logged_groups(product_run(settings, row)).size();
  };
  EXPECT_EQ(groups(TieOrder::close_first, 0), 3u);
  EXPECT_EQ(groups(TieOrder::open_first, 0), 1u);
  EXPECT_EQ(groups(TieOrder::open_first, 0.01f), 3u);
}

TEST(RdcByTheBook, does_not_cut_what_two_long_boxes_hold_together) {
  auto boxes = boxes_on_whole_pixels(3, 40, 900);
  boxes.push_back({{0, 450}, {930, 456}});
  const RdcSettings one_by_one{};
  EXPECT_GT(logged_groups(product_run(one_by_one, boxes)).size(), 1u) << "the other axis cuts";
  boxes.push_back({{450, 0}, {456, 930}});
  expect_the_same(one_by_one, boxes);
  EXPECT_EQ(logged_groups(product_run(one_by_one, boxes)).size(), 1u);
}

TEST(AllPairs, of_2_3_4_and_20_are_1_3_6_and_190) {
  constexpr std::pair<std::uint32_t, std::uint64_t> kPrinted[]{{2, 1}, {3, 3}, {4, 6}, {20, 190}};
  for (const auto& [n, tests] : kPrinted) {
    const BoxWorld world = world_of("any", boxes_on_whole_pixels(n, n, 500));
    EXPECT_EQ(traced("brute-force", world).count(EventKind::test), tests) << n;
    BookRdc one_group({n, 0, TieOrder::close_first, FirstAxis::x});
    one_group.cluster(world.boxes);
    EXPECT_EQ(one_group.tests, tests) << n;
  }
}

TEST(AllPairs, of_ten_pictures_on_top_of_each_other_are_45_by_every_algorithm) {
  const BoxWorld heap = world_of("heap", std::vector<Aabb>(10, Aabb{{0, 0}, {100, 100}}));
  for (const char* id : {"brute-force", "rdc", "sort-and-sweep", "quadtree", "uniform-grid"})
    EXPECT_EQ(traced(id, heap).count(EventKind::test), 45u) << id;
}

TEST(GroupSize, is_by_default_one_of_the_5_to_10_that_are_advised) {
  const auto rdc = broadphase_with("rdc");
  const Param& group_size = *find_param(rdc->params().rows, "group-size");
  EXPECT_EQ(group_size.init, 8);
}

// Boxes of 8 px whose centers are spread evenly over 1,000 px: the stripes behind a box that no
// other box reaches into, counted, are as many on average as n exp(-n L / W).
TEST(Gaps, of_boxes_spread_evenly_are_as_many_as_the_formula_says) {
  constexpr int kTrials = 400;
  constexpr float kField = 1000, kSide = 8;
  for (const std::uint32_t n : {20u, 60u, 200u}) {
    Random random(n);
    double counted = 0, by_product = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::vector<float> begins(n);
      for (float& begin : begins) begin = random.uniform(0, kField);
      std::ranges::sort(begins);
      std::vector<Aabb> boxes;
      for (std::size_t i = 0; i < n; ++i) {
        boxes.push_back({{begins[i], 0}, {begins[i] + kSide, kSide}});
        counted += i + 1 == n || begins[i + 1] > begins[i] + kSide;
      }
      std::vector<SpriteId> all(n);
      std::iota(all.begin(), all.end(), 0);
      by_product += expected_gaps(world_of("row", boxes).frame(), all, Axis::x);
    }
    const double formula = n * std::exp(-static_cast<double>(n) * 8 / 1000);
    EXPECT_NEAR(counted / kTrials / formula, 1, 0.1) << n;
    EXPECT_NEAR(by_product / kTrials / formula, 1, 0.15) << n << ", within the boxes' own bounds";
  }
}

TEST(Snap, puts_the_corner_of_every_box_on_the_grid_and_keeps_its_size) {
  Session session = in_scene("flash-demo");
  session.detect();
  const std::vector<Aabb> free(session.frame().boxes.begin(), session.frame().boxes.end());
  ASSERT_FALSE(session.apply(command::SetParam{Owner::world(), "snap", 1}).failed());
  session.detect();
  for (std::size_t i = 0; i < free.size(); ++i) {
    const Aabb& box = session.frame().boxes[i];
    EXPECT_EQ(std::fmod(box.min.x, 16.0f), 0) << i;
    EXPECT_EQ(std::fmod(box.min.y, 16.0f), 0) << i;
    EXPECT_NEAR(extent(box).x, extent(free[i]).x, 0.004) << i;
    EXPECT_LE(std::abs(box.min.x - free[i].min.x), 8) << i;
  }
}

}  // namespace sources_rdc_test
}  // namespace phasebox::test
