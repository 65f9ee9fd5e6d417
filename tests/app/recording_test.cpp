// SPDX-License-Identifier: MIT
// Recorded boxes in the real window: opened, played, stepped, scrubbed, left.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "desktop.hpp"

namespace phasebox {
namespace recording_test {

// A file of 40 frames; object 7 moves right by 4 px a frame, 8 and 9 stand upon each other, 10
// comes in frame 20.
class Recording {
 public:
  Recording() {
    std::ofstream out(file_);
    out << "frame,id,min_x,min_y,max_x,max_y\n";
    for (int f = 0; f < 40; ++f) {
      out << f << ",7," << 4 * f << ",0," << 4 * f + 30 << ",30\n";
      out << f << ",8,0,100,60,160\n" << f << ",9,30,130,90,190\n";
      if (f >= 20) out << f << ",10,400,100,440,160\n";
    }
  }
  ~Recording() { std::filesystem::remove(file_); }
  std::string path() const { return file_.string(); }

 private:
  std::filesystem::path file_ = std::filesystem::temp_directory_path() /
                                ("phasebox-recording-" + std::to_string(::getpid()) + ".csv");
};

class RecordingWindow : public testing::Test {
 protected:
  State wait_for_frame(int frame) {
    return desktop.wait_for("frame " + std::to_string(frame), [&](const State& s) {
      return s["trace"].is_object() && s["trace"]["frame"] == frame;
    });
  }

  Recording recording;
  Desktop desktop{{recording.path()}};
};

TEST_F(RecordingWindow, PlaysAndBeginsAgain) {
  const State first = desktop.wait_for("a recording", [](const State& s) {
    return s["trace"].is_object() && s["trace"]["frames"] == 40;
  });
  EXPECT_EQ(first["narrowphase"], "none");
  EXPECT_EQ(first["counters"]["collisions"], 1);
  desktop.wait_for("more steps than frames", [](const State& s) { return s["steps"] > 60; });
  EXPECT_LT(desktop.state()["trace"]["frame"], 40);
  EXPECT_TRUE(desktop.state()["rects"].contains("frames.slider"));
}

TEST_F(RecordingWindow, CommaAndPeriodStepFrames) {
  desktop.key("p");
  desktop.wait_for("pause", [](const State& s) { return s["paused"] == true; });
  desktop.wait_frames(3);
  const int at = desktop.state()["trace"]["frame"];
  desktop.key("period");
  wait_for_frame((at + 1) % 40);
  desktop.key("o");
  wait_for_frame((at + 2) % 40);
  desktop.key("--repeat 3 --delay 60 comma");
  wait_for_frame((at + 39) % 40);
}

TEST_F(RecordingWindow, ScrubbingGoesThereAndObjectsComeAndGo) {
  desktop.key("p");
  desktop.wait_for("pause", [](const State& s) { return s["paused"] == true; });
  const auto r = desktop.state()["rects"]["frames.slider"].get<std::vector<double>>();
  const double y = (r[1] + r[3]) / 2;
  desktop.move_to(r[2] - 12, y);
  desktop.press(1);
  desktop.wait_for("the end", [](const State& s) { return s["trace"]["frame"] > 35; });
  EXPECT_EQ(desktop.state()["sprite_count"], 4);
  desktop.move_by(-(r[2] - r[0]) * 0.8, 0);
  desktop.wait_for("near the start", [](const State& s) {
    return s["trace"]["frame"] < 15 && s["sprite_count"] == 3;
  });
  desktop.release(1);
  const State s = desktop.state();
  const double x = s["sprites"][0]["position"][0];
  EXPECT_EQ(s["trace"]["ids"][0], 7);
  EXPECT_FLOAT_EQ(static_cast<float>(x),
                  static_cast<float>(4 * s["trace"]["frame"].get<int>() + 15));
}

TEST_F(RecordingWindow, TheSelectionStaysWithItsObject) {
  desktop.key("p");
  desktop.wait_for("pause", [](const State& s) { return s["paused"] == true; });
  while (desktop.state()["trace"]["frame"] < 20) {
    desktop.key("period");
    desktop.wait_frames(2);
  }
  const auto ids = desktop.state()["trace"]["ids"];
  ASSERT_EQ(ids.size(), 4u);
  const std::size_t sprite =
      static_cast<std::size_t>(std::find(ids.begin(), ids.end(), State(10)) - ids.begin());
  const auto at = desktop.state()["sprites"][sprite]["screen"];
  desktop.move_to(at[0], at[1]);
  desktop.xdotool("click 1");
  desktop.wait_for("selected", [&](const State& s) { return s["selected"].size() == 1; });
  desktop.key("r");  // to frame 0, where object 10 is not
  desktop.wait_for("nothing selected", [](const State& s) { return s["selected"].empty(); });
}

TEST_F(RecordingWindow, WhatCannotChangeIsRefusedAndASceneEndsIt) {
  const auto refuses = [&](const char* key) {
    desktop.key(key);
    desktop.wait_for(std::string("a word after ") + key, [](const State& s) {
      for (const auto& toast : s["toasts"])
        if (toast.get<std::string>().find("recorded") != std::string::npos) return true;
      return false;
    });
  };
  for (const char* key : {"plus", "s", "ctrl+r", "ctrl+s"}) refuses(key);
  EXPECT_EQ(desktop.state()["open"]["picker"], "closed");
  desktop.key("bracketright");
  const State s = desktop.wait_for("a scene", [](const State& t) { return t["trace"].is_null(); });
  EXPECT_EQ(s["narrowphase"], "pixel-samples");
  EXPECT_FALSE(s["rects"].contains("frames.slider"));
  desktop.key("ctrl+z");
  desktop.wait_for("the recording again", [](const State& t) { return t["trace"].is_object(); });
}

TEST_F(RecordingWindow, EveryBroadphaseAndNarrowphaseTakesIt) {
  std::string first;
  for (const char* key : {"j", "k"})
    for (int i = 0; i < 30; ++i) {
      const State before = desktop.state();
      desktop.key(key);
      const State s = desktop.wait_for("another algorithm", [&](const State& t) {
        return t["broadphase"] != before["broadphase"] || t["narrowphase"] != before["narrowphase"];
      });
      desktop.wait_for("one candidate",
                       [](const State& t) { return t["counters"]["candidates"] == 1; });
      const std::string now = s[*key == 'j' ? "broadphase" : "narrowphase"];
      if (i == 0)
        first = now;
      else if (now == first)
        break;
    }
}

}  // namespace recording_test
}  // namespace phasebox
