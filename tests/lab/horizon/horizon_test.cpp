// SPDX-License-Identifier: MIT
// The horizon: its counts against all pairs of boxes, its impacts against known flights.
#include "lab/horizon/horizon.hpp"

#include <string>

#include <gtest/gtest.h>

#include "support/images.hpp"

namespace phasebox::test {
namespace horizon_test {

// Blocks of 20 px.
struct Blocks {
  Session session{test_images()};
  std::uint16_t image;
  Blocks() {
    session.apply(command::AddImage{make_solid_image("block", 20, 20)});
    image = static_cast<std::uint16_t>(session.images().size() - 1);
    session.apply(command::SetCount{0});
  }
  void add(Vec2 at, Vec2 velocity, bool is_static = false) {
    Sprite sprite;
    sprite.position = at, sprite.velocity = velocity, sprite.image = image;
    sprite.is_static = is_static;
    session.apply(command::AddSprite{sprite});
    session.detect();
  }
};

TEST(Horizon, gives_the_times_of_known_flights_in_their_order) {
  Blocks b;
  b.add({100, 100}, {1, 0});
  b.add({200, 100}, {-1, 0});  // 80 px apart, 2 px per step: 40 steps
  b.add({100, 300}, {0, 0}, true);
  b.add({160, 300}, {-2, 0});  // 40 px, 20 steps
  b.add({600, 600}, {0, 0});
  HorizonFinder finder;
  const Horizon& horizon = finder.find(b.session, {1});
  ASSERT_EQ(horizon.impacts.size(), 2u);
  EXPECT_EQ(horizon.impacts[0].pair, (Pair{2, 3}));
  EXPECT_NEAR(horizon.impacts[0].seconds, 20.0 / 60, 1e-6);
  EXPECT_EQ(horizon.impacts[1].pair, (Pair{0, 1}));
  EXPECT_NEAR(horizon.impacts[1].seconds, 40.0 / 60, 1e-6);
  EXPECT_EQ(finder.find(b.session, {0.5}).impacts.size(), 1u) << "the other one comes later";
}

TEST(Horizon, tells_swept_boxes_that_overlap_from_flights_that_meet) {
  Blocks b;
  b.add({100, 100}, {2, 0});
  b.add({180, 20}, {0, 1});  // sweeps the place only after the other has passed
  HorizonFinder finder;
  const Horizon& horizon = finder.find(b.session, {2});
  EXPECT_EQ(horizon.within, 1u);
  EXPECT_TRUE(horizon.impacts.empty());
}

TEST(Horizon, of_0_s_has_the_candidates_and_further_ones_never_have_fewer) {
  Session session(test_images());
  for (const std::string scene : {"sprites", "clusters", "teams", "flash-demo"}) {
    session.apply(command::LoadScene{scene});
    for (int step = 0; step < 5; ++step) session.step();
    HorizonFinder finder;
    const Horizon now = finder.find(session, {0, 1000});
    EXPECT_EQ(now.within, session.pairs().size()) << scene;
    EXPECT_EQ(now.extra, 0u) << scene;
    EXPECT_TRUE(now.impacts.empty()) << scene;
    std::size_t before = now.within;
    for (const double seconds : {0.1, 0.5, 2.0}) {
      const Horizon straight = finder.find(session, {seconds}),
                    swelled = finder.find(session, {seconds, 300});
      EXPECT_EQ(straight.now, session.pairs().size()) << scene;
      EXPECT_GE(straight.within, before) << scene << ' ' << seconds;
      EXPECT_EQ(straight.extra, 0u) << scene;
      EXPECT_EQ(swelled.within, straight.within) << scene << ": extra pairs are counted apart";
      EXPECT_EQ(swelled.impacts, straight.impacts) << scene;
      before = straight.within;
    }
    EXPECT_GT(finder.find(session, {2, 300}).extra, 0u) << scene;
  }
}

TEST(Horizon, is_of_the_frame_as_it_is) {
  Blocks b;
  b.add({100, 100}, {1, 0});
  HorizonFinder finder;
  EXPECT_EQ(finder.find(b.session, {1}).within, 0u);
  b.add({140, 100}, {0, 0});
  EXPECT_EQ(finder.find(b.session, {1}).impacts.size(), 1u);
  for (int step = 0; step < 30; ++step) b.session.step();
  EXPECT_EQ(finder.find(b.session, {1}).now, 1u);
}

TEST(Horizon, is_not_counted_of_too_many_sprites_and_says_so) {
  Session session(test_images());
  session.apply(command::SetCount{HorizonFinder::kMaxSprites + 1});
  session.detect();
  const Horizon none = HorizonFinder().find(session, {0});
  EXPECT_FALSE(none.is_counted);
  EXPECT_EQ(describe(none, "within 0 s"), "Counted for at most 20,000 sprites and 500,000 pairs.");
}

TEST(Horizon, is_told_in_one_sentence) {
  EXPECT_EQ(describe({.now = 1, .within = 31, .extra = 0, .impacts = {}, .is_counted = true},
                     "within 0.5 s"),
            "1 candidate now, 31 within 0.5 s if all fly straight.");
  EXPECT_EQ(describe({.now = 12, .within = 31, .extra = 4, .impacts = {}, .is_counted = true},
                     "within 0.5 s"),
            "12 candidates now, 31 within 0.5 s if all fly straight, 4 more by acceleration.");
}

}  // namespace horizon_test
}  // namespace phasebox::test
