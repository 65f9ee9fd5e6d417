// SPDX-License-Identifier: MIT
// All tools in Chinese, with what they have to say after some steps. What depends on times is in
// chinese_results_test.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../headless_window.hpp"
#include "chinese_reader.hpp"
#include "ui/language/tr.hpp"
#include "ui/model/actions/actions.hpp"
#include "ui/registry.hpp"

namespace phasebox {
namespace chinese_tools_test {

/// A tool over a scene that gives it something to say.
struct Shown {
  const ToolRow& tool;
  std::string scene;
  /// What is done in it.
  std::function<void(HeadlessWindow&, ChineseReader&)> use = [](auto&, auto&) {};
};

template <class Study>
void run(HeadlessWindow& window, ChineseReader& reader, const std::string& id, const Study& study) {
  reader.click(id + ".start");
  window.until(
      "the end of " + id, [&] { return !study.is_running(); }, HeadlessWindow::kManyFrames);
  reader.frames();
}

void walk(HeadlessWindow& window, ChineseReader& reader) {
  for (int i = 0; i < 300; ++i) reader.key("F10");
  window.click_at(window.rect("xray.scrubber.narrowphase").max - Vec2{2, 4});
  reader.frames();
}

void choose_two(HeadlessWindow& window, ChineseReader& reader) {
  window.key("p");
  reader.click("field");
  window.click_at(window.on_screen(5));
  reader.frames();
  reader.hover_all();
  window.model.selection = {3, 4};
  reader.frames();
  window.model.selection = {3, 4, 5};
  reader.frames();
}

void measure_accuracy(HeadlessWindow& window, ChineseReader& reader) {
  run(window, reader, "accuracy", window.model.lab.accuracy);
  reader.hover_all();
  reader.click("accuracy.page.frames until seen");
  reader.click("accuracy.page.by image");
}

void turn(HeadlessWindow& window, ChineseReader& reader) {
  window.key("p");
  window.until("all angles",
               [&] { return window.model.lab.compass.is_current(window.model.session); });
  reader.frames();
  reader.click("compass.best");
}

const std::vector<Shown>& shown() {
  static const std::vector<Shown> all{
      {xray_tool, "sprites", walk},
      {xray_tool, "pour", walk},
      {why_tool, "clusters", choose_two},
      {rules_tool, "shooter"},
      {accuracy_tool, "flash", measure_accuracy},
      {axis_lab_tool, "clusters", turn},
      {axis_lab_tool, "flash-demo",
       [](auto&, ChineseReader& reader) { reader.click("axis-lab.page.gaps"); }},
      {over_time_tool, "uniform",
       [](auto&, ChineseReader& reader) { reader.click("over-time.page.horizon"); }},
      {race_tool, "sprites"},
      {tune_tool, "flash"},
      {scaling_tool, "flash"},
      {lessons_tool, "sprites"}};
  return all;
}

class ChineseTool : public testing::TestWithParam<std::size_t> {
 protected:
  void TearDown() override { speak(Language::english); }
  CurrentFolder folder;
};

TEST_P(ChineseTool, says_nothing_in_english) {
  const Shown& now = shown()[GetParam()];
  HeadlessWindow window(now.scene);
  window.model.lab.race.set_timing([](const RaceRunner&, double) { return 0.5; });
  speak_chinese(window);
  ChineseReader reader(window);
  perform(window.model, {&now.tool.action});
  reader.frames(20);
  ASSERT_EQ(window.model.ui.tool, now.tool.action.id);
  reader.hover_all();
  now.use(window, reader);
  reader.frames(20);
  reader.hover_all();
  EXPECT_TRUE(reader.is_clean()) << reader.report();
}

INSTANTIATE_TEST_SUITE_P(Tools, ChineseTool, testing::Range(std::size_t{0}, shown().size()),
                         [](const auto& each) {
                           std::string name = std::string(shown()[each.param].tool.action.id) +
                                              "_over_" + shown()[each.param].scene;
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

TEST(ChineseTools, are_all_read) {
  for (const ToolRow* tool : tools()) {
    const auto is_it = [&](const Shown& s) { return &s.tool == tool; };
    EXPECT_TRUE(std::ranges::any_of(shown(), is_it)) << tool->action.id;
  }
}

}  // namespace chinese_tools_test
}  // namespace phasebox
