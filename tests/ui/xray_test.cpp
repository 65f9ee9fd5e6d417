// SPDX-License-Identifier: MIT
// The X-ray and the way back in time, by keys and mouse.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "session/walk_state.hpp"

namespace phasebox::ui {
namespace xray_ui_test {

using testing::HasSubstr;

class XrayInTheWindow : public testing::Test {
 protected:
  const Xray& xray() const { return window.model.lab.xray; }
  std::uint64_t hash() const { return window.model.session.hash(); }
  std::uint64_t steps() const { return window.model.session.steps(); }

  HeadlessWindow window{begin_with("sprites", {{"rdc.group-size", "4"}})};
};

TEST_F(XrayInTheWindow, f10_freezes_and_steps_and_shift_f10_goes_back_to_the_same_hash) {
  window.key("F10");
  ASSERT_TRUE(xray().is_open());
  EXPECT_EQ(xray().at(), 1u);
  EXPECT_TRUE(window.model.paused);
  EXPECT_EQ(window.model.ui.tool, "xray");
  EXPECT_EQ(xray().line(), 0u);
  EXPECT_THAT(xray().sentence(), HasSubstr("group 0"));
  const std::uint64_t session = hash();
  window.key("F10");
  EXPECT_EQ(xray().at(), 2u);
  EXPECT_EQ(xray().state().open.size(), 1u);
  EXPECT_EQ(xray().line(), 1u);
  const WalkState second = xray().state();
  window.key("F10");
  EXPECT_EQ(xray().at(), 3u);
  window.key("Shift+F10");
  EXPECT_EQ(xray().at(), 2u);
  EXPECT_TRUE(xray().state() == second);
  EXPECT_EQ(hash(), session) << "looking changes nothing";
}

TEST_F(XrayInTheWindow, a_held_key_walks_on) {
  window.hold_key("F10", 10);
  EXPECT_EQ(xray().at(), 11u);
}

TEST_F(XrayInTheWindow, each_part_has_a_scrubber_and_the_end_is_the_normal_run) {
  window.key("F10");
  const Aabb broad = window.rect("xray.scrubber.broadphase"),
             narrow = window.rect("xray.scrubber.narrowphase");
  EXPECT_LE(broad.max.x, narrow.min.x) << "one beside the other";
  window.click_at(middle(broad));
  EXPECT_GT(xray().at(), 10u);
  EXPECT_EQ(xray().phase(), WalkPhase::broad);
  const std::size_t before = xray().candidates().size();
  window.click_at({narrow.max.x - 2, middle(narrow).y});
  EXPECT_EQ(xray().at(), xray().size());
  EXPECT_TRUE(window.shows("xray.magnifier"));
  EXPECT_EQ(xray().candidates().size(), window.model.traced.counters.candidates);
  EXPECT_EQ(xray().collisions().size(), window.model.traced.counters.collisions);
  EXPECT_LE(before, xray().candidates().size());
  EXPECT_EQ(xray().phase(), WalkPhase::narrow);
}

TEST_F(XrayInTheWindow, buttons_play_jump_and_go_to_both_ends) {
  window.key("x");
  EXPECT_EQ(xray().at(), 1u) << "frozen at once";
  window.click_widget("xray.play");
  EXPECT_GT(xray().speed(), 0);
  window.frames(60);
  EXPECT_GT(xray().at(), 4u);
  window.click_widget("xray.play");
  EXPECT_EQ(xray().speed(), 0);
  const std::size_t held = xray().at();
  window.click_widget("xray.jump");
  EXPECT_GT(xray().at(), held);
  window.click_widget("xray.last");
  EXPECT_EQ(xray().at(), xray().size());
  window.click_widget("xray.first");
  EXPECT_EQ(xray().at(), 0u);
}

TEST_F(XrayInTheWindow, esc_leaves_and_the_sprites_go_on) {
  window.key("F10");
  const std::uint64_t frozen = steps();
  window.key("Esc");
  EXPECT_FALSE(xray().is_open());
  EXPECT_EQ(window.model.ui.tool, "");
  window.frames(3);
  EXPECT_GT(steps(), frozen);
  window.key("F10");
  ASSERT_TRUE(xray().is_open());
  window.key("p");
  EXPECT_FALSE(xray().is_open()) << "going on ends it";
}

TEST_F(XrayInTheWindow, another_algorithm_is_walked_through_in_the_same_frame) {
  window.key("F10");
  const std::uint64_t before = steps();
  window.key("2");
  window.frames(2);
  ASSERT_TRUE(xray().is_open());
  EXPECT_EQ(xray().title(), "Sort and sweep");
  EXPECT_EQ(xray().at(), 0u);
  EXPECT_EQ(steps(), before);
}

TEST_F(XrayInTheWindow, comma_goes_back_and_period_forward_to_the_same_frames) {
  window.frames(25);
  window.key("p");
  const std::uint64_t step = steps(), now = hash();
  for (std::uint64_t k = 1; k <= 5; ++k) {
    window.key(",");
    EXPECT_EQ(steps(), step - k);
  }
  EXPECT_NE(hash(), now);
  for (int k = 0; k < 5; ++k) window.key(".");
  EXPECT_EQ(steps(), step);
  EXPECT_EQ(hash(), now) << "the same frame";
  window.key(".");
  EXPECT_EQ(steps(), step + 1);
}

TEST_F(XrayInTheWindow, of_few_sprites_all_is_drawn) {
  window.key("F10");
  window.frames(3);
  EXPECT_FALSE(window.shows("xray.left-out"));
  EXPECT_FALSE(window.shows("xray.closeup"));
}

TEST_F(XrayInTheWindow, a_guess_by_key_or_click_shows_the_event_and_counts) {
  window.key("F10");
  window.click_widget("xray.guess");
  window.frames(2);
  for (const bool by_key : {true, false}) {
    while (!xray().question()) window.key("1");
    const std::size_t at = xray().at(), right = xray().question()->right;
    if (by_key)
      window.key(std::to_string(right + 1));
    else
      window.click_widget("xray.answer." + std::to_string(right));
    window.frames(2);
    EXPECT_EQ(xray().at(), at + 1);
  }
  EXPECT_EQ(xray().guesses()->right, 2u);
  EXPECT_EQ(window.model.session.settings().broadphase->id, "rdc") << "digits chose nothing";
  window.key("Esc");
  window.key("2");
  EXPECT_NE(window.model.session.settings().broadphase->id, "rdc");
}

TEST_F(XrayInTheWindow, a_wrong_guess_marks_the_right_answer_beside_the_pseudocode) {
  window.key("F10");
  window.click_widget("xray.guess");
  window.frames(2);
  while (!xray().question()) window.key("1");
  EXPECT_TRUE(window.shows("xray.code"));
  window.key(xray().question()->right == 0 ? "2" : "1");
  window.frames(2);
  EXPECT_TRUE(window.shows("xray.right-answer"));
  EXPECT_TRUE(window.shows("xray.code"));
  EXPECT_FALSE(window.shows("xray.answer.0"));
  window.click_widget("xray.next-question");
  window.frames(2);
  EXPECT_FALSE(window.shows("xray.right-answer"));
  EXPECT_TRUE(window.shows("xray.answer.0"));
}

TEST_F(XrayInTheWindow, twins_have_a_lane_each_until_the_xray_ends) {
  window.key("F10");
  window.choose("xray.twin", "xray.twin.rdc.group-size");
  window.frames(2);
  ASSERT_TRUE(window.model.lab.twins.is_open());
  EXPECT_TRUE(window.shows("lane.1"));
  EXPECT_TRUE(window.shows("xray.twins"));
  window.key("F10");
  EXPECT_EQ(window.model.lab.twins.xray().at(), xray().at());
  window.key("Esc");
  window.frames(2);
  EXPECT_FALSE(window.model.lab.twins.is_open());
  EXPECT_FALSE(window.shows("lane.0"));
}

TEST_F(XrayInTheWindow, f2_twice_is_the_lecture_view_and_comes_back) {
  const Aabb field = window.rect("field");
  for (const char* back : {"F2", "Esc"}) {
    window.key("F2");
    EXPECT_TRUE(window.shows("panel"));
    window.key("F2");
    window.frames(2);
    for (const char* gone : {"panel", "notes", "badge", "tab.xray", "menu.File"})
      EXPECT_FALSE(window.shows(gone)) << gone;
    for (const char* number : {"lecture.tests", "lecture.collisions", "lecture.time"})
      EXPECT_GE(extent(window.rect(number)).y, 48) << number;
    EXPECT_GT(extent(window.rect("field")).x, extent(field).x);
    window.key(back);
    window.frames(2);
    EXPECT_TRUE(window.shows("panel"));
    EXPECT_EQ(window.rect("field"), field);
    EXPECT_FALSE(window.model.ui.large_statistics);
  }
}

TEST(CrowdedXrayInTheWindow, shows_the_event_enlarged_and_says_what_is_left_out) {
  LaunchOptions options = begin_with("sprites", {{"min-size", "5"}, {"max-size", "12"}});
  options.count = 10'000;
  options.broadphase = "quadtree";
  HeadlessWindow window(options);
  window.key("F10");
  window.frames(3);
  EXPECT_TRUE(window.shows("xray.closeup"));
  window.click_widget("xray.scrubber.broadphase");
  ASSERT_TRUE(window.shows("xray.left-out"));
  const Aabb notes = window.rect("notes"), words = window.rect("xray.left-out");
  EXPECT_GE(words.min.x, notes.min.x);
  EXPECT_LE(words.max.y, notes.max.y) << "in the margin, whole";
}

}  // namespace xray_ui_test
}  // namespace phasebox::ui
