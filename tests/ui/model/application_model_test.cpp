// SPDX-License-Identifier: MIT
// Claims about the state behind the window, without a window.
#include "ui/model/application_model.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/pictures/images.hpp"
#include "support/allocations.hpp"
#include "ui/model/questions.hpp"
#include "ui/registry.hpp"

namespace phasebox::ui {
namespace application_model_test {

using testing::HasSubstr;

class ApplicationModelTest : public testing::Test {
 protected:
  std::string last_message() const {
    const auto& all = model.ui.messages.all();
    return all.empty() ? "" : all.back().text;
  }
  void fill_times() {
    for (int i = 0; i < 10; ++i) model.detection.phases.push(model.step(), model.clock.now);
    model.traced.is_counted = true;
  }

  bool wants_to_quit() const {
    return std::ranges::any_of(model.requests, [](const Request& request) {
      const auto* host = std::get_if<HostRequest>(&request);
      return host && std::holds_alternative<request::Quit>(*host);
    });
  }

  ApplicationModel model{builtin_images()};
};

TEST_F(ApplicationModelTest, every_change_makes_times_and_counters_unknown) {
  const Command changes[] = {command::SelectBroadphase{"quadtree"},
                             command::SelectNarrowphase{"none"},
                             command::SetParam{owner_named("quadtree"), "max-objects", 3},
                             command::SetCount{70},
                             command::SetParam{owner_named("world"), "snap", 1},
                             command::LoadScene{"even"},
                             command::Restart{},
                             command::Undo{}};
  for (const Command& change : changes) {
    fill_times();
    ASSERT_TRUE(model.detection.phases.broad.median(model.clock.now));
    ASSERT_TRUE(model.apply(change)) << last_message();
    EXPECT_FALSE(model.detection.phases.broad.median(model.clock.now))
        << "command " << change.index();
    EXPECT_FALSE(model.traced.is_counted) << "command " << change.index();
  }
}

TEST_F(ApplicationModelTest, looking_and_dragging_leave_the_times) {
  fill_times();
  ASSERT_TRUE(model.apply(command::SetParam{owner_named("view"), "boxes", 1}));
  ASSERT_TRUE(model.apply(command::Grab{0}));
  ASSERT_TRUE(model.apply(command::Drag{{100, 100}}));
  ASSERT_TRUE(model.apply(command::Release{}));
  EXPECT_TRUE(model.detection.phases.broad.median(model.clock.now));
  EXPECT_TRUE(model.traced.is_counted);
}

TEST_F(ApplicationModelTest, while_paused_detection_is_timed_until_there_is_a_median) {
  ASSERT_TRUE(model.apply(command::LoadScene{"even"}));
  for (std::size_t i = 0; i < Series::kMinSamples; ++i) {
    model.clock.now = model.detection.next_detection;
    EXPECT_TRUE(model.wants_times()) << i;
    model.detect();
  }
  EXPECT_TRUE(model.detection.phases.broad.median(model.clock.now));
  EXPECT_TRUE(model.detection.phases.narrow.median(model.clock.now));
  EXPECT_FALSE(model.detection.phases.total.median(model.clock.now))
      << "nothing moved, so no whole step was timed";
  model.clock.now = model.detection.next_detection;
  EXPECT_FALSE(model.wants_times());
}

TEST_F(ApplicationModelTest, a_question_takes_all_keys_and_escape_answers_it) {
  EXPECT_FALSE(answer_by_key(model, Key::escape)) << "there is no question";
  model.ui.quit_asked = true;
  EXPECT_TRUE(answer_by_key(model, Key{'r'}));
  EXPECT_TRUE(model.ui.quit_asked) << "other keys do nothing";
  EXPECT_TRUE(answer_by_key(model, Key::escape));
  EXPECT_FALSE(model.ui.quit_asked);
  EXPECT_FALSE(wants_to_quit());
}

TEST_F(ApplicationModelTest, quitting_asks_only_about_what_is_unsaved) {
  perform(model, {&quit_action});
  EXPECT_TRUE(wants_to_quit());
  model.requests.clear();
  ASSERT_TRUE(model.apply(command::RemoveSprites{{0}}));
  perform(model, {&quit_action});
  EXPECT_FALSE(wants_to_quit());
  EXPECT_TRUE(model.ui.quit_asked);
}

TEST_F(ApplicationModelTest, many_pairs_are_asked_about_and_taken_back) {
  ASSERT_TRUE(model.apply(command::SetCount{50'000}));
  ASSERT_TRUE(model.ui.pairs_asked) << expected_pairs(model.session);
  EXPECT_GT(model.ui.pairs_asked->pairs, UiState::kAskedPairs);
  EXPECT_TRUE(answer_by_key(model, Key::escape));
  EXPECT_FALSE(model.ui.pairs_asked);
  EXPECT_EQ(model.session.world().size(), 60u);
  ASSERT_TRUE(model.apply(command::SetCount{50'000}));
  model.answer(true);
  EXPECT_EQ(model.session.world().size(), 50'000u);
  ASSERT_TRUE(model.apply(command::SetCount{50'100}));
  EXPECT_FALSE(model.ui.pairs_asked) << "a little more is not asked about again";
}

TEST_F(ApplicationModelTest, more_pairs_than_fit_are_refused_in_one_line_and_change_nothing) {
  EXPECT_FALSE(model.apply(command::SetCount{200'000}));
  EXPECT_FALSE(model.ui.pairs_asked);
  EXPECT_EQ(model.session.world().size(), 60u);
  EXPECT_THAT(last_message(), HasSubstr("200,000 sprites would make about"));
  EXPECT_THAT(last_message(), HasSubstr("at most 20.0 M"));
  EXPECT_THAT(last_message(), HasSubstr("choose fewer"));
}

TEST_F(ApplicationModelTest, the_first_scene_is_checked_as_well) {
  EXPECT_FALSE(check_first_pairs(model).failed());
  ASSERT_FALSE(model.session.apply(command::SetCount{50'000}).failed());
  EXPECT_FALSE(check_first_pairs(model).failed());
  EXPECT_TRUE(model.ui.pairs_asked);
  model.answer(false);
  EXPECT_EQ(model.session.world().size(), 60u) << "back to the scene's own count";
  ASSERT_FALSE(model.session.apply(command::SetCount{200'000}).failed());
  EXPECT_TRUE(check_first_pairs(model).failed()) << "refused";
}

TEST_F(ApplicationModelTest, undo_and_redo_say_what_they_undid) {
  const Owner rdc = owner_named("rdc");
  const double group_size = *model.session.settings().value(rdc, "group-size");
  const std::string scene(model.session.settings().scene->title);
  ASSERT_TRUE(model.apply(command::SetParam{rdc, "group-size", 16}));
  perform(model, {&undo_action});
  EXPECT_EQ(last_message(), fmt::format("Undone: group size (now {:.0f})", group_size));
  perform(model, {&redo_action});
  EXPECT_EQ(last_message(), "Redone: group size (now 16)");
  ASSERT_TRUE(model.apply(command::SetCount{1061}));
  perform(model, {&undo_action});
  EXPECT_EQ(last_message(), "Undone: 1,061 sprites (now 60 sprites)");
  perform(model, {&redo_action});
  EXPECT_EQ(last_message(), "Redone: 1,061 sprites (now 1,061 sprites)");
  perform(model, {&undo_action});
  ASSERT_TRUE(model.apply(command::SetStatic{{0}, true}));
  EXPECT_EQ(last_message(), "Pinned 1 sprite");
  perform(model, {&undo_action});
  EXPECT_EQ(last_message(), "Undone: 1 pinned sprite");
  ASSERT_TRUE(model.apply(command::LoadScene{"mixed-sizes"}));
  perform(model, {&undo_action});
  EXPECT_EQ(last_message(), "Undone: scene Mixed sizes (now " + scene + ")");
  ASSERT_TRUE(model.apply(command::SelectBroadphase{"kd-tree"}));
  perform(model, {&undo_action});
  EXPECT_EQ(last_message(), "Undone: broadphase kd-tree (now RDC)");
}

TEST_F(ApplicationModelTest, a_canceled_detection_pauses_and_leaves_no_number_standing) {
  fill_times();
  model.session.work().max_pairs = 0;
  ASSERT_TRUE(model.apply(command::SelectBroadphase{"brute-force"}));
  model.detect();
  model.judge_detection();
  EXPECT_TRUE(model.paused);
  EXPECT_FALSE(model.traced.is_counted);
  EXPECT_FALSE(model.detection.phases.broad.median(model.clock.now));
  EXPECT_FALSE(model.wants_times()) << "it would only be canceled again";
  EXPECT_THAT(last_message(), HasSubstr("Brute force with 60 sprites found more than"));
  model.study(OpenXray{});
  EXPECT_THAT(last_message(), HasSubstr("the pairs of this frame are not known"));
  model.session.work().max_pairs = ApplicationModel::kMaxPairs;
  model.detect();
  model.judge_detection();
  EXPECT_TRUE(model.session.is_detected());
}

TEST_F(ApplicationModelTest, pairs_that_come_by_motion_are_asked_about) {
  model.detect();
  ASSERT_FALSE(model.session.pairs().empty());
  model.ui.allowed_pairs = model.session.pairs().size() - 1;
  model.judge_detection();
  ASSERT_TRUE(model.ui.pairs_asked);
  EXPECT_TRUE(model.ui.pairs_asked->by_motion);
  EXPECT_TRUE(model.paused);
  const std::size_t sprites = model.session.world().size();
  model.answer(false);
  EXPECT_TRUE(model.paused);
  EXPECT_EQ(model.session.world().size(), sprites) << "nothing is taken back";
  model.judge_detection();
  model.answer(true);
  EXPECT_FALSE(model.paused);
  model.judge_detection();
  EXPECT_FALSE(model.ui.pairs_asked) << "asked once";
}

TEST_F(ApplicationModelTest, what_may_take_long_with_many_sprites_waits_in_its_order) {
  ASSERT_TRUE(model.apply(command::LoadScene{"uniform"}));
  ASSERT_TRUE(model.apply(command::SetCount{ApplicationModel::kManySprites + 1}));
  model.study(command::StartRace{});
  model.study(command::SetLanes{true});
  EXPECT_FALSE(model.lab.race.is_on());
  EXPECT_EQ(model.waiting_studies.size(), 2u);
  model.catch_up_studies();
  EXPECT_TRUE(model.lab.race.has_lanes());
  EXPECT_TRUE(model.waiting_studies.empty());
}

TEST_F(ApplicationModelTest, a_scene_brings_its_view_and_takes_it_away_again) {
  ASSERT_FALSE(model.view.space);
  ASSERT_TRUE(model.apply(command::LoadScene{"ht-quadtree"}));
  EXPECT_TRUE(model.view.space);
  ASSERT_TRUE(model.apply(command::LoadScene{"pile"}));
  EXPECT_FALSE(model.view.space);
  ASSERT_TRUE(model.apply(command::Undo{}));
  EXPECT_TRUE(model.view.space);
}

TEST_F(ApplicationModelTest, every_setting_of_the_view_in_a_scene_names_a_row) {
  for (const SceneEntry* entry : scenes())
    for (const SceneSetting& s : entry->settings)
      if (s.owner == Owner::view()) {
        const Param* row = find_param(view_rows(), s.key);
        ASSERT_NE(row, nullptr) << entry->id << ": " << s.key;
        EXPECT_FALSE(check_value(*row, s.value).failed()) << entry->id << ": " << s.key;
      }
}

TEST_F(ApplicationModelTest, a_study_without_memory_ends_with_a_message_and_the_window_goes_on) {
  ASSERT_TRUE(model.apply(command::LoadScene{"uniform"}));
  model.step();
  {
    const test::LargestAllocation little(10'000);
    model.study_now(OpenXray{});
  }
  EXPECT_THAT(last_message(), HasSubstr("no more memory for the studies"));
  EXPECT_FALSE(model.lab.xray.is_open());
  model.step();
  model.observe();
  model.study_now(OpenXray{});
  EXPECT_TRUE(model.lab.xray.is_open());
}

}  // namespace application_model_test
}  // namespace phasebox::ui
