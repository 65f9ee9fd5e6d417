// SPDX-License-Identifier: MIT
// A plug-in as a broadphase: the contract that is kept, and what a wrong one may not do.
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "c/phasebox_plugin.hpp"
#include "collide/registry.hpp"
#include "plugin/plugin_list.hpp"

namespace phasebox {
namespace adapter_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::size_t kBoxes = 200;

class Adapter : public testing::Test {
 protected:
  Adapter() {
    Random random(7);
    for (std::size_t i = 0; i < kBoxes; ++i) {
      const float x = random.uniform(0, 300), y = random.uniform(0, 300);
      const float width = random.uniform(0, 30), height = random.uniform(0, 30);
      boxes.push_back({{x, y}, {x + width, y + height}});
    }
    frame.boxes = boxes;
  }

  std::unique_ptr<Broadphase> made(const std::string& name) {
    const auto plugin = Plugin::load(std::string(PHASEBOX_TEST_PLUGINS "/") + name + ".so");
    EXPECT_FALSE(plugin.failed()) << plugin.error().text;
    return (*plugin)->make();
  }
  std::unique_ptr<Broadphase> planted(const std::string& fault) {
    auto broadphase = made("planted");
    const Param& row = *find_param(broadphase->params().rows, "fault");
    row.set(broadphase->params().object, *parse_value(row, fault));
    return broadphase;
  }
  std::vector<std::uint64_t> pairs_of(Broadphase& broadphase, Recorder* log = nullptr) {
    PairSink found;
    broadphase.find_pairs(frame, found, log);
    std::vector<std::uint64_t> keys;
    for (const Pair p : found.items()) keys.push_back(key(p));
    std::ranges::sort(keys);
    return keys;
  }
  std::vector<std::uint64_t> true_pairs() {
    return pairs_of(*find_entry(broadphases(), "brute-force")->make());
  }
  std::vector<std::string> warnings_of(const Broadphase& broadphase) {
    std::vector<Remark> remarks;
    broadphase.remark(frame, remarks);
    std::vector<std::string> texts;
    for (const Remark& r : remarks) texts.push_back((r.warning ? "! " : "") + r.text);
    return texts;
  }

  std::vector<Aabb> boxes;
  Frame frame;
};

TEST_F(Adapter, finds_the_pairs_of_brute_force_by_both_examples) {
  const auto truth = true_pairs();
  ASSERT_GT(truth.size(), 50u);
  for (const char* name : {"naive_grid", "sample", "planted"}) {
    const auto broadphase = made(name);
    broadphase->reset(frame);
    EXPECT_EQ(pairs_of(*broadphase), truth) << name;
    EXPECT_THAT(warnings_of(*broadphase), IsEmpty()) << name;
    EXPECT_TRUE(broadphase->is_exact());
  }
}

/// Throws in its first reset.
struct ThrowsOnce {
  bool has_thrown = false;
  void reset(const phasebox_plugin_frame&) {
    if (!std::exchange(has_thrown, true)) throw 1;
  }
  void find_pairs(const phasebox_cpp::PluginSearch&) {}
};

TEST(PluginInCpp, that_throws_in_a_reset_says_so_after_the_next_search_alone) {
  const auto table = phasebox_cpp::plugin_of<ThrowsOnce>(phasebox_plugin_broadphase{});
  void* const instance = table.create();
  const phasebox_plugin_frame frame{};
  const phasebox_plugin_sink sink{};
  const auto remarks = [&] {
    int count = 0;
    const auto say = [](void* context, int, const char*) { ++*static_cast<int*>(context); };
    table.remark(instance, &frame, say, &count);
    return count;
  };
  table.reset(instance, &frame);
  table.find_pairs(instance, &frame, &sink, nullptr);
  EXPECT_EQ(remarks(), 1);
  table.reset(instance, &frame);
  table.find_pairs(instance, &frame, &sink, nullptr);
  EXPECT_EQ(remarks(), 0);
  table.destroy(instance);
}

TEST_F(Adapter, leaves_out_what_may_not_collide) {
  std::vector<Filter> filters(kBoxes);
  std::vector<std::uint8_t> is_static(kBoxes);
  for (std::size_t i = 0; i < kBoxes; ++i)
    filters[i].mask = i % 3 == 0 ? 0 : 0xFFFF, is_static[i] = i % 2 == 0;
  const auto all = true_pairs();
  frame.filters = filters, frame.is_static = is_static;
  const auto truth = true_pairs();
  ASSERT_LT(truth.size(), all.size());
  for (const char* name : {"naive_grid", "sample"}) EXPECT_EQ(pairs_of(*made(name)), truth) << name;
}

TEST_F(Adapter, refuses_pairs_of_what_is_not_there_and_says_which) {
  const auto truth = true_pairs();
  const auto beyond = planted("beyond");
  EXPECT_EQ(pairs_of(*beyond), truth);
  EXPECT_THAT(warnings_of(*beyond),
              ElementsAre("! Planted: 2 pairs were refused, the first (0, 200); a pair is two "
                          "different numbers below 200"));
  const auto itself = planted("itself");
  EXPECT_EQ(pairs_of(*itself), truth);
  EXPECT_THAT(warnings_of(*itself), ElementsAre(HasSubstr("1 pair was refused: (1, 1)")));
  const auto none = planted("no-pairs");
  EXPECT_EQ(pairs_of(*none), truth);
}

TEST_F(Adapter, logs_pairs_and_tests_and_refuses_events_that_make_no_sense) {
  const auto wrong = planted("events");
  Recorder log(100'000);
  const auto found = pairs_of(*wrong, &log);
  EXPECT_EQ(log.count(EventKind::hit), found.size());
  EXPECT_EQ(log.count(EventKind::test), kBoxes * (kBoxes - 1) / 2);
  EXPECT_EQ(log.count(EventKind::cell) + log.count(EventKind::node), 0u);
  EXPECT_THAT(warnings_of(*wrong), ElementsAre(HasSubstr("5 events were refused")));
  for (const Event& e : log.events()) ASSERT_TRUE(is_valid(e.box) && e.a < kBoxes && e.b < kBoxes);
}

TEST_F(Adapter, shows_the_cells_of_the_example_in_c) {
  const auto grid = made("naive_grid");
  Recorder log(100'000);
  const auto found = pairs_of(*grid, &log);
  EXPECT_EQ(log.count(EventKind::hit), found.size());
  EXPECT_GT(log.count(EventKind::cell), 1u);
  EXPECT_GE(log.count(EventKind::test), found.size());
}

TEST_F(Adapter, answers_a_query_by_the_plugin_or_by_looking_at_all_boxes) {
  for (const char* name : {"planted", "naive_grid"}) {
    const auto broadphase = name == std::string("planted") ? planted("find") : made(name);
    const Aabb asked{{100, 100}, {150, 150}};
    std::vector<SpriteId> truth;
    for (SpriteId i = 0; i < kBoxes; ++i)
      if (overlaps(boxes[i], asked)) truth.push_back(i);
    pairs_of(*broadphase);
    Sink<SpriteId> found;
    Recorder log(1000);
    broadphase->query(frame, asked, found, &log);
    EXPECT_EQ(std::vector<SpriteId>(found.items().begin(), found.items().end()), truth) << name;
    const bool is_planted = name == std::string("planted");
    EXPECT_EQ(log.count(EventKind::test), is_planted ? kBoxes : 0u);
    if (!is_planted) continue;
    EXPECT_THAT(warnings_of(*broadphase), ElementsAre(HasSubstr("1 find of a query was refused")));
  }
}

TEST_F(Adapter, says_what_the_plugin_says_in_lines_that_can_be_shown) {
  const auto talker = planted("says");
  pairs_of(*talker);
  const Edit edit{Edit::Kind::add, static_cast<SpriteId>(kBoxes), 0};
  boxes.push_back({{0, 0}, {1, 1}});
  frame.boxes = boxes;
  talker->edit(frame, {&edit, 1});
  pairs_of(*talker);
  const auto said = warnings_of(*talker);
  ASSERT_EQ(said.size(), 8u);
  EXPECT_EQ(said[0], "edited");
  EXPECT_EQ(said[1], "! a?b?");
}

TEST_F(Adapter, is_inexact_while_the_plugin_says_so) {
  EXPECT_FALSE(planted("inexact")->is_exact());
  EXPECT_TRUE(planted("none")->is_exact());
}

TEST_F(Adapter, begins_again_by_itself_when_the_number_of_boxes_is_another) {
  const auto grid = made("naive_grid");
  pairs_of(*grid);
  frame.boxes = std::span(boxes).first(50);
  EXPECT_EQ(pairs_of(*grid), true_pairs());
  frame.boxes = {};
  EXPECT_THAT(pairs_of(*grid), IsEmpty());
}

TEST_F(Adapter, has_no_pairs_when_its_search_is_stopped) {
  WorkLimit limit;
  limit.max_pairs = 5;
  frame.limit = &limit;
  for (const char* name : {"naive_grid", "sample", "planted"}) {
    limit.begin();
    const auto broadphase = made(name);
    EXPECT_THAT(pairs_of(*broadphase), IsEmpty()) << name;
    EXPECT_EQ(limit.reason(), WorkLimit::Reason::pairs);
    frame.limit = nullptr;
    EXPECT_EQ(pairs_of(*broadphase), true_pairs()) << name;
    frame.limit = &limit;
  }
}

TEST_F(Adapter, survives_boxes_as_large_as_floats_are) {
  boxes = {{{-kMaxFloat, -kMaxFloat}, {kMaxFloat, kMaxFloat}}, {{0, 0}, {1, 1}}, {{5, 5}, {5, 5}}};
  frame.boxes = boxes;
  const auto truth = true_pairs();
  for (const char* name : {"naive_grid", "sample"}) {
    Recorder log(1000);
    EXPECT_EQ(pairs_of(*made(name), &log), truth) << name;
  }
}

}  // namespace adapter_test
}  // namespace phasebox
