// SPDX-License-Identifier: MIT
// The tools "Tune" and "Scaling": started, waited for, applied, canceled.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "lab/tune/tune_recommendation.hpp"

namespace phasebox {
namespace tune_ui_test {

using testing::EndsWith;
using testing::HasSubstr;

class TuneInTheWindow : public testing::Test {
 protected:
  // Ctrl+click on the budget types a value.
  void open(HeadlessWindow& window) const {
    window.key("u");
    window.hold({.ctrl = true});
    window.click_widget("tune.budget");
    window.hold({});
    window.type("2");
    window.key("Enter");
    EXPECT_EQ(window.model.ui.study.tune_budget, 2);
  }
  void run(HeadlessWindow& window) const {
    const TuneStudy& study = window.model.lab.tuning;
    window.click_widget("tune.start");
    EXPECT_TRUE(study.is_running());
    window.until(
        "the end", [&] { return !study.is_running(); }, HeadlessWindow::kManyFrames);
    window.frames();
    ASSERT_TRUE(study.result() && study.result()->winner()) << window.state();
  }

  CurrentFolder folder;
};

TEST_F(TuneInTheWindow, finds_an_answer_and_applies_it) {
  HeadlessWindow window(begin_with("uniform", {{"scene.count", "300"}}));
  open(window);
  run(window);
  const Contestant winner = window.model.lab.tuning.result()->winner()->contestant;
  window.click_widget("tune.apply");
  EXPECT_EQ(window.model.session.broadphase().id, winner.entry->id);
  for (const Setting& s : winner.settings)
    EXPECT_FLOAT_EQ(
        static_cast<float>(window.param(std::string(winner.entry->id), std::string(s.row->key))),
        static_cast<float>(s.value))
        << s.row->key;
  for (const auto& [button, said] : {std::pair{"tune.copy-json", "Copied: all numbers as JSON"},
                                     std::pair{"tune.copy-cpp", "Copied: lines of C++"},
                                     std::pair{"tune.copy-command", "Copied: command line"}}) {
    window.click_widget(button);
    EXPECT_EQ(window.last_message(), said);
  }
  window.click_widget("tune.export-cpp");
  std::string name(winner.entry->id);
  const std::string made = "phasebox-" + name + "-001/";
  std::ranges::replace(name, '-', '_');
  EXPECT_TRUE(folder.has(made + name + ".hpp"));
  EXPECT_TRUE(folder.has(made + name + ".cpp"));
  EXPECT_THAT(window.last_message(), HasSubstr("C++: " + name + ".hpp and " + name + ".cpp in "));
  window.click_widget("tune.save");
  EXPECT_TRUE(folder.has("phasebox-tune-001.html"));
  EXPECT_THAT(window.last_message(), EndsWith("phasebox-tune-001.html"));
}

// Sixty boxes in the first frames, then 200.
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

TEST_F(TuneInTheWindow, of_a_recording_all_frames_count) {
  const std::string file = folder.write("game.csv", menu_and_game(600));
  HeadlessWindow window(begin_with(file));
  open(window);
  run(window);
  const TuneStudy& study = window.model.lab.tuning;
  EXPECT_EQ(study.result()->coverage.of, 600u);
  EXPECT_THAT(tune_command(*study.result(), study.origin()), HasSubstr("--boxes " + file));
  EXPECT_THAT(study.subject().sentence(window.model.session), HasSubstr("game.csv, 600 frames"));
}

TEST_F(TuneInTheWindow, scaling_is_measured_and_canceled) {
  HeadlessWindow window("uniform");
  const ScalingStudy& study = window.model.lab.scaling;
  window.key("h");
  window.click_widget("scaling.start");
  const auto known = [&] {
    const auto map = study.result();
    return map ? std::ranges::count_if(map->points, &ScalingPoint::is_known) : 0;
  };
  window.until(
      "some places", [&] { return known() > 2; }, HeadlessWindow::kManyFrames);
  window.click_widget("scaling.cancel");
  EXPECT_FALSE(study.is_running());
  window.frames();
  EXPECT_FALSE(study.result()->is_complete);
  EXPECT_GT(known(), 2) << "what was found is kept";
  EXPECT_TRUE(window.shows("plot.scaling"));
}

TEST_F(TuneInTheWindow, time_against_n_is_measured_for_the_contestants_of_the_race) {
  HeadlessWindow window("uniform");
  window.key("a h");
  window.model.ui.study.scaling_y = kCountAlone;
  window.model.ui.study.scaling_of_race = true;
  window.click_widget("scaling.start");
  const ScalingStudy& study = window.model.lab.scaling;
  window.until(
      "two numbers of sprites",
      [&] {
        return study.result_or_empty().points.size() > 1 &&
               study.result_or_empty().points[1].is_known;
      },
      HeadlessWindow::kManyFrames);
  window.click_widget("scaling.cancel");
  window.frames();
  EXPECT_TRUE(window.shows("plot.scaling"));
  EXPECT_EQ(study.result()->plan.contestants.size(), window.model.lab.race.runners().size());
}

}  // namespace tune_ui_test
}  // namespace phasebox
