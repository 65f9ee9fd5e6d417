// SPDX-License-Identifier: MIT
// Claims about the lessons: their data, their goals, their numbers, and the way through them.
#include "lab/lessons.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lesson_player.hpp"

namespace phasebox {
namespace lessons_test {

using test::all_lessons;
using test::Player;
using test::solutions_of;

std::size_t letters(const std::string& utf8) {
  return static_cast<std::size_t>(
      std::ranges::count_if(utf8, [](char c) { return (c & 0xC0) != 0x80; }));
}

TEST(Lessons, are_in_the_order_of_teaching) {
  std::vector<std::string> ids;
  for (const Lesson& lesson : all_lessons()) ids.push_back(lesson.id);
  EXPECT_THAT(ids,
              testing::ElementsAre("brute-force", "clustering", "touching", "group-size", "failing",
                                   "sweeping", "quadtree", "sampling", "coherence", "rules"));
}

TEST(Lessons, are_short_and_whole_in_both_languages) {
  for (const Lesson& lesson : all_lessons()) {
    EXPECT_GE(lesson.steps.size(), 3u) << lesson.id;
    EXPECT_LE(lesson.steps.size(), 6u) << lesson.id;
    EXPECT_LE(lesson.minutes, 5) << lesson.id;
    for (const LessonStep& step : lesson.steps)
      for (const Words& words : {step.text, step.hint}) {
        // A Chinese letter says about as much as three English ones.
        const double share =
            static_cast<double>(letters(words.zh)) / static_cast<double>(letters(words.en));
        EXPECT_GT(share, 0.2) << words.zh;
        EXPECT_LT(share, 0.7) << words.zh;
        EXPECT_LE(letters(words.en), 400u) << words.en;
        EXPECT_NE(words.zh.find("。"), std::string::npos) << words.zh;
      }
  }
}

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
      for (const Words& words : {step.text, step.hint})
        EXPECT_EQ(named(words.en), named(words.zh)) << words.en;
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

// "Finer samples (n - 1)" is the menu's "Finer samples".
std::string_view without_remark(std::string_view title) {
  return title.substr(0, title.find(" ("));
}

// In “quotes” stands what the program shows: keys, choices, titles, or a text of the window.
TEST(Lessons, quote_only_what_the_program_says) {
  std::string shown;
  const auto show = [&](std::string_view words) { shown += "|" + std::string(words) + "|"; };
  const auto show_all = [&](const auto& entries) {
    for (const auto* entry : entries) show(entry->title);
  };
  show_all(broadphases()), show_all(narrowphases()), show_all(scenes());
  for (const SceneEntry* scene : scenes())
    for (const std::string_view category : scene->categories) show(category);
  for (const ParamGroup& group : Player().session().groups())
    for (const Param& row : group.rows) {
      std::string key(row.key);
      std::ranges::replace(key, '-', ' ');
      show(key);
      for (const std::string_view choice : row.choices) show(choice);
      show(row.zero);
    }
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(PHASEBOX_SOURCE_DIR "/src/ui")) {
    if (entry.path().extension() != ".cpp") continue;
    std::ifstream in(entry.path());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (std::size_t at = 0; (at = text.find('"', at)) != text.npos; ++at)
      if (const std::size_t end = text.find('"', at + 1); end != text.npos)
        show(without_remark(std::string_view(text).substr(at + 1, end - at - 1)));
  }
  for (const Lesson& lesson : all_lessons())
    for (const LessonStep& step : lesson.steps)
      for (const std::string& quote : quotes(step.text.en + step.hint.en)) {
        const bool is_verdict = lesson.id == "touching" && quote.find("overlaps") != quote.npos;
        EXPECT_TRUE(is_verdict || shown.find("|" + quote + "|") != shown.npos)
            << lesson.id << ": “" << quote << "”";
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
  ASSERT_FALSE(used.session().apply(command::SetParam{owner_named("world"), "snap", 1}));
  ASSERT_FALSE(used.session().apply(command::SetParam{owner_named("rdc"), "contact-threshold", 9}));
  ASSERT_FALSE(used.session().apply(command::LoadScene{"walls"}));
  ASSERT_FALSE(used.session().apply(command::SetParam{owner_named("scene"), "count", 7}));
  for (const Lesson& lesson : all_lessons())
    for (const LessonStep& step : lesson.steps) {
      fresh.set_up(step.setup), used.set_up(step.setup);
      EXPECT_EQ(fresh.session().hash(), used.session().hash()) << lesson.id;
    }
}

}  // namespace lessons_test
}  // namespace phasebox
