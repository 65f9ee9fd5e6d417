// SPDX-License-Identifier: MIT
// What is drawn of a session, and what is not.
#include "view/scene_view.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sample.hpp"
#include "session/findings.hpp"
#include "support/allocations.hpp"
#include "support/contrast.hpp"
#include "view/comparisons.hpp"
#include "view/group_tints.hpp"
#include "view/legend.hpp"
#include "view/overlays/overlay.hpp"
#include "view/region_query.hpp"
#include "view/walk_view.hpp"

namespace phasebox::test {
namespace scene_view_test {

constexpr ViewOptions kNothing = only({});

// All overlays, those that tests do not know as well.
constexpr OverlaySet all_overlays() {
  OverlaySet all;
  for (std::size_t i = 0; i < kOverlayCount; ++i) all.set(static_cast<Overlay>(i), true);
  return all;
}
constexpr ThemeId kAllThemes[] = {ThemeId::dark, ThemeId::flash, ThemeId::color_blind};
constexpr ViewOptions kEverything{.overlays = all_overlays()};

bool has_line(const std::vector<LegendLine>& lines, Role role) {
  return std::ranges::find(lines, role, &LegendLine::role) != lines.end();
}

TEST(DrawSession, draws_nothing_but_the_field_when_all_is_off) {
  Drawn d;
  d.draw(kNothing);
  EXPECT_TRUE(d.list.pictures().empty());
  EXPECT_TRUE(d.list.labels.empty());
  EXPECT_EQ(d.count(Role::field_border), 1u);
  for (const Role role : {Role::box, Role::collision, Role::candidate, Role::final_group,
                          Role::temporary_group, Role::open_boundary, Role::velocity})
    EXPECT_EQ(d.count(role), 0u) << static_cast<int>(role);
}

TEST(DrawSession, draws_every_sprite_once) {
  Drawn d;
  EXPECT_EQ(d.draw(ViewOptions{}).pictures().size(), 4u);
}

TEST(DrawSession, draws_one_box_per_sprite_and_one_line_per_candidate) {
  Drawn d;
  d.draw(only({Overlay::boxes, Overlay::candidates}));
  EXPECT_EQ(d.count(Role::box), 4u);
  EXPECT_EQ(d.count(Role::candidate), d.session->pairs().size());
}

TEST(DrawSession, outlines_and_tints_exactly_the_colliding_sprites) {
  Drawn d;
  ASSERT_EQ(d.session->contacts().size(), 1u);
  const auto& pictures = d.draw(ViewOptions{}).pictures();
  const Color red = theme(ThemeId::dark)[Role::collision];
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(pictures[i].outline.a > 0, i < 2) << i;
    EXPECT_EQ(pictures[i].glow.a > 0, i < 2) << i;
  }
  EXPECT_EQ(pictures[0].outline, red);
}

TEST(DrawSession, outlines_colliding_boxes_when_there_are_no_pictures) {
  Drawn d;
  d.draw(only({Overlay::collisions}));
  EXPECT_EQ(d.count(Role::collision), 2u);
}

TEST(DrawSession, hatches_collisions_in_the_color_blind_theme) {
  Drawn d;
  ViewOptions options{.theme = ThemeId::color_blind};
  EXPECT_GT(d.draw(options).pictures()[0].hatch.a, 0);
  EXPECT_EQ(d.draw(options).pictures()[2].hatch.a, 0);
}

TEST(DrawSession, draws_plain_rectangles_in_solid_detail) {
  Drawn d;
  d.draw(ViewOptions{}, Detail::solid);
  EXPECT_TRUE(d.list.pictures().empty());
  EXPECT_EQ(d.count(Role::collision), 4u);  // two filled, two outlined
}

TEST(DrawSession, draws_an_arrow_for_every_sprite_that_moves) {
  Drawn d;
  d.draw(only({Overlay::velocities}));
  EXPECT_EQ(d.count(Role::velocity), 2u * 3u);
}

TEST(DrawSession, numbers_every_sprite) {
  Drawn d;
  d.draw(only({Overlay::ids}));
  ASSERT_EQ(d.list.labels.size(), 4u);
  EXPECT_EQ(d.list.labels[3].text(), "3");
}

TEST(DrawSession, leaves_out_what_is_not_in_sight) {
  Drawn d;
  d.camera.center = {300, 200};
  d.camera.zoom = 16;
  ViewOptions options = only({Overlay::boxes, Overlay::ids});  // others may have the boxes' color
  options.sprites = true;
  d.draw(options);
  EXPECT_EQ(d.list.pictures().size(), 1u);
  EXPECT_EQ(d.count(Role::box), 1u);
  EXPECT_EQ(d.list.labels.size(), 1u);
  d.camera.center = {-9000, -9000};
  d.draw(kEverything);
  EXPECT_EQ(d.list.pictures().size(), 0u);
  EXPECT_EQ(d.count(Role::box), 0u);
  EXPECT_EQ(d.count(Role::final_group), 0u);
}

TEST(DrawSession, draws_without_an_event_log) {
  Drawn d;
  d.draw(kEverything, ShownEvents{});
  EXPECT_EQ(d.list.pictures().size(), 4u);
  EXPECT_EQ(d.count(Role::final_group), 0u);
}

TEST(DrawSession, draws_an_empty_world) {
  Drawn d;
  EXPECT_FALSE(d.session->apply(command::SetCount{0}).failed());
  d.detect();
  d.hand.hovered = 3;
  d.draw(kEverything);
  EXPECT_TRUE(d.list.pictures().empty());
}

TEST(DrawSession, shows_what_the_pointer_does) {
  Drawn d;
  const SpriteId selected[] = {0, 2, 99};
  d.hand = {.hovered = 1,
            .selected = selected,
            .rubber_band = Aabb{{10, 10}, {50, 40}},
            .aim = std::pair{Vec2{200, 200}, Vec2{260, 240}}};
  d.draw(kNothing);
  EXPECT_EQ(shapes_of(d.list, Layer::Kind::dashed_outline).size(), 2u + 1u + 1u)
      << "selected, hovered, band";
}

TEST(DrawSession, allocates_nothing_the_second_time) {
  Drawn d;
  EXPECT_FALSE(d.session->apply(command::SelectNarrowphase{"convex-hull"}).failed());
  for (const char* broadphase : {"rdc", "sort-and-sweep"}) {
    d.select(broadphase);
    d.draw(kEverything);
    const std::uint64_t before = allocations();
    d.draw(kEverything);
    EXPECT_EQ(allocations() - before, 0u) << broadphase;
  }
}

TEST(DrawSession, colors_the_sprites_of_one_group_alike) {
  Drawn d;
  const auto& pictures = d.draw(ViewOptions{.overlays = {}, .color_by = ColorBy::group}).pictures();
  EXPECT_EQ(pictures[0].glow, pictures[1].glow);
  EXPECT_GT(pictures[0].glow.a, 0);
}

TEST(DrawSession, a_group_keeps_its_color_while_its_smallest_member_stays) {
  Drawn d;
  const auto colors = [&](const std::vector<Event>& events) {
    d.draw(ViewOptions{.overlays = {}, .color_by = ColorBy::group}, {events, {}});
    std::vector<Color> glows;
    for (const Picture& p : d.list.pictures()) glows.push_back(p.glow);
    return glows;
  };
  const auto in = [](SpriteId sprite, std::uint32_t group) {
    return Event{EventKind::member, Axis::x, 0, sprite, group};
  };
  const auto before = colors({in(2, 1), in(3, 1), in(0, 2), in(1, 2)});
  // Sprite 3 leaves for a group of its own, and another order numbers the groups anew.
  const auto after = colors({in(3, 5), in(1, 6), in(0, 6), in(2, 9)});
  ASSERT_EQ(before.size(), 4u);
  EXPECT_EQ(before[2], before[3]);
  EXPECT_NE(before[0], before[2]);
  for (const std::size_t i : {0u, 1u, 2u}) EXPECT_EQ(after[i], before[i]) << i;
  EXPECT_NE(after[3], after[2]);
}

TEST(SteadyTints, a_sprite_that_comes_has_its_color_at_once) {
  Drawn d;
  const std::array events{Event{EventKind::member, Axis::x, 0, 3, 1}};
  for (int k = 60; k < 660; ++k) {
    SteadyTints steady;
    steady.look(*d.session, events, k / 60.0);
    ASSERT_NE(steady.tints()[3], 0u) << k;
  }
}

TEST(SteadyTints, a_sprite_changes_its_color_at_most_three_times_a_second) {
  Drawn d;
  SteadyTints steady;
  int changes = 0;
  Color last{};
  for (int frame = 0; frame < 60; ++frame) {  // in each one sprite 3 is in another group
    const std::array events{Event{EventKind::member, Axis::x, 0, 2, 1},
                            Event{EventKind::member, Axis::x, 0, 3, frame % 2 == 0 ? 1u : 2u}};
    steady.look(*d.session, events, frame / 60.0);
    d.hand.tints = steady.tints();
    d.draw(ViewOptions{.overlays = {}, .color_by = ColorBy::group}, {events, {}});
    const Color glow = d.list.pictures()[3].glow;
    changes += frame > 0 && glow != last;
    last = glow;
  }
  EXPECT_GE(changes, 1);
  EXPECT_LE(changes, 3);
}

TEST(DrawSession, draws_groups_and_boundaries_only_when_asked_for) {
  Drawn d;
  const Event events[] = {{EventKind::split, Axis::x, 0, 1, 2, {{0, 0}, {200, 200}}},
                          {EventKind::boundary, Axis::x, 0, 0, 1, {{20, 0}, {20, 200}}},
                          {EventKind::boundary, Axis::x, 0, 0, 0, {{90, 0}, {90, 200}}},
                          {EventKind::group, Axis::x, 1, 1, 2, {{10, 10}, {90, 90}}},
                          {EventKind::test, Axis::x, 1, 0, 1, {}}};
  d.draw(only({Overlay::structure}), {events, {}});
  EXPECT_EQ(d.count(Role::final_group), 2u);  // outline and fill
  EXPECT_EQ(d.count(Role::temporary_group), 1u);
  EXPECT_EQ(d.count(Role::open_boundary), 0u);
  d.draw(only({Overlay::boundaries}), {events, {}});
  EXPECT_EQ(d.count(Role::final_group), 0u);
  EXPECT_EQ(d.count(Role::open_boundary), 2u);  // line and tick
  EXPECT_EQ(d.count(Role::close_boundary), 2u);
}

TEST(DrawStructure, fades_temporary_groups_with_depth) {
  const Event events[] = {{EventKind::split, Axis::x, 0, 1, 2, {{0, 0}, {200, 200}}},
                          {EventKind::split, Axis::x, 1, 1, 2, {{0, 0}, {100, 200}}},
                          {EventKind::split, Axis::x, 2, 1, 2, {{0, 0}, {100, 100}}}};
  Drawn d;
  draw_structure(d.canvas(), events);
  std::vector<int> alphas;
  for (const Shape& shape : shapes_of(d.list)) alphas.push_back(shape.color.a);
  ASSERT_EQ(alphas.size(), 3u);
  EXPECT_GT(alphas[0], alphas[1]);
  EXPECT_GT(alphas[1], alphas[2]);
  EXPECT_GT(alphas[2], 0);
}

// As it is drawn: the color over the background, by its alpha.
Color blended(Color over, Color ground) {
  const auto mix = [&](int p, int q) {
    return static_cast<std::uint8_t>((p * over.a + q * (255 - over.a)) / 255);
  };
  return {mix(over.r, ground.r), mix(over.g, ground.g), mix(over.b, ground.b)};
}

TEST(DrawStructure, keeps_temporary_groups_of_any_depth_at_3_to_1_in_every_theme) {
  std::vector<Event> events;
  for (std::uint16_t depth = 0; depth < 300; ++depth)
    events.push_back({EventKind::split, Axis::x, depth, depth, 2, {{0, 0}, {200, 200}}});
  for (const ThemeId id : kAllThemes) {
    const Theme& colors = theme(id);
    const Color ground = colors[Role::background];
    Drawn d;
    draw_structure(d.canvas(id), events);
    ASSERT_EQ(d.count(Role::temporary_group, id), events.size());
    for (const Shape& shape : shapes_of(d.list))
      EXPECT_GE(contrast(blended(shape.color, ground), ground), 3)
          << colors.name << ", alpha " << int{shape.color.a};
  }
}

TEST(DrawStructure, keeps_cells_of_any_depth_at_3_to_1_in_every_theme) {
  std::vector<Event> events;
  for (std::uint16_t depth = 0; depth < 300; ++depth)
    for (const std::uint32_t sprites : {0u, 3u})
      events.push_back({EventKind::cell, Axis::x, depth, 0, sprites, {{0, 0}, {200, 200}}});
  for (const ThemeId id : kAllThemes) {
    const Theme& colors = theme(id);
    const Color ground = colors[Role::background];
    Drawn d;
    draw_structure(d.canvas(id), events);
    std::size_t outlines = 0;
    for (const Shape& shape : shapes_of(d.list, Layer::Kind::outline)) {
      ++outlines;
      EXPECT_GE(contrast(blended(shape.color, ground), ground), 3)
          << colors.name << ", alpha " << int{shape.color.a};
    }
    EXPECT_EQ(outlines, events.size());
  }
}

TEST(DrawSession, marks_boundaries_that_coincide_by_a_dot_and_from_three_on_a_number) {
  Drawn d;
  std::vector<Event> events;
  const auto boundary = [&](SpriteId id, bool opens, float at) {
    events.push_back({EventKind::boundary, Axis::x, 0, id, opens, {{at, 0}, {at, 200}}});
  };
  boundary(0, true, 120), boundary(1, false, 120);
  boundary(0, true, 120);  // once more in a deeper pass
  for (SpriteId id = 2; id < 5; ++id) boundary(id, true, 300);
  boundary(0, false, 500), boundary(2, false, 500.01f), boundary(3, false, 640);
  d.draw(only({Overlay::boundaries}), {events, {}});
  std::vector<float> dots;
  for (const Shape& dot : shapes_of(d.list, Layer::Kind::disc))
    dots.push_back((dot.a.x + dot.b.x) / 2);
  EXPECT_EQ(dots, (std::vector<float>{120, 300}));
  ASSERT_EQ(d.list.labels.size(), 1u);
  EXPECT_EQ(d.list.labels[0].text(), "3");
}

TEST(DrawSession, marks_ties_without_an_overlay_only_while_sprites_snap) {
  Drawn d;
  const auto dots = [&] {
    d.detect();
    d.draw(kNothing);
    return shapes_of(d.list, Layer::Kind::disc).size();
  };
  const auto explains_them = [&] {
    return has_line(legend(kNothing, *d.session, d.trace, d.camera), Role::text);
  };
  d.set("rdc", "group-size", 1);
  d.set("world", "snap-size", 32);
  EXPECT_EQ(dots(), 0u);
  EXPECT_FALSE(explains_them());
  d.set("world", "snap", 1);
  EXPECT_GT(dots(), 0u) << "blocks of 20 px begin in the same column of 32 px";
  EXPECT_GT(d.count(Role::open_boundary), 0u) << "ticks on the rulers";
  EXPECT_TRUE(shapes_of(d.list, Layer::Kind::line).empty()) << "no lines across the field";
  EXPECT_TRUE(explains_them());
  d.select("uniform-grid");
  EXPECT_EQ(dots(), 0u);
  EXPECT_EQ(d.count(Role::panel), 0u) << "no empty rulers";
}

TEST(DrawSession, outlines_a_query_in_its_shape) {
  Drawn d;
  RegionQuery query;
  d.hand.region_query = &query;
  const auto sides = [&](QueryShape shape) {
    query.asked = {shape, {50, 50}, {350, 250}, 2};
    query.box = d.session->query(query.asked, query.found, &query.log);
    d.draw(kNothing);
    std::vector<Shape> lines = shapes_of(d.list, Layer::Kind::dashed_line);
    std::erase_if(lines,
                  [](const Shape& s) { return s.color != theme(ThemeId::dark)[Role::query]; });
    return lines.size();
  };
  EXPECT_EQ(sides(QueryShape::box), 4u);
  EXPECT_EQ(query.found.size(), 3u);
  EXPECT_EQ(sides(QueryShape::frustum), 4u);
  EXPECT_EQ(sides(QueryShape::segment), 1u);
  EXPECT_EQ(sides(QueryShape::nearest), 0u);
  EXPECT_EQ(d.count(Role::found), 2u * 2u) << "fill and outline of two";
  EXPECT_EQ(shapes_of(d.list, Layer::Kind::ring).size(), 1u);
}

TEST(DrawSession, has_at_most_one_tick_of_a_kind_per_pixel) {
  Drawn d;
  const std::vector<Event> events(5000,
                                  {EventKind::boundary, Axis::x, 0, 0, 1, {{20, 0}, {20, 200}}});
  d.draw(only({Overlay::boundaries}), {events, {}});
  EXPECT_EQ(d.count(Role::open_boundary), events.size() + 1);
}

TEST(DrawEvent, points_out_both_sprites_of_a_test) {
  Drawn d;
  draw_event(d.canvas(), {EventKind::test, Axis::x, 0, 0, 2}, d.session->frame());
  EXPECT_EQ(d.count(Role::accent), 3u);
}

TEST(DrawEvent, takes_every_kind_of_event_of_sprites_that_are_gone) {
  Drawn d;
  for (std::size_t m = 0; m < kEventKindCount; ++m)
    draw_event(d.canvas(), {static_cast<EventKind>(m), Axis::x, 0, 77, 99}, d.session->frame());
}

TEST(DrawMissed, draws_dashed_lines_in_the_color_of_the_missed) {
  Drawn d;
  draw_missed(d.canvas(), std::vector{Pair{0, 2}}, d.session->frame());
  EXPECT_EQ(d.count(Role::missed), 3u);
}

TEST(DrawMissed, names_contacts_where_they_are_few) {
  for (const std::size_t n : {1u, 3u, 40u}) {
    Drawn d;
    draw_missed_contacts(d.canvas(), std::vector(n, MissedContact{{0, 2}, {50, 50}, 3}));
    EXPECT_EQ(d.list.labels.size(), n < 10 ? n : 0);
  }
}

// Whether the legend, or what is always there, has every color of the picture.
void expect_explained(const Drawn& d, const ViewOptions& options) {
  const Theme& t = theme(options.theme);
  std::vector<Color> known;
  for (const Role always : {Role::background, Role::grid, Role::field_border, Role::panel,
                            Role::panel_border, Role::text})
    known.push_back(t[always]);
  for (const LegendLine& line :
       legend(options, *d.session, d.trace, d.camera, d.hand.region_query)) {
    known.push_back(t[line.role]);
    if (line.role == Role::node)
      known.insert(known.end(), t.depth_ramp.begin(), t.depth_ramp.end());
  }
  std::vector<Shape> shapes = shapes_of(d.list);
  for (const Picture& p : d.list.pictures())
    if (p.outline.a) shapes.push_back({{}, {}, p.outline});
  for (const Shape& shape : shapes)
    EXPECT_TRUE(
        std::ranges::any_of(known, [&](Color color) { return same_rgb(color, shape.color); }))
        << t.name << ", " << d.session->settings().broadphase->id << ", zoom " << d.camera.zoom
        << ": " << int{shape.color.r} << " " << int{shape.color.g} << " " << int{shape.color.b};
}

TEST(Legend, explains_every_color_in_the_picture) {
  Drawn d;
  for (const char* broadphase : {"rdc", "quadtree"})
    for (const ThemeId id : kAllThemes) {
      d.select(broadphase);
      ViewOptions options = kEverything;
      options.theme = id;
      d.draw(options);
      expect_explained(d, options);
    }
}

TEST(DrawSession, colors_by_cost_and_category) {
  Drawn d;
  d.trace = EventLog(100);
  for (const std::uint32_t other : {1u, 2u})
    d.trace.broad.add({EventKind::test, Axis::x, 0, 0, other});
  ViewOptions options{.overlays = {}, .color_by = ColorBy::cost};
  const Theme& t = theme(ThemeId::dark);
  const auto glow = [&](std::size_t i) { return d.draw(options).pictures()[i].glow; };
  EXPECT_TRUE(same_rgb(glow(0), t.heat_at(1))) << "in both tests";
  EXPECT_TRUE(same_rgb(glow(1), t.heat_at(0.5f))) << "in half as many";
  EXPECT_TRUE(same_rgb(glow(3), t.heat_at(0))) << "in none";
  options.color_by = ColorBy::category;
  ASSERT_FALSE(d.session->apply(command::SetFilter{.ids = {1}, .category_on = 4, .category_off = 1})
                   .failed());
  EXPECT_TRUE(same_rgb(glow(0), t.group_tints[0]));
  EXPECT_TRUE(same_rgb(glow(1), t.group_tints[2]));
}

// One event of every kind, as no algorithm alone has them.
EventLog every_kind() {
  EventLog trace(100);
  const Aabb box{{100, 100}, {140, 150}};
  for (Recorder* log : {&trace.broad, &trace.narrow})
    for (std::size_t m = 0; m < kEventKindCount; ++m)
      for (std::uint32_t b : {1u, 0u}) log->add({static_cast<EventKind>(m), Axis::x, 0, 0, b, box});
  return trace;
}

TEST(Legend, explains_every_mark_in_every_theme_also_from_near) {
  Drawn d;
  d.trace = every_kind();
  RegionQuery region_query;
  region_query.asked = {.from = {90, 90}, .to = {160, 160}};
  region_query.box = d.session->query(region_query.asked, region_query.found, &region_query.log);
  d.hand.region_query = &region_query;
  for (const float zoom : {1.0f, 20.0f})
    for (const ThemeId id : kAllThemes) {
      ViewOptions options = kEverything;
      options.theme = id;
      d.camera.center = {120, 120};
      d.camera.zoom = zoom;
      d.draw(options);
      expect_explained(d, options);
      for (const Role role : {Role::fat, Role::swap, Role::hull, Role::closest, Role::found})
        EXPECT_GT(d.count(role, id), 0u) << static_cast<int>(role);
    }
}

TEST(Legend, names_pixels_only_where_they_are_drawn) {
  const Drawn d;
  Camera camera;
  EXPECT_FALSE(has_line(legend(ViewOptions{}, *d.session, every_kind(), camera), Role::sample));
  camera.zoom = 8;
  EXPECT_TRUE(has_line(legend(ViewOptions{}, *d.session, every_kind(), camera), Role::sample));
}

TEST(RegionQuery, counts_each_sprite_once_and_parts_apart) {
  RegionQuery region_query;
  const Aabb boxes[] = {{{0, 0}, {1, 1}}, {{5, 5}, {6, 6}}, {{7, 7}, {8, 8}}};
  region_query.log.add({EventKind::visit, Axis::x, 0, 1});
  region_query.log.add({EventKind::visit, Axis::x, 0, 1});
  region_query.log.add({EventKind::visit, Axis::x, 0, 2, 0, boxes[2]});
  region_query.log.add({EventKind::visit, Axis::x, 0, 0, 0, {{0, 0}, {100, 100}}});
  region_query.count(boxes);
  EXPECT_EQ(region_query.sprites_visited, 2u);
  EXPECT_EQ(region_query.parts_visited, 1u);
}

TEST(DrawSession, draws_recorded_boxes_where_they_are) {
  Drawn d;
  auto trace = std::make_shared<BoxRecording>();
  trace->frames = {0};
  trace->ids = {3, 900};
  trace->boxes = {{{-50, -20}, {10, 30}}, {{0, 0}, {400, 300}}};
  trace->begins = {0, 2};
  ASSERT_FALSE(d.session->apply(command::OpenRecording{trace, "boxes.csv"}).failed());
  d.detect();
  d.camera.show_field(d.session->field(), 10);
  ViewOptions options = only({Overlay::ids, Overlay::collisions});
  options.sprites = true;
  d.draw(options);
  EXPECT_TRUE(d.list.pictures().empty());
  EXPECT_EQ(d.count(Role::collision), 2u);
  ASSERT_EQ(d.list.labels.size(), 2u);
  EXPECT_EQ(d.list.labels[1].text(), "900") << "the id of the recording, not the sprite's";
}

TEST(Legend, says_what_dimmed_sprites_are_while_one_sleeps) {
  Drawn d;
  Sprite still;
  still.position = {100, 100};
  d.session = session_of(quarters(8, 8), {still});
  ASSERT_FALSE(d.session->apply(command::SetParam{Owner::response(), "response", 1}).failed());
  ViewOptions options = kNothing;
  options.sprites = true;
  const auto alpha = [&] {
    d.draw(options);
    return d.list.pictures()[0].tint.a;
  };
  const auto awake = alpha();
  EXPECT_FALSE(sleep_line(options, *d.session));
  for (int step = 0; step <= World::kStepsToSleep; ++step) d.session->move();
  d.session->detect();
  EXPECT_LT(alpha(), awake);
  ASSERT_TRUE(sleep_line(options, *d.session));
  EXPECT_EQ(sleep_line(options, *d.session)->text, "dimmed: asleep");
  EXPECT_FALSE(sleep_line(kNothing, *d.session)) << "no sprites are drawn";
}

TEST(SteadyTints, go_with_a_sprite_that_takes_the_number_of_a_removed_one) {
  Drawn d;
  SteadyTints steady;
  const auto in = [](SpriteId sprite, std::uint32_t group) {
    return Event{EventKind::member, Axis::x, 0, sprite, group};
  };
  steady.look(*d.session, std::array{in(0, 1), in(1, 2), in(2, 3), in(3, 3)}, 1);
  const std::uint32_t last = steady.tints()[3];
  ASSERT_NE(steady.tints()[1], last);
  ASSERT_FALSE(d.session->apply(command::RemoveSprites{{1}}).failed());
  d.detect();
  steady.look(*d.session, std::array{in(0, 1), in(2, 3), in(1, 3)}, 1.01);
  ASSERT_EQ(steady.tints().size(), 3u);
  EXPECT_EQ(steady.tints()[1], last) << "its own, and not that of the removed one";
}

TEST(Samples, are_marked_at_the_hovered_sprite_only_when_asked) {
  Drawn d;
  d.hand.hovered = 0;
  d.draw(only({Overlay::structure}));
  EXPECT_EQ(d.count(Role::sample), 0u);
  d.hand.shows_samples = true;
  d.draw(only({Overlay::structure}));
  EXPECT_GT(d.count(Role::sample), 0u);
}

TEST(Legend, says_nothing_about_what_is_off) {
  EXPECT_TRUE(legend(kNothing, *four_blocks(), every_kind(), Camera{}).empty());
}

TEST(Legend, leaves_out_what_the_algorithm_does_not_have) {
  EventLog trace;
  trace.broad.add({EventKind::group, Axis::x, 0, 0, 2, {}});
  const auto lines = legend(ViewOptions{}, *four_blocks(), trace, Camera{});
  EXPECT_TRUE(has_line(lines, Role::final_group));
  EXPECT_FALSE(has_line(lines, Role::node));
  EXPECT_TRUE(has_line(lines, Role::collision));
}

// ---- CalmGroups. A log of final groups around the blocks of `four_blocks`, by their members.

std::vector<Event> groups_of(const std::vector<std::pair<Aabb, std::vector<SpriteId>>>& groups) {
  std::vector<Event> events;
  for (std::uint32_t k = 0; k < groups.size(); ++k) {
    events.push_back({.kind = EventKind::group, .a = k, .box = groups[k].first});
    for (const SpriteId id : groups[k].second)
      events.push_back({.kind = EventKind::member, .a = id, .b = k});
  }
  return events;
}

TEST(CalmGroups, glide_within_a_tenth_of_a_second_from_the_group_of_their_smallest_member) {
  const Drawn d;
  const Aabb all{{0, 0}, {600, 300}}, left{{0, 0}, {200, 300}}, right{{400, 100}, {600, 300}};
  CalmGroups calm;
  calm.look(*d.session, groups_of({{all, {0, 1, 2, 3}}}), 1);
  EXPECT_EQ(calm.looks()[0].box, all) << "what is there at first is at its place";
  EXPECT_EQ(calm.looks()[0].strength, 1);
  float last = 0;
  for (int frame = 1; frame <= 8; ++frame) {  // the log names the right one first
    calm.look(*d.session, groups_of({{right, {3, 2}}, {left, {1, 0}}}), 1 + frame / 60.0);
    const auto looks = calm.looks();
    ASSERT_EQ(looks.size(), 2u);
    const float share = std::min(static_cast<float>(frame) / 6, 1.0f);
    EXPECT_NEAR(looks[0].box.min.x, 400 * share, 0.1) << "frame " << frame;
    EXPECT_NEAR(looks[1].box.max.x, 600 - 400 * share, 0.1) << "frame " << frame;
    EXPECT_EQ(looks[0].strength, 1) << "its smallest member had a group";
    EXPECT_GE(looks[0].box.min.x, last);
    last = looks[0].box.min.x;
  }
}

TEST(CalmGroups, that_keep_their_members_go_with_them_at_once) {
  const Drawn d;
  CalmGroups calm;
  for (int frame = 0; frame < 10; ++frame) {
    const Aabb box = translated({{0, 0}, {100, 80}}, {20.0f * static_cast<float>(frame), 0});
    calm.look(*d.session, groups_of({{box, {0, 1}}}), frame / 60.0);
    EXPECT_EQ(calm.looks()[0].box, box) << frame;
    EXPECT_EQ(calm.looks()[0].strength, 1) << frame;
  }
}

TEST(CalmGroups, whose_members_change_in_every_step_are_at_their_place_again_and_again) {
  const Drawn d;
  CalmGroups calm;
  int since = 0;
  for (int frame = 0; frame < 60; ++frame) {
    const Aabb box = translated({{0, 0}, {100, 80}}, {20.0f * static_cast<float>(frame), 0});
    calm.look(*d.session, groups_of({{box, {0, 1 + static_cast<SpriteId>(frame % 3)}}}),
              1 + frame / 60.0);
    since = std::abs(calm.looks()[0].box.min.x - box.min.x) < 0.1f ? 0 : since + 1;
    EXPECT_LE(since, 6) << "pictures in which it lags, at picture " << frame;
    EXPECT_LE(calm.looks()[0].box.min.x, box.min.x + 0.1f) << "it does not run ahead";
  }
}

TEST(CalmGroups, where_pictures_come_at_30_per_second_do_not_glide) {
  const Drawn d;
  CalmGroups calm;
  for (int picture = 0; picture < 8; ++picture) {
    const Aabb box = translated({{0, 0}, {100, 80}}, {50.0f * static_cast<float>(picture), 0});
    calm.look(*d.session, groups_of({{box, {0, 1 + static_cast<SpriteId>(picture % 3)}}}),
              1 + picture / 30.0);
    EXPECT_EQ(calm.looks()[0].box, box) << picture;
  }
}

TEST(CalmGroups, are_never_drawn_below_half_strength_and_fade_only_where_pictures_come_quickly) {
  const Drawn d;
  const Aabb left{{0, 0}, {200, 300}}, right{{400, 100}, {600, 300}};
  const auto strengths = [&](double seconds) {
    CalmGroups calm;
    calm.look(*d.session, groups_of({{left, {0, 1}}}), 1);
    std::vector<float> all;
    for (int frame = 1; frame <= 8; ++frame) {
      calm.look(*d.session, groups_of({{left, {0, 1}}, {right, {2, 3}}}), 1 + frame * seconds);
      all.push_back(calm.looks()[1].strength);
    }
    return all;
  };
  const auto quick = strengths(1 / 60.0);
  EXPECT_GE(quick.front(), 0.5f);
  EXPECT_LT(quick.front(), 0.7f);
  EXPECT_TRUE(std::ranges::is_sorted(quick));
  EXPECT_EQ(quick[6], 1);
  for (const float strength : strengths(0.11)) EXPECT_EQ(strength, 1) << "10 pictures a second";
}

TEST(CalmGroups, where_pictures_come_slowly_are_at_their_place_at_once) {
  const Drawn d;
  const Aabb left{{0, 0}, {200, 300}}, right{{400, 100}, {600, 300}};
  CalmGroups calm;
  double now = 1;
  for (int picture = 0; picture < 8; ++picture, now += 0.05) {
    const bool is_left = picture % 2 == 0;
    calm.look(*d.session, groups_of({{is_left ? left : right, {0, is_left ? 1u : 2u}}}), now);
    EXPECT_EQ(calm.looks()[0].box, is_left ? left : right) << picture;
    EXPECT_EQ(calm.looks()[0].strength, 1) << picture;
  }
}

TEST(CalmGroups, are_drawn_where_they_look_and_final_ones_two_pixels_thick) {
  Drawn d;
  const Aabb box{{0, 0}, {200, 300}}, elsewhere{{300, 300}, {400, 400}};
  const auto events = groups_of({{box, {0, 1}}});
  const std::array looks{GroupLook{elsewhere}};
  d.hand.groups = looks;
  d.draw(only({Overlay::structure}), {events, {}});
  const auto thick = shapes_of(d.list, [](const Layer& layer) {
    return layer.kind == Layer::Kind::outline && layer.thickness == 2;
  });
  ASSERT_EQ(thick.size(), 1u);
  EXPECT_NEAR(thick[0].a.x, elsewhere.min.x, 3);
}

TEST(Comparisons, of_many_lines_draws_long_ones_fainter) {
  Drawn d;
  const auto alpha = [&](std::size_t lines, Pair pair) {
    Comparisons compared;
    compared.lines.assign(lines, {pair, PairOutcome::missed});
    d.list.clear();
    draw_comparisons(d.canvas(), compared, d.session->frame().boxes);
    const auto shapes = shapes_of(d.list, Layer::Kind::line);
    return shapes.empty() ? -1 : int{shapes[0].color.a};
  };
  EXPECT_LT(alpha(300, {0, 3}), alpha(300, {0, 1}));
  EXPECT_GT(alpha(300, {0, 3}), 0);
  EXPECT_EQ(alpha(3, {0, 3}), alpha(300, {0, 1})) << "few lines hide nothing";
}

TEST(DimOthers, leaves_what_has_the_color_of_a_legend_entry) {
  Drawn d;
  Comparisons compared;
  d.hand.compared = &compared;
  const ViewOptions options{.overlays = {Overlay::structure, Overlay::boxes, Overlay::collisions}};
  d.draw(options);
  const auto solid = [&](Role role) { return d.of(role).size(); };
  const auto groups = solid(Role::final_group), boxes = solid(Role::box);
  ASSERT_GT(std::min(groups, boxes), 0u);
  compared.role = Role::final_group;
  d.draw(options);
  EXPECT_EQ(solid(Role::final_group), groups);
  EXPECT_EQ(solid(Role::box), 0u) << "they are fainter";
  EXPECT_EQ(d.count(Role::box), boxes) << "but there";
  const auto bright = [](const Picture& picture) { return picture.tint.a == 255; };
  EXPECT_EQ(std::ranges::count_if(d.list.pictures(), bright), 0);
}

}  // namespace scene_view_test
}  // namespace phasebox::test
