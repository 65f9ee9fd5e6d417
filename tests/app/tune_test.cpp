// SPDX-License-Identifier: MIT
// Tune and Cliffs in the real window: started, waited for, applied, canceled.
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <unistd.h>

#include "desktop.hpp"

namespace phasebox {
namespace tune_test {

TEST(TuneWindow, FindsAnAnswerAndAppliesIt) {
  Desktop desktop({"--scene", "uniform", "--set", "scene.count=300"});
  desktop.key("u");
  desktop.wait_for("the tool", [](const State& s) {
    return s["open"]["tool"] == "tune" && s["rects"].contains("tune.start");
  });
  // Ctrl+click on the budget types a value.
  desktop.xdotool("keydown ctrl");
  desktop.click_widget("tune.budget");
  desktop.xdotool("keyup ctrl");
  desktop.wait_for("a text field", [](const State& s) { return s["open"]["text_input"] == true; });
  desktop.xdotool("type --delay 60 2");
  desktop.key("Return");
  desktop.click_widget("tune.start");
  desktop.wait_for("work", [](const State& s) { return s["tuning"]["running"] == true; });
  const State done = desktop.wait_for(
      "an answer",
      [](const State& s) {
        return s["tuning"]["running"] == false && s["tuning"].contains("winner") &&
               s["rects"].contains("tune.apply");
      },
      30);
  const std::string winner = done["tuning"]["winner"];
  desktop.click_widget("tune.apply");
  const State after = desktop.wait_for("the winner at work",
                                       [&](const State& s) { return s["broadphase"] == winner; });
  if (done["tuning"].contains("settings"))
    for (const auto& [key, value] : done["tuning"]["settings"].items()) {
      const State& set = after["params"][winner][key];
      EXPECT_TRUE(!set.is_number() || set.get<float>() == value.get<float>()) << key;
    }
  for (const auto& [button, said] : {std::pair{"tune.copy-json", "Copied: all numbers as JSON"},
                                     std::pair{"tune.copy-cpp", "Copied: lines of C++"},
                                     std::pair{"tune.copy-command", "Copied: command line"}}) {
    desktop.click_widget(button);
    desktop.wait_for(
        said, [&](const State& s) { return !s["toasts"].empty() && s["toasts"].back() == said; });
  }
  desktop.click_widget("tune.save");
  desktop.wait_for("a report", [&](const State& s) {
    for (const auto& toast : s["toasts"])
      if (toast.get<std::string>().find("phasebox-tune-001.html") != std::string::npos) return true;
    return false;
  });
}

/// Sixty boxes in the first frames, then 200.
std::string menu_and_game(int frames) {
  std::string csv = "frame,id,min_x,min_y,max_x,max_y\n";
  for (int f = 0; f < frames; ++f)
    for (int i = 0; i < (f < frames / 3 ? 60 : 200); ++i) {
      const int x = (i * 37 + f) % 900, y = i * 53 % 700;
      for (const int v : {f, i, x, y, x + 20}) csv += std::to_string(v) + ",";
      csv += std::to_string(y + 20) + "\n";
    }
  return csv;
}

TEST(TuneWindow, OfARecordingAllFramesCount) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                     ("phasebox-tune-" + std::to_string(::getpid()) + ".csv");
  std::ofstream(file) << menu_and_game(600);
  Desktop desktop({"--scene", file.string()});
  desktop.key("u");
  desktop.click_widget("tune.start");
  desktop.wait_for("work", [](const State& s) { return s["tuning"]["running"] == true; });
  const State done = desktop.wait_for(
      "an answer",
      [](const State& s) {
        return s["tuning"]["running"] == false && s["tuning"].contains("winner");
      },
      60);
  EXPECT_EQ(done["tuning"]["frames"]["of"], 600);
  const std::string command = done["tuning"]["command"], subject = done["tuning"]["subject"];
  EXPECT_NE(command.find("--boxes " + file.string()), std::string::npos) << command;
  EXPECT_NE(subject.find(file.filename().string() + ", 600 frames"), std::string::npos) << subject;
  std::filesystem::remove(file);
}

TEST(TuneWindow, CliffsAreMeasuredAndCanceled) {
  Desktop desktop({"--scene", "uniform"});
  desktop.key("h");
  desktop.wait_for("the tool", [](const State& s) { return s["rects"].contains("cliffs.start"); });
  desktop.click_widget("cliffs.start");
  desktop.wait_for(
      "some places",
      [](const State& s) { return s["cliffs"].contains("known") && s["cliffs"]["known"] > 2; }, 30);
  desktop.click_widget("cliffs.cancel");
  const State s = desktop.wait_for(
      "the end", [](const State& state) { return state["cliffs"]["running"] == false; });
  EXPECT_FALSE(s["cliffs"]["complete"]);
  EXPECT_TRUE(s["rects"].contains("plot.cliffs"));
}

}  // namespace tune_test
}  // namespace phasebox
