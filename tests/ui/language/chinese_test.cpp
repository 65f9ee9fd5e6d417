// SPDX-License-Identifier: MIT
// The window in Chinese: the rows of the table hold, what has none is shown in English, every tool
// opens.
#include <cstdlib>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../headless_window.hpp"
#include "drawn_text.hpp"
#include "io/files/text_table.hpp"
#include "support/files.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_row.hpp"
#include "ui/registry.hpp"

namespace phasebox::ui {
namespace chinese_test {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

// Returns the holes of a text without their formats, each as often as it occurs.
std::multiset<std::string> holes_of(const std::string& text) {
  static const std::regex kHole(R"(\{(\d?)[^{}]*\}|%[.0-9]*[a-z])");
  std::multiset<std::string> holes;
  std::size_t next = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), kHole), end; it != end; ++it) {
    const std::string hole = it->str(), number = (*it)[1].str();
    if (hole[0] == '%')
      holes.insert(hole);
    else
      holes.insert(number.empty() ? std::to_string(next++) : number);
  }
  return holes;
}

TEST(ChineseTable, has_the_same_holes_on_both_sides) {
  for (const auto& [english, chinese] : chinese_texts()) {
    EXPECT_FALSE(chinese.empty()) << english;
    EXPECT_EQ(holes_of(english), holes_of(chinese)) << english << "\n" << chinese;
  }
}

struct Chinese : testing::Test {
  void TearDown() override { speak(Language::english); }
  static void choose(HeadlessWindow& window) {
    window.model.ui.language = Language::chinese;
    window.frames(2);
    ASSERT_EQ(spoken_language(), Language::chinese) << "install fonts-wqy-microhei";
  }
  CurrentFolder folder;
};

TEST_F(Chinese, shows_english_for_a_text_without_a_row) {
  speak(Language::chinese);
  EXPECT_EQ(tr("Undo"), "撤销");
  EXPECT_NE(tr("Undo"), std::string_view("Undo"));
  EXPECT_EQ(tr("Zzyzx qwert asdf"), std::string_view("Zzyzx qwert asdf"));
  EXPECT_STREQ(tr_label("Zzyzx##id"), "Zzyzx###Zzyzx##id") << "the widget keeps its id";
}

TEST_F(Chinese, keeps_a_text_in_no_language_apart_from_one_that_reads_the_same) {
  speak(Language::chinese);
  EXPECT_EQ(tr(Sentence::as_is("circle")), "circle");
  EXPECT_EQ(tr("circle"), "圆");
}

TEST_F(Chinese, is_drawn_by_every_tool_with_letters_of_the_font) {
  HeadlessWindow window("clusters");
  choose(window);
  for (const ToolRow* tool : tools()) {
    perform(window.model, {&tool->action});
    window.frames(10);
    EXPECT_EQ(window.model.ui.tool, tool->action.id);
    EXPECT_THAT(drawn_lines(), Contains(HasSubstr(std::string(tr(tool->title)))));
    EXPECT_THAT(drawn_lines(), Each(Not(HasSubstr("\xEF\xBF\xBD")))) << tool->action.id;
  }
}

TEST_F(Chinese, is_drawn_by_panel_help_messages_and_questions) {
  HeadlessWindow window("lesson");
  choose(window);
  for (bool& is_open : window.model.ui.section_open) is_open = true;
  for (const char* keys : {"p F2", "F1", "Esc", "b", "Ctrl+Z", "Ctrl+O", "Esc", "Ctrl+Q", "Esc"}) {
    window.key(keys);
    window.frames(3);
    EXPECT_THAT(drawn_lines(), Contains(HasSubstr("文件"))) << keys;
    EXPECT_THAT(drawn_lines(), Each(Not(HasSubstr("\xEF\xBF\xBD")))) << keys;
  }
}

TEST_F(Chinese, is_chosen_at_once_in_the_help_menu) {
  HeadlessWindow window("lesson");
  const auto choose_language = [&](const char* line) {
    window.click_widget("menu.Help");
    window.click_widget("menu.language");
    window.click_widget(line);
    window.frames(2);
    window.key("Esc Esc");
  };
  choose_language("menu.language.zh");
  EXPECT_EQ(spoken_language(), Language::chinese);
  EXPECT_THAT(drawn_lines(), AllOf(Contains(HasSubstr("文件")), Not(Contains(HasSubstr("File")))));
  choose_language("menu.language.en");
  EXPECT_EQ(spoken_language(), Language::english);
  EXPECT_THAT(drawn_lines(), Contains(HasSubstr("File")));
}

TEST(English, shows_titles_in_place_of_the_ids_that_a_report_names) {
  speak(Language::english);
  const Sentence report("{}: {}", {"uniform-grid", "auto"});
  EXPECT_EQ(tr(report), "Uniform grid: auto");
  EXPECT_EQ(report.english(), "uniform-grid: auto") << "on the command line";
}

// Returns the lines drawn while the menu of languages is open.
std::vector<std::string> language_menu(HeadlessWindow& window) {
  window.click_widget("menu.Help");
  window.click_widget("menu.language");
  window.frames(2);
  return drawn_lines();
}

TEST_F(Chinese, names_each_language_in_itself) {
  for (const bool is_chinese : {false, true}) {
    HeadlessWindow window("lesson");
    if (is_chinese) choose(window);
    EXPECT_THAT(language_menu(window), AllOf(Contains("English"), Contains("中文")));
  }
}

TEST_F(Chinese, is_named_in_english_without_a_font_for_it) {
  const std::string broken = folder.write("broken.ttc", "this is no font");
  for (const std::string& file : {std::string("/nowhere/font.ttc"), broken}) {
    setenv("PHASEBOX_CHINESE_FONT", file.c_str(), 1);
    HeadlessWindow window("lesson");
    const std::vector<std::string> lines = language_menu(window);
    unsetenv("PHASEBOX_CHINESE_FONT");
    EXPECT_THAT(lines, AllOf(Contains("English"), Contains("Chinese"), Not(Contains("中文"))));
  }
}

}  // namespace chinese_test
}  // namespace phasebox::ui
