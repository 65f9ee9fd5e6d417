// SPDX-License-Identifier: MIT
// Claims about the lessons: their data, their goals, their numbers, and the way through them.
#include "lab/lessons.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/lab.hpp"
#include "lab/oracle.hpp"
#include "lesson_player.hpp"

namespace phasebox {
namespace {

using test::all_lessons;
using test::Player;
using test::solutions_of;
using testing::HasSubstr;

const Lesson& lesson_named(const std::vector<Lesson>& all, const std::string& id) {
  return *std::ranges::find(all, id, &Lesson::id);
}

std::size_t letters(const std::string& utf8) {
  return static_cast<std::size_t>(
      std::ranges::count_if(utf8, [](char c) { return (c & 0xC0) != 0x80; }));
}

TEST(Lessons, are_eight_in_the_order_of_teaching) {
  std::vector<std::string> ids;
  for (const Lesson& lesson : all_lessons()) ids.push_back(lesson.id);
  EXPECT_THAT(ids, testing::ElementsAre("brute-force", "clustering", "touching", "group-size",
                                        "failing", "sweeping", "quadtree", "sampling"));
}

TEST(Lessons, are_short_and_whole_in_both_languages) {
  for (const Lesson& lesson : all_lessons()) {
    EXPECT_GE(lesson.steps.size(), 3u) << lesson.id;
    EXPECT_LE(lesson.steps.size(), 6u) << lesson.id;
    EXPECT_LE(lesson.minutes, 5) << lesson.id;
    for (const LessonStep& step : lesson.steps)
      for (const Words& words : {step.text, step.hint}) {
        // A Chinese letter says about as much as three English ones.
        const double share =
            static_cast<double>(letters(words.zh)) / static_cast<double>(letters(words.en));
        EXPECT_GT(share, 0.2) << words.zh;
        EXPECT_LT(share, 0.7) << words.zh;
        EXPECT_LE(letters(words.en), 400u) << words.en;
        EXPECT_NE(words.zh.find("。"), std::string::npos) << words.zh;
      }
  }
}

std::vector<std::string> quotes(std::string_view text) {
  std::vector<std::string> found;
  constexpr std::string_view kOpen = "“", kClose = "”";
  for (auto at = text.find(kOpen); at != text.npos; at = text.find(kOpen, at + 1)) {
    const auto begin = at + kOpen.size();
    found.emplace_back(text.substr(begin, text.find(kClose, at) - begin));
  }
  return found;
}

// The same widgets are named in the same order, so that nobody looks for one that is not there.
TEST(Lessons, name_the_same_widgets_in_both_languages) {
  const auto named = [](std::string_view text) {
    std::vector<std::string> names = quotes(text);
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
  };
  for (const Lesson& lesson : all_lessons())
    for (const LessonStep& step : lesson.steps)
      for (const Words& words : {step.text, step.hint})
        EXPECT_EQ(named(words.en), named(words.zh)) << words.en;
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

// "More (Shift 10, Ctrl 100)" is the menu's "More".
std::string_view without_remark(std::string_view title) {
  return title.substr(0, title.find(" ("));
}

// In “quotes” stands what the program shows: keys, choices, titles, or a text of the window.
TEST(Lessons, quote_only_what_the_program_says) {
  std::string shown;
  const auto show = [&](std::string_view words) { shown += "|" + std::string(words) + "|"; };
  const auto show_all = [&](const auto& entries) {
    for (const auto* entry : entries) show(entry->title);
  };
  show_all(broadphases()), show_all(narrowphases()), show_all(scenes());
  for (const ParamGroup& group : Player().session().groups())
    for (const Param& row : group.rows) {
      std::string key(row.key);
      std::ranges::replace(key, '-', ' ');
      show(key);
      for (const std::string_view choice : row.choices) show(choice);
    }
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(PHASEBOX_SOURCE_DIR "/src/ui")) {
    if (entry.path().extension() != ".cpp") continue;
    std::ifstream in(entry.path());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (std::size_t at = 0; (at = text.find('"', at)) != text.npos; ++at)
      if (const std::size_t end = text.find('"', at + 1); end != text.npos)
        show(without_remark(std::string_view(text).substr(at + 1, end - at - 1)));
  }
  for (const Lesson& lesson : all_lessons())
    for (const LessonStep& step : lesson.steps)
      for (const std::string& quote : quotes(step.text.en + step.hint.en)) {
        const bool is_verdict = lesson.id == "touching" && quote.find("overlaps") != quote.npos;
        EXPECT_TRUE(is_verdict || shown.find("|" + quote + "|") != shown.npos)
            << lesson.id << ": “" << quote << "”";
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
        player->play(solutions[i]);
        EXPECT_TRUE(is_fulfilled(step.goal, player->facts()))
            << lesson.id << " step " << i + 1 << ": " << player->describe(step.goal);
      }
    }
  }
}

TEST(Lessons, a_set_up_does_not_depend_on_what_was_there) {
  Player fresh, used;
  ASSERT_FALSE(used.session().apply(command::SetParam{"world", "snap", 1}));
  ASSERT_FALSE(used.session().apply(command::SetParam{"rdc", "contact-threshold", 9}));
  ASSERT_FALSE(used.session().apply(command::LoadScene{"walls"}));
  ASSERT_FALSE(used.session().apply(command::SetParam{"scene", "count", 7}));
  for (const Lesson& lesson : all_lessons())
    for (const LessonStep& step : lesson.steps) {
      fresh.set_up(step.setup), used.set_up(step.setup);
      EXPECT_EQ(fresh.session().hash(), used.session().hash()) << lesson.id;
    }
}

// ---- the numbers in the texts

class Numbers : public testing::Test {
 protected:
  // Sets up a step (from 1) and checks that its text says the number in both languages.
  void step(const std::string& id, std::size_t number, std::initializer_list<std::string> said) {
    const Lesson& lesson = lesson_named(all, id);
    const LessonStep& now = lesson.steps.at(number - 1);
    for (const std::string& words : said) {
      EXPECT_THAT(now.text.en, HasSubstr(words));
      EXPECT_THAT(now.text.zh, HasSubstr(words));
    }
    player.set_up(now.setup);
    solution = solutions_of(id).at(number - 1);
  }
  void solve() { player.play(solution); }
  const Counters& now() const { return player.counters(); }

  std::vector<Lesson> all = all_lessons();
  Player player;
  std::vector<Command> solution;
};

TEST_F(Numbers, of_brute_force_are_true) {
  step("brute-force", 3, {"1", "3", "6"});
  EXPECT_EQ(now().box_tests, 1u);
  player.play({command::SetCount{3}});
  EXPECT_EQ(now().box_tests, 3u);
  solve();
  EXPECT_EQ(now().box_tests, 6u);
  step("brute-force", 4, {"20", "190"});
  solve();
  EXPECT_EQ(now().box_tests, 190u);
  step("brute-force", 5, {"40", "780", "400", "79,800"});
  EXPECT_EQ(now().box_tests, 780u);
  const auto candidates = now().candidates;
  EXPECT_GT(candidates, 0u);
  for (const BroadphaseEntry* entry : broadphases()) {
    if (entry->id == "brute-force") continue;
    player.play({command::SelectBroadphase{std::string(entry->id)}});
    EXPECT_EQ(now().candidates, candidates) << entry->id << " finds the same pairs";
    EXPECT_LE(now().box_tests, 500u) << entry->id;
  }
  player.play({command::SelectBroadphase{"brute-force"}, command::SetCount{400}});
  EXPECT_EQ(now().box_tests, 79'800u);
}

TEST_F(Numbers, of_clustering_are_true) {
  step("clustering", 1, {});
  EXPECT_EQ(now().groups, 2u);
  step("clustering", 2, {});
  EXPECT_EQ(now().groups, 2u);
  solve();
  EXPECT_EQ(now().depth, 2u);
  step("clustering", 3, {});
  EXPECT_EQ(now().groups, 3u) << "one cut along x is enough";
  solve();
  EXPECT_EQ(now().groups, 3u);
  step("clustering", 4, {});
  EXPECT_EQ(now().groups, 1u);
  EXPECT_EQ(now().sprites, 6u);
}

TEST_F(Numbers, of_touching_are_true) {
  step("touching", 1, {"16"});
  const auto boxes = player.session().frame().boxes;
  EXPECT_EQ(boxes[1].min.x - boxes[0].max.x, 2) << "two pixels of air";
  solve();
  EXPECT_EQ(now().candidates, 0u);
  step("touching", 2, {});
  EXPECT_EQ(now().groups, 2u) << "touching boxes are cut apart";
  EXPECT_EQ(now().candidates, 0u);
  step("touching", 3, {});
  EXPECT_EQ(now().groups, 4u);
  step("touching", 4, {"3", "0"});
  EXPECT_EQ(now().groups, 1u);
  EXPECT_EQ(now().candidates, 3u);
  EXPECT_TRUE(player.session().is_exact());
  solve();
  EXPECT_EQ(now().candidates, 0u);
  EXPECT_FALSE(player.session().is_exact());
  const Lesson& lesson = lesson_named(all, "touching");
  const std::string said = describe(full_verdict(player.session()), player.session());
  EXPECT_THAT(lesson.steps[3].text.en, HasSubstr("“" + said + "”")) << "as the line at the bottom";
  step("touching", 5, {});
  EXPECT_EQ(now().candidates, 0u);
}

TEST_F(Numbers, of_group_size_are_true) {
  step("group-size", 1, {"48"});
  EXPECT_EQ(now().groups, 48u);
  EXPECT_EQ(now().box_tests, 0u);
  const auto boundaries = now().boundaries;
  solve();
  EXPECT_LT(now().boundaries, boundaries);
  step("group-size", 2, {"1,128"});
  solve();
  EXPECT_EQ(now().box_tests, 1128u);
  step("group-size", 3, {});
  EXPECT_EQ(now().box_tests, 1128u);
}

TEST_F(Numbers, of_failing_are_true) {
  step("failing", 1, {"40", "780"});
  EXPECT_EQ(now().groups, 1u);
  for (const BroadphaseEntry* entry : broadphases()) {
    player.play({command::SelectBroadphase{std::string(entry->id)}});
    EXPECT_EQ(now().candidates, 780u) << entry->id;
  }
  step("failing", 2, {"60"});
  EXPECT_EQ(now().groups, 1u);
  EXPECT_EQ(now().sprites, 60u);
  step("failing", 3, {"n·exp(-n·L/W)"});
  EXPECT_GT(now().groups, 1u);
}

TEST_F(Numbers, of_sweeping_are_true) {
  step("sweeping", 1, {"45", "4"});
  EXPECT_EQ(now().box_tests, 45u);
  solve();
  EXPECT_EQ(now().box_tests, 4u);
  step("sweeping", 2, {});
  const Goal three{{*parse_condition("voids = 3")}};
  EXPECT_TRUE(is_fulfilled(three, player.facts())) << player.describe(three);
  step("sweeping", 3, {"66"});
  EXPECT_EQ(now().box_tests, 66u);
  solve();
  EXPECT_EQ(now().box_tests, 0u);
}

// What every step is about moves the way its text says.
TEST_F(Numbers, move_as_the_texts_say) {
  enum Way { falls, stays, rises };
  struct Move {
    const char* lesson;
    std::size_t step;
    const char* fact;
    Way way;
  };
  constexpr Move kMoves[] = {
      {"brute-force", 1, "collisions", rises},   {"brute-force", 2, "candidates", rises},
      {"brute-force", 3, "box-tests", rises},    {"brute-force", 4, "box-tests", rises},
      {"brute-force", 5, "box-tests", falls},    {"clustering", 1, "groups", rises},
      {"clustering", 2, "groups", rises},        {"clustering", 3, "passes", rises},
      {"clustering", 4, "groups", rises},        {"touching", 1, "touching", rises},
      {"touching", 2, "groups", falls},          {"touching", 3, "groups", falls},
      {"touching", 4, "candidates", falls},      {"touching", 5, "candidates", rises},
      {"group-size", 1, "groups", falls},        {"group-size", 2, "box-tests", rises},
      {"group-size", 3, "box-tests", falls},     {"failing", 1, "candidates", stays},
      {"failing", 2, "groups", rises},           {"failing", 3, "groups", falls},
      {"sweeping", 1, "box-tests", falls},       {"sweeping", 2, "voids", rises},
      {"sweeping", 3, "box-tests", falls},       {"quadtree", 1, "box-tests", falls},
      {"quadtree", 2, "box-tests", falls},       {"quadtree", 3, "box-tests", rises},
      {"quadtree", 4, "sprites-in-root", falls}, {"sampling", 1, "collisions", falls},
      {"sampling", 2, "collisions", rises},      {"sampling", 3, "pixel-reads", falls},
      {"sampling", 4, "collisions", rises}};
  const auto value = [&](const char* fact) {  // "groups: 2, wanted 3"
    const std::string words = standing({fact, Relation::equal, "0"}, player.facts()).words.en;
    return std::stoull(words.substr(words.find(": ") + 2));
  };
  std::size_t steps = 0;
  for (const Lesson& lesson : all) steps += lesson.steps.size();
  EXPECT_EQ(std::size(kMoves), steps) << "one for every step";
  for (const Move& move : kMoves) {
    step(move.lesson, move.step, {});
    const auto before = value(move.fact);
    solve();
    const auto after = value(move.fact);
    const Way way = after < before ? falls : after > before ? rises : stays;
    EXPECT_EQ(way, move.way) << move.lesson << " " << move.step << ": " << move.fact << " from "
                             << before << " to " << after;
  }
}

TEST_F(Numbers, of_quadtree_are_true) {
  step("quadtree", 1, {"80", "3,160"});
  EXPECT_EQ(now().box_tests, 3160u);
  step("quadtree", 2, {"10", "4"});
  const Counters before = now();
  solve();
  EXPECT_GT(now().groups, before.groups) << "more nodes";
  EXPECT_LT(now().box_tests, before.box_tests) << "fewer tests";
  const auto in_root = [&](std::size_t n) {
    const Condition held{"sprites-in-root", Relation::equal, std::to_string(n)};
    EXPECT_TRUE(standing(held, player.facts()).is_met) << standing(held, player.facts()).words.en;
  };
  step("quadtree", 3, {"6", "5"});
  in_root(4);
  const auto tests = now().box_tests;
  EXPECT_EQ(tests, 6u + 8) << "four in the root, and two pairs in each quarter";
  solve();
  in_root(5);
  EXPECT_GT(now().box_tests, tests);
  step("quadtree", 4, {});
  solve();
  in_root(0);
}

TEST_F(Numbers, of_sampling_are_true) {
  step("sampling", 1, {});
  EXPECT_EQ(now().candidates, 1u);
  EXPECT_EQ(now().collisions, 1u) << "\"none\" believes every candidate";
  step("sampling", 3, {});
  const auto all_reads = static_cast<double>(now().pixel_reads);
  player.play({command::SetParam{"pixel-samples", "n", 2}});
  EXPECT_NEAR(static_cast<double>(now().pixel_reads) * 4 / all_reads, 1, 0.1);
  solve();
  EXPECT_NEAR(static_cast<double>(now().pixel_reads) * 16 / all_reads, 1, 0.15);
  step("sampling", 4, {"32", "8"});
  EXPECT_EQ(now().candidates, 1u);
  for (int n = 32; n >= 1; --n) {
    player.play({command::SetParam{"pixel-samples", "n", static_cast<double>(n)}});
    EXPECT_EQ(now().collisions, n <= 8 ? 1u : 0u) << "n = " << n << ": the finer the better";
  }
}

// ---- the way through

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

  Lab lab;
  Player player;
};

TEST_F(Way, leads_through_every_step_of_every_lesson) {
  for (const Lesson& lesson : lab.lessons.all()) {
    ASSERT_FALSE(tell(lesson::Open{lesson.id}));
    const auto solutions = solutions_of(lesson.id);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      EXPECT_EQ(lab.lessons.step(), i);
      set_up(), look();
      EXPECT_FALSE(lab.lessons.is_done(i)) << lesson.id << " " << i;
      player.play(solutions[i]), look();
      EXPECT_TRUE(lab.lessons.is_done(i)) << lesson.id << " " << i;
      EXPECT_EQ(lab.lessons.finished().contains(lesson.id), i + 1 == lesson.steps.size());
      if (i + 1 == lesson.steps.size()) break;
      ASSERT_FALSE(tell(lesson::GoTo{i + 1}));
    }
  }
  EXPECT_EQ(lab.lessons.finished().size(), 8u);
}

TEST_F(Way, a_step_is_not_done_while_a_hand_holds_the_sprite) {
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}));
  set_up(), look();
  player.play({command::Grab{0}, command::Drag{{830, 400}}}), look();
  EXPECT_TRUE(is_fulfilled(lab.lessons.current().goal, player.facts()));
  EXPECT_FALSE(lab.lessons.is_done(0));
  player.play({command::Release{}}), look();
  EXPECT_TRUE(lab.lessons.is_done(0));
}

TEST_F(Way, a_step_that_begins_fulfilled_counts_only_after_the_person_acted) {
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}));
  set_up();
  player.play(solutions_of("brute-force")[0]);  // before the first look
  look();
  EXPECT_FALSE(lab.lessons.is_done(0));
  player.play({command::Grab{0}, command::Drag{{200, 200}}, command::Release{}}), look();
  player.play(solutions_of("brute-force")[0]), look();
  EXPECT_TRUE(lab.lessons.is_done(0));
}

TEST_F(Way, refuses_to_skip_and_says_why) {
  EXPECT_THAT(tell(lesson::GoTo{0})->text, HasSubstr("no lesson is open"));
  EXPECT_THAT(tell(lesson::Open{"juggling"})->text, HasSubstr("clustering"));
  ASSERT_FALSE(tell(lesson::Open{"clustering"}));
  EXPECT_THAT(tell(lesson::GoTo{2})->text, HasSubstr("step 2, which is not done yet"));
  EXPECT_THAT(tell(lesson::GoTo{9})->text, HasSubstr("this lesson has 4"));
  EXPECT_EQ(lab.lessons.step(), 0u);
}

TEST_F(Way, goes_back_and_forth_over_steps_that_are_done) {
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}));
  set_up(), look();
  player.play(solutions_of("brute-force")[0]), look();
  ASSERT_FALSE(tell(lesson::GoTo{1}));
  set_up(), look();
  ASSERT_FALSE(tell(lesson::GoTo{0}));
  set_up(), look();
  EXPECT_TRUE(lab.lessons.is_done(0)) << "it stays ticked";
  EXPECT_FALSE(tell(lesson::GoTo{1}));
}

// A number that is dragged past the goal has not reached it.
TEST_F(Way, a_step_is_judged_when_the_widget_is_released) {
  ASSERT_FALSE(tell(lesson::Open{"group-size"}));
  set_up(), look();
  const auto drag_to = [&](double size, bool is_held) {
    player.play({command::SetParam{"rdc", "group-size", size}});
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
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}));
  set_up(), look();
  EXPECT_FALSE(lab.lessons.is_reached());
  player.play(solutions_of("brute-force")[0]), look();
  EXPECT_TRUE(lab.lessons.is_reached());
  ASSERT_FALSE(tell(lesson::GoTo{0}));
  set_up(), look();
  EXPECT_TRUE(lab.lessons.is_done(0)) << "one may go on";
  EXPECT_FALSE(lab.lessons.is_reached());
  ASSERT_EQ(lab.lessons.standings().size(), 1u);
  EXPECT_FALSE(lab.lessons.standings()[0].is_met) << "shown as it stands";
}

TEST_F(Way, opening_the_open_lesson_changes_nothing) {
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}));
  set_up(), look();
  player.play(solutions_of("brute-force")[0]), look();
  ASSERT_FALSE(tell(lesson::GoTo{1}));
  set_up(), look();
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}));
  EXPECT_EQ(lab.lessons.step(), 1u);
  EXPECT_TRUE(lab.lessons.is_done(0));
  EXPECT_FALSE(lab.lessons.take_setup()) << "and nothing is set up";
}

TEST_F(Way, hints_after_a_while_and_not_after_success) {
  ASSERT_FALSE(tell(lesson::Open{"brute-force"}));
  set_up(), look(100);
  EXPECT_FALSE(lab.lessons.hint_is_due(110));
  EXPECT_TRUE(lab.lessons.hint_is_due(130));
  player.play(solutions_of("brute-force")[0]), look(131);
  EXPECT_FALSE(lab.lessons.hint_is_due(140));
}

TEST_F(Way, says_in_both_languages_what_is_missing) {
  ASSERT_FALSE(tell(lesson::Open{"clustering"}));
  set_up(), look();
  ASSERT_EQ(lab.lessons.standings().size(), 1u);
  EXPECT_EQ(lab.lessons.standings()[0].words.en, "groups: 2, wanted 3");
  EXPECT_EQ(lab.lessons.standings()[0].words.zh, "组：2，目标：3");
  const Words other = standing(*parse_condition("broadphase != rdc"), player.facts()).words;
  EXPECT_EQ(other.en, "broadphase: Recursive dimensional clustering, wanted another");
}

// ---- data that is wrong

std::string refusal(const std::string& json) {
  const LessonFile file{"bad", json};
  const auto lessons = parse_lessons({&file, 1});
  return lessons ? "" : lessons.error().text;
}

TEST(LessonFiles, are_refused_with_what_is_wrong) {
  const auto with = [](const std::string& step) {
    return R"({"number": 1, "id": "a", "title": {"en": "A", "zh": "甲"}, "minutes": 1, "steps": [)" +
           step + "]}";
  };
  const std::string texts = R"("text": {"en": "x", "zh": "x"}, "hint": {"en": "x", "zh": "x"})";
  EXPECT_EQ(refusal(with("{" + texts + R"(, "goal": ["groups = 3"]})")), "");
  EXPECT_THAT(refusal("{"), HasSubstr("lesson bad: "));
  EXPECT_THAT(refusal(with("")), HasSubstr("a lesson needs a step"));
  EXPECT_THAT(refusal(with("{" + texts + R"(, "goal": []})")), HasSubstr("needs a goal"));
  EXPECT_THAT(refusal(with("{" + texts + R"(, "goal": ["groups is 3"]})")),
              HasSubstr("'groups is 3' is no condition"));
  EXPECT_THAT(refusal(with("{" + texts + R"(, "aim": ["groups = 3"]})")),
              HasSubstr("there is no key 'aim'"));
  EXPECT_THAT(refusal(with(R"({"text": {"en": "x"}})")), HasSubstr("zh"));
}

TEST(LessonGoals, are_read_as_they_are_written) {
  for (const char* text : {"groups = 3", "broadphase != rdc", "rdc.group-size >= 5"})
    EXPECT_EQ(condition_text(*parse_condition(text)), text);
  for (const char* text : {"groups", "groups 3", "groups < 3", " = 3", "groups =", "= 3"})
    EXPECT_FALSE(parse_condition(text)) << text;
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

}  // namespace
}  // namespace phasebox
