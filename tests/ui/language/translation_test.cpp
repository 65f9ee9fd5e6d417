// SPDX-License-Identifier: MIT
// Finds texts in tables: whole, by a pattern, by parts.
#include "ui/language/translation.hpp"

#include <gtest/gtest.h>

namespace phasebox::ui {
namespace translation_test {

Translation table(const std::string& texts) {
  const auto read = Translation::parse(R"({"texts": {)" + texts + R"(}, "composed": {}})");
  EXPECT_FALSE(read.failed()) << (read.failed() ? read.error().text : "");
  return *read;
}

TEST(Translation, finds_a_whole_text_and_leaves_what_it_does_not_know) {
  const Translation t = table(R"("Undo": "撤销", "box": "盒")");
  EXPECT_EQ(t.of("Undo"), "撤销");
  EXPECT_EQ(t.of("Box"), "盒") << "at the beginning of a line as well";
  EXPECT_EQ(t.of("level.csv"), "level.csv");
  EXPECT_EQ(t.of("12.5 %"), "12.5 %");
  EXPECT_EQ(t.of(""), "");
  EXPECT_EQ(t.of("  "), "  ");
}

TEST(Translation, puts_what_holes_took_where_the_other_language_wants_it) {
  const Translation t = table(R"("{} of {}, {:.1f} px": "{1}：{0}（{2}）", "group": "组")");
  EXPECT_EQ(t.of("a of group, 2.5 px"), "组：a（2.5）");
  EXPECT_EQ(t.of("a of group, many px"), "a of group, many px") << "a number was wanted";
}

TEST(Translation, takes_the_pattern_that_says_most) {
  const Translation t = table(R"("{}: {}": "{}：{}", "Undone: {}": "已撤销{}", "snap": "吸附")");
  EXPECT_EQ(t.of("Undone: snap"), "已撤销吸附");
  EXPECT_EQ(t.of("x: snap"), "x：吸附");
}

TEST(Translation, lets_a_hole_take_what_looks_like_the_text_behind_it) {
  EXPECT_EQ(table(R"("{} and {} meet": "{}、{}相遇")").of("a and b and c meet"), "a、b and c相遇");
}

TEST(Translation, translates_a_composed_text_by_its_parts) {
  const Translation t = table(
      R"("Draw boxes.": "画。", "Key: {}": "键：{}", "off": "关", "Boxes": "盒", "Two. Parts.": "两", "Under": "下", "one, two; three": "一")");
  EXPECT_EQ(t.of("Draw boxes.\n\nKey: B"), "画。\n\n键：B");
  EXPECT_EQ(t.of("Draw boxes. Two. Parts. Draw boxes."), "画。两画。");
  EXPECT_EQ(t.of("Boxes: off"), "盒：关");
  EXPECT_EQ(t.of("Boxes · off"), "盒 · 关");
  EXPECT_EQ(t.of("Draw boxes. [B]"), "画。 [B]");
  EXPECT_EQ(t.of("Boxes, off"), "盒，关");
  EXPECT_EQ(t.of("Under: one, two; three"), "下：一") << "and not the parts of a part";
  EXPECT_EQ(t.of("  Boxes  "), "  盒  ");
}

TEST(Translation, does_not_take_long_for_what_matches_nowhere) {
  const Translation t = table(R"("{} a {} a {} a {} a {} end": "{}{}{}{}{}")");
  std::string many;
  for (int i = 0; i < 40; ++i) many += " a";
  EXPECT_EQ(t.of(many), many);
}

TEST(Translation, shows_titles_in_place_of_the_ids_that_a_report_names) {
  speak(Language::english);
  const Sentence report("{}: {}", {"uniform-grid", "auto"});
  EXPECT_EQ(tr(report), "Uniform grid: auto");
  EXPECT_EQ(report.english(), "uniform-grid: auto") << "on the command line";
}

TEST(Translation, refuses_a_table_that_is_none) {
  EXPECT_TRUE(Translation::parse("{").failed());
  EXPECT_TRUE(Translation::parse("{\"texts\": {}}").failed());
  EXPECT_TRUE(Translation::parse(R"({"texts": {"a": 1}, "composed": {}})").failed());
}

}  // namespace translation_test
}  // namespace phasebox::ui
