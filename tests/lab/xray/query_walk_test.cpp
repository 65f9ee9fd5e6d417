// SPDX-License-Identifier: MIT
// A query walked in place of the frame: the row, what is found so far, the sentences, every stop.
#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "io/pictures/images.hpp"
#include "lab/xray/query_row.hpp"

namespace phasebox {
namespace query_walk_test {

using testing::HasSubstr;

constexpr Aabb kBox{{200, 150}, {420, 300}};

Session session_with(std::string_view broadphase, double axis = 0) {
  Session session(builtin_images());
  EXPECT_FALSE(session.apply(command::LoadScene{"sprites"}));
  EXPECT_FALSE(session.apply(command::SelectBroadphase{std::string(broadphase)}));
  const Owner owner = session.broadphase();
  if (broadphase == "sort-and-sweep") {
    EXPECT_FALSE(session.apply(command::SetParam{owner, "axis", axis}));
  }
  session.detect();
  return session;
}

Xray walked(const Session& session, const Aabb& box = kBox) {
  Xray xray;
  EXPECT_FALSE(xray.apply(OpenXray{}, session));
  EXPECT_FALSE(xray.apply(WalkXray{box}, session));
  return xray;
}

std::vector<SpriteId> scanned(const Session& session, const Aabb& box = kBox) {
  std::vector<SpriteId> ids;
  const auto boxes = session.frame().boxes;
  for (SpriteId id = 0; id < boxes.size(); ++id)
    if (overlaps(boxes[id], box)) ids.push_back(id);
  return ids;
}

std::vector<SpriteId> sorted(std::span<const SpriteId> ids) {
  std::vector<SpriteId> all(ids.begin(), ids.end());
  std::ranges::sort(all);
  return all;
}

void go(Xray& xray, const Session& session, std::size_t at) {
  ASSERT_FALSE(xray.apply(SeekXray{at}, session));
}

TEST(QueryWalk, takes_the_place_of_the_frame_and_gives_it_back) {
  const Session session = session_with("sort-and-sweep");
  Xray xray = walked(session);
  EXPECT_EQ(xray.asked(), kBox);
  EXPECT_EQ(xray.at(), 0u);
  EXPECT_EQ(xray.size(), xray.broad().size());
  EXPECT_EQ(xray.phase(), WalkPhase::query);
  EXPECT_TRUE(xray.candidates().empty());
  go(xray, session, 3);
  xray.observe(session);
  EXPECT_EQ(xray.at(), 3u) << "the frame is the same";
  EXPECT_FALSE(xray.apply(WalkXray{}, session));
  EXPECT_FALSE(xray.asked());
  EXPECT_EQ(xray.phase(), WalkPhase::broad);
  go(xray, session, xray.size());
  EXPECT_EQ(xray.candidates().size(), session.pairs().size());
}

TEST(QueryWalk, of_every_broadphase_ends_with_what_a_scan_finds) {
  for (const BroadphaseEntry* entry : broadphases()) {
    const Session session = session_with(entry->id);
    Xray xray = walked(session);
    ASSERT_FALSE(scanned(session).empty());
    EXPECT_TRUE(xray.found().empty()) << entry->id;
    ASSERT_GT(xray.size(), 0u) << entry->id;
    for (std::size_t n = 1; n <= xray.size(); ++n) {
      go(xray, session, n);
      EXPECT_TRUE(xray.line()) << entry->id << n;
      EXPECT_NE(xray.sentence(), "") << entry->id << n;
    }
    EXPECT_EQ(sorted(xray.found()), scanned(session)) << entry->id;
  }
}

TEST(QueryWalk, brings_six_to_twelve_lines_of_which_each_event_lights_one) {
  Session session = session_with("sort-and-sweep");
  for (const double stop : {0.0, 1.0, 2.0}) {
    ASSERT_FALSE(session.apply(command::SetParam{session.broadphase(), "query-stop", stop}));
    session.detect();
    const Xray xray = walked(session);
    const auto code = xray.code();
    EXPECT_GE(code.size(), 6u);
    EXPECT_LE(code.size(), 12u);
    for (const CodeLine& line : code) EXPECT_LE(line.text.size(), 48u) << line.text;
    const Walk& walk = xray.broad();
    for (std::size_t k = 0; k < walk.size(); ++k) {
      const Event& e = walk.events()[k];
      const EventMask cue = on(e.kind, phase_of(e, walk.state(k), walk.how()));
      EXPECT_EQ(std::ranges::count_if(code, [&](const CodeLine& l) { return l.lit_by & cue; }), 1)
          << k;
    }
  }
}

TEST(QueryWalk, finds_box_by_box) {
  const Session session = session_with("sort-and-sweep");
  Xray xray = walked(session);
  std::size_t found = 0;
  for (std::size_t n = 1; n <= xray.size(); ++n) {
    go(xray, session, n);
    found += xray.now()->kind == EventKind::hit;
    ASSERT_EQ(xray.found().size(), found);
    if (xray.now()->kind == EventKind::hit) {
      EXPECT_EQ(xray.found().back(), xray.now()->a);
    }
  }
  EXPECT_EQ(found, scanned(session).size());
}

// On a slanted line as well.
TEST(QueryWalk, goes_delimiter_by_delimiter_along_the_row) {
  for (const double axis : {0.0, 1.0, 3.0}) {
    const Session session = session_with("sort-and-sweep", axis);
    Xray xray = walked(session);
    std::size_t visits = 0;
    for (std::size_t n = 1; n <= xray.size(); ++n) {
      go(xray, session, n);
      const QueryRow row = query_row(xray);
      ASSERT_EQ(row.delimiters.size(), 2 * xray.boxes().size());
      const Event& now = *xray.now();
      ASSERT_TRUE(row.here);
      const RowDelimiter& here = row.delimiters[*row.here];
      if (now.kind == EventKind::visit) {
        EXPECT_EQ(*row.here, row.first + visits++);
        EXPECT_EQ(here.is_begin,
                  now.rule == QueryRule::begins_inside || now.rule == QueryRule::begins_past);
      }
      if (now.kind == EventKind::probe) {
        EXPECT_EQ(here.is_begin, now.b != 0);
        EXPECT_EQ(*row.here < row.first, now.rule == QueryRule::left) << "probes frame the start";
      }
      if (now.kind != EventKind::leave) {
        EXPECT_EQ(here.sprite, now.a) << axis << " at " << n;
      }
      EXPECT_EQ(row.walked, visits);
    }
    EXPECT_GT(visits, 10u);
    EXPECT_EQ(query_row(xray).delimiters.back().open, 0u);
  }
}

TEST(QueryWalk, by_every_stop_ends_as_its_cost_says) {
  Session session = session_with("sort-and-sweep");
  const Owner owner = session.broadphase();
  const std::vector<std::string> last{"none that spans its start is left", "touches void",
                                      "the row is at its end"};
  const Aabb box{{200, 150}, {210, 300}};
  for (std::size_t stop = 0; stop < 3; ++stop) {
    ASSERT_FALSE(session.apply(command::SetParam{owner, "query-stop", static_cast<double>(stop)}));
    session.detect();
    Xray xray = walked(session, box);
    ASSERT_EQ(xray.costs().size(), 3u);
    go(xray, session, xray.size());
    EXPECT_EQ(xray.costs()[stop].looked_at, xray.state().counted(EventKind::visit));
    EXPECT_TRUE(xray.costs()[stop].is_chosen);
    EXPECT_EQ(sorted(xray.found()), scanned(session, box));
    ASSERT_LT(xray.costs()[1].looked_at, xray.costs()[2].looked_at) << "there is void";
    EXPECT_THAT(xray.sentence(), HasSubstr(last[stop]));
  }
}

TEST(QueryWalk, has_a_row_only_where_the_query_walks_along_one) {
  for (const std::string_view id : {"rdc", "quadtree", "incremental-sap"}) {
    const Session session = session_with(id);
    EXPECT_TRUE(query_row(walked(session)).delimiters.empty()) << id;
  }
}

TEST(QueryWalk, begins_again_when_the_frame_is_another_one) {
  Session session = session_with("sort-and-sweep");
  Xray xray = walked(session);
  go(xray, session, 5);
  session.step();
  xray.observe(session);
  EXPECT_EQ(xray.at(), 0u);
  EXPECT_EQ(xray.asked(), kBox);
  go(xray, session, xray.size());
  EXPECT_EQ(sorted(xray.found()), scanned(session));
}

std::vector<std::string> told(const std::vector<Aabb>& boxes, const Aabb& box, double stop) {
  Recorder log(100);
  const auto sweep = find_entry(broadphases(), "sort-and-sweep");
  const auto made = sweep->make();
  const ParamView params = made->params();
  find_param(params.rows, "axis")->set(params.object, 0);
  find_param(params.rows, "query-stop")->set(params.object, stop);
  Frame frame;
  frame.boxes = boxes;
  PairSink pairs;
  Sink<SpriteId> found;
  made->reset(frame);
  made->find_pairs(frame, pairs, nullptr);
  made->query(frame, box, found, &log);
  Walkthrough how = sweep->walkthrough;
  how.code = how.query;
  const Walk walk(log.events(), how, WalkPhase::query);
  const Scenery scenery{.boxes = boxes, .limit = {}, .ids = {}, .asked = box};
  std::vector<std::string> all;
  for (std::size_t n = 1; n <= walk.size(); ++n) all.push_back(sentence(walk, n, scenery));
  return all;
}

TEST(QueryWalk, says_what_each_delimiter_is_taken_for) {
  const std::vector<Aabb> boxes{
      {{0, 0}, {70, 10}}, {{45, 50}, {50, 60}}, {{65, 0}, {90, 10}}, {{200, 0}, {210, 10}}};
  const std::vector<std::string> walk{
      "binary search: 2 begins no further left than the box's start: look left of it",
      "binary search: 1 begins no further left than the box's start: look left of it",
      "binary search: 0 begins left of the box's start: look right of it",
      "binary search: 2 ends no further left than the box's start: look left of it",
      "binary search: 0 ends no further left than the box's start: look left of it",
      "binary search: 1 ends no further left than the box's start: look left of it",
      "1 begins inside the box: it interferes",
      "compare the box of 1 with the query's: apart along y",
      "1 ends, and its begin has been walked: passed",
      "2 begins past the box's end: passed",
      "0 ends, and began left of the box: it interferes",
      "compare the box of 0 with the query's: they overlap",
      "0 is found"};
  const Aabb box{{40, 0}, {60, 10}};
  auto counted = walk, at_void = walk, none = walk;
  counted.push_back("past the box's end, none that spans its start is left: stop");
  EXPECT_EQ(told(boxes, box, 0), counted);
  at_void.push_back("2 ends, and its begin has been walked: passed");
  at_void.push_back("past the box's end nothing is open: the walk touches void, stop");
  EXPECT_EQ(told(boxes, box, 1), at_void);
  for (const char* more :
       {"2 ends, and its begin has been walked: passed", "3 begins past the box's end: passed",
        "3 ends, and its begin has been walked: passed", "the row is at its end"})
    none.push_back(more);
  EXPECT_EQ(told(boxes, box, 2), none);
}

TEST(QueryWalk, costs_stand_side_by_side) {
  EXPECT_EQ(cost_text({}), "");
  const QueryCost costs[]{{"counted", 31, 12, true}, {"void", 1058, 12, false}};
  EXPECT_EQ(cost_text(costs), "delimiters walked: 31 counted, 1,058 void · 12 box tests each");
}

}  // namespace query_walk_test
}  // namespace phasebox
