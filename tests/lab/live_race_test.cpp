// SPDX-License-Identifier: MIT
// Claims about the live race: right contestants are timed and ranked, wrong ones are out, and a
// race that is off does nothing.
#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "lab/lab.hpp"
#include "lab/race/circles_first.hpp"
#include "lab/race/race_ranking.hpp"
#include "support/allocations.hpp"
#include "support/planted.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox {
namespace live_race_test {

using Verdict = RaceResult::Verdict;
using test::contestant;
using testing::HasSubstr;
using testing::Not;

/// Exact, and counts its resets and edits; `faulty` leaves the first pair out.
class Watched : public Broadphase {
 public:
  struct Log {
    int runs = 0, resets = 0, edits = 0;
  };
  Watched(std::shared_ptr<Log> log, bool faulty) : log_(std::move(log)), faulty_(faulty) {}

  ParamView params() override { return inner_->params(); }
  void reset(const Frame& f) override { ++log_->resets, inner_->reset(f); }
  void edit(const Frame& f, std::span<const Edit> edits) override {
    ++log_->edits, inner_->edit(f, edits);
  }
  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
    ++log_->runs;
    pairs_.clear();
    inner_->find_pairs(f, pairs_, log);
    for (std::size_t k = faulty_ ? 1 : 0; k < pairs_.size(); ++k) out.push(pairs_.items()[k]);
  }

 private:
  std::shared_ptr<Log> log_;
  bool faulty_;
  std::unique_ptr<Broadphase> inner_ = find_entry(broadphases(), "incremental-sap")->make();
  PairSink pairs_;
};

/// The instances that a contestant makes: the first is timed, the second looked into.
Contestant watched(std::shared_ptr<Watched::Log> timed, bool faulty = false) {
  const auto made = std::make_shared<int>(0);
  return test::planted("watched", [=] {
    const auto log = (*made)++ == 0 ? timed : std::make_shared<Watched::Log>();
    return std::make_unique<Watched>(log, faulty);
  });
}

/// Exact, and logs as many box tests as the test says.
class Counted : public Watched {
 public:
  explicit Counted(std::shared_ptr<std::size_t> tests)
      : Watched(std::make_shared<Log>(), false), tests_(std::move(tests)) {}
  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
    Watched::find_pairs(f, out, nullptr);
    for (std::size_t k = 0; log && k < *tests_; ++k) log->add({EventKind::test, Axis::x, 0, 0, 1});
  }

 private:
  std::shared_ptr<std::size_t> tests_;
};

class LiveRaceTest : public testing::Test {
 protected:
  LiveRaceTest() : session(test_images()) {
    EXPECT_FALSE(session.apply(command::LoadScene{"clusters"}).failed());
    session.detect();
    lab.race.set_timing([](const RaceRunner&, double) { return 0.5; });
  }
  void tell(const LabCommand& command) {
    const Status status = lab.apply(command, session);
    EXPECT_FALSE(status.failed()) << status.error().text;
  }
  void start(std::vector<Contestant> contestants = {}) {
    tell(command::StartRace{std::move(contestants)});
  }
  void go(int frames) {
    for (int k = 0; k < frames; ++k) session.step(), lab.observe(session);
  }
  const RaceRunner& runner(std::size_t i) const { return lab.race.runners()[i]; }

  Session session;
  Lab lab;
};

TEST_F(LiveRaceTest, off_it_runs_nothing_and_allocates_nothing) {
  start();
  const auto log = std::make_shared<Watched::Log>();
  tell(command::AddRunner{watched(log)});
  go(2);
  tell(command::StopRace{});
  const int before = log->runs;
  EXPECT_GT(before, 0);
  const std::uint64_t allocated = test::allocations();
  for (int k = 0; k < 100; ++k) lab.observe(session);
  EXPECT_EQ(test::allocations(), allocated);
  EXPECT_EQ(log->runs, before);
}

TEST_F(LiveRaceTest, a_race_changes_nothing_in_the_simulation) {
  Session alone = in_scene("clusters");
  alone.detect();
  start();
  tell(command::SetLanes{true});
  for (int k = 0; k < 30; ++k) {
    go(1);
    lab.race.look_into_all(session);
    alone.step();
    ASSERT_EQ(session.hash(), alone.hash()) << k;
  }
}

TEST_F(LiveRaceTest, begins_with_the_chosen_broadphase_and_shows_something_at_once) {
  ASSERT_FALSE(session.apply(command::SelectBroadphase{"kd-tree"}).failed());
  session.detect();
  start();
  ASSERT_GE(lab.race.runners().size(), 3u);
  EXPECT_EQ(runner(0).contestant.entry->id, "kd-tree");
  for (const RaceRunner& r : lab.race.runners()) {
    EXPECT_EQ(r.verdict, Verdict::right) << r.contestant.title();
    EXPECT_TRUE(r.box_tests) << r.contestant.title();
    EXPECT_EQ(r.measured().size(), 1u) << r.contestant.title();
  }
}

TEST_F(LiveRaceTest, keeps_the_last_300_frames) {
  start({contestant("quadtree"), contestant("sort-and-sweep")});
  go(400);
  EXPECT_EQ(runner(0).times.size(), 300u);
  EXPECT_EQ(runner(0).measured().size(), 300u);
  EXPECT_GT(runner(0).summary().median, 0);
  EXPECT_EQ(times_plot(lab.race).series.size(), 2u);
  EXPECT_EQ(times_plot(lab.race).series[0].points.size(), 300u);
  EXPECT_EQ(times_plot(lab.race).series[0].points.back().first, 0);
}

TEST_F(LiveRaceTest, a_coarse_clock_times_many_frames_together) {
  int frames = 0;
  lab.race.set_timing([&](const RaceRunner&, double) { return ++frames % 800 == 0 ? 1.0 : 0.0; });
  clock_step = 1;
  start({contestant("quadtree"), contestant("sort-and-sweep")});
  go(1000);
  const double both = runner(0).summary().median + runner(1).summary().median;
  clock_step = 0;
  EXPECT_NEAR(both, 2.0 / 1000, 0.0003) << "not of the last 300 frames alone";
}

TEST_F(LiveRaceTest, ranks_by_box_tests_as_the_bench_counts_them) {
  start({contestant("brute-force"), contestant("quadtree")});
  go(60);
  const auto n = static_cast<std::uint64_t>(session.world().size());
  EXPECT_EQ(runner(0).box_tests, n * (n - 1) / 2);
  ASSERT_TRUE(runner(1).box_tests);
  EXPECT_LT(*runner(1).box_tests, *runner(0).box_tests);
  EXPECT_EQ(ranking(lab.race, RankBy::box_tests), (std::vector<std::size_t>{1, 0}));
  const auto by_time = ranking(lab.race, RankBy::time);
  EXPECT_LE(runner(by_time[0]).summary().median, runner(by_time[1]).summary().median);
}

TEST_F(LiveRaceTest, says_which_wins_by_what_was_measured) {
  EXPECT_EQ(why(lab.race), "Nothing is timed yet.");
  const auto planted = [&](double brute_force, double sweep) {
    lab.race.set_timing([=](const RaceRunner& r, double) {
      return r.contestant.entry->id == "brute-force" ? brute_force : sweep;
    });
    start({contestant("brute-force"), contestant("sort-and-sweep")});
    go(40);
    return why(lab.race);
  };
  const std::string words = planted(3, 1);
  EXPECT_THAT(words, HasSubstr("Sort and sweep wins"));
  EXPECT_THAT(words, HasSubstr("It has less to compare"));
  EXPECT_THAT(words, HasSubstr("box tests per sprite against"));
  EXPECT_THAT(words, HasSubstr("pairs per sprite overlap"));
  const std::string other = planted(1, 3);
  EXPECT_THAT(other, HasSubstr("Brute force wins"));
  EXPECT_THAT(other, HasSubstr("but is quicker about it"));
  EXPECT_THAT(planted(1, 1.05), Not(HasSubstr("Brute force wins"))) << "a lead by chance";
}

TEST_F(LiveRaceTest, the_reason_stays_with_the_winner_unless_the_counts_differ_clearly) {
  const auto tests = std::make_shared<std::size_t>(0);
  lab.race.set_timing(
      [](const RaceRunner& r, double) { return r.contestant.entry->id == "counted" ? 1.0 : 3.0; });
  start({test::planted("counted", [=] { return std::make_unique<Counted>(tests); }),
         contestant("brute-force")});
  const auto n = static_cast<double>(session.world().size());
  LastReason last;
  const auto said = [&](double share) {
    *tests = static_cast<std::size_t>(share * n * (n - 1) / 2);
    lab.race.forget_times();
    go(20);
    return why(lab.race, last).english();
  };
  EXPECT_THAT(said(0.5), HasSubstr("less to compare"));
  EXPECT_THAT(said(0.95), HasSubstr("less to compare")) << "it still has";
  EXPECT_THAT(why(lab.race).english(), HasSubstr("about as much")) << "to one who did not look";
  EXPECT_THAT(said(1.05), HasSubstr("about as much"));
  EXPECT_THAT(said(0.85), HasSubstr("about as much")) << "not clearly less";
  EXPECT_THAT(said(0.5), HasSubstr("less to compare"));
  EXPECT_THAT(said(1.5), HasSubstr("compares more"));
}

TEST_F(LiveRaceTest, tests_are_those_of_a_typical_frame_and_stay_when_some_frames_need_more) {
  const auto tests = std::make_shared<std::size_t>(0);
  start({test::planted("counted", [=] { return std::make_unique<Counted>(tests); }),
         contestant("brute-force")});
  for (int k = 0; k < 160; ++k) {
    *tests = k % 40 < 10 ? 5000 : 100;  // as a list that is made again
    go(1);
    if (k >= 40) {
      EXPECT_EQ(runner(0).box_tests, 100) << k;
    }
  }
  lab.race.look_into(0, session);
  EXPECT_EQ(runner(0).box_tests, 100) << "a picture of one frame changes nothing";
  lab.race.forget_times();
  EXPECT_FALSE(runner(0).box_tests);
}

TEST_F(LiveRaceTest, near_ten_percent_the_answer_stays_as_it_is) {
  double slower = 1;
  lab.race.set_timing([&](const RaceRunner& r, double) {
    return r.contestant.entry->id == "quadtree" ? 1 : slower;
  });
  start({contestant("quadtree"), contestant("rdc")});
  LastReason last;
  const auto said = [&](double ratio) {
    slower = ratio;
    lab.race.forget_times();
    go(20);
    const std::string words = answer(lab.race, last).english();
    EXPECT_EQ(answer(lab.race, last), words) << "asked twice in a frame";
    return words;
  };
  EXPECT_THAT(said(1.08), HasSubstr("Quadtree and RDC")) << "nothing was said before";
  EXPECT_THAT(said(1.2), HasSubstr("Quadtree: fastest"));
  EXPECT_THAT(said(1.08), HasSubstr("Quadtree: fastest"));
  EXPECT_THAT(why(lab.race, last), HasSubstr("Quadtree wins"));
  EXPECT_THAT(said(1.03), HasSubstr("Quadtree and RDC"));
  EXPECT_THAT(said(1.08), HasSubstr("Quadtree and RDC"));
  EXPECT_THAT(why(lab.race, last), HasSubstr("too close to rank"));
}

TEST_F(LiveRaceTest, the_reason_compares_with_the_second_row) {
  std::map<std::string_view, double> ms{{"quadtree", 1}, {"rdc", 1.5}, {"kd-tree", 1.6}};
  lab.race.set_timing([&](const RaceRunner& r, double) { return ms.at(r.contestant.entry->id); });
  start({contestant("quadtree"), contestant("rdc"), contestant("kd-tree")});
  LastReason last;
  go(20);
  EXPECT_THAT(why(lab.race, last), HasSubstr("as fast as RDC"));
  ms["rdc"] = 1.65;
  lab.race.forget_times();
  go(20);
  EXPECT_THAT(why(lab.race, last), HasSubstr("as fast as kd-tree"));
}

TEST_F(LiveRaceTest, algorithms_that_run_one_loop_are_not_ranked_against_each_other) {
  ASSERT_FALSE(session.apply(command::SetCount{40}).failed());
  session.detect();
  start({contestant("brute-force"), contestant("quadtree"), contestant("rdc"),
         contestant("sort-and-sweep")});
  go(20);
  EXPECT_EQ(in_one_loop(lab.race), 3u);
  EXPECT_THAT(answer(lab.race), HasSubstr("3 of 4 algorithms run the same loop"));
  EXPECT_EQ(ranking(lab.race, RankBy::time)[0], 3u) << "it has a loop of its own";
  EXPECT_TRUE(times_plot(lab.race).series[0].points.empty());
  EXPECT_FALSE(times_plot(lab.race).series[3].points.empty());
  tell(command::SetRunnerParam{2, "contact-threshold", 2});
  EXPECT_EQ(in_one_loop(lab.race), 2u) << "RDC searches itself where it may leave pairs out";
  ASSERT_FALSE(session.apply(command::SetCount{65}).failed());
  go(1);
  EXPECT_EQ(in_one_loop(lab.race), 0u);
}

TEST_F(LiveRaceTest, all_in_one_loop_is_the_answer) {
  ASSERT_FALSE(session.apply(command::SetCount{64}).failed());
  session.detect();
  start({contestant("brute-force"), contestant("quadtree"), contestant("auto")});
  EXPECT_EQ(answer(lab.race), "With up to 64 sprites, all algorithms run the same loop");
  EXPECT_THAT(why(lab.race), HasSubstr("what an algorithm's own structure would need"));
  tell(command::StopRace{});
  ASSERT_FALSE(session.apply(command::SetCount{1000}).failed());
  lab.race.forget_times();
  EXPECT_EQ(in_one_loop(lab.race), 0u) << "the frames of before say nothing about more sprites";
}

TEST_F(LiveRaceTest, contestants_that_have_not_run_are_in_no_loop) {
  ASSERT_FALSE(session.apply(command::SetCount{100}).failed());
  session.detect();
  start({contestant("quadtree"), contestant("sort-and-sweep")});
  tell(command::StopRace{});
  for (const char* id : {"rdc", "kd-tree"}) tell(command::AddRunner{contestant(id)});
  EXPECT_EQ(in_one_loop(lab.race), 0u);
}

TEST_F(LiveRaceTest, names_the_level_ones_and_their_time) {
  lab.race.set_timing([](const RaceRunner&, double) { return 0.0057; });
  start({contestant("quadtree"), contestant("sort-and-sweep")});
  go(20);
  EXPECT_EQ(answer(lab.race), "Quadtree and Sort and sweep: 5.70 µs");
  for (const char* id : {"rdc", "kd-tree", "aabb-tree"}) tell(command::AddRunner{contestant(id)});
  go(20);
  EXPECT_EQ(answer(lab.race), "Quadtree, Sort and sweep, RDC and 2 more: 5.70 µs");
}

TEST_F(LiveRaceTest, names_all_level_ones_with_the_times_of_their_rows) {
  const std::map<std::string_view, double> ms{
      {"quadtree", 0.0194}, {"rdc", 0.019}, {"uniform-grid", 0.0199}, {"kd-tree", 0.0215}};
  lab.race.set_timing([&](const RaceRunner& r, double) { return ms.at(r.contestant.entry->id); });
  start({contestant("quadtree"), contestant("rdc"), contestant("uniform-grid"),
         contestant("kd-tree")});
  go(20);
  EXPECT_EQ(answer(lab.race), "RDC, Quadtree and Uniform grid: 19.0 to 19.9 µs");
  EXPECT_EQ(why(lab.race), "Their times differ by less than 10 %, too close to rank.");
  EXPECT_EQ(time_unit(lab.race).text(ms.at("uniform-grid")), "19.9") << "as in its row";
}

TEST_F(LiveRaceTest, an_algorithm_has_one_color_and_a_second_contestant_of_it_another) {
  start({contestant("quadtree"), contestant("rdc"), contestant("quadtree")});
  const std::size_t tree = lab.race.look(0), rdc = lab.race.look(1), variant = lab.race.look(2);
  EXPECT_NE(tree, rdc);
  EXPECT_NE(tree, variant);
  start({contestant("rdc"), contestant("quadtree")});
  EXPECT_EQ(lab.race.look(0), rdc);
  EXPECT_EQ(lab.race.look(1), tree);
  EXPECT_EQ(times_plot(lab.race).series[1].look, tree);
  std::set<std::size_t> all;
  for (const BroadphaseEntry* entry : broadphases()) all.insert(look_of(*entry, 0));
  EXPECT_EQ(all.size(), broadphases().size());
}

TEST_F(LiveRaceTest, with_narrowphase_the_times_are_of_both_and_nothing_else_changes) {
  ASSERT_FALSE(session.apply(command::LoadScene{"pile"}).failed());
  ASSERT_FALSE(session.apply(command::SetCount{100}).failed());  // 4,950 pairs
  session.detect();
  lab.race.set_timing({});
  start({contestant("quadtree"), contestant("rdc")});
  go(20);
  const double alone = runner(0).summary().median;
  tell(command::TimeNarrowphase{true});
  EXPECT_LT(runner(0).measured().size(), 2u) << "times of before are forgotten";
  go(20);
  EXPECT_GT(runner(0).summary().median, alone);
  for (const std::size_t k : {0u, 1u}) EXPECT_EQ(runner(k).verdict, Verdict::right);
  Session other = in_scene("pile", 100);
  other.detect();
  for (int k = 0; k < 40; ++k) other.step();
  EXPECT_EQ(session.contacts().size(), other.contacts().size());
}

TEST_F(LiveRaceTest, circles_first_finds_the_pairs_that_the_narrowphase_circle_confirms) {
  for (const char* scene : {"clusters", "sprites", "teams"}) {
    ASSERT_FALSE(session.apply(command::LoadScene{scene}).failed());
    ASSERT_FALSE(session.apply(command::SelectNarrowphase{"circle"}).failed());
    for (int k = 0; k < 5; ++k) session.step();
    const Frame f = session.frame();
    PairSink found;
    Recorder log;
    const auto circles = circles_first_entry.make();
    circles->find_pairs(f, found, &log);
    std::set<std::uint64_t> pairs, contacts;
    for (const Pair pair : found.items()) pairs.insert(key(pair));
    for (const Contact& contact : session.contacts()) contacts.insert(key(contact.pair));
    EXPECT_EQ(pairs, contacts) << scene;
    EXPECT_EQ(pairs.size(), found.size()) << scene << ": none twice";
    EXPECT_GT(contacts.size(), 0u) << scene;
    std::uint64_t eligible_pairs = 0;
    for (SpriteId i = 0; i < f.size(); ++i)
      for (SpriteId j = i + 1; j < f.size(); ++j) eligible_pairs += eligible(f, i, j);
    EXPECT_EQ(log.count(EventKind::test), eligible_pairs) << scene;
  }
}

TEST_F(LiveRaceTest, circles_race_against_rdc_and_none_is_wrong) {
  ASSERT_FALSE(session.apply(command::SelectNarrowphase{"circle"}).failed());
  tell(command::TimeNarrowphase{true});
  start(circle_contestants(session));
  go(10);
  const auto n = static_cast<double>(session.world().size());
  ASSERT_EQ(lab.race.runners().size(), 3u);
  for (const RaceRunner& r : lab.race.runners()) {
    EXPECT_EQ(r.verdict, Verdict::right) << r.contestant.title();
    EXPECT_GT(r.measured().size(), 5u) << r.contestant.title();
  }
  EXPECT_FALSE(runner(0).is_exact);
  EXPECT_EQ(runner(0).box_tests, n * (n - 1) / 2);
  EXPECT_EQ(runner(1).box_tests, n * (n - 1) / 2);
  EXPECT_LT(runner(2).box_tests.value_or(1e9), n * (n - 1) / 2);
}

TEST_F(LiveRaceTest, a_planted_fault_is_wrong_has_no_time_and_comes_last) {
  start({contestant("quadtree"), contestant("sort-and-sweep")});
  tell(command::AddRunner{watched(std::make_shared<Watched::Log>(), true)});
  go(10);
  ASSERT_EQ(runner(2).verdict, Verdict::wrong);
  EXPECT_THAT(runner(2).fault, HasSubstr("pairs instead of"));
  EXPECT_THAT(runner(2).fault, HasSubstr("step"));
  EXPECT_TRUE(runner(2).measured().empty());
  EXPECT_FALSE(runner(2).box_tests);
  EXPECT_EQ(ranking(lab.race, RankBy::time).back(), 2u);
  EXPECT_EQ(ranking(lab.race, RankBy::box_tests).back(), 2u);
  for (const std::size_t k : {0u, 1u}) EXPECT_EQ(runner(k).verdict, Verdict::right);
  EXPECT_THAT(times_plot(lab.race).series[2].name, HasSubstr("WRONG"));
}

TEST_F(LiveRaceTest, none_is_called_wrong_for_pairs_that_the_session_left_out) {
  ASSERT_FALSE(
      session.apply(command::SetParam{owner_named("rdc"), "contact-threshold", 12}).failed());
  start({contestant("quadtree"), contestant("rdc", {{"contact-threshold", 12}})});
  go(30);
  EXPECT_FALSE(session.settings().is_exact());
  EXPECT_EQ(runner(0).verdict, Verdict::right);
  EXPECT_EQ(runner(1).verdict, Verdict::right);
  EXPECT_FALSE(runner(1).is_exact);
  EXPECT_THAT(runner(1).contestant.title(), HasSubstr("contact threshold 12"));
}

TEST_F(LiveRaceTest, edits_are_passed_on_and_all_stay_right) {
  std::vector<Contestant> contestants;
  for (const char* id : {"incremental-sap", "neighbor-list", "aabb-tree", "rdc", "auto"})
    contestants.push_back(contestant(id));
  start(contestants);
  const auto log = std::make_shared<Watched::Log>();
  tell(command::AddRunner{watched(log)});
  go(3);
  const int resets = log->resets;
  for (int k = 0; k < 40; ++k) {
    const auto n = static_cast<SpriteId>(session.world().size());
    if (k % 4 == 0) {
      ASSERT_FALSE(session.apply(command::SetCount{n + 3}).failed());
    } else if (k % 4 == 2) {
      ASSERT_FALSE(session.apply(command::RemoveSprites{{0, n / 2}}).failed());
    }
    go(1);
  }
  EXPECT_EQ(log->resets, resets) << "an edit is enough";
  EXPECT_EQ(log->edits, 20);
  for (const RaceRunner& r : lab.race.runners())
    EXPECT_EQ(r.verdict, Verdict::right) << r.contestant.title() << ": " << r.fault;
}

TEST_F(LiveRaceTest, one_that_missed_an_edit_begins_again) {
  start({contestant("incremental-sap"), contestant("aabb-tree")});
  const auto log = std::make_shared<Watched::Log>();
  tell(command::AddRunner{watched(log)});
  go(3);
  const int resets = log->resets;
  ASSERT_FALSE(session.apply(command::RemoveSprites{{1, 2, 3}}).failed());
  session.step();  // unseen by the race
  go(3);
  EXPECT_EQ(log->resets, resets + 1);
  for (const RaceRunner& r : lab.race.runners()) EXPECT_EQ(r.verdict, Verdict::right);
}

TEST_F(LiveRaceTest, another_scene_forgets_the_times_and_nothing_else) {
  start({contestant("quadtree"), contestant("aabb-tree")});
  go(50);
  ASSERT_FALSE(session.apply(command::LoadScene{"pile"}).failed());
  go(10);
  EXPECT_LE(runner(0).times.size(), 10u);
  EXPECT_EQ(runner(0).verdict, Verdict::right);
}

TEST_F(LiveRaceTest, the_same_algorithm_races_twice_with_other_parameters) {
  start({contestant("rdc"), contestant("rdc")});
  EXPECT_EQ(lab.race.name(0), "RDC");
  EXPECT_EQ(lab.race.name(1), "RDC (2)");
  tell(command::SetRunnerParam{1, "group-size", 40});
  EXPECT_EQ(lab.race.name(1), "RDC, group size 40");
  EXPECT_EQ(session.settings().group(owner_named("rdc")).rows[0].key, "group-size");
  EXPECT_EQ(session.settings()
                .group(owner_named("rdc"))
                .rows[0]
                .get(session.settings().group(owner_named("rdc")).object),
            session.settings().group(owner_named("rdc")).rows[0].init)
      << "the session's own stays as it was";
  go(40);
  EXPECT_NE(runner(0).box_tests, runner(1).box_tests);
}

TEST_F(LiveRaceTest, what_makes_no_race_is_refused_and_changes_nothing) {
  start({contestant("quadtree"), contestant("aabb-tree")});
  const auto refused = [&](const LabCommand& command) {
    const Status status = lab.apply(command, session);
    return status.failed() ? status.error().text : "accepted";
  };
  EXPECT_THAT(refused(command::StartRace{{contestant("rdc")}}), HasSubstr("2 to 16"));
  EXPECT_THAT(refused(command::AddRunner{contestant("rdc", {{"group-size", -1}})}),
              HasSubstr("group-size"));
  EXPECT_THAT(refused(command::SetRunnerParam{0, "magic", 1}), HasSubstr("quadtree.magic"));
  EXPECT_THAT(refused(command::SetRunnerParam{7, "group-size", 8}), HasSubstr("no contestant 7"));
  EXPECT_THAT(refused(command::RemoveRunner{0}), HasSubstr("at least two"));
  EXPECT_EQ(lab.race.runners().size(), 2u);
  for (std::size_t k = 2; k < LiveRace::kMax; ++k) tell(command::AddRunner{contestant("kd-tree")});
  EXPECT_THAT(refused(command::AddRunner{contestant("kd-tree")}), HasSubstr("remove one"));
  tell(command::RemoveRunner{0});
  EXPECT_EQ(runner(0).contestant.entry->id, "aabb-tree");
}

TEST_F(LiveRaceTest, knows_all_that_do_not_race_yet) {
  start({contestant("kd-tree"), contestant("rdc", {{"group-size", 40}})});
  for (const Contestant& contestant : lab.race.missing(session))
    tell(command::AddRunner{contestant});
  EXPECT_EQ(runner(0).contestant.entry->id, "kd-tree");
  EXPECT_EQ(runner(1).contestant.settings.size(), 1u) << "those that race stay as they are";
  for (const BroadphaseEntry* entry : broadphases()) {
    if (entry->role == BroadphaseRole::chooser) continue;
    EXPECT_EQ(std::ranges::count(lab.race.runners(), entry,
                                 [](const RaceRunner& r) { return r.contestant.entry; }),
              1)
        << entry->id;
  }
  EXPECT_TRUE(lab.race.missing(session).empty());
}

TEST_F(LiveRaceTest, the_winner_has_a_lane) {
  std::vector<Contestant> contestants;
  for (const BroadphaseEntry* entry : broadphases())
    if (entry->role != BroadphaseRole::chooser) contestants.push_back({.entry = entry});
  ASSERT_GT(contestants.size(), LiveRace::kMaxLanes + 1);
  std::string_view fastest = contestants.back().entry->id;
  lab.race.set_timing(
      [&](const RaceRunner& r, double) { return r.contestant.entry->id == fastest ? 0.1 : 0.5; });
  start(contestants);
  tell(command::SetLanes{true});
  const auto is_in_lane = [&](std::size_t k) {
    return std::ranges::find(lab.race.in_lanes(), k) != lab.race.in_lanes().end();
  };
  go(20);
  const std::size_t last = contestants.size() - 1;
  EXPECT_EQ(lab.race.in_lanes().size(), LiveRace::kMaxLanes);
  EXPECT_TRUE(is_in_lane(last));
  EXPECT_TRUE(is_in_lane(0));
  fastest = contestants[last - 1].entry->id;
  lab.race.forget_times();
  go(20);
  EXPECT_TRUE(is_in_lane(last - 1));
  EXPECT_EQ(std::set(lab.race.in_lanes().begin(), lab.race.in_lanes().end()).size(),
            LiveRace::kMaxLanes)
      << "each once";
  tell(command::RemoveRunner{0});
  go(1);
  EXPECT_TRUE(is_in_lane(last - 2)) << "the winner, by its index of now";
}

TEST_F(LiveRaceTest, lanes_show_what_each_algorithm_did_in_this_frame) {
  start({contestant("quadtree"), contestant("rdc")});
  EXPECT_TRUE(runner(0).trace().broad.events().empty()) << "nothing is kept while no lane is shown";
  tell(command::SetLanes{true});
  go(5);
  lab.race.look_into_all(session);
  EXPECT_GT(runner(0).trace().broad.count(EventKind::node), 0u);
  EXPECT_GT(runner(1).trace().broad.count(EventKind::group), 0u);
  EXPECT_EQ(runner(0).trace().broad.count(EventKind::group), 0u);
}

}  // namespace live_race_test
}  // namespace phasebox
