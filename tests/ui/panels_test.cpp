// SPDX-License-Identifier: MIT
// Buttons, tabs, menus and windows by the mouse.
#include <gtest/gtest.h>
#include <imgui.h>

#include "headless_window.hpp"
#include "ui/model/actions/perform.hpp"
#include "ui/registry.hpp"

namespace phasebox {
namespace panels_ui_test {

class Panels : public testing::Test {
 protected:
  const Session& session() const { return window.model.session; }
  UiState& ui() { return window.model.ui; }

  CurrentFolder folder;
  HeadlessWindow window{"sprites"};
};

TEST_F(Panels, buttons_of_the_bar_pause_step_and_restart) {
  window.click_widget("bar.pause");
  EXPECT_TRUE(window.model.paused);
  const std::uint64_t steps = session().steps();
  window.click_widget("bar.step");
  EXPECT_EQ(session().steps(), steps + 1);
  window.click_widget("bar.restart");
  EXPECT_EQ(session().steps(), 0u);
}

TEST_F(Panels, a_remark_says_what_the_statistics_say_once_it_is_paused) {
  window.model.apply(command::SelectBroadphase{"sort-and-sweep"});
  for (int pause = 0; pause < 5; ++pause) {
    window.frames(37);  // pauses between two remarks, which change only now and then
    window.key("p");
    window.frames(3);
    const std::uint64_t pairs = window.model.counters.interfering.value();
    const std::string words = std::to_string(pairs) + " pairs interfere";
    ASSERT_FALSE(window.model.remarks.empty());
    EXPECT_NE(window.model.remarks[0].text.find(words), std::string::npos)
        << window.model.remarks[0].text << ", and the statistics " << pairs;
    window.key("p");
  }
}

TEST_F(Panels, tabs_change_the_tool_and_the_drawer_is_closed_by_its_button) {
  window.key("u");
  for (const char* tool : {"xray", "why", "accuracy", "scaling", "lessons", "race", "energy"}) {
    window.click_widget(std::string("tab.") + tool);
    EXPECT_EQ(ui().tool, tool);
  }
  window.click_widget("drawer.close");
  EXPECT_EQ(ui().tool, "");
  EXPECT_FALSE(window.shows("drawer"));
}

TEST_F(Panels, grow_with_their_text_by_the_menu_and_by_ctrl_and_the_wheel) {
  const float before = ImGui::GetFontSize();
  const auto height = [&] { return window.rect("bar.pause").max.y - window.rect("bar.pause").min.y; };
  const float button = height();
  window.choose("menu.View", "menu.larger-text");
  EXPECT_FLOAT_EQ(ui().scale, 1.1f);
  EXPECT_TRUE(window.has_said("110 %"));
  window.move_to(middle(window.rect("panel")));
  window.hold({.ctrl = true});
  for (int i = 0; i < 9; ++i) window.wheel(1);
  window.hold({});
  window.frames(3);
  EXPECT_FLOAT_EQ(ui().scale, 2);
  EXPECT_NEAR(height(), 2 * button, 3);
  EXPECT_NEAR(ImGui::GetIO().Fonts->Fonts[0]->FontSize, 2 * before, 1);
  EXPECT_EQ(window.model.camera.line_scale, 2);
  perform(window.model, {&smaller_text_action});
  EXPECT_FLOAT_EQ(ui().scale, 1.9f);
  EXPECT_TRUE(ui().scale_is_chosen) << "so that it is saved with the settings";
}

TEST_F(Panels, stay_within_the_bounds_of_their_text) {
  for (int i = 0; i < 60; ++i) perform(window.model, {&smaller_text_action});
  EXPECT_EQ(ui().scale, UiState::kMinScale);
  for (int i = 0; i < 60; ++i) perform(window.model, {&larger_text_action});
  EXPECT_EQ(ui().scale, UiState::kMaxScale);
  window.frames(3);
}

TEST_F(Panels, ctrl_and_the_wheel_over_the_field_zoom) {
  window.move_to(middle(window.rect("field")));
  const float zoom = window.model.camera.zoom;
  window.hold({.ctrl = true});
  window.wheel(1);
  window.hold({});
  EXPECT_EQ(ui().scale, 1);
  EXPECT_GT(window.model.camera.zoom, zoom);
}

TEST_F(Panels, a_scene_is_chosen_from_its_group_in_the_menu) {
  window.click_widget("menu.Scene");
  window.click_widget("menu.scenes.Games");
  window.click_widget("scene.breakout");
  EXPECT_EQ(session().scene().id, "breakout");
}

TEST_F(Panels, a_file_is_chosen_from_the_list_of_the_picker) {
  window.key("s");
  window.key("Ctrl+S");
  window.key("Enter");
  ASSERT_TRUE(folder.has("scene.json"));
  window.key("s");
  window.key("Ctrl+O");
  window.click_widget("picker.entry.scene.json");
  window.click_widget("picker.take");
  EXPECT_FALSE(ui().picker.is_open());
  EXPECT_EQ(window.param("world", "snap"), 1) << "as it was saved";
}

TEST_F(Panels, the_search_of_the_help_takes_text_and_no_key_acts_meanwhile) {
  window.key("F1");
  window.click_widget("help.search");
  window.type("snap");
  EXPECT_EQ(ui().help_filter, "snap");
  EXPECT_EQ(window.param("world", "snap"), 0);
  EXPECT_FALSE(window.model.paused);
}

TEST_F(Panels, the_question_whether_to_quit_is_answered_by_its_buttons) {
  window.key("Esc");
  window.click_widget("quit.no");
  EXPECT_FALSE(ui().quit_asked);
  EXPECT_FALSE(window.was_asked<request::Quit>());
  window.move_to(window.on_screen(0));
  window.key("Delete");
  window.key("Ctrl+Q");
  ASSERT_TRUE(ui().quit_asked) << "a sprite was deleted by hand";
  window.click_widget("quit.save");
  EXPECT_EQ(ui().picker.mode, FilePicker::Mode::save);
  window.key("Esc");
  window.key("Ctrl+Q");
  window.click_widget("quit.yes");
  EXPECT_TRUE(window.was_asked<request::Quit>());
}

TEST(Stages, are_in_the_statistics_and_circles_are_switched_off_by_the_mouse) {
  HeadlessWindow window("clusters");
  EXPECT_TRUE(window.shows("statistics.stages"));
  window.until("a pair whose circles lie apart",
               [&] { return window.model.counters.circle_rejects > 0; });
  window.click_widget("fold.how pixels are read");
  window.click_widget("pixel-samples.circle-reject");
  EXPECT_EQ(window.param("pixel-samples", "circle-reject"), 0);
  window.frames(3);
  EXPECT_EQ(window.model.counters.circle_rejects, 0u);
  EXPECT_EQ(window.model.session.stages(window.model.counters).size(), 3u);
}

TEST_F(Panels, the_table_of_the_race_is_ranked_by_a_click) {
  window.key("a");
  window.click_widget("race.by-tests");
  EXPECT_TRUE(ui().race.by_tests);
  window.click_widget("race.by-time");
  EXPECT_FALSE(ui().race.by_tests);
}

}  // namespace panels_ui_test
}  // namespace phasebox
