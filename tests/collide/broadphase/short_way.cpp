// SPDX-License-Identifier: MIT
// Small frames take the short way, and nobody who looks can tell but by the time.
#include "collide/broadphase/kernels/short_way.hpp"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
namespace short_way_test {

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

class ShortWayTest : public testing::Test {
 protected:
  ShortWayTest() {
    auto counted = std::make_unique<Counted>(searches_);
    counted_ = counted.get();
    way_ = std::make_unique<ShortWay>(std::move(counted));
  }
  std::vector<Pair> search(const BoxWorld& world, Recorder* log = nullptr) {
    return sorted(pairs_of(*way_, world.frame(), log));
  }

  int searches_ = 0;
  Counted* counted_ = nullptr;
  std::unique_ptr<ShortWay> way_;
};

TEST_F(ShortWayTest, AFrameNoLargerThanALeafIsAnsweredWithoutTheAlgorithm) {
  for (const std::size_t n : {std::size_t{0}, std::size_t{10}, ShortWay::kLeaf}) {
    const BoxWorld world = crowd(n);
    EXPECT_EQ(search(world), exact_pairs(world.frame())) << n;
  }
  EXPECT_EQ(searches_, 0);
  search(crowd(ShortWay::kLeaf + 1));
  EXPECT_EQ(searches_, 1);
}

TEST_F(ShortWayTest, ATracedFrameIsTheAlgorithmsOwn) {
  Recorder log;
  search(crowd(10), &log);
  EXPECT_EQ(searches_, 1);
}

TEST_F(ShortWayTest, AnAnswerThatIsNotExactIsTheAlgorithmsOwn) {
  counted_->exact = false;
  search(crowd(10));
  EXPECT_EQ(searches_, 1);
}

TEST_F(ShortWayTest, ARemarkAboutASmallFrameLetsTheAlgorithmCatchUpOnce) {
  const BoxWorld world = crowd(10);
  search(world);
  for (int k = 0; k < 2; ++k) {
    std::vector<Remark> remarks;
    way_->remark(world.frame(), remarks);
    ASSERT_EQ(remarks.size(), 1u);
    EXPECT_EQ(remarks[0].text, "1");
  }
}

TEST_F(ShortWayTest, AStoppedSearchHasNoPairs) {
  BoxWorld world = crowd(10);
  WorkLimit limit;
  limit.max_pairs = 2;
  Frame frame = world.frame();
  frame.limit = &limit;
  PairSink out;
  way_->find_pairs(frame, out, nullptr);
  EXPECT_TRUE(out.empty());
  EXPECT_EQ(limit.reason(), WorkLimit::Reason::pairs);
}

TEST(ShortWay, QueriesOfASmallFrameAreAnsweredTracedAndUntraced) {
  const BoxWorld world = crowd(12);
  for (const BroadphaseEntry* entry : broadphases()) {
    const auto broadphase = entry->make();
    pairs_of(*broadphase, world.frame());
    for (const Aabb& box : world.boxes) {
      Sink<SpriteId> plain, traced;
      broadphase->query(world.frame(), box, plain, nullptr);
      Recorder log;
      broadphase->query(world.frame(), box, traced, &log);
      const auto ascending = [](Sink<SpriteId>& ids) {
        std::vector<SpriteId> all(ids.items().begin(), ids.items().end());
        std::ranges::sort(all);
        return all;
      };
      EXPECT_EQ(ascending(plain), exact_near(world.frame(), box)) << entry->id;
      EXPECT_EQ(ascending(traced), exact_near(world.frame(), box)) << entry->id;
    }
  }
}

TEST(ShortWay, APopulationGrowsBeyondALeafAndFallsBelowIt) {
  for (const BroadphaseEntry* entry : broadphases()) {
    const auto broadphase = entry->make();
    BoxWorld world = crowd(12);
    broadphase->reset(world.frame());
    const auto check = [&](std::string_view when) {
      PairSink out;
      broadphase->find_pairs(world.frame(), out, nullptr);
      EXPECT_EQ(sorted({out.items().begin(), out.items().end()}), exact_pairs(world.frame()))
          << entry->id << ' ' << when;
    };
    check("at first");
    for (int round = 0; round < 3; ++round) {
      while (world.size() < 20) {
        world.boxes.push_back(world.boxes[world.size() % 7]);
        const Edit added{Edit::Kind::add, static_cast<SpriteId>(world.size() - 1), 0};
        broadphase->edit(world.frame(), {&added, 1});
        check("growing");
      }
      while (world.size() > 12) {
        const auto last = static_cast<SpriteId>(world.size() - 1);
        world.boxes[2] = world.boxes.back(), world.boxes.pop_back();
        const Edit removed{Edit::Kind::remove, 2, last};
        broadphase->edit(world.frame(), {&removed, 1});
        check("shrinking");
      }
    }
  }
}

}  // namespace short_way_test
}  // namespace phasebox::test
