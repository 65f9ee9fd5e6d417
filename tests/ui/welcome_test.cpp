// SPDX-License-Identifier: MIT
// The start page: it fits into small windows, its pictures move, and its rows open recent files.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "language/drawn_text.hpp"

namespace phasebox::ui {
namespace welcome_test {

class StartPage : public testing::Test {
 protected:
  // A window of that size that shows the start page.
  static LaunchOptions of_size(int width, int height) {
    LaunchOptions options = begin_with("sprites");
    options.width = width;
    options.height = height;
    return options;
  }
  static void open(HeadlessWindow& window) {
    window.model.ui.welcome_open = true;
    window.frames(4);
  }

  CurrentFolder folder;
};

TEST_F(StartPage, fits_into_windows_from_800_by_600_with_its_pictures) {
  for (const auto& [width, height] : {std::pair{800, 600}, std::pair{1280, 720}}) {
    HeadlessWindow window(of_size(width, height));
    for (const char* file : {"one.json", "two.json", "three.json"})
      window.model.ui.recent.push_back(folder.write(file, "{}"));
    open(window);
    ASSERT_TRUE(window.shows("welcome"));
    const Aabb page = window.rect("welcome");
    EXPECT_GE(page.min.x, 0);
    EXPECT_GE(page.min.y, 0);
    EXPECT_LE(page.max.x, static_cast<float>(width));
    EXPECT_LE(page.max.y, static_cast<float>(height));
    for (const char* inside : {"welcome.play", "welcome.game", "welcome.learn", "welcome.open",
                               "welcome.recorder", "welcome.recent", "welcome.close"}) {
      ASSERT_TRUE(window.shows(inside)) << inside;
      EXPECT_TRUE(contains(page, window.rect(inside).max)) << inside << " at " << width;
    }
    window.frames(3);
    EXPECT_EQ(window.rect("welcome"), page) << "its size does not swing";
  }
}

TEST_F(StartPage, has_a_picture_over_each_card_where_there_is_room) {
  HeadlessWindow window(of_size(1280, 720));
  open(window);
  const auto pictures =
      std::ranges::count(window.model.ui.rects, "welcome.picture", &WidgetRect::name);
  EXPECT_EQ(pictures, 3);
}

TEST_F(StartPage, a_button_to_play_has_the_name_of_its_scene) {
  for (const char* name : {"welcome.play", "welcome.game"}) {
    HeadlessWindow window(of_size(1280, 720));
    open(window);
    const std::vector<std::string> lines = drawn_lines();
    window.click_widget(name);
    EXPECT_FALSE(window.model.ui.welcome_open);
    const std::string title(window.model.session.settings().scene->title);
    EXPECT_THAT(lines, testing::Contains(testing::HasSubstr(title))) << title;
  }
}

TEST_F(StartPage, a_row_opens_its_file) {
  HeadlessWindow window(of_size(1280, 720));
  window.model.ui.recent = {
      folder.write("boxes.csv", "frame,id,min_x,min_y,max_x,max_y\n0,1,0,0,9,9\n1,1,2,0,11,9\n")};
  open(window);
  window.click_widget("welcome.recent");
  EXPECT_FALSE(window.model.ui.welcome_open);
  ASSERT_TRUE(window.model.session.playback());
}

}  // namespace welcome_test
}  // namespace phasebox::ui
