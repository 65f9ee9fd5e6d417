// SPDX-License-Identifier: MIT
// Recursive dimensional clustering finds the groups that its rules define, and the checks
// catch the mistakes of known implementations.
#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "support/checks.hpp"
#include "support/rdc_reference.hpp"

namespace phasebox::test {
namespace rdc_test {

constexpr std::array kThresholds{-20.0f, -7.5f, -1.0f, 0.0f, 0.5f, 1.0f, 3.0f, 8.0f, 13.0f, 20.0f};

/// Boxes of 4 to 60 px, sparse enough to split and dense enough to overlap.
BoxWorld boxes_of_4_to_60(std::uint64_t seed) {
  Random random(seed);
  BoxWorld world = world_of("boxes of 4 to 60 px", {});
  world.seed = seed;
  const std::uint32_t n = 2 + random.below(60);
  for (std::uint32_t k = 0; k < n; ++k) {
    const Vec2 at{random.uniform(0, 900), random.uniform(0, 900)};
    world.boxes.push_back({at, at + Vec2{random.uniform(4, 60), random.uniform(4, 60)}});
  }
  return world;
}

/// Whole coordinates, so that many boundaries coincide.
BoxWorld coinciding_boxes(std::uint64_t seed) {
  Random random(seed);
  BoxWorld world = world_of("coinciding boxes", {});
  world.seed = seed;
  for (std::uint32_t k = 0; k < 40; ++k) {
    const Vec2 at{static_cast<float>(random.below(60)), static_cast<float>(random.below(60))};
    world.boxes.push_back(
        {at, at + Vec2{static_cast<float>(random.below(7)), static_cast<float>(random.below(7))}});
  }
  return world;
}

std::vector<BoxWorld> worlds(int seeds) {
  std::vector<BoxWorld> all;
  for (int seed = 1; seed <= seeds; ++seed) {
    all.push_back(boxes_of_4_to_60(static_cast<std::uint64_t>(seed)));
    all.push_back(coinciding_boxes(static_cast<std::uint64_t>(seed)));
  }
  for (const std::string_view name :
       {"staircase", "alternating bars", "touching grid", "clusters", "walls", "crossing bars",
        "points everywhere", "segments", "one float apart"})
    all.push_back(make_world(name));
  return all;
}

TEST(RdcContract, GroupsAndInclusionsFollowTheRules) {
  const auto all = worlds(60);
  for (const float t : kThresholds)
    for (const std::uint32_t size : {1u, 3u, 8u}) {
      const RdcSettings settings{size, t};
      for (const BoxWorld& world : all) {
        const Violations found = check_rdc(rdc_subject(settings), settings, world);
        ASSERT_TRUE(found.empty()) << join(found);
      }
    }
}

TEST(RdcContract, EveryTieOrderAndFirstAxisFollowsTheRules) {
  const auto all = worlds(20);
  for (const TieOrder ties : {TieOrder::close_first, TieOrder::open_first})
    for (const FirstAxis axis : {FirstAxis::x, FirstAxis::y, FirstAxis::wider})
      for (const float t : {-1.0f, 0.0f, 0.01f, 2.0f}) {
        const RdcSettings settings{1, t, ties, axis};
        for (const BoxWorld& world : all) {
          const Violations found = check_rdc(rdc_subject(settings), settings, world);
          ASSERT_TRUE(found.empty()) << join(found);
        }
      }
}

/// Reads the rules wrongly in one way.
enum class Misreading : std::uint8_t {
  none,
  inverted_interval,     ///< a threshold beyond the middle turns the interval around
  threshold_on_one_end,  ///< ... is added to both ends, so that the interval only moves
  axis_by_subgroup,      ///< the axis changes with every subgroup, not with every pass
  closed_comparison,     ///< touching intervals are one group
};

class MisreadRdc : public Broadphase {
 public:
  MisreadRdc(Misreading how, const RdcSettings& settings) : how_(how), settings_(settings) {}

  ParamView params() override { return {}; }
  bool is_exact() const override { return settings_.contact_threshold <= 0; }
  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
    std::vector<SpriteId> all(f.size());
    for (SpriteId i = 0; i < f.size(); ++i) all[i] = i;
    number_ = 0;
    axis_ = Axis::x;
    if (!all.empty()) cluster(f, all, Axis::x, 0, out, log);
  }

 private:
  struct End {
    float at;
    int rank;  // closes, opens, closes without extent
    SpriteId id;
  };

  std::pair<float, float> interval(const Aabb& box, Axis axis) const {
    const float lo = low(box, axis), hi = high(box, axis), middle = lo * 0.5f + hi * 0.5f;
    const float t = settings_.contact_threshold;
    if (how_ == Misreading::inverted_interval) return {lo + t, hi - t};
    if (how_ == Misreading::threshold_on_one_end) return {lo + t, hi + t};
    return {std::min(lo + t, middle), std::max(hi - t, middle)};
  }

  std::vector<std::vector<SpriteId>> split(const Frame& f, std::span<const SpriteId> ids,
                                           Axis axis) const {
    std::vector<End> ends;
    for (const SpriteId id : ids) {
      const auto [open, close] = interval(f.boxes[id], axis);
      ends.push_back({open, 1, id});
      const bool late = open == close || how_ == Misreading::closed_comparison;
      ends.push_back({close, late ? 2 : 0, id});
    }
    std::ranges::sort(ends, [](const End& a, const End& b) {
      return a.at != b.at ? a.at < b.at : a.rank != b.rank ? a.rank < b.rank : a.id < b.id;
    });
    std::vector<std::vector<SpriteId>> groups(1);
    int open = 0;
    for (const End& e : ends) {
      if (e.rank == 1) groups.back().push_back(e.id);
      open += e.rank == 1 ? 1 : -1;
      if (open == 0) groups.emplace_back();
    }
    std::erase_if(groups, [](const auto& g) { return g.empty(); });
    return groups;
  }

  void cluster(const Frame& f, const std::vector<SpriteId>& ids, Axis axis, int fruitless,
               PairSink& out, Recorder* log) {
    if (ids.size() <= settings_.group_size || fruitless == 2) return finish(f, ids, out, log);
    if (how_ == Misreading::axis_by_subgroup) axis = axis_ = other(axis_);
    const auto parts = split(f, ids, axis);
    for (const auto& part : parts)
      cluster(f, part, other(axis), parts.size() > 1 ? 0 : fruitless + 1, out, log);
  }

  void finish(const Frame& f, std::span<const SpriteId> ids, PairSink& out, Recorder* log) {
    ++number_;
    for (const SpriteId id : ids)
      if (log) log->add({EventKind::member, Axis::x, 0, id, number_});
    NoTrace off;
    for (std::size_t i = 0; i < ids.size(); ++i)
      for (std::size_t j = i + 1; j < ids.size(); ++j) test_pair(f, ids[i], ids[j], out, off);
  }

  Misreading how_;
  RdcSettings settings_;
  Axis axis_ = Axis::x;
  std::uint32_t number_ = 0;
};

bool is_caught(Misreading how) {
  const auto all = worlds(12);
  for (const float t : kThresholds)
    for (const std::uint32_t size : {1u, 8u}) {
      const RdcSettings settings{size, t};
      const Subject subject{"misread", [&] { return std::make_unique<MisreadRdc>(how, settings); }};
      for (const BoxWorld& world : all)
        if (!check_rdc(subject, settings, world).empty()) return true;
    }
  return false;
}

TEST(RdcContract, WhatOthersGetWrongIsCaught) {
  EXPECT_FALSE(is_caught(Misreading::none)) << "the correct rules pass";
  EXPECT_TRUE(is_caught(Misreading::inverted_interval));
  EXPECT_TRUE(is_caught(Misreading::threshold_on_one_end));
  EXPECT_TRUE(is_caught(Misreading::axis_by_subgroup));
  EXPECT_TRUE(is_caught(Misreading::closed_comparison));
}

}  // namespace rdc_test
}  // namespace phasebox::test
