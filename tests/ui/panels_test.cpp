// SPDX-License-Identifier: MIT
// The panel and what is beside the field: values, choices, overlays, response, status line,
// questions, statistics.
#include "ui/panels/panels.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include "base/number_format.hpp"
#include "headless_window.hpp"
#include "language/drawn_text.hpp"
#include "ui/model/frame_input.hpp"
#include "ui/registry.hpp"
#include "ui/tools/race.hpp"
#include "ui/tools/tune.hpp"
#include "ui/widgets/dear_imgui.hpp"

namespace phasebox::ui {
namespace panels_test {

using testing::HasSubstr;
using testing::Not;

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
    const std::uint64_t pairs = window.model.traced.counters.interfering.value();
    const std::string words = std::to_string(pairs) + " pairs overlap";
    ASSERT_FALSE(window.model.traced.remarks.empty());
    EXPECT_NE(window.model.traced.remarks[0].text.english().find(words), std::string::npos)
        << window.model.traced.remarks[0].text.english() << ", and the statistics " << pairs;
    window.key("p");
  }
}

TEST_F(Panels, remarks_are_of_the_event_log_after_a_change_and_when_logs_are_rare) {
  window.model.apply(command::SelectBroadphase{"sort-and-sweep"});
  const auto expect_of_now = [&](const std::string& when) {
    const std::uint64_t pairs = window.model.traced.counters.interfering.value();
    ASSERT_FALSE(window.model.traced.remarks.empty());
    EXPECT_THAT(window.model.traced.remarks[0].text.english(),
                HasSubstr(grouped(pairs) + (pairs == 1 ? " pair overlap" : " pairs overlap")))
        << when;
  };
  for (const std::uint32_t count : {30u, 90u, 60u}) {
    window.frames(7);
    ASSERT_TRUE(window.model.apply(command::SetCount{count}));
    window.frames(1);
    expect_of_now("with " + std::to_string(count) + " sprites");
  }
  for (int phase = 1; phase < 16; phase += 3) {
    window.frames(150 + phase);  // longer than the rest after an expensive log
    const std::uint64_t before = window.model.traced.number;
    window.busy = 0.5;
    window.until("an expensive log", [&] { return window.model.traced.number > before; });
    window.busy = 0;
    window.frames(10);
    expect_of_now("after an expensive log");
  }
}

TEST_F(Panels, tabs_change_the_tool_and_the_drawer_is_closed_by_its_button) {
  window.key("u");
  const Aabb first = window.rect("tab.xray");
  for (const char* tool : {"xray", "why", "lessons", "race"}) {
    window.click_widget(std::string("tab.") + tool);
    EXPECT_EQ(ui().tool, tool);
    EXPECT_EQ(window.rect("tab.xray"), first) << "no tab moves";
  }
  window.choose("tab.more", "tab.more.accuracy");
  EXPECT_EQ(ui().tool, "accuracy");
  window.choose("tab.more", "tab.more.scaling");
  EXPECT_EQ(ui().tool, "scaling");
  window.click_widget("drawer.close");
  EXPECT_EQ(ui().tool, "");
  EXPECT_FALSE(window.shows("drawer"));
}

TEST_F(Panels, grow_with_their_text_by_the_menu_and_by_ctrl_and_the_wheel) {
  const float before = ImGui::GetFontSize();
  const auto height = [&] {
    return window.rect("bar.pause").max.y - window.rect("bar.pause").min.y;
  };
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
  EXPECT_EQ(window.model.field.camera.line_scale, 2);
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
  const float zoom = window.model.field.camera.zoom;
  window.hold({.ctrl = true});
  window.wheel(1);
  window.hold({});
  EXPECT_EQ(ui().scale, 1);
  EXPECT_GT(window.model.field.camera.zoom, zoom);
}

TEST_F(Panels, a_scene_is_chosen_from_the_list_that_the_menu_and_the_panel_open) {
  window.choose("menu.Scene", "menu.choose-scene");
  window.click_widget("scene.teams");
  EXPECT_EQ(session().settings().scene->id, "teams");
  window.choose("scene", "scene.walls");
  EXPECT_EQ(session().settings().scene->id, "walls");
}

// Whether a line of text belongs to a widget: it is drawn over it, or in the panel beside it.
bool belongs(const DrawnLine& line, const WidgetRect& widget) {
  const Vec2 at = middle(line.rect);
  const bool is_beside = line.window == "panel" || line.window == "statistics";
  const Aabb& r = widget.rect;
  return r.min.y <= at.y && at.y <= r.max.y && (is_beside || (r.min.x <= at.x && at.x <= r.max.x));
}

// Lists all that the eye finds around the field: the widgets, and the texts that belong to none.
// A label counts with its value, the sentence as one, and the lines of a paragraph as one.
std::set<std::string> elements(const HeadlessWindow& window) {
  const std::set<std::string> areas{"field", "notes", "panel", "splitter", "welcome"};
  std::vector<WidgetRect> widgets;
  for (const WidgetRect& w : window.model.ui.rects)
    if (!areas.contains(w.name)) widgets.push_back(w);
  std::set<std::string> all;
  for (const WidgetRect& w : widgets) {
    const bool is_label = std::ranges::any_of(widgets, [&](const WidgetRect& other) {
      return w.name.starts_with("fold.") && &other != &w && other.rect.min.x >= w.rect.max.x &&
             other.rect.min.y <= middle(w.rect).y && middle(w.rect).y <= other.rect.max.y;
    });
    if (is_label || w.name == "frames.time") continue;
    all.insert(w.name.starts_with("sentence.") ? "sentence" : w.name);
  }
  const Aabb sentence = window.frontend().layout().sentence;
  for (const DrawnLine& line : drawn_text()) {
    if (line.window.starts_with("##Background") || contains(sentence, middle(line.rect))) continue;
    if (std::ranges::none_of(widgets, [&](const WidgetRect& w) { return belongs(line, w); }))
      all.insert("text in " + line.window + " at " + std::to_string(int(line.rect.min.x / 4)));
  }
  return all;
}

TEST_F(Panels, the_first_screen_has_at_most_forty_elements) {
  window.frames(30);
  const auto first = elements(window);
  EXPECT_LE(first.size(), 40u) << testing::PrintToString(first);
  EXPECT_GT(first.size(), 30u) << "they were counted";
  for (const char* name : {"broadphase", "narrowphase", "rdc.group-size", "rdc.contact-threshold",
                           "world.snap", "pixel-samples.n"})
    EXPECT_TRUE(first.contains(name)) << name;
  window.model.ui.welcome_open = true;
  window.frames(30);
  const auto page = elements(window);
  EXPECT_LE(page.size(), 40u) << testing::PrintToString(page);
  EXPECT_TRUE(page.contains("welcome.close"));
}

TEST_F(Panels, headings_say_more_under_the_pointer_alone) {
  const auto says_more = [&] { return std::ranges::count(drawn_text(), "more", &DrawnLine::text); };
  EXPECT_EQ(says_more(), 0);
  window.move_to(middle(window.rect("fold.Show")));
  window.frames(2);
  EXPECT_EQ(says_more(), 1);
}

TEST_F(Panels, words_of_the_field_are_explained_under_the_pointer) {
  const auto expect = [&](const std::string& name, const std::string& words) {
    window.move_to(middle(window.rect(name)));
    window.frames(2);
    EXPECT_TRUE(std::ranges::any_of(drawn_text(), [&](const DrawnLine& line) {
      return line.text.find(words) != std::string::npos;
    })) << name;
  };
  expect("fold.Broadphase", "pairs whose boxes overlap");
  expect("fold.Narrowphase", "The closer look");
  window.model.apply(command::SelectBroadphase{"aabb-tree"});
  window.frames(10);
  expect("legend.fat AABB, kept", "A larger box");
  window.key("x");
  window.frames(5);
  expect("xray.twin-label", "The same frame once more");
}

TEST_F(Panels, menus_have_at_most_twelve_lines_each_and_75_in_all) {
  std::size_t all = 0;
  const auto count = [&](const std::string& menu, const std::string& within) {
    window.click_widget("menu." + menu);
    if (!within.empty()) window.click_widget("menu." + within);
    window.frames(2);
    const auto lines = static_cast<std::size_t>(std::ranges::count_if(
        ui().rects, [](const WidgetRect& w) { return w.name.starts_with("menu."); }));
    for (int i = 0; i < 3 && has_popup(); ++i) window.key("Esc");
    return lines;
  };
  for (std::size_t k = 1; k < kMenuTitles.size(); ++k) {
    const std::size_t lines = count(kMenuTitles[k], "") - (kMenuTitles.size() - 2);
    EXPECT_LE(lines, 12u) << kMenuTitles[k];
    all += lines;
  }
  for (const char* within : {"sprites", "algorithm"})
    all += count("View", within) - count("View", "");
  EXPECT_LE(all, 75u);
  EXPECT_GT(all, 50u) << "they were counted";
}

TEST_F(Panels, the_legend_names_collisions_while_there_are_some) {
  window.until("a collision", [&] { return !session().contacts().empty(); });
  window.frames(2);
  EXPECT_TRUE(window.shows("legend.collision"));
  window.model.apply(command::SetCount{1});
  window.frames(60);
  EXPECT_TRUE(window.shows("legend.collision")) << "it does not flicker";
  window.frames(180);
  EXPECT_FALSE(window.shows("legend.collision"));
}

TEST_F(Panels, the_words_of_the_sentence_light_up_what_they_mean) {
  window.until("something is counted", [&] { return window.model.traced.counters.collisions > 0; });
  window.key("p");
  window.frames(3);
  const Comparisons& lit = ui().compared;
  const auto point_at = [&](const char* word) {
    window.move_to(middle(window.rect(std::string("sentence.") + word)));
    window.frames(2);
  };
  point_at("sprites");
  EXPECT_EQ(lit.lit.size(), session().world().size());
  point_at("algorithm");
  EXPECT_EQ(lit.lit.size(), window.model.traced.counters.groups);
  point_at("tests");
  EXPECT_EQ(lit.lines.size(), window.model.traced.counters.box_tests);
  point_at("collisions");
  EXPECT_EQ(lit.lines.size(), session().contacts().size());
  EXPECT_EQ(lit.role, Role::collision);
  window.move_to(middle(window.rect("legend.final group")));
  window.frames(2);
  EXPECT_EQ(lit.role, Role::final_group);
}

TEST_F(Panels, the_legend_says_what_a_final_group_is) {
  window.move_to(middle(window.rect("legend.final group")));
  window.frames(3);
  std::string words;
  for (const std::string& line : drawn_lines()) words += line + " ";
  EXPECT_THAT(words, HasSubstr("not cut further"));
  EXPECT_THAT(words, HasSubstr("rectangle"));
}

TEST_F(Panels, a_click_on_a_line_of_the_legend_keeps_it_lit_until_the_next) {
  const auto lit_after_a_click = [&] {
    window.click_widget("legend.final group");
    window.move_to(middle(window.rect("field")));
    window.frames(2);
    return ui().compared.role;
  };
  EXPECT_EQ(lit_after_a_click(), Role::final_group);
  window.model.apply(command::SelectBroadphase{"sort-and-sweep"});
  window.frames(3);
  EXPECT_FALSE(ui().compared.role) << "nothing is dimmed for a line that is not there";
  window.model.apply(command::SelectBroadphase{"rdc"});
  window.frames(3);
  EXPECT_EQ(ui().compared.role, Role::final_group);
  EXPECT_FALSE(lit_after_a_click());
}

TEST_F(Panels, the_sentence_moves_four_times_a_second_at_most) {
  int moves = 0;
  float before = 0;
  for (int i = 0; i < 120; ++i) {
    window.frames(1);
    const float at = window.rect("sentence.collisions").min.x;
    moves += std::exchange(before, at) != at;
  }
  EXPECT_LE(moves, 9);
}

TEST_F(Panels, the_badge_breaks_an_algorithm_on_purpose_and_mends_it) {
  const Oracle& oracle = window.model.lab.oracle;
  window.model.apply(command::SelectBroadphase{"quadtree"});
  window.model.apply(command::SelectNarrowphase{"bit-mask"});  // misses nothing
  window.frames(6 * 60);  // 6 s, longer than the badge tells of a miss
  window.choose("badge", "oracle.break");
  EXPECT_EQ(session().settings().broadphase->id, "rdc");
  window.until("pairs that are left out", [&] { return !oracle.verdict().is_exact(); });
  EXPECT_THAT(ui().status, HasSubstr(" leaves out "));
  window.key("Esc");
  window.choose("badge", "oracle.break");
  window.until("all pairs", [&] { return oracle.verdict().is_exact(); });
}

TEST_F(Panels, what_has_no_effect_is_not_shown) {
  EXPECT_FALSE(window.shows("world.snap-size"));
  EXPECT_FALSE(window.shows("fold.Response"));
  window.key("s e");
  window.frames(2);
  EXPECT_TRUE(window.shows("world.snap-size"));
  EXPECT_TRUE(window.shows("fold.Response"));
}

TEST_F(Panels, the_launcher_is_one_button_that_opens_the_list_of_images) {
  const auto chosen = [&] { return session().images()[ui().launch_image].name; };
  for (const char* name : {"gear", "asteroid"}) {
    EXPECT_FALSE(window.shows(std::string("launch.") + name));
    window.choose("launch.more", std::string("launch.") + name);
    window.frames(2);
    EXPECT_EQ(chosen(), name);
  }
}

TEST_F(Panels, the_start_page_is_left_by_its_cards_and_by_esc_and_comes_back) {
  window.choose("menu.Help", "menu.welcome");
  window.click_widget("welcome.game");
  EXPECT_EQ(session().settings().scene->id, "shooter");
  EXPECT_FALSE(ui().welcome_open);
  EXPECT_TRUE(ui().is_welcomed);
  window.choose("menu.Help", "menu.welcome");
  window.click_widget("welcome.learn");
  EXPECT_EQ(ui().tool, "lessons");
  window.choose("menu.Help", "menu.welcome");
  EXPECT_TRUE(window.shows("welcome"));
  window.key("Esc");
  window.frames(2);
  EXPECT_FALSE(window.shows("welcome"));
  window.choose("menu.Help", "menu.welcome");
  window.key("F10");
  EXPECT_FALSE(ui().welcome_open) << "the X-ray is open";
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

TEST_F(Panels, what_is_typed_in_windows_with_a_search_is_searched) {
  const std::size_t sprites = session().world().size();
  for (const auto& [open, filter] :
       {std::pair(&help_action, &ui().help_filter), {&keys_action, &ui().key_editor.filter}}) {
    perform(window.model, {open});
    window.frames(4);
    window.type("p+");
    EXPECT_EQ(*filter, "p+") << open->id;
    window.click_at(middle(window.rect("field")));
    window.frames(4);
    window.type("s");
    EXPECT_EQ(*filter, "p+s") << open->id << ", also after a click elsewhere";
    window.key("Esc");
    EXPECT_FALSE(ui().help_open || ui().key_editor.is_open) << open->id;
  }
  EXPECT_FALSE(window.model.paused);
  EXPECT_EQ(session().world().size(), sprites);
  EXPECT_EQ(window.param("world", "snap"), 0);
  window.key("F1 F1");
  EXPECT_FALSE(ui().help_open) << "its own key closes it as well";
}

TEST_F(Panels, esc_never_leads_to_quit) {
  for (int i = 0; i < 5; ++i) window.key("Esc");
  EXPECT_FALSE(ui().quit_asked);
}

TEST_F(Panels, enter_in_a_question_presses_what_has_the_focus) {
  window.move_to(window.on_screen(0));
  window.key("Delete");
  const auto answer = [&](const std::string& keys) {
    window.key("Ctrl+Q");
    ASSERT_TRUE(ui().quit_asked);
    window.key(keys);
    window.frames(2);
    EXPECT_FALSE(ui().quit_asked) << keys;
  };
  answer("Tab Tab Enter");
  EXPECT_FALSE(ui().picker.is_open());
  EXPECT_FALSE(window.was_asked<request::Quit>()) << "Stay";
  answer("Enter");
  ASSERT_TRUE(ui().picker.is_open()) << "Save ... is the default";
  window.key("Enter");
  window.frames(2);
  EXPECT_TRUE(folder.has("scene.json"));
  EXPECT_TRUE(window.was_asked<request::Quit>()) << "then it quits";
}

TEST_F(Panels, the_question_whether_to_quit_is_answered_by_its_buttons) {
  window.move_to(window.on_screen(0));
  window.key("Delete");
  window.key("Ctrl+Q");
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
  window.click_widget("fold.Statistics");
  window.frames(2);
  EXPECT_TRUE(window.shows("statistics.stages"));
  window.until("a pair whose circles lie apart",
               [&] { return window.model.traced.counters.circle_rejects > 0; });
  window.click_widget("fold.Narrowphase");
  window.click_widget("pixel-samples.circle-reject");
  EXPECT_EQ(window.param("pixel-samples", "circle-reject"), 0);
  window.frames(3);
  EXPECT_EQ(window.model.traced.counters.circle_rejects, 0u);
  EXPECT_EQ(
      stages_of(window.model.traced.counters, window.model.session.settings().compares_circles())
          .size(),
      3u);
}

TEST_F(Panels, the_table_of_the_race_is_ranked_by_a_click) {
  window.model.apply(command::SetCount{100});  // so many that there is something to rank
  window.key("a");
  window.click_widget("race.by-tests");
  EXPECT_TRUE(ui().own<RaceView>().by_tests);
  window.click_widget("race.by-time");
  EXPECT_FALSE(ui().own<RaceView>().by_tests);
}

constexpr Modifiers kShift{.shift = true};

TEST(GroupSizeCurve, opens_beside_the_group_size_and_a_click_sets_it) {
  HeadlessWindow window(begin_with("clusters", {{"count", "1000"}}));
  const GroupSizeStudy& study = window.model.lab.group_sizes;
  window.key("p");
  EXPECT_FALSE(study.is_running()) << "not before it is asked for";
  window.click_widget("rdc.group-size.curve");
  window.wait("the end", [&] { return study.result() && !study.is_running(); });
  window.frames(2);
  EXPECT_EQ(study.result()->costs.back().size, 1000);
  const Aabb area = window.rect("plot.group-sizes.area");
  const auto click = [&](float share) {
    window.click_at({area.min.x + share * extent(area).x, middle(area).y});
    window.frames(2);
    return window.param("rdc", "group-size");
  };
  EXPECT_EQ(click(0.001f), 1);
  EXPECT_NEAR(click(1.0f / 3), 10, 1) << "the axis ends at 1,000";
  EXPECT_NEAR(click(0.998f), 1000, 20);
  EXPECT_TRUE(is_current(study, window.model.session)) << "nothing is measured again";
  window.click_widget("group-sizes.uncut");
  EXPECT_EQ(window.model.session.settings().broadphase->id, "sort-and-sweep");
  window.frames(2);
  EXPECT_FALSE(window.shows("plot.group-sizes"));
}

TEST(GroupSizeCurve, is_measured_again_for_other_sprites) {
  HeadlessWindow window(begin_with("clusters", {{"count", "200"}}));
  const GroupSizeStudy& study = window.model.lab.group_sizes;
  window.key("p");
  window.click_widget("rdc.group-size.curve");
  window.wait("the end", [&] { return study.result() && !study.is_running(); });
  window.model.apply(command::SetCount{100});
  window.wait("the end", [&] {
    return study.result() && study.result()->costs.back().size == 100 && !study.is_running();
  });
  EXPECT_TRUE(window.shows("plot.group-sizes"));
}

class ValueBox : public testing::Test {
 protected:
  double threshold() const { return window.param("rdc", "contact-threshold"); }
  void hover(const std::string& name) {
    window.move_to(middle(window.rect(name)));
    window.frames(3);
  }
  void turn(float notches) {
    window.wheel(notches);
    window.frames(2);
  }

  static LaunchOptions high() {
    LaunchOptions options = begin_with("flash-demo");
    options.height = 1100;
    return options;
  }
  HeadlessWindow window{high()};
};

TEST_F(ValueBox, that_was_clicked_moves_by_one_step_of_the_wheel_and_with_shift_by_a_fine_one) {
  window.click_widget("rdc.contact-threshold");
  turn(1);
  EXPECT_NEAR(threshold(), 0.1, 1e-6);
  turn(-3);
  EXPECT_NEAR(threshold(), -0.2, 1e-6);
  window.hold(kShift);
  turn(1);
  EXPECT_NEAR(threshold(), -0.19, 1e-6);
  window.hold({});
  hover("rdc.group-size");
  const double size = window.param("rdc", "group-size");
  turn(1);
  EXPECT_EQ(window.param("rdc", "group-size"), size) << "another box was clicked";
  const float scale = window.model.ui.scale;
  window.hold({.ctrl = true});
  window.frames(40);  // that turn scrolled the panel
  turn(1);
  EXPECT_EQ(window.param("rdc", "group-size"), size + 1) << "with Ctrl any box is meant";
  EXPECT_EQ(window.model.ui.scale, scale);
}

TEST_F(ValueBox, takes_the_wheel_from_a_panel_that_would_scroll_once_it_was_clicked) {
  window.model.ui.section_open.fill(true);
  window.frames(2);
  hover("rdc.group-size");
  const float unscrolled = window.rect("rdc.group-size").min.y;
  turn(-1);
  EXPECT_LT(window.rect("rdc.group-size").min.y, unscrolled) << "nothing has the focus";
  turn(9);
  window.frames(40);
  window.click_widget("rdc.contact-threshold");
  const auto top = [&] { return window.rect("rdc.contact-threshold").min.y; };
  const float before = top();
  hover("rdc.contact-threshold");
  turn(-1);
  EXPECT_EQ(top(), before);
  EXPECT_NEAR(threshold(), -0.1, 1e-6);
  window.move_to(window.rect("rdc.contact-threshold").min - Vec2{60, -10});  // over its name
  window.frames(3);
  turn(-1);
  EXPECT_LT(top(), before) << "beside the boxes the wheel scrolls";
  EXPECT_NEAR(threshold(), -0.1, 1e-6);
}

TEST_F(ValueBox, that_comes_by_while_the_panel_scrolls_does_not_take_the_wheel) {
  window.model.ui.section_open.fill(true);
  window.frames(2);
  window.click_widget("rdc.contact-threshold");
  window.move_to(window.rect("rdc.contact-threshold").min - Vec2{60, -10});
  window.frames(3);
  turn(-1);
  const float scrolled = window.rect("rdc.contact-threshold").min.y;
  hover("rdc.contact-threshold");
  turn(-1);
  EXPECT_EQ(threshold(), 0);
  EXPECT_LT(window.rect("rdc.contact-threshold").min.y, scrolled);
  window.frames(40);
  hover("rdc.contact-threshold");
  turn(-1);
  EXPECT_NEAR(threshold(), -0.1, 1e-6) << "half a second later it does";
}

class TypedValue : public ValueBox {
 protected:
  void type(const std::string& name, const std::string& keys) {
    window.move_to(middle(window.rect(name)));
    window.frames(40);
    window.click();
    window.click();
    window.until(
        "it is typed in", [&] { return window.is_typing(); }, 20);
    window.type(keys);
  }
};

TEST_F(TypedValue, takes_a_comma_for_a_point_and_reads_exponents) {
  for (const auto& [typed, value] : std::vector<std::pair<std::string, double>>{
           {"1,5", 1.5}, {" -2.25 ", -2.25}, {"2e0", 2}, {"-1e-9", -1e-9}}) {
    type("rdc.contact-threshold", typed);
    window.key("Enter");
    EXPECT_NEAR(threshold(), value, 1e-7 * std::abs(value)) << typed;
    EXPECT_FALSE(window.is_typing());
  }
  type("scene.count", "1e2");
  window.key("Enter");
  EXPECT_EQ(window.model.session.world().size(), 100u);
  window.click_widget("fold.Scene");
  type("world.seed", "1,234");
  window.key("Enter");
  EXPECT_EQ(window.param("world", "seed"), 1234) << "as whole numbers are shown";
}

TEST_F(TypedValue, that_cannot_be_read_leaves_the_value_until_it_is_mended) {
  type("rdc.contact-threshold", "4x");
  window.key("Enter");
  EXPECT_EQ(threshold(), 0);
  EXPECT_TRUE(window.model.ui.typing.has_value()) << "to be mended";
  window.until(
      "it is typed in again", [&] { return window.is_typing(); }, 20);
  window.key("Ctrl+A 4 Enter");
  EXPECT_EQ(threshold(), 4);
  type("rdc.contact-threshold", "9");
  window.key("Esc");
  EXPECT_EQ(threshold(), 4) << "Esc gives up";
  type("rdc.contact-threshold", "7y");
  window.click_at(middle(window.frontend().layout().field));
  window.frames(3);
  EXPECT_EQ(threshold(), 4);
  EXPECT_FALSE(window.model.ui.typing);
}

TEST_F(TypedValue, of_the_threads_is_used_where_the_machine_has_several) {
  window.model.ui.section_open[static_cast<std::size_t>(Section::broadphase)] = true;
  window.frames(2);
  EXPECT_FALSE(window.shows(".threads")) << "there is no choice";
  window.model.machine_threads = 4;
  window.model.use_threads(0);
  window.frames(2);
  EXPECT_EQ(window.model.session.threads(), 4u) << "0: all";
  type(".threads", "3");
  window.key("Enter");
  window.frames(40);
  EXPECT_EQ(window.model.session.threads(), 3u);
  EXPECT_THAT(window.model.ui.status, HasSubstr("3 threads"));
}

TEST_F(TypedValue, of_a_tool_is_read_alike) {
  window.key("u");
  type("tune.budget", "2,5");
  window.key("Enter");
  EXPECT_FLOAT_EQ(window.model.ui.own<TuneChoices>().budget, 2.5f);
}

TEST_F(Panels, the_count_is_that_of_the_sprites_that_are_there) {
  perform(window.model, {&more_action, 10});
  window.frames(2);
  const std::size_t n = session().world().size();
  window.move_to(window.on_screen(0));
  window.key("Delete");
  ASSERT_EQ(session().world().size(), n - 1);
  window.click_widget("scene.count");
  window.wheel(1);
  window.frames(2);
  EXPECT_EQ(session().world().size(), n) << "one more than there were";
}

TEST(ZeroText, says_which_cells_auto_has_chosen) {
  HeadlessWindow window("sprites");
  const auto text = [&](const char* id) {
    const ParamGroup group = window.model.session.settings().group(owner_named(id));
    return zero_text(window.model, group.owner, *find_param(group.rows, "cell-size")).english();
  };
  EXPECT_EQ(text("uniform-grid"), "auto") << "it does not run";
  window.model.apply(command::SelectBroadphase{"uniform-grid"});
  window.frames(5);
  const auto events = window.model.traced.log.broad.events();
  const auto cell = std::ranges::find(events, EventKind::cell, &Event::kind);
  ASSERT_NE(cell, events.end());
  const double side = std::round(static_cast<double>(extent(cell->box).x));
  EXPECT_EQ(text("uniform-grid"), "auto (" + std::to_string(static_cast<int>(side)) + " px)");
  EXPECT_EQ(text("spatial-hash"), "auto");
}

TEST_F(ValueBox, moves_by_a_hundredth_per_px_of_a_drag_with_shift) {
  hover("rdc.contact-threshold");
  window.hold(kShift);
  window.drag({20, 0}, 20);
  window.frames(2);
  EXPECT_NEAR(threshold(), 0.2, 0.045) << "less the px until it counts as a drag";
  EXPECT_GT(threshold(), 0);
  const double hundredths = threshold() * 100;
  EXPECT_NEAR(hundredths, std::round(hundredths), 1e-3);
}

TEST(OverlaysInTheWindow, are_switched_in_the_menu_also_without_a_key) {
  HeadlessWindow window("sprites");
  ASSERT_TRUE(window.model.view.shows(Overlay::grid));
  window.choose("menu.View", "menu.sprites");
  window.click_widget("menu.grid");
  EXPECT_FALSE(window.model.view.shows(Overlay::grid));
  EXPECT_TRUE(window.has_said("Grid: off"));
}

TEST(OverlaysInTheWindow, say_why_nothing_is_drawn_when_they_are_switched_on) {
  HeadlessWindow window("sprites");
  const std::string reason = "Sprites do not push each other";
  const auto switch_impacts = [&] {
    window.choose("menu.View", "menu.sprites");
    window.click_widget("menu.impacts");
  };
  switch_impacts();
  EXPECT_TRUE(window.model.view.shows(Overlay::impacts)) << "it stays on until there is something";
  EXPECT_TRUE(window.has_said("Impacts: on. " + reason));
  switch_impacts();
  EXPECT_EQ(window.last_message(), "Impacts: off");
  window.key("e");
  switch_impacts();
  EXPECT_EQ(window.last_message(), "Impacts: on");
}

TEST(Detail, of_very_many_sprites_is_their_density_and_the_status_line_names_it) {
  LaunchOptions options = begin_with("uniform");
  options.count = 25'000;
  options.broadphase = "uniform-grid";
  HeadlessWindow window(options, true);
  EXPECT_THAT(window.model.ui.status, HasSubstr("density, zoom in for sprites"));
  window.move_to(middle(window.frontend().layout().field));
  for (int notch = 0; notch < 10; ++notch) window.wheel(1);
  window.frames(2);
  EXPECT_THAT(window.model.ui.status, Not(HasSubstr("density")));
  EXPECT_EQ(window.frontend().detail(), Detail::solid);
}

TEST(ResponseInTheWindow, the_pointer_pushes_one_sprite_with_another) {
  constexpr float kSide = 96;  // px, of the circles of this scene
  HeadlessWindow window(begin_with("lesson", {{"response.response", "impulse"}}));
  const auto position = [&](SpriteId id) { return window.model.session.world().positions()[id]; };
  const Vec2 before = position(1), way = window.on_screen(1) - window.on_screen(0);
  window.move_to(window.on_screen(0));
  window.press();
  window.until(
      "it is held", [&] { return window.model.session.held() == SpriteId{0}; }, 20);
  for (int move = 0; move < 10; ++move) {
    window.move_by(way * 0.1f);
    window.frames();
  }
  window.frames(20);
  EXPECT_GT(position(1).x, before.x + 20) << "pushed away";
  EXPECT_GT(position(1).y, before.y + 10);
  EXPECT_GT(length(position(1) - position(0)), kSide - 2);
  window.release();
  EXPECT_FALSE(window.model.session.held());
}

TEST(ResponseInTheWindow, the_xray_lists_the_impacts_and_a_click_goes_to_one) {
  HeadlessWindow window("stack");
  window.frames(25);  // soon it sleeps
  const Xray& xray = window.model.lab.xray;
  window.key("F10");
  ASSERT_TRUE(xray.is_open());
  EXPECT_EQ(xray.at(), 1u);
  EXPECT_TRUE(xray.is_in_impacts());
  EXPECT_GE(xray.impacts().size(), 20u) << "ten boxes, each on two corners";
  const std::uint64_t hash = window.model.session.hash();
  window.click_widget("xray.impact.4");
  EXPECT_EQ(xray.at(), 4u);
  EXPECT_EQ(xray.done_impacts(), 4u);
  EXPECT_EQ(window.model.session.hash(), hash) << "looking changes nothing";
  EXPECT_THAT(xray.sentence(), testing::HasSubstr("rest"));
  window.key("Shift+F10");
  EXPECT_EQ(xray.done_impacts(), 3u);
}

TEST(EnergyInTheWindow, plots_as_soon_as_sprites_push_and_only_while_it_is_open) {
  HeadlessWindow window("sprites");
  const Energy& study = window.model.lab.energy;
  window.key("Shift+E");
  window.frames(5);
  EXPECT_TRUE(study.samples().empty());
  window.key("e");
  window.frames(20);
  EXPECT_GT(study.samples().size(), 10u);
  EXPECT_TRUE(window.shows("plot.energy"));
  EXPECT_TRUE(window.shows("plot.momentum"));
  window.key("Shift+E");
  window.frames(2);
  EXPECT_FALSE(study.is_on());
  EXPECT_TRUE(study.samples().empty());
}

TEST(OracleInTheWindow, counts_and_marks_what_the_threshold_allows_to_be_missed) {
  HeadlessWindow window(begin_with("clusters", {{"rdc.contact-threshold", "8"}}));
  const Oracle& oracle = window.model.lab.oracle;
  window.until("allowed misses", [&] { return oracle.verdict().allowed_misses.count > 0; });
  EXPECT_EQ(oracle.marked(window.model.session.frame()).size(),
            oracle.verdict().allowed_misses.count);
  EXPECT_THAT(window.model.ui.status, HasSubstr(" found (threshold 8 px leaves out "));
  EXPECT_EQ(oracle.verdict().false_negatives.count, 0u);
}

TEST(EnergyInTheWindow, is_scrolled_to_with_its_plots) {
  HeadlessWindow window(begin_with("pile", {{"response.response", "impulse"}}));
  window.key("Shift+E");
  window.frames(20);
  EXPECT_GE(window.rect("plot.energy").min.y, window.rect("panel").min.y);
  EXPECT_LE(window.rect("plot.momentum").max.y, window.rect("fold.Statistics").min.y);
}

TEST(Remarks, are_whole_on_the_lines_of_the_notes) {
  for (const char* scene : {"walls", "mixed-sizes", "clusters"}) {
    HeadlessWindow window(scene);
    for (const BroadphaseEntry* entry : broadphases()) {
      window.model.apply(command::SelectBroadphase{std::string(entry->id)});
      window.frames(3);
      const Aabb notes = window.rect("notes");
      for (const Remark& remark : window.model.traced.remarks) {
        const std::string text = remark.text.english();
        ASSERT_TRUE(window.shows("remark." + text)) << scene << ": " << text;
        EXPECT_LE(window.rect("remark." + text).max.y, notes.max.y) << scene << ": " << text;
      }
    }
  }
}

TEST(Remarks, stay_in_sight_above_messages_and_a_warning_precedes_a_note) {
  HeadlessWindow window("walls");
  window.model.apply(command::SelectBroadphase{"rdc"});
  window.model.paused = true;
  window.frames(3);
  ASSERT_FALSE(window.model.traced.remarks.empty());
  const auto shows = [&](const std::string& words) {
    window.frames(4);
    return std::ranges::any_of(drawn_text(), [&](const DrawnLine& line) {
      return line.text.find(words) != line.text.npos;
    });
  };
  const std::string remark = window.model.traced.remarks[0].text.english().substr(0, 20);
  ASSERT_TRUE(shows(remark)) << remark;
  const std::string note = "a note that is long enough to take one whole line of the window";
  window.model.warn("a warning, " + note);
  window.model.note(note);
  EXPECT_TRUE(shows(remark)) << remark;
  EXPECT_TRUE(shows("A warning")) << "the note is in the list of messages";
}

TEST(SceneList, ends_inside_the_window) {
  HeadlessWindow window("sprites");
  window.model.ui.opens_scenes = true;
  window.frames(4);
  ASSERT_TRUE(window.shows("scenes"));
  const Aabb list = window.rect("scenes");
  EXPECT_GE(list.min.y, 0);
  EXPECT_LT(list.max.y, 715) << "its lower edge is seen";
}

TEST(ManyPairs, are_asked_about_before_anything_looks_for_them) {
  HeadlessWindow window(begin_with("sprites", {{"scene.count", "50000"}}));
  const Session& session = window.model.session;
  EXPECT_TRUE(window.shows("pairs.yes"));
  EXPECT_FALSE(session.is_detected());
  window.key("r");
  EXPECT_EQ(session.world().size(), 50'000u) << "no shortcut acts behind the question";
  window.key("Enter");
  window.frames(4);
  EXPECT_EQ(session.world().size(), 60u) << "the scene's own count";
  EXPECT_TRUE(session.is_detected());
}

TEST(LongWork, runs_apart_and_keeps_what_was_pressed_meanwhile) {
  HeadlessWindow window(begin_with("uniform", {{"scene.count", "4000"}}));
  EXPECT_GT(window.runs_apart, 0);
  window.meanwhile = {.pauses = true, .keys = {{.key = Key{'t'}, .text = 't'}}};
  window.frames(2);
  EXPECT_TRUE(window.model.paused) << "as was asked for while it ran";
  EXPECT_EQ(window.model.view.theme, ThemeId::flash) << "T, pressed while it ran";
}

TEST(LongWork, of_few_sprites_stays_in_the_frame) {
  HeadlessWindow window("sprites");
  window.frames(10);
  EXPECT_EQ(window.runs_apart, 0);
}

TEST(Tooltip, goes_away_with_a_click_and_does_not_come_back_until_the_pointer_does) {
  HeadlessWindow window("lesson");
  const int without = window.imgui_windows();
  window.move_to(middle(window.rect("bar.pause")));
  window.frames(3);
  EXPECT_EQ(window.imgui_windows(), without + 1);
  window.click();
  window.frames(20);
  EXPECT_EQ(window.imgui_windows(), without);
  window.move_to({-1, -1});
  window.frames(240);
  window.move_to(middle(window.rect("bar.pause")) + Vec2{6, 0});
  window.frames(3);
  EXPECT_EQ(window.imgui_windows(), without + 1);
}

// The number of pictures per second is the last of them.
TEST(Statistics, are_whole_in_a_usual_window) {
  for (const char* id : {"rdc", "sort-and-sweep", "incremental-sap", "quadtree", "brute-force"}) {
    LaunchOptions options;
    options.broadphase = id;
    HeadlessWindow window(options);
    window.model.ui.section_open[static_cast<std::size_t>(Section::statistics)] = true;
    window.frames(10);
    const Aabb last = window.rect("statistics.frames");
    EXPECT_LE(last.max.y, window.rect("panel").max.y) << id;
    EXPECT_LE(window.rect("narrowphase").max.y, last.min.y) << id << ": both choices above";
  }
}

}  // namespace panels_test
}  // namespace phasebox::ui
