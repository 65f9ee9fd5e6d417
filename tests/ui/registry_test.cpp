// SPDX-License-Identifier: MIT
// The action table: complete, without clashes, and the same in every place that it is shown.
#include "ui/registry.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace actions_test {

using testing::HasSubstr;

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

TEST(Actions, NoChordMeansTwoThings) {
  std::set<std::string> names;
  for (const ActionRow* row : actions())
    for (const Chord& chord : row->chords)
      EXPECT_TRUE(names.insert(chord_name(chord)).second)
          << chord_name(chord) << " of " << row->id << " is taken already";
}

TEST(Actions, EveryChordFindsItsOwnAction) {
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
         &row == &smaller_text_action;
}

// Overlays and tools may be more than there are keys; those without stand in their menu only, as
// does what is for once in a while.
TEST(Actions, EveryRowHasAKeyOrAMenuATitleAndASentence) {
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
TEST(Tools, are_in_both_lists_and_opened_by_their_action) {
  std::set<std::string_view> opened;
  for (const ActionRow* row : actions())
    if (!row->perform && !row->owner) opened.insert(row->id);
  EXPECT_EQ(opened.size(), tools().size());
  for (const ToolRow* tool : tools()) {
    EXPECT_TRUE(opened.contains(tool->action.id)) << tool->action.id;
    EXPECT_EQ(find_tool(tools(), tool->action.id), tool);
    EXPECT_TRUE(tool->draw) << tool->action.id;
    EXPECT_GE(tool->height, 80) << tool->action.id;
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

TEST(Actions, PlusOfAnyKeyboardAddsOne) {
  EXPECT_EQ(found(typing('+', true, '=')), (Found{"more", 1}));  // US: Shift is needed
  EXPECT_EQ(found(typing('+', false, '+')), (Found{"more", 1}));
  EXPECT_EQ(found(typing('=', false, '=')), (Found{"more", 1}));
}

TEST(Actions, ShiftMeansTenAndCtrlAHundred) {
  EXPECT_EQ(found(typing('+', true, '+')), (Found{"more", 10}));  // the keypad
  EXPECT_EQ(found(typing('*', true, '+')), (Found{"more", 10}));  // German
  EXPECT_EQ(found(typing('_', true, '-')), (Found{"fewer", 10}));
  EXPECT_EQ(found(key('=', true, true)), (Found{"more", 100}));  // US Ctrl and +
  EXPECT_EQ(found(key('+', true)), (Found{"more", 100}));
  EXPECT_EQ(found(key('-', true)), (Found{"fewer", 100}));
}

TEST(Actions, ShiftTurnsNAround) {
  EXPECT_EQ(found(key('n')), (Found{"n-up", 0}));
  EXPECT_EQ(found(key('n', false, true)), (Found{"n-down", 0}));
  EXPECT_EQ(found(key('n', true)), std::nullopt);
}

TEST(Actions, DigitsCarryTheirNumber) {
  for (char digit = '0'; digit <= '9'; ++digit)
    EXPECT_EQ(found(typing(digit, false, digit)), (Found{"broadphase", digit - '0'}));
}

TEST(Actions, AHeldKeyRepeatsOnlyWhatMayRepeat) {
  KeyPress more = typing('+'), pause = key('p');
  more.repeat = pause.repeat = true;
  EXPECT_EQ(found(more), (Found{"more", 1}));
  EXPECT_EQ(found(pause), std::nullopt);
}

TEST(Actions, AltBelongsToTheWindowManager) {
  KeyPress press = key('s');
  press.alt = true;
  EXPECT_EQ(found(press), std::nullopt);
}

TEST(Actions, ParametersKnowTheirKey) {
  EXPECT_EQ(action_of_param(Owner::world(), "snap"), &snap_action);
  EXPECT_EQ(action_of_param(Owner::world(), "width"), nullptr);
}

TEST(Actions, TheTableForTheReadmeNamesEveryActionAndGesture) {
  const std::string table = key_table_markdown();
  for (const ActionRow* row : actions()) {
    const std::string keys = keys_of(*row, {}), menu = row->menu == Menu::help    ? "Help"
                                                       : row->menu == Menu::tools ? "Tools"
                                                                                  : "View";
    const std::string place = keys.empty() ? menu + " menu" : '`' + keys + '`';
    EXPECT_THAT(table, HasSubstr("| " + place + " | " + std::string(row->title) + " | "));
    EXPECT_THAT(table, HasSubstr(std::string(row->help)));
  }
  for (const Gesture& g : gestures()) EXPECT_THAT(table, HasSubstr(std::string(g.gesture)));
  const auto lines = static_cast<std::size_t>(std::count(table.begin(), table.end(), '\n'));
  EXPECT_EQ(lines, 2 + actions().size() + gestures().size());
}

TEST(Actions, SearchFindsKeysTitlesAndSentencesInAnyCase) {
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

TEST(Actions, EveryMenuHasLines) {
  for (const Menu menu : {Menu::file, Menu::edit, Menu::scene, Menu::simulation, Menu::algorithm,
                          Menu::view, Menu::tools, Menu::help})
    EXPECT_TRUE(std::ranges::any_of(actions(), [&](const ActionRow* r) { return r->menu == menu; }))
        << static_cast<int>(menu);
}

}  // namespace actions_test
}  // namespace phasebox
