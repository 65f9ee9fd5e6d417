// SPDX-License-Identifier: MIT
// Claims about the world's columns.
#include "world/world.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "session/session.hpp"
#include "support/images.hpp"
#include "world/param_owner.hpp"

namespace phasebox {
namespace world_test {

Sprite sprite_with(bool has_filter, bool is_static) {
  Sprite sprite;
  if (has_filter) sprite.filter.category = 2;
  sprite.is_static = is_static;
  return sprite;
}

void expect_as_scanned(const World& world, int turn) {
  EXPECT_EQ(world.has_filters(),
            std::ranges::any_of(world.filters(), [](Filter f) { return f != Filter{}; }))
      << "turn " << turn;
  EXPECT_EQ(world.has_statics(),
            std::ranges::any_of(world.statics(), [](std::uint8_t s) { return s != 0; }))
      << "turn " << turn;
}

TEST(World, knows_without_a_scan_whether_filters_and_statics_are_in_use) {
  Random random(7);
  World world;
  for (int turn = 0; turn < 3000; ++turn) {
    const std::uint32_t what = random.next() % 5, traits = random.next() % 8;
    const Sprite sprite = sprite_with(traits == 0, traits == 1);
    const auto id =
        static_cast<SpriteId>(random.next() % (static_cast<std::uint32_t>(world.size()) + 1));
    const bool is_there = id < world.size();
    if (what == 0 && world.size() < 6) world.add(sprite);
    if (what == 1 && is_there) world.set(id, sprite);
    if (what == 2 && is_there) world.remove(id);
    if (what == 3 && world.size() < 6) world.insert(id, sprite);
    if (what == 4 && turn % 100 == 0) world.clear();
    expect_as_scanned(world, turn);
  }
}

// ---- Claims about owners of parameters.

TEST(ParamOwner, every_group_of_a_session_is_found_again_by_its_id) {
  const Session session(test_images());
  std::set<std::string_view> ids;
  for (const ParamGroup& group : session.settings().groups()) {
    EXPECT_TRUE(group.owner) << group.title;
    EXPECT_EQ(owner_named(group.owner.id()), group.owner) << group.title;
    EXPECT_EQ(session.settings().group(group.owner).object, group.object) << group.title;
    EXPECT_TRUE(ids.insert(group.owner.id()).second) << group.title;
  }
}

TEST(ParamOwner, what_does_not_exist_owns_nothing) {
  const Session session(test_images());
  EXPECT_FALSE(owner_named("nobody"));
  EXPECT_FALSE(owner_named(""));
  EXPECT_TRUE(session.settings().group(owner_named("nobody")).rows.empty());
  EXPECT_TRUE(session.settings().group(Owner::view()).rows.empty())
      << "the picture's, not the session's";
}

}  // namespace world_test
}  // namespace phasebox
