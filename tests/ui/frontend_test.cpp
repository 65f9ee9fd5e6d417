// SPDX-License-Identifier: MIT
// A frame of the frontend: input, and letters of other languages.
#include "ui/frontend.hpp"

#include <ostream>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "language/drawn_text.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_row.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/dear_imgui.hpp"

namespace phasebox::ui {
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

TEST(Frontend, marks_what_sampling_misses_only_for_a_tool_or_lesson_about_pixels) {
  HeadlessWindow window("sprites");
  EXPECT_FALSE(window.model.looks_at_pixels());
  window.model.ui.tool = "accuracy";
  EXPECT_TRUE(window.model.looks_at_pixels());
}

TEST(Frontend, colors_by_group_change_at_most_three_times_a_second) {
  HeadlessWindow window;
  window.model.view.color_by = ColorBy::group;
  window.model.view.overlays.set(Overlay::collisions, false);  // these mix their color in
  window.frames(2);
  const std::size_t n = window.model.session.world().size();
  std::vector<Color> last(n);
  std::vector<int> changes(n, -1);  // the first color is none
  for (int frame = 0; frame < 60; ++frame) {
    window.frames(1);
    const auto& pictures = window.frontend().panes()[0].list.pictures();
    ASSERT_EQ(pictures.size(), n);
    for (std::size_t i = 0; i < n; ++i) {
      changes[i] += pictures[i].glow != last[i];
      last[i] = pictures[i].glow;
    }
  }
  EXPECT_LE(std::ranges::max(changes), 3);
  EXPECT_EQ(window.model.ui.tints.tints().size(), n);
  window.key("p");
  window.frames(2);
  EXPECT_TRUE(window.model.ui.tints.tints().empty()) << "a paused frame shows its own groups";
}

TEST(ImguiInput, a_wheel_turned_in_motion_delays_no_click) {
  HeadlessWindow window("lesson");
  window.move_to(middle(window.rect("field")));
  for (int i = 0; i < 40; ++i) window.wheel(i % 2 == 0 ? 1.0f : -1.0f, {1, 0});
  const bool paused = window.model.paused;
  window.click_at(middle(window.rect("bar.pause")));
  EXPECT_NE(window.model.paused, paused);
}

TEST(ImguiInput, ctrl_a_marks_all_of_a_text) {
  HeadlessWindow window("sprites");
  window.key("g");
  window.type("3");
  window.key("Ctrl+A");
  window.type("24");
  window.key("Enter");
  EXPECT_EQ(window.param("rdc", "group-size"), 24);
}

TEST(ImguiInput, a_key_held_in_a_text_is_let_go_with_the_focus) {
  HeadlessWindow window("sprites");
  window.key("g");
  window.type("24");
  window.lose_focus_holding("Backspace");
  window.frames(120);
  window.lose_focus_holding("Home");
  window.type("1");
  window.key("Enter");
  EXPECT_EQ(window.param("rdc", "group-size"), 12) << "one digit was taken away, not both";
}

TEST(EventLogOfAFrame, comes_back_in_two_seconds_after_a_slow_one_and_at_once_after_a_change) {
  HeadlessWindow window("sprites");
  const auto slow_one = [&] {
    const std::uint64_t before = window.model.traced.number;
    window.busy = 0.5;
    window.until("a slow one", [&] { return window.model.traced.number > before; });
    window.busy = 0;
    return window.model.traced.number;
  };
  const std::uint64_t slow = slow_one();
  window.frames(20);
  EXPECT_EQ(window.model.traced.number, slow) << "so that the window answers";
  window.frames(120);
  EXPECT_GT(window.model.traced.number, slow);
  for (const char* change : {"+", "]", "3", "Ctrl+Z"}) {
    const std::uint64_t before = slow_one();
    window.key(change);
    EXPECT_GT(window.model.traced.number, before) << change;
    EXPECT_TRUE(window.model.traced.is_counted) << change;
  }
}

TEST(EventLogOfAFrame, is_of_the_step_that_is_drawn_where_pictures_come_slowly) {
  HeadlessWindow window("sprites");
  window.busy = 0.02;
  window.frames(30);  // the first log was expensive for the pace of the pictures before
  for (int picture = 0; picture < 10; ++picture) {
    const std::uint64_t before = window.model.traced.number;
    window.frames();
    EXPECT_EQ(window.model.traced.number, before + 1) << picture;
  }
}

TEST(Waiting, begins_once_the_question_is_off_the_screen) {
  HeadlessWindow window(begin_with("uniform", {{"scene.count", "4000"}}));
  window.model.ui.pairs_asked = {6'000'000, 4000, true};
  window.frames(3);
  ASSERT_TRUE(has_popup());
  EXPECT_TRUE(window.shows("field.stale")) << "pairs and structures are those from before";
  const int before = window.runs_apart;
  window.model.answer(true);
  window.frames(2);
  EXPECT_EQ(window.runs_apart, before) << "the dialog is what would stay on the screen";
  EXPECT_FALSE(has_popup());
  window.frames(2);
  EXPECT_GT(window.runs_apart, before);
  EXPECT_FALSE(window.shows("field.stale"));
}

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
    LaunchOptions options = begin_with("sprites");
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
    const std::string id(tool->action.id);
    perform(window.model, {&tool->action});
    window.frames(100);  // some measure something
    read(id);
    std::set<std::string> pages;
    for (const WidgetRect& widget : window.model.ui.rects)
      if (widget.name.starts_with(id + ".page.")) pages.insert(widget.name);
    for (const std::string& page : pages) {
      window.click_widget(page);
      window.frames(100);
      read(page);
    }
  }
  EXPECT_TRUE(cut.empty()) << found();
}

TEST_P(Letters, are_whole_in_messages) {
  window.model.warn(
      "a long one, which is wider than the notes of a small window, so that it needs two lines or "
      "three of them, below the legend and the words of the algorithm");
  read("notes");
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
                    Look{1280, 720, 1.5f, Language::english}, Look{1280, 720, 2, Language::english},
                    Look{1280, 720, 2, Language::chinese}, Look{1920, 1080, 2, Language::english},
                    Look{1920, 1080, 2, Language::chinese}),
    [](const auto& each) { return name_of(each.param); });

}  // namespace frontend_test
}  // namespace phasebox::ui
