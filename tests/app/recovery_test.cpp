// SPDX-License-Identifier: MIT
// A real window that is ended early is restored by the next one.
#include <csignal>

#include <gmock/gmock.h>

#include "desktop.hpp"
#include "io/record/record_file.hpp"

namespace phasebox {
namespace recovery_test {

bool is_asked(const State& s) { return s["rects"].contains("recovery.restore"); }

void start_again(Desktop& desktop) {
  std::filesystem::remove(desktop.folder() / "state.json");  // of the window before
  desktop.start_program({"--scene", "sprites", "--count", "3"});
}

/// Removes the sprite under the pointer.
void remove_a_sprite(const Desktop& desktop) {
  desktop.key("p");
  const State s =
      desktop.wait_for("a pause", [](const State& now) { return now["paused"] == true; });
  const auto at = s["sprites"][0]["screen"];
  desktop.move_to(at[0], at[1]);
  desktop.key("Delete");
  desktop.wait_for("one sprite less", [](const State& now) { return now["sprite_count"] == 2; });
}

TEST(Recovery, after_a_signal_is_offered_and_after_a_clean_exit_is_not) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    SCOPED_TRACE(signal);
    Desktop desktop{{"--scene", "sprites", "--count", "3"}};
    remove_a_sprite(desktop);
    desktop.program().signal(signal);
    EXPECT_EQ(desktop.program().wait(10), 0);
    start_again(desktop);
    desktop.wait_for("the question", is_asked);
    desktop.key("Return");
    desktop.wait_for("the state before",
                     [](const State& s) { return s["sprite_count"] == 2 && !is_asked(s); });
    desktop.key("ctrl+q");
    desktop.wait_for("the question whether to quit",
                     [](const State& s) { return s["open"]["quit_question"] == true; });
    desktop.key("Return");
    EXPECT_EQ(desktop.program().wait(10), 0);
    EXPECT_FALSE(std::filesystem::exists(desktop.folder() / "config/phasebox/autosave-1.state"));
    start_again(desktop);
    EXPECT_FALSE(is_asked(desktop.state()));
  }
}

TEST(Report, has_what_doctor_finds_of_the_window_and_of_the_machine) {
  const Desktop desktop{{"--scene", "sprites", "--count", "3", "--record", "all.jsonl"}};
  const auto record = load_record(desktop.folder() / "all.jsonl");
  ASSERT_TRUE(record) << record.error().text;
  for (const char* name : {"doctor.phasebox", "doctor.threads", "doctor.OpenGL", "doctor.screens",
                           "doctor.font", "doctor.settings"})
    EXPECT_TRUE(record->facts.contains(name)) << name;
}

}  // namespace recovery_test
}  // namespace phasebox
