// SPDX-License-Identifier: MIT
// Frame by frame through the C interface: each broadphase against the definition, and wrong calls.
#include <algorithm>
#include <clocale>
#include <limits>
#include <set>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "c/phasebox.h"
#include "collide/broadphase.hpp"
#include "support/allocations.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
namespace c_frames_test {

using Pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

phasebox_broadphase* made(const char* id, const phasebox_options* options = nullptr) {
  phasebox_broadphase* broadphase = nullptr;
  EXPECT_EQ(phasebox_create(id, options, &broadphase), PHASEBOX_OK) << phasebox_error();
  return broadphase;
}

phasebox_frame frame_of(std::span<const Aabb> boxes) {
  phasebox_frame frame{};
  frame.struct_size = sizeof frame;
  frame.count = boxes.size();
  frame.boxes = boxes.empty() ? nullptr : &boxes.front().min.x;
  return frame;
}

Pairs sorted(std::span<const phasebox_pair> pairs) {
  Pairs all;
  for (const phasebox_pair p : pairs) all.emplace_back(p.a, p.b);
  std::ranges::sort(all);
  return all;
}

/// By the grow protocol, with room for nothing at first.
Pairs pairs_of(phasebox_broadphase* broadphase, const phasebox_frame& frame) {
  std::size_t count = 0;
  const auto status = phasebox_find_pairs(broadphase, &frame, nullptr, 0, &count);
  EXPECT_EQ(status, count > 0 ? PHASEBOX_TOO_SMALL : PHASEBOX_OK) << phasebox_error();
  std::vector<phasebox_pair> pairs(count);
  EXPECT_EQ(phasebox_pairs(broadphase, pairs.data(), pairs.size(), &count), PHASEBOX_OK);
  return sorted(pairs);
}

Pairs exact(const Frame& frame, std::span<const std::uint64_t> ids = {}) {
  Pairs all;
  for (const Pair p : exact_pairs(frame)) {
    const std::uint64_t a = ids.empty() ? p.a : ids[p.a], b = ids.empty() ? p.b : ids[p.b];
    all.emplace_back(std::min(a, b), std::max(a, b));
  }
  std::ranges::sort(all);
  return all;
}

TEST(FramesInC, errors_are_one_line_whatever_was_given) {
  phasebox_broadphase* broadphase = nullptr;
  EXPECT_EQ(phasebox_create("no\nsuch\x1B", nullptr, &broadphase), PHASEBOX_UNKNOWN_ID);
  EXPECT_NE(std::string(phasebox_error()).find("no?such?"), std::string::npos);
}

class EveryBroadphaseInC : public testing::TestWithParam<std::string> {};

TEST_P(EveryBroadphaseInC, finds_the_pairs_of_all_worlds_with_their_rules) {
  for (const BoxWorld& world : make_worlds(7)) {
    SCOPED_TRACE(world.label());
    phasebox_broadphase* broadphase = made(GetParam().c_str());
    phasebox_frame frame = frame_of(world.boxes);
    if (!world.filters.empty()) {
      frame.categories = &world.filters[0].category, frame.category_stride = sizeof(Filter);
      frame.masks = &world.filters[0].mask, frame.mask_stride = sizeof(Filter);
      frame.groups = &world.filters[0].group, frame.group_stride = sizeof(Filter);
      frame.rule = static_cast<std::uint32_t>(world.rule);
    }
    if (!world.is_static.empty()) frame.is_static = world.is_static.data();
    EXPECT_EQ(pairs_of(broadphase, frame), exact(world.frame()));
    phasebox_destroy(broadphase);
  }
}

// Objects in structs of a game, which come, go and change places from frame to frame.
TEST_P(EveryBroadphaseInC, follows_objects_by_their_ids_whatever_their_order) {
  struct Thing {
    char name[7];
    float box[4];
    std::uint64_t id;
  };
  Random random(11);
  phasebox_broadphase* broadphase = made(GetParam().c_str());
  std::vector<Thing> things;
  std::uint64_t next_id = 1ull << 40;
  for (int step = 0; step < 40; ++step) {
    for (int k = 0; k < 9; ++k) things.push_back({"thing", {}, next_id++});
    while (things.size() > 120) {
      const auto which = random.below(static_cast<std::uint32_t>(things.size()));
      things.erase(things.begin() + static_cast<std::ptrdiff_t>(which));
    }
    for (std::size_t k = things.size(); k-- > 1;)
      std::swap(things[k], things[random.below(static_cast<std::uint32_t>(k + 1))]);
    std::vector<Aabb> boxes = random_boxes(random, things.size(), 300, 300, 40);
    std::vector<std::uint64_t> ids;
    for (std::size_t k = 0; k < things.size(); ++k) {
      std::copy_n(&boxes[k].min.x, 4, things[k].box);
      ids.push_back(things[k].id);
    }
    phasebox_frame frame{};
    frame.struct_size = sizeof frame;
    frame.count = things.size();
    frame.boxes = things[0].box, frame.box_stride = sizeof(Thing);
    frame.ids = &things[0].id, frame.id_stride = sizeof(Thing);
    Frame plain;
    plain.boxes = boxes;
    ASSERT_EQ(pairs_of(broadphase, frame), exact(plain, ids)) << "step " << step;
    const float around[4] = {100, 100, 180, 150};
    std::size_t count = 0;
    phasebox_query(broadphase, around, nullptr, 0, &count);
    std::vector<std::uint64_t> found(count);
    ASSERT_EQ(phasebox_query(broadphase, around, found.data(), found.size(), &count), PHASEBOX_OK);
    std::vector<std::uint64_t> expected;
    for (const SpriteId i : exact_near(plain, {{100, 100}, {180, 150}})) expected.push_back(ids[i]);
    std::ranges::sort(found), std::ranges::sort(expected);
    ASSERT_EQ(found, expected);
  }
  phasebox_destroy(broadphase);
}

TEST_P(EveryBroadphaseInC, adds_and_removes_at_the_end_without_ids) {
  Random random(3);
  phasebox_broadphase* broadphase = made(GetParam().c_str());
  for (const std::size_t n : {50u, 80u, 80u, 10u, 0u, 200u, 1u, 2u}) {
    const std::vector<Aabb> boxes = random_boxes(random, n, 200, 200, 30);
    Frame plain;
    plain.boxes = boxes;
    ASSERT_EQ(pairs_of(broadphase, frame_of(boxes)), exact(plain)) << n;
  }
  phasebox_destroy(broadphase);
}

TEST_P(EveryBroadphaseInC, allocates_nothing_once_warm) {
  if (GetParam() == "auto") GTEST_SKIP() << "measures others now and then";
  Random random(5);
  std::vector<Aabb> boxes = random_boxes(random, 500, 1000, 1000, 30);
  phasebox_broadphase* broadphase = made(GetParam().c_str());
  std::vector<phasebox_pair> pairs(10'000);
  std::size_t count = 0;
  const phasebox_frame frame = frame_of(boxes);
  for (int k = 0; k < 30; ++k)
    ASSERT_EQ(phasebox_find_pairs(broadphase, &frame, pairs.data(), pairs.size(), &count), 0);
  const std::uint64_t before = allocations();
  ASSERT_EQ(phasebox_find_pairs(broadphase, &frame, pairs.data(), pairs.size(), &count), 0);
  EXPECT_EQ(allocations(), before);
  phasebox_destroy(broadphase);
}

TEST_P(EveryBroadphaseInC, runs_its_jobs_on_the_programs_threads) {
  struct Pool {
    int calls = 0;
    static void run(void* context, std::uint32_t jobs, void (*job)(void*, std::uint32_t),
                    void* data) {
      ++static_cast<Pool*>(context)->calls;
      std::vector<std::jthread> threads;
      for (std::uint32_t k = 0; k < jobs; ++k) threads.emplace_back([=] { job(data, k); });
    }
  } pool;
  phasebox_options options{};
  options.struct_size = sizeof options;
  options.threads = 3;
  options.run_jobs = &Pool::run, options.run_context = &pool;
  Random random(9);
  const bool has_parts = GetParam() == "sort-and-sweep" || GetParam() == "uniform-grid";
  const std::size_t n = has_parts ? 40'000 : 4'000;  // fewer are not worth two threads
  const std::vector<Aabb> boxes = random_boxes(random, n, 4000, 4000, 30);
  phasebox_broadphase *alone = made("sort-and-sweep"), *many = made(GetParam().c_str(), &options);
  EXPECT_EQ(pairs_of(many, frame_of(boxes)), pairs_of(alone, frame_of(boxes)));
  EXPECT_TRUE(pool.calls > 0 || !has_parts);
  // More pairs than allowed end the search in every thread, and nothing is thrown through the pool.
  options.max_pairs = 100;
  phasebox_broadphase* limited = made(GetParam().c_str(), &options);
  std::size_t count = 0;
  const phasebox_frame frame = frame_of(boxes);
  EXPECT_EQ(phasebox_find_pairs(limited, &frame, nullptr, 0, &count), PHASEBOX_TOO_MANY_PAIRS);
  EXPECT_EQ(phasebox_pairs(limited, nullptr, 0, &count), PHASEBOX_NOT_READY);
  const std::vector<Aabb> few(boxes.begin(), boxes.begin() + 100);
  Frame plain;
  plain.boxes = few;
  EXPECT_EQ(pairs_of(limited, frame_of(few)), exact(plain)) << "and the next search is whole";
  for (phasebox_broadphase* b : {alone, many, limited}) phasebox_destroy(b);
}

TEST_P(EveryBroadphaseInC, lists_and_sets_its_parameters) {
  phasebox_broadphase* broadphase = made(GetParam().c_str());
  for (std::size_t i = 0; i < phasebox_param_count(broadphase); ++i) {
    phasebox_param row;
    ASSERT_EQ(phasebox_param_at(broadphase, i, &row), PHASEBOX_OK);
    EXPECT_EQ(row.value, row.initial) << row.key;
    EXPECT_EQ(row.choice_count > 0, row.kind == PHASEBOX_CHOICE);
    EXPECT_EQ(phasebox_set(broadphase, row.key, row.highest), PHASEBOX_OK) << phasebox_error();
    double value = 0;
    EXPECT_EQ(phasebox_get(broadphase, row.key, &value), PHASEBOX_OK);
    EXPECT_FLOAT_EQ(static_cast<float>(value), static_cast<float>(row.highest)) << row.key;
    EXPECT_EQ(phasebox_set(broadphase, row.key, row.highest * 2 + 1), PHASEBOX_OUT_OF_RANGE);
    EXPECT_NE(std::string(phasebox_error()).find(row.key), std::string::npos);
    EXPECT_EQ(phasebox_set(broadphase, row.key, std::nan("")), PHASEBOX_OUT_OF_RANGE);
    if (row.choice_count > 0) {
      EXPECT_EQ(phasebox_set_text(broadphase, row.key, row.choices[0]), PHASEBOX_OK);
      EXPECT_EQ(phasebox_set_text(broadphase, row.key, "no such"), PHASEBOX_OUT_OF_RANGE);
    }
  }
  EXPECT_EQ(phasebox_set(broadphase, "no-such", 1), PHASEBOX_UNKNOWN_PARAM);
  phasebox_destroy(broadphase);
}

std::vector<std::string> all_ids() {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < phasebox_broadphase_count(); ++i) {
    phasebox_broadphase_info info;
    phasebox_broadphase_at(i, &info);
    ids.emplace_back(info.id);
  }
  return ids;
}
INSTANTIATE_TEST_SUITE_P(All, EveryBroadphaseInC, testing::ValuesIn(all_ids()), [](const auto& p) {
  std::string name = p.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(CInterface, names_the_broadphases_of_the_registry) {
  ASSERT_EQ(phasebox_broadphase_count(), broadphases().size());
  phasebox_broadphase_info info;
  ASSERT_EQ(phasebox_broadphase_at(1, &info), PHASEBOX_OK);
  EXPECT_EQ(info.id, broadphases()[1]->id);
  EXPECT_EQ(info.summary, broadphases()[1]->summary);
  EXPECT_EQ(phasebox_broadphase_at(99, &info), PHASEBOX_OUT_OF_RANGE);
}

TEST(CInterface, refuses_what_is_null_or_of_another_version) {
  phasebox_broadphase* broadphase = nullptr;
  EXPECT_EQ(phasebox_create(nullptr, nullptr, &broadphase), PHASEBOX_NULL_ARGUMENT);
  EXPECT_EQ(phasebox_create("rdc", nullptr, nullptr), PHASEBOX_NULL_ARGUMENT);
  EXPECT_EQ(phasebox_create("rdd", nullptr, &broadphase), PHASEBOX_UNKNOWN_ID);
  EXPECT_NE(std::string(phasebox_error()).find("quadtree"), std::string::npos) << phasebox_error();
  phasebox_options options{};
  EXPECT_EQ(phasebox_create("rdc", &options, &broadphase), PHASEBOX_BAD_STRUCT);
  options.struct_size = sizeof options;
  options.threads = 1'000'000;
  EXPECT_EQ(phasebox_create("rdc", &options, &broadphase), PHASEBOX_OUT_OF_RANGE);
  EXPECT_EQ(broadphase, nullptr);
  phasebox_destroy(nullptr);
  broadphase = made("rdc");
  std::size_t count = 9;
  EXPECT_EQ(phasebox_pairs(broadphase, nullptr, 0, &count), PHASEBOX_NOT_READY);
  EXPECT_EQ(phasebox_find_pairs(broadphase, nullptr, nullptr, 0, &count), PHASEBOX_NULL_ARGUMENT);
  phasebox_frame frame = frame_of({});
  frame.count = 3;
  EXPECT_EQ(phasebox_find_pairs(broadphase, &frame, nullptr, 0, &count), PHASEBOX_NULL_ARGUMENT);
  frame.struct_size = 8;
  EXPECT_EQ(phasebox_find_pairs(broadphase, &frame, nullptr, 0, &count), PHASEBOX_BAD_STRUCT);
  EXPECT_EQ(phasebox_param_count(nullptr), 0u);
  EXPECT_EQ(phasebox_is_exact(nullptr), 0);
  EXPECT_EQ(phasebox_is_exact(broadphase), 1);
  phasebox_destroy(broadphase);
}

TEST(CInterface, a_frame_that_is_refused_changes_nothing) {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::nanf("");
  std::vector<Aabb> boxes = {{{0, 0}, {10, 10}}, {{5, 5}, {15, 15}}, {{50, 50}, {60, 60}}};
  phasebox_broadphase* broadphase = made("incremental-sap");
  const std::uint64_t ids[] = {7, 8, 9}, same[] = {7, 8, 8};
  phasebox_frame good = frame_of(boxes);
  good.ids = ids;
  const Pairs before = pairs_of(broadphase, good);
  ASSERT_EQ(before, (Pairs{{7, 8}}));
  std::size_t count = 0;
  for (const Aabb& bad : {Aabb{{nan, 0}, {1, 1}}, Aabb{{0, 0}, {inf, 1}}, Aabb{{2, 0}, {1, 1}}}) {
    std::vector<Aabb> wrong = boxes;
    wrong[2] = bad;
    phasebox_frame frame = frame_of(wrong);
    frame.ids = ids;
    EXPECT_EQ(phasebox_find_pairs(broadphase, &frame, nullptr, 0, &count), PHASEBOX_BAD_BOX);
    EXPECT_NE(std::string(phasebox_error()).find("box 2"), std::string::npos) << phasebox_error();
  }
  {
    const std::vector<Aabb> others{{{5, 5}, {9, 9}}, {{6, 6}, {9, 9}}, {{7, 7}, {9, 9}}};
    phasebox_frame frame = frame_of(others);
    EXPECT_EQ(phasebox_find_pairs(broadphase, &frame, nullptr, 9, &count), PHASEBOX_NULL_ARGUMENT);
    frame.ids = same;
    EXPECT_EQ(phasebox_find_pairs(broadphase, &frame, nullptr, 0, &count), PHASEBOX_DUPLICATE_ID);
  }
  phasebox_frame frame = good;
  frame.box_stride = 3;
  EXPECT_EQ(phasebox_find_pairs(broadphase, &frame, nullptr, 0, &count), PHASEBOX_BAD_STRIDE);
  frame.box_stride = 18;
  EXPECT_EQ(phasebox_find_pairs(broadphase, &frame, nullptr, 0, &count), PHASEBOX_BAD_STRIDE);
  std::vector<phasebox_pair> pairs(1);
  EXPECT_EQ(phasebox_pairs(broadphase, pairs.data(), 1, &count), PHASEBOX_OK);
  EXPECT_EQ(sorted(pairs), before);
  std::vector<std::uint64_t> found(9);
  const float around[4] = {0, 0, 1, 1};
  ASSERT_EQ(phasebox_query(broadphase, around, found.data(), found.size(), &count), PHASEBOX_OK);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(found[0], 7u);
  phasebox_destroy(broadphase);
}

// Most do no job, all but one, one twice, or one that there is not.
TEST_P(EveryBroadphaseInC, says_so_where_its_jobs_are_not_done_once_each) {
  using Runner = void (*)(void*, std::uint32_t, void (*)(void*, std::uint32_t), void*);
  const Runner wrong[] = {
      [](void*, std::uint32_t, void (*)(void*, std::uint32_t), void*) {},
      [](void*, std::uint32_t jobs, void (*job)(void*, std::uint32_t), void* data) {
        for (std::uint32_t k = 1; k < jobs; ++k) job(data, k);
      },
      [](void*, std::uint32_t jobs, void (*job)(void*, std::uint32_t), void* data) {
        for (std::uint32_t k = 0; k < jobs; ++k) job(data, k), job(data, k);
      },
      [](void*, std::uint32_t jobs, void (*job)(void*, std::uint32_t), void* data) {
        for (std::uint32_t k = 0; k <= jobs; ++k) job(data, k);
      }};
  Random random(9);
  const bool has_parts = GetParam() == "sort-and-sweep" || GetParam() == "uniform-grid";
  const std::vector<Aabb> boxes = random_boxes(random, has_parts ? 40'000 : 4'000, 4000, 4000, 30);
  const phasebox_frame frame = frame_of(boxes);
  for (const Runner run : wrong) {
    phasebox_options options{};
    options.struct_size = sizeof options;
    options.threads = 3, options.run_jobs = run;
    phasebox_broadphase* broadphase = made(GetParam().c_str(), &options);
    std::vector<phasebox_pair> pairs(200'000);
    std::size_t count = 0;
    const auto status = phasebox_find_pairs(broadphase, &frame, pairs.data(), pairs.size(), &count);
    EXPECT_TRUE(status == PHASEBOX_BAD_JOBS || (status == PHASEBOX_OK && !has_parts)) << status;
    if (status == PHASEBOX_BAD_JOBS) {
      EXPECT_EQ(phasebox_pairs(broadphase, nullptr, 0, &count), PHASEBOX_NOT_READY);
    }
    phasebox_destroy(broadphase);
  }
}

TEST(CInterface, another_allocator_waits_until_nothing_exists) {
  phasebox_world* world = nullptr;
  ASSERT_EQ(phasebox_world_create("kd-tree", nullptr, &world), PHASEBOX_OK);
  EXPECT_EQ(phasebox_set_allocator(nullptr), PHASEBOX_IN_USE);
  phasebox_world_destroy(world);
  EXPECT_EQ(phasebox_set_allocator(nullptr), PHASEBOX_UNSUPPORTED);
}

TEST(CInterface, numbers_in_its_sentences_are_short_and_have_a_point_in_every_locale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // where it is installed
  phasebox_world* world = nullptr;
  ASSERT_EQ(phasebox_world_create("kd-tree", nullptr, &world), PHASEBOX_OK);
  phasebox_object object{};
  object.struct_size = sizeof object;
  object.box[0] = 1.5f, object.box[2] = -0.25f, object.box[3] = INFINITY;
  phasebox_handle handle = 0;
  EXPECT_EQ(phasebox_insert(world, &object, &handle), PHASEBOX_BAD_BOX);
  EXPECT_THAT(phasebox_error(), testing::HasSubstr("(1.5, 0, -0.25, inf)"));
  std::size_t count = 0;
  EXPECT_EQ(phasebox_query_circle(world, 0, 0, -0.5f, 1, nullptr, 0, &count),
            PHASEBOX_OUT_OF_RANGE);
  EXPECT_THAT(phasebox_error(), testing::HasSubstr("the radius is -0.5; "));
  EXPECT_EQ(phasebox_set(phasebox_world_broadphase(world), "leaf-size", 1e300),
            PHASEBOX_OUT_OF_RANGE);
  EXPECT_THAT(phasebox_error(), testing::HasSubstr("'1e+300' is not"));
  phasebox_world_destroy(world);
  std::setlocale(LC_ALL, before.c_str());
}

TEST(CInterface, a_static_library_leaves_memory_to_the_program) {
  EXPECT_EQ(phasebox_set_allocator(nullptr), PHASEBOX_UNSUPPORTED);
  phasebox_allocator none{};
  EXPECT_EQ(phasebox_set_allocator(&none), PHASEBOX_BAD_STRUCT);
  none.struct_size = sizeof none;
  EXPECT_EQ(phasebox_set_allocator(&none), PHASEBOX_NULL_ARGUMENT);
}

TEST(CInterface, every_status_has_a_name) {
  std::set<std::string> names;
  for (int status = PHASEBOX_OK; status <= PHASEBOX_IN_USE; ++status)
    names.insert(phasebox_status_name(static_cast<phasebox_status>(status)));
  EXPECT_EQ(names.size(), std::size_t{PHASEBOX_IN_USE} + 1);
  EXPECT_FALSE(names.contains("unknown status"));
}

}  // namespace c_frames_test
}  // namespace phasebox::test
