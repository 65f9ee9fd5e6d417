// SPDX-License-Identifier: MIT
// Claims about settings, without a window.
#include "app/settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace phasebox {
namespace {

using testing::UnorderedElementsAre;

TEST(MergedSettings, keeps_what_both_windows_changed) {
  Settings before;
  before.finished_lessons = {"one"};
  Settings mine = before, theirs = before;
  mine.panel_width = 400;
  mine.drawer_heights["xray"] = 200;
  mine.finished_lessons.insert("two");
  theirs.view.theme = ThemeId::flash;
  theirs.drawer_heights["race"] = 300;
  theirs.finished_lessons.insert("three");
  const Settings all = merged(before, mine, theirs);
  EXPECT_EQ(all.panel_width, 400);
  EXPECT_EQ(all.view.theme, ThemeId::flash);
  EXPECT_EQ(all.drawer_heights.at("xray"), 200);
  EXPECT_EQ(all.drawer_heights.at("race"), 300);
  EXPECT_THAT(all.finished_lessons, UnorderedElementsAre("one", "two", "three"));
}

TEST(MergedSettings, the_last_of_two_changes_of_one_thing_counts) {
  const Settings before;
  Settings mine = before, theirs = before;
  mine.width = 900;
  theirs.width = 1000;
  EXPECT_EQ(merged(before, mine, theirs).width, 900);
  EXPECT_EQ(merged(before, before, theirs).width, 1000);
}

}  // namespace
}  // namespace phasebox
