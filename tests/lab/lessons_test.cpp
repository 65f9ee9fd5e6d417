// SPDX-License-Identifier: MIT
// Claims about lessons as files and as studies, and about the way through each of them.
#include "lab/lessons/lessons.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/lab.hpp"
#include "lab/lessons/lesson_parser.hpp"
#include "lab/oracle.hpp"
#include "lesson_player.hpp"

namespace phasebox {

// Claims about the lessons: their data, their goals, their numbers, and the way through them.

namespace lessons_test {

using test::all_lessons;
using test::Player;
using test::solutions_of;

std::vector<std::string> quotes(std::string_view text) {
  std::vector<std::string> found;
  constexpr std::string_view kOpen = "“", kClose = "”";
  for (auto at = text.find(kOpen); at != text.npos; at = text.find(kOpen, at + 1)) {
    const auto begin = at + kOpen.size();
    found.emplace_back(text.substr(begin, text.find(kClose, at) - begin));
  }
  return found;
}

// The same widgets are named in the same order, so that no text names one that is not there.
TEST(Lessons, name_the_same_widgets_in_both_languages) {
  const auto named = [](std::string_view text) {
    std::vector<std::string> names = quotes(text);
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
  };
  for (const Lesson& lesson : all_lessons())
    for (const LessonStep& step : lesson.steps)
      for (const Words& words : {lesson.title, step.text, step.hint}) {
        EXPECT_EQ(named(words.en), named(words.zh)) << words.en;
        EXPECT_NE(words.en, "");
        EXPECT_NE(words.zh, "") << words.en;
      }
  for (const Lesson& lesson : all_lessons())
    for (const LessonStep& step : lesson.steps) {
      EXPECT_EQ(named(step.after.en), named(step.after.zh)) << step.after.en;
      EXPECT_EQ(step.after.en.empty(), step.after.zh.empty()) << step.after.en;
    }
}

TEST(Lessons, ask_only_for_what_there_is) {
  Player player;
  for (const Lesson& lesson : all_lessons())
    for (const LessonStep& step : lesson.steps) {
      player.set_up(step.setup);
      for (const auto& clause : step.goal)
        for (const Condition& condition : clause)
          EXPECT_TRUE(standing(condition, player.facts()).is_known)
              << lesson.id << ": " << condition_text(condition);
    }
}

// A fresh session for each step, and one that all steps go through: what was there before does not
// matter.
TEST(Lessons, no_goal_is_reached_by_the_set_up_and_each_by_its_solution) {
  Player everything;
  for (const Lesson& lesson : all_lessons()) {
    const auto solutions = solutions_of(lesson.id);
    ASSERT_EQ(solutions.size(), lesson.steps.size()) << lesson.id;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      const LessonStep& step = lesson.steps[i];
      Player fresh;
      for (Player* player : {&fresh, &everything}) {
        player->set_up(step.setup);
        EXPECT_FALSE(is_fulfilled(step.goal, player->facts()))
            << lesson.id << " step " << i + 1 << ": " << player->describe(step.goal);
        player->solve(solutions[i]);
        EXPECT_TRUE(is_fulfilled(step.goal, player->facts()))
            << lesson.id << " step " << i + 1 << ": " << player->describe(step.goal);
      }
    }
  }
}

TEST(Lessons, a_set_up_does_not_depend_on_what_was_there) {
  Player fresh, used;
  ASSERT_FALSE(used.session().apply(command::SetParam{owner_named("world"), "snap", 1}).failed());
  ASSERT_FALSE(
      used.session().apply(command::SetParam{owner_named("rdc"), "contact-threshold", 9}).failed());
  ASSERT_FALSE(used.session().apply(command::LoadScene{"walls"}).failed());
  ASSERT_FALSE(used.session().apply(command::SetParam{owner_named("scene"), "count", 7}).failed());
  for (const Lesson& lesson : all_lessons())
    for (const LessonStep& step : lesson.steps) {
      fresh.set_up(step.setup), used.set_up(step.setup);
      EXPECT_EQ(fresh.session().hash(), used.session().hash()) << lesson.id;
    }
}

}  // namespace lessons_test

// Lesson files that are wrong are refused; goals are read as they are written.

namespace lesson_files_test {

using test::Player;
using testing::HasSubstr;

std::string refusal(const std::string& json) {
  const LessonFile file{"bad", json};
  const auto lessons = parse_lessons({&file, 1});
  return lessons.failed() ? lessons.error().text : "";
}

TEST(LessonFiles, are_refused_with_what_is_wrong) {
  const auto with = [](const std::string& step) {
    return R"({"number": 1, "id": "a", "title": {"en": "A", "zh": "甲"}, "minutes": 1, "steps": [)" +
           step + "]}";
  };
  const std::string texts = R"("text": {"en": "x", "zh": "x"}, "hint": {"en": "x", "zh": "x"})";
  EXPECT_EQ(refusal(with("{" + texts + R"(, "goal": ["groups = 3"]})")), "");
  EXPECT_EQ(refusal(R"({"title": "A", "steps": [{"text": {"zh": "甲"}, "goal": "groups = 3"}]})"),
            "bad: step 1: /goal: must be an array");
  EXPECT_EQ(refusal(R"({"title": "A", "steps": [{"text": {"zh": "甲"}, "goal": ["groups = 3"]}]})"),
            "");
  EXPECT_THAT(refusal("{"), HasSubstr("bad:1: "));
  EXPECT_THAT(refusal(R"({"number": 5e11, "id": "a", "title": {"en": "A", "zh": "A"}})"),
              HasSubstr("/number: must be a whole number"));
  EXPECT_THAT(refusal(with("")), HasSubstr("a lesson needs at least one of \"steps\""));
  EXPECT_THAT(refusal(with("{" + texts + R"(, "goal": []})")),
              HasSubstr("bad: step 1: /: a step needs a goal"));
  EXPECT_THAT(refusal(with("{" + texts + R"(, "goal": ["groups is 3"]})")),
              HasSubstr("step 1: /goal/0: 'groups is 3' is no condition"));
  EXPECT_THAT(refusal(with("{" + texts + R"(, "aim": ["groups = 3"]})")),
              HasSubstr("step 1: /goal: must be given"));
  EXPECT_THAT(refusal(with("{" + texts + R"(, "goal": ["groups = 3"], "aim": 1})")),
              HasSubstr("step 1: /aim: there is no such key"));
  EXPECT_THAT(refusal(with(R"({"text": {"fr": "x"}})")),
              HasSubstr("/text/fr: there is no such key"));
  EXPECT_THAT(refusal(with(R"({"text": "", "goal": ["groups = 3"]})")),
              HasSubstr("a step needs a text"));
}

TEST(LessonGoals, are_read_as_they_are_written) {
  for (const char* text : {"groups = 3", "broadphase != rdc", "rdc.group-size >= 5"})
    EXPECT_EQ(condition_text(*parse_condition(text)), text);
  for (const char* text : {"groups", "groups 3", "groups < 3", " = 3", "groups =", "= 3"})
    EXPECT_TRUE(parse_condition(text).failed()) << text;
}

TEST(LessonGoals, of_one_clause_need_one_condition_and_of_many_all) {
  Player player;
  player.play({command::LoadScene{"lesson"}});
  const auto condition = [](const char* text) { return *parse_condition(text); };
  EXPECT_TRUE(is_fulfilled({{condition("sprites = 9"), condition("groups = 4")}}, player.facts()));
  EXPECT_FALSE(
      is_fulfilled({{condition("sprites = 9")}, {condition("groups = 4")}}, player.facts()));
  EXPECT_FALSE(standing(condition("unicorns = 1"), player.facts()).is_known);
  EXPECT_FALSE(standing(condition("rdc.unicorns = 1"), player.facts()).is_known);
  EXPECT_FALSE(standing(condition("groups = many"), player.facts()).is_known);
}

}  // namespace lesson_files_test

// Taking lessons: what counts as done, what is refused, when a hint appears.

namespace lesson_way_test {

using test::all_lessons;
using test::Player;
using test::solutions_of;
using testing::HasSubstr;

class Way : public testing::Test {
 protected:
  Way() { lab.lessons.load(all_lessons()); }
  Status tell(LabCommand command) { return lab.apply(command, player.session()); }
  // What the window does when a step begins.
  void set_up() {
    const auto setup = lab.lessons.take_setup();
    ASSERT_TRUE(setup);
    player.set_up(*setup);
  }
  void look(double now = 0) { lab.lessons.look(player.facts(), now); }
  static bool drags(const test::Solution& solution) {
    return std::ranges::any_of(solution.commands, [](const Command& command) {
      return std::holds_alternative<command::Grab>(command);
    });
  }
  // Begins a step and does something other than what solves it: the step must stay open.
  void expect_open(const Lesson& lesson, std::size_t step, const test::Solution& way,
                   const std::string& what) {
    ASSERT_FALSE(tell(lesson::Open{lesson.id, step}).failed());
    set_up(), look();
    player.solve(way), look();
    EXPECT_FALSE(lab.lessons.is_reached()) << lesson.id << " " << step + 1 << " by " << what;
  }

  Lab lab;
  Player player;
};

TEST_F(Way, leads_through_every_step_of_every_lesson) {
  for (const Lesson& lesson : lab.lessons.all()) {
    ASSERT_FALSE(tell(lesson::Open{lesson.id}).failed());
    const auto solutions = solutions_of(lesson.id);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      EXPECT_EQ(lab.lessons.step(), i);
      set_up(), look();
      EXPECT_FALSE(lab.lessons.is_done(i)) << lesson.id << " " << i;
      player.solve(solutions[i]), look();
      EXPECT_TRUE(lab.lessons.is_done(i)) << lesson.id << " " << i;
      EXPECT_EQ(lab.lessons.finished().contains(lesson.id), i + 1 == lesson.steps.size());
      if (i + 1 == lesson.steps.size()) break;
      ASSERT_FALSE(tell(lesson::GoTo{i + 1}).failed());
    }
  }
  EXPECT_EQ(lab.lessons.finished().size(), lab.lessons.all().size());
}

TEST_F(Way, a_step_is_not_done_while_the_pointer_holds_the_sprite) {
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}).failed());
  set_up(), look();
  player.play({command::Grab{0}, command::Drag{{830, 400}}}), look();
  EXPECT_TRUE(is_fulfilled(lab.lessons.current().goal, player.facts()));
  EXPECT_FALSE(lab.lessons.is_done(0));
  player.play({command::Release{}}), look();
  EXPECT_TRUE(lab.lessons.is_done(0));
}

TEST_F(Way, a_step_that_begins_fulfilled_counts_only_after_the_user_acted) {
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}).failed());
  set_up();
  player.solve(solutions_of("brute-force")[0]);  // before the first look
  look();
  EXPECT_FALSE(lab.lessons.is_done(0));
  player.play({command::Grab{0}, command::Drag{{200, 200}}, command::Release{}}), look();
  player.solve(solutions_of("brute-force")[0]), look();
  EXPECT_TRUE(lab.lessons.is_done(0));
}

TEST_F(Way, refuses_to_skip_and_says_why) {
  EXPECT_THAT(tell(lesson::GoTo{0}).error().text, HasSubstr("no lesson is open"));
  EXPECT_THAT(tell(lesson::Open{"juggling"}).error().text, HasSubstr("clustering"));
  ASSERT_FALSE(tell(lesson::Open{"clustering"}).failed());
  EXPECT_THAT(tell(lesson::GoTo{2}).error().text, HasSubstr("step 2, which is not done yet"));
  EXPECT_THAT(tell(lesson::GoTo{9}).error().text, HasSubstr("this lesson has 4"));
  EXPECT_EQ(lab.lessons.step(), 0u);
}

TEST_F(Way, goes_back_and_forth_over_steps_that_are_done) {
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}).failed());
  set_up(), look();
  player.solve(solutions_of("brute-force")[0]), look();
  ASSERT_FALSE(tell(lesson::GoTo{1}).failed());
  set_up(), look();
  ASSERT_FALSE(tell(lesson::GoTo{0}).failed());
  set_up(), look();
  EXPECT_TRUE(lab.lessons.is_done(0)) << "it stays ticked";
  EXPECT_FALSE(tell(lesson::GoTo{1}).failed());
}

// A number that is dragged past the goal has not reached it.
TEST_F(Way, a_step_is_judged_when_the_widget_is_released) {
  ASSERT_FALSE(tell(lesson::Open{"group-size"}).failed());
  set_up(), look();
  const auto drag_to = [&](double size, bool is_held) {
    player.play({command::SetParam{owner_named("rdc"), "group-size", size}});
    LessonFacts facts = player.facts();
    facts.is_held = is_held;
    lab.lessons.look(facts, 0);
  };
  drag_to(7, true);
  EXPECT_FALSE(lab.lessons.is_done(0)) << "on the way";
  drag_to(1000, true), drag_to(1000, false);
  EXPECT_FALSE(lab.lessons.is_done(0)) << "wanted at most 10";
  EXPECT_TRUE(
      std::ranges::any_of(lab.lessons.standings(), [](const Standing& s) { return !s.is_met; }));
  drag_to(8, true), drag_to(8, false);
  EXPECT_TRUE(lab.lessons.is_done(0));
}

TEST_F(Way, a_step_that_begins_again_is_done_and_not_reached) {
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}).failed());
  set_up(), look();
  EXPECT_FALSE(lab.lessons.is_reached());
  player.solve(solutions_of("brute-force")[0]), look();
  EXPECT_TRUE(lab.lessons.is_reached());
  player.play({command::Grab{0}, command::Drag{{200, 200}}, command::Release{}}), look();
  EXPECT_TRUE(lab.lessons.is_reached()) << "what was done stays done";
  EXPECT_FALSE(lab.lessons.standings()[0].is_met) << "the numbers are of now";
  ASSERT_FALSE(tell(lesson::GoTo{0}).failed());
  set_up(), look();
  EXPECT_TRUE(lab.lessons.is_done(0)) << "one may go on";
  EXPECT_FALSE(lab.lessons.is_reached());
  ASSERT_EQ(lab.lessons.standings().size(), 1u);
  EXPECT_FALSE(lab.lessons.standings()[0].is_met) << "shown as it stands";
}

// Each step of each lesson by ways that its text does not say, alone and with the solution.
TEST_F(Way, no_step_is_done_by_another_way_than_its_text_says) {
  const auto set = [](const char* owner, const char* key, double value) -> Command {
    return command::SetParam{owner_named(owner), key, value};
  };
  for (const Lesson& lesson : lab.lessons.all()) {
    ASSERT_FALSE(tell(lesson::Open{lesson.id}).failed());
    const auto solutions = solutions_of(lesson.id);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      set_up(), look();
      Sprite launched = player.session().world().get(0);
      launched.position = {1240, 690};
      const auto size = static_cast<std::uint32_t>(player.session().world().size());
      const std::pair<const char*, test::Solution> wrong[] = {
          {"sprites", {{command::AddSprite{launched}}}},
          {"sprites", {{command::SetCount{size - 1}}}},
          {"broadphase", {{command::SelectBroadphase{"kd-tree"}}}},
          {"narrowphase", {{command::SelectNarrowphase{"bit-mask"}}}},
          {"rdc.group-size", {{set("rdc", "group-size", 900)}}},
          {"rdc.contact-threshold", {{set("rdc", "contact-threshold", -60)}}},
          {"world.snap-size", {{set("world", "snap-size", 64)}}},
          {"steps", {{}, 150}},
          {"drags", {{command::Grab{0}, command::Drag{{640, 250}}, command::Release{}}}}};
      const Goal& goal = lesson.steps[i].goal;
      const auto asks = [&](const char* name) {
        return std::ranges::any_of(goal, [&](auto& clause) {
          const std::string& n = clause[0].name;
          return n == name || (!n.starts_with("sprites-") && n.find(name) != n.npos);
        });
      };
      const bool is_dragged = drags(solutions[i]);
      for (const auto& [name, way] : wrong) {
        const bool is_drag = name == std::string_view("drags");
        if (asks(name) || (is_drag && is_dragged && !asks("box."))) continue;
        player.solve(way), look();
        EXPECT_FALSE(lab.lessons.is_done(i)) << lesson.id << " " << i + 1 << " by " << name;
        // Time may pass; what solves the step may drag the sprite that is gone, or make all again.
        const bool is_made_again = name == std::string_view("sprites") && asks("scene.");
        if (name != std::string_view("steps") && !is_drag && !is_dragged && !is_made_again)
          player.solve(solutions[i]), look();
        EXPECT_FALSE(lab.lessons.is_done(i)) << lesson.id << " " << i + 1 << " with " << name;
        ASSERT_FALSE(tell(lesson::GoTo{i}).failed());
        set_up(), look();
      }
      player.solve(solutions[i]), look();
      ASSERT_TRUE(lab.lessons.is_done(i)) << lesson.id << " " << i + 1;
      if (i + 1 == lesson.steps.size()) break;
      ASSERT_FALSE(tell(lesson::GoTo{i + 1}).failed());
    }
  }
}

// What a command changes, as goals name it; empty for drags, which many goals leave free.
std::string subject_of(const Command& command, const Session& session) {
  if (const auto* c = std::get_if<command::SetParam>(&command))
    return c->owner == Owner::scene() && c->key == "count" ? "sprites"
                                                           : full_name(c->owner, c->key);
  if (std::holds_alternative<command::SelectBroadphase>(command)) return "broadphase";
  if (std::holds_alternative<command::SelectNarrowphase>(command)) return "narrowphase";
  if (std::holds_alternative<command::SetCount>(command)) return "sprites";
  if (const auto* c = std::get_if<command::FilterCategories>(&command)) {
    const auto name = [&](std::uint32_t bits) {
      return std::string(
          session.settings().scene->categories[static_cast<std::size_t>(std::countr_zero(bits))]);
    };
    return "rules." + name(std::max(c->first, c->second)) + "." +
           name(std::min(c->first, c->second));
  }
  return "";
}

// Values of a parameter beside the right one.
std::vector<double> values_beside(const Param& row, double right) {
  std::vector<double> values{row.lo, row.hi, row.init};
  if (row.kind == Param::Kind::choice)
    for (std::size_t k = 0; k < row.choices.size(); ++k) values.push_back(static_cast<double>(k));
  std::erase(values, right);
  return values;
}

// A goal names each setting that its action changes, so that no other setting can stand in for it,
// and names one value, or a range that the text gives. "Another one" is a goal only where the text
// leaves the choice free.
TEST_F(Way, each_goal_names_what_its_action_changes) {
  constexpr std::string_view kFree[] = {"brute-force 5", "failing 1", "sampling 4"};
  for (const Lesson& lesson : lab.lessons.all()) {
    const auto solutions = solutions_of(lesson.id);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      const std::string place = lesson.id + " " + std::to_string(i + 1);
      const auto asks = [&](const std::string& name) {
        return std::ranges::any_of(lesson.steps[i].goal, [&](const std::vector<Condition>& clause) {
          return std::ranges::find(clause, name, &Condition::name) != clause.end();
        });
      };
      player.set_up(lesson.steps[i].setup);
      for (const Command& command : solutions[i].commands)
        if (const std::string subject = subject_of(command, player.session()); !subject.empty()) {
          EXPECT_TRUE(asks(subject)) << place << " must name " << subject;
        }
      EXPECT_EQ(asks("tool"), !solutions[i].tool.empty()) << place;
      for (const auto& clause : lesson.steps[i].goal)
        for (const Condition& c : clause)
          if (c.relation == Relation::other && !c.name.starts_with("box.")) {
            EXPECT_NE(std::ranges::find(kFree, place), std::end(kFree)) << place << " " << c.name;
          }
    }
  }
}

// The neighbors of each step's action, made from the commands that solve it: other values, other
// parameters of the same owner, other algorithms, cells, sprites, tools, and a step less.
class Neighbors : public Way {
 protected:
  void try_all(const Lesson& lesson, std::size_t step) {
    lesson_ = &lesson;
    step_ = step;
    right_ = solutions_of(lesson.id)[step];
    player.set_up(lesson.steps[step].setup);
    for (const Command& command : right_.commands) {
      if (const auto* param = std::get_if<command::SetParam>(&command)) try_params(*param);
      if (std::holds_alternative<command::SelectBroadphase>(command)) try_broadphases();
      if (std::holds_alternative<command::SelectNarrowphase>(command)) try_narrowphases();
      if (const auto* cell = std::get_if<command::FilterCategories>(&command)) try_cells(*cell);
      if (const auto* drag = std::get_if<command::Drag>(&command)) try_sprites(drag->position);
    }
    for (const char* tool : {"", "race", "rules", "table", "over-time"})
      if (!right_.tool.empty() && tool != right_.tool)
        expect_open(lesson, step, {right_.commands, right_.steps, tool}, "another tool");
    if (right_.steps > 0 && right_.commands.empty())
      expect_open(lesson, step, {{}, right_.steps - 1, right_.tool}, "a step less");
  }

 private:
  const Goal& goal() const { return lesson_->steps[step_].goal; }
  void instead(std::vector<Command> commands, const std::string& what) {
    expect_open(*lesson_, step_, {std::move(commands), right_.steps, right_.tool}, what);
  }
  void try_params(const command::SetParam& right) {
    const ParamGroup group = player.session().settings().group(right.owner);
    for (const Param& row : group.rows) {
      if (row.key == "count") continue;  // a million sprites take too long
      player.set_up(lesson_->steps[step_].setup);
      const std::vector<double> values = values_beside(row, row.get(group.object));
      const std::string name = full_name(right.owner, row.key);
      if (row.key != right.key && !values.empty())
        instead({command::SetParam{right.owner, std::string(row.key), values[0]}, right}, name);
      for (const double value : values)
        if (row.key == right.key) try_value({right.owner, right.key, value}, name);
    }
  }
  // A value that the goal allows is a right one.
  void try_value(const command::SetParam& other, const std::string& name) {
    player.set_up(lesson_->steps[step_].setup);
    player.solve({{other}, right_.steps, right_.tool});
    if (!is_fulfilled(goal(), player.facts())) instead({other}, name);
  }
  void try_broadphases() {
    const Condition& one = goal()[0][0];
    for (const BroadphaseEntry* entry : broadphases())
      if (one.relation == Relation::equal && one.wanted != entry->id)
        instead({command::SelectBroadphase{std::string(entry->id)}}, one.wanted);
  }
  void try_narrowphases() {
    for (const NarrowphaseEntry* entry : narrowphases())
      if (goal()[0][0].wanted != entry->id)
        instead({command::SelectNarrowphase{std::string(entry->id)}}, std::string(entry->id));
  }
  void try_cells(const command::FilterCategories& right) {
    ASSERT_GT(rules_of(player.session()).size(), 10u) << "a matrix";
    for (std::uint32_t a = 1; a <= 32; a *= 2)
      for (std::uint32_t b = 1; b <= a; b *= 2)
        for (const bool collide : {false, true})
          if (a != right.first || b != right.second || collide != right.collide)
            instead({command::FilterCategories{a, b, collide}}, std::to_string(a));
  }
  // Other sprites are wrong where the goal names the box of one.
  void try_sprites(Vec2 to) {
    const bool is_named = std::ranges::any_of(goal(), [](const std::vector<Condition>& clause) {
      return clause[0].name.starts_with("box.");
    });
    const auto count = static_cast<SpriteId>(player.session().world().size());
    for (SpriteId id = 0; is_named && id < count; ++id)
      if (id != std::get<command::Grab>(right_.commands[0]).id)
        instead({command::Grab{id}, command::Drag{to}, command::Release{}}, std::to_string(id));
  }

  const Lesson* lesson_ = nullptr;
  std::size_t step_ = 0;
  test::Solution right_;
};

TEST_F(Neighbors, of_the_right_action_do_not_pass) {
  for (const Lesson& lesson : lab.lessons.all())
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) try_all(lesson, i);
}

// What is played through in a moment was not stepped through and looked at.
TEST_F(Way, ten_steps_count_only_while_paused) {
  ASSERT_FALSE(tell(lesson::Open{"coherence"}).failed());
  set_up(), look();
  player.solve({{}, 10});
  LessonFacts facts = player.facts();
  facts.is_paused = false;
  lab.lessons.look(facts, 0);
  EXPECT_FALSE(lab.lessons.is_reached());
  player.solve({{}, 1}), look();
  EXPECT_FALSE(lab.lessons.is_reached()) << "eleven";
}

TEST_F(Way, a_lesson_opens_at_a_step_and_what_lies_before_is_free) {
  EXPECT_THAT(tell(lesson::Open{"clustering", 4}).error().text, HasSubstr("this lesson has 4"));
  ASSERT_FALSE(tell(lesson::Open{"clustering", 2}).failed());
  EXPECT_EQ(lab.lessons.step(), 2u);
  EXPECT_TRUE(tell(lesson::GoTo{3}).failed()) << "step 3 is not done";
  EXPECT_FALSE(tell(lesson::GoTo{1}).failed());
  EXPECT_FALSE(tell(lesson::GoTo{2}).failed());
  set_up(), look();
  player.solve(solutions_of("clustering")[2]), look();
  EXPECT_FALSE(tell(lesson::GoTo{3}).failed());
  EXPECT_TRUE(lab.lessons.finished().empty());
  ASSERT_FALSE(tell(lesson::Open{"clustering", 0}).failed()) << "the open one, from its begin";
  EXPECT_EQ(lab.lessons.step(), 0u);
}

TEST_F(Way, opening_the_open_lesson_changes_nothing) {
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}).failed());
  set_up(), look();
  player.solve(solutions_of("brute-force")[0]), look();
  ASSERT_FALSE(tell(lesson::GoTo{1}).failed());
  set_up(), look();
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}).failed());
  EXPECT_EQ(lab.lessons.step(), 1u);
  EXPECT_TRUE(lab.lessons.is_done(0));
  EXPECT_FALSE(lab.lessons.take_setup()) << "and nothing is set up";
}

TEST_F(Way, hints_after_a_while_and_not_after_success) {
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}).failed());
  set_up(), look(100);
  EXPECT_FALSE(lab.lessons.hint_is_due(110));
  EXPECT_TRUE(lab.lessons.hint_is_due(130));
  player.solve(solutions_of("brute-force")[0]), look(131);
  EXPECT_FALSE(lab.lessons.hint_is_due(140));
}

TEST_F(Way, says_what_is_missing) {
  ASSERT_FALSE(tell(lesson::Open{"clustering"}).failed());
  set_up(), look();
  ASSERT_EQ(lab.lessons.standings().size(), 1u);
  EXPECT_EQ(lab.lessons.standings()[0].text, "groups: 2, wanted 3");
  EXPECT_EQ(standing(*parse_condition("broadphase != rdc"), player.facts()).text,
            "broadphase: RDC, wanted another");
}

}  // namespace lesson_way_test
}  // namespace phasebox
