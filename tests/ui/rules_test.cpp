// SPDX-License-Identifier: MIT
// The tool "Rules": what the table says, and what a click in it does.
#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "ui/tools/rule_table.hpp"
#include "ui/widgets/dear_imgui.hpp"

namespace phasebox::ui {
namespace rules_test {

class Rules : public testing::Test {
 protected:
  void open_menu(SpriteId id) {
    window.click_at(window.on_screen(id), Button::right);
    ASSERT_TRUE(has_popup());
  }
  const World& world() const { return window.model.session.world(); }

  HeadlessWindow window{"lesson"};
};

TEST_F(Rules, the_filter_menu_sets_category_and_mask_and_undo_takes_them_back) {
  open_menu(1);
  window.click_widget("menu.filter");
  window.click_widget("filter.category.3");
  EXPECT_EQ(world().filters()[1].category, 5u);
  window.click_widget("filter.category.1");
  EXPECT_EQ(world().filters()[1].category, 4u);
  window.click_widget("filter.mask.16");
  EXPECT_EQ(world().filters()[1].mask, 0xFFFF7FFFu);
  EXPECT_TRUE(has_popup()) << "the boxes leave the menu open";
  window.key("Esc");
  EXPECT_FALSE(has_popup());
  window.key("Ctrl+Z Ctrl+Z Ctrl+Z");
  EXPECT_EQ(world().filters()[1].category, 1u);
  EXPECT_EQ(world().filters()[1].mask, 0xFFFFFFFFu);
  window.key("Ctrl+Y");
  EXPECT_EQ(world().filters()[1].category, 5u);
}

TEST_F(Rules, sprites_that_exclude_each_other_stop_colliding_at_once) {
  window.key("p");
  const Vec2 way = window.on_screen(1) - window.on_screen(0) - Vec2{0, 40};
  window.move_to(window.on_screen(0));
  window.drag(way, 4);
  ASSERT_FALSE(window.model.session.held());
  ASSERT_EQ(window.model.traced.counters.collisions, 1u);
  open_menu(1);
  window.click_widget("menu.filter");
  window.click_widget("filter.mask.1");
  EXPECT_EQ(window.model.traced.counters.candidates, 0u);
}

TEST_F(Rules, the_volume_menu_widens_the_box) {
  open_menu(2);
  window.click_widget("menu.volume");
  window.click_widget("volume.circle");
  EXPECT_EQ(world().volumes()[2], Volume::circle);
  EXPECT_EQ(world().volumes()[1], Volume::tight);
  window.key("Ctrl+Z");
  EXPECT_EQ(world().volumes()[2], Volume::tight);
}

// Numbers of bits in the scene "shooter".
constexpr std::size_t kPlayer = 1, kPlayerShot = 2, kEnemy = 3, kEnemyShot = 4, kWall = 5;

class RulesInTheWindow : public testing::Test {
 protected:
  RulesInTheWindow() {
    window.key("p");
    window.choose("menu.Tools", "menu.rules");
  }
  RuleTable table() const { return {window.model.session, window.model.traced.log.broad.events()}; }
  std::size_t pairs_of(std::size_t a, std::size_t b) const {
    const Session& session = window.model.session;
    const auto filters = session.world().filters();
    const auto is = [&](SpriteId id, std::size_t bit) { return filters[id].category == 1u << bit; };
    return static_cast<std::size_t>(std::ranges::count_if(session.pairs(), [&](const Pair& pair) {
      return (is(pair.a, a) && is(pair.b, b)) || (is(pair.a, b) && is(pair.b, a));
    }));
  }

  HeadlessWindow window{begin_with("shooter", {{"count", "640"}})};
};

TEST_F(RulesInTheWindow, a_click_keeps_two_categories_apart_and_undo_lets_them_collide) {
  const std::size_t before = pairs_of(kEnemy, kPlayerShot);
  ASSERT_GT(before, 5u);
  const std::size_t others = pairs_of(kEnemy, kWall);
  EXPECT_GT(table().cell(kEnemy, kPlayerShot).tests, 0u);
  window.click_widget("rules.4.3");
  EXPECT_EQ(pairs_of(kEnemy, kPlayerShot), 0u);
  EXPECT_EQ(pairs_of(kEnemy, kWall), others);
  EXPECT_EQ(table().cell(kEnemy, kPlayerShot).tests, 0u);
  EXPECT_GE(table().cell(kEnemy, kPlayerShot).saved, before);
  window.key("Ctrl+Z");
  window.frames(3);
  EXPECT_EQ(pairs_of(kEnemy, kPlayerShot), before);
  EXPECT_EQ(table().cell(kPlayerShot, kEnemy).collide, RuleCell::Collide::all);
}

TEST_F(RulesInTheWindow, a_click_on_the_diagonal_lets_a_category_collide_with_itself) {
  ASSERT_EQ(pairs_of(kEnemy, kEnemy), 0u);
  window.click_widget("rules.4.4");
  EXPECT_GT(pairs_of(kEnemy, kEnemy), 5u);
  window.click_widget("rules.4.4");
  EXPECT_EQ(pairs_of(kEnemy, kEnemy), 0u);
}

TEST_F(RulesInTheWindow, cells_sum_up_to_the_box_tests_of_every_broadphase) {
  for (const BroadphaseEntry* entry : broadphases()) {
    ASSERT_TRUE(window.model.apply(command::SelectBroadphase{std::string(entry->id)}));
    window.frames(4);
    ASSERT_TRUE(window.model.traced.is_counted) << entry->id;
    EXPECT_EQ(table().tests(), window.model.traced.counters.box_tests) << entry->id;
    EXPECT_GT(table().saved(), 0u) << entry->id;
  }
}

TEST_F(RulesInTheWindow, brute_force_saves_exactly_the_pairs_that_rules_exclude) {
  ASSERT_TRUE(window.model.apply(command::SelectBroadphase{"brute-force"}));
  window.frames(4);
  std::size_t excluded = 0;
  const auto filters = window.model.session.world().filters();
  const auto statics = window.model.session.world().statics();
  for (SpriteId i = 0; i < filters.size(); ++i)
    for (SpriteId j = 0; j < i; ++j)
      excluded += !(filters[i].mask & filters[j].category) && !(statics[i] && statics[j]);
  EXPECT_EQ(table().saved(), excluded);
  EXPECT_EQ(table().cell(kWall, kWall).saved, 0u) << "static sprites are not tested anyway";
}

TEST_F(RulesInTheWindow, the_scene_says_who_collides_with_whom) {
  const std::set<std::set<std::size_t>> collide{
      {kPlayer, kEnemy},    {kPlayer, kEnemyShot}, {kPlayer, kWall},   {kPlayerShot, kEnemy},
      {kPlayerShot, kWall}, {kEnemy, kWall},       {kEnemyShot, kWall}};
  const RuleTable now = table();
  ASSERT_EQ(now.rows().size(), 5u);
  for (const std::size_t a : now.rows())
    for (const std::size_t b : now.rows())
      EXPECT_EQ(now.cell(a, b).collide == RuleCell::Collide::all, collide.contains({a, b}))
          << category_name(window.model.session, a) << ", "
          << category_name(window.model.session, b);
  EXPECT_EQ(category_name(window.model.session, kEnemyShot), "enemy's shot");
  EXPECT_EQ(category_name(window.model.session, 9), "category 10");
}

TEST_F(RulesInTheWindow, masks_of_one_sprite_make_a_rule_hold_in_part) {
  const auto filters = window.model.session.world().filters();
  const auto enemy = std::ranges::find(filters, 1u << kEnemy, &Filter::category);
  const auto id = static_cast<SpriteId>(enemy - filters.begin());
  ASSERT_TRUE(window.model.apply(command::SetFilter{.ids = {id}, .mask_off = 1u << kWall}));
  window.frames(3);
  EXPECT_EQ(table().cell(kEnemy, kWall).collide, RuleCell::Collide::some);
  window.click_widget("rules.6.4");
  EXPECT_EQ(table().cell(kEnemy, kWall).collide, RuleCell::Collide::all);
}

TEST_F(RulesInTheWindow, sprites_without_a_category_have_a_row_and_collide_with_nothing) {
  ASSERT_TRUE(
      window.model.apply(command::SetFilter{.ids = {0}, .category_off = 0xFFFF, .mask_on = 1}));
  window.frames(3);
  ASSERT_EQ(table().rows().back(), RuleTable::kNone);
  const std::uint64_t hash = window.model.session.hash();
  window.click_widget("rules.33.4");
  EXPECT_EQ(window.model.session.hash(), hash);
}

TEST(RulesOfARecording, a_group_decides_for_categories_of_two_sprites_in_it) {
  const CurrentFolder folder;
  const auto collide = [&](const std::string& group_of_second) {
    HeadlessWindow window(
        begin_with(folder.write("boxes.csv",
                                "frame,id,min_x,min_y,max_x,max_y,category,mask,group\n"
                                "0,1,0,0,60,60,3,65535,-7\n"
                                "0,2,30,30,90,90,2,65535," +
                                    group_of_second + "\n")));
    window.frames(3);
    const RuleTable table(window.model.session, {});
    return std::pair(table.cell(0, 1).collide, table.cell(0, 0).collide);
  };
  using enum RuleCell::Collide;
  EXPECT_EQ(collide("0"), std::pair(all, all)) << "a sprite does not collide with itself";
  EXPECT_EQ(collide("-7"), std::pair(some, all));
}

TEST(RulesOfARecording, has_its_categories_by_number_and_keeps_its_rules) {
  const CurrentFolder folder;
  HeadlessWindow window(begin_with(folder.write("boxes.csv",
                                                "frame,id,min_x,min_y,max_x,max_y,category,mask\n"
                                                "0,1,0,0,60,60,4,1\n"
                                                "0,2,30,30,90,90,1,65535\n"
                                                "0,3,50,50,99,99,4,1\n")));
  window.choose("menu.Tools", "menu.rules");
  const Session& session = window.model.session;
  const RuleTable table(session, window.model.traced.log.broad.events());
  ASSERT_EQ(table.rows().size(), 2u);
  EXPECT_EQ(category_name(session, table.rows()[1]), "category 3");
  EXPECT_EQ(table.cell(2, 0).collide, RuleCell::Collide::all);
  EXPECT_EQ(table.cell(2, 2).saved, 1u);
  window.click_widget("rules.3.1");
  EXPECT_EQ(session.pairs().size(), 2u);
  EXPECT_TRUE(window.has_said("as recorded")) << window.last_message();
}

}  // namespace rules_test
}  // namespace phasebox::ui
