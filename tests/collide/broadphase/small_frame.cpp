// SPDX-License-Identifier: MIT
// Small frames are answered at once; only the time tells. What is compared so is what overlaps.
#include "collide/broadphase/kernels/small_frame.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/methods.hpp"
#include "support/vector_targets.hpp"

namespace phasebox::test {

// The loops over all pairs agree with the one predicate, on every kind of vector that the machine
// has and for every number of boxes that ends a vector elsewhere.

namespace all_pairs_test {

std::vector<Pair> found_in(const Frame& frame, BoxColumns& memory) {
  PairSink out;
  find_all_pairs(frame, memory, out);
  return {out.items().begin(), out.items().end()};
}

/// The first few of a world.
BoxWorld first_of(const BoxWorld& world, std::size_t n) {
  BoxWorld few = world;
  few.boxes.resize(n);
  if (!few.filters.empty()) few.filters.resize(n);
  if (!few.is_static.empty()) few.is_static.resize(n);
  return few;
}

TEST(AllPairs, AreThoseOfTheDefinitionInTheirOrder) {
  for_all_targets([](const char* target) {
    BoxColumns memory;
    for (const BoxWorld& world : make_worlds(2))
      ASSERT_EQ(found_in(world.frame(), memory), exact_pairs(world.frame()))
          << target << ' ' << world.label();
  });
}

TEST(AllPairs, EveryNumberOfBoxesUpToTwoLargeFrames) {
  Random random(5);
  BoxWorld dense = world_of("dense", random_boxes(random, 150, 300, 300, 40));
  for (SpriteId i = 0; i < dense.size(); ++i)
    dense.is_static.push_back(i % 3 == 0), dense.filters.push_back({1, 0xFFFF});
  for_all_targets([&](const char* target) {
    BoxColumns memory;
    for (std::size_t n = 0; n <= dense.size(); ++n) {
      const BoxWorld world = first_of(dense, n);
      ASSERT_EQ(found_in(world.frame(), memory), exact_pairs(world.frame())) << target << ' ' << n;
      BoxWorld without_rules = world;
      without_rules.filters.clear(), without_rules.is_static.clear();
      ASSERT_EQ(found_in(without_rules.frame(), memory), exact_pairs(without_rules.frame()))
          << target << ' ' << n;
    }
  });
}

TEST(AllPairs, AllOfAFullFrameOverlap) {
  for_all_targets([](const char* target) {
    BoxColumns memory;
    for (const std::size_t n : {2u, 16u, 17u, 63u, 64u, 65u, 300u}) {
      const BoxWorld world = world_of("stack", std::vector<Aabb>(n, Aabb{{0, 0}, {1, 1}}));
      EXPECT_EQ(found_in(world.frame(), memory).size(), n * (n - 1) / 2) << target << ' ' << n;
    }
  });
}

}  // namespace all_pairs_test

// Small frames are answered at once; nothing but the time tells.

namespace small_frame_test {

/// Counts how often it was asked for pairs; finds none.
class Counted : public Broadphase {
 public:
  explicit Counted(int& searches) : searches_(searches) {}
  ParamView params() override { return {}; }
  bool is_exact() const override { return exact; }
  void find_pairs(const Frame&, PairSink&, Recorder*) override { ++searches_; }
  void remark(const Frame&, std::vector<Remark>& out) const override {
    out.push_back({false, std::to_string(searches_)});
  }

  bool exact = true;

 private:
  int& searches_;
};

BoxWorld crowd(std::size_t n) {
  Random random(3);
  return world_of("crowd", random_boxes(random, n, 100, 100, 20));
}

class SmallFrameTest : public testing::Test {
 protected:
  SmallFrameTest() {
    auto counted = std::make_unique<Counted>(searches_);
    counted_ = counted.get();
    frame_ = std::make_unique<SmallFrame>(std::move(counted));
  }
  std::vector<Pair> search(const BoxWorld& world, Recorder* log = nullptr) {
    return sorted(pairs_of(*frame_, world.frame(), log));
  }

  int searches_ = 0;
  Counted* counted_ = nullptr;
  std::unique_ptr<SmallFrame> frame_;
};

TEST_F(SmallFrameTest, AFrameNoLargerThanALeafIsAnsweredWithoutTheAlgorithm) {
  for (const std::size_t n : {std::size_t{0}, std::size_t{10}, SmallFrame::kLeaf}) {
    const BoxWorld world = crowd(n);
    EXPECT_EQ(search(world), exact_pairs(world.frame())) << n;
  }
  EXPECT_EQ(searches_, 0);
  search(crowd(SmallFrame::kLeaf + 1));
  EXPECT_EQ(searches_, 1);
}

TEST_F(SmallFrameTest, ATracedFrameIsTheAlgorithmsOwn) {
  Recorder log;
  search(crowd(10), &log);
  EXPECT_EQ(searches_, 1);
}

TEST_F(SmallFrameTest, AnAnswerThatIsNotExactIsTheAlgorithmsOwn) {
  counted_->exact = false;
  search(crowd(10));
  EXPECT_EQ(searches_, 1);
}

TEST_F(SmallFrameTest, ARemarkAboutASmallFrameLetsTheAlgorithmCatchUpOnce) {
  const BoxWorld world = crowd(10);
  search(world);
  for (int k = 0; k < 2; ++k) {
    std::vector<Remark> remarks;
    frame_->remark(world.frame(), remarks);
    ASSERT_EQ(remarks.size(), 1u);
    EXPECT_EQ(remarks[0].text, "1");
  }
}

TEST_F(SmallFrameTest, AStoppedSearchHasNoPairs) {
  BoxWorld world = crowd(10);
  WorkLimit limit;
  limit.max_pairs = 2;
  Frame frame = world.frame();
  frame.limit = &limit;
  PairSink out;
  frame_->find_pairs(frame, out, nullptr);
  EXPECT_TRUE(out.empty());
  EXPECT_EQ(limit.reason(), WorkLimit::Reason::pairs);
}

TEST(SmallFrame, QueriesOfASmallFrameAreAnsweredTracedAndUntraced) {
  const BoxWorld world = crowd(12);
  for (const BroadphaseEntry* entry : broadphases()) {
    const auto broadphase = entry->make();
    pairs_of(*broadphase, world.frame());
    for (const Aabb& box : world.boxes) {
      const auto exact = exact_near(world.frame(), box);
      Recorder log;
      EXPECT_EQ(found_near(*broadphase, world.frame(), box), exact) << entry->id;
      EXPECT_EQ(found_near(*broadphase, world.frame(), box, &log), exact) << entry->id;
    }
  }
}

TEST(SmallFrame, APopulationGrowsBeyondALeafAndFallsBelowIt) {
  for (const BroadphaseEntry* entry : broadphases()) {
    const auto broadphase = entry->make();
    BoxWorld world = crowd(SmallFrame::kLeaf - 4);
    broadphase->reset(world.frame());
    const auto check = [&](const std::string& when) {
      expect_exact(*broadphase, world, std::string(entry->id) + ' ' + when);
    };
    check("at first");
    for (int round = 0; round < 3; ++round) {
      while (world.size() < SmallFrame::kLeaf + 4) {
        const Edit added = add_box(world, world.boxes[world.size() % 7]);
        broadphase->edit(world.frame(), {&added, 1});
        check("growing");
      }
      while (world.size() > SmallFrame::kLeaf - 4) {
        const Edit removed = remove_box(world, 2);
        broadphase->edit(world.frame(), {&removed, 1});
        check("shrinking");
      }
    }
  }
}

}  // namespace small_frame_test
}  // namespace phasebox::test
