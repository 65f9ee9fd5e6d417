// SPDX-License-Identifier: MIT
// The window in Chinese: everything that it draws is Chinese, but for names.
#include <cstdlib>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../headless_window.hpp"
#include "chinese_reader.hpp"
#include "drawn_text.hpp"
#include "support/files.hpp"
#include "ui/language/tr.hpp"

namespace phasebox {
namespace chinese_window_test {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

struct ChineseWindow : testing::Test {
  void TearDown() override { speak(Language::english); }
};

TEST_F(ChineseWindow, reads_back_what_is_drawn) {
  HeadlessWindow window("lesson");
  window.frames(2);
  EXPECT_THAT(drawn_lines(), Contains(HasSubstr("File")));
  speak_chinese(window);
  EXPECT_THAT(drawn_lines(), Contains(HasSubstr("文件")));
  EXPECT_THAT(drawn_lines(), Not(Contains(HasSubstr("File"))));
}

TEST_F(ChineseWindow, says_nothing_in_english_in_panel_toolbar_and_statistics) {
  HeadlessWindow window("lesson");
  speak_chinese(window);
  ChineseReader reader(window);
  reader.frames();
  for (bool& is_open : window.model.ui.section_open) is_open = true;
  reader.frames();
  reader.hover_all();
  reader.key("p F2");
  reader.key("F2");
  EXPECT_TRUE(reader.is_clean()) << reader.report();
}

TEST_F(ChineseWindow, says_nothing_in_english_in_help_messages_and_questions) {
  HeadlessWindow window("sprites");
  speak_chinese(window);
  ChineseReader reader(window);
  reader.key("F1");
  window.move_to({400, 400});
  for (int k = 0; k < 30; ++k) {
    window.wheel(-3);
    reader.frames(1);
  }
  reader.key("Esc");
  for (const char* keys : {"+", "-", "Ctrl+Z", "s", "d", "b", "c", "t", "l", "o", "n", "Shift+N"})
    reader.key(keys);
  window.move_to(window.on_screen(3));
  window.key("Ctrl+D Delete Ctrl+Z Ctrl+Y");
  window.model.ui.messages_open = true;
  reader.frames();
  window.model.ui.messages_open = false;
  window.key("Ctrl+O");
  const test::TemporaryFolder folder;  // names of files are in no language
  window.model.ui.picker.enter(folder.path());
  reader.frames();
  reader.key("Esc");
  reader.key("Ctrl+Q");
  reader.key("Esc");
  EXPECT_TRUE(reader.is_clean()) << reader.report();
}

TEST_F(ChineseWindow, changes_its_language_at_once_from_the_help_menu) {
  HeadlessWindow window("lesson");
  EXPECT_EQ(spoken_language(), Language::english);
  window.click_widget("menu.Help");
  window.click_widget("menu.language");
  window.click_widget("menu.language.zh");
  window.frames(2);
  EXPECT_EQ(spoken_language(), Language::chinese);
  EXPECT_EQ(window.model.ui.language, Language::chinese);
  window.key("Esc Esc");
  window.click_widget("menu.Help");
  window.click_widget("menu.language");
  window.click_widget("menu.language.en");
  window.frames(2);
  EXPECT_EQ(spoken_language(), Language::english);
}

// What the menu of languages shows.
std::vector<std::string> language_menu(HeadlessWindow& window) {
  window.click_widget("menu.Help");
  window.click_widget("menu.language");
  window.frames(2);
  return drawn_lines();
}

TEST_F(ChineseWindow, names_each_language_in_itself) {
  HeadlessWindow window("lesson");
  EXPECT_THAT(language_menu(window), AllOf(Contains("English"), Contains("中文")));
  EXPECT_EQ(window.model.ui.chinese_font, "") << "all letters are loaded when they are wanted";
}

TEST_F(ChineseWindow, names_each_language_in_itself_in_chinese_too) {
  HeadlessWindow window("lesson");
  speak_chinese(window);
  EXPECT_THAT(language_menu(window), AllOf(Contains("English"), Contains("中文")));
}

TEST_F(ChineseWindow, names_chinese_in_english_without_a_font_for_it) {
  const test::TemporaryFolder folder;
  test::write(folder / "broken.ttc", "this is no font");
  for (const std::string& file :
       {std::string("/nowhere/font.ttc"), (folder / "broken.ttc").string()}) {
    setenv("PHASEBOX_CHINESE_FONT", file.c_str(), 1);
    HeadlessWindow window("lesson");
    const std::vector<std::string> lines = language_menu(window);
    unsetenv("PHASEBOX_CHINESE_FONT");
    EXPECT_THAT(lines, AllOf(Contains("English"), Contains("Chinese"), Not(Contains("中文"))));
  }
}

}  // namespace chinese_window_test
}  // namespace phasebox
