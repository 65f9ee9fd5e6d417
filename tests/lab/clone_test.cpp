// SPDX-License-Identifier: MIT
// Claims about shadow instances of a session.
#include <gtest/gtest.h>

#include "lab/study_subject.hpp"
#include "support/images.hpp"

namespace phasebox {
namespace clone_test {

TEST(Clone, goes_the_same_way_in_every_scene) {
  for (const SceneEntry* scene : scenes()) {
    Session session(test_images());
    ASSERT_FALSE(session.apply(command::LoadScene{std::string(scene->id)}));
    ASSERT_FALSE(session.apply(command::SelectBroadphase{"quadtree"}));
    for (int i = 0; i < 5; ++i) session.step();
    Session other = clone(session);
    EXPECT_EQ(other.hash(), session.hash()) << scene->id;
    EXPECT_EQ(other.broadphase().id, "quadtree");
    for (int i = 0; i < 10; ++i) session.step(), other.step();
    EXPECT_EQ(other.hash(), session.hash()) << scene->id;
  }
}

TEST(Clone, jitters_alike_and_has_each_images_own_n) {
  Session session(test_images());
  ASSERT_FALSE(session.apply(command::LoadScene{"clusters"}));
  for (const auto& [key, value] : {std::pair{"n", 12.0}, std::pair{"jitter", 1.0}})
    ASSERT_FALSE(session.apply(command::SetParam{owner_named("pixel-samples"), key, value}));
  const std::uint16_t image = session.world().images()[0];
  ASSERT_FALSE(session.apply(command::TuneImage{image, {.n = 9, .inset = 25}}));
  for (int i = 0; i < 5; ++i) session.step();
  Session other = clone(session);
  EXPECT_EQ(tuning_of(other.frame(), 0), (ImageTuning{.n = 9, .inset = 25}));
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(other.hash(), session.hash()) << i;
    session.step(), other.step();
  }
}

TEST(Clone, plays_the_same_recording_from_the_same_frame) {
  auto trace = std::make_shared<BoxRecording>();
  for (std::int64_t frame = 0; frame < 4; ++frame) {
    trace->frames.push_back(frame);
    const auto x = static_cast<float>(frame);
    for (const Vec2 at : {Vec2{x, 0}, Vec2{4, 4}}) {
      trace->ids.push_back(static_cast<std::int64_t>(trace->ids.size() % 2));
      trace->boxes.push_back({at, at + Vec2{5, 5}});
    }
    trace->begins.push_back(trace->boxes.size());
  }
  Session session(test_images());
  ASSERT_FALSE(session.apply(command::OpenRecording{trace, "four frames"}));
  session.step();
  Session other = clone(session);
  ASSERT_TRUE(other.show());
  EXPECT_EQ(other.show()->frame(), session.show()->frame());
  for (int i = 0; i < 6; ++i) {
    session.step(), other.step();
    EXPECT_EQ(other.hash(), session.hash()) << i;
  }
}

}  // namespace clone_test
}  // namespace phasebox
