// SPDX-License-Identifier: MIT
// The action table without clashes, keys that the user chooses, and the texts and the page that
// name them.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "language/drawn_text.hpp"
#include "support/files.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/registry.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox::ui {
namespace actions_test {

// The table of docs/keys.md: with the keys of the rows.
std::string key_table_markdown() {
  std::string table = "| Key | What it is | What it does |\n|---|---|---|\n";
  const auto line = [&table](std::string_view key, std::string_view what, std::string_view does) {
    table.append("| ").append(key).append(" | ").append(what).append(" | ").append(does);
    table.append(" |\n");
  };
  for (const ActionRow* row : actions())
    line(row->chords.empty() ? place_of(*row, {}).english() : '`' + keys_of(*row, {}) + '`', row->title,
         row->help);
  for (const Gesture& g : gestures()) line(g.gesture, "mouse", g.meaning);
  return table;
}

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

KeyPress key(char letter, bool ctrl = false, bool shift = false) {
  return {.key = Key{static_cast<std::uint16_t>(letter)}, .ctrl = ctrl, .shift = shift};
}

KeyPress typing(char text, bool shift = false, char key_code = 0) {
  return {.key = Key{static_cast<std::uint16_t>(key_code)}, .text = text, .shift = shift};
}

// Id and value of the action that a key asks for.
using Found = std::pair<std::string_view, int>;

std::optional<Found> found(const KeyPress& press) {
  const auto i = find_action(press, {});
  return i ? std::optional(Found{i->row->id, i->value}) : std::nullopt;
}

TEST(Actions, no_chord_means_two_things) {
  std::set<std::string> names;
  for (const ActionRow* row : actions())
    for (const Chord& chord : row->chords)
      EXPECT_TRUE(names.insert(chord_name(chord)).second)
          << chord_name(chord) << " of " << row->id << " is taken already";
}

TEST(Actions, every_chord_finds_its_own_action) {
  for (const ActionRow* row : actions())
    for (const Chord& chord : row->chords) {
      KeyPress press{
          .key = chord.key, .text = chord.text, .ctrl = chord.ctrl, .shift = chord.shift};
      // A character that does not need Shift comes from the key of that name.
      if (chord.text != 0 && chord.shift) press.key = Key{static_cast<std::uint16_t>(chord.text)};
      EXPECT_EQ(found(press), (Found{row->id, chord.value})) << chord_name(chord);
    }
}

bool is_rare(const ActionRow& row) {
  return &row == &report_action || &row == &keys_action || &row == &larger_text_action ||
         &row == &smaller_text_action || &row == &welcome_action || &row == &choose_scene_action ||
         &row == &defaults_action || &row == &reset_view_action;
}

// Overlays and tools may be more than there are keys; those without stand in their menu only, as
// does what is for once in a while.
TEST(Actions, every_row_has_a_key_or_a_menu_a_title_and_a_sentence) {
  std::set<std::string_view> ids;
  for (const ActionRow* row : actions()) {
    EXPECT_TRUE(ids.insert(row->id).second) << row->id;
    const bool is_overlay = find_overlay(row->id) && row->menu == Menu::view;
    const bool is_tool = find_tool(tools(), row->id) && row->menu == Menu::tools;
    EXPECT_TRUE(!row->chords.empty() || is_overlay || is_tool || is_rare(*row)) << row->id;
    EXPECT_FALSE(row->perform && row->owner) << row->id << " either does something or switches";
    EXPECT_FALSE(row->title.empty()) << row->id;
    EXPECT_GT(row->help.size(), 10u) << row->id;
    EXPECT_EQ(row->help.back(), '.') << row->id;
    EXPECT_FALSE(place_of(*row, {}).empty()) << row->id;
    EXPECT_EQ(!row->owner, row->key.empty()) << row->id;
  }
}

// A row that neither does anything nor switches a parameter is that of the tool it stands in.
TEST(Tools, are_among_the_actions_and_opened_by_theirs) {
  std::set<std::string_view> opened;
  for (const ActionRow* row : actions())
    if (!row->perform && !row->owner) opened.insert(row->id);
  EXPECT_EQ(opened.size(), tools().size());
  for (const ToolRow* tool : tools()) {
    EXPECT_TRUE(opened.contains(tool->action.id)) << tool->action.id;
    EXPECT_EQ(find_tool(tools(), tool->action.id), tool);
    EXPECT_TRUE(tool->draw) << tool->action.id;
  }
}

TEST(Overlays, are_actions_of_the_view_menu_with_their_own_key) {
  for (const OverlayRow* overlay : overlays()) {
    const ActionRow* row = action_of_param(Owner::view(), overlay->id);
    ASSERT_TRUE(row) << overlay->id;
    EXPECT_EQ(row->id, overlay->id);
    EXPECT_EQ(row->title, overlay->title);
    EXPECT_EQ(row->menu, Menu::view);
  }
  EXPECT_EQ(found(key('q')), (Found{"structure", 0}));
  EXPECT_TRUE(action_of_param(Owner::view(), "grid")->chords.empty());
}

TEST(Actions, plus_of_any_keyboard_adds_one) {
  EXPECT_EQ(found(typing('+', true, '=')), (Found{"more", 1}));  // US: Shift is needed
  EXPECT_EQ(found(typing('+', false, '+')), (Found{"more", 1}));
  EXPECT_EQ(found(typing('=', false, '=')), (Found{"more", 1}));
}

TEST(Actions, shift_means_ten_and_ctrl_a_hundred) {
  EXPECT_EQ(found(typing('+', true, '+')), (Found{"more", 10}));  // the keypad
  EXPECT_EQ(found(typing('*', true, '+')), (Found{"more", 10}));  // German
  EXPECT_EQ(found(typing('_', true, '-')), (Found{"fewer", 10}));
  EXPECT_EQ(found(key('=', true, true)), (Found{"more", 100}));  // US Ctrl and +
  EXPECT_EQ(found(key('+', true)), (Found{"more", 100}));
  EXPECT_EQ(found(key('-', true)), (Found{"fewer", 100}));
}

TEST(Actions, a_held_key_repeats_only_what_may_repeat) {
  KeyPress more = typing('+'), pause = key('p');
  more.repeat = pause.repeat = true;
  EXPECT_EQ(found(more), (Found{"more", 1}));
  EXPECT_EQ(found(pause), std::nullopt);
}

TEST(Actions, alt_belongs_to_the_window_manager) {
  KeyPress press = key('s');
  press.alt = true;
  EXPECT_EQ(found(press), std::nullopt);
}

TEST(Actions, parameters_know_their_key) {
  EXPECT_EQ(action_of_param(Owner::world(), "snap"), &snap_action);
  EXPECT_EQ(action_of_param(Owner::world(), "width"), nullptr);
}

TEST(Actions, search_finds_keys_titles_and_sentences_in_any_case) {
  const auto found = [](std::string_view words) {
    std::vector<std::string_view> ids;
    for (const ActionRow* row : actions())
      if (is_searched(*row, words, {})) ids.push_back(row->id);
    return ids;
  };
  EXPECT_THAT(found("f11"), testing::ElementsAre("full-screen"));
  EXPECT_THAT(found("FULL SCREEN"), testing::Contains("full-screen"));
  EXPECT_THAT(found("1/60"), testing::ElementsAre("step"));
  EXPECT_EQ(found("").size(), actions().size());
  EXPECT_TRUE(found("no such words").empty());
}

TEST(KeyMap, names_of_all_keys_are_read_back) {
  for (const ActionRow* row : actions())
    for (const Chord& chord : row->chords) {
      if (chord.hidden) continue;
      const auto read = parse_chord(chord_name(chord));
      ASSERT_TRUE(read) << chord_name(chord);
      EXPECT_EQ(*read, chord) << chord_name(chord) << " of " << row->id;
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
    EXPECT_EQ(*read, *chord) << chord_name(*chord);
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
  keys.take({&theme_action, 0}, *parse_chord("P"), actions());
  EXPECT_EQ(keys_of(pause_action, keys), "Space");
  EXPECT_EQ(keys_of(theme_action, keys), "P");
  keys.reset(pause_action, actions());
  EXPECT_EQ(keys_of(pause_action, keys), "P, Space");
  EXPECT_EQ(keys_of(theme_action, keys), "T");
  EXPECT_FALSE(keys.is_changed());
}

TEST(KeyMap, reset_of_the_action_that_took_a_key_gives_it_back) {
  KeyMap keys;
  keys.take({&theme_action, 0}, *parse_chord("P"), actions());
  keys.reset(theme_action, actions());
  EXPECT_EQ(keys_of(pause_action, keys), "P, Space");
  EXPECT_EQ(keys_of(theme_action, keys), "T");
  EXPECT_FALSE(keys.is_changed());
}

TEST(KeyMap, a_taken_key_goes_back_once_no_action_has_it) {
  KeyMap keys;
  keys.take({&theme_action, 0}, *parse_chord("P"), actions());
  keys.take({&theme_action, 0}, *parse_chord("F4"), actions());
  EXPECT_EQ(keys_of(pause_action, keys), "P, Space") << "after another key was chosen";

  keys.take({&snap_action, 0}, *parse_chord("F4"), actions());
  keys.take({&undo_action, 0}, *parse_chord("F4"), actions());
  EXPECT_EQ(keys_of(theme_action, keys), "") << "a key that the user had chosen";
  EXPECT_EQ(keys_of(snap_action, keys), "");
  keys.reset(undo_action, actions());
  EXPECT_EQ(keys_of(snap_action, keys), "F4") << "from which it was taken last";
  keys.reset(snap_action, actions());
  EXPECT_EQ(keys_of(theme_action, keys), "F4");
  EXPECT_EQ(keys_of(snap_action, keys), "S");
}

TEST(KeyMap, a_taken_key_does_not_go_back_to_a_place_that_was_changed) {
  KeyMap keys;
  keys.take({&theme_action, 0}, *parse_chord("P"), actions());
  keys.take({&pause_action, 0}, *parse_chord("F4"), actions());
  keys.reset(theme_action, actions());
  EXPECT_EQ(keys_of(pause_action, keys), "F4, Space");

  keys.reset();
  keys.take({&theme_action, 0}, *parse_chord("P"), actions());
  keys.take({&pause_action, 0}, {}, actions());
  keys.reset(theme_action, actions());
  EXPECT_EQ(keys_of(pause_action, keys), "Space") << "the user wants none there";
}

TEST(KeyMap, a_key_that_was_taken_in_an_earlier_session_goes_back_as_well) {
  KeyMap before, keys;
  before.take({&theme_action, 0}, *parse_chord("P"), actions());
  before.take({&snap_action, 0}, {}, actions());
  ASSERT_THAT(keys.load(before.names(), actions()), IsEmpty());
  keys.reset(theme_action, actions());
  EXPECT_EQ(keys_of(pause_action, keys), "P, Space");
  EXPECT_EQ(keys_of(snap_action, keys), "") << "taken by none";
}

TEST(KeyEditor, says_what_a_key_does_and_takes_it_when_it_is_pressed_again) {
  KeyMap keys;
  KeyEditor editor;
  const auto press = [&](char letter, bool repeat = false) {
    EXPECT_TRUE(editor.take_key({.key = Key{static_cast<std::uint16_t>(letter)},
                                 .text = letter,
                                 .ctrl = false,
                                 .shift = false,
                                 .alt = false,
                                 .repeat = repeat},
                                keys, actions()));
  };
  editor.wait_for(KeyPlace{&theme_action, 0});
  press('p');
  press('p', true);
  EXPECT_FALSE(keys.is_changed()) << "a held key is pressed once";
  EXPECT_EQ(editor.message, "P does 'Pause': press it again to take it");
  press('s');
  EXPECT_THAT(editor.message, HasSubstr("S does 'Snap"));
  press('p');
  EXPECT_FALSE(keys.is_changed()) << "another key came between";
  press('p');
  EXPECT_EQ(keys_of(theme_action, keys), "P");
  EXPECT_EQ(keys_of(pause_action, keys), "Space");
  EXPECT_EQ(editor.message, "P was a key of 'Pause', which has lost it.");
  EXPECT_FALSE(editor.waits);

  editor.wait_for(KeyPlace{&theme_action, 0});
  EXPECT_EQ(editor.message, "");
  press('=');
  EXPECT_THAT(editor.message, HasSubstr("= does '")) << "a key that no list shows";
  press('p');
  EXPECT_FALSE(editor.waits) << "its own key already";
  EXPECT_EQ(keys_of(theme_action, keys), "P");
  editor.wait_for(KeyPlace{&theme_action, 0});
  press('s');
  EXPECT_TRUE(editor.take_key({.key = Key::escape}, keys, actions()));
  EXPECT_EQ(editor.message, "");
  EXPECT_EQ(keys_of(snap_action, keys), "S");
}

TEST(KeyMap, of_the_settings_is_read_back_and_what_is_wrong_is_named_and_left_out) {
  KeyMap keys;
  const KeyNames good{{"theme", {"P"}}, {"pause", {"T", ""}}};
  EXPECT_THAT(keys.load(good, actions()), IsEmpty());
  EXPECT_EQ(keys.names(), good);
  EXPECT_EQ(id_of(keys, "Space"), "");

  const KeyNames bad{{"theme", {"J"}},
                     {"no-such-action", {"F4"}},
                     {"pause", {"Knob"}},
                     {"escape", {"F4"}},
                     {"snap", {"F4"}},
                     {"boxes", {"F4"}},
                     {"restart", std::vector<std::string>(11, "")}};
  const auto faults = keys.load(bad, actions());
  EXPECT_THAT(faults,
              testing::UnorderedElementsAre(
                  HasSubstr("'theme' in the settings: J is also a key of 'Next broadphase'"),
                  HasSubstr("there is no such action"), HasSubstr("there is no key 'Knob'"),
                  HasSubstr("its key is fixed"), HasSubstr("F4 is also a key of 'Boxes'"),
                  HasSubstr("at most 10 keys")));
  EXPECT_EQ(id_of(keys, "T"), "theme") << "its default key";
  EXPECT_EQ(id_of(keys, "F4"), "boxes") << "used once";
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

TEST(KeysThatAreChosen, are_lost_by_the_action_that_had_them_which_is_said_before_and_after) {
  HeadlessWindow window("sprites");
  window.choose("menu.Help", "menu.keys");
  window.click_widget("keys.search");
  window.type("theme");
  window.click_widget("keys.theme.0");
  const Aabb before = window.rect("keys.theme.0");
  const KeyMap& keys = window.model.ui.keys;
  const ActionRow& boxes = *action_of_param(Owner::view(), "boxes");
  window.hold_key("b", 3);
  EXPECT_FALSE(keys.is_changed());
  EXPECT_THAT(window.model.ui.key_editor.message.english(), HasSubstr("B does 'Boxes'"));
  window.frames(2);
  EXPECT_EQ(window.rect("keys.theme.0"), before) << "the message moves nothing";
  window.key("b");
  EXPECT_FALSE(window.model.view.shows(Overlay::boxes)) << "it was not pressed";
  EXPECT_EQ(keys_of(theme_action, keys), "B");
  EXPECT_EQ(keys_of(boxes, keys), "");
  EXPECT_THAT(window.model.ui.key_editor.message.english(),
              HasSubstr("'Boxes', which has lost it"));
  EXPECT_EQ(window.rect("keys.theme.0").min, before.min) << "the message moves nothing";
  window.click_widget("keys.theme.reset");
  EXPECT_EQ(keys_of(boxes, keys), "B") << "it goes back";
  EXPECT_EQ(window.model.ui.key_editor.message, "") << "what it said is no longer so";
  EXPECT_EQ(window.rect("keys.theme.0").min, before.min);
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

TEST(KeyNames, follow_the_key_that_was_chosen) {
  KeyMap keys;
  EXPECT_EQ(key_or_menu(undo_action, keys), "Ctrl+Z");
  keys.set({&undo_action, 0}, *parse_chord("F4"));
  EXPECT_EQ(key_or_menu(undo_action, keys), "F4");
  keys.set({&undo_action, 0}, {});
  EXPECT_EQ(key_or_menu(undo_action, keys), "Edit > Undo");
}

// Whether a text that begins behind "Menu > " names a line of that menu, which the menu has while
// the keys are those of the rows.
bool names_a_line(std::string_view text, std::size_t menu) {
  for (const std::string_view submenu : {"Open again", "Language", "Overlays: "})
    if (text.starts_with(submenu)) return true;
  return std::ranges::any_of(actions(), [&](const ActionRow* row) {
    const std::string_view title = row->title.substr(0, row->title.find(" ..."));
    const bool is_listed = !row->is_by_key || row->chords.empty();
    return static_cast<std::size_t>(row->menu) == menu && is_listed && text.starts_with(title);
  });
}

TEST(MenuNames, in_texts_lessons_and_pages_are_lines_of_that_menu) {
  const std::filesystem::path root = PHASEBOX_SOURCE_DIR;
  std::vector<std::filesystem::path> files{root / "assets/languages/zh.json", root / "README.md"};
  for (const char* folder : {"assets/lessons", "docs"})
    for (const auto& entry : std::filesystem::directory_iterator(root / folder))
      if (entry.path().extension() == ".md" || entry.path().extension() == ".json")
        files.push_back(entry.path());
  std::size_t named = 0;
  for (const auto& file : files) {
    const std::string text = test::content_of(file);
    for (std::size_t menu = 1; menu < kMenuTitles.size(); ++menu) {
      const std::string lead = std::string(kMenuTitles[menu]) + " > ";
      for (std::size_t at = 0; (at = text.find(lead, at)) != text.npos; ++named) {
        at += lead.size();
        EXPECT_TRUE(names_a_line(std::string_view(text).substr(at), menu))
            << file << ": " << lead << text.substr(at, 40);
      }
    }
  }
  EXPECT_GT(named, 10u);
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

TEST(Keys, their_page_shows_the_action_table) {
  std::ifstream file(PHASEBOX_SOURCE_DIR "/docs/keys.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_THAT(text.str(), testing::HasSubstr(key_table_markdown()))
      << "put this between the markers of docs/keys.md:\n"
      << key_table_markdown();
}

}  // namespace actions_test
}  // namespace phasebox::ui
