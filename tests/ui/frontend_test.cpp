// SPDX-License-Identifier: MIT
// The frontend as a function of input, time and size.
#include "ui/frontend.hpp"

#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "ui/registry.hpp"

namespace phasebox {
namespace frontend_test {

TEST(Frontend, the_same_input_gives_the_same_frames) {
  const auto play = [] {
    HeadlessWindow window("sprites");
    window.key("j + + Shift+J");
    window.move_to(window.on_screen(3));
    window.drag({60, 20});
    window.frames(30);
    return std::pair{window.model.session.hash(), window.model.session.steps()};
  };
  EXPECT_EQ(play(), play());
}

TEST(Frontend, steps_are_those_of_the_time_that_passed) {
  HeadlessWindow window("sprites");
  const std::uint64_t before = window.model.session.steps();
  window.frames(60);
  EXPECT_NEAR(static_cast<double>(window.model.session.steps() - before), 60, 1);
}

TEST(Frontend, requests_of_all_kinds_are_carried_out_in_order) {
  HeadlessWindow window("sprites");
  window.model.requests = {Invocation{&more_action, 10}, Command(command::SetCount{50}),
                           Invocation{&screenshot_action}, HostRequest(request::FullScreen{})};
  window.frames();
  EXPECT_EQ(window.model.session.world().size(), 50u) << "the count was set after ten were added";
  ASSERT_EQ(window.requests.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<request::FullScreen>(window.requests[0]));
  EXPECT_TRUE(std::holds_alternative<request::Picture>(window.requests[1]))
      << "what a request asks for in turn comes after all of its frame";
  EXPECT_TRUE(window.model.requests.empty());
}

}  // namespace frontend_test
}  // namespace phasebox
