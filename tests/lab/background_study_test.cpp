// SPDX-License-Identifier: MIT
// Claims about work beside the window.
#include "lab/background_study.hpp"

#include <new>
#include <vector>

#include <gtest/gtest.h>

namespace phasebox {
namespace background_study_test {

using namespace std::chrono_literals;

/// What the test lets the work do, and what the work was seen doing.
struct Valve {
  std::atomic<bool> may_begin = true;
  std::atomic<int> allowed = 0;  ///< pieces
  std::atomic<int> done = 0, made = 0, gone = 0;
};

/// Counts its pieces; it and each of them wait until they are allowed.
class Counting final : public PiecewiseWork<int> {
 public:
  Counting(Valve& valve, int pieces) : valve_(valve), pieces_(pieces) {
    while (!valve_.may_begin) std::this_thread::sleep_for(100us);
    ++valve_.made;
  }
  ~Counting() override { ++valve_.gone; }

  bool advance() override {
    if (done_ == pieces_) return false;
    if (done_ < valve_.allowed) valve_.done = ++done_;
    std::this_thread::sleep_for(100us);
    return true;
  }
  double progress() const override { return static_cast<double>(done_) / pieces_; }
  Sentence phase() const override { return "piece " + std::to_string(done_); }
  int result() const override { return done_; }

 private:
  Valve& valve_;
  int pieces_, done_ = 0;
};

class Study : public BackgroundStudy<int> {
 public:
  void begin(Valve& valve, int pieces, std::shared_ptr<const int> known = nullptr) {
    start(
        "making it", [&valve, pieces] { return std::make_unique<Counting>(valve, pieces); },
        std::move(known));
  }
};

void wait_for_end(const Study& study) {
  while (study.is_running()) std::this_thread::sleep_for(1ms);
}

void wait_for_phase(const Study& study, const std::string& phase) {
  while (study.phase() != phase) std::this_thread::sleep_for(1ms);
}

TEST(BackgroundStudy, before_the_first_start_there_is_nothing) {
  Study study;
  study.stop();
  EXPECT_FALSE(study.is_running());
  EXPECT_EQ(study.progress(), 0);
  EXPECT_EQ(study.phase(), "");
  EXPECT_FALSE(study.result());
  EXPECT_EQ(study.result_or_empty(), 0);
}

TEST(BackgroundStudy, runs_beside_its_owner_and_says_how_far_it_is) {
  Valve valve;
  Study study;
  valve.allowed = 1;
  study.begin(valve, 4);
  wait_for_phase(study, "piece 1");
  EXPECT_TRUE(study.is_running());
  EXPECT_EQ(study.progress(), 0.25);
  EXPECT_GT(study.seconds_left().value_or(0), 0);
  valve.allowed = 4;
  wait_for_end(study);
  EXPECT_EQ(study.progress(), 1);
  EXPECT_EQ(study.phase(), "done");
  EXPECT_EQ(study.result_or_empty(), 4);
  EXPECT_FALSE(study.seconds_left());
}

TEST(BackgroundStudy, the_time_left_does_not_count_what_made_the_work) {
  Valve valve;
  valve.may_begin = false;
  valve.allowed = 1;
  Study study;
  study.begin(valve, 4);
  std::this_thread::sleep_for(300ms);
  const auto begun = std::chrono::steady_clock::now();
  valve.may_begin = true;
  wait_for_phase(study, "piece 1");
  const double left = study.seconds_left().value_or(0);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun;
  EXPECT_GT(left, 0);
  EXPECT_LE(left, 3 * passed.count() + 1e-9) << "a quarter is done";
  valve.allowed = 4;
  wait_for_end(study);
}

TEST(BackgroundStudy, progress_never_falls) {
  struct Recorder : BackgroundWork {
    std::vector<double> seen;
    void tell(double progress) { report(progress, ""), seen.push_back(this->progress()); }
  } recorder;
  for (const double value : {0.2, 0.6, 0.4, 7.0, 0.1}) recorder.tell(value);
  EXPECT_EQ(recorder.seen, (std::vector<double>{0.2, 0.6, 0.6, 1, 1}));
}

TEST(BackgroundStudy, shows_what_it_has_while_it_works) {
  Valve valve;
  Study study;
  valve.allowed = 2;
  study.begin(valve, 4);
  while (study.result_or_empty() < 2) std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(study.is_running());
  const auto first = study.result();
  valve.allowed = 4;
  wait_for_end(study);
  EXPECT_EQ(*first, 2) << "what was handed over does not change";
  EXPECT_EQ(*study.result(), 4);
}

TEST(BackgroundStudy, stopped_it_keeps_what_it_has) {
  Valve valve;
  Study study;
  valve.allowed = 3;
  study.begin(valve, 6);
  wait_for_phase(study, "piece 3");
  study.stop();
  EXPECT_FALSE(study.is_running());
  EXPECT_EQ(study.progress(), 0.5);
  EXPECT_EQ(study.phase(), "stopped");
  ASSERT_TRUE(study.result());
  EXPECT_EQ(*study.result(), 3);
}

/// Has no memory for its third piece, or none to begin with.
class Starving final : public PiecewiseWork<int> {
 public:
  explicit Starving(int pieces) : pieces_(pieces) {
    if (pieces == 0) throw std::bad_alloc();
  }
  bool advance() override {
    if (++done_ > pieces_) throw std::bad_alloc();
    return true;
  }
  double progress() const override { return 0.25 * done_; }
  Sentence phase() const override { return "piece"; }
  int result() const override { return done_; }

 private:
  int pieces_, done_ = 0;
};

class StarvingStudy : public BackgroundStudy<int> {
 public:
  void begin(int pieces) {
    start(
        "making it", [pieces] { return std::make_unique<Starving>(pieces); },
        std::make_shared<const int>(7));
  }
};

TEST(BackgroundStudy, out_of_memory_ends_the_work_and_not_the_program) {
  StarvingStudy study;
  for (const int pieces : {2, 0}) {
    study.begin(pieces);
    while (study.is_running()) std::this_thread::sleep_for(1ms);
    EXPECT_TRUE(study.has_run_out());
    EXPECT_EQ(study.phase(), "stopped: out of memory");
    EXPECT_EQ(study.progress(), 0.25 * pieces);
    EXPECT_EQ(study.result_or_empty(), 7) << "what was shown is kept";
  }
}

TEST(BackgroundStudy, takes_the_place_of_the_work_before) {
  Valve valve;
  Study study;
  valve.allowed = 1;
  for (int i = 0; i < 3; ++i) {
    valve.may_begin = false;
    study.begin(valve, 2, std::make_shared<const int>(-1 - i));
    EXPECT_EQ(study.phase(), "making it");
    EXPECT_EQ(study.result_or_empty(), -1 - i) << "the old answer is gone";
    EXPECT_EQ(valve.gone, i) << "the work before has ended";
    valve.may_begin = true;
    wait_for_phase(study, "piece 1");
  }
  valve.allowed = 2;
  wait_for_end(study);
  EXPECT_EQ(valve.made, 3);
  EXPECT_EQ(*study.result(), 2);
}

/// Its first step takes ten seconds, or until the study is stopped.
class SlowStudy : public BackgroundStudy<int> {
 public:
  void begin(Valve& valve) {
    start("making it", [&valve, limit = stopping()] {
      for (int ms = 0; ms < 10'000 && !limit->is_stopped(); ++ms) std::this_thread::sleep_for(1ms);
      valve.done = limit->is_stopped() ? 1 : 0;
      return std::make_unique<Counting>(valve, 1);
    });
  }
};

TEST(BackgroundStudy, its_first_step_can_be_stopped) {
  Valve valve;
  SlowStudy study;
  for (int round = 0; round < 2; ++round) {
    study.begin(valve);
    study.stop();
    EXPECT_EQ(valve.done, 1);
    EXPECT_EQ(study.phase(), "stopped");
  }
}

TEST(BackgroundStudy, its_destructor_ends_the_work) {
  Valve valve;
  {
    Study study;
    study.begin(valve, 1);
    while (valve.made == 0) std::this_thread::sleep_for(1ms);
    EXPECT_EQ(valve.gone, 0);
  }
  EXPECT_EQ(valve.gone, 1);
  EXPECT_EQ(valve.done, 0);
}

}  // namespace background_study_test
}  // namespace phasebox
