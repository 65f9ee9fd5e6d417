// SPDX-License-Identifier: MIT
// Claims about owners of parameters.
#include "world/param_owner.hpp"

#include <set>

#include <gtest/gtest.h>

#include "session/session.hpp"
#include "support/images.hpp"

namespace phasebox {
namespace param_owner_test {

TEST(ParamOwner, every_group_of_a_session_is_found_again_by_its_id) {
  const Session session(test_images());
  std::set<std::string_view> ids;
  for (const ParamGroup& group : session.groups()) {
    EXPECT_TRUE(group.owner) << group.title;
    EXPECT_EQ(owner_named(group.owner.id()), group.owner) << group.title;
    EXPECT_EQ(session.group(group.owner).object, group.object) << group.title;
    EXPECT_TRUE(ids.insert(group.owner.id()).second) << group.title;
  }
}

TEST(ParamOwner, what_does_not_exist_owns_nothing) {
  const Session session(test_images());
  EXPECT_FALSE(owner_named("nobody"));
  EXPECT_FALSE(owner_named(""));
  EXPECT_TRUE(session.group(owner_named("nobody")).rows.empty());
  EXPECT_TRUE(session.group(Owner::view()).rows.empty()) << "the picture's, not the session's";
}

}  // namespace param_owner_test
}  // namespace phasebox
