// SPDX-License-Identifier: MIT
// The sentence above the field: what its words do, that they have no holes between them, and its
// badge.
#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox::ui {
namespace sentence_test {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class SentenceInTheWindow : public testing::Test {
 protected:
  const Session& session() const { return window.model.session; }
  std::size_t count() const { return session().world().size(); }
  // Drags the word of the count so that the number is multiplied by `factor`.
  void drag_count(float factor) {
    constexpr float kDoubling = 64;  // px
    window.move_to(middle(window.rect("sentence.sprites")));
    window.frames(2);
    window.drag({kDoubling * std::log2(factor), 0}, 20);
    window.frames(2);
  }

  HeadlessWindow window{"sprites"};
};

TEST_F(SentenceInTheWindow, one_drag_of_the_count_makes_2000_sprites_as_dense_as_before) {
  const std::size_t before = count();
  const Vec2 field = extent(session().field());
  window.model.field.whole_field = false;
  drag_count(2000.0f / static_cast<float>(before));
  EXPECT_EQ(count(), 2000u);
  const float grown = std::sqrt(2000.0f / static_cast<float>(before));
  EXPECT_NEAR(extent(session().field()).x / field.x, grown, 0.01f * grown);
  EXPECT_NEAR(extent(session().field()).y / field.y, grown, 0.01f * grown);
  EXPECT_TRUE(window.model.field.whole_field) << "all of the field is in sight";
  window.key("Ctrl+Z");
  window.frames(2);
  EXPECT_EQ(count(), before) << "the drag is one change";
  EXPECT_EQ(extent(session().field()), field);
}

TEST_F(SentenceInTheWindow, a_drag_that_is_held_does_not_start_the_scene_again_and_again) {
  window.move_to(middle(window.rect("sentence.sprites")));
  window.frames(2);
  window.press();
  window.move_by({64, 0});
  window.frames(3);
  ASSERT_GT(count(), 100u);
  window.model.apply(command::SetCount{90});  // as a scene does whose sprites come and go
  window.frames(3);
  EXPECT_EQ(count(), 90u);
  window.release();
}

TEST_F(SentenceInTheWindow, the_count_is_typed_after_a_click) {
  window.click_widget("sentence.sprites");
  window.type("240");
  window.key("Enter");
  window.frames(2);
  EXPECT_EQ(count(), 240u);
  EXPECT_GT(extent(session().field()).x, 1280);
  EXPECT_FALSE(window.is_typing());
}

TEST_F(SentenceInTheWindow, each_drag_of_the_count_is_a_change_of_its_own) {
  const std::size_t before = count();
  drag_count(2);
  const std::size_t between = count();
  drag_count(2);
  ASSERT_GT(count(), between);
  window.key("Ctrl+Z");
  window.frames(2);
  EXPECT_EQ(count(), between);
  window.key("Ctrl+Z");
  window.frames(2);
  EXPECT_EQ(count(), before);
}

TEST_F(SentenceInTheWindow, a_count_out_of_range_is_left_to_be_mended) {
  const std::size_t before = count();
  window.click_widget("sentence.sprites");
  window.type("0");
  window.key("Enter");
  window.frames(2);
  EXPECT_EQ(count(), before);
  ASSERT_TRUE(window.model.ui.typing) << "to be mended";
  EXPECT_EQ(window.model.ui.typing->text, "0");
}

TEST_F(SentenceInTheWindow, its_count_lights_sprites_only_when_it_is_pointed_at) {
  const auto& lit = window.model.ui.compared.lit;
  const auto point = [&](float x) {
    window.move_to(middle(window.rect("sentence.sprites")) + Vec2{x, 0});
    window.frames(2);
  };
  ASSERT_TRUE(window.model.apply(command::SetCount{50}));
  window.frames(2);
  point(0);
  EXPECT_EQ(lit.size(), 50u);
  window.key("Ctrl+Z");
  window.frames(3);
  EXPECT_TRUE(lit.empty()) << "the pointer did not come for that";
  point(8);
  EXPECT_EQ(lit.size(), count());
  window.press();
  for (int i = 0; i < 10; ++i) {
    window.move_by({1, 0});
    EXPECT_TRUE(lit.empty()) << "while it is dragged";
  }
  window.release();
  window.frames(2);
  EXPECT_TRUE(lit.empty());
  ASSERT_TRUE(window.model.apply(command::SetCount{201}));
  window.frames(30);
  point(0);
  EXPECT_TRUE(lit.empty()) << "too many to be told apart";
}

TEST_F(SentenceInTheWindow, the_count_of_a_recording_stays) {
  auto recording = std::make_shared<BoxRecording>();
  recording->ids = {1, 2};
  recording->boxes = {{{0, 0}, {9, 9}}, {{5, 5}, {20, 20}}};
  recording->frames = {0};
  recording->begins.push_back(2);
  ASSERT_TRUE(window.model.apply(command::OpenRecording{recording, "two.csv"}));
  window.frames(3);
  drag_count(8);
  EXPECT_EQ(count(), 2u);
  window.click_widget("sentence.sprites");
  EXPECT_FALSE(window.is_typing());
}

TEST_F(SentenceInTheWindow, the_algorithm_is_chosen_from_a_list_of_all) {
  window.click_widget("sentence.algorithm");
  for (const BroadphaseEntry* entry : broadphases())
    EXPECT_TRUE(window.shows("algorithms." + std::string(entry->id))) << entry->id;
  window.click_widget("algorithms.quadtree");
  EXPECT_EQ(session().settings().broadphase->id, "quadtree");
  EXPECT_THAT(window.model.ui.sentence, HasSubstr("Quadtree needs "));
  EXPECT_FALSE(window.shows("algorithms.quadtree")) << "the list closes";
}

TEST_F(SentenceInTheWindow, the_lines_of_the_tests_stay_until_the_next_click) {
  const Comparisons& shown = window.model.ui.compared;
  window.model.paused = true;
  window.click_widget("sentence.tests");
  window.move_to({400, 400});
  window.frames(2);
  EXPECT_EQ(shown.lines.size(), window.model.traced.counters.box_tests);
  EXPECT_GT(shown.lines.size(), 0u);
  window.click_widget("sentence.tests");
  window.move_to({400, 400});
  window.frames(2);
  EXPECT_TRUE(shown.lines.empty());
}

TEST(SentenceOfManySprites, lights_tests_all_over_the_field_where_it_lights_some) {
  HeadlessWindow window(begin_with("uniform", {{"scene.count", "200"}}));
  window.model.apply(command::SelectBroadphase{"brute-force"});
  window.model.paused = true;
  window.frames(3);
  ASSERT_EQ(window.model.traced.counters.box_tests, 19'900u);
  window.click_widget("sentence.tests");
  window.frames(2);
  const auto& lines = window.model.ui.compared.lines;
  EXPECT_GT(lines.size(), 2000u);
  EXPECT_LE(lines.size(), 3000u);
  std::set<SpriteId> tested;
  for (const auto& line : lines) tested.insert({line.pair.a, line.pair.b});
  EXPECT_GT(tested.size(), 180u);
  SpriteId last = 0;
  for (const auto& line : lines) last = std::max(last, std::min(line.pair.a, line.pair.b));
  EXPECT_GT(last, 150u) << "the first tests alone are those of the first sprites";
}

TEST_F(SentenceInTheWindow, the_popup_of_the_badge_closes_when_a_change_is_undone) {
  window.model.apply(command::SetParam{owner_named("rdc"), "contact-threshold", 16});
  window.click_widget("badge");
  window.frames(3);
  ASSERT_TRUE(window.shows("oracle"));
  window.model.apply(command::Undo{});
  window.frames(4);
  EXPECT_FALSE(window.shows("oracle"));
}

TEST_F(SentenceInTheWindow, the_collisions_are_walked_through_in_both_directions) {
  window.until("two collisions", [&] { return session().contacts().size() > 1; });
  window.model.paused = true;
  window.frames(2);
  const auto contacts = session().contacts();
  const auto expect_at = [&](std::size_t k) {
    const Pair pair = contacts[k].pair;
    EXPECT_EQ(window.model.selection, (std::vector<SpriteId>{pair.a, pair.b}));
    for (const SpriteId id : window.model.selection)
      EXPECT_TRUE(contains(window.rect("field"), window.on_screen(id)));
    EXPECT_THAT(window.last_message(), HasSubstr("Collision " + std::to_string(k + 1) + " of " +
                                                 std::to_string(contacts.size())));
  };
  const float zoom = window.model.field.camera.zoom;
  window.click_widget("sentence.collisions");
  expect_at(0);
  EXPECT_GT(window.model.field.camera.zoom, zoom);
  window.click_widget("sentence.collisions");
  expect_at(1);
  window.hold({.shift = true});
  window.click_widget("sentence.collisions");
  expect_at(0);
  window.click_widget("sentence.collisions");
  expect_at(contacts.size() - 1);
}

TEST_F(SentenceInTheWindow, its_words_move_only_when_a_number_gets_more_or_fewer_digits) {
  window.frames(300);
  const auto digits = [&] { return window.model.ui.sentence.find(" and finds"); };
  float before = window.rect("sentence.collisions").min.x;
  std::size_t digits_before = digits();
  for (int i = 0; i < 300; ++i) {
    window.frames(1);
    const float at = window.rect("sentence.collisions").min.x;
    if (std::exchange(digits_before, digits()) == digits()) {
      EXPECT_EQ(at, before) << i;
    }
    before = at;
  }
}

TEST_F(SentenceInTheWindow, has_no_hole_where_a_number_was_longer) {
  window.model.paused = true;
  window.frames(3);
  const auto show = [&](std::uint64_t tests) {
    window.model.traced.counters.box_tests = tests;
    window.frames(2);
    return extent(window.rect("sentence.tests")).x;
  };
  const float wide = show(1'234), narrow = show(7);
  EXPECT_LT(narrow, wide);
  const float end = window.rect("sentence.tests").max.x;
  const float begin = window.rect("sentence.collisions").min.x;
  show(8'765);
  EXPECT_EQ(extent(window.rect("sentence.tests")).x, wide) << "figures have one width";
  EXPECT_EQ(window.rect("sentence.collisions").min.x - window.rect("sentence.tests").max.x,
            begin - end);
}

TEST_F(SentenceInTheWindow, its_badge_is_green_only_where_pairs_and_collisions_were_checked) {
  window.model.apply(command::SelectNarrowphase{"bit-mask"});
  window.model.paused = true;
  window.frames(3);
  EXPECT_THAT(window.model.ui.sentence, HasSubstr(" tests and finds "));
  EXPECT_THAT(window.model.ui.sentence, EndsWith("✓ every pair checked"));
  ASSERT_TRUE(window.model.apply(command::SetCount{3000}));
  window.frames(3);
  EXPECT_THAT(window.model.ui.sentence, HasSubstr(" of 3,000 sprites (sampled)"));
  EXPECT_THAT(window.model.ui.sentence, Not(HasSubstr("finds all")));
}

TEST(SentenceOfSampledPixels, says_what_they_miss_in_the_sentence_and_in_the_badge) {
  HeadlessWindow window(begin_with("sprites", {{"scene.count", "200"}, {"pixel-samples.n", "16"}}));
  ASSERT_TRUE(window.model.apply(command::SelectNarrowphase{"pixel-samples"}));
  const Oracle& oracle = window.model.lab.oracle;
  window.until("a missed collision", [&] { return !oracle.missed_contacts().empty(); });
  window.model.paused = true;
  window.frames(3);
  const std::size_t missed = oracle.missed_contacts().size();
  ASSERT_GT(missed, 0u);
  const std::size_t found = window.model.session.contacts().size();
  EXPECT_THAT(window.model.ui.sentence,
              HasSubstr("finds " + std::to_string(found) + " of " + std::to_string(found + missed) +
                        " collisions (n = 16 misses " + std::to_string(missed) + ")"));
  EXPECT_THAT(window.model.ui.sentence, EndsWith("n = 16 sometimes misses"));
  EXPECT_TRUE(window.model.missed_contacts().empty()) << "rings come when asked for";
  window.move_to(middle(window.rect("sentence.misses")));
  window.frames(2);
  EXPECT_EQ(window.model.missed_contacts().size(), missed);
  ASSERT_TRUE(window.model.apply(command::SetParam{owner_named("pixel-samples"), "n", 1}));
  window.frames(3);
  EXPECT_THAT(window.model.ui.sentence, HasSubstr("finds all "));
  EXPECT_THAT(window.model.ui.sentence, EndsWith("✓ every pair checked"));
}

TEST(SentenceOfSampledPixels, has_a_badge_that_stays_for_seconds_and_explains_the_misses) {
  HeadlessWindow window(begin_with("sprites", {{"scene.count", "200"}, {"pixel-samples.n", "16"}}));
  ASSERT_TRUE(window.model.apply(command::SelectNarrowphase{"pixel-samples"}));
  const Oracle& oracle = window.model.lab.oracle;
  window.until("a missed collision", [&] { return !oracle.missed_contacts().empty(); });
  window.model.paused = true;
  window.frames(3);
  window.click_widget("badge");
  EXPECT_FALSE(overlaps(window.rect("oracle"), window.rect("badge"))) << "the badge stays in sight";
  EXPECT_FALSE(window.shows("oracle.break")) << "that is about pairs";
  EXPECT_EQ(window.model.missed_contacts().size(), oracle.missed_contacts().size()) << "ringed";
  window.click_widget("oracle.accuracy");
  EXPECT_EQ(window.model.ui.tool, "accuracy");
  EXPECT_FALSE(window.shows("oracle"));
  window.model.paused = false;
  ASSERT_TRUE(window.model.apply(command::SetCount{1}));
  window.frames(3);
  for (int frame = 0; frame < 120; ++frame) {
    window.frames();
    ASSERT_THAT(window.model.ui.sentence, EndsWith("n = 16 sometimes misses")) << frame;
  }
  window.frames(240);
  EXPECT_THAT(window.model.ui.sentence, EndsWith("✓ every pair checked"));
}

}  // namespace sentence_test
}  // namespace phasebox::ui
