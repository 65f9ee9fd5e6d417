// SPDX-License-Identifier: MIT
// Claims about attributed tests: they sum to the counter, and each has a part that can have made
// it.
#include "lab/why.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/xray/event_text.hpp"
#include "session/findings.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox {
namespace why_test {

using testing::HasSubstr;
using Kind = PairSource::Kind;
using Outcome = PairOutcome;

constexpr std::size_t kEnough = 4'000'000;

Session session_of(const char* scene, std::string_view broadphase, std::uint32_t count = 200) {
  Session session = in_scene(scene, count);
  EXPECT_FALSE(session.apply(command::SelectBroadphase{std::string(broadphase)}).failed());
  return session;
}

Attribution traced(Session& session, EventLog& trace) {
  session.trace(trace);
  return attribute(trace.broad);
}

// Frames of all kinds: the first, a moved one, one with a new sprite, one with a sprite less.
template <class Use>
void each_frame(Session& session, Use use) {
  EventLog trace(kEnough);
  session.detect();
  use(traced(session, trace), trace, "the first");
  for (int i = 0; i < 3; ++i) {
    session.step();
    use(traced(session, trace), trace, "moved");
  }
  EXPECT_FALSE(session.apply(command::CloneSprites{{1, 2, 3}, {5, 5}}).failed());
  session.detect();
  use(traced(session, trace), trace, "three more");
  EXPECT_FALSE(session.apply(command::RemoveSprites{{0, 7}}).failed());
  session.detect();
  use(traced(session, trace), trace, "two less");
}

TEST(Why, attributed_tests_sum_to_the_counter_for_every_broadphase) {
  for (const char* scene : {"sprites", "clusters", "mixed-sizes", "teams", "platformer", "pile"})
    for (const BroadphaseEntry* entry : broadphases()) {
      Session session = session_of(scene, entry->id, 70);
      EXPECT_FALSE(session.apply(command::SelectNarrowphase{"none"}).failed());
      each_frame(session, [&](const Attribution& made, const EventLog& trace, const char* when) {
        const std::string where = std::string(scene) + ", " + std::string(entry->id) + ", " + when;
        ASSERT_EQ(trace.broad.dropped(), 0u) << where;
        EXPECT_EQ(made.tests, session.counters(trace).box_tests) << where;
        EXPECT_TRUE(made.is_complete()) << where;
        for (const Compared& c : made.compared)
          ASSERT_LT(std::max(c.part, c.other), made.parts.size()) << where;
      });
    }
}

TEST(Why, hits_and_kept_pairs_are_the_candidates_of_every_broadphase) {
  for (const BroadphaseEntry* entry : broadphases()) {
    Session session = session_of("teams", entry->id);
    each_frame(session, [&](const Attribution& made, const EventLog&, const char* when) {
      std::vector<Pair> reported = made.kept;
      for (const Compared& c : made.compared)
        if (c.outcome == Outcome::hit) reported.push_back({std::min(c.a, c.b), std::max(c.a, c.b)});
      std::ranges::sort(reported, {}, [](Pair p) { return key(p); });
      reported.erase(std::unique(reported.begin(), reported.end()), reported.end());
      EXPECT_TRUE(std::ranges::equal(reported, session.pairs())) << entry->id << ", " << when;
    });
  }
}

TEST(Why, a_region_that_makes_a_test_holds_one_of_the_two) {
  for (const char* id :
       {"rdc", "uniform-grid", "spatial-hash", "hierarchical-grid", "quadtree", "kd-tree"}) {
    Session session = session_of("clusters", id);
    session.step();
    EventLog trace(kEnough);
    const Attribution made = traced(session, trace);
    ASSERT_FALSE(made.compared.empty());
    for (const Compared& c : made.compared) {
      EXPECT_TRUE(made.parts[c.part].has_bounds()) << id;
      EXPECT_EQ(made.owner_of(c.a), c.part) << id;
      EXPECT_EQ(made.owner_of(c.b), c.other) << id;
    }
  }
}

TEST(Why, parts_are_named_as_the_algorithm_divides) {
  struct Case {
    const char* broadphase;
    std::vector<Kind> kinds;
    const char* name;
  };
  const Case cases[] = {
      {"brute-force", {Kind::whole}, "brute force itself"},
      {"rdc", {Kind::group}, "group "},
      {"sort-and-sweep", {Kind::sweep}, "the sweep along "},
      {"uniform-grid", {Kind::cell}, "cell "},
      {"quadtree", {Kind::node}, "node "},
      {"kd-tree", {Kind::node}, "node "},
      {"interval-tree", {Kind::node, Kind::sweep}, ""},
      {"aabb-tree", {Kind::fat, Kind::list}, ""},
      {"neighbor-list", {Kind::fat, Kind::list}, ""},
  };
  for (const Case& c : cases) {
    Session session = session_of("clusters", c.broadphase);
    session.step();
    EventLog trace(kEnough);
    const Attribution made = traced(session, trace);
    ASSERT_FALSE(made.compared.empty()) << c.broadphase;
    for (const Compared& test : made.compared)
      EXPECT_THAT(c.kinds, testing::Contains(made.parts[test.part].kind)) << c.broadphase;
    const Compared& first = made.compared.front();
    const auto rows = why_tested(made, first.a, first.b);
    ASSERT_FALSE(rows.empty());
    EXPECT_THAT(name_of(made, rows.front(), session.settings().broadphase->title),
                HasSubstr(c.name));
  }
}

TEST(Why, a_part_says_why_it_brought_two_sprites_together) {
  const std::pair<const char*, const char*> cases[] = {{"brute-force", ""},
                                                       {"rdc", "both lie in group "},
                                                       {"sort-and-sweep", "both are open at once"},
                                                       {"uniform-grid", "lie"},
                                                       {"quadtree", "lie"}};
  for (const auto& [id, words] : cases) {
    Session session = session_of("clusters", id);
    session.step();
    EventLog trace(kEnough);
    const Attribution made = traced(session, trace);
    const Compared& first = made.compared.front();
    const WhyRow row = why_tested(made, first.a, first.b).front();
    const std::string why = why_together(made, row).english();
    EXPECT_THAT(why, HasSubstr(words)) << id;
    EXPECT_EQ(why.empty(), *words == 0) << id;
    const Ending ending = made.parts[row.part].ending;
    if (ending == Ending::small) {
      EXPECT_THAT(why, HasSubstr("too small to be cut"));
    } else if (ending == Ending::no_gap) {
      EXPECT_THAT(why, HasSubstr("no gap along x or y divides"));
    }
  }
}

TEST(Why, incremental_sweeps_compare_because_of_a_change_of_places) {
  Session session = session_of("clusters", "incremental-sap", 400);
  EventLog trace(kEnough);
  session.detect();
  traced(session, trace);
  std::uint64_t tests = 0, swaps = 0, rechecks = 0;
  for (int i = 0; i < 10; ++i) {
    session.step();
    const Attribution made = traced(session, trace);
    tests += made.tests;
    for (const Compared& c : made.compared) {
      swaps += c.is_test && made.parts[c.part].kind == Kind::swap;
      rechecks += c.is_test && made.parts[c.part].kind == Kind::kept;
    }
    EXPECT_EQ(session.counters(trace).rechecks, static_cast<std::uint64_t>(std::ranges::count_if(
                                                    made.compared, [&](const Compared& c) {
                                                      return made.parts[c.part].kind == Kind::kept;
                                                    })));
    EXPECT_TRUE(made.kept.empty()) << "no pair stands without a test";
  }
  EXPECT_GT(swaps, 0u);
  EXPECT_GT(rechecks, 0u);
  EXPECT_EQ(swaps + rechecks, tests);
}

TEST(Why, a_kept_pair_is_named_by_its_recheck) {
  const std::pair<const char*, const char*> cases[] = {
      {"incremental-sap", "the recheck of a pair that overlapped before"},
      {"aabb-tree", "the list of pairs whose fat AABBs overlap"},
      {"neighbor-list", "the list of pairs whose fat AABBs overlap"}};
  for (const auto& [id, name] : cases) {
    Session session = session_of("pile", id, 30);
    EventLog trace(kEnough);
    session.detect();
    traced(session, trace);
    session.detect();  // nothing has moved: all pairs are kept
    const Attribution made = traced(session, trace);
    const auto rows = why_tested(made, 0, 1);
    ASSERT_EQ(rows.size(), 1u) << id;
    EXPECT_EQ(rows[0].outcome, Outcome::hit) << id;
    EXPECT_TRUE(rows[0].is_test) << id;
    EXPECT_EQ(name_of(made, rows[0], session.settings().broadphase->title), name) << id;
    EXPECT_EQ(session.counters(trace).rechecks, session.counters(trace).box_tests) << id;
    EXPECT_EQ(made.tests, 435u) << id << ": all 30 overlap each other";
  }
}

TEST(Why, comparisons_of_fat_aabbs_are_a_search_and_hit_where_the_pair_does) {
  for (const char* id : {"aabb-tree", "neighbor-list"}) {
    Session session = session_of("pile", id, 30);
    session.detect();
    EventLog trace(kEnough);
    const Attribution made = traced(session, trace);
    const auto rows = why_tested(made, 0, 1);
    ASSERT_EQ(rows.size(), 2u) << id;
    for (const WhyRow& row : rows) EXPECT_EQ(row.outcome, Outcome::hit) << id;
    EXPECT_EQ(made.parts[rows[0].part].kind, Kind::fat) << id;
    EXPECT_EQ(made.parts[rows[1].part].kind, Kind::list) << id;
  }
}

TEST(Why, algorithms_without_parts_have_none_to_count) {
  for (const BroadphaseEntry* entry : broadphases()) {
    if (entry->id == "auto") continue;
    Session session = session_of("clusters", entry->id);
    session.step();
    EventLog trace;
    session.trace(trace);
    const Counters c = session.counters(trace);
    const bool has_none = entry->id == "brute-force" || entry->id == "sort-and-sweep" ||
                          entry->id == "incremental-sap" || entry->id == "neighbor-list";
    EXPECT_EQ(c.has_parts, !has_none) << entry->id;
    EXPECT_EQ(c.groups > 0, !has_none) << entry->id;
    EXPECT_EQ(c.interfering.has_value(), entry->id == "sort-and-sweep") << entry->id;
    EXPECT_EQ(c.retrieved.has_value(), entry->id == "quadtree") << entry->id;
  }
}

TEST(Why, rows_tell_the_same_from_both_sides) {
  Session session = session_of("clusters", "uniform-grid");
  session.step();
  EventLog trace(kEnough);
  const Attribution made = traced(session, trace);
  std::uint64_t times = 0;
  for (SpriteId i = 0; i < session.world().size(); ++i)
    for (const WhyRow& row : why_tested(made, i)) {
      times += row.is_test ? row.times : 0;
      const auto back = why_tested(made, row.other, i);
      ASSERT_EQ(back.size(), 1u);
      EXPECT_EQ(back[0].part, row.other_part);
      EXPECT_EQ(back[0].outcome, row.outcome);
      const bool overlap = overlaps(session.frame().boxes[i], session.frame().boxes[row.other]);
      EXPECT_EQ(row.outcome == Outcome::hit, overlap);
    }
  EXPECT_EQ(times, 2 * made.tests);
}

TEST(Why, says_why_two_sprites_were_not_compared) {
  struct Case {
    const char* broadphase;
    const char* reason;
  };
  const Case cases[] = {{"rdc", "a gap along "},
                        {"uniform-grid", "not visited together"},
                        {"quadtree", "neither reaches into the other's node"},
                        {"sort-and-sweep", "one ends before the other begins in the sweep along"},
                        {"aabb-tree", "their fat AABBs do not overlap"},
                        {"incremental-sap", "since the frame before"}};
  for (const Case& c : cases) {
    Session session = session_of("clusters", c.broadphase, 300);
    session.step();
    session.step();
    EventLog trace(kEnough);
    traced(session, trace);
    session.step();
    const Attribution made = traced(session, trace);
    const Frame f = session.frame();
    // The two that are farthest apart.
    Pair far{0, 1};
    float most = 0;
    for (SpriteId j = 1; j < f.size(); ++j)
      if (const float way = length(center(f.boxes[0]) - center(f.boxes[j])); way > most)
        most = way, far.b = j;
    ASSERT_TRUE(why_tested(made, far.a, far.b).empty()) << c.broadphase;
    EXPECT_THAT(why_untested(made, far.a, far.b, f), HasSubstr(c.reason)) << c.broadphase;
  }
}

// The gap is on the axis of the split that is named: there the boxes of the two do not overlap.
TEST(Why, the_gap_between_two_groups_is_on_the_axis_it_names) {
  Session session = session_of("clusters", "rdc", 300);
  session.step();
  EventLog trace(kEnough);
  const Attribution made = traced(session, trace);
  const Frame f = session.frame();
  std::size_t named = 0;
  for (SpriteId j = 1; j < f.size(); ++j) {
    const std::string why = why_untested(made, 0, j, f).english();
    for (const Axis axis : {Axis::x, Axis::y}) {
      if (why.find(axis == Axis::x ? "a gap along x" : "a gap along y") == std::string::npos)
        continue;
      ++named;
      EXPECT_TRUE(high(f.boxes[0], axis) <= low(f.boxes[j], axis) ||
                  high(f.boxes[j], axis) <= low(f.boxes[0], axis))
          << why;
    }
  }
  EXPECT_GT(named, 100u);
}

// The reason as the X-ray and the field's menu give it, for groups of up to 8 sprites.
Sentence reason(const PairSource& group) {
  return final_part(
      name_of(group, ""),
      {.kind = EventKind::group, .depth = group.depth, .b = group.size, .ending = group.ending}, 8,
      "group-size");
}

TEST(Why, a_group_is_final_by_its_size_by_its_depth_or_for_lack_of_a_gap) {
  Session session = session_of("clusters", "rdc", 300);
  const auto reasons = [&] {
    session.detect();
    EventLog trace(kEnough);
    std::set<std::string> all;
    for (const PairSource& part : traced(session, trace).parts)
      if (part.kind == Kind::group) {
        EXPECT_TRUE(part.size <= 8 || part.ending != Ending::small);
        all.insert(reason(part).english());
      }
    return all;
  };
  const auto has = [](const std::set<std::string>& all, const char* words) {
    return std::ranges::any_of(
        all, [&](const std::string& one) { return one.find(words) != std::string::npos; });
  };
  EXPECT_TRUE(has(reasons(), "no more than 8 (group-size)"));
  EXPECT_FALSE(session.apply(command::SetParam{owner_named("rdc"), "max-depth", 1}).failed());
  EXPECT_TRUE(has(reasons(), "the depth limit is reached"));
  Session one = session_of("walls", "rdc");
  EXPECT_FALSE(one.apply(command::SetParam{owner_named("rdc"), "static-groups", 0}).failed());
  one.detect();
  EventLog trace(kEnough);
  const Attribution made = traced(one, trace);
  const PairSource* group = group_at(made, center(one.frame().boxes[0]));
  ASSERT_TRUE(group);
  EXPECT_THAT(reason(*group), HasSubstr("neither axis has a gap"));
}

// No reason from geometry is given of boxes that may not meet, nor of boxes that do overlap.
TEST(Why, says_apart_only_of_boxes_that_are_apart) {
  const char* const kGeometric[] = {"ends before", "do not overlap", "began to overlap"};
  for (const BroadphaseEntry* entry : broadphases())
    for (std::uint32_t seed = 1; seed <= 6; ++seed) {
      Session session = session_of("teams", entry->id, 120);
      EXPECT_FALSE(
          session.apply(command::SetParam{Owner::world(), "seed", static_cast<double>(seed)})
              .failed());
      EXPECT_FALSE(
          session.apply(command::SetParam{Owner::world(), "filter-rule", seed % 2 * 1.0}).failed());
      std::vector<SpriteId> still;
      for (SpriteId i = seed; i < session.world().size(); i += 2) still.push_back(i);
      EXPECT_FALSE(session.apply(command::SetStatic{still, true}).failed());
      session.detect();
      EventLog trace(kEnough);
      const Attribution made = traced(session, trace);
      const Frame f = session.frame();
      for (SpriteId a = 0; a < f.size(); ++a)
        for (SpriteId b = a + 1; b < f.size(); ++b) {
          if (!why_tested(made, a, b).empty()) continue;
          const std::string why = why_untested(made, a, b, f);
          const bool is_geometric = std::ranges::any_of(
              kGeometric, [&](const char* part) { return why.find(part) != std::string::npos; });
          EXPECT_FALSE(is_geometric && (overlaps(f.boxes[a], f.boxes[b]) || !eligible(f, a, b)))
              << entry->id << ", seed " << seed << ": " << a << " and " << b << ": " << why;
        }
    }
}

TEST(Why, names_the_rule_that_keeps_two_apart) {
  BoxRecording recording;
  recording.frames = {0}, recording.begins = {0, 4}, recording.ids = {1, 2, 3, 4};
  recording.boxes.assign(4, {{0, 0}, {10, 10}});
  recording.filters = {{1, 2, 0}, {2, 0, 0}, {4, 0, -5}, {4, 4, -5}};
  recording.is_static = {1, 0, 0, 1};
  for (const BroadphaseEntry* entry : broadphases()) {
    Session session(test_images());
    EXPECT_FALSE(session.apply(command::SelectBroadphase{std::string(entry->id)}).failed());
    EXPECT_FALSE(
        session.apply(command::OpenRecording{std::make_shared<BoxRecording>(recording), "a", ""})
            .failed());
    session.detect();
    const auto why = [&](SpriteId a, SpriteId b) {
      return why_untested({}, a, b, session.frame());
    };
    EXPECT_THAT(why(0, 3), HasSubstr("both are static")) << entry->id;
    EXPECT_THAT(why(2, 3), HasSubstr("same group below 0")) << entry->id;
    EXPECT_THAT(why(0, 1), HasSubstr("only one of their masks")) << entry->id;
    EXPECT_THAT(why(1, 2), HasSubstr("neither mask")) << entry->id;
  }
}

TEST(Why, an_event_log_over_its_limit_says_what_it_does_not_know) {
  Session session = session_of("clusters", "brute-force");
  session.step();
  EventLog trace(1000);
  const Attribution made = traced(session, trace);
  EXPECT_FALSE(made.is_complete());
  EXPECT_LT(made.tests, made.counted);
  EXPECT_EQ(made.counted, 200u * 199 / 2);
  EXPECT_THAT(why_untested(made, 198, 199, session.frame()), HasSubstr("not all events were kept"));
}

TEST(Why, filtered_pairs_are_listed_and_not_counted) {
  Session session = session_of("lesson", "brute-force", 0);
  EXPECT_FALSE(session.apply(command::SetStatic{{0, 1}, true}).failed());
  session.detect();
  EventLog trace(kEnough);
  const Attribution made = traced(session, trace);
  const auto rows = why_tested(made, 0, 1);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].outcome, Outcome::filtered);
  EXPECT_FALSE(rows[0].is_test);
  EXPECT_EQ(made.tests + 1, session.world().size() * (session.world().size() - 1) / 2);
}

}  // namespace why_test
}  // namespace phasebox
