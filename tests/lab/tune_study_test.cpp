// SPDX-License-Identifier: MIT
// Claims about the search beside the window.
#include "lab/tune_study.hpp"

#include <gmock/gmock.h>

#include "core/registry.hpp"
#include "support/images.hpp"

namespace phasebox {
namespace {

using testing::HasSubstr;

const BroadphaseEntry* entry(std::string_view id) { return find_entry(broadphases(), id); }

TEST(TuneStudy, finds_an_answer_and_leaves_the_session_alone) {
  Session session(test_images());
  session.step();
  const std::uint64_t before = session.hash();
  TuneStudy study;
  EXPECT_FALSE(study.start({.budget = 1}, session));
  while (study.job().is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ASSERT_TRUE(study.report());
  ASSERT_TRUE(study.report()->winner());
  EXPECT_TRUE(study.report()->is_complete);
  EXPECT_EQ(session.hash(), before);
}

TEST(TuneStudy, stopped_it_keeps_what_it_has) {
  Session session(test_images());
  TuneStudy study;
  EXPECT_FALSE(study.start({.budget = 500}, session));
  study.stop();
  EXPECT_FALSE(study.job().is_running());
  ASSERT_TRUE(study.report());
  EXPECT_FALSE(study.report()->is_complete);
}

TEST(TuneStudy, refuses_an_empty_world_and_an_impossible_budget) {
  Session session(test_images());
  TuneStudy study;
  EXPECT_TRUE(study.start({.budget = 0}, session));
  EXPECT_FALSE(session.apply(command::SetCount{0}));
  EXPECT_TRUE(study.start({.budget = 5}, session));
  EXPECT_FALSE(study.report());
}

TEST(TuneStudy, applying_sets_every_parameter_of_the_winner) {
  Session session(test_images());
  EXPECT_FALSE(session.apply(command::SetParam{"quadtree", "looseness", 2}));
  Candidate candidate{.entry = entry("quadtree")};
  candidate.set(*find_param(rows_of(*entry("quadtree")), "max-objects"), 17);
  for (const Command& c : apply_commands(candidate)) EXPECT_FALSE(session.apply(c));
  EXPECT_EQ(session.broadphase().id, "quadtree");
  const ParamGroup group = session.group("quadtree");
  EXPECT_EQ(find_param(group.rows, "max-objects")->get(group.object), 17);
  EXPECT_EQ(find_param(group.rows, "looseness")->get(group.object), 1) << "back to its default";
}

TEST(TuneStudy, the_command_names_what_differs_from_the_scenes_own) {
  Session session(test_images());
  EXPECT_FALSE(session.apply(command::LoadScene{"mixed"}));
  EXPECT_EQ(scene_options(session), "--scene mixed");
  EXPECT_FALSE(session.apply(command::SetParam{"world", "seed", 9}));
  EXPECT_FALSE(session.apply(command::SetParam{"scene", "count", 123}));
  EXPECT_THAT(scene_options(session), HasSubstr("--set scene.count=123"));
  EXPECT_THAT(scene_options(session), HasSubstr("--set world.seed=9"));
}

}  // namespace
}  // namespace phasebox
