// SPDX-License-Identifier: MIT
// Lessons of a teacher: the example of the page, a lesson made by mouse, wrong files; and scenes
// that say what they are.
#include "ui/model/files/lesson_files.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "ui/link.hpp"
#include "ui/model/files/files.hpp"
#include "ui/model/files/lesson_draft.hpp"

namespace phasebox::ui {
namespace lesson_files_test {

using testing::HasSubstr;
using testing::Not;

// The page, and the lesson in it.
std::string page() { return test::content_of(PHASEBOX_SOURCE_DIR "/docs/lessons.md"); }
std::string example() {
  const std::string text = page();
  const std::size_t begin = text.find("```json\n") + 8;
  return text.substr(begin, text.find("```", begin) - begin);
}

class LessonFilesInTheWindow : public testing::Test {
 protected:
  const Lessons& lessons() const { return window.model.lab.lessons; }
  static void drag_sprite(HeadlessWindow& window, SpriteId id, Vec2 to) {
    const Vec2 from = window.on_screen(id);
    window.move_to(from);
    window.drag(window.model.field.camera.to_screen(to) - from, 6);
    window.frames(3);
  }
  // A sprite onto another one.
  static void drag_onto(HeadlessWindow& window, SpriteId id, SpriteId other) {
    const auto at = [&](SpriteId k) { return window.model.session.world().positions()[k]; };
    drag_sprite(window, id, at(other) + Vec2{20, 0});
    EXPECT_LT(length(at(id) - at(other)), 30);
  }
  static void type_into(HeadlessWindow& window, const std::string& name, const std::string& text) {
    window.click_widget(name);
    window.type(text);
    window.frames(2);
  }
  static void expect_done(HeadlessWindow& window, std::size_t step) {
    window.frames(3);
    EXPECT_TRUE(window.model.lab.lessons.is_done(step)) << step << "\n" << window.state();
  }
  static void go_on(HeadlessWindow& window, std::size_t to) {
    window.click_widget("lessons.next");
    window.frames(5);
    ASSERT_EQ(window.model.lab.lessons.step(), to);
  }
  // Sets up what there is, records what `once` does, and adds it as a step.
  template <class Once>
  void make_step(const std::string& text, Once once) {
    window.click_widget("maker.set-up");
    window.click_widget("maker.record");
    window.frames(3);
    once();
    window.frames(3);
    window.click_widget("maker.record");
    window.frames(2);
    type_into(window, "maker.text", text);
  }
  LessonDraft& draft() { return window.model.ui.own<LessonDraft>(); }

  CurrentFolder folder;
  std::optional<HeadlessWindow> first{std::in_place, "lesson"};
  HeadlessWindow& window = *first;  // until another one begins
};

TEST_F(LessonFilesInTheWindow, the_example_of_the_page_is_finished_by_mouse) {
  drop_file(window.model, folder.write("clustering.json", example()));
  window.frames(5);
  ASSERT_TRUE(lessons().open()) << window.last_message();
  EXPECT_EQ(lessons().open()->id, absolute_path("clustering.json")) << "ours of that name stays";
  EXPECT_EQ(lessons().open()->steps.size(), 3u);
  drag_sprite(window, 0, {500, 330});
  expect_done(window, 0);
  go_on(window, 1);
  window.choose("broadphase", "broadphase.rdc");
  expect_done(window, 1);
  go_on(window, 2);
  for (int i = 0; i < 60 && !lessons().is_reached(); ++i) {
    window.move_to(middle(window.rect("rdc.group-size")));
    window.frames();
    window.drag({40, 0}, 10);
    window.frames(3);
  }
  expect_done(window, 2);
  EXPECT_TRUE(lessons().finished().contains(absolute_path("clustering.json")));
}

TEST_F(LessonFilesInTheWindow, the_page_lists_every_fact) {
  const std::string text = page();
  const LessonFacts now{
      window.model.session, window.model.traced.log, window.model.traced.counters, {}};
  for (const auto& [name, value] : facts_of(now))
    EXPECT_THAT(text, HasSubstr("`" + std::string(name) + "`"));
}

TEST_F(LessonFilesInTheWindow, a_lesson_is_made_by_mouse_and_finished_at_another_home) {
  window.key("p");
  window.key("F3");
  window.click_widget("lessons.make");
  type_into(window, "maker.title", "Mine");

  // A drag: counts alone change.
  window.model.apply(command::SetParam{owner_named("rdc"), "contact-threshold", 1});
  make_step("Drag one circle onto another.", [&] { drag_onto(window, 0, 1); });
  ASSERT_FALSE(draft().offers.empty()) << draft().trouble;
  EXPECT_EQ(std::ranges::count_if(draft().offers, &LessonDraft::Offer::is_chosen), 1);
  window.click_widget("maker.add");
  ASSERT_EQ(draft().lesson.steps.size(), 1u) << draft().trouble;

  // A setting, which must be asked for.
  make_step("Choose the quadtree.", [&] { window.choose("broadphase", "broadphase.quadtree"); });
  window.click_widget("maker.offer.broadphase");
  window.click_widget("maker.add");
  EXPECT_EQ(draft().lesson.steps.size(), 1u) << "the goal must name it";
  EXPECT_NE(draft().trouble, "");
  window.click_widget("maker.offer.broadphase");
  window.click_widget("maker.add");
  ASSERT_EQ(draft().lesson.steps.size(), 2u) << draft().trouble;

  make_step("Make one more.", [&] { window.choose("menu.Scene", "menu.more"); });
  window.click_widget("maker.sign.sprites");
  window.click_widget("maker.add");
  ASSERT_EQ(draft().lesson.steps.size(), 3u) << draft().trouble;
  const std::size_t sprites = window.model.session.world().size();
  window.click_widget("maker.save");
  window.frames(3);
  window.key("Enter");
  window.frames(3);
  ASSERT_TRUE(folder.has("lesson.json")) << window.state();

  first.reset();
  HeadlessWindow other("walls");
  std::filesystem::create_directory("lessons");
  std::filesystem::rename("lesson.json", "lessons/mine.json");
  list_lessons(other.model, "lessons");
  other.key("F3");
  other.click_widget("lesson." + absolute_path("lessons/mine.json"));
  other.frames(5);
  const Lessons& there = other.model.lab.lessons;
  ASSERT_TRUE(there.open());
  EXPECT_EQ(there.open()->title.en, "Mine");
  EXPECT_EQ(other.model.session.world().size(), sprites - 1);
  EXPECT_EQ(other.param("rdc", "contact-threshold"), 1);
  EXPECT_TRUE(other.model.paused);
  drag_onto(other, 0, 1);
  expect_done(other, 0);
  go_on(other, 1);
  other.choose("broadphase", "broadphase.quadtree");
  expect_done(other, 1);
  go_on(other, 2);
  other.choose("menu.Scene", "menu.more");
  other.choose("menu.Scene", "menu.more");
  expect_done(other, 2);
  EXPECT_EQ(there.finished(), std::set{absolute_path("lessons/mine.json")});
}

TEST_F(LessonFilesInTheWindow, a_goal_that_holds_from_the_beginning_is_refused) {
  window.key("p");
  window.key("F3");
  window.click_widget("lessons.make");
  make_step("Nothing.", [&] { drag_onto(window, 0, 1); });
  for (LessonDraft::Offer& offer : draft().offers)
    offer.is_chosen = offer.condition.name == "groups",
    offer.condition = {"groups", Relation::at_least, "1"};
  window.click_widget("maker.add");
  EXPECT_TRUE(draft().lesson.steps.empty());
  EXPECT_THAT(draft().trouble, HasSubstr("step 1, goal"));
}

TEST_F(LessonFilesInTheWindow, wrong_ones_are_one_line_and_change_nothing) {
  const auto with = [](const std::string& setup, const std::string& goal) {
    return R"({"title": "A", "steps": [{"text": "x", "setup": {)" + setup + R"(}, "goal": [")" +
           goal + "\"]}]}";
  };
  const std::pair<std::string, const char*> cases[] = {
      {"{\"steps\": [}", "bad.json:1: "},
      {R"({"title": "A", "steps": []})", "a lesson needs at least one"},
      {with("", "grups = 3"),
       "step 1, goal: 'grups = 3': there is no fact or parameter 'grups'; did "
       "you mean groups"},
      {with("", "rdc.group-sise = 3"), "did you mean rdc.group-size"},
      {with("", "groups = many"), "step 1, goal: 'groups = many': 'many' must be a number"},
      {with("", "rdc.group-size = 0.5"), "step 1, goal: "},
      {with("", "groups >= 1"), "step 1, goal: the set-up fulfills it already"},
      {with(R"("scene": "lessen")", "groups = 3"), "step 1, setup: there is no scene 'lessen'"},
      {with(R"("scene": "no.json")", "groups = 3"), "step 1, setup: "},
      {with(R"("scene": {"phasebox": 1})", "groups = 3"), "step 1, setup: scene: /scene: must be"},
      {with(R"("params": {"rdc.group-sise": 3})", "groups = 3"), "did you mean rdc.group-size"},
      {with(R"("sprites": [["cat", 1, 1, 1]])", "groups = 3"), "there is no image 'cat'"}};
  const std::uint64_t before = window.model.session.world().hash();
  const std::size_t count = lessons().all().size();
  for (const auto& [text, expected] : cases) {
    drop_file(window.model, folder.write("bad.json", text));
    EXPECT_THAT(window.last_message(), HasSubstr("bad.json:"));
    EXPECT_THAT(window.last_message(), HasSubstr(expected));
    EXPECT_THAT(window.last_message(), Not(HasSubstr("\n")));
    EXPECT_FALSE(lessons().open()) << text;
  }
  EXPECT_EQ(window.model.session.world().hash(), before);
  EXPECT_EQ(lessons().all().size(), count);
  folder.write("huge.json", std::string(kMaxLessonFile + 1, ' '));
  EXPECT_TRUE(begin_lesson(window.model, "huge.json").failed());
}

TEST_F(LessonFilesInTheWindow, a_scene_beside_it_is_named_by_its_path) {
  std::filesystem::create_directory("scenes");
  save_file(window.model, "scenes/mine.json");
  folder.write("a.json", R"({"title": "A", "steps": [{"text": "x", "goal": ["sprites = 9"],
      "setup": {"scene": "scenes/mine.json", "broadphase": "quadtree", "launch": true}}]})");
  ASSERT_FALSE(begin_lesson(window.model, "./a.json").failed());
  EXPECT_EQ(window.model.session.world().size(), 4u);
  EXPECT_EQ(window.model.session.settings().broadphase->id, "quadtree");
  EXPECT_FALSE(begin_lesson(window.model, "a.json").failed()) << "again: in its own place";
  EXPECT_EQ(lessons().all().size(), 12u) << "ours and this one";
}

// The link of a lesson that is open, as it would lie in the clipboard.
std::string link_of(ApplicationModel& model) {
  std::string link;
  copy_link(model, [&](const char* rest, const char* text) {
    link = rest + std::string(*text ? "document=" : "") + text;
  });
  return link;
}

TEST_F(LessonFilesInTheWindow, a_link_opens_a_lesson_of_a_teacher_at_its_step) {
  std::filesystem::create_directory("scenes");
  save_file(window.model, "scenes/mine.json");
  folder.write("a.json", R"({"title": "A", "steps": [
      {"text": "x", "goal": ["sprites = 9"], "setup": {"scene": "scenes/mine.json"}},
      {"text": "y", "goal": ["sprites = 8"], "setup": {"scene": "scenes/mine.json"}}]})");
  ASSERT_FALSE(begin_lesson(window.model, "a.json").failed());
  window.model.study(lesson::Open{absolute_path("a.json"), 1});
  const std::string link = link_of(window.model);
  EXPECT_TRUE(link.starts_with("step=2&document={")) << link;
  HeadlessWindow other("walls");
  other.key("p");  // so that the world stays as it is
  const std::uint64_t world = other.model.session.world().hash();
  ASSERT_FALSE(open_link(other.model, link).failed());
  other.frames(3);
  const Lessons& there = other.model.lab.lessons;
  ASSERT_TRUE(there.open());
  EXPECT_EQ(there.open()->title.en, "A");
  EXPECT_EQ(there.step(), 1u);
  EXPECT_EQ(other.model.session.world().size(), 4u);
  EXPECT_EQ(link_of(other.model), link) << "the link can be passed on";
  other.click_widget("lessons.leave");
  EXPECT_EQ(other.model.session.world().hash(), world);
  EXPECT_EQ(there.all().size(), 12u) << "it replaces no other lesson";
}

TEST_F(LessonFilesInTheWindow, a_link_opens_a_lesson_of_the_program_at_its_step) {
  ASSERT_FALSE(open_link(window.model, "lesson=clustering&step=3").failed());
  window.frames(3);
  EXPECT_EQ(lessons().open()->id, "clustering");
  EXPECT_EQ(lessons().step(), 2u);
  EXPECT_EQ(link_of(window.model), "lesson=clustering&step=3");
  window.click_widget("lessons.back");
  window.frames(3);
  EXPECT_EQ(lessons().step(), 1u) << "what lies before is free";
  EXPECT_TRUE(open_link(window.model, "lesson=clustering&step=5").failed());
  EXPECT_TRUE(open_link(window.model, "lesson=clustering&step=x").failed());
}

TEST_F(LessonFilesInTheWindow, a_step_that_is_set_up_while_the_scene_runs_begins_paused) {
  ASSERT_FALSE(window.model.paused);
  window.key("F3");
  window.click_widget("lessons.make");
  window.click_widget("maker.set-up");
  window.frames(3);
  EXPECT_TRUE(draft().step.setup.paused);
  window.click_widget("maker.record");
  window.frames(3);
  EXPECT_TRUE(window.model.paused);
}

TEST_F(LessonFilesInTheWindow, a_scene_keeps_its_title_its_note_and_that_it_is_paused) {
  const char* scene = R"({"phasebox": 1, "title": "Two walls", "note": "Look at the gap.",
      "paused": true, "scene": "walls", "broadphase": "rdc", "narrowphase": "none"})";
  ASSERT_FALSE(window.model.paused);
  drop_file(window.model, folder.write("walls.json", scene));
  window.frames(3);
  EXPECT_TRUE(window.model.paused);
  EXPECT_EQ(window_title(window.model), "Two walls - Phasebox");
  EXPECT_TRUE(window.shows("note"));
  window.click_widget("note.dismiss");
  window.frames(2);
  EXPECT_FALSE(window.shows("note"));
  save_file(window.model, "again.json");
  for (const char* kept : {"\"Two walls\"", "\"Look at the gap.\"", "\"paused\": true"})
    EXPECT_THAT(folder.read("again.json"), HasSubstr(kept));

  window.key("]");
  EXPECT_EQ(window.model.session.settings().scene_title, "") << "another scene is not that one";
  window.key("Ctrl+Z");
  EXPECT_EQ(window.model.session.settings().scene_title, "Two walls");
  first.emplace(begin_with("again.json"));
  EXPECT_TRUE(window.model.paused);
  EXPECT_TRUE(window.shows("note"));
  first.reset();
  HeadlessWindow linked;
  ASSERT_FALSE(open_link(linked.model, "document=" + folder.read("again.json")).failed());
  EXPECT_EQ(linked.model.session.settings().scene_note, "Look at the gap.");
  EXPECT_TRUE(linked.model.paused);
}

}  // namespace lesson_files_test
}  // namespace phasebox::ui
