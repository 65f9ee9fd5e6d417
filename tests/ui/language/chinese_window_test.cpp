// SPDX-License-Identifier: MIT
// The window in Chinese: what is drawn, and how the language changes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../headless_window.hpp"
#include "drawn_text.hpp"
#include "ui/language/tr.hpp"

namespace phasebox {
namespace chinese_window_test {

void speak_chinese(HeadlessWindow& window) {
  window.model.ui.language = Language::chinese;
  window.frames(2);
  ASSERT_EQ(spoken_language(), Language::chinese) << "install fonts-wqy-microhei";
}

struct ChineseWindow : testing::Test {
  void TearDown() override { speak(Language::english); }
};

TEST_F(ChineseWindow, reads_back_what_is_drawn) {
  HeadlessWindow window("lesson");
  window.frames(2);
  EXPECT_THAT(drawn_lines(), testing::Contains(testing::HasSubstr("File")));
  speak_chinese(window);
  EXPECT_THAT(drawn_lines(), testing::Contains(testing::HasSubstr("文件")));
  EXPECT_THAT(drawn_lines(), testing::Not(testing::Contains(testing::HasSubstr("File"))));
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

}  // namespace chinese_window_test
}  // namespace phasebox
