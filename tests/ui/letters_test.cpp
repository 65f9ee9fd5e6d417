// SPDX-License-Identifier: MIT
// No letter is cut by the edge of what holds it, in any usual size of window, text and language.
#include <ostream>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "language/drawn_text.hpp"
#include "ui/language/tr.hpp"
#include "ui/model/actions/perform.hpp"
#include "ui/registry.hpp"

namespace phasebox {
namespace letters_test {

struct Look {
  int width, height;  // of the window, px
  float scale;        // of text
  Language language;
};

std::string name_of(const Look& look) {
  return fmt::format("{}x{}_{}_{}", look.width, look.height, static_cast<int>(look.scale * 100),
                     look.language == Language::chinese ? "zh" : "en");
}

class Letters : public testing::TestWithParam<Look> {
 protected:
  void TearDown() override { speak(Language::english); }

  static LaunchOptions options() {
    LaunchOptions options = begin_with("flash");
    options.width = GetParam().width, options.height = GetParam().height;
    return options;
  }

  void SetUp() override {
    window.model.ui.language = GetParam().language;
    window.frames(2);
    ASSERT_EQ(spoken_language(), GetParam().language) << "install fonts-wqy-microhei";
    window.model.ui.choose_scale(GetParam().scale);
    window.model.paused = true;
    window.frames(4);
  }

  void read(const std::string& where) {
    window.frames(3);
    for (const DrawnLine& line : drawn_text())
      if (line.is_cut) cut.insert(fmt::format("\n  {}: '{}' in {}", where, line.text, line.window));
  }

  std::string found() const {
    std::string all;
    for (const std::string& each : cut) all += each;
    return all;
  }

  CurrentFolder folder;
  HeadlessWindow window{options()};
  std::set<std::string> cut;
};

TEST_P(Letters, are_whole_in_panel_and_bars) {
  read("start");
  window.model.ui.section_open.fill(true);
  read("all sections");
  window.key("F2");
  read("large statistics");
  EXPECT_TRUE(cut.empty()) << found();
}

TEST_P(Letters, are_whole_in_every_tool) {
  for (const ToolRow* tool : tools()) {
    perform(window.model, {&tool->action});
    read(std::string(tool->action.id));
  }
  EXPECT_TRUE(cut.empty()) << found();
}

TEST_P(Letters, are_whole_in_menus) {
  std::set<std::string> menus;
  for (const WidgetRect& widget : window.model.ui.rects)
    if (widget.name.starts_with("menu.")) menus.insert(widget.name);
  ASSERT_FALSE(menus.empty());
  for (const std::string& menu : menus) {
    window.click_widget(menu);
    read(menu);
    window.key("Esc");
  }
  EXPECT_TRUE(cut.empty()) << found();
}

TEST_P(Letters, are_whole_in_windows) {
  window.key("F1");
  read("help");
  window.key("Esc");
  window.model.ui.messages_open = true;
  read("messages");
  window.model.ui.messages_open = false;
  window.key("Ctrl+O");
  read("picker");
  window.key("Esc");
  window.key("Ctrl+Q");
  read("quit");
  EXPECT_TRUE(cut.empty()) << found();
}

INSTANTIATE_TEST_SUITE_P(
    Looks, Letters,
    testing::Values(Look{1280, 720, 1, Language::english}, Look{1280, 720, 1, Language::chinese},
                    Look{800, 600, 1, Language::english}, Look{800, 600, 1, Language::chinese},
                    Look{1280, 720, 1.5f, Language::english},
                    Look{1280, 720, 2, Language::english}, Look{1280, 720, 2, Language::chinese},
                    Look{1920, 1080, 2, Language::english}, Look{1920, 1080, 2, Language::chinese}),
    [](const auto& each) { return name_of(each.param); });

}  // namespace letters_test
}  // namespace phasebox
