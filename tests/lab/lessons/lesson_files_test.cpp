// SPDX-License-Identifier: MIT
// Lesson files that are wrong are refused; goals are read as they are written.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/lab.hpp"
#include "lab/lessons/lessons.hpp"
#include "lab/oracle/oracle.hpp"
#include "lesson_player.hpp"

namespace phasebox {
namespace lesson_files_test {

using test::Player;
using testing::HasSubstr;

std::string refusal(const std::string& json) {
  const LessonFile file{"bad", json};
  const auto lessons = parse_lessons({&file, 1});
  return lessons ? "" : lessons.error().text;
}

TEST(LessonFiles, are_refused_with_what_is_wrong) {
  const auto with = [](const std::string& step) {
    return R"({"number": 1, "id": "a", "title": {"en": "A", "zh": "甲"}, "minutes": 1, "steps": [)" +
           step + "]}";
  };
  const std::string texts = R"("text": {"en": "x", "zh": "x"}, "hint": {"en": "x", "zh": "x"})";
  EXPECT_EQ(refusal(with("{" + texts + R"(, "goal": ["groups = 3"]})")), "");
  EXPECT_THAT(refusal("{"), HasSubstr("lesson bad:1: "));
  EXPECT_THAT(refusal(R"({"number": 5e11, "id": "a", "title": {"en": "A", "zh": "A"}})"),
              HasSubstr("/number: must be a whole number"));
  EXPECT_THAT(refusal(with("")), HasSubstr("a lesson needs a step"));
  EXPECT_THAT(refusal(with("{" + texts + R"(, "goal": []})")), HasSubstr("/steps/0: a step needs a goal"));
  EXPECT_THAT(refusal(with("{" + texts + R"(, "goal": ["groups is 3"]})")),
              HasSubstr("/steps/0/goal/0: 'groups is 3' is no condition"));
  EXPECT_THAT(refusal(with("{" + texts + R"(, "aim": ["groups = 3"]})")),
              HasSubstr("/steps/0/goal: must be given"));
  EXPECT_THAT(refusal(with("{" + texts + R"(, "goal": ["groups = 3"], "aim": 1})")),
              HasSubstr("/steps/0/aim: there is no such key"));
  EXPECT_THAT(refusal(with(R"({"text": {"en": "x"}})")), HasSubstr("/text/zh: must be given"));
}

TEST(LessonGoals, are_read_as_they_are_written) {
  for (const char* text : {"groups = 3", "broadphase != rdc", "rdc.group-size >= 5"})
    EXPECT_EQ(condition_text(*parse_condition(text)), text);
  for (const char* text : {"groups", "groups 3", "groups < 3", " = 3", "groups =", "= 3"})
    EXPECT_FALSE(parse_condition(text)) << text;
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
}  // namespace phasebox
