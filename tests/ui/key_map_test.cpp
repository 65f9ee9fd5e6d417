// SPDX-License-Identifier: MIT
// Keys that the user chooses: by themselves, from the settings, and in the window.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "ui/registry.hpp"

namespace phasebox {
namespace key_map_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(KeyMap, names_of_all_keys_are_read_back) {
  for (const ActionRow* row : actions())
    for (const Chord& chord : row->chords) {
      if (chord.hidden) continue;
      const auto read = parse_chord(chord_name(chord));
      ASSERT_TRUE(read) << chord_name(chord);
      EXPECT_TRUE(is_same_key(*read, chord)) << chord_name(chord) << " of " << row->id;
    }
  for (const char* name : {"", "Ctrl+", "F13", "Pause", "Strg+K", "ab", "\n"})
    EXPECT_FALSE(parse_chord(name)) << name;
}

TEST(KeyMap, a_pressed_key_becomes_the_chord_that_it_matches) {
  const std::vector<KeyPress> presses{
      {.key = Key{'k'}, .text = 'k'},
      {.key = Key{'k'}, .text = 'K', .shift = true},
      {.key = Key{'k'}, .ctrl = true, .shift = true},
      {.key = Key{'='}, .text = '+', .shift = true},
      {.key = Key{'+'}, .text = '+', .shift = true},
      {.key = Key{'5'}, .text = '5'},
      {.key = Key{'5'}, .ctrl = true},
      {.key = Key::space, .text = ' '},
      {.key = Key::f4, .shift = true},
      {.text = '~'},
  };
  for (const KeyPress& press : presses) {
    const auto chord = chord_of(press);
    ASSERT_TRUE(chord);
    EXPECT_TRUE(matches(*chord, press)) << chord_name(*chord);
    const auto read = parse_chord(chord_name(*chord));
    ASSERT_TRUE(read) << chord_name(*chord);
    EXPECT_TRUE(is_same_key(*read, *chord)) << chord_name(*chord);
  }
  EXPECT_FALSE(chord_of({.key = Key{'k'}, .text = 'k', .alt = true})) << "Alt moves windows";
  EXPECT_FALSE(chord_of({})) << "Shift alone";
}

std::string_view id_of(const KeyMap& keys, const std::string& name) {
  const Chord chord = *parse_chord(name);
  KeyPress press{.key = chord.key, .text = chord.text, .ctrl = chord.ctrl, .shift = chord.shift};
  const auto found = find_action(press, keys);
  return found ? found->row->id : "";
}

TEST(KeyMap, a_chosen_key_acts_and_is_named_instead_of_the_default_one) {
  KeyMap keys;
  keys.set({&theme_action, 0}, *parse_chord("F4"));
  EXPECT_EQ(id_of(keys, "F4"), "theme");
  EXPECT_EQ(id_of(keys, "T"), "");
  EXPECT_EQ(keys_of(theme_action, keys), "F4");
  EXPECT_THAT(hint_of(theme_action, keys), HasSubstr("[F4]"));
  EXPECT_TRUE(is_searched(theme_action, "f4", keys));
  EXPECT_THAT(key_table_markdown(), HasSubstr("| `T` | Theme |"))
      << "the page has the default ones";
  keys.set({&theme_action, 0}, *parse_chord("T"));
  EXPECT_FALSE(keys.is_changed()) << "that is the default key";
}

TEST(KeyMap, each_key_keeps_the_value_of_its_place_and_hidden_keys_give_way) {
  KeyMap keys;
  keys.set({&broadphase_action, 2}, *parse_chord("F4"));  // the third algorithm
  const auto found = find_action({.key = Key::f4}, keys);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->value, 3);
  EXPECT_THAT(keys_of(broadphase_action, keys), HasSubstr("2, F4, 4"));
  EXPECT_EQ(id_of(keys, "="), "more") << "a hidden key";
  keys.set({&theme_action, 0}, *parse_chord("="));
  EXPECT_EQ(id_of(keys, "="), "theme");
}

TEST(KeyMap, reset_gives_back_the_default_keys_also_those_that_others_took) {
  KeyMap keys;
  KeyEditor editor;
  editor.wait_for({&pause_action, 0});
  ASSERT_TRUE(editor.take_key({.key = Key{'t'}, .text = 't'}, keys, actions()));
  ASSERT_TRUE(editor.used_by);
  EXPECT_EQ(editor.used_by->row, &theme_action);
  editor.settle(KeyEditor::Conflict::swap, keys);
  EXPECT_EQ(keys_of(pause_action, keys), "T, Space");
  EXPECT_EQ(keys_of(theme_action, keys), "P");
  keys.reset(pause_action, actions());
  EXPECT_EQ(keys_of(pause_action, keys), "P, Space");
  EXPECT_EQ(keys_of(theme_action, keys), "T");
  EXPECT_FALSE(keys.is_changed());
}

TEST(KeyMap, of_the_settings_is_read_back_and_what_is_wrong_is_named_and_left_out) {
  KeyMap keys;
  KeyNames left_out;
  const KeyNames good{{"theme", {"P"}}, {"pause", {"T", ""}}};
  EXPECT_THAT(keys.load(good, actions(), left_out), IsEmpty());
  EXPECT_EQ(keys.names(), good);
  EXPECT_EQ(id_of(keys, "Space"), "");

  const KeyNames bad{{"theme", {"J"}},
                     {"no-such-action", {"F4"}},
                     {"pause", {"Knob"}},
                     {"escape", {"F4"}},
                     {"snap", {"F4"}},
                     {"boxes", {"F4"}},
                     {"restart", std::vector<std::string>(11, "")}};
  const auto faults = keys.load(bad, actions(), left_out);
  EXPECT_THAT(faults,
              testing::UnorderedElementsAre(
                  HasSubstr("'theme' in the settings: J is also a key of 'Next broadphase'"),
                  HasSubstr("there is no such action"), HasSubstr("there is no key 'Knob'"),
                  HasSubstr("its key is fixed"), HasSubstr("F4 is also a key of 'Boxes'"),
                  HasSubstr("at most 10 keys")));
  EXPECT_EQ(id_of(keys, "T"), "theme") << "its default key";
  EXPECT_EQ(id_of(keys, "F4"), "boxes") << "used once";
  EXPECT_EQ(left_out.size(), 6u);
  EXPECT_THAT(left_out.at("pause"), ElementsAre("Knob"));
}

TEST(KeysThatAreChosen, act_from_then_on_and_stand_in_menus) {
  HeadlessWindow window("sprites");
  window.choose("menu.Help", "menu.keys");
  window.click_widget("keys.search");
  window.type("theme");
  window.click_widget("keys.theme.0");
  window.key("F4");
  window.key("Esc");
  EXPECT_FALSE(window.model.ui.key_editor.is_open);
  EXPECT_FALSE(window.model.ui.quit_asked);
  window.key("t");
  EXPECT_EQ(window.model.view.theme, ThemeId::dark);
  window.key("F4");
  EXPECT_EQ(window.model.view.theme, ThemeId::flash);
}

TEST(KeysThatAreChosen, name_a_conflict_and_offer_to_take_to_swap_or_to_leave_it) {
  for (const auto& [button, theme, boxes] :
       {std::tuple("keys.take", "B", ""), {"keys.swap", "B", "T"}, {"keys.leave", "T", "B"}}) {
    SCOPED_TRACE(button);
    HeadlessWindow window("sprites");
    window.choose("menu.Help", "menu.keys");
    window.click_widget("keys.search");
    window.type("theme");
    window.click_widget("keys.theme.0");
    window.key("b");
    EXPECT_FALSE(window.model.view.shows(Overlay::boxes)) << "it was not pressed";
    window.click_widget(button);
    const KeyMap& keys = window.model.ui.keys;
    EXPECT_EQ(keys_of(theme_action, keys), theme);
    EXPECT_EQ(keys_of(*action_of_param(Owner::view(), "boxes"), keys), boxes);
  }
}

TEST(KeysThatAreChosen, are_reset_one_by_one_and_all_together) {
  HeadlessWindow window("sprites");
  KeyMap& keys = window.model.ui.keys;
  keys.set({&theme_action, 0}, *parse_chord("F4"));
  keys.set({&snap_action, 0}, *parse_chord("F8"));
  keys.set({&pause_action, 0}, *parse_chord("F9"));
  window.choose("menu.Help", "menu.keys");
  window.click_widget("keys.search");
  window.type("theme");
  window.click_widget("keys.theme.reset");
  EXPECT_EQ(keys_of(theme_action, keys), "T");
  EXPECT_EQ(keys_of(snap_action, keys), "F8");
  window.click_widget("keys.reset-all");
  EXPECT_FALSE(keys.is_changed());
}

TEST(KeysThatAreChosen, wait_for_no_key_after_esc_and_the_old_one_stays) {
  HeadlessWindow window("sprites");
  window.choose("menu.Help", "menu.keys");
  window.click_widget("keys.search");
  window.type("theme");
  window.click_widget("keys.theme.0");
  window.key("Esc");
  EXPECT_TRUE(window.model.ui.key_editor.is_open) << "Esc ended the waiting alone";
  window.key("Esc");
  EXPECT_FALSE(window.model.ui.key_editor.is_open);
  EXPECT_FALSE(window.model.ui.keys.is_changed());
}

}  // namespace key_map_test
}  // namespace phasebox
