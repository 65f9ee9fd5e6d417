// SPDX-License-Identifier: MIT
// Texts name the keys that actions have now: no lesson has one in it.
#include <algorithm>
#include <regex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/lessons.hpp"
#include "headless_window.hpp"
#include "language/drawn_text.hpp"
#include "ui/registry.hpp"

namespace phasebox {
namespace key_names_test {

// "Ctrl+Z", "F10", "press S", "the key O"; not "Ctrl+drag", which no key map changes.
std::string key_named_in(const std::string& text) {
  static const std::regex kKey(R"((Ctrl|Alt|Shift)\+([A-Z0-9]|F[0-9]+)\b|\bF[0-9]{1,2}\b|)"
                               R"(\b[Pp]ress(es)? \S( |,|$)|\bkey \S( |,|\.|$))");
  std::smatch found;
  return std::regex_search(text, found, kKey) ? found.str() : "";
}

TEST(KeyNames, are_found_in_a_text) {
  EXPECT_EQ(key_named_in("from now on; Ctrl+Z takes it back"), "Ctrl+Z");
  EXPECT_EQ(key_named_in("F10 freezes it"), "F10");
  EXPECT_EQ(key_named_in("press S for snap"), "press S ");
  EXPECT_EQ(key_named_in("Press + or drag here"), "Press + ");
  EXPECT_EQ(key_named_in("the key O does the same"), "key O ");
  EXPECT_EQ(key_named_in("Ctrl+drag queries, Shift+drag selects; press a key"), "press a ");
}

TEST(KeyNames, stand_in_no_lesson) {
  const auto lessons = builtin_lessons();
  ASSERT_TRUE(lessons);
  for (const Lesson& lesson : *lessons)
    for (const LessonStep& step : lesson.steps)
      for (const std::string& text : {step.text.en, step.text.zh, step.hint.en, step.hint.zh})
        EXPECT_EQ(key_named_in(text), "") << lesson.id << ": " << text;
}

TEST(KeyNames, follow_the_key_that_was_chosen) {
  KeyMap keys;
  EXPECT_EQ(key_or_menu(undo_action, keys), "Ctrl+Z");
  keys.set({&undo_action, 0}, *parse_chord("F4"));
  EXPECT_EQ(key_or_menu(undo_action, keys), "F4");
  keys.set({&undo_action, 0}, {});
  EXPECT_EQ(key_or_menu(undo_action, keys), "Edit > Undo");
}

TEST(KeyNames, are_drawn_as_they_were_chosen) {
  HeadlessWindow window(begin_with("sprites", {{"scene.count", "0"}}));
  const auto shows = [&](const std::string& words) {
    window.frames(2);
    const auto lines = drawn_lines();
    return std::ranges::find(lines, words) != lines.end();
  };
  EXPECT_TRUE(shows("Launch one with +, or drag here")) << window.state();
  window.model.ui.keys.set({&more_action, 0}, *parse_chord("J"));
  EXPECT_TRUE(shows("Launch one with J, or drag here"));
}

TEST(KeyNames, in_a_tooltip_are_those_of_now) {
  HeadlessWindow window("shooter");
  window.model.ui.keys.set({&undo_action, 0}, *parse_chord("F4"));
  window.choose("menu.Tools", "menu.compass");
  window.until("all angles", [&] { return window.shows("compass.best"); });
  window.frames(3);
  window.move_to(middle(window.rect("compass.best")));
  window.frames(3);
  std::string all;
  for (const std::string& line : drawn_lines()) all += line + ' ';
  EXPECT_THAT(all, testing::HasSubstr("F4 takes it back"));
}

}  // namespace key_names_test
}  // namespace phasebox
