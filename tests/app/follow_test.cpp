// SPDX-License-Identifier: MIT
// A real game beside a real window: a child process that writes into a pipe and ends.
#include <algorithm>
#include <stdexcept>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "desktop.hpp"

namespace phasebox {
namespace follow_app_test {

bool says(const State& s, const std::string& words) {
  return std::ranges::any_of(s["toasts"], [&](const State& toast) {
    return toast.get<std::string>().find(words) != std::string::npos;
  });
}

// Three boxes for 150 frames, a bad row among them; it writes as fast as a game runs.
constexpr const char* kGame = R"(exec >pipe
echo frame,id,min_x,min_y,max_x,max_y
for f in $(seq 1 150); do
  echo "$f,1,$f,0,$((f + 30)),30"
  echo "$f,2,0,20,60,60"
  echo "$f,3,200,0,260,60"
  [ $f = 40 ] && echo "$f,4,0,0,wide,1"
  sleep 0.01
done)";

TEST(RunningGame, is_followed_until_it_stops) {
  const test::TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  if (::mkfifo(pipe.c_str(), 0600) != 0) throw std::runtime_error("no pipe");
  Desktop desktop{{"--follow", pipe, "--keep", "2"}};
  EXPECT_EQ(desktop.state()["sprite_count"], 0) << "the window opens before the game writes";
  Child game;
  game.start({"/bin/sh", "-c", kGame}, folder.path(), {});
  desktop.wait_for("three boxes", [](const State& s) { return s["sprite_count"] == 3; });
  desktop.wait_for(
      "the bad row", [](const State& s) { return says(s, "pipe:122: max_x is 'wide'"); }, 30);
  const State end = desktop.wait_for(
      "the end", [](const State& s) { return says(s, "The game has stopped: 120 frames"); }, 30);
  EXPECT_EQ(end["paused"], true);
  EXPECT_EQ(game.wait(10), 0) << "the game never waited for the window";
  desktop.key("ctrl+q");
  EXPECT_EQ(desktop.program().wait(10), 0);
}

TEST(RunningGame, that_is_silent_does_not_keep_the_window_from_quitting) {
  const test::TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  if (::mkfifo(pipe.c_str(), 0600) != 0) throw std::runtime_error("no pipe");
  Desktop desktop{{"--follow", pipe}};
  Child game;
  game.start({"/bin/sh", "-c", "exec >pipe; exec sleep 60"}, folder.path(), {});
  desktop.wait_frames(5);
  desktop.key("ctrl+q");
  EXPECT_EQ(desktop.program().wait(10), 0);
}

}  // namespace follow_app_test
}  // namespace phasebox
