// SPDX-License-Identifier: MIT
// The numbers in the texts of the lessons are true.
#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/gap_barcode.hpp"
#include "lab/group_sizes.hpp"
#include "lab/lessons/lessons.hpp"
#include "lab/oracle.hpp"
#include "lesson_player.hpp"

namespace phasebox {
namespace lesson_numbers_test {

using test::all_lessons;
using test::Player;
using test::solutions_of;
using testing::HasSubstr;

const Lesson& lesson_named(const std::vector<Lesson>& all, const std::string& id) {
  return *std::ranges::find(all, id, &Lesson::id);
}

class Numbers : public testing::Test {
 protected:
  // Sets up a step (from 1) and checks that its texts say the number in both languages.
  void step(const std::string& id, std::size_t number, std::initializer_list<std::string> said) {
    const Lesson& lesson = lesson_named(all, id);
    const LessonStep& now = lesson.steps.at(number - 1);
    for (const std::string& words : said) {
      EXPECT_THAT(now.text.en + now.after.en, HasSubstr(words));
      EXPECT_THAT(now.text.zh + now.after.zh, HasSubstr(words));
    }
    player.set_up(now.setup);
    solution = solutions_of(id).at(number - 1);
  }
  void solve() { player.solve(solution); }
  const Counters& now() const { return player.counters(); }

  std::vector<Lesson> all = all_lessons();
  Player player;
  test::Solution solution;
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
    if (entry->id == "auto")
      EXPECT_EQ(now().box_tests, 780u) << "so few are compared faster than they are sorted";
    else
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
  EXPECT_EQ(boxes[1].min.x - boxes[0].max.x, 2) << "a gap of two pixels";
  solve();
  EXPECT_EQ(now().candidates, 0u);
  for (const std::size_t wall : {2u, 3u}) {
    step("touching", wall, {});
    EXPECT_EQ(player.session().frame().boxes[1].min.x, player.session().frame().boxes[0].max.x);
    EXPECT_EQ(now().groups, wall == 2 ? 4u : 1u) << "close-first parts what touches";
    solve();
    EXPECT_EQ(now().candidates, 0u);
  }
  EXPECT_EQ(full_verdict(player.session()).allowed_misses.count, 0u) << "nothing is lost";
  step("touching", 4, {"0"});
  EXPECT_EQ(now().groups, 4u);
  EXPECT_EQ(player.session().frame().boxes[1].min.x - player.session().frame().boxes[0].max.x, 4);
  solve();
  EXPECT_EQ(now().candidates, 0u);
  step("touching", 5, {"3", "0"});
  EXPECT_EQ(now().groups, 1u);
  EXPECT_EQ(now().candidates, 3u);
  EXPECT_TRUE(player.session().settings().is_exact());
  solve();
  EXPECT_EQ(now().candidates, 0u);
  EXPECT_FALSE(player.session().settings().is_exact());
  const Lesson& lesson = lesson_named(all, "touching");
  const std::string said = describe(full_verdict(player.session()), player.session());
  constexpr std::string_view kSaid = "0 of 3 overlaps found";
  EXPECT_THAT(said, HasSubstr(kSaid));
  EXPECT_THAT(lesson.steps[4].text.en, HasSubstr(kSaid)) << "as the badge";
  step("touching", 6, {});
  EXPECT_EQ(now().candidates, 0u);
}

TEST_F(Numbers, of_group_size_are_true) {
  step("group-size", 1, {"128", "1,284"});
  EXPECT_EQ(now().groups, 128u);
  EXPECT_EQ(now().box_tests, 0u);
  EXPECT_EQ(now().boundaries, 1284u);
  solve();
  EXPECT_LT(now().boundaries + now().box_tests, 1284u) << "a valley";
  const GroupSizes found = finished(
      *command::MeasureGroupSizes::of(player.session()).work(clone_session(player.session())));
  const GroupSizeCost &cut = found.costs.front(), &uncut = found.costs.back();
  EXPECT_EQ(uncut.tests[0], 8128);
  EXPECT_EQ(cut.boundaries, 1284);
  EXPECT_GT(uncut.tests[0], cut.tests[0]) << "with brute force the curve is up again";
  EXPECT_LT(uncut.tests[1], uncut.tests[0]) << "the safety net: the sweep compares fewer";
  EXPECT_EQ(uncut.boundaries, 0) << "what is not cut is not sorted for cuts";
  step("group-size", 2, {"8,128"});
  solve();
  EXPECT_EQ(now().box_tests, 8128u);
  step("group-size", 3, {"128"});
  EXPECT_EQ(now().box_tests, 8128u);
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
  step("failing", 3, {"n·exp(-n·L/W)", "6", "9"});
  EXPECT_EQ(now().sprites, 6u);
  for (const std::uint32_t count : {19u, 29u}) {
    player.play({command::SetCount{count}});
    EXPECT_TRUE(standing({"gaps-x", Relation::equal, "9"}, player.facts()).is_met) << count;
  }
  step("failing", 4, {});
  EXPECT_GT(now().groups, 1u);
}

TEST_F(Numbers, of_coherence_are_true) {
  step("coherence", 1, {"40", "160"});
  EXPECT_EQ(now().boundaries, 160u);
  for (int i = 0; i < 10; ++i) {
    player.solve({{}, 1});
    EXPECT_LT(now().swaps, 40u) << "a few each time";
  }
  step("coherence", 2, {});
  step("coherence", 3, {});
  player.solve({{}, 3});
  const auto slow = now().swaps;
  solve();
  EXPECT_GT(now().swaps, 3 * slow) << "leaps over many others";
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
  step("box-table", 3, {"4", "10", "20", "2"});
  EXPECT_EQ(now().box_tests, 4u);
  EXPECT_EQ(now().interfering, 4u);
  EXPECT_EQ(now().voids, 2u);
  solve();
  EXPECT_EQ(now().box_tests, 2u);
}

TEST_F(Numbers, of_rules_are_true) {
  step("rules", 1, {"96", "4,560", "435"});
  EXPECT_EQ(now().sprites, 96u);
  const auto before = now().box_tests;
  solve();
  EXPECT_EQ(now().box_tests - before, 435u);
  step("rules", 2, {"600", "6", "2,915", "3,160", "250"});
  EXPECT_EQ(now().groups, 6u) << "as many as are seen: none sticks out of the field";
  EXPECT_EQ(now().box_tests, 2915u);
  step("rules", 3, {"900,000"});
  const auto at_size_of_sprites = now().box_tests;
  solve();
  EXPECT_GT(now().box_tests, at_size_of_sprites / 3) << "hardly fewer";
  const Aabb field = player.session().field();
  EXPECT_NEAR(extent(field).x * extent(field).y, 900'000, 50'000) << "cells of one px";
}

// Counters go up and down as the texts of the steps say.
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
      {"touching", 2, "groups", falls},          {"touching", 3, "groups", rises},
      {"touching", 4, "groups", falls},          {"touching", 5, "candidates", falls},
      {"touching", 6, "candidates", rises},      {"group-size", 1, "groups", falls},
      {"group-size", 2, "box-tests", rises},     {"group-size", 3, "box-tests", falls},
      {"failing", 1, "candidates", stays},       {"failing", 2, "groups", rises},
      {"failing", 3, "gaps-x", rises},           {"failing", 4, "groups", falls},
      {"sweeping", 1, "box-tests", falls},       {"sweeping", 2, "voids", rises},
      {"sweeping", 3, "box-tests", falls},       {"quadtree", 1, "box-tests", falls},
      {"quadtree", 2, "box-tests", falls},       {"quadtree", 3, "box-tests", rises},
      {"quadtree", 4, "sprites-in-root", falls}, {"sampling", 1, "collisions", falls},
      {"sampling", 2, "collisions", rises},      {"sampling", 3, "pixel-reads", falls},
      {"sampling", 4, "collisions", rises},      {"sampling", 5, "collisions", rises},
      {"coherence", 1, "steps", rises},          {"coherence", 2, "steps", rises},
      {"coherence", 3, "swaps", rises},          {"rules", 1, "box-tests", rises},
      {"rules", 2, "box-tests", falls},          {"rules", 3, "box-tests", falls},
      {"rules", 4, "box-tests", rises},          {"box-table", 1, "candidates", rises},
      {"box-table", 2, "candidates", falls},     {"box-table", 3, "box-tests", falls}};
  const auto value = [&](const char* fact) {  // "groups: 2, wanted 3"
    std::string words = standing({fact, Relation::equal, "0"}, player.facts()).text;
    words.erase(words.rfind(','));  // wanted
    std::erase(words, ',');
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
    EXPECT_TRUE(standing(held, player.facts()).is_met) << standing(held, player.facts()).text;
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
  EXPECT_EQ(now().collisions, 1u) << "\"none\" accepts every candidate";
  step("sampling", 3, {});
  const auto all_reads = static_cast<double>(now().pixel_reads);
  player.play({command::SetParam{owner_named("pixel-samples"), "n", 2}});
  EXPECT_NEAR(static_cast<double>(now().pixel_reads) * 4 / all_reads, 1, 0.1);
  solve();
  EXPECT_NEAR(static_cast<double>(now().pixel_reads) * 16 / all_reads, 1, 0.15);
  step("sampling", 4, {});
  EXPECT_EQ(now().candidates, 1u);
  Oracle oracle;
  const auto missed = [&] { return oracle.observe(player.session()), oracle.missed_contacts(); };
  ASSERT_EQ(missed().size(), 1u) << "the ring";
  player.session().step();
  EXPECT_EQ(missed()[0].frames, 2u);
  EXPECT_EQ(missed()[0].frames, 2u) << "looked at twice";
  for (int n = 32; n >= 1; --n) {
    player.play({command::SetParam{owner_named("pixel-samples"), "n", static_cast<double>(n)}});
    EXPECT_EQ(now().collisions, n <= 8 ? 1u : 0u) << "n = " << n << ": the finer the better";
  }
  EXPECT_TRUE(missed().empty()) << "n = 1";
  step("sampling", 5, {});
  EXPECT_EQ(now().collisions, 0u) << "missed without jitter";
  const auto reads = now().pixel_reads;
  int found = 0;
  for (int k = 0; k < 20; ++k) {
    player.solve({{command::SetParam{owner_named("pixel-samples"), "jitter", 1}}, 1});
    found += now().collisions == 1;
    EXPECT_LE(now().pixel_reads, reads + 20) << "about as few as before";
  }
  EXPECT_GT(found, 3) << "a few steps are enough";
}

}  // namespace lesson_numbers_test
}  // namespace phasebox
