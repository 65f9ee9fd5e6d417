// SPDX-License-Identifier: MIT
// Claims about the state behind the window, without a window.
#include "app/desk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/images.hpp"

namespace phasebox {
namespace desk_test {

using testing::HasSubstr;

class DeskTest : public testing::Test {
 protected:
  std::string last_message() const {
    const auto& all = desk.ui.messages.all();
    return all.empty() ? "" : all.back().text;
  }
  void fill_times() {
    for (int i = 0; i < 10; ++i) desk.phases.push(desk.step(), desk.now);
    desk.is_counted = true;
  }

  Desk desk{builtin_images()};
};

TEST_F(DeskTest, every_change_makes_times_and_counters_unknown) {
  const Command changes[] = {command::SelectBroadphase{"quadtree"},
                             command::SelectNarrowphase{"none"},
                             command::SetParam{"quadtree", "max-objects", 3},
                             command::SetCount{70},
                             command::SetParam{"world", "snap", 1},
                             command::LoadScene{"even"},
                             command::Restart{},
                             command::Undo{}};
  for (const Command& change : changes) {
    fill_times();
    ASSERT_TRUE(desk.phases.broad.median(desk.now));
    ASSERT_TRUE(desk.apply(change)) << last_message();
    EXPECT_FALSE(desk.phases.broad.median(desk.now)) << "command " << change.index();
    EXPECT_FALSE(desk.is_counted) << "command " << change.index();
  }
}

TEST_F(DeskTest, looking_and_dragging_leave_the_times) {
  fill_times();
  ASSERT_TRUE(desk.apply(command::SetParam{"view", "boxes", 1}));
  ASSERT_TRUE(desk.apply(command::Grab{0}));
  ASSERT_TRUE(desk.apply(command::Drag{{100, 100}}));
  ASSERT_TRUE(desk.apply(command::Release{}));
  EXPECT_TRUE(desk.phases.broad.median(desk.now));
  EXPECT_TRUE(desk.is_counted);
}

TEST_F(DeskTest, while_paused_detection_is_timed_until_there_is_a_median) {
  ASSERT_TRUE(desk.apply(command::LoadScene{"even"}));
  for (std::size_t i = 0; i < Series::kMinSamples; ++i) {
    desk.now = desk.next_detection;
    EXPECT_TRUE(desk.wants_times()) << i;
    desk.detect();
  }
  EXPECT_TRUE(desk.phases.broad.median(desk.now));
  EXPECT_TRUE(desk.phases.narrow.median(desk.now));
  EXPECT_FALSE(desk.phases.total.median(desk.now)) << "nothing moved, so no whole step was timed";
  desk.now = desk.next_detection;
  EXPECT_FALSE(desk.wants_times());
}

TEST_F(DeskTest, a_question_takes_all_keys_and_enter_and_escape_answer_it) {
  EXPECT_FALSE(answer_by_key(desk, Key::enter)) << "there is no question";
  perform(desk, {Action::escape});
  ASSERT_TRUE(desk.ui.quit_asked);
  EXPECT_TRUE(answer_by_key(desk, Key{'r'}));
  EXPECT_TRUE(desk.ui.quit_asked) << "other keys do nothing";
  EXPECT_TRUE(answer_by_key(desk, Key::escape));
  EXPECT_FALSE(desk.ui.quit_asked);
  EXPECT_FALSE(desk.host_requests.quit);
  perform(desk, {Action::escape});
  EXPECT_TRUE(answer_by_key(desk, Key::enter));
  EXPECT_TRUE(desk.host_requests.quit);
}

TEST_F(DeskTest, quitting_asks_only_about_what_is_unsaved) {
  perform(desk, {Action::quit});
  EXPECT_TRUE(desk.host_requests.quit);
  desk.host_requests = {};
  ASSERT_TRUE(desk.apply(command::RemoveSprites{{0}}));
  perform(desk, {Action::quit});
  EXPECT_FALSE(desk.host_requests.quit);
  EXPECT_TRUE(desk.ui.quit_asked);
}

TEST_F(DeskTest, many_pairs_are_asked_about_and_taken_back) {
  ASSERT_TRUE(desk.apply(command::SetCount{50'000}));
  ASSERT_TRUE(desk.ui.pairs_asked) << expected_pairs(desk.session);
  EXPECT_GT(desk.ui.pairs_asked->pairs, Desk::kAskedPairs);
  EXPECT_TRUE(answer_by_key(desk, Key::enter)) << "the default is to leave it";
  EXPECT_FALSE(desk.ui.pairs_asked);
  EXPECT_EQ(desk.session.world().size(), 60u);
  ASSERT_TRUE(desk.apply(command::SetCount{50'000}));
  desk.answer(true);
  EXPECT_EQ(desk.session.world().size(), 50'000u);
  ASSERT_TRUE(desk.apply(command::SetCount{50'100}));
  EXPECT_FALSE(desk.ui.pairs_asked) << "a little more is not asked about again";
}

TEST_F(DeskTest, more_pairs_than_fit_are_refused_in_one_line_and_change_nothing) {
  EXPECT_FALSE(desk.apply(command::SetCount{200'000}));
  EXPECT_FALSE(desk.ui.pairs_asked);
  EXPECT_EQ(desk.session.world().size(), 60u);
  EXPECT_THAT(last_message(), HasSubstr("200,000 sprites would make about"));
  EXPECT_THAT(last_message(), HasSubstr("at most 20.0 M"));
  EXPECT_THAT(last_message(), HasSubstr("choose fewer"));
}

TEST_F(DeskTest, the_first_scene_is_checked_as_well) {
  EXPECT_FALSE(check_first_pairs(desk));
  ASSERT_FALSE(desk.session.apply(command::SetCount{50'000}));
  EXPECT_FALSE(check_first_pairs(desk));
  EXPECT_TRUE(desk.ui.pairs_asked);
  desk.answer(false);
  EXPECT_EQ(desk.session.world().size(), 60u) << "back to the scene's own count";
  ASSERT_FALSE(desk.session.apply(command::SetCount{200'000}));
  EXPECT_TRUE(check_first_pairs(desk)) << "refused";
}

TEST_F(DeskTest, undo_and_redo_say_what_they_undid) {
  ASSERT_TRUE(desk.apply(command::SetParam{"rdc", "group-size", 16}));
  perform(desk, {Action::undo});
  EXPECT_EQ(last_message(), "Undone: group size");
  perform(desk, {Action::redo});
  EXPECT_EQ(last_message(), "Redone: group size");
  ASSERT_TRUE(desk.apply(command::SetCount{61}));
  perform(desk, {Action::undo});
  EXPECT_EQ(last_message(), "Undone: 61 sprites");
  ASSERT_TRUE(desk.apply(command::SetStatic{{0}, true}));
  EXPECT_EQ(last_message(), "Pinned 1 sprite");
  perform(desk, {Action::undo});
  EXPECT_EQ(last_message(), "Undone: 1 pinned sprite");
}

TEST_F(DeskTest, a_canceled_detection_pauses_and_leaves_no_number_standing) {
  fill_times();
  desk.session.limit_pairs(0);
  ASSERT_TRUE(desk.apply(command::SelectBroadphase{"brute-force"}));
  desk.detect();
  desk.judge_detection();
  EXPECT_TRUE(desk.paused);
  EXPECT_FALSE(desk.is_counted);
  EXPECT_FALSE(desk.phases.broad.median(desk.now));
  EXPECT_FALSE(desk.wants_times()) << "it would only be canceled again";
  EXPECT_THAT(last_message(), HasSubstr("Brute force with 60 sprites found more than"));
  desk.study(XrayCommand{OpenXray{}});
  EXPECT_THAT(last_message(), HasSubstr("the pairs of this frame are not known"));
  desk.session.limit_pairs(Desk::kMaxPairs);
  desk.detect();
  desk.judge_detection();
  EXPECT_TRUE(desk.session.is_detected());
}

TEST_F(DeskTest, pairs_that_come_by_motion_are_asked_about) {
  desk.detect();
  ASSERT_FALSE(desk.session.pairs().empty());
  desk.allowed_pairs = desk.session.pairs().size() - 1;
  desk.judge_detection();
  ASSERT_TRUE(desk.ui.pairs_asked);
  EXPECT_TRUE(desk.ui.pairs_asked->by_motion);
  EXPECT_TRUE(desk.paused);
  const std::size_t sprites = desk.session.world().size();
  desk.answer(false);
  EXPECT_TRUE(desk.paused);
  EXPECT_EQ(desk.session.world().size(), sprites) << "nothing is taken back";
  desk.judge_detection();
  desk.answer(true);
  EXPECT_FALSE(desk.paused);
  desk.judge_detection();
  EXPECT_FALSE(desk.ui.pairs_asked) << "asked once";
}

TEST_F(DeskTest, what_may_take_long_with_many_sprites_waits_in_its_order) {
  ASSERT_TRUE(desk.apply(command::LoadScene{"uniform"}));
  ASSERT_TRUE(desk.apply(command::SetCount{Desk::kManySprites + 1}));
  desk.study(command::StartRace{});
  desk.study(command::SetLanes{true});
  EXPECT_FALSE(desk.lab.race.is_on());
  EXPECT_EQ(desk.waiting_studies.size(), 2u);
  desk.catch_up_studies();
  EXPECT_TRUE(desk.lab.race.has_lanes());
  EXPECT_TRUE(desk.waiting_studies.empty());
}

}  // namespace desk_test
}  // namespace phasebox
