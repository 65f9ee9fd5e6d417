// SPDX-License-Identifier: MIT
// Claims about races: a wrong contestant gets no time, and what is measured is what was recorded.
#include "bench/race.hpp"

#include <gmock/gmock.h>

#include "bench/truth.hpp"
#include "collide/registry.hpp"
#include "session/session.hpp"
#include "support/checks.hpp"
#include "support/images.hpp"
#include "support/planted.hpp"

namespace phasebox {
namespace race_test {

using testing::HasSubstr;

const BroadphaseEntry* const kBruteForce = find_entry(broadphases(), "brute-force");

/// Exact until the given frame after its reset; in that frame it changes the pairs.
class Broken : public Broadphase {
 public:
  using Fault = void (*)(PairSink&);
  Broken(Fault fault, std::size_t frame) : fault_(fault), frame_(frame) {}

  ParamView params() override { return {}; }
  void reset(const Frame&) override { seen_ = 0; }
  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
    inner_->find_pairs(f, out, log);
    if (seen_++ == frame_) fault_(out);
  }

 private:
  Fault fault_;
  std::size_t frame_, seen_ = 0;
  std::unique_ptr<Broadphase> inner_ = kBruteForce->make();
};

void drop(PairSink& out) {
  std::vector<Pair> kept(out.items().begin() + 1, out.items().end());
  out.clear();
  for (const Pair p : kept) out.push(p);
}
void repeat(PairSink& out) { out.push(out.items()[0]); }
void swap_for_another(PairSink& out) { out.items()[0].b += 1'000'000; }
void turn_round(PairSink& out) { std::swap(out.items()[0].a, out.items()[0].b); }
void repeat_in_place_of_another(PairSink& out) { out.items()[0] = out.items()[1]; }

Recording flash(std::size_t frames) {
  Session session(test_images());
  return record(session, frames);
}

RaceOptions warming_up(std::size_t frames) {
  RaceOptions options;
  options.warm_up = frames;
  return options;
}

void run(Race& race) {
  while (race.advance()) {
  }
}

TEST(Race, a_wrong_contestant_gets_no_time) {
  const Recording recording = flash(12);
  for (const Broken::Fault fault :
       {drop, repeat, swap_for_another, turn_round, repeat_in_place_of_another})
    for (const std::size_t frame : {0u, 7u, 11u}) {
      Race race(recording, warming_up(2));
      race.enter({.entry = kBruteForce}, "right");
      race.enter(test::planted("wrong", [=] { return std::make_unique<Broken>(fault, frame); }));
      run(race);
      EXPECT_EQ(race.results()[0].verdict, RaceResult::Verdict::right);
      EXPECT_EQ(race.results()[0].times.size(), 10u);
      EXPECT_EQ(race.results()[1].verdict, RaceResult::Verdict::wrong) << frame;
      EXPECT_TRUE(race.results()[1].times.empty());
      EXPECT_THAT(race.results()[1].fault, HasSubstr("frame " + std::to_string(frame)));
      EXPECT_TRUE(race.any_wrong());
    }
}

// The fault shows in the timed frames only, not in the checks before.
TEST(Race, a_contestant_wrong_only_when_timed_gets_no_time_either) {
  struct WrongOnceReset final : Broadphase {
    int resets = 0;
    std::unique_ptr<Broadphase> inner = kBruteForce->make();
    ParamView params() override { return {}; }
    void reset(const Frame&) override { ++resets; }
    void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
      inner->find_pairs(f, out, log);
      if (resets > 1) drop(out);
    }
  };
  const Recording recording = flash(6);
  Race race(recording, warming_up(2));
  race.enter(test::planted("late", [] { return std::make_unique<WrongOnceReset>(); }));
  run(race);
  EXPECT_TRUE(race.any_wrong());
  EXPECT_TRUE(race.results()[0].times.empty());
}

TEST(Race, every_broadphase_of_the_registry_is_right_on_every_workload) {
  for (const std::string scene :
       {"uniform", "sparse", "clusters", "line", "mixed", "thin", "ratio"}) {
    Session session(test_images());
    ASSERT_FALSE(session.apply(command::LoadScene{scene}));
    const Recording recording = record(session, 8);
    Race race(recording, warming_up(2));
    for (const BroadphaseEntry* entry : broadphases()) race.enter({.entry = entry});
    run(race);
    for (const RaceResult& result : race.results()) {
      EXPECT_EQ(result.verdict, RaceResult::Verdict::right)
          << scene << " " << result.name << result.fault;
      EXPECT_EQ(result.times.size(), 6u) << result.name;
      EXPECT_TRUE(result.box_tests) << result.name;
    }
    EXPECT_DOUBLE_EQ(race.progress(), 1);
  }
}

TEST(Race, progress_never_goes_back_and_ends_at_one) {
  const Recording recording = flash(9);
  Race race(recording, warming_up(1));
  race.enter({.entry = kBruteForce});
  race.enter(test::planted("b", [] { return std::make_unique<Broken>(drop, 3); }));
  double last = 0;
  while (race.advance()) {
    EXPECT_GE(race.progress(), last) << race.phase();
    last = race.progress();
  }
  EXPECT_DOUBLE_EQ(race.progress(), 1);
  EXPECT_FALSE(race.advance());
}

TEST(Race, a_budget_leaves_fewer_frames_but_some) {
  const Recording recording = flash(100);
  RaceOptions options = warming_up(10);
  options.budget = 1e-6;
  Race race(recording, options);
  race.enter({.entry = kBruteForce});
  run(race);
  EXPECT_EQ(race.results()[0].verdict, RaceResult::Verdict::right);
  EXPECT_GE(race.results()[0].times.size(), 3u);
  EXPECT_LT(race.results()[0].times.size(), 90u);
}

TEST(Race, without_contestants_or_frames_is_over_at_once) {
  const Recording none, some = flash(3);
  Race empty(none, {});
  empty.enter({.entry = kBruteForce});
  run(empty);
  Race alone(some, {});
  run(alone);
  EXPECT_DOUBLE_EQ(empty.progress(), 1);
  EXPECT_DOUBLE_EQ(alone.progress(), 1);
}

TEST(Race, a_recording_whose_objects_come_and_go_is_raced_with_edits) {
  BoxRecording trace;
  const auto add = [&](std::vector<std::int64_t> ids) {
    trace.frames.push_back(static_cast<std::int64_t>(trace.frames.size()));
    for (const std::int64_t id : ids) {
      const auto at = static_cast<float>(id);
      trace.ids.push_back(id);
      trace.boxes.push_back({{at, at}, {at + 3, at + 3}});
    }
    trace.begins.push_back(trace.ids.size());
  };
  add({1, 2, 3}), add({2, 3, 9}), add({3}), add({}), add({1, 2, 3, 4, 5, 6});
  const Recording recording = record(trace, 10);
  EXPECT_EQ(recording.size(), 5u);
  EXPECT_EQ(recording.max_boxes(), 6u);
  Race race(recording, warming_up(1));
  for (const BroadphaseEntry* entry : broadphases()) race.enter({.entry = entry});
  run(race);
  for (const RaceResult& result : race.results())
    EXPECT_EQ(result.verdict, RaceResult::Verdict::right) << result.name << ": " << result.fault;
}

TEST(Race, a_threshold_makes_a_subset_that_is_not_wrong) {
  const Recording recording = flash(6);
  Race race(recording, warming_up(1));
  Contestant rdc{.entry = find_entry(broadphases(), "rdc")};
  rdc.set(*find_param(rows_of(*rdc.entry), "contact-threshold"), 12);
  race.enter(rdc);
  run(race);
  EXPECT_EQ(race.results()[0].verdict, RaceResult::Verdict::right);
  EXPECT_FALSE(race.results()[0].is_exact);
}

// ---- truth

TEST(Truth, is_the_oracles_on_every_world_by_both_ways) {
  for (const test::BoxWorld& world : test::make_worlds(1)) {
    const PairDigest expected = digest(test::exact_pairs(world.frame()));
    EXPECT_EQ(true_pairs(world.frame()), expected) << world.label();
    // Boxes that overlap nothing, so that there are too many to compare all pairs.
    test::BoxWorld larger = world;
    for (int k = 0; larger.size() <= kMaxForAllPairs; ++k) {
      const float far = 1e9f + 1e6f * static_cast<float>(k);
      larger.boxes.push_back({{far, far}, {far, far}});
      if (!larger.filters.empty()) larger.filters.push_back({1, 0});
      if (!larger.is_static.empty()) larger.is_static.push_back(1);
    }
    if (world.name == "largest floats") continue;  // one of its boxes covers the plane
    EXPECT_EQ(true_pairs(larger.frame()), expected) << world.label();
  }
}

TEST(Truth, digests_do_not_depend_on_order_and_see_repetition) {
  const std::vector<Pair> a{{1, 2}, {3, 4}}, b{{3, 4}, {1, 2}}, c{{1, 2}, {1, 2}},
      d{{1, 2}, {4, 3}};
  EXPECT_EQ(digest(a), digest(b));
  EXPECT_NE(digest(a), digest(c));
  EXPECT_NE(digest(a), digest(d));
}

// ---- numbers

}  // namespace race_test
}  // namespace phasebox
