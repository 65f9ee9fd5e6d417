// SPDX-License-Identifier: MIT
// A search that is ended early: no pairs, no harm, and the next one is right again.
#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "collide/sink.hpp"
#include "session/session.hpp"
#include "support/allocations.hpp"
#include "support/images.hpp"

namespace phasebox::test {
namespace work_limit_test {

// A lattice of boxes that overlap their neighbors.
std::vector<Aabb> lattice(std::size_t side, float size) {
  std::vector<Aabb> boxes;
  for (std::size_t y = 0; y < side; ++y)
    for (std::size_t x = 0; x < side; ++x) {
      const Vec2 at{static_cast<float>(x) * 10, static_cast<float>(y) * 10};
      boxes.push_back({at, at + Vec2{size, size}});
    }
  return boxes;
}

std::vector<std::uint64_t> sorted_keys(const PairSink& pairs) {
  std::vector<std::uint64_t> keys;
  for (const Pair p : pairs.items()) keys.push_back(key(p));
  std::sort(keys.begin(), keys.end());
  return keys;
}

std::vector<std::uint64_t> answer(Broadphase& broadphase, const Frame& frame, Recorder* log) {
  PairSink pairs;
  broadphase.find_pairs(frame, pairs, log);
  return sorted_keys(pairs);
}

struct Case {
  const BroadphaseEntry* entry;
  unsigned threads;
  bool is_traced;

  // Without it its bytes would be printed, padding and all.
  friend std::ostream& operator<<(std::ostream& out, const Case& c) {
    return out << c.entry->id << ' ' << c.threads << ' ' << c.is_traced;
  }
};

class WorkLimitOf : public testing::TestWithParam<Case> {
 protected:
  WorkLimitOf() {
    boxes_ = lattice(40, 25);
    frame_.boxes = boxes_, frame_.threads = GetParam().threads, frame_.limit = &limit_;
    broadphase_ = GetParam().entry->make();
    broadphase_->reset(frame_);
  }
  std::vector<std::uint64_t> find() {
    Recorder log(1000);
    return answer(*broadphase_, frame_, GetParam().is_traced ? &log : nullptr);
  }
  std::vector<std::uint64_t> truth() const {
    Frame bare;
    bare.boxes = boxes_;
    const auto brute = find_entry(broadphases(), "brute-force")->make();
    return answer(*brute, bare, nullptr);
  }
  void expect_right_after_reset() {
    const auto expected = truth();
    limit_.begin();
    limit_.max_pairs = expected.size();
    broadphase_->reset(frame_);
    EXPECT_EQ(find(), expected);
    EXPECT_FALSE(limit_.is_stopped());
  }

  std::vector<Aabb> boxes_;
  WorkLimit limit_;
  Frame frame_;
  std::unique_ptr<Broadphase> broadphase_;
};

TEST_P(WorkLimitOf, a_stopped_search_has_no_pairs_and_a_reset_mends_all) {
  for (int frame = 0; frame < 2; ++frame) EXPECT_FALSE(find().empty());
  limit_.stop();
  EXPECT_TRUE(find().empty());
  EXPECT_EQ(limit_.reason(), WorkLimit::Reason::asked);
  expect_right_after_reset();
}

TEST_P(WorkLimitOf, more_pairs_than_allowed_stop_the_search_wherever_it_is) {
  for (const std::uint64_t most : {0u, 1u, 100u, 5'000u}) {
    limit_.begin();
    limit_.max_pairs = most;
    broadphase_->reset(frame_);
    EXPECT_TRUE(find().empty()) << most;
    EXPECT_EQ(limit_.reason(), WorkLimit::Reason::pairs) << most;
    expect_right_after_reset();
  }
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const BroadphaseEntry* entry : broadphases())
    for (const unsigned threads : {1u, 3u})
      for (const bool is_traced : {false, true}) all.push_back({entry, threads, is_traced});
  return all;
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  std::string name(info.param.entry->id);
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "_" + std::to_string(info.param.threads) + (info.param.is_traced ? "_traced" : "");
}

INSTANTIATE_TEST_SUITE_P(Broadphases, WorkLimitOf, testing::ValuesIn(cases()), name_of);

TEST_P(WorkLimitOf, searches_that_are_stopped_again_and_again_take_no_more_memory) {
  const HeapPeak peak;
  PairSink pairs;
  limit_.max_pairs = 100;
  for (int k = 0; k < 30; ++k) {
    limit_.begin();
    broadphase_->reset(frame_);
    broadphase_->find_pairs(frame_, pairs, nullptr);
    EXPECT_TRUE(limit_.is_stopped());
  }
  EXPECT_LT(peak.bytes(), std::size_t{16} << 20);
}

TEST_P(WorkLimitOf, a_search_without_memory_is_an_exception_and_not_the_end) {
  const auto right = find();
  for (const std::size_t bytes : {100u, 2000u, 20'000u}) {
    auto fresh = GetParam().entry->make();
    try {
      const LargestAllocation little(bytes);
      PairSink pairs;
      fresh->reset(frame_);
      fresh->find_pairs(frame_, pairs, nullptr);
    } catch (const std::bad_alloc&) {
    }
  }
  broadphase_->reset(frame_);
  EXPECT_EQ(find(), right);
}

TEST(WorkLimit, another_thread_ends_a_detection) {
  Session session(test_images());
  ASSERT_FALSE(session.apply(command::LoadScene{"uniform"}).failed());
  ASSERT_FALSE(session.apply(command::SetCount{60'000}).failed());
  ASSERT_FALSE(session.apply(command::SelectBroadphase{"brute-force"}).failed());
  std::jthread stopper([&](std::stop_token done) {
    while (!done.stop_requested()) {
      session.work().stop();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  session.detect();
  stopper.request_stop();
  stopper.join();
  EXPECT_FALSE(session.is_detected());
  EXPECT_TRUE(session.pairs().empty());
  ASSERT_FALSE(session.apply(command::SelectBroadphase{"hierarchical-grid"}).failed());
  session.detect();
  EXPECT_TRUE(session.is_detected());
  EXPECT_FALSE(session.pairs().empty());
}

TEST(WorkLimit, a_log_ends_a_search_with_too_many_events) {
  const std::vector<Aabb> boxes = lattice(30, 8);
  WorkLimit limit;
  Frame frame;
  frame.boxes = boxes;
  frame.limit = &limit;
  const auto broadphase = find_entry(broadphases(), "brute-force")->make();
  const auto events_with = [&](std::uint64_t most) {
    Recorder log;
    log.stop_after(most, limit);
    limit.begin();
    answer(*broadphase, frame, &log);
    return log.count(EventKind::test);
  };
  EXPECT_EQ(events_with(1'000'000), 900u * 899 / 2);
  EXPECT_FALSE(limit.is_stopped());
  EXPECT_LT(events_with(10'000), 20'000u);
  EXPECT_TRUE(limit.is_stopped());
}

TEST(WorkLimit, after_a_stop_the_session_finds_the_same_pairs_as_without) {
  Session stopped(test_images()), other(test_images());
  for (Session* s : {&stopped, &other}) ASSERT_FALSE(s->apply(command::SetCount{500}).failed());
  for (int step = 0; step < 20; ++step) {
    stopped.step(), other.step();
    stopped.work().max_pairs = 0;
    stopped.detect();
    EXPECT_FALSE(stopped.is_detected());
    EXPECT_EQ(stopped.work().reason(), WorkLimit::Reason::pairs);
    stopped.work().max_pairs = 1'000'000;
    stopped.detect();
    other.detect();
    ASSERT_EQ(stopped.hash(), other.hash()) << "step " << step;
  }
}

}  // namespace work_limit_test
}  // namespace phasebox::test
