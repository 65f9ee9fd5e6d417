// SPDX-License-Identifier: MIT
// Claims about the words for what a result is about.
#include "lab/subject.hpp"

#include <gtest/gtest.h>

#include "support/images.hpp"

namespace phasebox {
namespace {

std::string words(const Session& session) { return subject_of(session, SubjectCount::named); }

TEST(Subject, names_scene_count_and_seed_and_changes_with_each) {
  Session session(test_images());
  const std::string first = words(session);
  EXPECT_EQ(first, "Flash, 60 sprites, seed 1");
  ASSERT_FALSE(session.apply(command::SetCount{61}));
  EXPECT_EQ(words(session), "Flash, 61 sprites, seed 1");
  EXPECT_EQ(subject_of(session, SubjectCount::left_out), "Flash, seed 1");
  ASSERT_FALSE(session.apply(command::Undo{}));
  EXPECT_EQ(words(session), first);
  ASSERT_FALSE(session.apply(command::SetParam{"world", "seed", 2}));
  EXPECT_EQ(words(session), "Flash, 60 sprites, seed 2");
  ASSERT_FALSE(session.apply(command::SetCount{1}));
  EXPECT_EQ(words(session), "Flash, 1 sprite, seed 2");
}

}  // namespace
}  // namespace phasebox
