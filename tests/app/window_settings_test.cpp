// SPDX-License-Identifier: MIT
// Claims about settings, without a window.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/pictures/images.hpp"
#include "support/allocations.hpp"
#include "support/files.hpp"
#include "ui/registry.hpp"
#include "ui/settings_keeper.hpp"
#include "ui/user_settings.hpp"

namespace phasebox {

using namespace ui;

namespace settings_test {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

TEST(MergedSettings, keeps_what_both_windows_changed) {
  UserSettings before;
  before.finished_lessons = {"one"};
  UserSettings mine = before, theirs = before;
  mine.panel_width = 420;
  mine.drawer_height = 200;
  mine.finished_lessons.insert("two");
  theirs.view.theme = ThemeId::flash;
  theirs.finished_lessons.insert("three");
  const UserSettings all = merged(before, mine, theirs);
  EXPECT_EQ(all.panel_width, 420);
  EXPECT_EQ(all.view.theme, ThemeId::flash);
  EXPECT_EQ(all.drawer_height, 200);
  EXPECT_THAT(all.finished_lessons, UnorderedElementsAre("one", "two", "three"));
}

TEST(MergedSettings, the_last_of_two_changes_of_one_thing_counts) {
  const UserSettings before;
  UserSettings mine = before, theirs = before;
  mine.window.width = 900;
  theirs.window.width = 1000;
  EXPECT_EQ(merged(before, mine, theirs).window.width, 900);
  EXPECT_EQ(merged(before, before, theirs).window.width, 1000);
}

class SavedSettings : public testing::Test {
 protected:
  // Of a file with this text.
  UserSettings read(const std::string& text) {
    test::write(file, text);
    trouble = {};
    return load_settings(file, trouble);
  }

  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder / "settings.json";
  Sentence trouble;
};

TEST_F(SavedSettings, that_do_not_fit_in_memory_are_set_aside_in_one_line) {
  test::write(file, std::string(200'000, 'x'));
  const test::LargestAllocation little(100'000);
  EXPECT_EQ(load_settings(file, trouble).window, WindowPlace());
  EXPECT_THAT(trouble, HasSubstr("settings.json: it takes more than the memory left"));
  EXPECT_TRUE(std::filesystem::exists(folder / "settings.json.broken"));
}

TEST_F(SavedSettings, keep_size_position_and_maximized_state_of_the_window) {
  UserSettings settings;
  settings.window = {900, 700, DesktopPoint{-40, 25}, true};
  ASSERT_FALSE(save_settings(file, settings).failed());
  EXPECT_EQ(load_settings(file, trouble).window, settings.window);
  EXPECT_EQ(trouble, "");
}

TEST_F(SavedSettings, without_a_position_leave_the_window_centered) {
  const WindowPlace place =
      read(R"({"version": 1, "window": {"width": 800, "height": 600}})").window;
  EXPECT_EQ(place, (WindowPlace{800, 600, {}, false}));
  EXPECT_EQ(trouble, "");
}

TEST_F(SavedSettings, with_a_position_that_is_none_are_set_aside) {
  EXPECT_EQ(read(R"({"version": 1, "window": {"position": [1]}})").window, WindowPlace{});
  EXPECT_THAT(trouble, HasSubstr("could not be read"));
  EXPECT_TRUE(std::filesystem::exists(folder / "settings.json.broken"));
}

TEST_F(SavedSettings, with_numbers_beyond_every_int_are_set_aside) {
  for (const char* window : {R"({"width": 1e55})", R"({"height": -1e300})",
                             R"({"position": [1e20, 0]})", R"({"width": 18446744073709551615})"}) {
    EXPECT_EQ(read(R"({"version": 1, "window": )" + std::string(window) + "}").window,
              WindowPlace{});
    EXPECT_THAT(trouble, HasSubstr(": /window/")) << window;
  }
}

TEST_F(SavedSettings, that_are_too_large_or_nested_too_deeply_are_set_aside) {
  for (const std::string& text :
       {"{\"version\": 1" + std::string(kMaxSettingsFile, ' ') + "}", std::string(100'000, '[')}) {
    EXPECT_EQ(read(text).window, WindowPlace{});
    EXPECT_THAT(trouble, HasSubstr("could not be read"));
  }
}

TEST_F(SavedSettings, bring_back_what_the_window_showed) {
  ApplicationModel before(builtin_images()), after(builtin_images());
  before.view.theme = ThemeId::flash;
  before.view.space = true;
  UiState& ui = before.ui;
  ui.panel_open = false;
  ui.panel_width = 420;
  ui.drawer_height = 250;
  ui.is_welcomed = true;
  ui.space_share = 0.3f;
  ui.section_open[0] = true;
  ui.large_statistics = true;
  ui.launch_size = 60;
  ui.threads = 3;
  ui.launch_image = 2;
  ui.language = Language::chinese;
  ui.choose_scale(1.5f);
  before.lab.lessons.set_finished({"brute-force"});
  ASSERT_FALSE(save_settings(file, current_settings(before, {})).failed());
  const UserSettings kept = load_settings(file, trouble);
  EXPECT_EQ(kept.ui_scale, 1.5f);
  after.machine_threads = 8;
  adopt_settings(after, kept);
  EXPECT_EQ(trouble, "");
  EXPECT_EQ(after.session.threads(), 3u);
  EXPECT_EQ(after.view.theme, ThemeId::flash);
  EXPECT_TRUE(after.view.space);
  EXPECT_FALSE(after.ui.panel_open);
  EXPECT_EQ(after.ui.panel_width, 420);
  EXPECT_EQ(after.ui.drawer_height, 250);
  EXPECT_TRUE(after.ui.is_welcomed);
  EXPECT_FLOAT_EQ(after.ui.space_share, 0.3f);
  EXPECT_EQ(after.ui.section_open, ui.section_open);
  EXPECT_TRUE(after.ui.large_statistics);
  EXPECT_EQ(after.ui.launch_size, 60);
  EXPECT_EQ(after.ui.launch_image, 2);
  EXPECT_EQ(after.ui.language, Language::chinese);
  EXPECT_THAT(after.lab.lessons.finished(), UnorderedElementsAre("brute-force"));
}

TEST_F(SavedSettings, keep_chosen_keys_and_name_those_of_no_use) {
  const UserSettings chosen =
      read(R"({"version": 1, "keys": {"pause": ["F8", ""], "theme": 3, "snap": ["Knob"]}})");
  EXPECT_EQ(trouble, "") << "the rest of the file is of use";
  ApplicationModel model(builtin_images());
  adopt_settings(model, chosen);
  const KeyNames good{{"pause", {"F8", ""}}};
  EXPECT_EQ(model.ui.keys.names(), good);
  ASSERT_EQ(model.ui.messages.all().size(), 2u);
  for (const Message& m : model.ui.messages.all())
    EXPECT_THAT(m.text, testing::AnyOf(HasSubstr("'theme'"), HasSubstr("no key 'Knob'")));
  ASSERT_FALSE(save_settings(file, current_settings(model, chosen)).failed());
  const UserSettings again = load_settings(file, trouble);
  EXPECT_EQ(again.keys, good);
}

/// A window whose settings are kept, and which ends as if it were killed.
struct KeptWindow {
  explicit KeptWindow(const std::filesystem::path& file, const UserSettings& settings = {})
      : keeper(file, settings) {
    adopt_settings(model, settings);
    keeper.tend(model);
  }
  void pass(double seconds) {
    for (const double end = model.clock.now + seconds; model.clock.now < end;) {
      model.clock.now += 0.05;
      keeper.tend(model);
      keeper.wait();
    }
  }

  ApplicationModel model{builtin_images()};
  SettingsKeeper keeper;
};

TEST_F(SavedSettings, are_written_two_seconds_after_a_change_and_only_then) {
  KeptWindow window(file);
  window.pass(5);
  EXPECT_FALSE(std::filesystem::exists(file)) << "nothing has changed";
  window.model.view.theme = ThemeId::flash;
  window.model.ui.recent = {"/my/scene.json"};
  const KeyNames keys{{"pause", {"F8", ""}}};
  ASSERT_TRUE(window.model.ui.keys.load(keys, actions()).empty());
  window.pass(SettingsKeeper::kDelay - 0.2);
  EXPECT_FALSE(std::filesystem::exists(file));
  window.pass(0.8);
  const UserSettings kept = load_settings(file, trouble);
  EXPECT_EQ(kept.view.theme, ThemeId::flash);
  EXPECT_THAT(kept.recent, testing::ElementsAre("/my/scene.json"));
  EXPECT_EQ(kept.keys, keys);
  std::filesystem::remove(file);
  window.pass(5);
  EXPECT_FALSE(std::filesystem::exists(file)) << "nothing has changed since";
}

TEST_F(SavedSettings, that_cannot_be_written_are_tried_again_and_named_once) {
  const std::filesystem::path blocked = folder / "config";
  test::write(blocked, "no folder");
  KeptWindow window(blocked / "settings.json");
  window.model.view.theme = ThemeId::flash;
  window.pass(10);
  ASSERT_EQ(window.model.ui.messages.all().size(), 1u);
  EXPECT_THAT(window.model.ui.messages.all()[0].text, HasSubstr("The settings are not saved: "));
  std::filesystem::remove(blocked);
  window.pass(5);
  EXPECT_EQ(load_settings(blocked / "settings.json", trouble).view.theme, ThemeId::flash);
  EXPECT_EQ(window.model.ui.messages.all().size(), 1u);
}

TEST_F(SavedSettings, of_two_open_windows_are_kept_together) {
  KeptWindow first(file), second(file);
  first.model.view.theme = ThemeId::flash;
  first.pass(3);
  second.model.ui.panel_width = 420;
  second.pass(3);
  first.model.ui.launch_size = 60;
  first.pass(3);
  ASSERT_FALSE(second.keeper.finish(second.model).failed());
  const UserSettings kept = load_settings(file, trouble);
  EXPECT_EQ(kept.view.theme, ThemeId::flash);
  EXPECT_EQ(kept.panel_width, 420);
  EXPECT_EQ(kept.launch_size, 60);
}

TEST_F(SavedSettings, hold_the_last_choice_when_the_window_ends_during_a_write) {
  KeptWindow window(file);
  const ThemeId first = window.model.view.theme;
  window.pass(1);
  window.model.view.theme = ThemeId::flash;
  window.pass(SettingsKeeper::kDelay + 0.1);
  window.model.view.theme = first;
  ASSERT_FALSE(window.keeper.finish(window.model).failed());
  EXPECT_EQ(load_settings(file, trouble).view.theme, first);
  EXPECT_FALSE(window.keeper.has_changes(window.model));
}

TEST_F(SavedSettings, replace_a_file_that_became_unreadable) {
  KeptWindow window(file);
  window.pass(1);
  window.model.view.theme = ThemeId::flash;
  window.pass(3);
  test::write(file, "half a file");
  window.model.ui.panel_width = 420;
  window.pass(3);
  const UserSettings kept = load_settings(file, trouble);
  EXPECT_EQ(kept.view.theme, ThemeId::flash);
  EXPECT_EQ(kept.panel_width, 420);
}

TEST_F(SavedSettings, hold_no_choice_of_the_command_line_but_the_file_that_it_opened) {
  UserSettings settings;
  settings.recent = {"/my/old.json"};
  ASSERT_FALSE(save_settings(file, settings).failed());
  ApplicationModel model(builtin_images());
  adopt_settings(model, settings);
  model.view.theme = ThemeId::flash;
  model.ui.recent = {"/my/new.json", "/my/old.json"};
  SettingsKeeper keeper(file, settings);
  for (model.clock.now = 0; model.clock.now < 3; model.clock.now += 0.05) keeper.tend(model);
  keeper.wait();
  const UserSettings kept = load_settings(file, trouble);
  EXPECT_EQ(kept.view.theme, ThemeId::dark);
  EXPECT_THAT(kept.recent, testing::ElementsAre("/my/new.json", "/my/old.json"));
}

TEST_F(SavedSettings, hold_no_section_that_a_lesson_unfolded) {
  ApplicationModel model(builtin_images());
  model.before_lesson = {0, model.view, false, {}, false};
  model.ui.section_open[0] = model.ui.panel_beside = true;
  const UserSettings settings = current_settings(model, {});
  EXPECT_FALSE(settings.section_open[0]);
  EXPECT_FALSE(settings.panel_beside);
}

TEST(MergedSettings, takes_the_keys_of_the_window_that_changed_them) {
  UserSettings before;
  before.keys = {{"pause", {"F8"}}};
  UserSettings mine = before, theirs = before;
  mine.keys.clear();
  EXPECT_TRUE(merged(before, mine, theirs).keys.empty()) << "they were reset";
  theirs.keys = {{"theme", {"F9"}}};
  EXPECT_EQ(merged(before, before, theirs).keys, theirs.keys);
}

}  // namespace settings_test
}  // namespace phasebox
