// SPDX-License-Identifier: MIT
// Going back in time restores the same state and the same future, and leaves edits and undo intact.
#include "session/past_frames.hpp"

#include <gtest/gtest.h>

#include "io/pictures/images.hpp"
#include "session/session.hpp"

namespace phasebox {
namespace session_frames_test {

class GoingBack : public testing::Test {
 protected:
  GoingBack() {
    session.keep_frames();
    session.detect();
  }
  void run(int steps) {
    for (int k = 0; k < steps; ++k) session.step();
  }
  Status seek(std::uint64_t step) {
    Status status = session.apply(command::SeekStep{step});
    session.detect();
    return status;
  }
  Session session{builtin_images()};
};

TEST_F(GoingBack, BackAndForwardRestoreTheSameHash) {
  std::vector<std::uint64_t> hashes{session.hash()};
  for (int k = 0; k < 30; ++k) run(1), hashes.push_back(session.hash());
  for (std::uint64_t k = 30; k-- > 0;) {
    ASSERT_FALSE(seek(k).failed());
    ASSERT_EQ(session.hash(), hashes[k]) << "step " << k;
    ASSERT_EQ(session.steps(), k);
  }
  for (std::uint64_t k = 1; k <= 30; ++k) {
    ASSERT_FALSE(seek(k).failed());
    ASSERT_EQ(session.hash(), hashes[k]) << "step " << k;
  }
}

TEST_F(GoingBack, SteppingFromThePastGoesTheSameWay) {
  run(20);
  const std::uint64_t end = session.hash();
  ASSERT_FALSE(seek(5).failed());
  run(15);
  EXPECT_EQ(session.hash(), end);
  EXPECT_EQ(session.steps(), 20u);
}

TEST_F(GoingBack, AnEditInThePastDropsTheFuture) {
  run(20);
  ASSERT_FALSE(seek(10).failed());
  ASSERT_FALSE(session.apply(command::SetVolume{{0}, Volume::circle}).failed());
  EXPECT_TRUE(seek(11).failed());
  const std::uint64_t edited = session.hash();
  ASSERT_FALSE(seek(9).failed());
  EXPECT_EQ(session.world().volumes()[0], Volume::tight);
  ASSERT_FALSE(seek(10).failed());
  EXPECT_EQ(session.hash(), edited) << "the edit is part of its frame";
}

TEST_F(GoingBack, LookingWithAnotherAlgorithmKeepsTheFuture) {
  run(20);
  const std::uint64_t end = session.hash();
  ASSERT_FALSE(seek(10).failed());
  ASSERT_FALSE(session.apply(command::SelectBroadphase{"quadtree"}).failed());
  ASSERT_FALSE(
      session.apply(command::SetParam{owner_named("quadtree"), "max-objects", 3}).failed());
  ASSERT_FALSE(seek(20).failed());
  EXPECT_EQ(session.hash(), end);
}

TEST_F(GoingBack, AnotherPopulationBeginsAgain) {
  run(10);
  ASSERT_FALSE(session.apply(command::SetCount{61}).failed());
  const Status status = seek(5);
  ASSERT_TRUE(status.failed());
  EXPECT_NE(status.error().text.english().find("step 5 is not kept"), std::string::npos)
      << status.error().text;
  run(5);
  ASSERT_FALSE(seek(12).failed());
  ASSERT_FALSE(session.apply(command::Undo{}).failed())
      << "the sprite that was added is still there";
  EXPECT_EQ(session.world().size(), 60u);
  EXPECT_TRUE(seek(11).failed());
}

TEST_F(GoingBack, UndoOfAThrowWorksInThePast) {
  run(10);
  ASSERT_FALSE(session.apply(command::Grab{3}).failed());
  ASSERT_FALSE(session.apply(command::Drag{{100, 100}}).failed());
  ASSERT_FALSE(session.apply(command::Release{{5, 0}}).failed());
  run(10);
  ASSERT_FALSE(seek(5).failed());
  ASSERT_FALSE(session.apply(command::Undo{}).failed());
  session.detect();
  run(3);
  EXPECT_EQ(session.world().size(), 60u);
}

TEST_F(GoingBack, AHeldSpriteIsPutDown) {
  run(10);
  ASSERT_FALSE(session.apply(command::Grab{3}).failed());
  ASSERT_FALSE(seek(9).failed());
  EXPECT_FALSE(session.held());
}

TEST_F(GoingBack, ARestartAndOtherScenesForget) {
  run(10);
  ASSERT_FALSE(session.apply(command::Restart{}).failed());
  EXPECT_TRUE(session.past().empty());
  run(10);
  ASSERT_FALSE(session.apply(command::SetParam{owner_named("world"), "seed", 77}).failed());
  EXPECT_TRUE(session.past().empty());
}

TEST_F(GoingBack, UndoOfAnotherSceneBringsItsPastBackAndRedoThatOfTheOther) {
  run(10);
  const std::uint64_t here = session.world().hash();
  for (const Command& other :
       {Command(command::LoadScene{"walls"}), Command(command::Restart{}),
        Command(command::SetParam{owner_named("world"), "seed", 77, false})}) {
    SCOPED_TRACE(other.index());
    ASSERT_FALSE(session.apply(other).failed());
    EXPECT_EQ(session.steps(), 0u);
    EXPECT_TRUE(session.past().empty());
    run(3);
    const std::uint64_t there = session.world().hash();
    ASSERT_FALSE(session.apply(command::Undo{}).failed());
    EXPECT_EQ(session.steps(), 10u);
    EXPECT_EQ(session.world().hash(), here);
    EXPECT_EQ(session.past().first(), 0u);
    ASSERT_FALSE(session.apply(command::Redo{}).failed());
    EXPECT_EQ(session.steps(), 3u);
    EXPECT_EQ(session.world().hash(), there);
    EXPECT_FALSE(seek(1).failed());
    ASSERT_FALSE(session.apply(command::Undo{}).failed());
    EXPECT_FALSE(seek(4).failed());
    ASSERT_FALSE(seek(10).failed());
    EXPECT_EQ(session.world().hash(), here);
  }
}

TEST_F(GoingBack, OnlyTheNewestOfManyScenesLeftKeepsItsPast) {
  for (const char* scene : {"walls", "clusters", "sprites"}) {
    run(5);
    ASSERT_FALSE(session.apply(command::LoadScene{scene}).failed());
  }
  ASSERT_FALSE(session.apply(command::Undo{}).failed());
  EXPECT_FALSE(session.past().empty());
  ASSERT_FALSE(session.apply(command::Undo{}).failed());
  EXPECT_TRUE(session.past().empty());
  EXPECT_EQ(session.steps(), 5u) << "its time is known all the same";
}

TEST_F(GoingBack, MemoryIsBounded) {
  run(700);
  EXPECT_EQ(session.past().size(), PastFrames::kMaxFrames);
  EXPECT_EQ(session.past().last(), 699u);
  ASSERT_FALSE(session.apply(command::SetCount{100'000}).failed());
  for (int k = 0; k < 40; ++k) session.move();
  EXPECT_LE(session.past().size() * World::kBytesPerSprite * 100'000, PastFrames::kMaxBytes);
  EXPECT_GE(session.past().size(), 10u);
}

TEST(PastFramesOff, NothingIsKeptUnlessAsked) {
  Session session(builtin_images());
  for (int k = 0; k < 5; ++k) session.step();
  EXPECT_TRUE(session.past().empty());
  EXPECT_TRUE(session.apply(command::SeekStep{2}).failed());
}

}  // namespace session_frames_test
}  // namespace phasebox
