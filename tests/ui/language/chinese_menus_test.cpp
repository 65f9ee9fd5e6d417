// SPDX-License-Identifier: MIT
// Menus and goals of lessons in Chinese.
#include <string>

#include <gtest/gtest.h>

#include "../headless_window.hpp"
#include "chinese_reader.hpp"
#include "cli/lessons.hpp"
#include "ui/language/tr.hpp"

namespace phasebox {
namespace chinese_menus_test {

struct ChineseMenus : testing::Test {
  void TearDown() override { speak(Language::english); }
  CurrentFolder folder;
};

TEST_F(ChineseMenus, say_nothing_in_english) {
  HeadlessWindow window("flash");
  speak_chinese(window);
  ChineseReader reader(window);
  for (const char* menu :
       {"File", "Edit", "Scene", "Simulation", "Algorithm", "View", "Tools", "Help"}) {
    reader.click(std::string("menu.") + menu);
    reader.hover_menus();
    for (int i = 0; i < 4 && window.model.popup_open; ++i) window.key("Esc");
    ASSERT_FALSE(window.model.popup_open) << menu;
  }
  window.key("p");
  window.click_at(window.on_screen(3), Button::right);
  reader.frames();
  reader.hover_menus();
  EXPECT_TRUE(reader.is_clean()) << reader.report();
}

TEST_F(ChineseMenus, say_the_goals_of_all_lessons) {
  HeadlessWindow window("lesson");
  speak_chinese(window);
  const auto lessons = builtin_lessons();
  ASSERT_TRUE(lessons);
  for (const Lesson& lesson : *lessons) {
    window.model.study(lesson::Open{lesson.id});
    window.frames(4);
    const auto& model = window.model;
    const LessonFacts facts{model.session,
                            model.trace,
                            model.counters,
                            {Owner::view(), "View", view_rows(), &model.view}};
    for (const LessonStep& step : lesson.steps)
      for (const auto& clause : step.goal)
        for (const Condition& condition : clause) {
          const std::string english = standing(condition, facts).text;
          const std::string chinese(tr(english));
          EXPECT_EQ(foreign_word(chinese), "") << english << "\n" << chinese;
        }
  }
}

}  // namespace chinese_menus_test
}  // namespace phasebox
