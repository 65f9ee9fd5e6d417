// SPDX-License-Identifier: MIT
// Claims about lines that fit a width.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {
namespace wrap_test {

using testing::ElementsAre;

// Latin letters are one wide, Chinese ones two.
float measure(std::string_view text) {
  float width = 0;
  for (const char c : text)
    if ((c & 0xC0) != 0x80) width += (c & 0x80) != 0 ? 2 : 1;
  return width;
}

std::vector<std::string> wrapped(std::string_view text, float width) {
  std::vector<std::string> lines;
  for (const std::string_view line : wrap_text(text, width, measure)) lines.emplace_back(line);
  return lines;
}

TEST(Wrap, breaks_english_at_blanks) {
  EXPECT_THAT(wrapped("drag one circle onto it", 10), ElementsAre("drag one", "circle", "onto it"));
  EXPECT_THAT(wrapped("short", 10), ElementsAre("short"));
  EXPECT_THAT(wrapped("", 10), ElementsAre());
}

TEST(Wrap, breaks_chinese_between_any_two_letters) {
  EXPECT_THAT(wrapped("四叉树的根节点", 6), ElementsAre("四叉树", "的根节", "点"));
}

TEST(Wrap, a_line_never_begins_with_a_closing_mark_nor_ends_with_an_opening_one) {
  EXPECT_THAT(wrapped("碰撞检测。包围盒", 8), ElementsAre("碰撞检", "测。包围", "盒"));
  EXPECT_THAT(wrapped("点击（左键）", 6), ElementsAre("点击", "（左", "键）"));
  const std::string text = "打开菜单“Scene”，点击“More”，再来一次！好吗？（当然）";
  for (float width = 10; width < 60; ++width)
    for (const std::string& line : wrapped(text, width)) {
      for (const char* mark : {"，", "！", "？", "）", "”"})
        EXPECT_FALSE(line.starts_with(mark)) << line << " at " << width;
      for (const char* mark : {"（", "“"}) EXPECT_FALSE(line.ends_with(mark)) << line;
    }
}

TEST(Wrap, loses_nothing_but_the_blanks_at_breaks) {
  const std::string text = "RDC 只看一条轴: one axis，then the other.  再看一次";
  const auto without_blanks = [](std::string s) {
    std::erase(s, ' ');
    return s;
  };
  for (float width = 1; width < 50; ++width) {
    std::string all;
    for (const std::string& line : wrapped(text, width)) all += line;
    EXPECT_EQ(without_blanks(all), without_blanks(text)) << width;
  }
}

TEST(Wrap, a_word_that_is_too_long_breaks_after_a_slash_or_anywhere) {
  EXPECT_THAT(wrapped("a unbreakable b", 5), ElementsAre("a", "unbre", "akabl", "e b"));
  EXPECT_THAT(wrapped("Saved /home/me/scene.json", 9),
              ElementsAre("Saved", "/home/me/", "scene.jso", "n"));
}

TEST(Wrap, takes_broken_utf8_for_letters) {
  EXPECT_EQ(wrapped("ab\xE5", 10).size(), 1u);
  EXPECT_EQ(wrapped("\x80\xFF\xFF", 10).size(), 1u);
}

}  // namespace wrap_test
}  // namespace phasebox::ui
