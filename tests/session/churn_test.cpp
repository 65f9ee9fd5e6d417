// SPDX-License-Identifier: MIT
// Churn: sprites that die and are born in each step.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bench/recording.hpp"
#include "collide/registry.hpp"
#include "session/session.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox {
namespace churn_test {

Session churning(const char* scene, double percent) {
  Session session = in_scene(scene);
  EXPECT_FALSE(session.apply(command::SetParam{Owner::world(), "churn", percent}).failed());
  session.detect();
  return session;
}

TEST(Churn, lets_the_share_die_and_as_many_be_born_and_moves_no_other_id) {
  Session session = churning("sprites", 1);
  const std::size_t n = session.world().size();
  ASSERT_EQ(n, 60u);
  std::size_t births = 0, deaths = 0;
  for (int step = 0; step < 100; ++step) {
    const std::vector<Vec2> before(session.world().positions().begin(),
                                   session.world().positions().end());
    session.step();
    ASSERT_EQ(session.world().size(), n);
    const auto edits = session.population_changes().last;
    std::vector<bool> is_new(n);
    for (const Edit& edit : edits) {
      ++(edit.kind == Edit::Kind::add ? births : deaths);
      if (edit.kind == Edit::Kind::remove) is_new[edit.id] = true;
    }
    for (SpriteId i = 0; i < n; ++i)
      EXPECT_TRUE(is_new[i] || length(session.world().positions()[i] - before[i]) < 4) << i;
  }
  EXPECT_NEAR(static_cast<double>(deaths), 60, 1) << "1 % of 60 in each of 100 steps";
  EXPECT_EQ(births, deaths);
}

TEST(Churn, ends_in_one_state_with_every_broadphase) {
  for (const char* scene : {"clusters", "mixed-sizes", "shooter"}) {
    std::uint64_t expected = 0;
    for (const BroadphaseEntry* entry : broadphases()) {
      Session session = churning(scene, 5);
      ASSERT_FALSE(session.apply(command::SelectBroadphase{std::string(entry->id)}).failed());
      const std::uint64_t hash = hash_after(session, 20);
      if (expected == 0) expected = hash;
      EXPECT_EQ(hash, expected) << scene << " with " << entry->id;
    }
  }
}

TEST(Churn, is_the_same_again_after_going_back_and_in_a_restored_session) {
  Session session = in_scene("uniform");
  session.keep_frames();
  ASSERT_FALSE(session.apply(command::SetParam{Owner::world(), "churn", 2}).failed());
  hash_after(session, 10);
  Session restored(session.snapshot());
  const std::uint64_t expected = hash_after(session, 15);
  EXPECT_EQ(hash_after(restored, 15), expected);
  ASSERT_FALSE(session.apply(command::SeekStep{10}).failed());
  session.detect();
  EXPECT_EQ(hash_after(session, 15), expected);
}

TEST(Churn, ends_when_it_is_undone) {
  Session session = churning("uniform", 2);
  session.step();
  EXPECT_FALSE(session.population_changes().last.empty());
  ASSERT_FALSE(session.apply(command::Undo{}).failed());
  hash_after(session, 2);
  EXPECT_TRUE(session.population_changes().last.empty());
}

TEST(Churn, keeps_that_dynamics_gave_up) {
  Session session = churning("pile", 5);
  for (const auto& [owner, key, value] :
       {std::tuple(Owner::scene(), "count", 2000.0), {Owner::response(), "response", 1.0}})
    ASSERT_FALSE(session.apply(command::SetParam{owner, key, value}).failed());
  session.step();
  EXPECT_FALSE(session.population_changes().last.empty());
  EXPECT_TRUE(session.exceeds_pair_limit());
}

TEST(Churn, spares_static_sprites_and_the_one_that_is_held) {
  Session session = churning("walls", 100);
  ASSERT_FALSE(session.apply(command::Grab{5}).failed());
  const World before = session.world();
  hash_after(session, 5);
  ASSERT_EQ(session.held(), SpriteId{5});
  ASSERT_TRUE(before.has_statics());
  for (SpriteId i = 0; i < before.size(); ++i)
    EXPECT_EQ(session.world().get(i) == before.get(i), i == 5 || before.statics()[i]) << i;
}

TEST(Churn, is_recorded_as_births_and_deaths) {
  Session session = churning("uniform", 60);
  const FrameFacts facts = facts_of(record(session, 11));
  EXPECT_NEAR(facts.arrivals, 240, 0.2) << "60 % of 400";
  EXPECT_EQ(facts.arrivals, facts.departures);
  EXPECT_LT(facts.move, 4) << "who is born has not jumped";
}

}  // namespace churn_test
}  // namespace phasebox
