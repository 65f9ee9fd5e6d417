// SPDX-License-Identifier: MIT
// The region query by hand: Alt or Ctrl and drag, what is found, how it ends.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "ui/model/xray_field.hpp"

namespace phasebox::ui {
namespace query_test {

using Ids = std::vector<SpriteId>;

class Query : public testing::Test {
 protected:
  void query(Vec2 from, Vec2 by, Modifiers held = {.alt = true}) {
    window.move_to(from);
    window.hold(held);
    window.press();
    EXPECT_EQ(window.model.pointer_tool.doing, PointerTool::Doing::query);
    for (int i = 0; i < 4; ++i) window.move_by(by * 0.25f);
    window.release();
    window.hold({});
    EXPECT_EQ(window.model.pointer_tool.doing, PointerTool::Doing::nothing);
  }
  void query_everywhere() {
    const Aabb field = window.rect("field");
    query(field.min + Vec2{6, 6}, extent(field) - Vec2{16, 16});
  }
  bool is_open() const { return window.model.region_query.has_value(); }
  Ids found() const {
    const auto items = window.model.region_query->found.items();
    Ids ids(items.begin(), items.end());
    std::ranges::sort(ids);
    return ids;
  }

  HeadlessWindow window{"lesson"};
};

TEST_F(Query, finds_what_overlaps_the_rectangle_and_stays) {
  const std::size_t n = window.model.session.world().size();
  query(window.on_screen(1) - Vec2{70, 70}, {60, 60});
  ASSERT_TRUE(is_open());
  EXPECT_EQ(found(), Ids{1});
  EXPECT_GT(window.model.region_query->sprites_visited + window.model.region_query->parts_visited,
            0u);
  EXPECT_EQ(window.model.session.world().size(), n) << "nothing was launched";
  window.frames(20);
  EXPECT_TRUE(is_open());
}

TEST_F(Query, opens_with_control_as_with_alt) {
  const std::size_t n = window.model.session.world().size();
  for (const Modifiers held : {Modifiers{.ctrl = true}, Modifiers{.alt = true}}) {
    query(window.on_screen(1) - Vec2{70, 70}, {60, 60}, held);
    ASSERT_TRUE(is_open());
    EXPECT_EQ(found(), Ids{1});
    window.key("Esc");
    EXPECT_FALSE(is_open());
  }
  EXPECT_EQ(window.model.session.world().size(), n) << "nothing was launched";
  EXPECT_TRUE(window.model.selection.empty());
}

TEST_F(Query, follows_sprites_that_move) {
  const Vec2 at = window.on_screen(0);
  query(at + Vec2{60, -60}, {120, 120});
  EXPECT_EQ(found(), Ids{});
  window.move_to(at);
  window.press();
  for (int i = 0; i < 6; ++i) window.move_by({20, 0});
  window.frames(2);
  EXPECT_EQ(found(), Ids{0});
}

TEST_F(Query, ends_by_escape_or_a_click) {
  query_everywhere();
  ASSERT_TRUE(is_open());
  window.key("Esc");
  EXPECT_FALSE(is_open());
  EXPECT_FALSE(window.model.ui.quit_asked);
  query_everywhere();
  ASSERT_TRUE(is_open());
  window.click();
  EXPECT_FALSE(is_open());
}

TEST_F(Query, of_a_click_finds_what_lies_at_the_point) {
  const std::size_t n = window.model.session.world().size();
  const auto ask_at = [&](Vec2 at) {
    window.move_to(at);
    window.hold({.ctrl = true});
    window.click();
    window.hold({});
    window.frames(2);
  };
  ask_at(window.on_screen(1));
  ASSERT_TRUE(is_open());
  EXPECT_EQ(window.model.region_query->asked.shape, QueryShape::point);
  EXPECT_EQ(found(), Ids{1});
  EXPECT_THAT(window.model.ui.status, testing::HasSubstr("point query: 1 found"));
  ask_at(window.rect("field").min + Vec2{6, 6});
  ASSERT_TRUE(is_open()) << "another point";
  EXPECT_EQ(found(), Ids{});
  EXPECT_EQ(window.model.session.world().size(), n) << "nothing was launched";
  EXPECT_TRUE(window.model.selection.empty());
  window.model.apply(
      command::SetParam{Owner::view(), "query-shape", static_cast<double>(QueryShape::nearest)});
  window.model.apply(command::SetParam{Owner::view(), "query-count", 3});
  ask_at(window.on_screen(1));
  ASSERT_EQ(found().size(), 3u);
  EXPECT_EQ(window.model.region_query->found.items()[0], SpriteId{1}) << "the nearest comes first";
}

TEST_F(Query, takes_the_shape_that_is_chosen_also_while_it_is_open) {
  const auto shape = [&] { return window.model.region_query->asked.shape; };
  window.click_at(window.rect("field").min + Vec2{40, 40}, Button::right);
  window.click_widget("menu.query-shape");
  window.click_widget("query.frustum");
  EXPECT_EQ(window.param("view", "query-shape"), 1);
  query(window.on_screen(1) - Vec2{70, 70}, {60, 60});
  ASSERT_TRUE(is_open());
  EXPECT_EQ(shape(), QueryShape::frustum);
  EXPECT_EQ(found(), Ids{1});
  window.key("F10");
  window.frames(2);
  EXPECT_TRUE(window.shows("xray.walk.query")) << "of the box around it";
  for (const QueryShape next : {QueryShape::segment, QueryShape::nearest}) {
    window.key("Shift+Q");
    window.frames(2);
    EXPECT_EQ(shape(), next);
    EXPECT_FALSE(window.shows("xray.walk.query")) << "it takes several box queries";
  }
  const std::string name(kQueryShapeNames[static_cast<std::size_t>(shape())]);
  EXPECT_THAT(window.model.ui.status, testing::HasSubstr(name + " query: 4 found"));
}

class QueryWalkInTheWindow : public Query {
 protected:
  const Xray& xray() const { return window.model.lab.xray; }
  void walk_the_query() {
    query_everywhere();
    window.key("2");
    window.key("F10");
    window.click_widget("xray.walk.query");
    ASSERT_TRUE(xray().asked());
  }
};

TEST_F(QueryWalkInTheWindow, is_offered_while_a_query_is_open) {
  window.key("F10");
  EXPECT_FALSE(window.shows("xray.walk.query"));
  query_everywhere();
  window.frames(2);
  EXPECT_TRUE(window.shows("xray.walk.query"));
  EXPECT_TRUE(window.shows("xray.walk.frame"));
}

TEST_F(QueryWalkInTheWindow, steps_with_the_keys_of_the_frames_walk_and_back_to_the_frame) {
  walk_the_query();
  EXPECT_EQ(*xray().asked(), window.model.region_query->box);
  EXPECT_EQ(xray().at(), 0u);
  window.key("F10 F10");
  EXPECT_EQ(xray().at(), 2u);
  EXPECT_EQ(xray().line(), 0u) << "the binary search";
  window.key("Shift+F10");
  EXPECT_EQ(xray().at(), 1u);
  const Aabb scrubber = window.rect("xray.scrubber.query");
  window.click_at({scrubber.max.x - 2, middle(scrubber).y});
  EXPECT_EQ(xray().at(), xray().size());
  EXPECT_EQ(xray().found().size(), 4u);
  EXPECT_TRUE(window.shows("xray.strip"));
  window.click_widget("xray.walk.frame");
  EXPECT_FALSE(xray().asked());
  EXPECT_TRUE(window.shows("xray.scrubber.narrowphase"));
}

TEST_F(QueryWalkInTheWindow, follows_the_rectangle_and_ends_with_it) {
  walk_the_query();
  window.key("F10 F10");
  query(window.on_screen(1) - Vec2{70, 70}, {60, 60}, {.ctrl = true});
  window.frames(2);
  ASSERT_TRUE(xray().asked());
  EXPECT_EQ(*xray().asked(), window.model.region_query->box);
  EXPECT_EQ(xray().at(), 0u) << "at the beginning of the new walk";
  window.click_widget("xray.last");
  EXPECT_EQ(xray().found().size(), 1u);
  window.click_at(window.rect("field").min + Vec2{6, 6});
  window.frames(2);
  EXPECT_FALSE(is_open());
  ASSERT_TRUE(xray().is_open());
  EXPECT_FALSE(xray().asked()) << "the frame again";
}

TEST_F(QueryWalkInTheWindow, shows_what_each_stop_costs_in_the_status_line) {
  query_everywhere();
  window.frames(2);
  EXPECT_EQ(window.model.ui.status.find("delimiters walked"), std::string::npos)
      << window.model.ui.status;
  window.key("2");
  window.frames(2);
  EXPECT_NE(window.model.ui.status.find("delimiters walked: 8 counted, 8 void, 8 none"),
            std::string::npos)
      << window.model.ui.status;
}

TEST_F(QueryWalkInTheWindow, is_shown_for_every_broadphase) {
  walk_the_query();
  for (std::size_t i = 0; i < broadphases().size(); ++i) {
    window.key("j");
    window.frames(2);
    ASSERT_TRUE(xray().asked());
    window.click_widget("xray.last");
    EXPECT_EQ(xray().found().size(), 4u) << window.model.session.settings().broadphase->id;
    EXPECT_EQ(window.shows("xray.strip"), xray().title() == "Sort and sweep");
  }
}

TEST(CrowdedQueryWalk, shows_the_event_enlarged_and_what_is_found_so_far) {
  LaunchOptions options = begin_with("sprites", {{"min-size", "5"}, {"max-size", "12"}});
  options.count = 10'000;
  options.broadphase = "sort-and-sweep";
  HeadlessWindow window(options);
  const Xray& xray = window.model.lab.xray;
  window.key("p");
  window.move_to(middle(window.rect("field")));
  window.hold({.ctrl = true});
  window.drag({60, 40});
  window.hold({});
  window.key("F10");
  window.click_widget("xray.walk.query");
  ASSERT_TRUE(xray.asked());
  EXPECT_TRUE(query_so_far(xray).found.items().empty());
  window.click_widget("xray.jump");
  ASSERT_EQ(xray.now()->kind, EventKind::hit);
  EXPECT_EQ(query_so_far(xray).found.size(), 1u);
  EXPECT_TRUE(window.shows("xray.closeup"));
  window.key("F7");
  window.frames(2);
  window.click_widget("xray.last");
  const RegionQuery all = query_so_far(xray);
  EXPECT_EQ(all.found.size(), window.model.region_query->found.size());
  EXPECT_EQ(all.log.count(EventKind::visit),
            window.model.region_query->log.count(EventKind::visit));
}

}  // namespace query_test
}  // namespace phasebox::ui
