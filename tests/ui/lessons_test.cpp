// SPDX-License-Identifier: MIT
// The lessons: the first one finished with the mouse alone, other gestures, and Chinese.
#include <cstdlib>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_line.hpp"
#include "headless_window.hpp"
#include "io/pictures/images.hpp"
#include "language/drawn_text.hpp"
#include "ui/model/open_lesson.hpp"
#include "ui/tools/lesson_words.hpp"

namespace phasebox::ui {
namespace lessons_ui_test {

class LessonsInTheWindow : public testing::Test {
 protected:
  static LaunchOptions lesson(const std::string& id) {
    LaunchOptions options;
    options.lesson = id;
    return options;
  }

  // Takes a sprite by hand to a place of the world.
  static void drag_sprite(HeadlessWindow& window, SpriteId id, Vec2 to) {
    const Vec2 from = window.on_screen(id);
    window.move_to(from);
    window.drag(window.model.field.camera.to_screen(to) - from, 6);
    ASSERT_FALSE(window.model.session.held());
  }
  // Drags a number of the panel sideways.
  static void drag_number(HeadlessWindow& window, const std::string& name, float by) {
    window.move_to(middle(window.rect(name)));
    window.frames();
    window.drag({by, 0}, 10);
  }
  static void expect_done(HeadlessWindow& window, std::size_t step) {
    window.frames(10);
    EXPECT_TRUE(window.model.lab.lessons.is_done(step)) << "step " << step << "\n"
                                                        << window.state();
    EXPECT_THAT(drawn_lines(), testing::Contains(testing::StartsWith("Done")))
        << "step " << step << ": the praise is scrolled into sight";
  }
  static void go_on(HeadlessWindow& window, std::size_t to) {
    window.click_widget("lessons.next");
    window.frames(5);  // the panel scrolls to what the step needs
    ASSERT_EQ(window.model.lab.lessons.step(), to);
    ASSERT_FALSE(window.model.lab.lessons.standings().empty());
  }
  // Returns the language of the tool: English where the font for the other one is missing.
  static Language shown(const HeadlessWindow& window) {
    const UiState& ui = window.model.ui;
    return ui.chinese_font.empty() ? Language::english : ui.language;
  }
};

TEST_F(LessonsInTheWindow, the_first_one_is_finished_with_the_mouse_alone) {
  HeadlessWindow window;
  const Lessons& lessons = window.model.lab.lessons;
  const auto sprites = [&] { return window.model.session.world().size(); };
  window.choose("menu.Help", "menu.lessons");
  window.click_widget("lesson.brute-force");
  window.frames(5);
  ASSERT_TRUE(lessons.open());
  EXPECT_EQ(lessons.open()->id, "brute-force");
  EXPECT_EQ(sprites(), 2u);
  EXPECT_EQ(lessons.standings()[0].text, "collisions: 0, wanted at least 1");
  EXPECT_TRUE(window.model.paused);

  window.move_to(window.model.field.camera.to_screen(Vec2{640, 560}));
  window.drag({60, 0}, 6);
  EXPECT_EQ(sprites(), 2u) << "a slip launches nothing";
  drag_sprite(window, 0, {830, 400});
  expect_done(window, 0);
  go_on(window, 1);
  drag_sprite(window, 0, {774, 330});
  expect_done(window, 1);
  go_on(window, 2);
  for (std::size_t count = 3; count <= 4; ++count) {
    window.choose("menu.Scene", "menu.more");
    EXPECT_EQ(sprites(), count);
  }
  expect_done(window, 2);
  EXPECT_EQ(window.model.traced.counters.box_tests, 6u);
  go_on(window, 3);
  drag_number(window, "scene.count", 40);
  expect_done(window, 3);
  EXPECT_GE(sprites(), 20u);
  go_on(window, 4);
  window.choose("broadphase", "broadphase.rdc");
  expect_done(window, 4);
  EXPECT_EQ(lessons.finished(), std::set<std::string>{"brute-force"});
  window.click_widget("lessons.next");
  EXPECT_EQ(lessons.open()->id, "clustering") << "the next lesson";
}

// Each of the others, to its end, by what its texts say: drags in the field, numbers dragged in the
// panel, lines of lists.
class OtherLessons : public LessonsInTheWindow {
 protected:
  void begin(const std::string& id) {
    window.emplace(lesson(id));
    window->frames(5);
    step_ = 0;
    ASSERT_EQ(window->model.lab.lessons.open()->id, id);
  }
  // The step is done; on to the next.
  void done() {
    expect_done(*window, step_);
    if (++step_ < window->model.lab.lessons.open()->steps.size()) go_on(*window, step_);
  }
  void drag_sprite_to(SpriteId id, Vec2 to) { drag_sprite(*window, id, to); }
  void drag_by(const std::string& name, float by) { drag_number(*window, name, by); }
  // Drags a number a little at a time, until the goal stands.
  void drag_until_met(const std::string& name, float by) {
    for (int i = 0; i < 60 && !window->model.lab.lessons.is_reached(); ++i) {
      drag_number(*window, name, by);
      window->frames(3);
    }
  }
  void expect_finished(const std::string& id) {
    EXPECT_TRUE(window->model.lab.lessons.finished().contains(id)) << window->state();
  }

  std::optional<HeadlessWindow> window;
  std::size_t step_ = 0;
};

TEST_F(OtherLessons, clustering_is_finished_with_the_mouse_alone) {
  begin("clustering");
  drag_sprite_to(1, {600, 480});
  done();
  window->click_widget("rdc.max-depth", Button::right);
  done();
  drag_sprite_to(2, {400, 520});
  done();
  drag_sprite_to(0, {250, 560});
  drag_sprite_to(5, {900, 150});
  done();
  expect_finished("clustering");
}

TEST_F(OtherLessons, touching_is_finished_with_the_mouse_alone) {
  begin("touching");
  window->choose("menu.Algorithm", "menu.snap");
  done();
  window->choose("rdc.tie-order", "rdc.tie-order.open-first");
  done();
  window->hold({.shift = true});
  drag_by("rdc.contact-threshold", 15);
  window->hold({});
  EXPECT_LT(window->param("rdc", "contact-threshold"), 0.2) << "finely";
  done();
  drag_until_met("rdc.contact-threshold", -8);
  done();
  drag_until_met("rdc.contact-threshold", 8);
  done();
  window->click_widget("rdc.contact-threshold", Button::right);
  done();
  expect_finished("touching");
}

TEST_F(OtherLessons, group_size_is_finished_with_the_mouse_alone) {
  begin("group-size");
  drag_by("rdc.group-size", 14);
  done();
  EXPECT_TRUE(window->shows("plot.group-sizes"));
  drag_until_met("rdc.group-size", 40);
  done();
  window->choose("rdc.leaf-test", "rdc.leaf-test.sweep");
  done();
  expect_finished("group-size");
}

TEST_F(OtherLessons, failing_is_finished_with_the_mouse_alone) {
  begin("failing");
  window->choose("broadphase", "broadphase.quadtree");
  done();
  window->click_widget("rdc.static-groups");
  done();
  drag_until_met("scene.count", 6);
  done();
  drag_until_met("scene.count", 20);
  done();
  expect_finished("failing");
}

TEST_F(OtherLessons, sweeping_is_finished_with_the_mouse_alone) {
  begin("sweeping");
  EXPECT_TRUE(window->model.view.shows(Overlay::sweep_line));
  window->choose("broadphase", "broadphase.sort-and-sweep");
  done();
  drag_sprite_to(1, {360, 480});
  drag_sprite_to(3, {870, 480});
  done();
  window->choose("sort-and-sweep.axis", "sort-and-sweep.axis.y");
  done();
  expect_finished("sweeping");
}

TEST_F(OtherLessons, quadtree_is_finished_with_the_mouse_alone) {
  begin("quadtree");
  window->choose("broadphase", "broadphase.quadtree");
  done();
  drag_until_met("quadtree.max-objects", -12);
  done();
  drag_sprite_to(3, {640, 360});
  done();
  drag_by("quadtree.looseness", 180);
  done();
  expect_finished("quadtree");
}

TEST_F(OtherLessons, sampling_is_finished_with_the_mouse_alone) {
  begin("sampling");
  window->choose("narrowphase", "narrowphase.pixel-samples");
  done();
  drag_sprite_to(1, {540, 400});
  done();
  drag_until_met("pixel-samples.n", 20);
  done();
  drag_until_met("pixel-samples.n", -20);
  done();
  window->click_widget("pixel-samples.jitter");
  for (int i = 0; i < 12 && !window->model.lab.lessons.is_reached(); ++i)
    window->click_widget("bar.step");
  done();
  expect_finished("sampling");
}

TEST_F(OtherLessons, coherence_is_finished_with_the_mouse_alone) {
  begin("coherence");
  for (int i = 0; i < 10; ++i) window->click_widget("bar.step");
  done();
  window->click_widget("bar.pause");
  window->choose("tab.more", "tab.more.over-time");
  window->frames(130);
  window->click_widget("tab.lessons");
  done();
  drag_by("scene.max-speed", 170);
  for (int i = 0; i < 3; ++i) window->click_widget("bar.step");
  done();
  expect_finished("coherence");
}

TEST_F(OtherLessons, rules_is_finished_with_the_mouse_alone) {
  begin("rules");
  window->choose("tab.more", "tab.more.rules");
  window->click_widget("rules.4.4");
  window->click_widget("tab.lessons");
  done();
  drag_until_met("uniform-grid.cell-size", -10);
  done();
  drag_until_met("uniform-grid.cell-size", -8);
  done();
  window->click_widget("uniform-grid.cell-size", Button::right);
  done();
  expect_finished("rules");
}

TEST_F(LessonsInTheWindow, give_back_scene_algorithms_and_view) {
  for (const char* leave : {"lessons.leave", "drawer.close", "quit"}) {
    SCOPED_TRACE(leave);
    HeadlessWindow window("mixed-sizes");
    const Session& session = window.model.session;
    window.key("3 b + p");
    window.click_widget("fold.Show");
    window.model.apply(command::SetParam{*session.settings().broadphase, "angle", 0});
    const std::uint64_t world = session.world().hash();
    window.key("F3");
    window.click_widget("lesson.clustering");
    window.frames(5);
    ASSERT_EQ(session.world().size(), 4u);
    EXPECT_FALSE(window.model.view.shows(Overlay::boxes));
    EXPECT_TRUE(view_of_user(window.model).shows(Overlay::boxes)) << "what settings keep";
    window.key("t");
    window.click_widget("scene.count");
    window.wheel(1);
    window.frames(3);
    window.key("r");
    EXPECT_EQ(session.world().size(), 4u) << "R begins the step again";
    window.click_widget("tab.race");
    EXPECT_TRUE(window.model.lab.lessons.open()) << "another tool looks at the lesson";
    window.click_widget("tab.lessons");
    leave == std::string("quit") ? window.key("Ctrl+Q") : window.click_widget(leave);
    EXPECT_FALSE(window.model.lab.lessons.open());
    EXPECT_EQ(session.world().hash(), world);
    EXPECT_EQ(session.settings().broadphase->id, "incremental-sap");
    EXPECT_EQ(session.settings().scene->id, "mixed-sizes");
    EXPECT_TRUE(window.model.view.shows(Overlay::boxes));
    EXPECT_EQ(window.model.view.theme, ThemeId::flash) << "the user's own choice";
    EXPECT_EQ(window.was_asked<request::Quit>(), leave == std::string("quit"));
    EXPECT_EQ(std::ranges::count(window.model.ui.section_open, true), 1) << "as before";
    EXPECT_FALSE(window.model.ui.panel_beside) << "folded, as it was";
  }
}

TEST_F(LessonsInTheWindow, give_back_the_parameters_of_their_scenes_camera_and_listing) {
  HeadlessWindow window("uniform");
  const Session& session = window.model.session;
  window.model.apply(command::SetParam{Owner::scene(), "max-size", 99});
  window.model.apply(command::LoadScene{"walls"});
  window.model.ui.listings = 1;
  window.move_to(middle(window.rect("field")));
  window.wheel(3);
  window.frames(3);
  const float zoom = window.model.field.camera.zoom;
  ASSERT_FALSE(window.model.field.whole_field);
  window.model.study(lesson::Open{"failing", 2});  // its scene is "uniform", with another size
  window.frames(3);
  EXPECT_EQ(session.settings().value(Owner::scene(), "max-size"), 56);
  EXPECT_EQ(window.model.ui.listings, 0u);
  for (int i = 0; i < 250; ++i)  // more changes than the history keeps else
    window.model.apply(command::SelectBroadphase{i % 2 == 0 ? "quadtree" : "rdc"});
  leave_lesson(window.model);
  window.frames(3);
  EXPECT_EQ(session.settings().scene->id, "walls");
  EXPECT_EQ(window.model.field.camera.zoom, zoom);
  EXPECT_EQ(window.model.ui.listings, 1u);
  window.model.apply(command::LoadScene{"uniform"});
  EXPECT_EQ(session.settings().value(Owner::scene(), "max-size"), 99) << "as it was set before";
}

TEST_F(LessonsInTheWindow, give_back_the_last_seconds_of_the_time_bar) {
  HeadlessWindow window("sprites");
  window.model.paused = false;
  window.frames(60);
  window.model.paused = true;
  window.frames(2);
  const Session& session = window.model.session;
  const std::uint64_t steps = session.steps();
  const std::size_t past = session.past().size();
  ASSERT_GT(past, 10u);
  window.model.study(lesson::Open{"clustering"});
  window.frames(30);
  ASSERT_NE(session.steps(), steps);
  window.model.study(lesson::Open{"clustering", 1});
  window.frames(30);
  leave_lesson(window.model);
  EXPECT_EQ(session.steps(), steps);
  EXPECT_EQ(session.past().size(), past);
  EXPECT_TRUE(window.model.apply(command::SeekStep{steps - 5}));
}

// The first px of a drag count, and a hundred do not leave the scale of the lesson.
TEST_F(LessonsInTheWindow, numbers_are_dragged_evenly) {
  HeadlessWindow window(lesson("group-size"));
  window.frames(5);
  drag_number(window, "rdc.group-size", 8);
  EXPECT_GE(window.param("rdc", "group-size"), 2);
  EXPECT_LE(window.param("rdc", "group-size"), 5);
  window.model.study(lesson::Open{"failing", 3});
  window.frames(5);
  drag_number(window, "scene.count", 100);
  window.frames(3);
  const std::size_t count = window.model.session.world().size();
  EXPECT_GT(count, 100u);
  EXPECT_LT(count, 500u);
}

TEST_F(OtherLessons, box_table_is_finished_by_mouse_and_keys) {
  begin("box-table");
  const auto open_table = [&] { window->choose("tab.more", "tab.more.table"); };
  open_table();
  drag_sprite_to(2, {19, 30});
  window->click_widget("tab.lessons");
  done();
  const auto type = [&](const std::string& cell, const std::string& number) {
    open_table();
    window->click_widget(cell);
    window->frames(3);
    window->type(number);
    window->key("Enter");
    window->frames(3);
    window->click_widget("tab.lessons");
    done();
  };
  type("table.3.x0", "30");
  type("table.2.x0", "20");
  expect_finished("box-table");
}

// A quoted word names something that is there: nothing looks like the name of a widget that is not.
TEST_F(LessonsInTheWindow, all_quoted_words_name_widgets) {
  HeadlessWindow window;
  const std::vector<Lesson> all(window.model.lab.lessons.all().begin(),
                                window.model.lab.lessons.all().end());
  std::size_t seen = 0;
  for (const Lesson& lesson : all)
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      window.model.study(lesson::Open{lesson.id, i});
      window.frames(2);
      const LessonStep& step = lesson.steps[i];
      for (const Words* words : {&step.text, &step.hint, &step.after})
        for (const std::string* text : {&words->en, &words->zh})
          for (const QuotedWord& quoted : quoted_words(*text)) {
            ++seen;
            EXPECT_FALSE(widgets_named(window.model, quoted, *text).empty())
                << lesson.id << " " << i + 1 << ": " << quoted.word;
          }
    }
  EXPECT_GT(seen, 100u);
  EXPECT_TRUE(widgets_named(window.model, {"Juggle", ""}, "Click “Juggle”.").empty());
}

TEST_F(LessonsInTheWindow, words_light_up_the_widgets_that_they_name) {
  HeadlessWindow window(lesson("brute-force"));
  window.model.study(lesson::Open{"brute-force", 3});
  window.frames(5);
  ASSERT_TRUE(window.shows("lesson.word.count")) << window.state();
  EXPECT_FALSE(window.shows("lesson.lit.count"));
  window.move_to(middle(window.rect("lesson.word.count")));
  window.frames(2);
  ASSERT_TRUE(window.shows("lesson.lit.count"));
  EXPECT_EQ(window.rect("lesson.lit.count").min.y, window.rect("scene.count").min.y);
  const auto names = [&](std::string_view word, std::string_view before, std::string_view text) {
    return widgets_named(window.model, {word, before}, text);
  };
  EXPECT_EQ(names("Scene", "Open the menu ", ""), std::vector<std::string>{"menu.Scene"});
  EXPECT_EQ(names("Scene", "in the section ", ""), std::vector<std::string>{"fold.Scene"});
  EXPECT_EQ(names("More", "click ", "“More”, then “Table”"), std::vector<std::string>{"tab.more"});
  EXPECT_EQ(names("More", "click ", "“More”").front(), "menu.more");
}

TEST_F(LessonsInTheWindow, show_their_sprites_close_and_no_remarks) {
  HeadlessWindow window(lesson("touching"));
  window.frames(5);
  const Aabb seen = window.model.field.camera.visible(), field = window.model.session.field();
  EXPECT_LT(extent(seen).x, 0.75f * extent(field).x);
  for (const Aabb& box : window.model.session.frame().boxes) EXPECT_TRUE(contains(seen, box));
  const float zoom = window.model.field.camera.zoom;
  window.key("Home");
  window.frames(2);
  EXPECT_LT(window.model.field.camera.zoom, zoom) << "Home still shows the whole field";
}

TEST_F(LessonsInTheWindow, show_all_of_the_field_when_sprites_are_added) {
  HeadlessWindow window(lesson("brute-force"));
  window.frames(5);
  const auto shows_all = [&] {
    const Aabb seen = window.model.field.camera.visible(), field = window.model.session.field();
    return contains(seen, field);
  };
  EXPECT_FALSE(shows_all());
  window.choose("menu.Scene", "menu.more");
  EXPECT_TRUE(shows_all());
}

TEST_F(LessonsInTheWindow, speak_chinese_when_asked_to) {
  HeadlessWindow window(lesson("touching"));
  EXPECT_EQ(window.model.ui.tool, "lessons");
  EXPECT_EQ(shown(window), Language::english);
  EXPECT_EQ(window.model.ui.chinese_font, "") << "no font is loaded that is not shown";
  window.choose("lessons.combo", "lessons.language.zh");
  EXPECT_EQ(shown(window), Language::chinese) << "install fonts-wqy-microhei";
  EXPECT_NE(window.model.ui.chinese_font, "");
  window.click_widget("lessons.language.en");
  EXPECT_EQ(shown(window), Language::english);
  EXPECT_EQ(window.model.ui.chinese_font, "");
}

TEST_F(LessonsInTheWindow, show_english_where_the_chinese_font_is_missing) {
  setenv("PHASEBOX_CHINESE_FONT", "/nowhere/font.ttc", 1);
  HeadlessWindow window(lesson("sampling"));
  window.choose("lessons.combo", "lessons.language.zh");
  unsetenv("PHASEBOX_CHINESE_FONT");
  EXPECT_EQ(window.model.ui.language, Language::chinese) << "it is wanted";
  EXPECT_EQ(shown(window), Language::english);
  EXPECT_TRUE(window.shows("lessons.font-missing"));
}

TEST_F(LessonsInTheWindow, leave_theme_and_file_to_the_user) {
  ApplicationModel model(builtin_images());
  model.lab.lessons.load(*cli::builtin_lessons());
  model.view.theme = ThemeId::flash;
  model.view.overlays.set(Overlay::boxes, true);
  model.session.saved_as({"mine.json", nullptr});
  model.study(lesson::Open{"clustering"});
  EXPECT_EQ(model.view.theme, ThemeId::flash);
  EXPECT_FALSE(model.view.shows(Overlay::boxes)) << "overlays are the lesson's";
  EXPECT_TRUE(model.view.shows(Overlay::boundaries));
  EXPECT_TRUE(model.session.file().path.empty()) << "Ctrl+S must not write the lesson over it";
}

}  // namespace lessons_ui_test
}  // namespace phasebox::ui
