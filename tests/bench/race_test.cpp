// SPDX-License-Identifier: MIT
// Claims about races, their windows and their limits.
#include "bench/race.hpp"

#include <algorithm>

#include <gmock/gmock.h>

#include "bench/recording.hpp"
#include "collide/registry.hpp"
#include "session/session.hpp"
#include "support/checks.hpp"
#include "support/planted.hpp"
#include "support/recordings.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox {

// Claims about windows of frames: they lie in the recording, apart, and spread over all of it.

namespace windows_test {

std::vector<FrameWindow> in_order(std::vector<FrameWindow> windows) {
  std::ranges::sort(windows, {}, &FrameWindow::begin);
  return windows;
}

TEST(Windows, lie_in_the_recording_and_apart) {
  for (const std::size_t of : {1u, 2u, 5u, 40u, 100u, 311u, 1'000u, 10'000u, 123'457u})
    for (const std::size_t timed : {1u, 3u, 12u, 60u, 312u, 2'000u, 50'000u})
      for (const std::size_t round : {0u, 1u, 7u}) {
        const auto windows = in_order(spread_windows(of, timed, round));
        ASSERT_FALSE(windows.empty());
        std::size_t end = 0;
        for (const FrameWindow& w : windows) {
          EXPECT_GE(w.begin, end) << of << " frames, " << timed << " timed, round " << round;
          EXPECT_GT(w.timed, 0u);
          end = w.end();
        }
        EXPECT_LE(end, of) << of << " frames, " << timed << " timed, round " << round;
      }
}

TEST(Windows, time_about_as_many_frames_as_asked_for) {
  for (const std::size_t timed : {30u, 100u, 312u, 3'000u}) {
    const FrameCoverage c = coverage_of(spread_windows(100'000, timed), 100'000);
    EXPECT_GE(c.used, timed);
    EXPECT_LE(c.used, timed + c.places);
  }
}

TEST(Windows, come_from_twelve_places_before_they_are_longer_than_a_few_frames) {
  EXPECT_EQ(coverage_of(spread_windows(10'000, 312), 10'000),
            (FrameCoverage{.used = 312, .of = 10'000, .places = 12}));
  EXPECT_EQ(spread_windows(10'000, 12).size(), 1u);
  EXPECT_GT(spread_windows(1'000'000, 6'000).size(), 12u);
}

TEST(Windows, cover_every_part_of_the_recording) {
  const std::size_t of = 12'000;
  std::vector<int> hits(12);
  for (const FrameWindow& w : spread_windows(of, 312)) ++hits[w.begin / 1'000];
  EXPECT_THAT(hits, testing::Each(1));
}

TEST(Windows, any_first_few_of_them_are_spread_too) {
  const std::size_t of = 100'000;
  const auto windows = spread_windows(of, 312);
  for (const std::size_t first : {2u, 4u, 6u}) {
    const auto part = in_order({windows.begin(), windows.begin() + static_cast<long>(first)});
    for (std::size_t k = 1; k < first; ++k)
      EXPECT_GE(part[k].begin - part[k - 1].begin, of / (3 * first)) << first;
  }
}

TEST(Windows, of_another_round_lie_elsewhere) {
  const auto first = in_order(spread_windows(10'000, 312, 0));
  const auto second = in_order(spread_windows(10'000, 312, 1));
  std::size_t same = 0;
  for (std::size_t k = 0; k < first.size(); ++k) same += first[k].begin == second[k].begin;
  EXPECT_LE(same, 2u);
}

TEST(Windows, warm_up_for_different_times) {
  const auto windows = spread_windows(10'000, 312);
  EXPECT_TRUE(std::ranges::any_of(
      windows, [&](const FrameWindow& w) { return w.warm_up != windows[0].warm_up; }));
}

TEST(Windows, that_would_leave_little_out_become_the_whole) {
  EXPECT_EQ(spread_windows(300, 290), whole_recording(300, 0));
  EXPECT_TRUE(coverage_of(spread_windows(7, 100), 7).is_all());
}

TEST(Windows, the_whole_of_a_short_recording_keeps_frames_to_time) {
  EXPECT_EQ(whole_recording(100, 10),
            (std::vector<FrameWindow>{{.begin = 0, .warm_up = 10, .timed = 90}}));
  EXPECT_EQ(whole_recording(4, 10),
            (std::vector<FrameWindow>{{.begin = 0, .warm_up = 1, .timed = 3}}));
  EXPECT_TRUE(whole_recording(0, 10).empty());
}

// Claims about races: a wrong contestant gets no time, and what is measured is what was recorded.

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
  EXPECT_EQ(race.results()[0].verdict, RaceResult::Verdict::wrong);
  EXPECT_TRUE(race.results()[0].times.empty());
}

TEST(Race, with_queries_of_every_kind_every_broadphase_is_right) {
  for (const std::string scene : {"uniform", "mixed", "thin"}) {
    Session session(test_images());
    ASSERT_FALSE(session.apply(command::LoadScene{scene}).failed());
    ASSERT_FALSE(session.apply(command::SetCount{600}).failed());
    const Recording recording = record(session, 4);
    for (std::size_t kind = 0; kind < kQueryKindNames.size(); ++kind)
      for (const float size : {0.0f, 96.0f, 4000.0f}) {
        RaceOptions options = warming_up(1);
        options.queries = {.count = 40, .size = size, .kind = static_cast<QueryKind>(kind)};
        Race race(recording, options);
        for (const BroadphaseEntry* entry : broadphases()) race.enter({.entry = entry});
        run(race);
        for (const RaceResult& r : race.results())
          EXPECT_EQ(r.verdict, RaceResult::Verdict::right)
              << r.name << ", " << scene << ", " << kQueryKindNames[kind] << ", " << size
              << " px: " << r.fault;
      }
  }
}

TEST(Race, a_contestant_whose_queries_are_wrong_gets_no_time) {
  struct Blind final : Broadphase {
    std::unique_ptr<Broadphase> inner = kBruteForce->make();
    ParamView params() override { return {}; }
    void reset(const Frame&) override {}
    void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
      inner->find_pairs(f, out, log);
    }
    void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder*) override {
      for (SpriteId i = 1; i < f.size(); ++i)  // never the first
        if (overlaps(f.boxes[i], box)) out.push(i);
    }
  };
  const Recording recording = flash(6);
  RaceOptions options = warming_up(2);
  for (const std::size_t count : {0u, 200u}) {
    options.queries.count = count;
    Race race(recording, options);
    race.enter(test::planted("blind", [] { return std::make_unique<Blind>(); }));
    run(race);
    EXPECT_EQ(race.results()[0].times.empty(), count > 0);
  }
}

TEST(Race, every_broadphase_of_the_registry_is_right_on_every_workload) {
  for (const std::string scene :
       {"uniform", "sparse", "clusters", "line", "mixed", "thin", "ratio"}) {
    Session session = in_scene(scene);
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
  EXPECT_EQ(record(trace, 10).size(), 5u);
  EXPECT_EQ(record(trace, 10).max_boxes(), 6u);
  // The other one has rules as well.
  for (const Recording& recording : {record(trace, 10), record(test::shooter(4, 40, 30), 40)}) {
    Race race(recording, warming_up(1));
    for (const BroadphaseEntry* entry : broadphases()) race.enter({.entry = entry});
    run(race);
    for (const RaceResult& result : race.results())
      EXPECT_EQ(result.verdict, RaceResult::Verdict::right) << result.name << ": " << result.fault;
  }
}

TEST(Race, a_threshold_makes_a_subset_that_is_not_wrong) {
  const Recording recording = flash(6);
  Race race(recording, warming_up(1));
  race.enter(test::contestant("rdc", {{"contact-threshold", 12}}));
  run(race);
  EXPECT_EQ(race.results()[0].verdict, RaceResult::Verdict::right);
  EXPECT_FALSE(race.results()[0].is_exact);
}

// ---- truth

TEST(Truth, is_the_same_compared_two_by_two_swept_and_sprite_by_sprite) {
  for (const test::BoxWorld& world : test::make_worlds(3)) {
    const Frame f = world.frame();
    const std::vector<Pair> expected = test::exact_pairs(f);
    std::vector<Pair> all, swept, one_by_one;
    list_true_pairs(f, all, f.size());
    list_true_pairs(f, swept, 0);
    for (SpriteId i = 0; i < f.size(); ++i) add_true_pairs_of(f, i, one_by_one);
    EXPECT_EQ(all, expected) << world.label();
    EXPECT_EQ(swept, expected) << world.label();
    EXPECT_EQ(one_by_one, expected) << world.label();
    EXPECT_EQ(true_pairs(f), digest(expected)) << world.label();
  }
}

TEST(Truth, digests_do_not_depend_on_order_and_see_repetition) {
  const std::vector<Pair> a{{1, 2}, {3, 4}}, b{{3, 4}, {1, 2}}, c{{1, 2}, {1, 2}},
      d{{1, 2}, {4, 3}};
  EXPECT_EQ(digest(a), digest(b));
  EXPECT_NE(digest(a), digest(c));
  EXPECT_NE(digest(a), digest(d));
}

// Claims about races over windows of frames, with the truth shared between races.

Recording frames(std::size_t n) {
  Random random(5);
  Recording recording;
  for (std::size_t k = 0; k < n; ++k) recording.add(test::random_boxes(random, 40, 100, 100, 30));
  return recording;
}

RaceResult run(const Recording& recording, RaceOptions options, FrameTruth* truth = nullptr) {
  Race race(recording, std::move(options), truth);
  race.enter(test::contestant("quadtree"));
  while (race.advance()) {
  }
  EXPECT_EQ(race.progress(), 1);
  return race.results()[0];
}

TEST(RaceLimits, only_the_frames_of_the_windows_are_run) {
  const Recording recording = frames(20);
  FrameTruth truth(recording);
  const std::vector<FrameWindow> windows{{.begin = 12, .warm_up = 2, .timed = 3},
                                         {.begin = 4, .warm_up = 0, .timed = 2}};
  const RaceResult r = run(recording, {.windows = windows}, &truth);
  EXPECT_EQ(r.verdict, RaceResult::Verdict::right);
  EXPECT_EQ(r.times.size(), 5u);
  EXPECT_TRUE(r.box_tests);
  for (std::size_t frame = 0; frame < 20; ++frame)
    EXPECT_EQ(truth.knows(frame), frame == 4 || frame == 5 || (frame >= 12 && frame < 17)) << frame;
}

TEST(RaceLimits, timed_steps_name_frame_and_window_of_every_time) {
  const Recording recording = frames(20);
  Race race(recording, {.windows = {{12, 2, 2}, {4, 0, 1}}});
  const auto steps = race.timed_steps();
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].frame, 14u);
  EXPECT_EQ(steps[1].frame, 15u);
  EXPECT_EQ(steps[2].frame, 4u);
  EXPECT_EQ(steps[1].place, 0u);
  EXPECT_EQ(steps[2].place, 1u);
  EXPECT_EQ(race.coverage(), (FrameCoverage{.used = 3, .of = 20, .places = 2}));
}

TEST(RaceLimits, warm_ups_of_a_later_window_are_not_timed) {
  const RaceResult r = run(frames(20), {.windows = {{0, 1, 3}, {8, 4, 1}}});
  EXPECT_EQ(r.times.size(), 4u);
}

TEST(RaceLimits, a_budget_that_ends_in_a_later_warm_up_leaves_timed_frames) {
  int finds = 0;
  struct CountsFinds final : Broadphase {
    int* total;
    std::unique_ptr<Broadphase> inner = find_entry(broadphases(), "brute-force")->make();
    explicit CountsFinds(int* count) : total(count) {}
    ParamView params() override { return {}; }
    void reset(const Frame&) override {}
    void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
      ++*total;
      inner->find_pairs(f, out, log);
    }
  };
  const Recording recording = frames(20);
  Race race(recording, {.windows = {{0, 0, 2}, {8, 4, 2}}, .budget = 1e-6, .count_tests = false});
  race.enter(test::planted("counts", [&] { return std::make_unique<CountsFinds>(&finds); }));
  while (race.advance()) {
  }
  EXPECT_EQ(race.results()[0].times.size(), 3u);
  EXPECT_EQ(finds, 2 * 7) << "two timed frames, four of the warm-up, and the third timed frame";
}

/// Counts its resets; otherwise brute force.
struct CountsResets final : Broadphase {
  int* resets;
  std::unique_ptr<Broadphase> inner = find_entry(broadphases(), "brute-force")->make();
  explicit CountsResets(int* count) : resets(count) {}
  ParamView params() override { return {}; }
  void reset(const Frame&) override { ++*resets; }
  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
    inner->find_pairs(f, out, log);
  }
};

TEST(RaceLimits, every_window_begins_with_a_reset) {
  const Recording recording = frames(20);
  int resets = 0;
  Race race(
      recording,
      {.windows = {{0, 1, 3}, {8, 1, 3}, {15, 1, 3}}, .check_first = false, .count_tests = false});
  race.enter(test::planted("counts", [&] { return std::make_unique<CountsResets>(&resets); }));
  while (race.advance()) {
  }
  EXPECT_EQ(resets, 3);
}

TEST(RaceLimits, without_a_check_before_every_timed_frame_is_still_checked) {
  const Recording recording = frames(12);
  FrameTruth truth(recording);
  PairDigest spoiled = truth.of(7);
  ++spoiled.count;
  truth.set(7, spoiled);
  const RaceResult wrong = run(recording, {.warm_up = 2, .check_first = false}, &truth);
  EXPECT_EQ(wrong.verdict, RaceResult::Verdict::wrong);
  EXPECT_TRUE(wrong.times.empty());
  const RaceResult right = run(recording, {.windows = {{0, 1, 5}}, .check_first = false}, &truth);
  EXPECT_EQ(right.verdict, RaceResult::Verdict::right);
  EXPECT_EQ(right.times.size(), 5u);
}

TEST(RaceLimits, what_is_known_is_believed_and_the_rest_is_found) {
  const Recording recording = frames(8);
  FrameTruth truth(recording);
  EXPECT_EQ(run(recording, {.warm_up = 2}, &truth).verdict, RaceResult::Verdict::right);
  for (std::size_t frame = 0; frame < 8; ++frame) EXPECT_TRUE(truth.knows(frame));
  PairDigest spoiled = truth.of(5);
  ++spoiled.count;
  truth.set(5, spoiled);
  const RaceResult wrong = run(recording, {.warm_up = 2}, &truth);
  EXPECT_EQ(wrong.verdict, RaceResult::Verdict::wrong);
  EXPECT_THAT(wrong.fault, testing::HasSubstr("frame 5"));
}

TEST(RaceLimits, nothing_is_counted_when_counting_is_off) {
  const Recording recording = frames(5);
  const RaceResult r = run(recording, {.warm_up = 1, .count_tests = false});
  EXPECT_EQ(r.times.size(), 4u);
  EXPECT_FALSE(r.box_tests);
}

TEST(RaceLimits, box_tests_are_the_mean_of_frames_from_the_whole_recording) {
  // Brute force: n (n - 1) / 2 tests; two boxes in the first half, four in the second.
  Recording recording;
  const Aabb box{{0, 0}, {1, 1}};
  for (int k = 0; k < 16; ++k) {
    const std::vector<Aabb> boxes(k < 8 ? 2 : 4, box);
    std::vector<Edit> edits;
    if (k == 8) edits = {{Edit::Kind::add, 2, 2}, {Edit::Kind::add, 3, 3}};
    recording.add(boxes, edits);
  }
  Race race(recording, {.windows = whole_recording(16, 0)});
  race.enter(test::contestant("brute-force"));
  while (race.advance()) {
  }
  EXPECT_EQ(race.results()[0].box_tests, (1 + 6) / 2.0);
}

}  // namespace windows_test
}  // namespace phasebox
