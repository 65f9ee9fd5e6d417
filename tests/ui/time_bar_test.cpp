// SPDX-License-Identifier: MIT
// The time bar below the field: speed, the last seconds, film, and its places in all windows.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/model/files/files.hpp"
#include "ui/registry.hpp"

namespace phasebox::ui {
namespace time_bar_test {

class TimeBar : public testing::Test {
 protected:
  std::uint64_t steps() const { return window.model.session.steps(); }
  // Presses the left button at a place of the slider, from 0 at its left end to 1.
  void press_slider(float part) {
    const Aabb bar = window.rect("frames.slider");
    window.move_to({bar.min.x + part * extent(bar).x, middle(bar).y});
    window.press();
    window.frames(2);
  }

  CurrentFolder folder;
  HeadlessWindow window{"sprites"};
};

TEST_F(TimeBar, runs_at_the_speed_that_is_chosen_by_list_or_key) {
  const auto steps_in_two_seconds = [&] {
    const std::uint64_t before = steps();
    window.frames(120);
    return static_cast<double>(steps() - before);
  };
  window.choose("bar.speed", "bar.speed.0.1");
  EXPECT_NEAR(steps_in_two_seconds(), 12, 2);
  window.choose("bar.speed", "bar.speed.4");
  EXPECT_NEAR(steps_in_two_seconds(), 480, 8);
  window.key("> >");
  EXPECT_EQ(window.model.clock.speed, 4) << "the fastest one stays";
  window.key("< < <");
  EXPECT_EQ(window.model.clock.speed, 0.5);
  EXPECT_NEAR(steps_in_two_seconds(), 60, 2);
}

TEST(TimeBarSpeed, changes_no_step) {
  const auto hash_at = [](double speed) {
    HeadlessWindow window("sprites");
    window.key("p r");
    window.model.clock.speed = speed;
    window.key("p");
    window.until("80 steps", [&] { return window.model.session.steps() >= 80; });
    window.key("p");
    while (window.model.session.steps() > 80) window.click_widget("frames.back");
    return window.model.session.hash();
  };
  EXPECT_EQ(hash_at(0.25), hash_at(1));
  EXPECT_EQ(hash_at(4), hash_at(1));
}

TEST_F(TimeBar, slow_motion_is_found_by_a_search_for_slow) {
  EXPECT_TRUE(is_searched(slower_action, "slow", {}));
  EXPECT_TRUE(is_searched(slower_action, "speed", {}));
  EXPECT_TRUE(is_searched(faster_action, "speed", {}));
}

TEST_F(TimeBar, the_last_seconds_are_dragged_through_and_play_continues_from_there) {
  window.until("200 steps", [&] { return steps() >= 200; });
  press_slider(0.5f);
  const std::uint64_t then = steps();
  EXPECT_NEAR(static_cast<double>(then), 100, 15);
  window.frames(30);
  EXPECT_EQ(steps(), then) << "it waits while the slider is held";
  window.release();
  window.frames(30);
  EXPECT_GT(steps(), then);
  EXPECT_LT(steps(), then + 40);
}

TEST_F(TimeBar, buttons_step_back_and_forward_through_what_is_kept) {
  window.until("60 steps", [&] { return steps() >= 60; });
  window.key("p");
  const std::uint64_t now = steps(), hash = window.model.session.hash();
  for (int k = 1; k <= 3; ++k) {
    window.click_widget("frames.back");
    EXPECT_EQ(steps(), now - static_cast<std::uint64_t>(k));
  }
  for (int k = 0; k < 3; ++k) window.click_widget("bar.step");
  EXPECT_EQ(steps(), now);
  EXPECT_EQ(window.model.session.hash(), hash);
}

TEST_F(TimeBar, films_by_its_button) {
  window.click_widget("bar.film");
  EXPECT_TRUE(window.was_asked<request::Film>());
}

TEST_F(TimeBar, nothing_of_it_moves_when_it_plays_pauses_films_or_shows_a_recording) {
  const std::string names[] = {"frames.back", "bar.pause", "bar.step", "bar.restart",
                               "bar.speed",   "field",     "notes",    "tab.xray"};
  const auto places = [&] {
    std::vector<Aabb> all;
    for (const std::string& name : names) all.push_back(window.rect(name));
    return all;
  };
  const auto before = places();
  window.key("p");
  window.frames(2);
  EXPECT_EQ(places(), before);
  const Aabb film = window.rect("bar.film");
  window.model.ui.is_filmed = true;
  window.frames(2);
  EXPECT_EQ(window.rect("bar.film"), film);
  std::string csv = "frame,id,left,top,w,h\n";  // in a field as wide as the scene's
  for (int frame = 0; frame < 40; ++frame)
    csv += fmt::format("{},7,{},0,30,20\n{},8,610,340,30,20\n", frame, 4 * frame, frame);
  ui::open_file(window.model, folder.write("boxes.csv", csv));
  window.until("the recording", [&] { return window.model.session.playback() != nullptr; });
  window.frames(2);
  EXPECT_EQ(places(), before);
}

TEST(TimeBarInANarrowWindow, drops_the_launcher_and_then_the_time) {
  const auto shown = [](int width) {
    LaunchOptions options = begin_with("sprites");
    options.width = width;
    options.height = 600;
    HeadlessWindow window(options);
    window.model.ui.panel_open = false;
    window.frames(3);
    for (const char* name : {"frames.back", "bar.pause", "bar.step", "bar.restart", "bar.speed",
                             "frames.slider", "bar.film"})
      EXPECT_LE(window.rect(name).max.x, static_cast<float>(width)) << name << " at " << width;
    return std::pair(window.shows("launch.more"), window.shows("frames.time"));
  };
  EXPECT_EQ(shown(1280), std::pair(true, true));
  bool had_launcher = true, had_time = true;
  for (int width = 600; width >= 280; width -= 40) {
    const auto [has_launcher, has_time] = shown(width);
    EXPECT_LE(has_launcher, had_launcher) << width;
    EXPECT_LE(has_time, had_time) << width;
    EXPECT_LE(has_launcher, has_time) << "the launcher is left out first, at " << width;
    had_launcher = has_launcher;
    had_time = has_time;
  }
  EXPECT_FALSE(had_launcher);
}

}  // namespace time_bar_test
}  // namespace phasebox::ui
