// SPDX-License-Identifier: MIT
// Living objects: lives of random worlds against the definition, through every broadphase.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <set>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "c/phasebox.hpp"
#include "collide/broadphase.hpp"

namespace phasebox::test {
namespace c_world_test {

struct Known {
  Aabb box;
  Filter filter;
  bool is_static;
  std::uint64_t serial;
};
using Pairs = std::vector<std::pair<phasebox_handle, phasebox_handle>>;

/// What is true of the objects, by looking at all of them.
class Model {
 public:
  std::map<phasebox_handle, Known> objects;
  FilterRule rule = FilterRule::both;

  Pairs pairs() const {
    Pairs all;
    for (const auto& [a, p] : objects)
      for (const auto& [b, q] : objects) {
        const bool may = may_meet(p.filter, q.filter, rule);
        if (p.serial < q.serial && may && !(p.is_static && q.is_static) && overlaps(p.box, q.box))
          all.emplace_back(a, b);
      }
    std::ranges::sort(all);
    return all;
  }
  template <class Meets>
  std::vector<phasebox_handle> that(Meets meets) const {
    std::vector<phasebox_handle> all;
    for (const auto& [handle, known] : objects)
      if (meets(known.box)) all.push_back(handle);
    return all;
  }
  phasebox_handle any(Random& random) const {
    const auto which = random.below(static_cast<std::uint32_t>(objects.size()));
    return std::next(objects.begin(), static_cast<std::ptrdiff_t>(which))->first;
  }
};

Pairs sorted(std::span<const phasebox_contact> contacts) {
  Pairs all;
  for (const phasebox_contact& c : contacts) all.emplace_back(c.a, c.b);
  std::ranges::sort(all);
  return all;
}
std::vector<phasebox_handle> sorted(std::span<const phasebox_hit> hits) {
  std::vector<phasebox_handle> all;
  for (const phasebox_hit& h : hits) all.push_back(h.handle);
  std::ranges::sort(all);
  return all;
}
Pairs without(const Pairs& all, const Pairs& some) {
  Pairs rest;
  std::ranges::set_difference(all, some, std::back_inserter(rest));
  return rest;
}

TEST(CHandles, of_another_world_name_nothing) {
  std::set<phasebox_handle> all;
  const float box[] = {0, 0, 1, 1};
  std::vector<std::unique_ptr<phasebox_cpp::World>> worlds;
  for (int k = 0; k < 40; ++k) {
    auto& world = *worlds.emplace_back(std::make_unique<phasebox_cpp::World>());
    for (int round = 0; round < 20; ++round) {
      const phasebox_handle handle = world.insert(box);
      EXPECT_TRUE(all.insert(handle).second) << k << " " << round;
      for (const auto& other : worlds)
        EXPECT_EQ(other->move(handle, box), other.get() == &world) << k << " " << round;
      EXPECT_TRUE(world.remove(handle));
      EXPECT_TRUE(world.update());
    }
    world.insert(box);
  }
  EXPECT_FALSE(worlds[0]->remove(worlds[1]->insert(box)));
  EXPECT_EQ(worlds[0]->size(), 1u);
}

double away(const Aabb& b, double x, double y) {
  const double dx = std::max({double(b.min.x) - x, x - double(b.max.x), 0.0});
  const double dy = std::max({double(b.min.y) - y, y - double(b.max.y), 0.0});
  return std::hypot(dx, dy);
}

/// Whether a closed box has a point of the segment: by its corners' sides and its bounds.
bool is_met(const Aabb& b, Vec2 p, Vec2 q) {
  if (std::max(p.x, q.x) < b.min.x || std::min(p.x, q.x) > b.max.x) return false;
  if (std::max(p.y, q.y) < b.min.y || std::min(p.y, q.y) > b.max.y) return false;
  int left = 0, right = 0;
  for (const Vec2 corner : {b.min, Vec2{b.max.x, b.min.y}, b.max, Vec2{b.min.x, b.max.y}}) {
    const double side = (double(q.x) - double(p.x)) * (double(corner.y) - double(p.y)) -
                        (double(q.y) - double(p.y)) * (double(corner.x) - double(p.x));
    left += side >= 0, right += side <= 0;
  }
  return left > 0 && right > 0;
}

class LivingInC : public testing::TestWithParam<std::string> {
 protected:
  Aabb random_box() {
    const float x = random.uniform(0, 600), y = random.uniform(0, 400);
    const float w = random.uniform(0, 40), h = random.uniform(0, 40);
    return {{x, y}, {x + w, y + h}};
  }
  void insert() {
    const Aabb box = random_box();
    const bool has_rules = random.below(3) == 0, is_static = random.below(5) == 0;
    const std::uint32_t category = 1u << (29 + random.below(3)), mask = (1 + random.below(7)) << 29;
    const auto group = static_cast<std::int32_t>(random.below(5)) - 2;
    const Filter filter = has_rules ? Filter{category, mask, group} : Filter{};
    const float edges[] = {box.min.x, box.min.y, box.max.x, box.max.y};
    const auto handle =
        world.insert(edges, ++serials, filter.category, filter.mask, is_static, filter.group);
    ASSERT_NE(handle, 0u) << World::error();
    ASSERT_FALSE(model.objects.contains(handle));
    model.objects[handle] = {box, filter, is_static, serials};
  }
  void move() {
    const phasebox_handle handle = model.any(random);
    const Aabb box = random_box();
    const float edges[] = {box.min.x, box.min.y, box.max.x, box.max.y};
    ASSERT_TRUE(world.move(handle, edges));
    model.objects[handle].box = box;
  }
  void remove() {
    const phasebox_handle handle = model.any(random);
    ASSERT_TRUE(world.remove(handle));
    EXPECT_FALSE(world.remove(handle)) << "it is gone";
    model.objects.erase(handle);
  }
  void change_something() {
    const auto what = model.objects.empty() ? 0 : random.below(8);
    if (what < 2) return insert();
    what == 2 ? remove() : move();
  }
  void check_queries() {
    const Aabb box = random_box();
    const float edges[] = {box.min.x, box.min.y, box.max.x, box.max.y};
    EXPECT_EQ(sorted(world.in_box(edges)),
              model.that([&](const Aabb& b) { return overlaps(b, box); }));
    EXPECT_EQ(sorted(world.at_point(box.min.x, box.min.y)),
              model.that([&](const Aabb& b) { return contains(b, box.min); }));
    const float radius = random.uniform(0, 80);
    EXPECT_EQ(sorted(world.in_circle(box.min.x, box.min.y, radius)), model.that([&](const Aabb& b) {
      return away(b, double(box.min.x), double(box.min.y)) < double(radius);
    }));
    check_segment(box.min, random_box().min);
    check_nearest(box.max, random.below(20));
  }
  void check_segment(Vec2 from, Vec2 to) {
    const auto hits = world.on_segment(from.x, from.y, to.x, to.y);
    EXPECT_EQ(sorted(hits), model.that([&](const Aabb& b) { return is_met(b, from, to); }));
    EXPECT_TRUE(std::ranges::is_sorted(hits, {}, &phasebox_hit::distance)) << "the earliest first";
    for (const phasebox_hit& h : hits) {
      const Vec2 at = from + (to - from) * h.distance;
      EXPECT_LT(away(model.objects[h.handle].box, double(at.x), double(at.y)), 1e-3);
    }
  }
  void check_nearest(Vec2 p, std::size_t k) {
    const auto hits = world.nearest(p.x, p.y, k);
    ASSERT_EQ(hits.size(), std::min(k, model.objects.size()));
    std::vector<double> all, found;
    for (const auto& [handle, known] : model.objects)
      all.push_back(away(known.box, double(p.x), double(p.y)));
    for (const phasebox_hit& h : hits)
      found.push_back(away(model.objects[h.handle].box, double(p.x), double(p.y)));
    std::ranges::sort(all);
    all.resize(hits.size());
    EXPECT_EQ(found, all);
  }
  void update_and_check() {
    ASSERT_TRUE(world.update()) << World::error();
    const Pairs now = model.pairs();
    EXPECT_EQ(sorted(world.contacts()), now);
    EXPECT_EQ(sorted(world.begun()), without(now, before));
    EXPECT_EQ(sorted(world.ended()), without(before, now));
    before = now;
  }

  using World = phasebox_cpp::World;
  Random random{21};
  World world{GetParam().c_str()};
  Model model;
  Pairs before;
  std::uint64_t serials = 0;
};

TEST_P(LivingInC, few_changes_at_a_time_and_many) {
  for (int step = 0; step < 150; ++step) {
    // Mostly fewer than make a whole search, so that what is kept is what answers.
    const int changes = step == 0 ? 200 : step % 23 == 0 ? 100 : step % 4;
    for (int k = 0; k < changes; ++k) change_something();
    SCOPED_TRACE(step);
    check_queries();
    update_and_check();
    check_queries();
    if (testing::Test::HasFailure()) return;
  }
}

TEST_P(LivingInC, the_rule_of_filters_may_change_at_any_time) {
  for (int k = 0; k < 300; ++k) insert();
  update_and_check();
  for (const FilterRule rule : {FilterRule::either, FilterRule::both}) {
    ASSERT_TRUE(world.set_rule(static_cast<std::uint32_t>(rule)));
    model.rule = rule;
    update_and_check();
    change_something();
    update_and_check();
  }
  EXPECT_FALSE(world.set_rule(2));
}

TEST_P(LivingInC, a_parameter_may_change_at_any_time) {
  for (int k = 0; k < 150; ++k) insert();
  update_and_check();
  for (const char* param : {"max-objects", "cell-size", "group-size", "leaf-size"}) {
    world.set(param, 6);
    change_something();
    check_queries();
    update_and_check();
  }
}

TEST_P(LivingInC, an_object_may_be_removed_and_another_take_its_place_before_an_update) {
  for (int k = 0; k < 30; ++k) insert();
  update_and_check();
  for (int k = 0; k < 10; ++k) remove();
  for (int k = 0; k < 10; ++k) insert();
  for (int k = 0; k < 5; ++k) remove();
  update_and_check();
  while (!model.objects.empty()) remove();
  check_queries();
  update_and_check();
  EXPECT_EQ(world.size(), 0u);
}

std::vector<std::string> all_ids() {
  std::vector<std::string> ids;
  for (const BroadphaseEntry* entry : broadphases()) ids.emplace_back(entry->id);
  return ids;
}
INSTANTIATE_TEST_SUITE_P(All, LivingInC, testing::ValuesIn(all_ids()), [](const auto& p) {
  std::string name = p.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(LivingInCDoor, refuses_handles_that_are_gone_or_foreign_and_what_is_no_box) {
  phasebox_cpp::World world("quadtree");
  const float box[] = {0, 0, 10, 10}, turned[] = {10, 0, 0, 10}, lost[] = {0, 0, NAN, 1};
  const phasebox_handle handle = world.insert(box, 5);
  EXPECT_EQ(world.insert(turned), 0u);
  EXPECT_FALSE(world.move(handle, lost));
  EXPECT_FALSE(world.move(handle + 1, box));
  EXPECT_FALSE(world.move(0, box));
  EXPECT_TRUE(world.remove(handle));
  EXPECT_TRUE(world.update());
  const phasebox_handle next = world.insert(box);
  EXPECT_NE(next, handle) << "the place is the same, the name is not";
  EXPECT_FALSE(world.move(handle, box));
  EXPECT_NE(std::string(phasebox_cpp::World::error()).find("names no object"), std::string::npos);
  EXPECT_THROW(phasebox_cpp::World("no-such"), std::invalid_argument);
  std::size_t count = 0;
  phasebox_world* none = nullptr;
  EXPECT_EQ(phasebox_update(none), PHASEBOX_NULL_ARGUMENT);
  EXPECT_EQ(phasebox_query_point(none, 0, 0, 1, nullptr, 0, &count), PHASEBOX_NULL_ARGUMENT);
  EXPECT_EQ(phasebox_world_broadphase(none), nullptr);
  phasebox_world_destroy(none);
}

TEST(LivingInCDoor, more_pairs_than_allowed_fail_where_few_objects_have_changed_too) {
  phasebox_options options{};
  options.struct_size = sizeof options;
  options.max_pairs = 3;
  phasebox_world* world = nullptr;
  ASSERT_EQ(phasebox_world_create("hierarchical-grid", &options, &world), PHASEBOX_OK);
  const auto move = [&](phasebox_handle handle, float x) {
    const float box[] = {x, 0, x + 5, 5};
    EXPECT_EQ(phasebox_move(world, handle, box), PHASEBOX_OK);
  };
  const auto contacts = [&] {
    std::size_t count = 0;
    phasebox_contacts(world, nullptr, 0, &count);
    return count;
  };
  std::vector<phasebox_handle> handles(20);
  for (std::size_t k = 0; k < handles.size(); ++k) {
    phasebox_object object{};
    object.struct_size = sizeof object;
    object.box[2] = object.box[3] = 5;
    ASSERT_EQ(phasebox_insert(world, &object, &handles[k]), PHASEBOX_OK);
    move(handles[k], 10 * static_cast<float>(k));
  }
  EXPECT_EQ(phasebox_update(world), PHASEBOX_OK);
  move(handles[1], 0);
  move(handles[2], 0);
  EXPECT_EQ(phasebox_update(world), PHASEBOX_OK);
  EXPECT_EQ(contacts(), 3u);
  move(handles[3], 0);
  EXPECT_EQ(phasebox_update(world), PHASEBOX_TOO_MANY_PAIRS);
  EXPECT_EQ(contacts(), 3u) << "those of the update before";
  move(handles[3], 500);
  EXPECT_EQ(phasebox_update(world), PHASEBOX_OK);
  EXPECT_EQ(contacts(), 3u);
  phasebox_world_destroy(world);
}

TEST(LivingInCDoor, contacts_do_not_depend_on_whether_they_were_read_before_a_removal) {
  const float box[] = {0, 0, 5, 5};
  for (const bool is_read_before : {false, true}) {
    phasebox_cpp::World world;
    const phasebox_handle first = world.insert(box);
    world.insert(box);
    ASSERT_TRUE(world.update());
    if (is_read_before) {
      EXPECT_EQ(world.contacts().size(), 1u);
    }
    world.remove(first);
    EXPECT_EQ(world.contacts().size(), 1u);
    ASSERT_TRUE(world.update());
    EXPECT_EQ(world.contacts().size(), 0u);
  }
}

TEST(LivingInCDoor, a_worlds_broadphase_has_no_frames_of_its_own) {
  phasebox_world* world = nullptr;
  ASSERT_EQ(phasebox_world_create("rdc", nullptr, &world), PHASEBOX_OK);
  phasebox_broadphase* inner = phasebox_world_broadphase(world);
  EXPECT_EQ(phasebox_set(inner, "group-size", 4), PHASEBOX_OK);
  phasebox_frame frame{};
  frame.struct_size = sizeof frame;
  std::size_t count = 0;
  EXPECT_EQ(phasebox_find_pairs(inner, &frame, nullptr, 0, &count), PHASEBOX_UNSUPPORTED);
  phasebox_destroy(inner);  // belongs to the world: nothing happens
  phasebox_world_destroy(world);
}

TEST(LivingInCDoor, far_and_degenerate_queries_have_answers) {
  phasebox_cpp::World world("hierarchical-grid");
  const float point[] = {3, 3, 3, 3}, far[] = {1e30f, 1e30f, 2e30f, 2e30f};
  const auto small = world.insert(point), large = world.insert(far);
  ASSERT_TRUE(world.update());
  EXPECT_EQ(sorted(world.at_point(3, 3)), std::vector{small});
  EXPECT_EQ(sorted(world.nearest(-3e38f, 0, 5)), (std::vector{small, large}));
  EXPECT_EQ(sorted(world.on_segment(3, 3, 3, 3)), std::vector{small});
  for (const float edge : {3e38f, std::numeric_limits<float>::max()})
    EXPECT_EQ(sorted(world.on_segment(-edge, -edge, edge, edge)), (std::vector{small, large}));
  EXPECT_TRUE(world.nearest(0, 0, 0).empty());
  EXPECT_TRUE(world.in_circle(3, 3, 0).empty()) << "no area, nothing is shared";
}

}  // namespace c_world_test
}  // namespace phasebox::test
