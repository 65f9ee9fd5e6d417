// SPDX-License-Identifier: MIT
// Claims about the search in the background.
#include "lab/tune/background_tune.hpp"

#include <gmock/gmock.h>

#include "collide/registry.hpp"
#include "support/images.hpp"

namespace phasebox {
namespace tune_study_test {

using testing::HasSubstr;

const BroadphaseEntry* entry(std::string_view id) { return find_entry(broadphases(), id); }

TEST(TuneStudy, finds_an_answer_and_leaves_the_session_alone) {
  Session session(test_images());
  session.step();
  const std::uint64_t before = session.hash();
  TuneStudy study;
  EXPECT_FALSE(study.apply(command::StartTuning{.budget = 1}, session));
  while (study.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ASSERT_TRUE(study.result());
  ASSERT_TRUE(study.result()->winner());
  EXPECT_TRUE(study.result()->is_complete);
  EXPECT_EQ(session.hash(), before);
}

TEST(TuneStudy, stopped_it_keeps_what_it_has) {
  Session session(test_images());
  TuneStudy study;
  EXPECT_FALSE(study.apply(command::StartTuning{.budget = 500}, session));
  study.stop();
  EXPECT_FALSE(study.is_running());
  ASSERT_TRUE(study.result());
  EXPECT_FALSE(study.result()->is_complete);
}

TEST(TuneStudy, refuses_an_empty_world_and_an_impossible_budget) {
  Session session(test_images());
  TuneStudy study;
  EXPECT_TRUE(study.apply(command::StartTuning{.budget = 0}, session));
  EXPECT_FALSE(session.apply(command::SetCount{0}));
  EXPECT_TRUE(study.apply(command::StartTuning{.budget = 5}, session));
  EXPECT_FALSE(study.result());
}

TEST(TuneStudy, applying_sets_every_parameter_of_the_winner_and_one_undo_takes_it_back) {
  Session session(test_images());
  EXPECT_FALSE(session.apply(command::SetParam{owner_named("quadtree"), "looseness", 2}));
  Contestant contestant{.entry = entry("quadtree")};
  contestant.set(*find_param(rows_of(*entry("quadtree")), "max-objects"), 17);
  const auto value = [&](std::string_view key) {
    const ParamGroup group = session.group(owner_named("quadtree"));
    return find_param(group.rows, key)->get(group.object);
  };
  const double before = value("max-objects");
  EXPECT_FALSE(session.apply(apply_command(contestant)));
  EXPECT_EQ(session.broadphase().id, "quadtree");
  EXPECT_EQ(value("max-objects"), 17);
  EXPECT_EQ(value("looseness"), 1) << "back to its default";
  EXPECT_EQ(session.history().undo_title(), "Apply of quadtree max-objects=17");
  EXPECT_FALSE(session.apply(command::Undo{}));
  EXPECT_EQ(session.broadphase().id, "rdc");
  EXPECT_EQ(value("max-objects"), before);
  EXPECT_EQ(value("looseness"), 2);
  EXPECT_FALSE(session.apply(command::Redo{}));
  EXPECT_EQ(session.broadphase().id, "quadtree");
  EXPECT_EQ(value("max-objects"), 17);
}

TEST(TuneStudy, an_impossible_setting_is_refused_and_changes_nothing) {
  Session session(test_images());
  for (const auto& [key, value] : {std::pair{"max-objects", -1.0}, {"no-such-key", 1.0}}) {
    const command::UseBroadphase use{"quadtree", {{"looseness", 2}, {key, value}}, "t"};
    EXPECT_TRUE(session.apply(use)) << key;
    EXPECT_EQ(session.broadphase().id, "rdc");
    const ParamGroup group = session.group(owner_named("quadtree"));
    EXPECT_EQ(find_param(group.rows, "looseness")->get(group.object), 1) << key;
    EXPECT_FALSE(session.history().can_undo());
  }
}

TEST(TuneStudy, the_answer_names_its_scene_and_says_when_that_has_changed) {
  Session session(test_images());
  TuneStudy study;
  EXPECT_FALSE(study.apply(command::StartTuning{.budget = 1}, session));
  study.stop();
  const std::string command = tune_command(*study.result(), study.origin());
  EXPECT_THAT(command, HasSubstr("--scene sprites --seed 1 --set scene.count=60 --threads 1"));
  EXPECT_FALSE(study.subject().has_changed(session));
  EXPECT_FALSE(session.apply(command::SetCount{70}));
  EXPECT_EQ(study.subject().sentence(session),
            "Found for scene sprites, 60 sprites, seed 1; the scene has changed since.");
}

}  // namespace tune_study_test
}  // namespace phasebox
