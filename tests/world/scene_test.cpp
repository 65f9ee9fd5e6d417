// SPDX-License-Identifier: MIT
// Claims about the scenes as the window offers them.
#include "world/scene/scene.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "bench/recording.hpp"
#include "collide/registry.hpp"
#include "session/session.hpp"
#include "support/images.hpp"

namespace phasebox {
namespace scene_test {

TEST(SceneGroups, hold_every_scene) {
  for (const SceneEntry* entry : scenes())
    EXPECT_EQ(std::ranges::count(kSceneGroups, entry->group), 1) << entry->id;
}

TEST(SceneGroups, benchmarks_are_the_workloads_of_the_bench) {
  for (const SceneEntry* entry : scenes())
    EXPECT_TRUE(entry->group != kSceneGroups.back() || !entry->make()->workload(1000).empty())
        << entry->id;
}

TEST(ScenePicture, shows_sprites_of_every_scene_in_its_field) {
  const ImageSet images = test_images();
  for (const SceneEntry* entry : scenes()) {
    const ScenePicture picture = scene_picture(*entry, images);
    EXPECT_GT(picture.field.x, 0) << entry->id;
    ASSERT_FALSE(picture.sprites.empty()) << entry->id;
    EXPECT_LE(picture.sprites.size(), 150u) << entry->id;
    const auto is_inside = [&](const Sprite& s) {
      return s.position.x >= 0 && s.position.x <= picture.field.x && s.position.y >= 0 &&
             s.position.y <= picture.field.y;
    };
    const auto inside = std::ranges::count_if(picture.sprites, is_inside);
    EXPECT_GE(2 * inside, std::ssize(picture.sprites)) << entry->id;
    for (const Sprite& sprite : picture.sprites) EXPECT_LT(sprite.image, images.size());
  }
}

TEST(BallOnATable, is_carried_by_micro_collisions_and_by_none_where_contacts_are_solved) {
  Session session(test_images());
  ASSERT_FALSE(session.apply(command::LoadScene{"ball-on-table"}).failed());
  const auto run = [&] {
    std::uint64_t micro = 0;
    for (int k = 0; k < 60; ++k) session.step(), micro += session.impact_log().counts.micro;
    return micro;
  };
  const float y = session.world().positions()[1].y;
  EXPECT_GT(run(), 60u) << "several in each step";
  EXPECT_NEAR(session.world().positions()[1].y, y, 0.5f) << "and yet it lies still";
  ASSERT_FALSE(session.apply(command::SetParam{Owner::response(), "resting", 0}).failed());
  run();
  EXPECT_EQ(run(), 0u);
}

// ---- Claims about scenes to play in.

Session in_scene(const char* id) {
  Session session(test_images());
  EXPECT_FALSE(session.apply(command::LoadScene{id}).failed());
  session.detect();
  return session;
}

TEST(Pour, never_comes_to_rest_stays_in_the_field_and_lets_nothing_be_remarked) {
  Session session = in_scene("pour");
  EXPECT_EQ(session.settings().broadphase->id, "uniform-grid");
  EXPECT_EQ(session.settings().narrowphase->id, "bit-mask");
  const Aabb field = grown(session.field(), 30);  // a fast sprite may cross the border for a step
  int falls_in = 0;
  for (int step = 0; step < 1800; ++step) {
    const std::vector<Vec2> before(session.world().positions().begin(),
                                   session.world().positions().end());
    session.step();
    for (const Remark& remark : session.remarks())
      ASSERT_FALSE(remark.warning) << "step " << step << ": " << remark.text.english();
    for (SpriteId i = 0; i < before.size(); ++i) {
      const Vec2 p = session.world().positions()[i];
      ASSERT_TRUE(contains(field, p)) << "sprite " << i << " in step " << step;
      falls_in += p.y < before[i].y - 300;
    }
    if (step % 300 != 299) continue;
    const auto speeds = session.world().velocities();
    EXPECT_GT(std::ranges::count_if(speeds, [](Vec2 v) { return length(v) > 1; }), 10)
        << "step " << step;
    EXPECT_GT(std::exchange(falls_in, 0), 10) << "until step " << step;
  }
}

TEST(Pour, is_a_heap_that_comes_to_rest_where_the_funnel_is_closed) {
  Session session = in_scene("pour");
  ASSERT_FALSE(session.apply(command::SetParam{Owner::scene(), "drain", 0}).failed());
  for (int step = 0; step < 600; ++step) session.move();
  const float before = session.world().positions()[200].y;
  for (int step = 0; step < 60; ++step) session.move();
  EXPECT_NEAR(session.world().positions()[200].y, before, 5);
  EXPECT_LT(session.world().positions()[200].y, session.settings().world.height * 0.9f);
}

TEST(Shooter, is_divided_well_by_rdc_while_its_first_ship_is_steered) {
  Session session = in_scene("shooter");
  ASSERT_EQ(session.world().size(), 200u);
  EXPECT_EQ(session.settings().broadphase->id, "rdc");
  const auto ship = session.settings().scene.instance().steered_by_keys(session.world());
  ASSERT_EQ(ship, SpriteId{0});
  EventLog log(100'000);
  for (int second = 0; second < 20; ++second) {
    const Vec2 velocity{second % 4 < 2 ? 5.0f : -5.0f, second % 2 == 0 ? 3.0f : -3.0f};
    ASSERT_FALSE(session.apply(command::Steer{*ship, velocity}).failed());
    for (int step = 0; step < 60; ++step) session.step();
    session.trace(log);
    EXPECT_LT(session.counters(log).box_tests, 199u * 200u / 2 / 10) << second;
  }
}

TEST(Shooter, moves_no_pinned_sprite_by_itself) {
  Session session = in_scene("shooter");
  ASSERT_FALSE(session.apply(command::SetStatic{{0, 1}, true}).failed());
  const Vec2 places[]{{300, 100}, {400, 2}};  // a ship above its part of the field, and its shot
  for (SpriteId i = 0; i < 2; ++i) {
    ASSERT_FALSE(session.apply(command::Grab{i}).failed());
    ASSERT_FALSE(session.apply(command::Drag{places[i]}).failed());
    ASSERT_FALSE(session.apply(command::Release{}).failed());
  }
  session.step();
  for (SpriteId i = 0; i < 2; ++i) EXPECT_EQ(session.world().positions()[i], places[i]);
}

TEST(Shooter, its_ship_fires_the_shots_that_have_left_the_field) {
  Session session = in_scene("shooter");
  const auto at = [&](SpriteId id) { return session.world().positions()[id]; };
  int fired = 0;
  ASSERT_FALSE(session.apply(command::Steer{0, {2, 0}}).failed());
  for (int step = 0; step < 600; ++step) {
    const float before = at(1).y;
    session.step();
    if (at(1).y <= before) continue;
    ++fired;
    EXPECT_NEAR(at(1).x, at(0).x, 5);
    EXPECT_LT(at(1).y, at(0).y + 1);
  }
  EXPECT_GT(fired, 0);
}

TEST(Platformer, sprites_stand_on_platforms_of_several_levels_and_jump_between_them) {
  Session session = in_scene("platformer");
  const World& world = session.world();
  ASSERT_TRUE(world.has_statics());
  std::set<float> levels;
  for (SpriteId i = 0; i < world.size(); ++i)
    if (world.statics()[i]) levels.insert(session.frame().boxes[i].min.y);
  EXPECT_EQ(levels.size(), 3u);
  std::set<float> stood_on;
  int jumps = 0;
  for (int step = 0; step < 1200; ++step) {
    session.step();
    for (SpriteId i = 0; i < world.size(); ++i) {
      const Aabb& box = session.frame().boxes[i];
      if (world.statics()[i]) continue;
      EXPECT_LT(box.max.y, session.settings().world.height) << "step " << step;
      jumps += world.velocities()[i].y < -8;
      for (const float level : levels)
        if (std::abs(level - box.max.y) < 2 && world.velocities()[i].y == 0) stood_on.insert(level);
    }
  }
  EXPECT_EQ(stood_on, levels);
  EXPECT_GT(jumps, 20);
}

Counters counters_now(Session& session) {
  session.detect();
  EventLog log(100'000);
  session.trace(log);
  return session.counters(log);
}

TEST(BrownTable, has_the_places_and_widths_of_the_notes_with_four_pairs_and_two_voids) {
  Session session = in_scene("brown-table");
  const std::pair<float, float> x_and_width[]{{10, 10}, {15, 5}, {18, 8}, {40, 10}, {45, 10}};
  ASSERT_EQ(session.frame().size(), std::size(x_and_width));
  for (SpriteId i = 0; i < std::size(x_and_width); ++i) {
    const Aabb box = session.frame().boxes[i];
    EXPECT_EQ(std::pair(box.min.x, extent(box).x), x_and_width[i]) << i;
  }
  ASSERT_EQ(session.settings().broadphase->id, "sort-and-sweep");
  ASSERT_FALSE(session.apply(command::SetParam{owner_named("sort-and-sweep"), "axis", 0}).failed());
  const Counters counters = counters_now(session);
  EXPECT_EQ(counters.interfering, 4u);
  EXPECT_EQ(counters.voids, 2u);
  EXPECT_EQ(session.contacts().size(), 3u) << "one of the four is apart along y";
}

TEST(NSampling, reads_every_nth_pixel_both_ways_of_a_square_in_the_frame) {
  const auto reads = [](double size, double n) {
    Session session = in_scene("n-sampling");
    for (const auto& [owner, key, value] : {std::tuple(Owner::scene(), "min-size", size),
                                            {Owner::scene(), "max-size", size},
                                            {owner_named("pixel-samples"), "n", n},
                                            {Owner::scene(), "count", 2.0}})
      EXPECT_FALSE(session.apply(command::SetParam{owner, key, value}).failed()) << key;
    const std::uint64_t all = counters_now(session).pixel_reads;
    EXPECT_TRUE(session.contacts().empty());
    return all;
  };
  EXPECT_EQ(reads(200, 1), 40'000u);
  EXPECT_EQ(reads(200, 2), 10'000u);
  EXPECT_EQ(reads(100, 1), 10'000u);
}

TEST(NSampling, has_ten_squares_of_100_px_of_which_each_touches_all_others) {
  Session session = in_scene("n-sampling");
  ASSERT_EQ(session.world().size(), 11u);
  for (const Aabb& box : session.frame().boxes.subspan(1)) EXPECT_EQ(extent(box), (Vec2{100, 100}));
  EXPECT_EQ(session.contacts().size(), 45u);
  EXPECT_EQ(session.pairs().size(), 55u);
}

TEST(Crowded, leaves_a_quarter_of_all_pairs_on_either_axis_and_one_group_to_rdc) {
  Session session = in_scene("crowded");
  for (int step = 0; step < 200; ++step) session.move();
  EXPECT_EQ(counters_now(session).groups, 1u);
  ASSERT_FALSE(session.apply(command::SelectBroadphase{"sort-and-sweep"}).failed());
  const std::uint64_t all = 199 * 200 / 2;
  for (const double axis : {0.0, 1.0}) {
    ASSERT_FALSE(
        session.apply(command::SetParam{owner_named("sort-and-sweep"), "axis", axis}).failed());
    EXPECT_GT(4 * counters_now(session).interfering.value_or(0), all) << "axis " << axis;
  }
}

TEST(HtQuadtree, is_born_in_the_middle_half_with_the_demos_sizes_and_speeds_and_stays_inside) {
  Session session = in_scene("ht-quadtree");
  ASSERT_EQ(session.world().size(), 100u);
  Vec2 fastest;
  for (SpriteId i = 0; i < 100; ++i) {
    const Aabb box = session.frame().boxes[i];
    EXPECT_TRUE(contains(Aabb{{100, 100}, {300, 300}}, center(box))) << i;
    for (const float side : {extent(box).x, extent(box).y})
      EXPECT_TRUE(side > 4.9f && side < 30.1f) << side;
    const Vec2 v = session.world().velocities()[i];
    fastest = {std::max(fastest.x, std::abs(v.x)), std::max(fastest.y, std::abs(v.y))};
  }
  for (const float speed : {fastest.x, fastest.y}) EXPECT_TRUE(speed > 7 && speed <= 8) << speed;
  for (int step = 0; step < 300; ++step) session.move();
  for (const Aabb& box : session.frame().boxes)
    EXPECT_TRUE(contains(grown(session.field(), 8), center(box)));
}

// ---- Claims about what all scenes can do.

Session clumped(const char* id, double share) {
  Session session = in_scene(id);
  EXPECT_FALSE(session.apply(command::SetParam{Owner::scene(), "clumping", share}).failed());
  session.detect();
  return session;
}

TEST(Clumping, moves_sprites_evenly_toward_one_heap_in_the_middle_of_the_field) {
  const Session apart = clumped("uniform", 0), half = clumped("uniform", 0.5),
                heap = clumped("uniform", 1);
  const Vec2 middle = center(heap.field());
  for (SpriteId i = 0; i < heap.world().size(); ++i) {
    const Vec2 to = heap.world().positions()[i];
    EXPECT_LT(length(to - middle), 6 * extent(heap.field()).y / 10) << i;
    EXPECT_LT(length(half.world().positions()[i] - (apart.world().positions()[i] + to) * 0.5f),
              1e-2f)
        << i;
    EXPECT_EQ(heap.world().velocities()[i], apart.world().velocities()[i]) << i;
  }
  EXPECT_LT(apart.pairs().size(), half.pairs().size());
  EXPECT_LT(half.pairs().size(), heap.pairs().size());
}

TEST(Clumping, leaves_static_sprites_where_they_are) {
  const Session apart = clumped("walls", 0), heap = clumped("walls", 1);
  ASSERT_TRUE(heap.world().has_statics());
  for (SpriteId i = 0; i < heap.world().size(); ++i)
    EXPECT_EQ(heap.world().positions()[i] == apart.world().positions()[i],
              heap.world().statics()[i] != 0)
        << i;
}

// ---- Claims about the bench's workloads: as dense as they say, whatever the count.

Session workload(const std::string& id, std::uint32_t count) {
  Session session(test_images());
  EXPECT_FALSE(session.apply(command::LoadScene{id}).failed());
  EXPECT_FALSE(
      apply_settings(session, session.settings().scene.instance().workload(count)).failed())
      << id;
  EXPECT_FALSE(session.apply(command::SetCount{count}).failed());
  EXPECT_FALSE(session.apply(command::Restart{}).failed());
  return session;
}

double pairs_per_object(const Session& session) {
  return static_cast<double>(true_pairs(session.frame()).count) /
         static_cast<double>(session.world().size());
}

TEST(Workloads, are_as_dense_as_they_say_and_stay_so) {
  const std::pair<const char*, double> expected[] = {
      {"uniform", 0.5}, {"sparse", 0.05}, {"clusters", 9.7}, {"line", 0.5}, {"mixed", 1.6}};
  for (const auto& [id, density] : expected) {
    Session session = workload(id, 10'000);
    EXPECT_NEAR(pairs_per_object(session), density, 0.1 * density) << id;
    for (int k = 0; k < 100; ++k) session.move();
    EXPECT_NEAR(pairs_per_object(session), density, 0.1 * density) << id << ", moved";
  }
}

TEST(Workloads, keep_their_density_at_any_count) {
  for (const char* id : {"uniform", "line"})
    EXPECT_NEAR(pairs_per_object(workload(id, 40'000)), 0.5, 0.03) << id;
  EXPECT_NEAR(pairs_per_object(workload("clusters", 40'000)), 9.7, 0.5);
}

TEST(Workloads, boxes_have_the_sizes_and_speeds_that_are_asked_for) {
  for (const char* id : {"uniform", "sparse", "line", "clusters"}) {
    Session session = workload(id, 1'000);
    const std::vector<Aabb> before(session.frame().boxes.begin(), session.frame().boxes.end());
    for (const Aabb& box : before)
      for (const float side : {extent(box).x, extent(box).y}) {
        EXPECT_GE(side, 7.99f) << id;
        EXPECT_LE(side, 40.01f) << id;
      }
    session.move();
    for (SpriteId i = 0; i < before.size(); ++i) {
      const Vec2 by = center(session.frame().boxes[i]) - center(before[i]);
      EXPECT_LE(std::max(std::abs(by.x), std::abs(by.y)), 2.6f) << id << " " << i;
    }
  }
}

TEST(Workloads, one_in_a_hundred_of_mixed_is_a_giant) {
  const Session session = workload("mixed", 3'000);
  int giants = 0;
  for (const Aabb& box : session.frame().boxes) giants += extent(box).x > 100;
  EXPECT_EQ(giants, 30);
}

TEST(Clusters, keep_together_for_thousands_of_steps) {
  Session session = workload("clusters", 2'000);
  for (int k = 0; k < 3'000; ++k) session.move();
  const auto positions = session.world().positions();
  int far = 0;
  for (std::uint32_t i = 0; i < positions.size(); ++i)
    far += length(positions[i] - positions[i - i % 200]) > 43.5f * 4;
  EXPECT_LE(far, 5);
  EXPECT_NEAR(pairs_per_object(session), 9.7, 1.0);
}

TEST(Clusters, go_where_their_leader_is_dragged) {
  Session session(test_images());
  ASSERT_FALSE(session.apply(command::LoadScene{"clusters"}).failed());
  const Vec2 to{640, 360};
  ASSERT_FALSE(session.apply(command::Grab{0}).failed());
  ASSERT_FALSE(session.apply(command::Drag{to}).failed());
  session.move();
  EXPECT_EQ(session.world().positions()[0], to);
}

TEST(Clusters, launched_sprites_fly_on_by_themselves) {
  Session session(test_images());
  ASSERT_FALSE(session.apply(command::LoadScene{"clusters"}).failed());
  Sprite sprite = session.world().get(0);
  sprite.position = {640, 360};
  sprite.velocity = {3, 0};
  sprite.spin = 0;
  ASSERT_FALSE(session.apply(command::AddSprite{sprite}).failed());
  const auto id = static_cast<SpriteId>(session.world().size() - 1);
  for (int k = 0; k < 10; ++k) session.move();
  EXPECT_EQ(session.world().positions()[id], (Vec2{670, 360}));
}

TEST(Motion, centers_turn_round_at_the_walls_where_asked) {
  Session session = workload("mixed", 500);
  for (int k = 0; k < 2'000; ++k) session.move();
  for (const Vec2 p : session.world().positions()) {
    EXPECT_GE(p.x, -4);
    EXPECT_LE(p.x, session.settings().world.width + 4);
    EXPECT_GE(p.y, -4);
    EXPECT_LE(p.y, session.settings().world.height + 4);
  }
}

TEST(Session, moving_is_stepping_without_pairs) {
  Session a(test_images()), b(test_images());
  for (int k = 0; k < 50; ++k) a.move(), b.step();
  EXPECT_EQ(a.world().hash(), b.world().hash());
  EXPECT_EQ(a.steps(), b.steps());
  EXPECT_TRUE(a.pairs().empty());
  a.detect(), b.detect();
  EXPECT_EQ(a.hash(), b.hash());
}

}  // namespace scene_test
}  // namespace phasebox
