// SPDX-License-Identifier: MIT
// Claims about lessons as files and as studies, and about the way through each of them.
#include "lab/lessons/lessons.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/lab.hpp"
#include "lab/lessons/lesson_parser.hpp"
#include "lab/oracle.hpp"
#include "lesson_player.hpp"

namespace phasebox {

// Claims about the lessons: their data, their goals, their numbers, and the way through them.

namespace lessons_test {

using test::all_lessons;
using test::Player;
using test::solutions_of;

std::vector<std::string> quotes(std::string_view text) {
  std::vector<std::string> found;
  constexpr std::string_view kOpen = "“", kClose = "”";
  for (auto at = text.find(kOpen); at != text.npos; at = text.find(kOpen, at + 1)) {
    const auto begin = at + kOpen.size();
    found.emplace_back(text.substr(begin, text.find(kClose, at) - begin));
  }
  return found;
}

// The same widgets are named in the same order, so that no text names one that is not there.
TEST(Lessons, name_the_same_widgets_in_both_languages) {
  const auto named = [](std::string_view text) {
    std::vector<std::string> names = quotes(text);
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
  };
  for (const Lesson& lesson : all_lessons())
    for (const LessonStep& step : lesson.steps)
      for (const Words& words : {lesson.title, step.text, step.hint}) {
        EXPECT_EQ(named(words.en), named(words.zh)) << words.en;
        EXPECT_NE(words.en, "");
        EXPECT_NE(words.zh, "") << words.en;
      }
}

TEST(Lessons, ask_only_for_what_there_is) {
  Player player;
  for (const Lesson& lesson : all_lessons())
    for (const LessonStep& step : lesson.steps) {
      player.set_up(step.setup);
      for (const auto& clause : step.goal)
        for (const Condition& condition : clause)
          EXPECT_TRUE(standing(condition, player.facts()).is_known)
              << lesson.id << ": " << condition_text(condition);
    }
}

// A fresh session for each step, and one that all steps go through: what was there before does not
// matter.
TEST(Lessons, no_goal_is_reached_by_the_set_up_and_each_by_its_solution) {
  Player everything;
  for (const Lesson& lesson : all_lessons()) {
    const auto solutions = solutions_of(lesson.id);
    ASSERT_EQ(solutions.size(), lesson.steps.size()) << lesson.id;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      const LessonStep& step = lesson.steps[i];
      Player fresh;
      for (Player* player : {&fresh, &everything}) {
        player->set_up(step.setup);
        EXPECT_FALSE(is_fulfilled(step.goal, player->facts()))
            << lesson.id << " step " << i + 1 << ": " << player->describe(step.goal);
        player->solve(solutions[i]);
        EXPECT_TRUE(is_fulfilled(step.goal, player->facts()))
            << lesson.id << " step " << i + 1 << ": " << player->describe(step.goal);
      }
    }
  }
}

TEST(Lessons, a_set_up_does_not_depend_on_what_was_there) {
  Player fresh, used;
  ASSERT_FALSE(used.session().apply(command::SetParam{owner_named("world"), "snap", 1}).failed());
  ASSERT_FALSE(
      used.session().apply(command::SetParam{owner_named("rdc"), "contact-threshold", 9}).failed());
  ASSERT_FALSE(used.session().apply(command::LoadScene{"walls"}).failed());
  ASSERT_FALSE(used.session().apply(command::SetParam{owner_named("scene"), "count", 7}).failed());
  for (const Lesson& lesson : all_lessons())
    for (const LessonStep& step : lesson.steps) {
      fresh.set_up(step.setup), used.set_up(step.setup);
      EXPECT_EQ(fresh.session().hash(), used.session().hash()) << lesson.id;
    }
}

}  // namespace lessons_test

// Lesson files that are wrong are refused; goals are read as they are written.

namespace lesson_files_test {

using test::Player;
using testing::HasSubstr;

std::string refusal(const std::string& json) {
  const LessonFile file{"bad", json};
  const auto lessons = parse_lessons({&file, 1});
  return lessons.failed() ? lessons.error().text : "";
}

TEST(LessonFiles, are_refused_with_what_is_wrong) {
  const auto with = [](const std::string& step) {
    return R"({"number": 1, "id": "a", "title": {"en": "A", "zh": "甲"}, "minutes": 1, "steps": [)" +
           step + "]}";
  };
  const std::string texts = R"("text": {"en": "x", "zh": "x"}, "hint": {"en": "x", "zh": "x"})";
  EXPECT_EQ(refusal(with("{" + texts + R"(, "goal": ["groups = 3"]})")), "");
  EXPECT_EQ(refusal(R"({"title": "A", "steps": [{"text": {"zh": "甲"}, "goal": "groups = 3"}]})"),
            "bad: step 1: /goal: must be an array");
  EXPECT_EQ(refusal(R"({"title": "A", "steps": [{"text": {"zh": "甲"}, "goal": ["groups = 3"]}]})"),
            "");
  EXPECT_THAT(refusal("{"), HasSubstr("bad:1: "));
  EXPECT_THAT(refusal(R"({"number": 5e11, "id": "a", "title": {"en": "A", "zh": "A"}})"),
              HasSubstr("/number: must be a whole number"));
  EXPECT_THAT(refusal(with("")), HasSubstr("a lesson needs at least one of \"steps\""));
  EXPECT_THAT(refusal(with("{" + texts + R"(, "goal": []})")),
              HasSubstr("bad: step 1: /: a step needs a goal"));
  EXPECT_THAT(refusal(with("{" + texts + R"(, "goal": ["groups is 3"]})")),
              HasSubstr("step 1: /goal/0: 'groups is 3' is no condition"));
  EXPECT_THAT(refusal(with("{" + texts + R"(, "aim": ["groups = 3"]})")),
              HasSubstr("step 1: /goal: must be given"));
  EXPECT_THAT(refusal(with("{" + texts + R"(, "goal": ["groups = 3"], "aim": 1})")),
              HasSubstr("step 1: /aim: there is no such key"));
  EXPECT_THAT(refusal(with(R"({"text": {"fr": "x"}})")),
              HasSubstr("/text/fr: there is no such key"));
  EXPECT_THAT(refusal(with(R"({"text": "", "goal": ["groups = 3"]})")),
              HasSubstr("a step needs a text"));
}

TEST(LessonGoals, are_read_as_they_are_written) {
  for (const char* text : {"groups = 3", "broadphase != rdc", "rdc.group-size >= 5"})
    EXPECT_EQ(condition_text(*parse_condition(text)), text);
  for (const char* text : {"groups", "groups 3", "groups < 3", " = 3", "groups =", "= 3"})
    EXPECT_TRUE(parse_condition(text).failed()) << text;
}

TEST(LessonGoals, of_one_clause_need_one_condition_and_of_many_all) {
  Player player;
  player.play({command::LoadScene{"lesson"}});
  const auto condition = [](const char* text) { return *parse_condition(text); };
  EXPECT_TRUE(is_fulfilled({{condition("sprites = 9"), condition("groups = 4")}}, player.facts()));
  EXPECT_FALSE(
      is_fulfilled({{condition("sprites = 9")}, {condition("groups = 4")}}, player.facts()));
  EXPECT_FALSE(standing(condition("unicorns = 1"), player.facts()).is_known);
  EXPECT_FALSE(standing(condition("rdc.unicorns = 1"), player.facts()).is_known);
  EXPECT_FALSE(standing(condition("groups = many"), player.facts()).is_known);
}

}  // namespace lesson_files_test

// Taking lessons: what counts as done, what is refused, when a hint appears.

namespace lesson_way_test {

using test::all_lessons;
using test::Player;
using test::solutions_of;
using testing::HasSubstr;

class Way : public testing::Test {
 protected:
  Way() { lab.lessons.load(all_lessons()); }
  Status tell(LabCommand command) { return lab.apply(command, player.session()); }
  // What the window does when a step begins.
  void set_up() {
    const auto setup = lab.lessons.take_setup();
    ASSERT_TRUE(setup);
    player.set_up(*setup);
  }
  void look(double now = 0) { lab.lessons.look(player.facts(), now); }

  Lab lab;
  Player player;
};

TEST_F(Way, leads_through_every_step_of_every_lesson) {
  for (const Lesson& lesson : lab.lessons.all()) {
    ASSERT_FALSE(tell(lesson::Open{lesson.id}).failed());
    const auto solutions = solutions_of(lesson.id);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      EXPECT_EQ(lab.lessons.step(), i);
      set_up(), look();
      EXPECT_FALSE(lab.lessons.is_done(i)) << lesson.id << " " << i;
      player.solve(solutions[i]), look();
      EXPECT_TRUE(lab.lessons.is_done(i)) << lesson.id << " " << i;
      EXPECT_EQ(lab.lessons.finished().contains(lesson.id), i + 1 == lesson.steps.size());
      if (i + 1 == lesson.steps.size()) break;
      ASSERT_FALSE(tell(lesson::GoTo{i + 1}).failed());
    }
  }
  EXPECT_EQ(lab.lessons.finished().size(), lab.lessons.all().size());
}

TEST_F(Way, a_step_is_not_done_while_the_pointer_holds_the_sprite) {
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}).failed());
  set_up(), look();
  player.play({command::Grab{0}, command::Drag{{830, 400}}}), look();
  EXPECT_TRUE(is_fulfilled(lab.lessons.current().goal, player.facts()));
  EXPECT_FALSE(lab.lessons.is_done(0));
  player.play({command::Release{}}), look();
  EXPECT_TRUE(lab.lessons.is_done(0));
}

TEST_F(Way, a_step_that_begins_fulfilled_counts_only_after_the_user_acted) {
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}).failed());
  set_up();
  player.solve(solutions_of("brute-force")[0]);  // before the first look
  look();
  EXPECT_FALSE(lab.lessons.is_done(0));
  player.play({command::Grab{0}, command::Drag{{200, 200}}, command::Release{}}), look();
  player.solve(solutions_of("brute-force")[0]), look();
  EXPECT_TRUE(lab.lessons.is_done(0));
}

TEST_F(Way, refuses_to_skip_and_says_why) {
  EXPECT_THAT(tell(lesson::GoTo{0}).error().text, HasSubstr("no lesson is open"));
  EXPECT_THAT(tell(lesson::Open{"juggling"}).error().text, HasSubstr("clustering"));
  ASSERT_FALSE(tell(lesson::Open{"clustering"}).failed());
  EXPECT_THAT(tell(lesson::GoTo{2}).error().text, HasSubstr("step 2, which is not done yet"));
  EXPECT_THAT(tell(lesson::GoTo{9}).error().text, HasSubstr("this lesson has 4"));
  EXPECT_EQ(lab.lessons.step(), 0u);
}

TEST_F(Way, goes_back_and_forth_over_steps_that_are_done) {
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}).failed());
  set_up(), look();
  player.solve(solutions_of("brute-force")[0]), look();
  ASSERT_FALSE(tell(lesson::GoTo{1}).failed());
  set_up(), look();
  ASSERT_FALSE(tell(lesson::GoTo{0}).failed());
  set_up(), look();
  EXPECT_TRUE(lab.lessons.is_done(0)) << "it stays ticked";
  EXPECT_FALSE(tell(lesson::GoTo{1}).failed());
}

// A number that is dragged past the goal has not reached it.
TEST_F(Way, a_step_is_judged_when_the_widget_is_released) {
  ASSERT_FALSE(tell(lesson::Open{"group-size"}).failed());
  set_up(), look();
  const auto drag_to = [&](double size, bool is_held) {
    player.play({command::SetParam{owner_named("rdc"), "group-size", size}});
    LessonFacts facts = player.facts();
    facts.is_held = is_held;
    lab.lessons.look(facts, 0);
  };
  drag_to(7, true);
  EXPECT_FALSE(lab.lessons.is_done(0)) << "on the way";
  drag_to(1000, true), drag_to(1000, false);
  EXPECT_FALSE(lab.lessons.is_done(0)) << "wanted at most 10";
  EXPECT_TRUE(
      std::ranges::any_of(lab.lessons.standings(), [](const Standing& s) { return !s.is_met; }));
  drag_to(8, true), drag_to(8, false);
  EXPECT_TRUE(lab.lessons.is_done(0));
}

TEST_F(Way, a_step_that_begins_again_is_done_and_not_reached) {
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}).failed());
  set_up(), look();
  EXPECT_FALSE(lab.lessons.is_reached());
  player.solve(solutions_of("brute-force")[0]), look();
  EXPECT_TRUE(lab.lessons.is_reached());
  player.play({command::Grab{0}, command::Drag{{200, 200}}, command::Release{}}), look();
  EXPECT_TRUE(lab.lessons.standings()[0].is_met) << "as it was reached";
  ASSERT_FALSE(tell(lesson::GoTo{0}).failed());
  set_up(), look();
  EXPECT_TRUE(lab.lessons.is_done(0)) << "one may go on";
  EXPECT_FALSE(lab.lessons.is_reached());
  ASSERT_EQ(lab.lessons.standings().size(), 1u);
  EXPECT_FALSE(lab.lessons.standings()[0].is_met) << "shown as it stands";
}

// Each step of each lesson by ways that its text does not say, alone and with the solution.
TEST_F(Way, no_step_is_done_by_another_way_than_its_text_says) {
  const auto set = [](const char* owner, const char* key, double value) -> Command {
    return command::SetParam{owner_named(owner), key, value};
  };
  for (const Lesson& lesson : lab.lessons.all()) {
    ASSERT_FALSE(tell(lesson::Open{lesson.id}).failed());
    const auto solutions = solutions_of(lesson.id);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      set_up(), look();
      Sprite launched = player.session().world().get(0);
      launched.position = {1240, 690};
      const auto size = static_cast<std::uint32_t>(player.session().world().size());
      const std::pair<const char*, test::Solution> wrong[] = {
          {"sprites", {{command::AddSprite{launched}}}},
          {"sprites", {{command::SetCount{size - 1}}}},
          {"broadphase", {{command::SelectBroadphase{"kd-tree"}}}},
          {"narrowphase", {{command::SelectNarrowphase{"bit-mask"}}}},
          {"rdc.group-size", {{set("rdc", "group-size", 900)}}},
          {"rdc.contact-threshold", {{set("rdc", "contact-threshold", -60)}}},
          {"world.snap-size", {{set("world", "snap-size", 64)}}},
          {"steps", {{}, 150}},
          {"drags", {{command::Grab{0}, command::Drag{{640, 250}}, command::Release{}}}}};
      const Goal& goal = lesson.steps[i].goal;
      const auto asks = [&](const char* name) {
        return std::ranges::any_of(goal, [&](auto& clause) {
          const std::string& n = clause[0].name;
          return n == name || (!n.starts_with("sprites-") && n.find(name) != n.npos);
        });
      };
      const bool is_dragged = !asks(".") && !asks("phase") && !asks("steps") && !asks("sprites");
      for (const auto& [name, way] : wrong) {
        const bool is_drag = name == std::string_view("drags");
        if (asks(name) || (is_drag && is_dragged)) continue;
        player.solve(way), look();
        EXPECT_FALSE(lab.lessons.is_done(i)) << lesson.id << " " << i + 1 << " by " << name;
        // Time may pass; what solves the step may drag the sprite that is gone, or make all again.
        const bool is_made_again = name == std::string_view("sprites") && asks("scene.");
        if (name != std::string_view("steps") && !is_drag && !is_dragged && !is_made_again)
          player.solve(solutions[i]), look();
        EXPECT_FALSE(lab.lessons.is_done(i)) << lesson.id << " " << i + 1 << " with " << name;
        ASSERT_FALSE(tell(lesson::GoTo{i}).failed());
        set_up(), look();
      }
      player.solve(solutions[i]), look();
      ASSERT_TRUE(lab.lessons.is_done(i)) << lesson.id << " " << i + 1;
      if (i + 1 == lesson.steps.size()) break;
      ASSERT_FALSE(tell(lesson::GoTo{i + 1}).failed());
    }
  }
}

TEST_F(Way, opening_the_open_lesson_changes_nothing) {
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}).failed());
  set_up(), look();
  player.solve(solutions_of("brute-force")[0]), look();
  ASSERT_FALSE(tell(lesson::GoTo{1}).failed());
  set_up(), look();
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}).failed());
  EXPECT_EQ(lab.lessons.step(), 1u);
  EXPECT_TRUE(lab.lessons.is_done(0));
  EXPECT_FALSE(lab.lessons.take_setup()) << "and nothing is set up";
}

TEST_F(Way, hints_after_a_while_and_not_after_success) {
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}).failed());
  set_up(), look(100);
  EXPECT_FALSE(lab.lessons.hint_is_due(110));
  EXPECT_TRUE(lab.lessons.hint_is_due(130));
  player.solve(solutions_of("brute-force")[0]), look(131);
  EXPECT_FALSE(lab.lessons.hint_is_due(140));
}

TEST_F(Way, says_what_is_missing) {
  ASSERT_FALSE(tell(lesson::Open{"clustering"}).failed());
  set_up(), look();
  ASSERT_EQ(lab.lessons.standings().size(), 1u);
  EXPECT_EQ(lab.lessons.standings()[0].text, "groups: 2, wanted 3");
  EXPECT_EQ(standing(*parse_condition("broadphase != rdc"), player.facts()).text,
            "broadphase: RDC, wanted another");
}

}  // namespace lesson_way_test
}  // namespace phasebox
