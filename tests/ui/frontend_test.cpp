// SPDX-License-Identifier: MIT
// The frontend as a function of input, time and size.
#include "ui/frontend.hpp"

#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace frontend_test {

TEST(Frontend, the_same_input_gives_the_same_frames) {
  const auto play = [] {
    HeadlessWindow window("flash");
    window.key("j + + Shift+J");
    window.move_to(window.on_screen(3));
    window.drag({60, 20});
    window.frames(30);
    return std::pair{window.model.session.hash(), window.model.session.steps()};
  };
  EXPECT_EQ(play(), play());
}

TEST(Frontend, steps_are_those_of_the_time_that_passed) {
  HeadlessWindow window("flash");
  const std::uint64_t before = window.model.session.steps();
  window.frames(60);
  EXPECT_NEAR(static_cast<double>(window.model.session.steps() - before), 60, 1);
}

}  // namespace frontend_test
}  // namespace phasebox
