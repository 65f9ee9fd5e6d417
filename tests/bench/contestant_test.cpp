// SPDX-License-Identifier: MIT
// Claims about algorithms with settings: what they are called, and what they make.
#include <gtest/gtest.h>

#include "bench/race.hpp"
#include "collide/registry.hpp"
#include "session/session.hpp"
#include "support/images.hpp"
#include "support/planted.hpp"

namespace phasebox {
namespace contestant_test {

const BroadphaseEntry* entry(std::string_view id) { return find_entry(broadphases(), id); }
const Param& row(std::string_view id, std::string_view key) {
  return *find_param(rows_of(*entry(id)), key);
}

TEST(Contestant, what_is_at_its_default_is_not_named) {
  Contestant c{.entry = entry("quadtree")};
  EXPECT_EQ(c.name(), "quadtree");
  c.set(row("quadtree", "looseness"), 1.5);
  c.set(row("quadtree", "max-objects"), 16);
  EXPECT_EQ(c.name(), "quadtree max-objects=16 looseness=1.5");
  EXPECT_EQ(c.set_options(), "--set quadtree.max-objects=16 --set quadtree.looseness=1.5");
  c.set(row("quadtree", "looseness"), 1);
  EXPECT_EQ(c.settings_text(), "max-objects=16");
  const auto made = c.make();
  EXPECT_EQ(row("quadtree", "max-objects").get(made->params().object), 16);
  EXPECT_EQ(row("quadtree", "looseness").get(made->params().object), 1);
}

TEST(Contestant, its_title_is_in_plain_words) {
  const std::string title(entry("quadtree")->title);
  EXPECT_EQ(test::contestant("quadtree").title(), title);
  EXPECT_EQ(test::contestant("quadtree", {{"max-objects", 16}}).title(),
            title + ", max objects 16");
}

TEST(Contestant, a_value_that_its_parameter_cannot_have_is_refused) {
  EXPECT_FALSE(test::contestant("quadtree", {{"max-objects", 17}}).check().failed());
  EXPECT_TRUE(test::contestant("quadtree", {{"max-objects", -1}}).check().failed());
}

TEST(Contestant, of_a_session_it_has_its_parameters_and_gives_them_back) {
  Session session(test_images()), other(test_images());
  ASSERT_FALSE(session.apply(command::SetParam{owner_named("kd-tree"), "leaf-size", 12}).failed());
  const Contestant c = contestant_of(*entry("kd-tree"), session);
  EXPECT_EQ(c.name(), "kd-tree leaf-size=12");
  ASSERT_FALSE(other.apply(command::SetParam{owner_named("kd-tree"), "max-depth", 3}).failed());
  ASSERT_FALSE(other.apply(apply_command(c)).failed());
  EXPECT_EQ(other.history().undo_title(), "Apply of kd-tree, leaf size 12");
  EXPECT_EQ(other.settings().broadphase->id, "kd-tree");
  EXPECT_EQ(contestant_of(*entry("kd-tree"), other), c);
  EXPECT_FALSE(contestant_of(*entry("quadtree"), other) == c);
}

}  // namespace contestant_test
}  // namespace phasebox
