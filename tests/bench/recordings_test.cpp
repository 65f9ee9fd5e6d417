// SPDX-License-Identifier: MIT
// The recordings for tests are what their names say.
#include "support/recordings.hpp"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>

#include "bench/recording.hpp"
#include "bench/true_pairs.hpp"

namespace phasebox {
namespace recordings_test {

using testing::Gt;
using testing::Le;

struct Named {
  std::string name;
  BoxRecording trace;
};

std::vector<Named> small_ones(std::uint64_t seed) {
  return {{"quiet", test::quiet_then_fast(seed, 50, 40)},
          {"menu", test::menu_then_game(seed, 50, 60)},
          {"tumbler", test::growing_tumbler(seed, 60, 50)},
          {"shooter", test::shooter(seed, 60, 20)},
          {"piles", test::settling_piles(seed, 60, 40)},
          {"lattice", test::exploding_lattice(seed, 50, 64)}};
}

/// Share of the objects of both frames that moved from the one to the other.
double share_moved(const BoxRecording& trace, std::size_t from, std::size_t to) {
  RecordingCast before, now;
  before.show(trace, from), now.show(trace, to);
  std::size_t both = 0, moved = 0;
  for (SpriteId sprite = 0; sprite < now.size(); ++sprite) {
    const auto was = before.find(now.ids()[sprite]);
    if (!was) continue;
    ++both;
    moved += before.boxes()[*was] != now.boxes()[sprite];
  }
  return both == 0 ? 0 : static_cast<double>(moved) / static_cast<double>(both);
}

TEST(TestRecordings, are_valid_and_the_same_for_a_seed_only) {
  const auto first = small_ones(1), again = small_ones(1), other = small_ones(2);
  for (std::size_t k = 0; k < first.size(); ++k) {
    const BoxRecording& trace = first[k].trace;
    EXPECT_EQ(trace, again[k].trace) << first[k].name;
    EXPECT_NE(trace, other[k].trace) << first[k].name;
    EXPECT_TRUE(std::ranges::all_of(trace.boxes, is_valid)) << first[k].name;
    for (std::size_t f = 0; f < trace.size(); ++f) {
      const auto ids = trace.ids_of(f);
      EXPECT_EQ(std::ranges::adjacent_find(ids, std::ranges::greater_equal{}), ids.end())
          << first[k].name << ", frame " << f;
    }
  }
}

TEST(TestRecordings, quiet_then_fast_begins_quietly) {
  const BoxRecording trace = test::quiet_then_fast();
  ASSERT_EQ(trace.size(), 1000u);
  const auto step = [&](std::size_t f) {
    float most = 0;
    for (std::size_t i = 0; i < trace.ids_of(f).size(); ++i)
      most =
          std::max(most, length(center(trace.boxes_of(f)[i]) - center(trace.boxes_of(f - 1)[i])));
    return most;
  };
  for (std::size_t f = 1; f < 320; ++f) EXPECT_LT(step(f), 0.2f) << f;
  for (std::size_t f = 320; f < 1000; ++f) EXPECT_GT(step(f), 8.0f) << f;
}

TEST(TestRecordings, menu_then_game_is_small_at_first) {
  const BoxRecording trace = test::menu_then_game();
  for (std::size_t f = 0; f < trace.size(); ++f)
    EXPECT_EQ(trace.ids_of(f).size(), f < 400 ? 20u : 1500u) << f;
  EXPECT_EQ(share_moved(trace, 0, 399), 0);
  EXPECT_EQ(share_moved(trace, 400, 401), 1);
}

TEST(TestRecordings, the_tumbler_grows_within_its_turning_walls) {
  const BoxRecording trace = test::growing_tumbler(1, 300, 600);
  EXPECT_EQ(trace.ids_of(0).size(), 4u);
  for (std::size_t f = 1; f < trace.size(); ++f)
    EXPECT_GE(trace.ids_of(f).size(), trace.ids_of(f - 1).size()) << f;
  EXPECT_EQ(trace.ids_of(299).size(), 4u + 598);
  const Recording recording = record(trace, 300);
  // What lies in a heap touches its neighbors, and not everything else.
  EXPECT_THAT(true_pairs(recording.frame(299)).count, testing::AllOf(Gt(200u), Le(4000u)));
  EXPECT_GT(share_moved(trace, 298, 299), 0.5);
}

TEST(TestRecordings, missiles_come_and_go_in_every_frame_and_spare_their_own_side) {
  const BoxRecording trace = test::shooter();
  RecordingCast cast;
  for (std::size_t f = 0; f < trace.size(); ++f) {
    cast.show(trace, f);
    std::size_t come = 0, gone = 0;
    for (const Edit& edit : cast.edits()) ++(edit.kind == Edit::Kind::add ? come : gone);
    EXPECT_GT(come, 0u) << f;
    EXPECT_TRUE(gone > 0 || f <= 120) << f;
  }
  const Frame last = cast.frame();
  EXPECT_EQ(std::ranges::count(last.is_static, 1), 4);
  std::set<std::pair<int, int>> met;
  for (SpriteId i = 0; i < last.size(); ++i)
    for (SpriteId j = 0; j < last.size(); ++j)
      if (i != j && eligible(last, i, j))
        met.insert({last.filters[i].category, last.filters[j].category});
  EXPECT_TRUE(met.contains({8, 4}) && met.contains({16, 2}));
  EXPECT_FALSE(met.contains({8, 2}) || met.contains({16, 4}) || met.contains({8, 16}));
}

TEST(TestRecordings, piles_fall_and_then_rest_on_the_static_ground) {
  const BoxRecording trace = test::settling_piles(1, 300, 200);
  EXPECT_GT(share_moved(trace, 10, 11), 0.9);
  EXPECT_EQ(share_moved(trace, 200, 299), 0);
  EXPECT_EQ(std::ranges::count(trace.statics_of(0), 1), 3);
  const Aabb ground = trace.boxes_of(299)[0];
  float lowest = 0;
  for (const Aabb& box : trace.boxes_of(299).subspan(3)) lowest = std::max(lowest, box.max.y);
  EXPECT_NEAR(lowest, ground.min.y, 1e-2f);
}

TEST(TestRecordings, the_lattice_rests_until_all_of_it_flies_apart) {
  const BoxRecording trace = test::exploding_lattice();
  EXPECT_EQ(share_moved(trace, 0, 479), 0);
  for (std::size_t f = 480; f < 600; ++f) EXPECT_GT(share_moved(trace, f - 1, f), 0.999) << f;
}

}  // namespace recordings_test
}  // namespace phasebox
