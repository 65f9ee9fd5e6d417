// SPDX-License-Identifier: MIT
// What is drawn again, and what is not.
#include <gtest/gtest.h>

#include "app/application.hpp"
#include "desktop.hpp"

namespace phasebox {

using namespace ui;

namespace repaint_test {

TEST(Repaint, draws_what_is_new_and_rests_after_half_a_second_without_anything_new) {
  Repaint repaint;
  while (repaint.is_due(1)) ASSERT_LT(repaint.pictures(), 10u);
  EXPECT_FALSE(repaint.is_calm());
  EXPECT_TRUE(repaint.is_due(2));
  for (int frame = 0; frame < 29; ++frame) EXPECT_FALSE(repaint.is_due(2));
  EXPECT_FALSE(repaint.is_calm());
  EXPECT_FALSE(repaint.is_due(2));
  EXPECT_TRUE(repaint.is_calm());
  EXPECT_TRUE(repaint.is_due(1));
  EXPECT_FALSE(repaint.is_calm());
}

TEST(Repaint, an_event_has_the_next_frames_drawn_though_they_look_the_same) {
  Repaint repaint;
  for (int frame = 0; frame < 50; ++frame) repaint.is_due(1);
  ASSERT_TRUE(repaint.is_calm());
  repaint.ask();
  EXPECT_FALSE(repaint.is_calm());
  EXPECT_TRUE(repaint.is_due(1));
  EXPECT_TRUE(repaint.is_due(1));
}

/// The first state after which this many frames came without a picture.
State wait_for_rest(const Desktop& desktop) {
  std::uint64_t frame = 0, pictures = 0;
  return desktop.wait_for("a rest", [&](const State& s) {
    if (s["pictures"] != pictures) pictures = s["pictures"], frame = s["frame"];
    return s["frame"] > frame + 35;
  });
}

TEST(Repaint, a_paused_window_is_drawn_by_keys_sizes_and_uncovering_alone) {
  const Desktop desktop{{"--scene", "sprites", "--count", "20"}};
  desktop.key("p");
  desktop.wait_until("/paused", true);
  const auto drawn_since = [](const State& before) {
    return [pictures = before["pictures"]](const State& s) { return s["pictures"] > pictures; };
  };
  State rest = wait_for_rest(desktop);
  desktop.key("t");
  desktop.wait_for("another theme", drawn_since(rest));
  rest = wait_for_rest(desktop);
  desktop.xdotool("search --onlyvisible --name Phasebox windowsize 900 600");
  EXPECT_EQ(desktop.wait_for("another size", drawn_since(rest))["window"][0], 900);
  rest = wait_for_rest(desktop);
  // Without a window manager it has no keyboard after that.
  desktop.xdotool("search --onlyvisible --name Phasebox windowunmap windowmap");
  desktop.wait_for("the window once more", drawn_since(rest));
}

}  // namespace repaint_test
}  // namespace phasebox
