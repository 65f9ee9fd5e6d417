// SPDX-License-Identifier: MIT
// Claims about the place of the window, without a window.
#include "app/gl_window.hpp"

#include <array>

#include <gtest/gtest.h>

namespace phasebox {

using namespace ui;

namespace window_place_test {

// One screen right of the other, and below its upper edge.
constexpr std::array<ScreenArea, 2> kScreens{{{{0, 0}, 1280, 720}, {{1280, 200}, 1920, 1080}}};

WindowPlace at(int x, int y) { return {800, 600, DesktopPoint{x, y}, false}; }

bool is_kept(int x, int y) { return within_reach(at(x, y), kScreens).position.has_value(); }

TEST(WithinReach, keeps_a_place_on_any_screen) {
  EXPECT_TRUE(is_kept(0, 0));
  EXPECT_TRUE(is_kept(2000, 900));
  EXPECT_TRUE(is_kept(-700, 300)) << "its right end can be taken hold of";
  EXPECT_TRUE(is_kept(1000, 150)) << "over both screens";
}

TEST(WithinReach, drops_a_place_whose_title_bar_no_screen_shows) {
  EXPECT_FALSE(is_kept(-790, 300));
  EXPECT_FALSE(is_kept(100, -50));
  EXPECT_FALSE(is_kept(100, 700));
  EXPECT_FALSE(is_kept(1500, 50)) << "above the second screen";
  EXPECT_FALSE(is_kept(4000, 300));
  EXPECT_FALSE(within_reach(at(0, 0), {}).position);
}

TEST(WithinReach, keeps_size_and_maximized_state_in_any_case) {
  WindowPlace gone = at(9000, 0);
  gone.is_maximized = true;
  EXPECT_EQ(within_reach(gone, kScreens), (WindowPlace{800, 600, {}, true}));
}

TEST(Fitted, a_window_without_a_place_leaves_room_for_its_title_bar) {
  const WindowPlace fits = fitted({}, kScreens);
  EXPECT_EQ(fits.width, 1280);
  EXPECT_LE(fits.height, 720 - 30);
  EXPECT_GT(fits.height, 600);
  EXPECT_EQ(fitted({1280, 720, {}, false, true}, kScreens).height, 720) << "as asked for";
  EXPECT_EQ(fitted({1280, 720, DesktopPoint{}, false}, kScreens).height, 720) << "as it was";
}

class Places : public testing::Test {
 protected:
  void pass(const WindowPlace& place) { watch.see(place, now += 0.01); }
  void rest(const WindowPlace& place) {
    pass(place);
    watch.see(place, now += 1.01 * PlaceWatch::kRest);
  }

  PlaceWatch watch{at(10, 10)};
  double now = 100;
};

TEST_F(Places, knows_where_the_window_rested_first_and_last) {
  EXPECT_EQ(watch.last(), at(10, 10));
  rest(at(12, 30));
  EXPECT_EQ(watch.first(), at(12, 30)) << "the window manager's choice, not the user's";
  rest(at(100, 200));
  EXPECT_EQ(watch.first(), at(12, 30));
  EXPECT_EQ(watch.last(), at(100, 200));
}

TEST_F(Places, passes_over_places_on_the_way) {
  rest(at(10, 10));
  pass(at(20, 20));
  pass(at(30, 30));
  EXPECT_EQ(watch.last(), at(10, 10));
}

TEST_F(Places, remembers_the_size_from_before_it_was_maximized) {
  rest(at(10, 10));
  WindowPlace all{1280, 700, DesktopPoint{0, 20}, false};
  pass(all);
  all.is_maximized = true;
  rest(all);
  WindowPlace expected = at(10, 10);
  expected.is_maximized = true;
  EXPECT_EQ(watch.last(), expected);
  rest(at(10, 10));
  EXPECT_EQ(watch.last(), at(10, 10));
}

// From screen to screen, as the drawable of the same window grows and shrinks.
TEST(Scale, follows_the_screen_on_which_the_window_is) {
  const auto scale_of = [](int drawable, int window, float dpi) {
    return screen_scale(pixels_per_point(drawable, window), dpi);
  };
  EXPECT_EQ(scale_of(1280, 1280, 96), 1);
  EXPECT_EQ(scale_of(2560, 1280, 96), 2) << "the desktop enlarges windows";
  EXPECT_EQ(scale_of(2560, 1280, 192), 2) << "it does so because of the dots: not twice";
  EXPECT_EQ(scale_of(1920, 1280, 144), 1.5f);
  EXPECT_EQ(scale_of(1280, 1280, 192), 2) << "the desktop leaves it to the program";
  EXPECT_EQ(scale_of(1280, 1280, 110), 1.25f) << "in quarters";
  EXPECT_EQ(scale_of(1280, 1280, 0), 1) << "unknown";
  EXPECT_EQ(scale_of(1280, 1280, 40), 1) << "a projector: no smaller than that";
  EXPECT_EQ(scale_of(1280, 1280, 600), 3);
  EXPECT_EQ(scale_of(0, 0, 96), 1) << "a minimized window";
}

}  // namespace window_place_test
}  // namespace phasebox
