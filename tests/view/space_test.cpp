// SPDX-License-Identifier: MIT
// The 3D view without OpenGL: where things stand, in which colors, and what a ray meets.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "sample.hpp"
#include "view/region_query.hpp"
#include "view/space/orbit_camera.hpp"
#include "view/space/outline.hpp"
#include "view/space/space_list.hpp"
#include "view/space/space_view.hpp"

namespace phasebox::test {
namespace space_test {

EventLog traced(Session& session) {
  EventLog trace(100'000);
  session.trace(trace);
  return trace;
}

SpaceList drawn(Session& session, ViewOptions options = {}, Detail detail = Detail::full) {
  const EventLog trace = traced(session);
  SpaceList list;
  draw_space(session, trace.broad.events(), options, {}, detail, list);
  return list;
}

OrbitCamera camera_on(const SpaceList& list, float yaw, float pitch) {
  OrbitCamera camera;
  camera.viewport = {{200, 50}, {840, 650}};
  camera.reset(list.ground, 100);
  camera.yaw = yaw, camera.pitch = pitch;
  return camera;
}

Vec3 top_of(const Solid& s) { return {s.center.x, s.top, s.center.y}; }

std::optional<SpriteId> picked(const SpaceList& list, const ImageSet& images, const Ray& ray) {
  const auto hit = pick_space(list, images, ray);
  return hit ? std::optional(hit->sprite) : std::nullopt;
}

std::unique_ptr<Session> scene(const char* name, const char* broadphase = "rdc") {
  auto session = std::make_unique<Session>(test_images());
  EXPECT_FALSE(session->apply(command::LoadScene{name}).failed());
  EXPECT_FALSE(session->apply(command::SelectBroadphase{broadphase}).failed());
  for (int i = 0; i < 20; ++i) session->step();
  return session;
}

std::size_t wires_of(const SpaceList& list, Role role) {
  const Color color = theme(ThemeId::dark)[role];
  return static_cast<std::size_t>(std::ranges::count(list.wires, color, &Wire::color));
}

TEST(Space, marks_what_a_query_found_and_what_it_visited) {
  const auto session = scene("clusters", "brute-force");
  RegionQuery query;
  const Aabb field = session->field();
  query.asked = {QueryShape::frustum, {field.min.x, center(field).y}, center(field)};
  query.box = session->query(query.asked, query.found, &query.log);
  const std::size_t found = query.found.size(), all = session->world().size();
  ASSERT_GT(found, 0u);
  ASSERT_LT(found, all);
  Interaction hand;
  hand.region_query = &query;
  SpaceList list;
  draw_space(*session, {}, {}, hand, Detail::full, list);
  EXPECT_EQ(wires_of(list, Role::found), 12 * found) << "the edges of a frame around each";
  EXPECT_EQ(wires_of(list, Role::visited), 4 * (all - found)) << "brute force visits all";
  EXPECT_EQ(wires_of(list, Role::query), 4u) << "the frustum on the ground";
}

constexpr std::array<std::array<float, 2>, 5> kAngles{
    {{0, 89}, {-20, 48}, {65, 30}, {170, 60}, {-100, 12}}};

TEST(Orbit, a_ray_through_a_pixel_leads_to_points_seen_at_that_pixel) {
  for (const auto [yaw, pitch] : kAngles) {
    const OrbitCamera camera = camera_on({}, yaw, pitch);
    for (const Vec2 pixel : {Vec2{210, 60}, Vec2{520, 350}, Vec2{830, 640}})
      for (const float t : {100.0f, 1000.0f, 3000.0f}) {
        const auto seen = camera.to_screen(camera.ray(pixel).at(t));
        ASSERT_TRUE(seen);
        EXPECT_NEAR(seen->x, pixel.x, 0.05f) << yaw << " " << pitch;
        EXPECT_NEAR(seen->y, pixel.y, 0.05f) << yaw << " " << pitch;
      }
  }
}

TEST(Orbit, the_matrix_maps_as_to_screen_does) {
  for (const auto [yaw, pitch] : kAngles) {
    const OrbitCamera camera = camera_on({}, yaw, pitch);
    const auto m = camera.matrix();
    const Vec3 p{123, 45, -67};
    const auto row = [&](std::size_t r) {
      return m[r] * p.x + m[4 + r] * p.y + m[8 + r] * p.z + m[12 + r];
    };
    const Vec2 size = extent(camera.viewport);
    const Vec2 from_matrix = camera.viewport.min + Vec2{(row(0) / row(3) + 1) / 2 * size.x,
                                                        (1 - row(1) / row(3)) / 2 * size.y};
    const auto seen = camera.to_screen(p);
    ASSERT_TRUE(seen);
    EXPECT_NEAR(seen->x, from_matrix.x, 0.05f);
    EXPECT_NEAR(seen->y, from_matrix.y, 0.05f);
    EXPECT_GT(row(2) / row(3), -1);
    EXPECT_LT(row(2) / row(3), 1);
  }
}

TEST(Orbit, reset_shows_all_of_the_field_in_every_pane) {
  for (const Vec2 size : {Vec2{470, 675}, Vec2{900, 300}, Vec2{200, 200}, Vec2{64, 900}})
    for (const Vec2 field : {Vec2{1280, 720}, Vec2{400, 3000}, Vec2{1, 1}}) {
      OrbitCamera camera;
      camera.viewport = {{100, 30}, Vec2{100, 30} + size};
      const Ground ground = Ground::of({{0, 0}, field});
      camera.reset(ground, 120);
      for (const float x : {-1.0f, 1.0f})
        for (const float z : {-1.0f, 1.0f})
          for (const float y : {0.0f, 120.0f}) {
            const auto at = camera.to_screen({x * ground.half.x, y, z * ground.half.y});
            ASSERT_TRUE(at);
            EXPECT_TRUE(contains(camera.viewport, *at))
                << at->x << " " << at->y << " of " << size.x << " x " << size.y;
          }
    }
}

TEST(Orbit, pitch_and_distance_stay_within_their_bounds) {
  OrbitCamera camera = camera_on({}, 0, 45);
  camera.orbit({0, 5000});
  EXPECT_EQ(camera.pitch, OrbitCamera::kMaxPitch);
  camera.orbit({100'000, -5000});
  EXPECT_EQ(camera.pitch, OrbitCamera::kMinPitch);
  EXPECT_LE(std::abs(camera.yaw), 180);
  for (int i = 0; i < 200; ++i) camera.zoom_at({500, 300}, 1.5f);
  EXPECT_EQ(camera.distance, OrbitCamera::kMinDistance);
  for (int i = 0; i < 200; ++i) camera.zoom_at({500, 300}, 1 / 1.5f);
  EXPECT_EQ(camera.distance, OrbitCamera::kMaxDistance);
  for (int i = 0; i < 200; ++i) camera.pan({5000, 5000});
  EXPECT_LE(std::abs(camera.target.x), OrbitCamera::kReach);
  EXPECT_LE(std::abs(camera.target.z), OrbitCamera::kReach);
}

TEST(Orbit, zooming_leaves_the_ground_under_the_pointer_where_it_is) {
  OrbitCamera camera = camera_on({}, 30, 50);
  const Vec2 pointer{430, 400};
  const auto ground_under = [&] {
    const Ray ray = camera.ray(pointer);
    return ray.at(-ray.from.y / ray.along.y);
  };
  const Vec3 before = ground_under();
  camera.zoom_at(pointer, 2);
  const Vec3 after = ground_under();
  EXPECT_NEAR(before.x, after.x, 0.5f);
  EXPECT_NEAR(before.z, after.z, 0.5f);
}

TEST(Space, sprites_far_from_the_origin_lose_nothing_to_rounding) {
  const Vec2 corner{1e7f, -1e7f};
  const Ground ground = Ground::of({corner, corner + Vec2{1280, 720}});
  EXPECT_EQ(ground.flat(corner + Vec2{641, 360}), (Vec2{1, 0}));
  EXPECT_EQ(ground.to_world(ground.at(corner + Vec2{8, 8}, 3)), (corner + Vec2{8, 8}));
  EXPECT_FLOAT_EQ(Ground::of({{-1e7f, -1e7f}, {1e7f, 1e7f}}).flat({1e7f, 0}).x, 640);
  EXPECT_FLOAT_EQ(Ground::of({{-3e38f, -3e38f}, {3e38f, 3e38f}}).flat({3e38f, 0}).x, 640);
  EXPECT_EQ(Ground::of({{5, 5}, {5, 5}}).flat({5, 5}), Vec2{});
}

// Some sprites hide others; where the top's middle is what is seen, it is what is picked.
TEST(Space, a_sprite_projected_is_the_sprite_picked) {
  const auto session = session_of(
      make_solid_image("block", 20, 20),
      {sprite_at({100, 100}), sprite_at({300, 200}), sprite_at({900, 400}), sprite_at({640, 650})});
  const SpaceList list = drawn(*session);
  ASSERT_EQ(list.solids.size(), 4u);
  for (const auto [yaw, pitch] : kAngles) {
    const OrbitCamera camera = camera_on(list, yaw, pitch);
    for (SpriteId i = 0; i < 4; ++i) {
      const auto at = camera.to_screen(top_of(list.solids[i]));
      ASSERT_TRUE(at);
      EXPECT_EQ(picked(list, session->images(), camera.ray(*at)), i) << yaw << " " << pitch;
    }
    EXPECT_EQ(picked(list, session->images(), camera.ray(*camera.to_screen({0, 0, 0}))),
              std::nullopt);
  }
}

TEST(Space, the_nearer_of_two_sprites_is_picked_and_their_sides_count) {
  const auto session =
      session_of(make_solid_image("block", 20, 20), {sprite_at({640, 300}), sprite_at({640, 330})});
  const SpaceList list = drawn(*session);
  const OrbitCamera front = camera_on(list, 0, 5), back = camera_on(list, 180, 5);
  const Solid& far = list.solids[0];
  const Vec3 side{far.center.x, (far.base + far.top) / 2, far.center.y};
  EXPECT_EQ(picked(list, session->images(), front.ray(*front.to_screen(side))), 1u);
  EXPECT_EQ(picked(list, session->images(), back.ray(*back.to_screen(side))), 0u);
}

TEST(Space, a_ray_goes_through_a_hole_in_a_picture) {
  const auto session = session_of(frame_of(40, 10), {sprite_at({100, 100})});
  const int square = session->images().find("square");
  ASSERT_GE(square, 0);
  Sprite under = sprite_at({100, 100}, 0.25f);
  under.image = static_cast<std::uint16_t>(square);
  EXPECT_FALSE(session->apply(command::AddSprite{under}).failed());
  session->detect();
  const SpaceList list = drawn(*session);
  const OrbitCamera above = camera_on(list, 0, 89);
  const auto pick_at = [&](Vec2 world) {
    const Vec3 p = list.ground.at(world, list.solids[0].top);
    return picked(list, session->images(), above.ray(*above.to_screen(p)));
  };
  EXPECT_EQ(pick_at({84, 100}), 0u);
  EXPECT_EQ(pick_at({100, 100}), 1u);
  EXPECT_EQ(pick_at({91, 91}), 0u) << "nothing opaque: the rectangle counts, as in the field";
}

TEST(Space, heights_are_the_depths_of_the_events) {
  for (const char* broadphase : {"rdc", "quadtree", "kd-tree", "aabb-tree"}) {
    SCOPED_TRACE(broadphase);
    const auto session = scene("clusters", broadphase);
    const EventLog trace = traced(*session);
    const ViewOptions options;
    const Heights heights = heights_of(trace.broad.events(), options);
    ASSERT_GT(heights.deepest, 0);
    EXPECT_LE(heights.at(heights.deepest), kTallest * 1.0001f);
    const SpaceList list = drawn(*session);
    std::map<float, int> expected, seen;
    std::vector<float> bases(list.solids.size(), 0);
    const bool has_nodes = trace.broad.count(EventKind::node) > 0;  // a divided node has one plate
    for (const Event& e : trace.broad.events()) {
      const bool filled = e.kind == EventKind::group ||
                          (e.kind == EventKind::split && !has_nodes) ||
                          ((e.kind == EventKind::node || e.kind == EventKind::cell) && e.b > 0);
      if (filled) ++expected[heights.layer * static_cast<float>(e.depth)];
      if (e.kind == EventKind::member || e.kind == EventKind::fat)
        bases[e.a] = std::max(bases[e.a], heights.layer * static_cast<float>(e.depth));
    }
    for (const Plate& p : list.plates) ++seen[p.height];
    EXPECT_EQ(seen, expected);
    if (has_nodes) {
      EXPECT_EQ(heights.groups, 0u) << "nodes that are divided count as nodes";
    }
    for (std::size_t i = 0; i < bases.size(); ++i) {
      EXPECT_EQ(list.solids[i].base, bases[i]);
      EXPECT_GE(list.solids[i].top, bases[i] + options.extrusion);
      EXPECT_LT(list.solids[i].top, bases[i] + options.extrusion + 1);
    }
  }
}

TEST(Space, sprites_stand_on_the_ground_where_the_options_say_so) {
  const auto session = scene("clusters");
  ViewOptions ground, hidden;
  ground.stand = false;
  hidden.overlays.set(Overlay::structure, false);
  for (const ViewOptions& options : {ground, hidden})
    for (const Solid& s : drawn(*session, options).solids) EXPECT_EQ(s.base, 0);
  EXPECT_TRUE(drawn(*session, hidden).plates.empty());
}

TEST(Space, the_raised_boxes_are_those_of_the_frame_with_the_heights_that_are_drawn) {
  const auto session = scene("clusters", "quadtree");
  ViewOptions options;
  options.extrusion = 30;
  const SpaceList list = drawn(*session, options);
  const auto boxes = session->frame().boxes;
  ASSERT_EQ(list.raised.size(), boxes.size());
  float highest = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    EXPECT_EQ(list.raised[i].flat(), boxes[i]);
    EXPECT_EQ(list.raised[i].min[2], list.solids[i].base);
    EXPECT_EQ(list.raised[i].max[2], list.solids[i].base + 30);
    highest = std::max(highest, list.raised[i].min[2]);
  }
  EXPECT_GT(highest, 0) << "some stand on a node";
}

TEST(Space, groups_along_three_axes_stand_in_place_of_the_plates) {
  const auto session = scene("clusters");
  ViewOptions options;
  const std::size_t plates = drawn(*session, options).plates.size();
  options.three_axes = true;
  SpaceList list = drawn(*session, options);
  EXPECT_GT(plates, 0u);
  EXPECT_TRUE(list.plates.empty());
  const std::size_t wires = list.wires.size();
  const Aabb field = session->field();
  draw_space_group({{field.min.x, field.min.y, 10}, {field.max.x, field.max.y, 50}}, false, options,
                   list);
  ASSERT_EQ(list.wires.size(), wires + 12) << "the edges of a box";
  float low = 1e9f, high = -1e9f, left = 1e9f, right = -1e9f;
  for (std::size_t k = wires; k < list.wires.size(); ++k)
    for (const Vec3 end : {list.wires[k].a, list.wires[k].b}) {
      low = std::min(low, end.y), high = std::max(high, end.y);
      left = std::min(left, end.x), right = std::max(right, end.x);
    }
  EXPECT_EQ(low, 10);
  EXPECT_NEAR(high, 50, 5);
  EXPECT_NEAR(right - left, 2 * list.ground.half.x, 10);
  EXPECT_EQ(list.wires.back().color, theme(options.theme)[Role::final_group]);
}

TEST(Space, colors_are_those_of_the_field) {
  const auto session = scene("teams");
  const EventLog trace = traced(*session);
  Camera whole;
  whole.show_field({{-1000, -1000}, {3000, 3000}}, 0);
  for (std::size_t by = 0; by < kColorByNames.size(); ++by)
    for (std::size_t look = 0; look < kThemeNames.size(); ++look) {
      ViewOptions options;
      options.color_by = static_cast<ColorBy>(by);
      options.theme = static_cast<ThemeId>(look);
      DrawList field;
      SpaceList space;
      draw_session(*session, shown_events(trace), options, whole, {}, Detail::full, field);
      draw_space(*session, trace.broad.events(), options, {}, Detail::full, space);
      ASSERT_EQ(field.pictures().size(), space.solids.size());
      for (std::size_t i = 0; i < space.solids.size(); ++i) {
        EXPECT_EQ(space.solids[i].tint, field.pictures()[i].tint);
        EXPECT_EQ(space.solids[i].glow, field.pictures()[i].glow);
        EXPECT_EQ(space.solids[i].hatch, field.pictures()[i].hatch);
      }
    }
}

TEST(Space, what_is_selected_stands_in_a_cage) {
  const auto session = four_blocks();
  const std::array<SpriteId, 2> chosen{2, 99};
  Interaction hand;
  hand.selected = chosen;
  SpaceList without, with;
  const ViewOptions options;
  draw_space(*session, {}, options, {}, Detail::full, without);
  draw_space(*session, {}, options, hand, Detail::full, with);
  EXPECT_EQ(with.wires.size(), without.wires.size() + 12);
  EXPECT_EQ(with.wires.back().color, theme(options.theme)[Role::selection]);
}

TEST(Space, no_sprites_and_very_many_are_drawn) {
  Session session(test_images());
  EXPECT_FALSE(session.apply(command::SetCount{0}).failed());
  session.detect();
  EXPECT_TRUE(drawn(session).solids.empty());
  EXPECT_EQ(picked(drawn(session), session.images(), OrbitCamera{}.ray({300, 300})), std::nullopt);
  EXPECT_FALSE(session.apply(command::SetCount{10'000}).failed());
  session.detect();
  const SpaceList list = drawn(session, {}, Detail::solid);
  EXPECT_EQ(list.solids.size(), 10'000u);
  EXPECT_TRUE(list.boxes);
  EXPECT_FALSE(list.walls);
}

TEST(Panes, divide_the_field_without_a_gap) {
  const Aabb wide{{0, 21}, {940, 696}}, narrow{{0, 21}, {460, 576}};
  const Panes beside = split_panes(wide, 0.5f, 1), stacked = split_panes(narrow, 0.5f, 1);
  EXPECT_TRUE(beside.side_by_side);
  EXPECT_FALSE(stacked.side_by_side);
  EXPECT_FALSE(split_panes(wide, 0.5f, 2).side_by_side) << "px count in the interface's scale";
  EXPECT_EQ(beside.flat.max.x, beside.space.min.x);
  EXPECT_EQ(stacked.flat.max.y, stacked.space.min.y);
  for (const auto& [field, p] : {std::pair{wide, beside}, std::pair{narrow, stacked}})
    EXPECT_EQ(united(p.flat, p.space), field);
}

// Twice the area that the pieces enclose; the opaque area on the right counts as positive.
double area_of(const Image& image) {
  double twice = 0;
  for (const OutlinePiece& p : outline_of(image)) twice += static_cast<double>(cross(p.from, p.to));
  return twice / 2 / 4 * image.width * image.height;
}

TEST(Outline, of_a_rectangle_is_its_four_sides) {
  EXPECT_EQ(outline_of(*make_solid_image("block", 20, 31)).size(), 4u);
  EXPECT_EQ(outline_of(*make_solid_image("dot", 1, 1)).size(), 4u);
}

TEST(Outline, encloses_the_opaque_area_of_every_sprite_with_few_pieces) {
  const ImageSet images = test_images();
  for (std::size_t i = 0; i < images.size(); ++i) {
    const Image& image = images[i];
    SCOPED_TRACE(image.name);
    const int most = *std::ranges::max_element(image.alpha);
    const auto opaque = std::ranges::count_if(image.alpha, [&](int a) { return 2 * a > most; });
    const double area = area_of(image), sides = 2.0 * (image.width + image.height);
    EXPECT_NEAR(area, static_cast<double>(opaque), 0.35 * sides + 2);
    EXPECT_LE(outline_of(image).size(), 80u);
  }
}

TEST(Outline, goes_round_holes_and_keeps_areas_that_touch_at_a_corner_apart) {
  const auto frame = frame_of(40, 10);
  EXPECT_EQ(outline_of(*frame).size(), 8u);
  EXPECT_DOUBLE_EQ(area_of(*frame), 1200);
  std::vector<std::uint8_t> two(4 * 4, 255);
  two[7] = two[11] = 0;
  EXPECT_EQ(outline_of(**make_image("two", 2, 2, two)).size(), 8u);
}

}  // namespace space_test
}  // namespace phasebox::test
